import { nobody } from "../../generators/least-params";
import type { Trial } from "../../rule/context";
import { check } from "../../rule/rule";

/** Whether the server says that it is of this release or a later one; skips where it says none. */
function isFrom(t: Trial, major: number, minor: number): boolean {
	const [one = 0, other = 0] = (t.facts.version ?? t.skip("the server does not tell its release"))
		.split(".")
		.map(Number);
	return one > major || (one === major && other >= minor);
}

/** What only some tiers and releases have. */
export const versionChecks = [
	check(
		"CONV-094",
		async (t) => {
			for (const caller of [t.as("administrator"), t.as("owner")]) {
				(await caller.call("listGroupSamlUsers", { id: t.scene("group") })).is(404).shows("error");
				(await caller.call("listEpicNotes", { id: t.scene("group"), epic_id: nobody })).is(404);
			}
		},
		{ maxTier: "free", effect: "reads", domain: "platform" },
	),
	check(
		"CONV-095",
		async (t) => {
			const asked = { id: t.scene("group"), unique_project_download_limit: 7 };
			(await t.as("owner").call("updateGroup", asked)).is(200).lacks("unique_project_download_limit");
			(await t.as("owner").call("getGroup", { id: asked.id })).is(200).lacks("unique_project_download_limit");
			const id = (await t.make.user()).number("id");
			(await t.as("administrator").call("getUser", { id })).is(200).lacks("is_auditor");
		},
		{ maxTier: "free", operations: ["updateGroup", "getGroup", "getUser"] },
	),
	check(
		"CONV-096",
		async (t) => {
			const { offering } = t.facts;
			const hosted = await t.as("owner").call("listGroupPersonalAccessTokens", { id: t.scene("enterprise_group") });
			hosted.is(offering === "self-managed" ? 404 : 200);
			const managed = await t.as("owner").call("syncGroupLdap", { id: t.scene("group") });
			t.same("whether the self-managed operation is there", managed.status !== 404, offering !== "hosted", managed);
			// It has a rule of its own.
			(await t.as("administrator").call("listAllRunners", { per_page: 1 })).is(200);
		},
		{ operations: [], tier: "premium" },
	),
	check(
		"CONV-128, CONV-129",
		async (t) => {
			if (!isFrom(t, 18, 2)) t.skip("the server is of a release that filters by it still");
			(await t.as("developer").call("listUsers", { per_page: 1 })).is(200);
			const told = (await t.as("developer").call("listUsers", { saml_provider_id: 1 })).is(403);
			t.holds("the message should name the group's SAML users", told.string("message").includes("saml_users"), told);
		},
		{
			title: "From release 18.2 on `saml_provider_id` on GET /users is refused, and the refusal names what replaces it",
		},
	),
	check("CONV-134", async (t) => {
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
	check(
		"CONV-132",
		async (t) => {
			(await t.make.pipeline()).shows("name");
		},
		{ effect: "writes" },
	),
	check("CONV-133", async (t) => {
		const id = t.scene("project");
		const pipeline_id = (await t.make.pipeline()).number("id");
		const name = t.unique("name");
		(await t.as("maintainer").call("updatePipelineMetadata", { id, pipeline_id, name })).is(200).has({ name });
		t.same("those of that name", (await t.as("maintainer").call("listPipelines", { id, name })).is(200).ids, [
			pipeline_id,
		]);
	}),
	check(
		"CONV-127",
		async (t) => {
			const id = (await t.make.runner()).number("id");
			const owner = t.as("owner");
			(await owner.call("updateRunner", { id, active: false })).is(200).has({ active: false, paused: true });
			(await owner.call("updateRunner", { id, paused: false })).is(200).has({ active: true, paused: false });
			const old = await t.make.issueNote({ confidential: true });
			const now = await t.make.issueNote({ internal: true });
			for (const note of [old, now]) note.has({ confidential: true, internal: true });
		},
		{ operations: ["updateRunner", "createIssueNote"] },
	),
	check(
		"CONV-034",
		async (t) => {
			const id = t.scene("project");
			const [pipeline] = (await t.as("owner").call("listPipelines", { id, per_page: 1 })).is(200).items;
			const at = pipeline?.updated_at ?? t.skip("the project has no pipeline");
			for (const bound of ["updated_after", "updated_before"]) {
				const found = (await t.as("owner").call("listPipelines", { id, [bound]: at, per_page: 100 })).is(200);
				t.holds(`${bound} should take the instant itself`, found.ids.includes(Number(pipeline?.id)), found);
			}
		},
		{ operations: ["listPipelines"] },
	),
	check("ERR-009", async (t) => {
		const caller = t.as("administrator").sudo((await t.make.user()).number("id"));
		for (const [size, status] of [
			[204_800, 200],
			[204_801, 400],
		] as const) {
			const avatar = new File([new Uint8Array(size)], "me.png", { type: "image/png" });
			(await caller.call("setUserAvatar", { avatar }, { as: "multipart" })).is(status);
		}
	}),
];
