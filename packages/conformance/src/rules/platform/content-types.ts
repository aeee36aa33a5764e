import { check } from "../../rule/rule";

/** Types of what is sent, and of what comes back. */
export const contentTypes = [
	check(
		"CONV-045",
		async (t) => {
			const headers = { "content-type": "text/csv" };
			(await t.as("owner").send("PUT", "/api/v4/user/status", { body: "a,b", headers })).refuses(415, {
				error: "The provided content-type 'text/csv' is not supported.",
			});
		},
		{ operations: ["replaceCurrentUserStatus"], effect: "writes" },
	),
	check(
		"CONV-046",
		async (t) => {
			const id = (await t.make.runner()).number("id");
			const before = (await t.as("owner").call("getRunner", { id })).json;
			const headers = { "content-type": "application/json" };
			(await t.as("owner").send("PUT", `/api/v4/runners/${id}`, { body: '{"paused": tru', headers })).is(400);
			t.same("the runner", (await t.as("owner").call("getRunner", { id })).json, before);
		},
		{ operations: ["updateRunner"], effect: "writes" },
	),
	check(
		"CONV-047",
		async (t) => {
			const id = (await t.make.user()).number("id");
			const caller = t.as("administrator").sudo(id);
			const headers = { "content-type": "application/json" };
			(await caller.send("PUT", "/api/v4/user/status", { body: "", headers })).is(200);
		},
		{ operations: ["replaceCurrentUserStatus"], effect: "writes" },
	),
	check("CONV-048", async (t) => {
		const answer = await t.as("owner").with({ accept: "application/vnd.ms-excel" }).call("getCurrentUser");
		answer.is(406);
		t.holds("the error should say so", answer.string("error").startsWith("The requested format"), answer);
	}),
	check("ERR-061", async (t) => {
		const unread = await t.as("owner").with({ accept: "application/vnd.ms-excel" }).call("getCurrentUser");
		unread.is(406).shows("error");
		const headers = { "content-type": "application/xml" };
		(await t.as("owner").send("PUT", "/api/v4/user/status", { body: "<a/>", headers })).is(415).shows("error");
	}),
	check(
		"CONV-050",
		async (t) => {
			for (const operation of ["getCurrentUser", "listUsers", "listRunners", "listGroups"] as const) {
				const answer = (await t.as("owner").call(operation)).is(200);
				t.same("content type", answer.header("content-type")?.split(";")[0], "application/json", answer);
			}
		},
		{ operations: ["getCurrentUser", "listUsers"] },
	),
];
