import { assumed, rule } from "../../rule/rule";
import { shared } from "./assigned";
import { contact, idsOf, listOf, walk } from "./lists";
import { forbidden, notFound, works } from "./refusals";

const longAgo = { headers: { "If-Unmodified-Since": "Sat, 01 Jan 2000 00:00:00 GMT" } };

export const deleting = [
	assumed(
		"RUNNER-415",
		"Success answers 204 with an empty body; GET /runners/:id then answers 404 and the runner is in no list.",
		"deleteRunner",
		async (t) => {
			const id = (await t.given.projectRunner()).number("id");
			const answer = (await t.as("owner").call("deleteRunner", { id })).is(204);
			t.same("the body", answer.text, "", answer);
			(await t.as("owner").call("getRunner", { id })).is(404);
			for (const name of ["listRunners", "listAllRunners", "listProjectRunners"] as const)
				t.holds(`${name} should not have it`, !idsOf(await walk(listOf(t, name))).includes(id));
		},
	),
	assumed(
		"RUNNER-422",
		'A project runner assigned to more than one project: 403 {"message":"403 Forbidden - Runner associated with more than one project"} for a non-administrator; 204 for an administrator.',
		"deleteRunner",
		async (t) => {
			const { id } = await shared(t);
			const message = "403 Forbidden - Runner associated with more than one project";
			for (const who of ["maintainer", "owner"] as const) (await t.as(who).call("deleteRunner", { id })).refuses(403, { message });
			(await t.as("administrator").call("deleteRunner", { id })).is(204);
		},
	),
	assumed("RUNNER-424", "A second delete answers 404.", "deleteRunner", async (t) => {
		const id = (await t.given.projectRunner()).number("id");
		(await t.as("owner").call("deleteRunner", { id })).is(204);
		(await t.as("owner").call("deleteRunner", { id })).refuses(404, notFound);
	}),
	assumed(
		"RUNNER-425",
		'If-Unmodified-Since earlier than the runner\'s last change answers 412 {"message":"412 Precondition Failed"} and keeps the runner.',
		"deleteRunner",
		async (t) => {
			const id = (await t.given.projectRunner()).number("id");
			(await t.as("owner").call("deleteRunner", { id }, longAgo)).refuses(412, { message: "412 Precondition Failed" });
			(await t.as("owner").call("getRunner", { id })).is(200);
		},
	),
	assumed("RUNNER-426", "After delete the authentication token no longer verifies (403).", "deleteRunner", async (t) => {
		const runner = await t.given.projectRunner();
		t.holds("the token should work", await works(t, runner.string("token")));
		(await t.as("owner").call("deleteRunner", { id: runner.number("id") })).is(204);
		t.holds("it should work no more", !(await works(t, runner.string("token"))));
	}),
	rule(
		"RUNNER-427",
		"A runner may be removed from its owner project only by deleting it: DELETE /runners/:id by its Maintainer succeeds where the unassign fails.",
		"deleteRunner",
		async (t) => {
			const id = (await t.given.projectRunner()).number("id");
			const maintainer = t.as("maintainer");
			(await maintainer.call("unassignProjectRunner", { id: t.scene("project"), runner_id: id })).is(400, 403, 422);
			(await maintainer.call("deleteRunner", { id })).is(204);
		},
	),
	rule("RUNNER-429", "A valid token answers 204 and deletes exactly that runner.", "deleteRunnerByToken", async (t) => {
		const [gone, kept] = [await t.given.projectRunner(), await t.given.projectRunner()];
		(await t.anonymous.call("deleteRunnerByToken", { token: gone.string("token") })).is(204);
		(await t.as("owner").call("getRunner", { id: gone.number("id") })).is(404);
		(await t.as("owner").call("getRunner", { id: kept.number("id") })).is(200);
	}),
	assumed("RUNNER-430", 'Missing token answers 400 {"error":"token is missing"}.', "deleteRunnerByToken", async (t) => {
		(await t.anonymous.call("deleteRunnerByToken")).refuses(400, { error: "token is missing" });
	}),
	assumed(
		"RUNNER-431",
		'An unknown token answers 403 {"message":"403 Forbidden"}; so does a second call with the same token.',
		"deleteRunnerByToken",
		async (t) => {
			(await t.anonymous.call("deleteRunnerByToken", { token: t.unique("token") })).refuses(403, forbidden);
			const token = (await t.given.projectRunner()).string("token");
			(await t.anonymous.call("deleteRunnerByToken", { token })).is(204);
			(await t.anonymous.call("deleteRunnerByToken", { token })).refuses(403, forbidden);
		},
	),
	assumed("RUNNER-432", "No access token is needed, and the caller's role is not checked.", "deleteRunnerByToken", async (t) => {
		for (const caller of [t.anonymous, t.as("guest")])
			(await caller.call("deleteRunnerByToken", { token: (await t.given.instanceRunner()).string("token") })).is(204);
	}),
	assumed("RUNNER-433", "The runner's managers are removed with it.", "deleteRunnerByToken", async (t) => {
		const runner = await t.given.projectRunner();
		const [id, token] = [runner.number("id"), runner.string("token")];
		await contact(t, token);
		(await t.as("owner").call("listRunnerManagers", { id })).is(200).every("there", () => true);
		(await t.anonymous.call("deleteRunnerByToken", { token })).is(204);
		(await t.as("owner").call("listRunnerManagers", { id })).is(404);
	}),
	assumed("RUNNER-434", "If-Unmodified-Since earlier than the runner's last change answers 412.", "deleteRunnerByToken", async (t) => {
		const token = (await t.given.projectRunner()).string("token");
		(await t.anonymous.call("deleteRunnerByToken", { token }, longAgo)).is(412);
		t.holds("the token should work still", await works(t, token));
	}),
	assumed("RUNNER-435", "The token is accepted as query parameter and as body field.", "deleteRunnerByToken", async (t) => {
		for (const as of ["query", "json", "form"] as const) {
			const token = (await t.given.projectRunner()).string("token");
			(await t.anonymous.call("deleteRunnerByToken", { token }, { as })).is(204);
			t.holds("the token should work no more", !(await works(t, token)));
		}
	}),
];
