import { nobody } from "../../generators/least-params";
import { assumed, rule } from "../../rule/rule";
import { secured } from "../users/administered";

/** Which status an operation has for which outcome. */
export const statusChecks = [
	rule("ERR-003", "No pipeline for the commit → 403.", "getLatestPipeline", async (t) => {
		const answer = await t.as("owner").call("getLatestPipeline", { id: t.scene("project"), ref: t.unique("no-branch") });
		answer.is(403);
	}),
	rule("ERR-004", "Cancelling a pipeline in any state → 200.", "cancelPipeline", async (t) => {
		const at = { id: t.scene("project"), pipeline_id: (await t.given.pipeline()).number("id") };
		for (const _ of [1, 2]) (await t.as("maintainer").call("cancelPipeline", at)).is(200);
	}),
	rule(
		"ERR-005",
		"Any failure of PUT /users/:id once an administrator's well-formed request is read, e-mail conflict included, → 404 (never 400 or 409).",
		"updateUser",
		async (t) => {
			const [one, other] = [await t.given.user(), await t.given.user()];
			const email = (await t.as("administrator").call("getUser", { id: other.number("id") })).is(200).string("email");
			(await t.as("administrator").call("updateUser", { id: one.number("id"), email })).is(404);
			(await t.as("administrator").call("updateUser", { id: nobody, bio: "x" })).is(404);
		},
	),
	rule("ERR-007", "Success → 200; user missing → 404; not an administrator → 403; unsupported `type` → 400.", "listUserMemberships", async (t) => {
		const { id } = t.user("developer");
		const root = t.as("administrator");
		(await root.call("listUserMemberships", { id })).is(200);
		(await root.call("listUserMemberships", { id: nobody })).is(404);
		(await t.as("owner").call("listUserMemberships", { id })).is(403);
		(await root.call("listUserMemberships", { id, type: "Club" })).is(400);
	}),
	rule(
		"ERR-008",
		"Success → 204; 2FA not enabled → 400; not an administrator → 403; user missing → 404.",
		"disableUserTwoFactor",
		async (t) => {
			const root = t.as("administrator");
			const id = await secured(t);
			(await t.as("owner").call("disableUserTwoFactor", { id })).is(403);
			(await root.call("disableUserTwoFactor", { id })).is(204);
			(await root.call("disableUserTwoFactor", { id: (await t.given.user()).number("id") })).is(400);
			(await root.call("disableUserTwoFactor", { id: nobody })).is(404);
		},
		{ effect: "destroys" },
	),
	rule("ERR-010", "Success → 202.", "revokeUserSupportPin", async (t) => {
		const id = (await t.given.user()).number("id");
		(await t.as("administrator").sudo(id).call("createSupportPin")).is(201);
		(await t.as("administrator").call("revokeUserSupportPin", { id })).is(202);
	}),
	rule(
		"ERR-011",
		"Success → 200, also when the token was already revoked.",
		"revokeGroupToken",
		async (t) => {
			const asked = { id: t.scene("group"), token: t.scene("throwaway_personal_token") };
			const first = await t.as("owner").call("revokeGroupToken", asked);
			if (first.status === 404) t.skip("the server does not have the revocation of a group's tokens switched on");
			first.is(200).has({ revoked: true });
			(await t.as("owner").call("revokeGroupToken", asked)).is(200).has({ revoked: true });
		},
		{ effect: "destroys" },
	),
	rule("ERR-022", "Success → 204.", "deleteRunnerByToken", async (t) => {
		const token = (await t.given.runner()).string("token");
		const gone = (await t.anonymous.call("deleteRunnerByToken", { token })).ok;
		t.assume("the status 204", gone.status === 204, gone);
		(await t.anonymous.call("verifyRunner", { token, system_id: "s" })).is(403);
	}),
	rule("ERR-023", "Valid token → 200; invalid → 403.", "verifyRunner", async (t) => {
		const token = (await t.given.runner()).string("token");
		(await t.anonymous.call("verifyRunner", { token, system_id: "s" })).is(200);
		(await t.anonymous.call("verifyRunner", { token: t.unique("wrong"), system_id: "s" })).is(403);
	}),
	rule("ERR-024", "Unassigning a runner from its owner project is an error; the runner stays assigned.", "unassignProjectRunner", async (t) => {
		const runner_id = (await t.given.projectRunner()).number("id");
		const id = t.scene("project");
		const answer = await t.as("owner").call("unassignProjectRunner", { id, runner_id });
		t.holds("the runner should not be unassigned", answer.status >= 400, answer);
		const listed = await t.as("owner").call("listProjectRunners", { id, per_page: 100 });
		t.holds("the runner should still be listed", listed.ids.includes(runner_id), listed);
	}),
	assumed(
		"ERR-025",
		'The owner-project refusal is 403 {"message":"403 Forbidden - You cannot unassign a runner from the owner project. Delete the runner instead"}.',
		"unassignProjectRunner",
		async (t) => {
			const runner_id = (await t.given.projectRunner()).number("id");
			(await t.as("owner").call("unassignProjectRunner", { id: t.scene("project"), runner_id })).refuses(403, {
				message: "403 Forbidden - You cannot unassign a runner from the owner project. Delete the runner instead",
			});
		},
	),
];
