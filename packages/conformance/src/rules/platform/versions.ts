import { nobody } from "../../generators/least-params";
import type { Context } from "../../rule/context";
import { assumed, rule } from "../../rule/rule";

/** Whether the server says that it is of this release or a later one; skips where it says none. */
function isFrom(t: Context, major: number, minor: number): boolean {
	const [one = 0, other = 0] = (t.facts.version ?? t.skip("the server does not tell its release")).split(".").map(Number);
	return one > major || (one === major && other >= minor);
}

/** What only some tiers and releases have. */
export const versionChecks = [
	assumed(
		"CONV-094",
		"An operation of a higher tier called on a lower-tier instance → 404 with an error body, also for administrators.",
		[],
		async (t) => {
			for (const caller of [t.as("administrator"), t.as("owner")]) {
				(await caller.call("listGroupSamlUsers", { id: t.scene("group") })).is(404).shows("error");
				(await caller.call("listEpicNotes", { id: t.scene("group"), epic_id: nobody })).is(404);
			}
		},
		{ maxTier: "free", effect: "reads", domain: "platform" },
	),
	assumed(
		"CONV-095",
		"A paid-tier parameter sent to a lower-tier instance takes no effect (ignored, unless its operation is said to refuse it), and paid-tier response fields are absent there.",
		["updateGroup", "getGroup", "getUser"],
		async (t) => {
			const asked = { id: t.scene("group"), unique_project_download_limit: 7 };
			(await t.as("owner").call("updateGroup", asked)).is(200).lacks("unique_project_download_limit");
			(await t.as("owner").call("getGroup", { id: asked.id })).is(200).lacks("unique_project_download_limit");
			const id = (await t.given.user()).number("id");
			(await t.as("administrator").call("getUser", { id })).is(200).lacks("is_auditor");
		},
		{ maxTier: "free" },
	),
	assumed(
		"CONV-096",
		"An operation of the other offering (hosted-only on self-managed, or the reverse) → 404; with the default offering `any` no operation is gated; operations with a claim of their own (listAllRunners) keep it.",
		[],
		async (t) => {
			const { offering } = t.facts;
			const hosted = await t.as("owner").call("listGroupPersonalAccessTokens", { id: t.scene("enterprise_group") });
			hosted.is(offering === "self-managed" ? 404 : 200);
			const managed = await t.as("owner").call("syncGroupLdap", { id: t.scene("group") });
			t.same("whether the self-managed operation is there", managed.status !== 404, offering !== "hosted", managed);
			// It has a rule of its own.
			(await t.as("administrator").call("listAllRunners", { per_page: 1 })).is(200);
		},
		{ tier: "premium" },
	),
	assumed(
		"CONV-128, CONV-129",
		"From release 18.2 on `saml_provider_id` on GET /users is refused, and the refusal names what replaces it",
		"listUsers",
		async (t) => {
			if (!isFrom(t, 18, 2)) t.skip("the server is of a release that filters by it still");
			(await t.as("developer").call("listUsers", { per_page: 1 })).is(200);
			const response = (await t.as("developer").call("listUsers", { saml_provider_id: 1 })).is(403);
			t.holds("the message should name the group's SAML users", response.string("message").includes("saml_users"), response);
		},
	),
	assumed("CONV-134", "`inputs` on pipeline creation is available from release 18.1; on an earlier instance it has no effect.", "createPipeline", async (t) => {
		const id = t.scene("project");
		const asked = { id, ref: t.scene("ref"), inputs: "none" };
		const answer = await t.as("maintainer").call("createPipeline", asked);
		if (answer.status === 201) {
			const pipeline_id = answer.number("id");
			t.undo(`pipeline ${pipeline_id}`, () => t.as("owner").call("deletePipeline", { id, pipeline_id }));
		}
		// What is no object is wrong where inputs are known, and nothing at all where they are not.
		if (isFrom(t, 18, 1)) answer.refuses(400, { error: "inputs is invalid" });
		else answer.is(201);
	}),
	rule(
		"CONV-132",
		"Pipeline responses carry `name` from release 16.3 on.",
		"getPipeline",
		async (t) => {
			(await t.given.pipeline()).shows("name");
		},
		{ effect: "writes" },
	),
	rule(
		"CONV-133",
		"Setting a pipeline `name` by request, and the list filter `name`, are available from release 16.9.",
		"updatePipelineMetadata",
		async (t) => {
			const id = t.scene("project");
			const pipeline_id = (await t.given.pipeline()).number("id");
			const name = t.unique("name");
			(await t.as("maintainer").call("updatePipelineMetadata", { id, pipeline_id, name })).is(200).has({ name });
			t.same("those of that name", (await t.as("maintainer").call("listPipelines", { id, name })).is(200).ids, [pipeline_id]);
		},
	),
	rule(
		"CONV-127",
		"Deprecated REST items still work in v4: a request using only the deprecated name has the same effect as with its replacement.",
		["updateRunner", "createIssueNote"],
		async (t) => {
			const id = (await t.given.runner()).number("id");
			const owner = t.as("owner");
			(await owner.call("updateRunner", { id, active: false })).is(200).has({ active: false, paused: true });
			(await owner.call("updateRunner", { id, paused: false })).is(200).has({ active: true, paused: false });
			const old = await t.given.issueNote({ confidential: true });
			const now = await t.given.issueNote({ internal: true });
			for (const note of [old, now]) note.has({ confidential: true, internal: true });
		},
	),
];
