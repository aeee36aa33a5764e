import { nobody } from "../../generators/least-params";
import { check } from "../../rule/rule";
import { secured } from "../users/two-factor";

/** Which status an operation has for which outcome. */
export const statusChecks = [
	check("ERR-003", async (t) => {
		const answer = await t
			.as("owner")
			.call("getLatestPipeline", { id: t.scene("project"), ref: t.unique("no-branch") });
		answer.is(403);
	}),
	check("ERR-004", async (t) => {
		const at = { id: t.scene("project"), pipeline_id: (await t.make.pipeline()).number("id") };
		for (const _ of [1, 2]) (await t.as("maintainer").call("cancelPipeline", at)).is(200);
	}),
	check("ERR-005", async (t) => {
		const [one, other] = [await t.make.user(), await t.make.user()];
		const email = (await t.as("administrator").call("getUser", { id: other.number("id") })).is(200).string("email");
		(await t.as("administrator").call("updateUser", { id: one.number("id"), email })).is(404);
		(await t.as("administrator").call("updateUser", { id: nobody, bio: "x" })).is(404);
	}),
	check("ERR-007", async (t) => {
		const { id } = t.user("developer");
		const root = t.as("administrator");
		(await root.call("listUserMemberships", { id })).is(200);
		(await root.call("listUserMemberships", { id: nobody })).is(404);
		(await t.as("owner").call("listUserMemberships", { id })).is(403);
		(await root.call("listUserMemberships", { id, type: "Club" })).is(400);
	}),
	check(
		"ERR-008",
		async (t) => {
			const root = t.as("administrator");
			const id = await secured(t);
			(await t.as("owner").call("disableUserTwoFactor", { id })).is(403);
			(await root.call("disableUserTwoFactor", { id })).is(204);
			(await root.call("disableUserTwoFactor", { id: (await t.make.user()).number("id") })).is(400);
			(await root.call("disableUserTwoFactor", { id: nobody })).is(404);
		},
		{ effect: "destroys" },
	),
	check("ERR-010", async (t) => {
		const id = (await t.make.user()).number("id");
		(await t.as("administrator").sudo(id).call("createSupportPin")).is(201);
		(await t.as("administrator").call("revokeUserSupportPin", { id })).is(202);
	}),
	check(
		"ERR-011",
		async (t) => {
			const asked = { id: t.scene("group"), token: t.scene("throwaway_personal_token") };
			const first = await t.as("owner").call("revokeGroupToken", asked);
			if (first.status === 404) t.skip("the server does not have the revocation of a group's tokens switched on");
			first.is(200).has({ revoked: true });
			(await t.as("owner").call("revokeGroupToken", asked)).is(200).has({ revoked: true });
		},
		{ effect: "destroys" },
	),
	check("ERR-022", async (t) => {
		const token = (await t.make.runner()).string("token");
		(await t.anonymous.call("deleteRunnerByToken", { token })).is(204);
	}),
	check("ERR-023", async (t) => {
		const token = (await t.make.runner()).string("token");
		(await t.anonymous.call("verifyRunner", { token, system_id: "s" })).is(200);
		(await t.anonymous.call("verifyRunner", { token: t.unique("wrong"), system_id: "s" })).is(403);
	}),
	check("ERR-024", async (t) => {
		const runner_id = (await t.make.projectRunner()).number("id");
		const id = t.scene("project");
		const answer = await t.as("owner").call("unassignProjectRunner", { id, runner_id });
		t.holds("the runner should not be unassigned", answer.status >= 400, answer);
		const listed = await t.as("owner").call("listProjectRunners", { id, per_page: 100 });
		t.holds("the runner should still be listed", listed.ids.includes(runner_id), listed);
	}),
	check("ERR-025", async (t) => {
		const runner_id = (await t.make.projectRunner()).number("id");
		(await t.as("owner").call("unassignProjectRunner", { id: t.scene("project"), runner_id })).refuses(403, {
			message: "403 Forbidden - You cannot unassign a runner from the owner project. Delete the runner instead",
		});
	}),
];
