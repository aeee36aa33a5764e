import { nobody } from "../../generators/least-params";
import { check } from "../../rule/rule";

const user = { operations: ["getCurrentUser"] } as const;

/** An administrator who acts for another. */
export const sudoChecks = [
	check("AUTH-033", async (t) => {
		const { id } = t.user("developer");
		(await t.as("administrator").call("getCurrentUser", { sudo: id })).is(200).has({ id });
	}),
	check(
		"AUTH-034",
		async (t) => {
			const { id } = t.user("developer");
			const root = t.as("administrator");
			(await root.sudo(id).call("getCurrentUser")).is(200).has({ id });
			(await root.send("GET", `/api/v4/user?sudo=${id}`)).is(200).has({ id });
			const target = (await t.make.user()).number("id");
			const message = t.unique("status");
			(await root.send("PUT", "/api/v4/user/status", { json: { sudo: target, message } })).is(200);
			(await root.sudo(target).call("getCurrentUserStatus")).is(200).has({ message });
		},
		{ operations: ["getCurrentUser", "replaceCurrentUserStatus"], effect: "writes" },
	),
	check(
		"AUTH-036",
		async (t) => {
			const { id, username } = t.user("developer");
			for (const who of [id, username, username.toUpperCase()])
				(await t.as("administrator").sudo(who).call("getCurrentUser")).is(200).has({ id });
		},
		user,
	),
	check(
		"AUTH-037",
		async (t) => {
			const asOutsider = t.as("administrator").sudo(t.user("outsider").id);
			(await asOutsider.call("getGroup", { id: t.scene("private_group") })).is(404);
			(await asOutsider.call("listUserMemberships", { id: t.user("developer").id })).is(403);
		},
		{ operations: ["getGroup", "listUserMemberships"] },
	),
	check(
		"AUTH-038",
		async (t) => {
			const where = { id: t.scene("project"), issue_iid: t.scene("issue_iid") };
			const { id } = (await t.make.user()).fields;
			const caller = t.as("administrator").sudo(Number(id));
			const answer = (await caller.call("createIssueNote", { ...where, body: t.unique("note") })).is(201);
			const note_id = answer.number("id");
			t.undo(`note ${note_id}`, () => t.as("owner").call("deleteIssueNote", { ...where, note_id }));
			const author = answer.field("author");
			t.holds("the author should be the one acted for", JSON.stringify(author).includes(`"id":${id}`), answer);
			const pin = (await caller.call("createSupportPin")).is(201).field("pin");
			t.same("the PIN", (await t.as("administrator").call("getUserSupportPin", { id })).is(200).field("pin"), pin);
		},
		{ operations: ["createIssueNote", "createSupportPin"], effect: "writes" },
	),
	check(
		"AUTH-039",
		async (t) => void (await t.anonymous.sudo(1).call("getCurrentUser")).refuses(401, { message: "401 Unauthorized" }),
		user,
	),
	check(
		"AUTH-040",
		async (t) => {
			const answer = await t.as("owner").sudo(t.user("developer").id).call("getCurrentUser");
			answer.refuses(403, { message: "403 Forbidden - Must be admin to use sudo" });
		},
		user,
	),
	check(
		"AUTH-042",
		async (t) => {
			(await t.as("plain-administrator").sudo(t.user("developer").id).call("getCurrentUser")).refuses(403, {
				error: "insufficient_scope",
				error_description: "The request requires higher privileges than provided by the access token.",
				scope: "sudo",
			});
			(await t.as("plain-administrator").call("getCurrentUser")).is(200);
		},
		user,
	),
	check(
		"AUTH-043",
		async (t) => {
			for (const who of [nobody, t.unique("no-such-user")])
				(await t.as("administrator").sudo(who).call("getCurrentUser")).refuses(404, {
					message: `404 User with ID or username '${who}' Not Found`,
				});
		},
		user,
	),
	check(
		"AUTH-044",
		async (t) => {
			const id = (await t.make.runner()).number("id");
			(await t.as("owner").sudo(t.user("developer").id).call("updateRunner", { id, paused: true })).is(403);
			(await t.as("administrator").sudo(nobody).call("updateRunner", { id, paused: true })).is(404);
			(await t.as("owner").call("getRunner", { id })).is(200).has({ paused: false });
		},
		{ operations: ["updateRunner"], effect: "writes" },
	),
	check(
		"AUTH-045",
		async (t) => {
			const root = t.as("administrator");
			(await root.sudo(t.user("developer").id).call("getCurrentUser")).is(200).has({ id: t.user("developer").id });
			(await root.call("getCurrentUser")).is(200).has({ id: t.user("administrator").id });
		},
		user,
	),
];
