import { type OperationId, operations } from "@tenon/contract";
import type { Params } from "../../rule/address";
import type { Caller } from "../../rule/caller";
import type { Context } from "../../rule/context";
import type { ApiResponse } from "../../rule/response";
import { assumed, type Rule } from "../../rule/rule";
import { picture } from "./fields";
import { inVain, isListed, isRefused, newcomer, type Person, person, recordOf, type Someone, writes, writing } from "./lab";

// The table's keys are its ids; Object.keys forgets that.
const all = (Object.keys(operations) as OperationId[]).filter((id) => operations[id].domain === "users");
const reads = all.filter((id) => operations[id].verb === "GET");
const changes = all.filter((id) => operations[id].verb !== "GET");

/** What a request of an operation needs beside the user. */
function bodyOf(t: Context, id: OperationId): Params {
	const fresh = newcomer(t);
	const bodies: { readonly [id in OperationId]?: Params } = {
		createUser: fresh,
		updateUser: { name: fresh.name },
		updateUserPreferences: { view_diffs_file_by_file: true, show_whitespace_in_diffs: true, pass_user_identities_to_ci_jwt: true },
		setUserAvatar: { avatar: picture("a.png") },
		createUserRunner: { runner_type: "instance_type", description: fresh.name },
		replaceCurrentUserStatus: { message: fresh.name },
		updateCurrentUserStatus: { message: fresh.name },
	};
	return bodies[id] ?? {};
}

/** Calls an operation of users on a user. */
const send = (t: Context, caller: Caller, operation: OperationId, id: number): Promise<ApiResponse> => {
	const place: Params = { id, id_or_username: id, provider: "ldapmain" };
	const inPath = operations[operation].parameters.filter((one) => one.in === "path").map(({ name }) => [name, place[name]]);
	const as = operation === "setUserAvatar" ? "multipart" : "json";
	return caller.call(operation, { ...Object.fromEntries(inPath), ...bodyOf(t, operation) }, { as });
};

/** A user with all that users can have, so that every operation on them succeeds. */
async function whole(t: Context): Promise<Person> {
	const made = await person(t, { provider: "ldapmain", extern_uid: t.unique("uid") });
	(await made.caller.call("createSupportPin")).ok;
	return made;
}

/** Every operation must be refused for this caller, and change nothing of the user. */
async function refuses(t: Context, caller: Caller, chosen: readonly OperationId[], check: (response: ApiResponse) => unknown): Promise<void> {
	const { id } = await whole(t);
	for (const operation of chosen) check(await inVain(t, id, () => send(t, caller, operation, id)));
}

/** A token that reads must read everything, and write nothing. */
async function onlyReads(t: Context, who: "user-reader" | "read-only", scope: string): Promise<void> {
	const [caller, own] = [t.as(who), t.user(who)];
	// A user without a PIN has none to read; a token without the scope would be refused.
	for (const operation of reads.filter((id) => id !== "listUserMemberships" && id !== "getUserSupportPin"))
		(await send(t, caller, operation, own.id)).is(...(operation === "getSupportPin" ? [200, 404] : [200]));
	const missing = (response: ApiResponse) => response.is(403).has({ error: "insufficient_scope" });
	await refuses(t, caller, changes, missing);
	if (!t.given.hasControl) return;
	const { id } = await whole(t);
	const administrator = t.user("administrator").username;
	const strong = t.bearing(String((await t.given.record("tokens", { user: administrator, text: t.unique("token"), scopes: [scope] })).text));
	(await t.as("administrator").call("createSupportPin")).ok;
	for (const operation of reads) (await send(t, strong, operation, id)).is(200);
	await refuses(t, strong, changes, missing);
}

/** Tokens, scopes and the ways to send parameters, on every operation of users. */
export const userTokens: readonly Rule[] = [
	writing.rule("USER-712", "A token in the header PRIVATE-TOKEN opens every operation.", all, async (t) => {
		const { id, caller } = await whole(t);
		const administrator = t.as("administrator");
		for (const operation of reads) (await send(t, operation === "getSupportPin" ? caller : administrator, operation, id)).ok;
		for (const operation of ["updateUserPreferences", "replaceCurrentUserStatus", "updateCurrentUserStatus", "setUserAvatar", "createSupportPin"] as const)
			(await send(t, caller, operation, id)).ok;
		for (const operation of ["updateUser", "deleteUserIdentity", "revokeUserSupportPin", "deleteUser"] as const)
			(await send(t, administrator, operation, id)).ok;
	}),
	writing.assumed("USER-713", "An unknown token is refused (401), where none is needed too.", all, async (t) => {
		await refuses(t, t.bearing(`${t.unique("unknown")}-token`), all, (response) => response.refuses(401, { message: "401 Unauthorized" }));
		(await t.bearing(`${t.unique("unknown")}-token`).call("listUsers", { username: t.user("developer").username })).refuses(401);
	}),
	writing.assumed("USER-714", "A revoked or expired token is refused (401), and the refusal says so.", all, async (t) => {
		for (const who of ["expired", "revoked"] as const)
			await refuses(t, t.as(who), all, (response) => {
				response.is(401).has({ error: "invalid_token" }).shows("error_description");
				t.holds(`error_description with "${who}"`, response.string("error_description").includes(who), response);
			});
	}),
	writing.assumed("USER-715", "The token of a blocked user is refused (403) on every operation, and the refusal says so.", all, async (t) => {
		await refuses(t, t.as("blocked"), all, (response) => {
			response.is(403);
			t.holds("message about the blocked account", /blocked/i.test(response.string("message")), response);
		});
		(await t.as("blocked").call("listUsers", { username: t.user("developer").username })).is(403);
	}),
	assumed("USER-716", "A token of scope read_user reads users and changes nothing.", all, async (t) => await onlyReads(t, "user-reader", "read_user"), writes),
	assumed("USER-717", "A token of scope read_api reads users and changes nothing.", all, async (t) => await onlyReads(t, "read-only", "read_api"), writes),
	writing.assumed("USER-718", "JSON that cannot be parsed is refused (400).", all, async (t) => {
		const { id, caller } = await person(t);
		const inBody = changes.filter((operation) => operations[operation].body?.types.includes("application/json"));
		for (const operation of inBody) {
			const path = `/api/v4${operations[operation].path.replace("{id}", String(id))}`;
			const who = path.startsWith("/api/v4/user/") ? caller : t.as("administrator");
			for (const body of ['{"name": ', "name"])
				(await inVain(t, id, () => who.send(operations[operation].verb, path, { body, headers: { "content-type": "application/json" } }))).refuses(400);
		}
	}),
	writing.assumed("USER-719", "Flags are true, false, 1 and 0, in text too.", all, async (t) => {
		const { caller } = await person(t);
		const others = { show_whitespace_in_diffs: true, pass_user_identities_to_ci_jwt: false };
		for (const as of ["query", "form", "json"] as const)
			for (const [view_diffs_file_by_file, expected] of Object.entries({ true: true, 0: false, 1: true, false: false })) {
				const response = await caller.call("updateUserPreferences", { ...others, view_diffs_file_by_file }, { as });
				response.is(200).has({ ...others, view_diffs_file_by_file: expected });
			}
		for (const as of ["query", "form", "multipart", "json"] as const) {
			const sent = { ...newcomer(t), external: "1", skip_confirmation: "true" };
			const made = (await t.as("administrator").call("createUser", sent, { as })).is(201).has({ username: sent.username, external: true });
			const id = made.number("id");
			t.undo(`user ${id}`, () => t.as("administrator").call("deleteUser", { id, hard_delete: true }));
			t.holds("the address confirmed", made.field("confirmed_at") !== null, made);
		}
	}),
	writing.rule("USER-720", "Parameters may travel in the query, in a form or as JSON.", all, async (t) => {
		const target: Someone = await person(t);
		for (const as of ["query", "form", "json"] as const) {
			const sent = { name: `Sent by ${as}`, location: `Oslo & ${as}=ü`, external: as !== "form" };
			(await t.as("administrator").call("updateUser", { id: target.id, ...sent }, { as })).ok.has(sent);
			(await recordOf(t, target.id)).has(sent);
			(await target.caller.call("replaceCurrentUserStatus", { message: as, emoji: "tea" }, { as })).ok.has({ message: as, emoji: "tea" });
			const { username, ...rest } = newcomer(t);
			isRefused(t, await t.as("administrator").call("createUser", rest, { as }));
			t.holds("no user without a name", !(await isListed(t.as("administrator"), username)));
		}
	}),
	writing.assumed("USER-721", "Another verb is refused (405), with the verbs that there are.", all, async (t) => {
		for (const [verb, path, verbs] of [
			["POST", "/api/v4/user", ["GET"]],
			["DELETE", "/api/v4/user/status", ["GET", "PUT", "PATCH"]],
			["PATCH", "/api/v4/users", ["GET", "POST"]],
			["PUT", "/api/v4/user/activities", ["GET"]],
			["GET", "/api/v4/user/avatar", ["PUT"]],
		] as const) {
			const response = (await t.as("administrator").send(verb, path)).refuses(405, { error: "405 Not Allowed" });
			const allow = (response.header("allow") ?? "").split(/,\s*/);
			t.same(
				`Allow without ${verb}`,
				verbs.filter((one) => allow.includes(one)),
				verbs,
				response,
			);
			t.holds(`Allow without ${verb}`, !allow.includes(verb), response);
		}
	}),
];
