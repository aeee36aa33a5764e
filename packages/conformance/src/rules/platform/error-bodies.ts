import { nobody } from "../../generators/least-params";
import { assumed } from "../../rule/rule";

const notFound = { message: "404 Not found" };

/** What the body of a refusal says. */
export const errorBodies = [
	assumed(
		"ERR-034",
		"Errors the application raises carry `message`; errors of parameter validation, unknown route, wrong method and OAuth carry `error`; never a third key in their place.",
		["getUser", "listUsers"],
		async (t) => {
			const owner = t.as("owner");
			(await owner.call("getUser", { id: nobody })).is(404).shows("message").lacks("error");
			(await owner.call("listUsers", { per_page: 0 })).is(400).shows("error").lacks("message");
			(await owner.send("GET", "/api/v4/no-such")).is(404).shows("error").lacks("message");
			(await owner.send("PUT", "/api/v4/user")).is(405).shows("error").lacks("message");
		},
		{ effect: "writes" },
	),
	assumed(
		"ERR-035",
		'`message` of a model validation failure is an object of field → array of texts, e.g. {"message":{"path":["has already been taken"]}}.',
		["createUser"],
		async (t) => {
			const name = t.unique("user");
			const given = { username: name, email: `${name}@conformance.example.com`, password: `pw-${name}-Zq7` };
			const answer = (await t.as("administrator").call("createUser", { ...given, name: "n".repeat(256) })).is(400);
			t.holds("message should hold texts by field", /\{"message":\{"name":\["/.test(answer.text), answer);
		},
	),
	assumed(
		"ERR-036",
		'`message` of a status error starts with the status, e.g. "404 Project Not Found", "403 Forbidden", "400 Bad request - <reason>".',
		["getUser", "listUserMemberships"],
		async (t) => {
			for (const [answer, status] of [
				[await t.as("owner").call("getUser", { id: nobody }), "404"],
				[await t.as("owner").call("listUserMemberships", { id: nobody }), "403"],
				[await t.anonymous.call("getCurrentUser"), "401"],
			] as const)
				t.holds(`the message should begin with ${status}`, answer.string("message").startsWith(`${status} `), answer);
		},
	),
	assumed(
		"ERR-037",
		"Error responses are application/json even when the success body would be binary or empty.",
		["getGroupAvatar", "deletePipeline"],
		async (t) => {
			const id = t.scene("project");
			for (const answer of [
				await t.as("owner").call("getGroupAvatar", { id: nobody }),
				await t.as("owner").call("deletePipeline", { id, pipeline_id: nobody }),
			])
				t.same("content type", answer.is(404).header("content-type")?.split(";")[0], "application/json", answer);
		},
		{ effect: "writes" },
	),
	assumed(
		"ERR-038",
		"Error bodies never contain the caller's token, a runner token, a password or a stack trace.",
		["getCurrentUser", "verifyRunner", "createUser"],
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
		{ effect: "writes" },
	),
	assumed(
		"ERR-049",
		'Other rejected requests → 400 {"message":"400 Bad request - <reason>"}.',
		["createIssueNote", "disableUserTwoFactor"],
		async (t) => {
			const where = { id: t.scene("project"), issue_iid: t.scene("issue_iid") };
			const id = (await t.given.user()).number("id");
			for (const answer of [
				await t.as("developer").call("createIssueNote", { ...where, body: " " }),
				await t.as("administrator").call("disableUserTwoFactor", { id }),
			]) {
				answer.is(400).lacks("error");
				t.holds("message should tell a reason", /^400 Bad request - \S/.test(answer.string("message")), answer);
			}
		},
		{ effect: "writes" },
	),
	assumed(
		"ERR-056",
		'Named look-ups answer 404 {"message":"404 Project Not Found" | "404 Group Not Found" | "404 User Not Found" | "404 Key Not Found" | "404 Identity Not Found" | "404 Avatar Not Found"}.',
		["listPipelines", "getGroup", "getUser"],
		async (t) => {
			const owner = t.as("owner");
			(await owner.call("listPipelines", { id: nobody })).refuses(404, { message: "404 Project Not Found" });
			(await owner.call("getGroup", { id: nobody })).refuses(404, { message: "404 Group Not Found" });
			(await owner.call("getUser", { id: nobody })).refuses(404, { message: "404 User Not Found" });
		},
	),
	assumed(
		"ERR-057",
		'A missing record inside a found parent (pipeline, note, issue IID, runner, link, token ID) → 404 {"message":"404 Not found"} with small f.',
		["getPipeline", "listIssueNotes", "getRunner", "getReleaseLink"],
		async (t) => {
			const owner = t.as("owner");
			const id = t.scene("project");
			(await owner.call("getPipeline", { id, pipeline_id: nobody })).refuses(404, notFound);
			(await owner.call("listIssueNotes", { id, issue_iid: nobody })).refuses(404, notFound);
			(await owner.call("getRunner", { id: nobody })).refuses(404, notFound);
			(await owner.call("getReleaseLink", { id, tag_name: t.scene("tag_name"), link_id: nobody })).refuses(404, notFound);
		},
	),
	assumed(
		"ERR-062",
		'E-mail already taken → 409 {"message":"Email has already been taken"}; username → 409 {"message":"Username has already been taken"}; e-mail is checked first.',
		"createUser",
		async (t) => {
			const root = t.as("administrator");
			const taken = (await root.call("getUser", { id: (await t.given.user()).number("id") })).is(200);
			const name = t.unique("user");
			const given = { name, password: `pw-${name}-Zq7` };
			const { username, email } = taken.fields;
			const byEmail = await root.call("createUser", { ...given, username, email });
			byEmail.refuses(409, { message: "Email has already been taken" });
			const byName = await root.call("createUser", { ...given, username, email: `${name}@conformance.example.com` });
			byName.refuses(409, { message: "Username has already been taken" });
		},
	),
	assumed("ERR-066", 'Failure to revoke → 422 {"message":"422 Unprocessable Entity"}.', "revokeGroupToken", async (t) => {
		const asked = { id: t.scene("group"), token: t.unique("unknown-token") };
		(await t.as("owner").call("revokeGroupToken", asked)).refuses(422, { message: "422 Unprocessable Entity" });
	}),
];
