import { check } from "../../rule/rule";
import { shared } from "./assigned";
import { contact, idsOf, listOf, walk } from "./lists";
import { forbidden, notFound, works } from "./refusals";

const longAgo = { headers: { "If-Unmodified-Since": "Sat, 01 Jan 2000 00:00:00 GMT" } };

export const deleting = [
	check("RUNNER-415", async (t) => {
		const id = (await t.make.projectRunner()).number("id");
		const answer = (await t.as("owner").call("deleteRunner", { id })).is(204);
		t.same("the body", answer.text, "", answer);
		(await t.as("owner").call("getRunner", { id })).is(404);
		for (const name of ["listRunners", "listAllRunners", "listProjectRunners"] as const)
			t.holds(`${name} should not have it`, !idsOf(await walk(listOf(t, name))).includes(id));
	}),
	check("RUNNER-422", async (t) => {
		const { id } = await shared(t);
		const message = "403 Forbidden - Runner associated with more than one project";
		for (const who of ["maintainer", "owner"] as const)
			(await t.as(who).call("deleteRunner", { id })).refuses(403, { message });
		(await t.as("administrator").call("deleteRunner", { id })).is(204);
	}),
	check("RUNNER-424", async (t) => {
		const id = (await t.make.projectRunner()).number("id");
		(await t.as("owner").call("deleteRunner", { id })).is(204);
		(await t.as("owner").call("deleteRunner", { id })).refuses(404, notFound);
	}),
	check("RUNNER-425", async (t) => {
		const id = (await t.make.projectRunner()).number("id");
		(await t.as("owner").call("deleteRunner", { id }, longAgo)).refuses(412, { message: "412 Precondition Failed" });
		(await t.as("owner").call("getRunner", { id })).is(200);
	}),
	check("RUNNER-426", async (t) => {
		const runner = await t.make.projectRunner();
		t.holds("the token should work", await works(t, runner.string("token")));
		(await t.as("owner").call("deleteRunner", { id: runner.number("id") })).is(204);
		t.holds("it should work no more", !(await works(t, runner.string("token"))));
	}),
	check("RUNNER-427", async (t) => {
		const id = (await t.make.projectRunner()).number("id");
		const maintainer = t.as("maintainer");
		(await maintainer.call("unassignProjectRunner", { id: t.scene("project"), runner_id: id })).is(400, 403, 422);
		(await maintainer.call("deleteRunner", { id })).is(204);
	}),
	check("RUNNER-429", async (t) => {
		const [gone, kept] = [await t.make.projectRunner(), await t.make.projectRunner()];
		(await t.anonymous.call("deleteRunnerByToken", { token: gone.string("token") })).is(204);
		(await t.as("owner").call("getRunner", { id: gone.number("id") })).is(404);
		(await t.as("owner").call("getRunner", { id: kept.number("id") })).is(200);
	}),
	check("RUNNER-430", async (t) => {
		(await t.anonymous.call("deleteRunnerByToken")).refuses(400, { error: "token is missing" });
	}),
	check("RUNNER-431", async (t) => {
		(await t.anonymous.call("deleteRunnerByToken", { token: t.unique("token") })).refuses(403, forbidden);
		const token = (await t.make.projectRunner()).string("token");
		(await t.anonymous.call("deleteRunnerByToken", { token })).is(204);
		(await t.anonymous.call("deleteRunnerByToken", { token })).refuses(403, forbidden);
	}),
	check("RUNNER-432", async (t) => {
		for (const caller of [t.anonymous, t.as("guest")])
			(await caller.call("deleteRunnerByToken", { token: (await t.make.instanceRunner()).string("token") })).is(204);
	}),
	check("RUNNER-433", async (t) => {
		const runner = await t.make.projectRunner();
		const [id, token] = [runner.number("id"), runner.string("token")];
		await contact(t, token);
		(await t.as("owner").call("listRunnerManagers", { id })).is(200).every("there", () => true);
		(await t.anonymous.call("deleteRunnerByToken", { token })).is(204);
		(await t.as("owner").call("listRunnerManagers", { id })).is(404);
	}),
	check("RUNNER-434", async (t) => {
		const token = (await t.make.projectRunner()).string("token");
		(await t.anonymous.call("deleteRunnerByToken", { token }, longAgo)).is(412);
		t.holds("the token should work still", await works(t, token));
	}),
	check("RUNNER-435", async (t) => {
		for (const as of ["query", "json", "form"] as const) {
			const token = (await t.make.projectRunner()).string("token");
			(await t.anonymous.call("deleteRunnerByToken", { token }, { as })).is(204);
			t.holds("the token should work no more", !(await works(t, token)));
		}
	}),
];
