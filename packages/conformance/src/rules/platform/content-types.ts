import { assumed, rule } from "../../rule/rule";

/** Types of what is sent, and of what comes back. */
export const contentTypes = [
	assumed(
		"CONV-045",
		'A body whose content type is none of JSON, urlencoded, multipart → 415 {"error":"The provided content-type \'<type>\' is not supported."}.',
		["replaceCurrentUserStatus"],
		async (t) => {
			const headers = { "content-type": "text/csv" };
			(await t.as("owner").send("PUT", "/api/v4/user/status", { body: "a,b", headers })).refuses(415, {
				error: "The provided content-type 'text/csv' is not supported.",
			});
		},
		{ effect: "writes" },
	),
	assumed(
		"CONV-046",
		"A malformed JSON body → 400; the body may be JSON with `error` or plain text; no state changes.",
		["updateRunner"],
		async (t) => {
			const id = (await t.given.runner()).number("id");
			const before = (await t.as("owner").call("getRunner", { id })).json;
			const headers = { "content-type": "application/json" };
			(await t.as("owner").send("PUT", `/api/v4/runners/${id}`, { body: '{"paused": tru', headers })).is(400);
			t.same("the runner", (await t.as("owner").call("getRunner", { id })).json, before);
		},
		{ effect: "writes" },
	),
	assumed(
		"CONV-047",
		"An empty body with `Content-Type: application/json` is accepted by an endpoint without required body parameters.",
		["replaceCurrentUserStatus"],
		async (t) => {
			const id = (await t.given.user()).number("id");
			const caller = t.as("administrator").sudo(id);
			const headers = { "content-type": "application/json" };
			(await caller.send("PUT", "/api/v4/user/status", { body: "", headers })).is(200);
		},
		{ effect: "writes" },
	),
	assumed("CONV-048", 'An `Accept` naming a format the API does not serve → 406 {"error":"The requested format \'<x>\' is not supported."}.', [], async (t) => {
		const answer = await t.as("owner").with({ accept: "application/vnd.ms-excel" }).call("getCurrentUser");
		answer.is(406);
		t.holds("the error should say so", answer.string("error").startsWith("The requested format"), answer);
	}),
	assumed("ERR-061", 'Unserved response format → 406; unsupported body type → 415; both in the {"error":…} family.', [], async (t) => {
		const unread = await t.as("owner").with({ accept: "application/vnd.ms-excel" }).call("getCurrentUser");
		unread.is(406).shows("error");
		const headers = { "content-type": "application/xml" };
		(await t.as("owner").send("PUT", "/api/v4/user/status", { body: "<a/>", headers })).is(415).shows("error");
	}),
	rule(
		"CONV-050",
		"Responses are JSON unless the endpoint says otherwise (only the group avatar download is binary).",
		["getCurrentUser", "listUsers"],
		async (t) => {
			for (const operation of ["getCurrentUser", "listUsers", "listRunners", "listGroups"] as const) {
				const answer = (await t.as("owner").call(operation)).is(200);
				t.same("content type", answer.header("content-type")?.split(";")[0], "application/json", answer);
			}
		},
	),
];
