import { nobody } from "../../generators/least-params";
import { assumed, destroying, rule } from "../../rule/rule";
import { secured } from "../users/administered";

/** Which status an operation has for which outcome. */
export const statusChecks = [
	rule("ERR-003", "The latest pipeline of a ref without one is refused with 403.", "getLatestPipeline", async (t) => {
		const response = await t.as("owner").call("getLatestPipeline", { id: t.scene("project"), ref: t.unique("no-branch") });
		response.is(403);
	}),
	rule("ERR-004", "A pipeline in any state can be canceled, with status 200.", "cancelPipeline", async (t) => {
		const at = { id: t.scene("project"), pipeline_id: (await t.given.pipeline()).number("id") };
		for (const _ of [1, 2]) (await t.as("maintainer").call("cancelPipeline", at)).is(200);
	}),
	rule("ERR-005", "A user's change that fails has status 404, even for an e-mail address that is taken.", "updateUser", async (t) => {
		const [one, other] = [await t.given.user(), await t.given.user()];
		const email = (await t.as("administrator").call("getUser", { id: other.number("id") })).is(200).string("email");
		(await t.as("administrator").call("updateUser", { id: one.number("id"), email })).is(404);
		(await t.as("administrator").call("updateUser", { id: nobody, bio: "x" })).is(404);
	}),
	rule("ERR-007", "Memberships: 404 for an unknown user, 403 for others than administrators, 400 for an unknown type.", "listUserMemberships", async (t) => {
		const { id } = t.user("developer");
		const root = t.as("administrator");
		(await root.call("listUserMemberships", { id })).is(200);
		(await root.call("listUserMemberships", { id: nobody })).is(404);
		(await t.as("owner").call("listUserMemberships", { id })).is(403);
		(await root.call("listUserMemberships", { id, type: "Club" })).is(400);
	}),
	destroying.rule(
		"ERR-008",
		"Switching off two factors: 204, or 400 if they are off, 403 for others than administrators, and 404 for an unknown user.",
		"disableUserTwoFactor",
		async (t) => {
			const root = t.as("administrator");
			const id = await secured(t);
			(await t.as("owner").call("disableUserTwoFactor", { id })).is(403);
			(await root.call("disableUserTwoFactor", { id })).is(204);
			(await root.call("disableUserTwoFactor", { id: (await t.given.user()).number("id") })).is(400);
			(await root.call("disableUserTwoFactor", { id: nobody })).is(404);
		},
	),
	rule("ERR-010", "A revoked support PIN has status 202.", "revokeUserSupportPin", async (t) => {
		const id = (await t.given.user()).number("id");
		(await t.as("administrator").sudo(id).call("createSupportPin")).is(201);
		(await t.as("administrator").call("revokeUserSupportPin", { id })).is(202);
	}),
	rule("ERR-011", "A group's token can be revoked twice, each time with status 200.", "revokeGroupToken", async (t) => {
		const asked = { id: t.scene("group"), token: t.scene("throwaway_personal_token") };
		const first = await t.as("owner").call("revokeGroupToken", asked);
		if (first.status === 404) t.skip("the server does not have the revocation of a group's tokens switched on");
		first.is(200).has({ revoked: true });
		(await t.as("owner").call("revokeGroupToken", asked)).is(200).has({ revoked: true });
	}),
	rule("ERR-022", "A runner deleted by its token has status 204.", "deleteRunnerByToken", async (t) => {
		const token = (await t.given.runner()).string("token");
		const gone = (await t.anonymous.call("deleteRunnerByToken", { token })).ok;
		t.assume("the status 204", gone.status === 204, gone);
		(await t.anonymous.call("verifyRunner", { token, system_id: "s" })).is(403);
	}),
	rule("ERR-023", "A valid runner token has status 200, an invalid one 403.", "verifyRunner", async (t) => {
		const token = (await t.given.runner()).string("token");
		(await t.anonymous.call("verifyRunner", { token, system_id: "s" })).is(200);
		(await t.anonymous.call("verifyRunner", { token: t.unique("wrong"), system_id: "s" })).is(403);
	}),
	rule("ERR-024", "A runner cannot be unassigned from the project that owns it.", "unassignProjectRunner", async (t) => {
		const runner_id = (await t.given.projectRunner()).number("id");
		const id = t.scene("project");
		const response = await t.as("owner").call("unassignProjectRunner", { id, runner_id });
		t.holds("the runner should not be unassigned", response.status >= 400, response);
		const listed = await t.as("owner").call("listProjectRunners", { id, per_page: 100 });
		t.holds("the runner should still be listed", listed.ids.includes(runner_id), listed);
	}),
	assumed("ERR-025", "That refusal is 403, and says to delete the runner instead.", "unassignProjectRunner", async (t) => {
		const runner_id = (await t.given.projectRunner()).number("id");
		(await t.as("owner").call("unassignProjectRunner", { id: t.scene("project"), runner_id })).refuses(403, {
			message: "403 Forbidden - You cannot unassign a runner from the owner project. Delete the runner instead",
		});
	}),
];
