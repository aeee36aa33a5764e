import { nobody } from "../../generators/least-params";
import { check } from "../../rule/rule";

const notFound = { message: "404 Not found" };

/** What the body of a refusal says. */
export const errorBodies = [
	check(
		"ERR-034",
		async (t) => {
			const owner = t.as("owner");
			(await owner.call("getUser", { id: nobody })).is(404).shows("message").lacks("error");
			(await owner.call("listUsers", { per_page: 0 })).is(400).shows("error").lacks("message");
			(await owner.send("GET", "/api/v4/no-such")).is(404).shows("error").lacks("message");
			(await owner.send("PUT", "/api/v4/user")).is(405).shows("error").lacks("message");
		},
		{ operations: ["getUser", "listUsers"], effect: "writes" },
	),
	check(
		"ERR-035",
		async (t) => {
			const name = t.unique("user");
			const given = { username: name, email: `${name}@conformance.example.com`, password: `pw-${name}-Zq7` };
			const answer = (await t.as("administrator").call("createUser", { ...given, name: "n".repeat(256) })).is(400);
			t.holds("message should hold texts by field", /\{"message":\{"name":\["/.test(answer.text), answer);
		},
		{ operations: ["createUser"] },
	),
	check(
		"ERR-036",
		async (t) => {
			for (const [answer, status] of [
				[await t.as("owner").call("getUser", { id: nobody }), "404"],
				[await t.as("owner").call("listUserMemberships", { id: nobody }), "403"],
				[await t.anonymous.call("getCurrentUser"), "401"],
			] as const)
				t.holds(`the message should begin with ${status}`, answer.string("message").startsWith(`${status} `), answer);
		},
		{ operations: ["getUser", "listUserMemberships"] },
	),
	check(
		"ERR-037",
		async (t) => {
			const id = t.scene("project");
			for (const answer of [
				await t.as("owner").call("getGroupAvatar", { id: nobody }),
				await t.as("owner").call("deletePipeline", { id, pipeline_id: nobody }),
			])
				t.same("content type", answer.is(404).header("content-type")?.split(";")[0], "application/json", answer);
		},
		{ operations: ["getGroupAvatar", "deletePipeline"], effect: "writes" },
	),
	check(
		"ERR-038",
		async (t) => {
			const secret = t.unique("secret-token");
			const name = t.unique("user");
			for (const answer of [
				await t.bearing(secret).call("getCurrentUser"),
				await t.anonymous.call("verifyRunner", { token: secret, system_id: "s" }),
				await t.as("administrator").call("createUser", { username: name, name, email: "no address", password: secret }),
			]) {
				t.holds("the call should be refused", answer.status >= 400, answer);
				t.holds("the error should not repeat the secret", !answer.text.includes(secret), answer);
				t.holds("the error should hold no stack trace", !/\bat \S+:\d+|\.rb:\d+|\.ts:\d+/.test(answer.text), answer);
			}
		},
		{ operations: ["getCurrentUser", "verifyRunner", "createUser"], effect: "writes" },
	),
	check(
		"ERR-049",
		async (t) => {
			const where = { id: t.scene("project"), issue_iid: t.scene("issue_iid") };
			const id = (await t.make.user()).number("id");
			for (const answer of [
				await t.as("developer").call("createIssueNote", { ...where, body: " " }),
				await t.as("administrator").call("disableUserTwoFactor", { id }),
			]) {
				answer.is(400).lacks("error");
				t.holds("message should tell a reason", /^400 Bad request - \S/.test(answer.string("message")), answer);
			}
		},
		{ operations: ["createIssueNote", "disableUserTwoFactor"], effect: "writes" },
	),
	check(
		"ERR-056",
		async (t) => {
			const owner = t.as("owner");
			(await owner.call("listPipelines", { id: nobody })).refuses(404, { message: "404 Project Not Found" });
			(await owner.call("getGroup", { id: nobody })).refuses(404, { message: "404 Group Not Found" });
			(await owner.call("getUser", { id: nobody })).refuses(404, { message: "404 User Not Found" });
		},
		{ operations: ["listPipelines", "getGroup", "getUser"] },
	),
	check(
		"ERR-057",
		async (t) => {
			const owner = t.as("owner");
			const id = t.scene("project");
			(await owner.call("getPipeline", { id, pipeline_id: nobody })).refuses(404, notFound);
			(await owner.call("listIssueNotes", { id, issue_iid: nobody })).refuses(404, notFound);
			(await owner.call("getRunner", { id: nobody })).refuses(404, notFound);
			(await owner.call("getReleaseLink", { id, tag_name: t.scene("tag_name"), link_id: nobody })).refuses(
				404,
				notFound,
			);
		},
		{ operations: ["getPipeline", "listIssueNotes", "getRunner", "getReleaseLink"] },
	),
	check("ERR-062", async (t) => {
		const root = t.as("administrator");
		const taken = (await root.call("getUser", { id: (await t.make.user()).number("id") })).is(200);
		const name = t.unique("user");
		const given = { name, password: `pw-${name}-Zq7` };
		const { username, email } = taken.fields;
		const byEmail = await root.call("createUser", { ...given, username, email });
		byEmail.refuses(409, { message: "Email has already been taken" });
		const byName = await root.call("createUser", { ...given, username, email: `${name}@conformance.example.com` });
		byName.refuses(409, { message: "Username has already been taken" });
	}),
	check("ERR-066", async (t) => {
		const asked = { id: t.scene("group"), token: t.unique("unknown-token") };
		(await t.as("owner").call("revokeGroupToken", asked)).refuses(422, { message: "422 Unprocessable Entity" });
	}),
];
