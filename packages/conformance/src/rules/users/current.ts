import { assumed, type Rule, rule } from "../../rule/rule";
import { mustList } from "./listed";
import { person, unknownId } from "./person";

const writes = { effect: "writes" } as const;
const administration = ["is_admin", "note", "namespace_id", "created_by"] as const;

export const currentUsers: readonly Rule[] = [
	assumed("USER-115", "GET /user by a regular user has none of is_admin, note, namespace_id, created_by.", "getCurrentUser", async (t) => {
		(await t.as("developer").call("getCurrentUser"))
			.is(200)
			.shows("email")
			.lacks(...administration);
	}),
	assumed("USER-116", "GET /user by an administrator adds is_admin true, note, namespace_id, created_by.", "getCurrentUser", async (t) => {
		(await t.as("administrator").call("getCurrentUser"))
			.is(200)
			.has({ is_admin: true })
			.shows(...administration);
	}),
	assumed(
		"USER-117",
		"On Premium/Ultimate GET /user of a regular user adds shared_runners_minutes_limit, extra_shared_runners_minutes_limit and scim_identities but not is_auditor or using_license_seat.",
		"getCurrentUser",
		async (t) => {
			const response = (await t.as("developer").call("getCurrentUser")).is(200);
			response.shows("shared_runners_minutes_limit", "extra_shared_runners_minutes_limit", "scim_identities");
			response.lacks("is_auditor", "using_license_seat");
		},
		{ tier: "premium" },
	),
	rule("USER-295", "GET /user answers the record of the token's user.", "getCurrentUser", async (t) => {
		for (const who of ["administrator", "developer", "outsider"] as const) {
			const { id } = t.user(who);
			const own = (await t.as(who).call("getCurrentUser")).is(200).has({ id });
			const known = (await t.as("administrator").call("getUser", { id })).is(200);
			own.has({ username: known.field("username"), email: known.field("email") });
		}
	}),
	assumed("USER-296", 'GET /user without credentials answers 401 {"message":"401 Unauthorized"}.', "getCurrentUser", async (t) => {
		(await t.anonymous.call("getCurrentUser")).refuses(401, { message: "401 Unauthorized" });
	}),
	rule("USER-298", "Administrator: GET /user?sudo=<id of another user> answers that user's record.", "getCurrentUser", async (t) => {
		const { id, username } = t.user("developer");
		(await t.as("administrator").call("getCurrentUser", { sudo: id })).is(200).has({ id, username });
	}),
	assumed("USER-299", "Administrator with sudo of a regular user gets the regular view (no is_admin, no note).", "getCurrentUser", async (t) => {
		const { id } = t.user("developer");
		(await t.as("administrator").call("getCurrentUser", { sudo: id })).is(200).has({ id }).lacks("is_admin", "note");
	}),
	assumed(
		"USER-300",
		"Administrator with sudo of another administrator gets the administrator view of that user.",
		"getCurrentUser",
		async (t) => {
			const { id } = await person(t, { admin: true });
			const response = (await t.as("administrator").call("getCurrentUser", { sudo: id })).is(200);
			response.has({ id, is_admin: true }).shows(...administration);
		},
		writes,
	),
	assumed("USER-301", 'sudo by a non-administrator answers 403 {"message":"403 Forbidden - Must be admin to use sudo"}.', "getCurrentUser", async (t) => {
		(await t.as("owner").call("getCurrentUser", { sudo: t.user("developer").id })).refuses(403, {
			message: "403 Forbidden - Must be admin to use sudo",
		});
	}),
	assumed(
		"USER-302",
		'sudo of an unknown user answers 404 {"message":"404 User with ID or username \'123\' Not Found"} (value echoed).',
		"getCurrentUser",
		async (t) => {
			for (const sudo of [unknownId, t.unique("nobody")])
				(await t.as("administrator").call("getCurrentUser", { sudo })).refuses(404, {
					message: `404 User with ID or username '${sudo}' Not Found`,
				});
		},
	),
	assumed("USER-303", "sudo without credentials answers 401.", "getCurrentUser", async (t) => {
		(await t.anonymous.call("getCurrentUser", { sudo: t.user("developer").id })).refuses(401);
	}),
	assumed("USER-304", "sudo also works with a username (case-insensitive) and as the header `Sudo`.", "getCurrentUser", async (t) => {
		const { id, username } = t.user("developer");
		const administrator = t.as("administrator");
		for (const sudo of [id, username, username.toUpperCase()]) {
			(await administrator.call("getCurrentUser", { sudo })).is(200).has({ id });
			(await administrator.sudo(sudo).call("getCurrentUser")).is(200).has({ id });
		}
	}),
	assumed("USER-305", 'sudo with a token lacking scope sudo answers 403 {"error":"insufficient_scope",…,"scope":"sudo"}.', "getCurrentUser", async (t) => {
		const response = await t.as("plain-administrator").call("getCurrentUser", { sudo: t.user("developer").id });
		response.is(403).has({ error: "insufficient_scope", scope: "sudo" }).shows("error_description");
		(await t.as("plain-administrator").call("getCurrentUser")).is(200);
	}),
	assumed(
		"USER-306",
		"sudo as parameter or header works on every other user and runner endpoint, which then answers with the target's rights.",
		["getUserCounts", "getUserPreferences", "listRunners", "listUserMemberships"],
		async (t) => {
			const administrator = t.as("administrator");
			const { id } = await person(t);
			const target = t.user("developer");
			for (const operation of ["getUserCounts", "getUserPreferences", "getCurrentUserStatus", "listRunners"] as const) {
				const own = (await t.as("developer").call(operation)).is(200);
				for (const answer of [await administrator.call(operation, { sudo: target.id }), await administrator.sudo(target.username).call(operation)])
					t.same(`what ${operation} answers`, answer.is(200).json, own.json, answer);
			}
			// Only for administrators, and the target is none.
			(await administrator.call("listUserMemberships", { id: target.id, sudo: target.id })).refuses(403);
			(await administrator.call("listUserMemberships", { id: target.id })).is(200);
			const pin = (await administrator.sudo(id).call("createSupportPin")).is(201);
			(await administrator.call("getUserSupportPin", { id })).is(200).has({ pin: pin.field("pin") });
			await mustList(t, administrator.sudo(id), { admins: true }, [target.username]);
		},
		{ ...writes },
	),
];
