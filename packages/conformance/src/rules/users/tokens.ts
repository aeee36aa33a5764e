import { type OperationId, operations } from "@tenon/contract";
import type { ActorName } from "../../rule/actors";
import type { Params } from "../../rule/address";
import type { Answer } from "../../rule/answer";
import type { Caller } from "../../rule/caller";
import type { Trial } from "../../rule/context";
import { type Check, check } from "../../rule/rule";
import { person, recordOf } from "./person";
import { avatar } from "./picture";

const isUsers = (id: OperationId): boolean => operations[id].domain === "users";
// The table's keys are its ids; Object.keys forgets that.
const ids = (Object.keys(operations) as OperationId[]).filter(isUsers);
const reads = ids.filter((id) => operations[id].verb === "GET");
const writes = ids.filter((id) => operations[id].verb !== "GET");
const options = { effect: "writes" as const, operations: ids };

/** What every write needs to be taken for one. */
function bodyOf(t: Trial, id: OperationId): Params {
	const name = t.unique("user");
	const email = `${name}@conformance.example.com`;
	const bodies: { readonly [id in OperationId]?: Params } = {
		createUser: { username: name, name, email, reset_password: true },
		updateUser: { name },
		updateUserPreferences: {
			view_diffs_file_by_file: true,
			show_whitespace_in_diffs: true,
			pass_user_identities_to_ci_jwt: true,
		},
		setUserAvatar: { avatar: avatar("a.png", 100) },
		createUserRunner: { runner_type: "instance_type", description: name },
		replaceCurrentUserStatus: { message: name },
		updateCurrentUserStatus: { message: name },
	};
	return bodies[id] ?? {};
}

/** Calls an operation of users on a user. */
const send = (t: Trial, caller: Caller, operation: OperationId, id: number): Promise<Answer> => {
	const place = { id, id_or_username: id, provider: "ldapmain" };
	const inPath = operations[operation].parameters.filter((one) => one.in === "path").map(({ name }) => name);
	const params = Object.fromEntries(Object.entries(place).filter(([name]) => inPath.includes(name)));
	const as = operation === "setUserAvatar" ? "multipart" : "json";
	return caller.call(operation, { ...params, ...bodyOf(t, operation) }, { as });
};

/** A user with all that users can have, so that every read of them succeeds. */
async function whole(t: Trial) {
	const made = await person(t, { provider: "ldapmain", extern_uid: t.unique("uid") });
	(await made.caller.call("createSupportPin")).is(201);
	return made;
}

/** Each of the writes must be refused for want of a scope, and change nothing of the user. */
async function refusesWrites(t: Trial, who: ActorName): Promise<void> {
	const { id } = await whole(t);
	const before = (await recordOf(t, id)).fields;
	for (const operation of writes)
		(await send(t, t.as(who), operation, id)).is(403).has({ error: "insufficient_scope" });
	t.same("the user", (await recordOf(t, id)).fields, before);
}

/** Reads that anyone who is signed in may make. */
const open = reads.filter(
	(id) => !["listUserMemberships", "getUserSupportPin", "getSupportPin", "getUserAssociationsCount"].includes(id),
);

async function reading(t: Trial, who: ActorName): Promise<void> {
	const own = t.user(who);
	for (const operation of [...open, "getUserAssociationsCount"] as const)
		(await send(t, t.as(who), operation, own.id)).is(200);
	// A user without a PIN is told so; a token without the scope would be refused.
	(await t.as(who).call("getSupportPin")).is(200, 404);
}

export const userTokens: readonly Check[] = [
	check(
		"USER-712",
		async (t) => {
			const { id, caller } = await whole(t);
			const administrator = t.as("administrator");
			for (const operation of reads) {
				const own = operation === "getSupportPin" ? caller : administrator;
				(await send(t, own, operation, id)).is(200);
			}
			// The header of the administrator's token lets the writes of the made user through, too.
			for (const operation of ["updateUserPreferences", "replaceCurrentUserStatus", "setUserAvatar"] as const)
				(await send(t, caller, operation, id)).ok;
			for (const operation of ["updateUser", "deleteUserIdentity", "revokeUserSupportPin", "deleteUser"] as const)
				(await send(t, administrator, operation, id)).ok;
		},
		options,
	),
	check(
		"USER-713",
		async (t) => {
			const { id } = t.user("outsider");
			const caller = t.bearing(`${t.unique("unknown")}-token`);
			for (const operation of ids) (await send(t, caller, operation, id)).refuses(401, { message: "401 Unauthorized" });
		},
		options,
	),
	check(
		"USER-714",
		async (t) => {
			const { id } = t.user("outsider");
			for (const who of ["expired", "revoked"] as const)
				for (const operation of ids) {
					const told = await send(t, t.as(who), operation, id);
					told.is(401).has({ error: "invalid_token" }).shows("error_description");
				}
		},
		options,
	),
	check(
		"USER-715",
		async (t) => {
			const told = (await t.as("blocked").call("getCurrentUser")).is(403);
			t.holds("the message should be of the blocked account", /blocked/i.test(told.string("message")), told);
			(await t.as("blocked").call("listUsers")).is(403);
		},
		{ effect: "reads", operations: ["getCurrentUser", "listUsers"] },
	),
	check(
		"USER-716",
		async (t) => {
			await reading(t, "user-reader");
			await refusesWrites(t, "user-reader");
		},
		options,
	),
	check(
		"USER-717",
		async (t) => {
			await reading(t, "read-only");
			await refusesWrites(t, "read-only");
		},
		options,
	),
	check(
		"USER-718",
		async (t) => {
			const { id, caller } = await person(t);
			const before = (await recordOf(t, id)).fields;
			const headers = { "content-type": "application/json" };
			for (const [who, verb, path] of [
				[t.as("administrator"), "POST", "/api/v4/users"],
				[t.as("administrator"), "PUT", `/api/v4/users/${id}`],
				[caller, "PUT", "/api/v4/user/status"],
				[caller, "PATCH", "/api/v4/user/status"],
				[caller, "PUT", "/api/v4/user/preferences"],
				[caller, "POST", "/api/v4/user/runners"],
			] as const)
				(await who.send(verb, path, { body: '{"name": ', headers })).refuses(400);
			t.same("the user", (await recordOf(t, id)).fields, before);
		},
		options,
	),
	check(
		"USER-719",
		async (t) => {
			const { caller } = await person(t);
			const others = { show_whitespace_in_diffs: true, pass_user_identities_to_ci_jwt: false };
			for (const as of ["query", "form", "json"] as const)
				for (const [view_diffs_file_by_file, expected] of [
					["true", true],
					["0", false],
					["1", true],
					["false", false],
				] as const) {
					const told = await caller.call("updateUserPreferences", { ...others, view_diffs_file_by_file }, { as });
					told.is(200).has({ ...others, view_diffs_file_by_file: expected });
				}
		},
		options,
	),
	check(
		"USER-720",
		async (t) => {
			for (const as of ["query", "form", "json"] as const) {
				const { id } = await person(t);
				const changes = { name: `Sent by ${as}`, location: "Oslo & Bergen" };
				(await t.as("administrator").call("updateUser", { id, ...changes }, { as })).is(200).has(changes);
				(await recordOf(t, id)).has(changes);
			}
		},
		options,
	),
	check(
		"USER-721",
		async (t) => {
			for (const [verb, path, verbs] of [
				["POST", "/api/v4/user", ["GET"]],
				["DELETE", "/api/v4/user/status", ["GET", "PUT", "PATCH"]],
				["PATCH", "/api/v4/users", ["GET", "POST"]],
				["GET", "/api/v4/user/avatar", ["PUT"]],
			] as const) {
				const told = (await t.as("administrator").send(verb, path)).refuses(405, { error: "405 Not Allowed" });
				const allow = (told.header("allow") ?? "").split(/,\s*/);
				t.holds(
					`Allow should name ${verbs.join(", ")}`,
					verbs.every((one) => allow.includes(one)),
					told,
				);
				t.holds(`Allow should not name ${verb}`, !allow.includes(verb), told);
			}
		},
		options,
	),
];
