import { nobody } from "../../generators/least-params";
import { assumed, rule } from "../../rule/rule";

const _user = { operations: ["getCurrentUser"] } as const;

/** An administrator who acts for another. */
export const sudoChecks = [
	rule("AUTH-033", "An administrator sending `sudo=<user id>` on GET /user gets that user's record.", "getCurrentUser", async (t) => {
		const { id } = t.user("developer");
		(await t.as("administrator").call("getCurrentUser", { sudo: id })).is(200).has({ id });
	}),
	assumed(
		"AUTH-034",
		"`sudo` works on every REST endpoint, as query parameter, body parameter or `Sudo` header.",
		["getCurrentUser", "replaceCurrentUserStatus"],
		async (t) => {
			const { id } = t.user("developer");
			const root = t.as("administrator");
			(await root.sudo(id).call("getCurrentUser")).is(200).has({ id });
			(await root.send("GET", `/api/v4/user?sudo=${id}`)).is(200).has({ id });
			const target = (await t.given.user()).number("id");
			const message = t.unique("status");
			(await root.send("PUT", "/api/v4/user/status", { json: { sudo: target, message } })).is(200);
			(await root.sudo(target).call("getCurrentUserStatus")).is(200).has({ message });
		},
		{ effect: "writes" },
	),
	assumed("AUTH-036", "The sudo value may be a numeric ID or a username (case-insensitive); both give the same result.", "getCurrentUser", async (t) => {
		const { id, username } = t.user("developer");
		for (const who of [id, username, username.toUpperCase()]) (await t.as("administrator").sudo(who).call("getCurrentUser")).is(200).has({ id });
	}),
	assumed(
		"AUTH-037",
		"Under sudo everything runs with the target's rights: an administrator acting as a regular user gets that user's regular view and 403/404 where the user would.",
		["getGroup", "listUserMemberships"],
		async (t) => {
			const asOutsider = t.as("administrator").sudo(t.user("outsider").id);
			(await asOutsider.call("getGroup", { id: t.scene("private_group") })).is(404);
			(await asOutsider.call("listUserMemberships", { id: t.user("developer").id })).is(403);
		},
	),
	assumed(
		"AUTH-038",
		"Records created under sudo (note, pipeline, runner, PIN) belong to the target user.",
		["createIssueNote", "createSupportPin"],
		async (t) => {
			const where = { id: t.scene("project"), issue_iid: t.scene("issue_iid") };
			const { id } = (await t.given.user()).fields;
			const caller = t.as("administrator").sudo(Number(id));
			const answer = (await caller.call("createIssueNote", { ...where, body: t.unique("note") })).is(201);
			const note_id = answer.number("id");
			t.undo(`note ${note_id}`, () => t.as("owner").call("deleteIssueNote", { ...where, note_id }));
			const author = answer.field("author");
			t.holds("the author should be the one acted for", JSON.stringify(author).includes(`"id":${id}`), answer);
			const pin = (await caller.call("createSupportPin")).is(201).field("pin");
			t.same("the PIN", (await t.as("administrator").call("getUserSupportPin", { id })).is(200).field("pin"), pin);
		},
		{ effect: "writes" },
	),
	assumed(
		"AUTH-039",
		'sudo without any credential → 401 {"message":"401 Unauthorized"}.',
		"getCurrentUser",
		async (t) => void (await t.anonymous.sudo(1).call("getCurrentUser")).refuses(401, { message: "401 Unauthorized" }),
	),
	assumed("AUTH-040", 'sudo by a non-administrator → 403 {"message":"403 Forbidden - Must be admin to use sudo"}.', "getCurrentUser", async (t) => {
		const answer = await t.as("owner").sudo(t.user("developer").id).call("getCurrentUser");
		answer.refuses(403, { message: "403 Forbidden - Must be admin to use sudo" });
	}),
	assumed(
		"AUTH-042",
		'sudo with an administrator token lacking scope sudo → 403 {"error":"insufficient_scope",…,"scope":"sudo"}.',
		"getCurrentUser",
		async (t) => {
			(await t.as("plain-administrator").sudo(t.user("developer").id).call("getCurrentUser")).refuses(403, {
				error: "insufficient_scope",
				error_description: "The request requires higher privileges than provided by the access token.",
				scope: "sudo",
			});
			(await t.as("plain-administrator").call("getCurrentUser")).is(200);
		},
	),
	assumed(
		"AUTH-043",
		'sudo to an unknown ID or username 123 → 404 {"message":"404 User with ID or username \'123\' Not Found"}.',
		"getCurrentUser",
		async (t) => {
			for (const who of [nobody, t.unique("no-such-user")])
				(await t.as("administrator").sudo(who).call("getCurrentUser")).refuses(404, {
					message: `404 User with ID or username '${who}' Not Found`,
				});
		},
	),
	assumed(
		"AUTH-044",
		"A refused sudo request performs nothing.",
		["updateRunner"],
		async (t) => {
			const id = (await t.given.runner()).number("id");
			(await t.as("owner").sudo(t.user("developer").id).call("updateRunner", { id, paused: true })).is(403);
			(await t.as("administrator").sudo(nobody).call("updateRunner", { id, paused: true })).is(404);
			(await t.as("owner").call("getRunner", { id })).is(200).has({ paused: false });
		},
		{ effect: "writes" },
	),
	assumed("AUTH-045", "sudo applies to one request only; the next request without it runs as the administrator.", "getCurrentUser", async (t) => {
		const root = t.as("administrator");
		(await root.sudo(t.user("developer").id).call("getCurrentUser")).is(200).has({ id: t.user("developer").id });
		(await root.call("getCurrentUser")).is(200).has({ id: t.user("administrator").id });
	}),
];
