import type { Context } from "../../rule/context";
import { rule, writing } from "../../rule/rule";
import { addressOf, insufficient, offered, onIssue, scopedOperations, unchanged } from "./lab";

const lacking = { error: "insufficient_scope" };
const groupRunner = async (t: Context) => ({ runner_type: "group_type", group_id: await t.given.groupId(t.scene("group")) });
const paused = { paused: true };

/** The scopes of tokens. */
export const scopeChecks = [
	writing.assumed("AUTH-046", "The scope api is enough for every operation.", [], async (t) => {
		// A write without a record in its path would take effect.
		for (const row of offered(t, scopedOperations).filter(({ verb, path }) => verb === "GET" || path.includes("{"))) {
			const response = await t.as("plain-administrator").send(row.verb, addressOf(t, row, 999_999_999));
			t.holds(`${row.id} should accept the scope api`, !response.text.includes("insufficient_scope"), response);
		}
		(await t.as("owner").call("updateRunner", { id: (await t.given.runner()).number("id"), paused: true })).is(200).has(paused);
	}),
	writing.assumed("AUTH-047, AUTH-053", "The scope read_api permits GET and HEAD; other methods return 403 with the accepted scopes.", [], async (t) => {
		for (const row of offered(t, scopedOperations).filter(({ verb }) => verb === "GET")) {
			const head = await t.as("read-only").send("HEAD", addressOf(t, row, 999_999_999));
			const get = await t.as("read-only").send("GET", addressOf(t, row, 999_999_999));
			t.same(`HEAD of ${row.id}`, head.status, get.status, head);
		}
		const at = { ...onIssue(t), note_id: (await t.given.issueNote()).number("id") };
		await unchanged(t, [t.as("read-only"), "getIssueNote", at], async () => {
			(await t.as("read-only").call("updateIssueNote", { ...at, body: t.unique("note") })).refuses(403, insufficient(["api"]));
			(await t.as("read-only").call("deleteIssueNote", at)).refuses(403, insufficient(["api"]));
		});
	}),
	rule("AUTH-049, USER-671", "Creating a runner requires the scope create_runner.", "createUserRunner", async (t) => {
		const asked = await groupRunner(t);
		(await t.as("runner-manager").call("createUserRunner", asked)).is(403).has(lacking);
		const inProject = { runner_type: "project_type", project_id: await t.given.projectId(t.scene("project")) };
		for (const place of [asked, inProject]) {
			const id = (await t.as("runner-creator").call("createUserRunner", place)).ok.number("id");
			t.undo(`runner ${id}`, () => t.as("owner").call("deleteRunner", { id }));
		}
		for (const who of ["runner-manager", "read-only"] as const) (await t.as(who).call("createUserRunner", inProject)).is(403).has(lacking);
		const token = t.token("runner-manager");
		for (const place of [{ headers: { authorization: `Bearer ${token}` } }, { query: { private_token: token } }, { query: { access_token: token } }])
			(await t.anonymous.send("POST", "/api/v4/user/runners", { json: asked, ...place })).is(401, 403);
	}),
	writing.assumed("AUTH-052", "The scopes api and manage_runners each permit reading a runner; api permits updating it.", [], async (t) => {
		const id = (await t.given.runner()).number("id");
		(await t.as("plain-administrator").call("getRunner", { id })).is(200);
		(await t.as("plain-administrator").call("updateRunner", { id, ...paused })).is(200).has(paused);
		(await t.as("runner-manager").call("getRunner", { id })).is(200);
	}),
];
