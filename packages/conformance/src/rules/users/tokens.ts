import { type OperationId, operations } from "@tenon/contract";
import type { ActorName } from "../../rule/actors";
import type { Params } from "../../rule/address";
import type { Answer } from "../../rule/answer";
import type { Caller } from "../../rule/caller";
import type { Context } from "../../rule/context";
import { assumed, type Rule, rule } from "../../rule/rule";
import { person, recordOf } from "./person";
import { avatar } from "./picture";

const isUsers = (id: OperationId): boolean => operations[id].domain === "users";
// The table's keys are its ids; Object.keys forgets that.
const ids = (Object.keys(operations) as OperationId[]).filter(isUsers);
const reads = ids.filter((id) => operations[id].verb === "GET");
const writes = ids.filter((id) => operations[id].verb !== "GET");
const _options = { effect: "writes" as const, operations: ids };

/** What every write needs to be taken for one. */
function bodyOf(t: Context, id: OperationId): Params {
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
const send = (t: Context, caller: Caller, operation: OperationId, id: number): Promise<Answer> => {
	const place = { id, id_or_username: id, provider: "ldapmain" };
	const inPath = operations[operation].parameters.filter((one) => one.in === "path").map(({ name }) => name);
	const params = Object.fromEntries(Object.entries(place).filter(([name]) => inPath.includes(name)));
	const as = operation === "setUserAvatar" ? "multipart" : "json";
	return caller.call(operation, { ...params, ...bodyOf(t, operation) }, { as });
};

/** A user with all that users can have, so that every read of them succeeds. */
async function whole(t: Context) {
	const made = await person(t, { provider: "ldapmain", extern_uid: t.unique("uid") });
	(await made.caller.call("createSupportPin")).is(201);
	return made;
}

/** Each of the writes must be refused for want of a scope, and change nothing of the user. */
async function refusesWrites(t: Context, who: ActorName): Promise<void> {
	const { id } = await whole(t);
	const before = (await recordOf(t, id)).fields;
	for (const operation of writes) (await send(t, t.as(who), operation, id)).is(403).has({ error: "insufficient_scope" });
	t.same("the user", (await recordOf(t, id)).fields, before);
}

/** Reads that anyone who is signed in may make. */
const open = reads.filter((id) => !["listUserMemberships", "getUserSupportPin", "getSupportPin", "getUserAssociationsCount"].includes(id));

async function reading(t: Context, who: ActorName): Promise<void> {
	const own = t.user(who);
	for (const operation of [...open, "getUserAssociationsCount"] as const) (await send(t, t.as(who), operation, own.id)).is(200);
	// A user without a PIN is told so; a token without the scope would be refused.
	(await t.as(who).call("getSupportPin")).is(200, 404);
}

export const userTokens: readonly Rule[] = [
	rule(
		"USER-712",
		"A token sent in header PRIVATE-TOKEN authenticates every user endpoint.",
		ids,
		async (t) => {
			const { id, caller } = await whole(t);
			const administrator = t.as("administrator");
			for (const operation of reads) {
				const own = operation === "getSupportPin" ? caller : administrator;
				(await send(t, own, operation, id)).is(200);
			}
			// The header of the administrator's token lets the writes of the made user through, too.
			for (const operation of ["updateUserPreferences", "replaceCurrentUserStatus", "setUserAvatar"] as const) (await send(t, caller, operation, id)).ok;
			for (const operation of ["updateUser", "deleteUserIdentity", "revokeUserSupportPin", "deleteUser"] as const)
				(await send(t, administrator, operation, id)).ok;
		},
		{ effect: "writes" as const },
	),
	assumed(
		"USER-713",
		'An unknown token answers 401 {"message":"401 Unauthorized"} on user endpoints, also on those open to anonymous callers.',
		ids,
		async (t) => {
			const { id } = t.user("outsider");
			const caller = t.bearing(`${t.unique("unknown")}-token`);
			for (const operation of ids) (await send(t, caller, operation, id)).refuses(401, { message: "401 Unauthorized" });
		},
		{ effect: "writes" as const },
	),
	assumed(
		"USER-714",
		'A revoked or expired token answers 401 with {"error":"invalid_token","error_description":…}.',
		ids,
		async (t) => {
			const { id } = t.user("outsider");
			for (const who of ["expired", "revoked"] as const)
				for (const operation of ids) {
					const response = await send(t, t.as(who), operation, id);
					response.is(401).has({ error: "invalid_token" }).shows("error_description");
				}
		},
		{ effect: "writes" as const },
	),
	assumed(
		"USER-715",
		"Token of a blocked user answers 403 with a message about the blocked account.",
		["getCurrentUser", "listUsers"],
		async (t) => {
			const response = (await t.as("blocked").call("getCurrentUser")).is(403);
			t.holds("the message should be of the blocked account", /blocked/i.test(response.string("message")), response);
			(await t.as("blocked").call("listUsers")).is(403);
		},
		{ effect: "reads" },
	),
	assumed(
		"USER-716",
		"A token with scope read_user may GET /users*, /user* but gets 403 insufficient_scope on POST, PUT, PATCH, DELETE there.",
		ids,
		async (t) => {
			await reading(t, "user-reader");
			await refusesWrites(t, "user-reader");
		},
		{ effect: "writes" as const },
	),
	assumed(
		"USER-717",
		"A token with scope read_api may GET every user endpoint and gets 403 insufficient_scope on writes.",
		ids,
		async (t) => {
			await reading(t, "read-only");
			await refusesWrites(t, "read-only");
		},
		{ effect: "writes" as const },
	),
	assumed(
		"USER-718",
		"A non-JSON-parsable body sent as application/json answers 400 on user writes.",
		ids,
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
		{ effect: "writes" as const },
	),
	assumed(
		"USER-719",
		'User endpoints accept params as query, form fields or JSON body alike; booleans also as "true"/"false"/"1"/"0" text.',
		ids,
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
					const response = await caller.call("updateUserPreferences", { ...others, view_diffs_file_by_file }, { as });
					response.is(200).has({ ...others, view_diffs_file_by_file: expected });
				}
		},
		{ effect: "writes" as const },
	),
	rule(
		"USER-720",
		"User endpoints accept parameters as query parameters, form fields or a JSON body.",
		ids,
		async (t) => {
			for (const as of ["query", "form", "json"] as const) {
				const { id } = await person(t);
				const changes = { name: `Sent by ${as}`, location: "Oslo & Bergen" };
				(await t.as("administrator").call("updateUser", { id, ...changes }, { as })).is(200).has(changes);
				(await recordOf(t, id)).has(changes);
			}
		},
		{ effect: "writes" as const },
	),
	assumed(
		"USER-721",
		'A verb not defined on a user path (e.g. POST /user) answers 405 {"error":"405 Not Allowed"} with an Allow header.',
		ids,
		async (t) => {
			for (const [verb, path, verbs] of [
				["POST", "/api/v4/user", ["GET"]],
				["DELETE", "/api/v4/user/status", ["GET", "PUT", "PATCH"]],
				["PATCH", "/api/v4/users", ["GET", "POST"]],
				["GET", "/api/v4/user/avatar", ["PUT"]],
			] as const) {
				const response = (await t.as("administrator").send(verb, path)).refuses(405, { error: "405 Not Allowed" });
				const allow = (response.header("allow") ?? "").split(/,\s*/);
				t.holds(
					`Allow should name ${verbs.join(", ")}`,
					verbs.every((one) => allow.includes(one)),
					response,
				);
				t.holds(`Allow should not name ${verb}`, !allow.includes(verb), response);
			}
		},
		{ effect: "writes" as const },
	),
];
