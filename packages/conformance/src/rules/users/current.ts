import { type Check, check } from "../../rule/rule";
import { mustList } from "./listed";
import { person, unknownId } from "./person";

const writes = { effect: "writes" } as const;
const administration = ["is_admin", "note", "namespace_id", "created_by"] as const;

export const currentUsers: readonly Check[] = [
	check("USER-115", async (t) => {
		(await t.as("developer").call("getCurrentUser"))
			.is(200)
			.shows("email")
			.lacks(...administration);
	}),
	check("USER-116", async (t) => {
		(await t.as("administrator").call("getCurrentUser"))
			.is(200)
			.has({ is_admin: true })
			.shows(...administration);
	}),
	check(
		"USER-117",
		async (t) => {
			const told = (await t.as("developer").call("getCurrentUser")).is(200);
			told.shows("shared_runners_minutes_limit", "extra_shared_runners_minutes_limit", "scim_identities");
			told.lacks("is_auditor", "using_license_seat");
		},
		{ tier: "premium" },
	),
	check("USER-295", async (t) => {
		for (const who of ["administrator", "developer", "outsider"] as const) {
			const { id } = t.user(who);
			const own = (await t.as(who).call("getCurrentUser")).is(200).has({ id });
			const known = (await t.as("administrator").call("getUser", { id })).is(200);
			own.has({ username: known.field("username"), email: known.field("email") });
		}
	}),
	check("USER-296", async (t) => {
		(await t.anonymous.call("getCurrentUser")).refuses(401, { message: "401 Unauthorized" });
	}),
	check("USER-298", async (t) => {
		const { id, username } = t.user("developer");
		(await t.as("administrator").call("getCurrentUser", { sudo: id })).is(200).has({ id, username });
	}),
	check("USER-299", async (t) => {
		const { id } = t.user("developer");
		(await t.as("administrator").call("getCurrentUser", { sudo: id })).is(200).has({ id }).lacks("is_admin", "note");
	}),
	check(
		"USER-300",
		async (t) => {
			const { id } = await person(t, { admin: true });
			const told = (await t.as("administrator").call("getCurrentUser", { sudo: id })).is(200);
			told.has({ id, is_admin: true }).shows(...administration);
		},
		writes,
	),
	check("USER-301", async (t) => {
		(await t.as("owner").call("getCurrentUser", { sudo: t.user("developer").id })).refuses(403, {
			message: "403 Forbidden - Must be admin to use sudo",
		});
	}),
	check("USER-302", async (t) => {
		for (const sudo of [unknownId, t.unique("nobody")])
			(await t.as("administrator").call("getCurrentUser", { sudo })).refuses(404, {
				message: `404 User with ID or username '${sudo}' Not Found`,
			});
	}),
	check("USER-303", async (t) => {
		(await t.anonymous.call("getCurrentUser", { sudo: t.user("developer").id })).refuses(401);
	}),
	check("USER-304", async (t) => {
		const { id, username } = t.user("developer");
		const administrator = t.as("administrator");
		for (const sudo of [id, username, username.toUpperCase()]) {
			(await administrator.call("getCurrentUser", { sudo })).is(200).has({ id });
			(await administrator.sudo(sudo).call("getCurrentUser")).is(200).has({ id });
		}
	}),
	check("USER-305", async (t) => {
		const told = await t.as("plain-administrator").call("getCurrentUser", { sudo: t.user("developer").id });
		told.is(403).has({ error: "insufficient_scope", scope: "sudo" }).shows("error_description");
		(await t.as("plain-administrator").call("getCurrentUser")).is(200);
	}),
	check(
		"USER-306",
		async (t) => {
			const administrator = t.as("administrator");
			const { id } = await person(t);
			const target = t.user("developer");
			for (const operation of ["getUserCounts", "getUserPreferences", "getCurrentUserStatus", "listRunners"] as const) {
				const own = (await t.as("developer").call(operation)).is(200);
				for (const answer of [
					await administrator.call(operation, { sudo: target.id }),
					await administrator.sudo(target.username).call(operation),
				])
					t.same(`what ${operation} answers`, answer.is(200).json, own.json, answer);
			}
			// Only for administrators, and the target is none.
			(await administrator.call("listUserMemberships", { id: target.id, sudo: target.id })).refuses(403);
			(await administrator.call("listUserMemberships", { id: target.id })).is(200);
			const pin = (await administrator.sudo(id).call("createSupportPin")).is(201);
			(await administrator.call("getUserSupportPin", { id })).is(200).has({ pin: pin.field("pin") });
			await mustList(t, administrator.sudo(id), { admins: true }, [target.username]);
		},
		{ ...writes, operations: ["getUserCounts", "getUserPreferences", "listRunners", "listUserMemberships"] },
	),
];
