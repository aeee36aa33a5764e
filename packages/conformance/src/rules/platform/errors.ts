import { nobody } from "../../generators/least-params";
import type { ActorName } from "../../rule/actors";
import { bearer } from "../../rule/callers";
import type { Context } from "../../rule/context";
import type { ApiResponse, Fields } from "../../rule/response";
import { assumed, sharing, writing } from "../../rule/rule";
import { ofProject, onIssue, unchanged } from "./lab";

/** Requests that fail in different ways: caller, method, path, JSON, status, and whether the body has a message or an error. */
const failures = (t: Context): readonly (readonly [ActorName | "anonymous" | "nobody", string, string, Fields | undefined, number, "message" | "error"])[] => {
	const pipelines = ofProject(t, "/pipelines");
	const notes = ofProject(t, `/issues/${t.scene("issue_iid")}/notes`);
	return [
		["owner", "POST", ofProject(t, "/pipeline"), {}, 400, "error"],
		["owner", "GET", `${pipelines}?status=stuck`, undefined, 400, "error"],
		["owner", "GET", `${pipelines}/abc`, undefined, 400, "error"],
		["owner", "GET", "/api/v4/users?per_page=0", undefined, 400, "error"],
		["owner", "POST", ofProject(t, "/pipeline"), { ref: t.unique("nowhere") }, 400, "message"],
		["owner", "POST", notes, { body: " " }, 400, "message"],
		["anonymous", "POST", ofProject(t, "/pipeline"), {}, 401, "message"],
		["anonymous", "GET", "/api/v4/user", undefined, 401, "message"],
		["nobody", "GET", pipelines, undefined, 401, "message"],
		["expired", "GET", pipelines, undefined, 401, "error"],
		["guest", "DELETE", `${pipelines}/${t.scene("pipeline_id")}`, undefined, 403, "message"],
		["read-only", "DELETE", `${pipelines}/${t.scene("pipeline_id")}`, undefined, 403, "error"],
		["owner", "GET", `${pipelines}?sudo=1`, undefined, 403, "message"],
		["owner", "GET", `/api/v4/users/${t.user("developer").id}/memberships`, undefined, 403, "message"],
		["owner", "GET", `/api/v4/projects/${nobody}/pipelines`, undefined, 404, "message"],
		["owner", "GET", `${pipelines}/${nobody}`, undefined, 404, "message"],
		["owner", "GET", `/api/v4/groups/${nobody}/avatar`, undefined, 404, "message"],
		["owner", "DELETE", `${pipelines}/${nobody}`, undefined, 404, "message"],
		["owner", "GET", "/api/v4/no-such", undefined, 404, "error"],
		["owner", "PATCH", pipelines, undefined, 405, "error"],
	];
};

/** Sends all these requests; each must fail with its status. */
async function fail(t: Context, look: (response: ApiResponse, key: "message" | "error", status: number) => void = () => undefined): Promise<void> {
	for (const [who, method, path, json, status, key] of failures(t)) {
		const caller = who === "anonymous" ? t.anonymous : who === "nobody" ? t.bearing(t.unique("no-token")) : t.as(who);
		look((await caller.send(method, path, json ? { json } : {})).is(status), key, status);
	}
}

/** The bodies of refusals. */
export const errorBodies = [
	writing.assumed("ERR-034, ERR-036, ERR-037", "A refusal is JSON with either a message that begins with the status or an error.", [], async (t) => {
		await fail(t, (response, key, status) => {
			t.same("content type", response.header("content-type")?.split(";")[0]?.toLowerCase(), "application/json", response);
			const isOauth = ["invalid_token", "insufficient_scope"].includes(String(response.field("error")));
			const others = Object.keys(response.fields).filter((name) => name !== key && !(isOauth && ["error_description", "scope"].includes(name)));
			t.same("other keys of the refusal", others, [], response);
			if (key === "message" && status > 400) t.holds(`message should begin with ${status}`, response.string(key).startsWith(`${status} `), response);
			if (key === "error") response.string(key);
		});
	}),
	assumed("ERR-035", "Values that fail validation are reported as lists of texts by field.", ["createUser", "createPipeline"], async (t) => {
		const name = t.unique("user");
		const user = { username: name, email: `${name}@conformance.example.com`, password: `pw-${name}-Zq7` };
		const response = (await t.as("administrator").call("createUser", { ...user, name: "n".repeat(256) })).is(400);
		t.holds("message should have a list of texts for name", /\{"message":\{"name":\["/.test(response.compact), response);
		const created = await t.as("owner").call("createPipeline", { id: t.scene("project"), ref: t.unique("nowhere") });
		created.refuses(400, { message: { base: ["Reference not found"] } });
	}),
	writing.assumed("ERR-038", "No refusal repeats a token or password or shows a stack trace.", ["getCurrentUser", "verifyRunner", "createUser"], async (t) => {
		const secret = t.unique("secret-token");
		const name = t.unique("user");
		const responses = [
			await t.anonymous.call("verifyRunner", { token: secret, system_id: "s" }),
			await t.anonymous.call("registerRunner", { token: secret }),
			await t.as("administrator").call("createUser", { username: name, name, email: "no address", password: secret }),
			await t.as("administrator").call("createUser", { username: name, name: "n".repeat(256), email: `${name}@example.com`, password: secret }),
		];
		for (const [, method, path, json] of failures(t)) {
			if (path.includes("no-such")) continue;
			responses.push(await t.bearing(secret).send(method, path, json ? { json } : {}));
			responses.push(await bearer(t, secret).send(method, path, json ? { json } : {}));
			if (method !== "GET") responses.push(await t.anonymous.send(method, path, { form: { private_token: secret, password: secret } }));
		}
		for (const response of responses) {
			t.holds("the request should be refused", response.status >= 400, response);
			const text = response.text + JSON.stringify([...response.exchange.response.headers]);
			t.holds("the refusal should not repeat the secret", !text.includes(secret), response);
			t.holds("the refusal should have no stack trace", !/\bat \S+:\d+|\.(rb|ts|js):\d+/.test(text), response);
		}
	}),
];

/** How invalid parameters are refused. */
export const parameterErrors = [
	writing.assumed(
		"ERR-039..043, ERR-045..048",
		"A request with invalid parameters is refused with 400 and an error that names each of them and the reason.",
		["createPipeline", "createIssueNote", "createReleaseLink", "updateReleaseLink", "createUserRunner", "updateRunner", "listPipelines", "listUsers"],
		async (t) => {
			const [id, ref] = [t.scene("project"), t.scene("ref")];
			const links = { id, tag_name: t.scene("tag_name") };
			const link_id = (await t.given.releaseLink()).number("id");
			const runner = (await t.given.runner()).number("id");
			for (const [operation, params, error] of [
				["createPipeline", { id }, "ref is missing"],
				["createIssueNote", onIssue(t), "body is missing"],
				["createReleaseLink", { ...links, name: "x" }, "url is missing"],
				["createReleaseLink", links, "name is missing, url is missing"],
				["createPipeline", { id, variables: 1 }, "ref is missing, variables is invalid"],
				[
					"createPipeline",
					{ id, variables: [{ value: "1" }, { key: "A", variable_type: "x" }] },
					"ref is missing, variables[0][key] is missing, variables[1][variable_type] does not have a valid value",
				],
				["createPipeline", { id, ref: ["main"] }, "ref is invalid"],
				["createIssueNote", { ...onIssue(t), body: { text: "x" } }, "body is invalid"],
				["createIssueNote", { ...onIssue(t), body: "x", internal: [true] }, "internal is invalid"],
				["updateRunner", { id: runner, maximum_timeout: "long" }, "maximum_timeout is invalid"],
				["updateRunner", { id: nobody, maximum_timeout: "long" }, "maximum_timeout is invalid"],
				["listPipelines", { id, yaml_errors: "x" }, "yaml_errors is invalid"],
				["listUsers", { sort: "sideways" }, "sort does not have a valid value"],
				["listPipelines", { id, order_by: "name" }, "order_by does not have a valid value"],
				["listPipelines", { id, order_by: "x", sort: "y" }, "order_by does not have a valid value, sort does not have a valid value"],
				["createPipeline", { id, ref, variables: [{ key: "A", variable_type: "x" }] }, "variables[0][variable_type] does not have a valid value"],
				["createUserRunner", {}, "runner_type is missing, runner_type does not have a valid value"],
				["updateRunner", { id: runner, active: true, paused: true }, "active, paused are mutually exclusive"],
				["updateReleaseLink", { ...links, link_id }, "name, url are missing, at least one parameter must be provided"],
				["updateReleaseLink", { ...links, link_id, link_type: "image" }, "name, url are missing, at least one parameter must be provided"],
				["listPipelines", { id, per_page: 0 }, "per_page has a value not allowed"],
				["createPipeline", { id, ref, variables: [{ value: "1" }] }, "variables[0][key] is missing"],
				["createPipeline", { id, ref, variables: [{ key: "A" }, { value: "1" }] }, "variables[1][key] is missing"],
			] as const) {
				const response = (await t.as("owner").call(operation, params)).is(400);
				t.same("the refusal", response.string("error").split(", ").sort(), error.split(", ").sort(), response);
			}
			(await t.as("owner").call("getReleaseLink", { ...links, link_id })).is(200).has({ link_type: "other" });
		},
	),
	assumed("ERR-050", "A request with one invalid field is refused and changes no field.", ["updateRunner", "updateIssueNote", "createPipeline"], async (t) => {
		const id = (await t.given.runner()).number("id");
		const note = { ...onIssue(t), note_id: (await t.given.issueNote()).number("id") };
		await unchanged(t, [t.as("owner"), "getRunner", { id }], async () => {
			for (const wrong of [{ maximum_timeout: 5 }, { maximum_timeout: "x" }, { access_level: "none" }, { paused: "perhaps" }])
				(await t.as("owner").call("updateRunner", { id, description: "changed", tag_list: "a", ...wrong })).is(400);
		});
		await unchanged(t, [t.as("developer"), "getIssueNote", note], async () => {
			(await t.as("developer").call("updateIssueNote", { ...note, body: "After", confidential: "maybe" })).is(400);
		});
		const body = t.unique("note");
		(await t.as("developer").call("createIssueNote", { ...onIssue(t), body, created_at: "never" })).is(400);
		const notes = (await t.as("developer").list("listIssueNotes", onIssue(t))).is(200);
		t.holds("no note should be stored", !notes.pluck("body").includes(body), notes);
		const variables = [
			{ key: "A", value: "1" },
			{ key: "B", variable_type: "x" },
		];
		(await t.as("owner").call("createPipeline", { id: t.scene("project"), ref: t.scene("ref"), variables })).is(400);
	}),
];

/** Deleting with a precondition. */
export const unharmed = [
	sharing({ id: "ERR-064/seconds" }).assumed("ERR-064", "If-Unmodified-Since is compared in whole seconds.", ["deletePipeline"], async (t) => {
		const updated_at = "2026-01-04T10:00:00.250Z";
		for (const [since, status] of Object.entries({ "Sun, 04 Jan 2026 09:59:59 GMT": 412, "Sun, 04 Jan 2026 10:00:00 GMT": 204 })) {
			const at = { id: t.scene("project"), pipeline_id: (await t.given.record("pipelines", { project: t.scene("project"), updated_at })).id };
			(await t.as("owner").with({ "if-unmodified-since": since }).call("deletePipeline", at)).is(status);
			(await t.as("owner").call("getPipeline", at)).is(status === 204 ? 404 : 200);
		}
	}),
];
