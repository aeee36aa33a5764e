import { nobody } from "../../generators/least-params";
import { forms } from "../../rule/caller";
import type { Context } from "../../rule/context";
import { assumed, rule, sharing } from "../../rule/rule";
import { newProject, onIssue } from "./lab";

/** Whether the server reports this release or a later one; skips if it reports none. */
function isFrom(t: Context, major: number, minor: number): boolean {
	const [one = 0, other = 0] = (t.facts.version ?? t.skip("the server does not show its release")).split(".").map(Number);
	return one > major || (one === major && other >= minor);
}

/** What depends on the tier, offering or release. */
export const versionChecks = [
	sharing({ tier: "free", effect: "destroys", domain: "platform" }).assumed(
		"CONV-094",
		"An operation of a higher tier returns 404 on a lower tier, even for administrators.",
		["listEpicNotes", "createEpicNote", "listGroupWikiPageNotes", "listGroupSamlUsers"],
		async (t) => {
			const id = t.scene("group");
			const [epic, page] = [t.given.hasControl ? t.scene("epic_id") : nobody, t.given.hasControl ? t.scene("group_wiki_page_meta_id") : nobody];
			if (!t.given.hasControl && t.facts.tier !== "free") t.skip("the server's tier is not free");
			for (const tier of t.given.hasControl ? (["free", "premium", "ultimate"] as const) : (["free"] as const)) {
				if (t.given.hasControl) await t.given.settings({ tier });
				for (const caller of [t.as("administrator"), t.as("owner")])
					for (const response of [
						await caller.call("listEpicNotes", { id, epic_id: epic }),
						await caller.call("listGroupWikiPageNotes", { id, wiki_page_meta_id: page }),
						await caller.call("listGroupSamlUsers", { id }),
						await caller.call("createEpicNote", { id, epic_id: epic, body: t.unique("note") }),
					])
						if (tier === "free") response.is(404).shows("error");
						else response.is(200, 201);
				(await t.as("owner").call("listPipelines", { id: t.scene("project") })).is(200);
			}
		},
	),
	sharing({ maxTier: "free" }).assumed(
		"CONV-095",
		"On a lower tier, a parameter of a higher tier is ignored and its field is absent from responses.",
		["updateGroup", "getGroup", "getUser"],
		async (t) => {
			const id = t.scene("group");
			const asked = { unique_project_download_limit: 7, membership_lock: true };
			const owner = t.as("owner");
			(await owner.call("updateGroup", { id, ...asked })).is(200).lacks(...Object.keys(asked));
			(await owner.call("getGroup", { id })).is(200).lacks(...Object.keys(asked));
			const user = (await t.given.user()).number("id");
			(await t.as("administrator").call("getUser", { id: user })).is(200).lacks("is_auditor");
		},
	),
	sharing({ id: "CONV-095/raised", effect: "destroys" }).assumed(
		"CONV-095",
		"A value that was ignored because of the tier is not stored: it does not appear after an upgrade.",
		["updateGroup", "getGroup"],
		async (t) => {
			const id = t.scene("group");
			const [owner, description] = [t.as("owner"), t.unique("described")];
			await t.given.settings({ tier: "free" });
			(await owner.call("updateGroup", { id, membership_lock: true, description })).is(200).has({ description }).lacks("membership_lock");
			await t.given.settings({ tier: "premium" });
			(await owner.call("getGroup", { id })).is(200).has({ membership_lock: false, description });
			(await owner.call("updateGroup", { id, membership_lock: true })).is(200).has({ membership_lock: true });
		},
	),
	sharing({ tier: "premium", effect: "destroys" }).assumed(
		"CONV-096",
		"An operation of the other offering returns 404. With the offering any, all operations are available.",
		[],
		async (t) => {
			for (const offering of t.given.hasControl ? (["hosted", "self-managed", "any"] as const) : [t.facts.offering]) {
				if (t.given.hasControl) await t.given.settings({ offering });
				const hosted = await t.as("owner").call("listGroupPersonalAccessTokens", { id: t.scene("enterprise_group") });
				hosted.is(offering === "self-managed" ? 404 : 200);
				const managed = await t.as("owner").call("syncGroupLdap", { id: t.scene("group") });
				t.same("whether the self-managed operation is there", managed.status !== 404, offering !== "hosted", managed);
				(await t.as("administrator").call("listAllRunners", { per_page: 1 })).is(offering === "hosted" ? 404 : 200);
			}
		},
	),
	sharing({ id: "CONV-132/releases", effect: "destroys" }).rule(
		"CONV-132, CONV-133",
		"Pipelines have a name from release 16.3 on; setting it and filtering by it work from 16.9 on. Before, they and inputs should have no effect.",
		["listPipelines", "getPipeline", "getLatestPipeline", "updatePipelineMetadata", "createPipeline"],
		async (t) => {
			const maintainer = t.as("maintainer");
			for (const [release, shown, named, inputs] of [
				["15.11", false, false, false],
				["16.2", false, false, false],
				["16.3", true, false, false],
				["16.8", true, false, false],
				["16.9", true, true, false],
				["16.10", true, true, false],
				["18.0", true, true, false],
				["18.1", true, true, true],
				["18.9", true, true, true],
			] as const) {
				const { id, full_path: project } = await newProject(t);
				const [nightly, other] = [await t.given.record("pipelines", { project, name: "Nightly" }), await t.given.record("pipelines", { project })];
				await t.given.settings({ release });
				const hold = async (isStated: boolean, check: () => Promise<void>) => await (isStated ? check() : t.assuming(check));
				await hold(named, async () => {
					const list = (await maintainer.call("listPipelines", { id, name: "Nightly" })).is(200);
					t.same(`the pipelines for that name in ${release}`, list.ids, named ? [nightly.id] : [other.id, nightly.id], list);
				});
				await hold(shown, async () => {
					const [first] = (await maintainer.call("listPipelines", { id })).is(200).items;
					for (const one of [
						first,
						(await maintainer.call("getLatestPipeline", { id })).fields,
						(await maintainer.call("getPipeline", { id, pipeline_id: other.id })).fields,
					])
						t.same(`whether a pipeline has a name in ${release}`, Object.hasOwn(one ?? {}, "name"), shown);
				});
				await hold(named, async () => {
					(await maintainer.call("updatePipelineMetadata", { id, pipeline_id: other.id, name: "Weekly" })).is(named ? 200 : 404);
					t.same("the stored name", (await t.given.records("pipelines", { id: other.id }))[0]?.name, named ? "Weekly" : null);
				});
				await t.assuming(async () => {
					const made = (await maintainer.call("createPipeline", { id, ref: t.scene("ref"), inputs: { target: "staging" } })).is(201).number("id");
					t.same(`inputs in ${release}`, (await t.given.records("pipelines", { id: made }))[0]?.inputs, inputs ? { target: "staging" } : {});
					(await maintainer.call("createPipeline", { id, ref: t.scene("ref"), inputs: "none" })).is(inputs ? 400 : 201);
				});
			}
		},
	),
	assumed("CONV-134", "inputs of a new pipeline are supported from release 18.1 on and ignored before.", "createPipeline", async (t) => {
		const id = t.scene("project");
		const asked = { id, ref: t.scene("ref"), inputs: "none" };
		const response = await t.as("maintainer").call("createPipeline", asked);
		if (response.succeeded) {
			const pipeline_id = response.number("id");
			t.undo(`pipeline ${pipeline_id}`, () => t.as("owner").call("deletePipeline", { id, pipeline_id }));
		}
		// A value that is not an object is an error if the server supports inputs, and is ignored otherwise.
		if (isFrom(t, 18, 1)) response.refuses(400, { error: "inputs is invalid" });
		else response.is(201);
	}),
	rule("CONV-127", "A deprecated parameter has the same effect as its replacement.", ["updateRunner", "createIssueNote"], async (t) => {
		const id = (await t.given.runner()).number("id");
		const owner = t.as("owner");
		(await owner.call("updateRunner", { id, active: false })).is(200).has({ active: false, paused: true });
		(await owner.call("updateRunner", { id, paused: false })).is(200).has({ active: true, paused: false });
		const description = t.unique("described");
		if (t.given.hasControl)
			for (const [index, asked] of [
				{ emails_disabled: true },
				{ emails_enabled: true },
				{ emails_disabled: true, description },
				{ emails_disabled: false, description },
				{ emails_enabled: false },
				{ emails_disabled: false },
			].entries()) {
				const group = (await owner.call("updateGroup", { id: t.scene("group"), ...asked })).ok;
				// It is assumed that the record of a group shows both.
				const shown = Object.entries({ emails_disabled: index % 2 === 0, emails_enabled: index % 2 > 0 }).filter(([name]) => Object.hasOwn(group.fields, name));
				group.has(Object.fromEntries(shown));
			}
		for (const as of forms)
			for (const name of ["confidential", "internal"]) {
				const fields = { body: t.unique("note"), created_at: "2024-02-29T23:30:00Z", [name]: true };
				const made = (await owner.call("createIssueNote", { ...onIssue(t), ...fields }, { as })).ok.has({ confidential: true, internal: true });
				t.undo("the note", () => owner.call("deleteIssueNote", { ...onIssue(t), note_id: made.number("id") }));
			}
	}),
];
