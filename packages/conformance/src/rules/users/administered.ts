import { distinct } from "../../laws/every-state";
import type { Params } from "../../rule/address";
import type { Caller } from "../../rule/caller";
import { account } from "../../rule/callers";
import type { Context } from "../../rule/context";
import type { Fields } from "../../rule/response";
import { assumed, type Rule, rule } from "../../rule/rule";
import { changeUser, destroys, inVain, listIn, listUsers, one, others, type Person, person, recordOf, sample } from "./lab";

const levels = { guest: 10, planner: 15, reporter: 20, developer: 30, maintainer: 40, owner: 50 };
const roles = ["guest", "reporter", "developer", "maintainer", "owner"] as const;
type Role = (typeof roles)[number];
const kinds = ["Namespace", "Project"] as const;

const memberships = (t: Context, id: number, params: object = {}, caller = t.as("administrator")) => caller.list("listUserMemberships", { id, ...params });
const rowsOf = async (t: Context, id: number, params: object = {}): Promise<readonly Fields[]> => (await memberships(t, id, params)).is(200).items;
const has = (rows: readonly Fields[], type: string, id: unknown): boolean => rows.some((row) => row.source_type === type && row.source_id === id);

/** A user who is a direct member of a group and of a project, and the expected memberships if they are known. */
async function memberOfBoth(t: Context): Promise<{ id: number; rows?: readonly Fields[] }> {
	if (t.given.hasControl) {
		const { id, username } = await account(t);
		const realm = t.unique("realm");
		const group = await t.given.record("groups", { full_path: realm, name: "The Realm", members: { [username]: "developer" } });
		const tool = await t.given.record("projects", { full_path: `${realm}/tool`, name: "Tool", members: { [username]: "maintainer" } });
		await t.given.record("projects", { full_path: `${realm}/sub/thing` });
		const [member] = await t.given.records("members", { user: username, project: `${realm}/tool` });
		// A membership counts until it expires.
		await t.given.change("members", Number(member?.id), { expires_at: "2099-01-01" });
		return {
			id,
			rows: [
				{ source_id: group.id, source_name: "The Realm", source_type: "Namespace", access_level: 30 },
				{ source_id: tool.id, source_name: "Tool", source_type: "Project", access_level: 40 },
			],
		};
	}
	for (const who of roles) {
		const { id } = t.user(who);
		const types = (await rowsOf(t, id)).map(({ source_type }) => source_type);
		if (kinds.every((kind) => types.includes(kind))) return { id };
	}
	return t.skip("one of the run's users has to be a direct member of a group and of a project");
}

const notEnabled = { message: "400 Bad request - Two-factor authentication is not enabled for this user" };
const admins = "403 Forbidden - Two-factor authentication for admins cannot be disabled via the API";
const disable = (t: Context, id: number, caller: Caller = t.as("administrator")) => caller.call("disableUserTwoFactor", { id });

/** The id of a user with two-factor authentication, who is not an administrator. */
export async function secured(t: Context): Promise<number> {
	if (t.given.hasControl) return (await account(t, { two_factor_enabled: true })).id;
	const isSecured = (user: Fields) => user.two_factor_enabled === true && user.is_admin === false;
	return Number(one(t, await sample(t), "has two-factor authentication and is not an administrator", isSecured).id);
}

/** The same, as an administrator until the end of the rule. */
async function securedAdministrator(t: Context): Promise<number> {
	const id = await secured(t);
	t.undo("the role of administrator", () => changeUser(t, id, { admin: false }));
	(await changeUser(t, id, { admin: true })).ok.has({ is_admin: true, two_factor_enabled: true });
	return id;
}
/** On a server without the control API all rules of two-factor authentication share one such user. */
const shared = { alone: "the user with two-factor authentication" } as const;

const providers = ["ldapmain", "ldapmain2"];
/** A user with an identity at each of two providers. The name of one begins with the name of the other. */
async function identified(t: Context, more: Params = {}): Promise<Person> {
	const who = await person(t, { ...more, provider: "ldapmain", extern_uid: t.unique("uid") });
	(await changeUser(t, who.id, { provider: "ldapmain2", extern_uid: t.unique("uid") })).ok;
	return who;
}
const remove = (t: Context, id: number, provider: string, caller: Caller = t.as("administrator")) => caller.call("deleteUserIdentity", { id, provider });
const providersOf = async (t: Context, id: number): Promise<readonly unknown[]> =>
	listIn(await recordOf(t, id), "identities")
		.map(({ provider }) => provider)
		.sort();

/** Reading memberships, disabling two-factor authentication and deleting identities, all by administrators. */
export const administeredUsers: readonly Rule[] = [
	assumed("USER-139", "A membership's access_level is the number of its role, such as 10 for Guest and 50 for Owner.", "listUserMemberships", async (t) => {
		const id = await t.given.groupId(t.scene("group"));
		for (const who of roles) {
			const row = (await rowsOf(t, t.user(who).id)).find((each) => each.source_type === "Namespace" && each.source_id === id);
			t.same(`the access level of ${who}`, row?.access_level, levels[who]);
		}
		if (!t.given.hasControl) return;
		for (const [role, level] of Object.entries(levels)) {
			const member = await account(t);
			for (const place of [{ group: "acme" }, { project: "acme/web" }]) await t.given.record("members", { user: member.username, role, ...place });
			t.same(
				`the access levels of ${role}`,
				(await rowsOf(t, member.id)).map(({ access_level }) => access_level),
				[level, level],
			);
		}
	}),
	rule("USER-140", "Only direct memberships are listed. Membership of a group does not list its subgroups and projects.", "listUserMemberships", async (t) => {
		const group = await t.given.groupId(t.scene("group"));
		const subgroup = await t.given.groupId(t.scene("subgroup"));
		const project = await t.given.projectId(t.scene("project"));
		const inherited: Role[] = [];
		for (const who of roles) {
			const rows = await rowsOf(t, t.user(who).id);
			t.holds(`the group listed for ${who}`, has(rows, "Namespace", group));
			if (has(rows, "Namespace", subgroup) || has(rows, "Project", project)) inherited.push(who);
		}
		// Some of them may also be direct members below the group, but not all of them.
		t.holds("no memberships of the subgroup and project for members of the group", inherited.length < roles.length);
		// Members of every role, owners too, get no rows for what is below the group.
		for (const role of t.given.hasControl ? roles : []) {
			const member = await account(t);
			await t.given.record("members", { user: member.username, group: t.scene("group"), role });
			for (const type of [undefined, "Namespace"])
				t.same(
					`the memberships of a ${role}`,
					(await rowsOf(t, member.id, { type })).map(({ source_id }) => source_id),
					[group],
				);
			t.same(`the memberships in projects of a ${role}`, await rowsOf(t, member.id, { type: "Project" }), []);
		}
		const { id, rows } = await memberOfBoth(t);
		const places = (all: readonly Fields[]) => all.map(({ source_id }) => source_id).sort();
		if (rows) t.same("the memberships", places(await rowsOf(t, id)), places(rows));
	}),
	assumed(
		"USER-141",
		"A membership's source_type is Namespace for a group and Project for a project. source_id and source_name are its id and name.",
		"listUserMemberships",
		async (t) => {
			const root = t.as("administrator");
			const id = t.scene("group");
			const [group, below, projects] = [
				(await root.call("getGroup", { id, with_projects: false })).is(200).fields,
				(await root.list("listDescendantGroups", { id })).is(200).items,
				(await root.list("listGroupProjects", { id, include_subgroups: true, with_shared: false })).is(200).items,
			];
			// Bots are members of subgroups and of projects.
			const bots = (await root.call("listUsers", { per_page: 100 })).is(200).items.filter((one) => one.bot === true);
			const rows = (await Promise.all([t.user("developer").id, ...bots.slice(0, 15).map((one) => Number(one.id))].map((user) => rowsOf(t, user)))).flat();
			t.holds(
				"the developer should be a member of the group",
				rows.some((one) => one.source_type === "Namespace" && one.source_id === group.id),
			);
			for (const { source_type, source_id, source_name } of rows) {
				const place = (source_type === "Project" ? projects : [group, ...below]).find((one) => one.id === source_id);
				if (place) t.same(`the name of ${String(source_type)} ${String(source_id)}`, source_name, place.name);
			}
			const both = await memberOfBoth(t);
			const listed = await rowsOf(t, both.id);
			if (both.rows) t.same("the memberships", listed, both.rows);
			t.holds("a project's row with its name", typeof listed.find(({ source_type }) => source_type === "Project")?.source_name === "string");
		},
	),
	rule(
		"USER-612, USER-616..618, ERR-007",
		"type=Namespace lists the memberships of groups, type=Project those of projects. Without type, both are listed.",
		"listUserMemberships",
		async (t) => {
			const both = (await memberOfBoth(t)).id;
			// Users of every role.
			for (const id of [both, ...(["guest", "reporter", "developer", "maintainer", "owner"] as const).map((role) => t.user(role).id)]) {
				const all = await rowsOf(t, id);
				for (const type of kinds) {
					const rows = await rowsOf(t, id, { type });
					t.holds(`memberships of type ${type}`, rows.length > 0 || id !== both);
					t.same(
						`the memberships of type ${type}`,
						rows,
						all.filter(({ source_type }) => source_type === type),
					);
				}
				const own = roles.find((role) => t.user(role).id === id);
				if (own) (await memberships(t, id, {}, t.as(own))).is(403);
				t.holds(
					"no other type",
					all.every(({ source_type }) => source_type === "Namespace" || source_type === "Project"),
				);
			}
		},
	),
	assumed(
		"USER-623",
		"A pending or expired membership is not listed or counted, and does not give access to the group.",
		["listUserMemberships", "getGroup", "getUserAssociationsCount"],
		async (t) => {
			const { id, username, caller } = await account(t);
			const group = await t.given.record("groups", { full_path: t.unique("closed"), visibility: "private" });
			const { id: member } = await t.given.record("members", { user: username, group: group.full_path, role: "owner", pending: true });
			for (const [change, isMember] of [
				[{ pending: true }, false],
				[{ pending: false }, true],
				[{ expires_at: "2099-01-01" }, true],
				[{ expires_at: "2020-01-01" }, false],
				[{ expires_at: null }, true],
			] as const) {
				await t.given.change("members", member, change);
				for (const params of [{}, { type: "Namespace" }])
					t.same(`the memberships with ${JSON.stringify(change)}`, (await rowsOf(t, id, params)).length, isMember ? 1 : 0);
				t.same(`whether the user sees the group with ${JSON.stringify(change)}`, (await caller.call("getGroup", { id: group.id })).succeeded, isMember);
				(await caller.call("getUserAssociationsCount", { id })).ok.has({ groups_count: isMember ? 1 : 0 });
			}
		},
	),
	rule(
		"USER-624",
		"Only administrators can disable a user's two-factor authentication. Any other signed-in user gets 403.",
		"disableUserTwoFactor",
		async (t) => {
			const id = await secured(t);
			for (const caller of [...others.map(t.as), t.as("administrator").sudo(id)]) (await inVain(t, id, () => disable(t, id, caller))).refuses(403);
			await inVain(t, id, () => disable(t, id, t.anonymous));
			(await recordOf(t, id)).has({ two_factor_enabled: true });
		},
		shared,
	),
	rule(
		"USER-627, USER-628, ERR-008, ERR-049",
		"Disabling two-factor authentication returns 400 with the reason if the user has not enabled it, whatever the state of the account.",
		"disableUserTwoFactor",
		async (t) => {
			for (const fields of [{}, { external: true }, { private_profile: true }]) {
				const { id } = await person(t, fields);
				(await inVain(t, id, () => disable(t, id))).refuses(400, notEnabled);
			}
			// Users who cannot sign in cannot enable it in the meantime.
			const shut = (await sample(t)).filter((user) => user.state !== "active" && user.two_factor_enabled === false && user.is_admin === false);
			for (const { id } of distinct(shut, ["state"])) (await disable(t, Number(id))).refuses(400, notEnabled);
		},
	),
	rule(
		"USER-631..633",
		"An administrator's two-factor authentication cannot be disabled, by that or another administrator, enabled or not. The refusal gives the reason.",
		"disableUserTwoFactor",
		async (t) => {
			const id = await securedAdministrator(t);
			const plain = await person(t, { admin: true });
			for (const [target, caller] of [
				[id, t.as("administrator").sudo(id)],
				[id, t.as("administrator")],
				[plain.id, t.as("administrator")],
			] as const) {
				const response = await inVain(t, target, () => disable(t, target, caller));
				t.assume(`it should be a 403 that says "${admins}"`, response.status === 403 && String(response.field("message")).startsWith(admins), response);
			}
			(await recordOf(t, id)).has({ two_factor_enabled: true });
		},
		shared,
	),
	rule(
		"USER-626, USER-634, ERR-008",
		"Disabling two-factor authentication returns 204 with an empty body. The user's records show it as disabled, and a second request returns 400.",
		"disableUserTwoFactor",
		async (t) => {
			const [id, kept] = [await secured(t), t.given.hasControl ? await secured(t) : undefined];
			t.same("the body", (await disable(t, id)).is(204).text, "");
			(await disable(t, id)).refuses(400, notEnabled);
			const { fields } = (await recordOf(t, id)).has({ two_factor_enabled: false });
			const listed = await listUsers(t.as("administrator"), { username: String(fields.username) });
			t.same("the second factor in the list of users", listed.pluck("two_factor_enabled"), [false], listed);
			if (kept !== undefined) (await recordOf(t, kept)).has({ two_factor_enabled: true });
		},
		{ ...destroys, ...shared },
	),
	rule(
		"USER-403, USER-485, USER-487, USER-612, USER-626, USER-686, USER-700, USER-703",
		"Administrators manage users of every state: fields, identities, second factor, support PIN and memberships. They can delete them.",
		["updateUser", "deleteUser", "deleteUserIdentity", "disableUserTwoFactor", "getUserSupportPin", "revokeUserSupportPin", "listUserMemberships"],
		async (t) => {
			const administrator = t.as("administrator");
			for (const state of ["blocked", "deactivated", "banned", "ldap_blocked", "blocked_pending_approval"]) {
				const { id, caller } = await account(t, { two_factor_enabled: true });
				const pin = (await caller.call("createSupportPin")).ok.field("pin");
				(await changeUser(t, id, { provider: "ldapmain", extern_uid: t.unique("uid") })).ok;
				await t.given.change("users", id, { state });
				(await administrator.call("getUserSupportPin", { id })).ok.has({ pin });
				(await administrator.call("revokeUserSupportPin", { id })).is(202);
				const note = t.unique("note");
				(await changeUser(t, id, { note })).ok;
				(await disable(t, id)).is(204);
				(await remove(t, id, "ldapmain")).ok;
				(await recordOf(t, id)).has({ state, note, two_factor_enabled: false, identities: [] });
				t.same("the memberships", await rowsOf(t, id), []);
				(await administrator.call("deleteUser", { id })).ok;
				t.holds("the user should no longer exist", (await administrator.call("getUser", { id })).refused);
			}
		},
		{ ...destroys, id: "rules/users/states", domain: "users" },
	),
	rule("USER-689, USER-691", "Deleting an identity removes only that identity. Deleting it again returns 404.", "deleteUserIdentity", async (t) => {
		const [{ id }, other] = [await identified(t), await identified(t, { admin: true })];
		const others = ["never", "ldapmain3"];
		for (const provider of others) await remove(t, id, provider);
		t.same("the providers after deleting identities that do not exist", await providersOf(t, id), providers);
		(await remove(t, id, "ldapmain")).ok;
		t.same("the providers", await providersOf(t, id), ["ldapmain2"]);
		for (const provider of ["ldapmain", ...others]) {
			const response = await remove(t, id, provider);
			t.same("the providers that are left", await providersOf(t, id), ["ldapmain2"]);
			t.assume(`${provider}: should return 404 Identity Not Found`, response.status === 404 && response.text.includes("404 Identity Not Found"), response);
		}
		t.same("the providers of another", await providersOf(t, other.id), providers);
		const spelled = await remove(t, other.id, "LDAPMAIN");
		t.assume("the name of a provider should be case-sensitive", !spelled.succeeded, spelled);
		(await remove(t, other.id, "ldapmain2")).ok;
		(await remove(t, id, "ldapmain2")).ok;
		t.same("the providers", await providersOf(t, id), []);
	}),
];
