import type { Context } from "../../rule/context";
import { assumed, rule } from "../../rule/rule";

const lacking = {
	error: "insufficient_scope",
	error_description: "The request requires higher privileges than provided by the access token.",
} as const;
const groupRunner = async (t: Context) => ({
	runner_type: "group_type",
	group_id: await t.given.groupId(t.scene("group")),
});
const onRunner = ["getRunner", "updateRunner", "resetRunnerAuthenticationToken", "deleteRunner"] as const;
const paused = { paused: true };

/** What a token may do by its scopes. */
export const scopeChecks = [
	assumed(
		"AUTH-046",
		"Scope `api` permits every REST operation the user's rights allow.",
		["getCurrentUser"],
		async (t) => {
			const id = (await t.given.runner()).number("id");
			(await t.as("owner").call("updateRunner", { id, paused: true })).is(200);
			(await t.as("owner").call("getCurrentUser")).is(200);
			(await t.as("owner").call("listPipelines", { id: t.scene("project") })).is(200);
		},
		{ effect: "writes" },
	),
	assumed(
		"AUTH-047",
		"Scope `read_api` permits GET and HEAD only; another method → 403 insufficient_scope whose `scope` lists the scopes that the operation accepts, space-separated.",
		["getCurrentUser", "createIssueNote", "updateIssueNote", "deleteIssueNote"],
		async (t) => {
			const caller = t.as("read-only");
			(await caller.call("getCurrentUser")).is(200);
			(await caller.send("HEAD", "/api/v4/user")).is(200);
			const where = { id: t.scene("project"), issue_iid: t.scene("issue_iid") };
			const note = (await t.given.issueNote()).fields;
			const at = { ...where, note_id: note.id };
			for (const [answer, scope] of [
				[await caller.call("createIssueNote", { ...where, body: t.unique("note") }), "api"],
				[await caller.call("updateIssueNote", { ...at, body: t.unique("note") }), "api"],
				[await caller.call("deleteIssueNote", at), "api"],
				[await caller.call("updateCurrentUserStatus", { message: "x" }), "api"],
				[await caller.call("createUserRunner", await groupRunner(t)), "api create_runner"],
			] as const)
				answer.refuses(403, { ...lacking, scope });
			(await caller.call("getIssueNote", at)).is(200).has({ body: note.body });
		},
		{ effect: "writes" },
	),
	assumed(
		"AUTH-053",
		'insufficient_scope body: {"error":"insufficient_scope","error_description":"The request requires higher privileges than provided by the access token.","scope":"<space-joined acceptable scopes>"}.',
		["createPipeline"],
		async (t) => {
			const asked = { id: t.scene("project"), ref: t.scene("ref") };
			(await t.as("read-only").call("createPipeline", asked)).refuses(403, { ...lacking, scope: "api" });
		},
	),
	assumed(
		"AUTH-048",
		"Scope `read_user` permits GET on /user* and /users* only.",
		["getCurrentUser", "listUsers", "getGroup"],
		async (t) => {
			const caller = t.as("user-reader");
			const { id, username } = t.user("user-reader");
			(await caller.call("getCurrentUser")).is(200).has({ id });
			(await caller.call("getUser", { id })).is(200);
			(await caller.call("listUsers", { username })).is(200);
			for (const answer of [
				await caller.call("getGroup", { id: t.scene("group") }),
				await caller.call("listPipelines", { id: t.scene("project") }),
				await caller.call("listRunners"),
				await caller.call("updateCurrentUserStatus", { message: t.unique("status") }),
			])
				answer.is(403).has({ error: "insufficient_scope" });
		},
		{ effect: "writes" },
	),
	rule("AUTH-049", "POST /user/runners needs a token with scope `create_runner`.", "createUserRunner", async (t) => {
		const asked = await groupRunner(t);
		const id = (await t.as("runner-creator").call("createUserRunner", asked)).is(201).number("id");
		t.undo(`runner ${id}`, () => t.as("owner").call("deleteRunner", { id }));
		(await t.as("runner-manager").call("createUserRunner", asked)).is(403).has({ error: "insufficient_scope" });
	}),
	assumed(
		"AUTH-050",
		"A token with scope api also passes POST /user/runners; a token with only read_api → 403 insufficient_scope.",
		"createUserRunner",
		async (t) => {
			const asked = { runner_type: "group_type", group_id: await t.given.groupId(t.scene("group")) };
			await t.given.runner();
			const answer = (await t.as("read-only").call("createUserRunner", asked)).is(403);
			answer.has({ error: "insufficient_scope", scope: "api create_runner" });
		},
		{ effect: "writes" },
	),
	rule(
		"AUTH-051",
		"Runner detail, update, pause, reset and delete need a token with scope `manage_runners`.",
		onRunner,
		async (t) => {
			const id = (await t.given.runner()).number("id");
			const call = async (who: "runner-creator" | "runner-manager", operation: (typeof onRunner)[number]) =>
				await t.as(who).call(operation, { id, ...(operation === "updateRunner" && paused) });
			for (const operation of onRunner) (await call("runner-creator", operation)).is(403).has({ error: "insufficient_scope" });
			(await t.as("owner").call("getRunner", { id })).is(200).has({ paused: false });
			(await call("runner-manager", "getRunner")).is(200);
			(await call("runner-manager", "updateRunner")).is(200).has(paused);
			(await call("runner-manager", "resetRunnerAuthenticationToken")).is(201);
			(await call("runner-manager", "deleteRunner")).is(204);
		},
		{ effect: "writes" },
	),
	assumed(
		"AUTH-052",
		"A token with scope api also passes the runner endpoints; a token with manage_runners alone is refused (403 insufficient_scope) outside /runners/:id.",
		["getRunner", "updateRunner", "listRunners"],
		async (t) => {
			const id = (await t.given.runner()).number("id");
			(await t.as("plain-administrator").call("getRunner", { id })).is(200);
			(await t.as("plain-administrator").call("updateRunner", { id, ...paused })).is(200).has(paused);
			const caller = t.as("runner-manager");
			(await caller.call("getRunner", { id })).is(200);
			for (const answer of [
				await caller.call("listRunners"),
				await caller.call("getCurrentUser"),
				await caller.call("listPipelines", { id: t.scene("project") }),
				await caller.call("createUserRunner", await groupRunner(t)),
			])
				answer.is(403).has({ error: "insufficient_scope" });
		},
		{ effect: "writes" },
	),
];
