import { check } from "../../rule/rule";

const stale = { "if-unmodified-since": "Wed, 01 Jan 2020 00:00:00 GMT" };

/** What a refused request leaves as it was, and preconditions. */
export const unharmed = [
	check(
		"ERR-063",
		async (t) => {
			const runner = (await t.make.runner()).number("id");
			const user = (await t.make.user()).number("id");
			const pipeline = { id: t.scene("project"), pipeline_id: (await t.make.pipeline()).number("id") };
			const note = {
				id: t.scene("project"),
				issue_iid: t.scene("issue_iid"),
				note_id: (await t.make.issueNote()).number("id"),
			};
			const [owner, root] = [t.as("owner").with(stale), t.as("administrator").with(stale)];
			const refusal = { message: "412 Precondition Failed" };
			(await owner.call("deleteRunner", { id: runner })).refuses(412, refusal);
			(await root.call("deleteUser", { id: user })).refuses(412, refusal);
			(await owner.call("deletePipeline", pipeline)).refuses(412, refusal);
			(await owner.call("deleteIssueNote", note)).refuses(412, refusal);
			(await t.as("owner").call("getRunner", { id: runner })).is(200);
			(await t.as("administrator").call("getUser", { id: user })).is(200);
			(await t.as("owner").call("getPipeline", pipeline)).is(200);
			(await t.as("owner").call("getIssueNote", note)).is(200);
		},
		{ operations: ["deleteRunner", "deleteUser", "deletePipeline", "deleteIssueNote"] },
	),
	check(
		"ERR-064",
		async (t) => {
			const later = { "if-unmodified-since": new Date(Date.now() + 86_400_000).toUTCString() };
			for (const headers of [later, { "if-unmodified-since": "whenever" }]) {
				const id = (await t.make.runner()).number("id");
				(await t.as("owner").with(headers).call("deleteRunner", { id })).is(204);
			}
		},
		{ operations: ["deleteRunner"] },
	),
	check(
		"ERR-065",
		async (t) => {
			const id = (await t.make.runner()).number("id");
			(await t.as("owner").call("deleteRunner", { id })).is(204);
			(await t.as("owner").call("deleteRunner", { id })).is(404);
		},
		{ operations: ["deleteRunner"] },
	),
	check(
		"ERR-073",
		async (t) => {
			const id = (await t.make.runner()).number("id");
			const read = async () => (await t.as("owner").call("getRunner", { id })).is(200).json;
			const before = await read();
			for (const [actor, params, status] of [
				["outsider", { paused: true }, 403],
				["owner", { paused: "perhaps" }, 400],
				["read-only", { paused: true }, 403],
			] as const) {
				(await t.as(actor).call("updateRunner", { id, ...params })).is(status);
				t.same("the runner", await read(), before);
			}
		},
		{ operations: ["updateRunner"] },
	),
];
