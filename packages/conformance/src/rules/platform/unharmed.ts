import { assumed } from "../../rule/rule";

const stale = { "if-unmodified-since": "Wed, 01 Jan 2020 00:00:00 GMT" };

/** What a refused request leaves as it was, and preconditions. */
export const unharmed = [
	assumed(
		"ERR-063",
		'DELETE with `If-Unmodified-Since` older than the record\'s last change → 412 {"message":"412 Precondition Failed"}, nothing deleted (notes, pipelines, runners, users, keys, identities).',
		["deleteRunner", "deleteUser", "deletePipeline", "deleteIssueNote"],
		async (t) => {
			const runner = (await t.given.runner()).number("id");
			const user = (await t.given.user()).number("id");
			const pipeline = { id: t.scene("project"), pipeline_id: (await t.given.pipeline()).number("id") };
			const note = {
				id: t.scene("project"),
				issue_iid: t.scene("issue_iid"),
				note_id: (await t.given.issueNote()).number("id"),
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
	),
	assumed(
		"ERR-064",
		"DELETE with `If-Unmodified-Since` at or after the last change deletes normally; a malformed date is ignored.",
		["deleteRunner"],
		async (t) => {
			const later = { "if-unmodified-since": new Date(Date.now() + 86_400_000).toUTCString() };
			for (const headers of [later, { "if-unmodified-since": "whenever" }]) {
				const id = (await t.given.runner()).number("id");
				(await t.as("owner").with(headers).call("deleteRunner", { id })).is(204);
			}
		},
	),
	assumed("ERR-065", "A second DELETE of the same record → 404.", ["deleteRunner"], async (t) => {
		const id = (await t.given.runner()).number("id");
		(await t.as("owner").call("deleteRunner", { id })).is(204);
		(await t.as("owner").call("deleteRunner", { id })).is(404);
	}),
	assumed("ERR-073", "A failing request (any 4xx) leaves every later GET identical to before.", ["updateRunner"], async (t) => {
		const id = (await t.given.runner()).number("id");
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
	}),
];
