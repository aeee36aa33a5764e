import { isDeepStrictEqual } from "node:util";
import { distinct } from "../../laws/every-state";
import { whileUnchanged } from "../../laws/while-unchanged";
import type { ActorName } from "../../rule/actors";
import type { Params } from "../../rule/address";
import { account } from "../../rule/callers";
import type { Context } from "../../rule/context";
import type { Fields } from "../../rule/response";
import { assumed, type Rule, type RuleOptions, rule } from "../../rule/rule";
import {
	changeUser,
	crowd,
	everyone,
	findsOpenly,
	forbidden,
	found,
	inStates,
	internalBots,
	listIn,
	listUsers,
	mustList,
	nameOf,
	one,
	type Person,
	person,
	sample,
	tokenBots,
	writes,
	writing,
} from "./lab";

/** The properties that the switches filter by. */
interface Member {
	readonly username: string;
	readonly state?: string;
	readonly external?: boolean;
	readonly kind?: string;
}

const isInternal = ({ kind }: Member): boolean => kind === "alert_bot" || kind === "support_bot" || kind === "ghost";
const isHuman = ({ kind = "human" }: Member): boolean => kind === "human";
const isTokenBot = ({ kind }: Member): boolean => kind === "project_bot" || kind === "group_bot";

/** Filters that `true` switches on, and the users that they list. */
const switches: { readonly [name: string]: (member: Member) => boolean } = {
	active: (member) => (member.state ?? "active") === "active" && !isInternal(member),
	blocked: ({ state }) => state === "blocked" || state === "ldap_blocked",
	exclude_active: ({ state = "active" }) => state !== "active",
	external: ({ external }) => external === true,
	exclude_external: ({ external }) => external !== true,
	humans: isHuman,
	exclude_humans: (member) => !isHuman(member),
	exclude_internal: (member) => !isInternal(member),
	without_project_bots: (member) => !isTokenBot(member),
};

const everyKind: readonly Omit<Member, "username">[] = [
	{},
	...["blocked", "deactivated", "banned", "ldap_blocked", "blocked_pending_approval"].map((state) => ({ state })),
	{ external: true },
	{ external: true, state: "blocked" },
	...["alert_bot", "support_bot", "ghost", "project_bot", "group_bot"].map((kind) => ({ kind })),
	{ kind: "project_bot", state: "blocked", external: true },
];

/** Users of every state and kind, whose names share a word. */
async function ofEveryKind(t: Context): Promise<{ word: string; members: readonly Member[] }> {
	const { word, people } = await crowd(t, everyKind);
	return { word, members: everyKind.map((kind, index) => ({ username: people[index]?.username ?? "", ...kind })) };
}

/** How many users of each state and kind are checked: the oldest ones, which no rule creates or removes. */
const ofEach = 2;

/** The server's own users whose kind is known: people, the platform's own accounts, and bots of the group's tokens. */
async function known(t: Context): Promise<readonly (Member & Fields)[]> {
	const kinds = new Map<unknown, string>();
	for (const username of await internalBots(t)) kinds.set(username, "support_bot");
	for (const username of await tokenBots(t)) kinds.set(username, "group_bot");
	const counts = new Map<string, number>();
	return (await sample(t))
		.toSorted((one, other) => Number(one.id) - Number(other.id))
		.flatMap((user) => {
			const kind = kinds.get(user.username) ?? (user.bot === true || /^ghost/.test(nameOf(user)) ? undefined : "human");
			const sort = `${kind} ${user.state} ${user.external}`;
			const count = counts.get(sort) ?? 0;
			counts.set(sort, count + 1);
			if (kind === undefined || count >= ofEach) return [];
			return [{ username: nameOf(user), state: String(user.state), external: user.external === true, kind }];
		});
}

/** The usernames of these users that a list returns, sorted. */
async function among(t: Context, who: ActorName, members: readonly Member[], params: Params): Promise<readonly string[]> {
	const listed = new Set((await t.as(who).list("listUsers", params)).is(200).pluck("username"));
	return members
		.map(({ username }) => username)
		.filter((username) => listed.has(username))
		.sort();
}

/** Whether it is only assumed that a list with these switches has, or does not have, the user. */
const isOpen = (member: Member, chosen: readonly string[]): boolean =>
	/^(banned|ldap_blocked)$/.test(member.state ?? "") || member.kind === "ghost" || (chosen.includes("active") && isInternal(member));

/** Each switch, and each pair of switches, must list exactly the users that match. `false` must list all of them. */
async function dividesPairs(
	t: Context,
	members: readonly Member[],
	list: (who: (typeof everyone)[number], params: Params) => Promise<readonly string[]>,
): Promise<void> {
	const visible = { administrator: members, outsider: members.filter(({ state }) => state !== "banned" && state !== "ldap_blocked") };
	const listsOnly = async (who: (typeof everyone)[number], chosen: readonly string[], value: boolean, fits: readonly Member[]) => {
		const params = Object.fromEntries(chosen.map((name) => [name, value]));
		const open = members.filter((member) => isOpen(member, chosen)).map(({ username }) => username);
		const [found, expected] = [await list(who, params), fits.map(({ username }) => username).sort()];
		const stated = (names: readonly string[]) => names.filter((name) => !open.includes(name));
		t.same(`the users that ${who} lists with ${JSON.stringify(params)}`, stated(found), stated(expected));
		t.assume(`${who} should list ${expected} with ${JSON.stringify(params)}, and lists ${found}`, isDeepStrictEqual(found, expected));
	};
	const all = Object.keys(switches);
	const choices = [[], ...all.map((name) => [name]), ...all.flatMap((first, index) => all.slice(index + 1).map((second) => [first, second]))];
	for (const who of everyone)
		for (const chosen of choices) {
			await listsOnly(
				who,
				chosen,
				true,
				visible[who].filter((member) => chosen.every((name) => switches[name]?.(member))),
			);
		}
	for (const who of everyone) for (const name of all) await listsOnly(who, [name], false, visible[who]);
}

/** For every caller, each of these switches must list the users that match and leave out the others. */
async function divides(t: Context, members: readonly Member[], names: readonly string[]): Promise<void> {
	for (const name of names)
		for (const member of members) {
			for (const who of everyone)
				for (const params of [{}, { search: member.username }, { pagination: "keyset" }])
					await mustList(t, t.as(who), { ...params, [name]: true }, [member.username], switches[name]?.(member));
			if (await findsOpenly(t, member.username)) await mustList(t, t.anonymous, { [name]: true }, [member.username], switches[name]?.(member));
		}
}

/** A user with an identity of a provider, by default an LDAP directory. */
async function identified(t: Context, provider = "ldapmain"): Promise<Person & { readonly provider: string; readonly extern_uid: string }> {
	const extern_uid = `uid=${t.unique("uid")}`;
	return { ...(await person(t, { provider, extern_uid })), provider, extern_uid };
}

/** The usernames that a list returns. Keyset pagination must return the same ones. */
async function names(t: Context, params: Params, who: ActorName = "administrator"): Promise<readonly unknown[]> {
	const found = (await listUsers(t.as(who), params)).pluck("username");
	// Which orders offer keyset pagination is assumed.
	if (params.order_by === undefined)
		t.same("the users by keyset pagination", (await listUsers(t.as(who), { ...params, pagination: "keyset" })).pluck("username"), found);
	return found;
}

type Attributes = { readonly [key: string]: string };
/** A user with two custom attributes. */
async function attributed(t: Context): Promise<{ id: number; username: string; attributes: Attributes }> {
	if (t.given.hasControl) {
		const attributes = { region: "emea", floor: "3" };
		return { ...(await account(t, { custom_attributes: Object.entries(attributes).map(([key, value]) => ({ key, value })) })), attributes };
	}
	const pairsOf = ({ custom_attributes }: Fields): Fields[] => (Array.isArray(custom_attributes) ? custom_attributes : []);
	const user = one(t, await sample(t), "has two custom attributes", (candidate) => pairsOf(candidate).length > 1);
	return { id: Number(user.id), username: nameOf(user), attributes: Object.fromEntries(pairsOf(user).map(({ key, value }) => [String(key), String(value)])) };
}

/** Users who are members only of groups without any projects must be listed as users without projects. */
async function listsWithoutProjects(t: Context, users: readonly Fields[]): Promise<void> {
	const administrator = t.as("administrator");
	for (const { id, username } of users) {
		const memberships = await administrator.call("listUserMemberships", { id });
		if (memberships.refused || memberships.items.length === 0 || memberships.items.some(({ source_type }) => source_type === "Project")) continue;
		const held = memberships.items.map(({ source_id }) => administrator.call("listGroupProjects", { id: source_id, include_subgroups: true, per_page: 1 }));
		if ((await Promise.all(held)).some((projects) => projects.text !== "[]")) continue;
		const listed = await listUsers(administrator, { username, without_projects: true });
		t.assume(`${String(username)}, whose groups have no projects, should be listed`, listed.pluck("username").includes(username), listed);
	}
}

/** For administrators, a filter must list the first user and not the second. Without the filter, both must be listed. */
async function administratorsOnly(t: Context, params: Params, inside: string, outside: string): Promise<void> {
	const administrator = t.as("administrator");
	await mustList(t, administrator, params, [inside]);
	await mustList(t, administrator, params, [outside], false);
	await mustList(t, administrator, {}, [inside, outside]);
}
/** Filters that leave out a new user. */
const excluding: readonly Params[] = [
	...["admins", "blocked", "external", "exclude_active", "exclude_humans"].map((name) => ({ [name]: true })),
	{ two_factor: "enabled" },
	{ created_before: "2001-01-01T00:00:00Z" },
	{ created_after: "2999-01-01T00:00:00Z" },
	{ search: "somebody-else" },
];
const free: RuleOptions = { ...writes, maxTier: "free" };

/** Filters of the list of users. */
export const userListFilters: readonly Rule[] = [
	rule("USER-204, USER-208, USER-212, USER-226", "active, blocked and exclude_active filter users by state, for every caller.", "listUsers", async (t) => {
		const others = await inStates(t, "blocked", "deactivated", "blocked_pending_approval");
		await divides(t, [{ username: t.user("developer").username }, ...others], ["active", "blocked", "exclude_active"]);
		for (const who of everyone) {
			(await listUsers(t.as(who), { active: true })).every("active", ({ state }) => state === "active");
			(await listUsers(t.as(who), { exclude_active: true })).every("not active", ({ state }) => state !== "active");
		}
		(await listUsers(t.as("outsider"), { blocked: true })).every("blocked", ({ state }) => state === "blocked");
		(await listUsers(t.as("administrator"), { blocked: true })).every("not active", ({ state }) => state !== "active");
	}),
	rule(
		"USER-210, USER-216, USER-218, USER-220, USER-230..232",
		"humans, exclude_humans, exclude_internal and without_project_bots filter users by kind, for every caller.",
		"listUsers",
		async (t) => {
			const internal = (await internalBots(t)).map((username) => ({ username, kind: "support_bot" }));
			const others = [{ username: t.user("developer").username }, ...(await tokenBots(t)).map((username) => ({ username, kind: "group_bot" }))];
			await divides(t, [...internal, ...others], ["humans", "exclude_humans", "exclude_internal"]);
			await divides(t, others, ["without_project_bots"]);
		},
	),
	rule("USER-234", "Filters combine: humans and exclude_humans together return an empty list.", "listUsers", async (t) => {
		for (const who of everyone)
			for (const params of [{}, { search: t.user("developer").username }, { username: t.user("developer").username }, { pagination: "keyset" }]) {
				const both = await listUsers(t.as(who), { humans: true, exclude_humans: true, ...params });
				t.same("the users who are both human and not human", both.items, [], both);
			}
	}),
	rule(
		"USER-204, USER-206, USER-208, USER-210, USER-212, USER-214, USER-216, USER-218, USER-220..225, USER-228, USER-230..234",
		"Each boolean filter, and each pair of them, lists exactly the users that match, of every state and kind. The value false filters nothing.",
		"listUsers",
		async (t) => {
			if (!t.given.hasControl)
				return await whileUnchanged(
					t,
					() => known(t),
					(own) => dividesPairs(t, own, (who, params) => among(t, who, own, params)),
				);
			const { word, members } = await ofEveryKind(t);
			await dividesPairs(t, members, (who, params) => found(t, who, word, params));
		},
		{ id: "USER-234/pairs" },
	),
	writing.rule(
		"USER-246",
		"extern_uid and provider list only the user who has that identity, first or second, until it is deleted.",
		"listUsers",
		async (t) => {
			const { id, username, provider, extern_uid } = await identified(t, "conformance");
			const other = await identified(t);
			const second = { provider: "ldapmain", extern_uid: t.unique("uid") };
			(await changeUser(t, id, second)).ok;
			for (const one of [{ provider, extern_uid }, second]) t.same("the user of that identity", await names(t, one), [username]);
			for (const beside of excluding) t.same(`the user of that identity with ${JSON.stringify(beside)}`, await names(t, { ...second, ...beside }), []);
			// A user with an LDAP identity and another one is a user with an LDAP identity.
			if (t.facts.tier !== "free") await administratorsOnly(t, { skip_ldap: true }, t.user("outsider").username, username);
			(await t.as("administrator").call("deleteUserIdentity", { id, provider: second.provider })).ok;
			t.same("the users of a deleted identity", await names(t, second), []);
			t.same("the user of another identity", await names(t, { provider: other.provider, extern_uid: other.extern_uid }), [other.username]);
			for (const unknown of [
				{ provider, extern_uid: `${extern_uid}x` },
				{ provider, extern_uid: extern_uid.slice(0, 5) },
				{ provider: t.unique("none"), extern_uid },
				{ provider, extern_uid, username: other.username },
				...[{ active: true }, { humans: true }, { two_factor: "disabled" }, { order_by: "name", sort: "asc" }].map((beside) => ({
					provider,
					extern_uid: `${extern_uid}x`,
					...beside,
				})),
			])
				t.same("the users of no identity", await names(t, unknown), []);
		},
	),
	assumed("USER-247", "extern_uid and provider must be sent together: only one of them returns 400.", "listUsers", async (t) => {
		for (const who of everyone)
			for (const params of [{ extern_uid: "1" }, { provider: "ldapmain" }])
				(await t.as(who).call("listUsers", params)).refuses(400, { error: "extern_uid, provider provide all or none of parameters" });
	}),
	assumed("USER-248", "Only administrators can find users by identity. Other users get 403, callers without credentials get 401.", "listUsers", async (t) => {
		const params = { extern_uid: "1", provider: "ldapmain" };
		for (const who of ["outsider", "owner", "auditor"] as const)
			for (const more of [{}, { username: t.user(who).username }]) (await t.as(who).call("listUsers", { ...params, ...more })).refuses(403, forbidden);
		for (const more of [{}, { username: t.user("developer").username }]) (await t.anonymous.call("listUsers", { ...params, ...more })).refuses(401);
	}),
	rule(
		"USER-249",
		"On paid tiers, provider=scim with extern_uid lists the user with that SCIM identity.",
		"listUsers",
		async (t) => {
			// One user of each state, and one with an identity of each state.
			const provisioned = (await sample(t)).flatMap(({ scim_identities, username, state }) =>
				(Array.isArray(scim_identities) ? scim_identities : []).map(({ extern_uid, active }) => ({ extern_uid, active, username, state })),
			);
			if (provisioned.length === 0) t.skip("the server has no user who has a provisioned (scim) identity: make one");
			for (const { extern_uid, username } of distinct(provisioned, ["state", "active"])) {
				t.holds(`the provisioned user ${String(username)} is listed`, (await names(t, { provider: "scim", extern_uid })).includes(username));
				t.same("the users of an unknown identity", await names(t, { provider: "scim", extern_uid: `${String(extern_uid)}-none` }), []);
			}
			if (!t.given.hasControl) return;
			for (const tier of ["premium", "ultimate"]) {
				await t.given.settings({ tier });
				const [some, other] = [await account(t), await account(t)];
				for (const { username } of [some, other])
					await t.given.record("scim_identities", { user: username, group: t.scene("group"), extern_uid: `s-${username}`, active: username === some.username });
				for (const { username } of [some, other])
					for (const beside of [{}, { active: true }, { search: username }])
						t.same(`the user of an identity on ${tier}`, await names(t, { provider: "scim", extern_uid: `s-${username}`, ...beside }), [username]);
			}
		},
		{ tier: "premium" },
	),
	assumed(
		"USER-250",
		"On the free tier, provider=scim returns an empty list.",
		"listUsers",
		async (t) => {
			let extern_uid = t.user("developer").username;
			if (t.given.hasControl) {
				extern_uid = t.unique("scim");
				await t.given.record("scim_identities", { user: (await account(t)).username, group: t.scene("group"), extern_uid });
			}
			t.same("the provisioned users", await names(t, { provider: "scim", extern_uid }), []);
		},
		{ maxTier: "free" },
	),
	writing.rule(
		"USER-206, USER-214, USER-269, USER-292, USER-403",
		"An update of a user counts at once: in the filters by admin and external, and in what the user sees and may do.",
		["listUsers", "updateUser", "getUser"],
		async (t) => {
			const [{ id, username, caller }, other] = [await person(t), await person(t)];
			const administrator = t.as("administrator");
			for (const value of [true, false, true, false]) {
				(await changeUser(t, id, { admin: value, external: value })).ok;
				for (const name of ["admins", "external"]) await mustList(t, administrator, { [name]: true }, [username], value);
				await mustList(t, t.as("outsider"), { exclude_external: true }, [username], !value);
				const seen = (await caller.call("getUser", { id: other.id })).ok;
				for (const shown of [seen.fields, ...(await listUsers(caller, { username: other.username })).items])
					t.same("whether the user sees an email", Object.hasOwn(shown, "email"), value, seen);
				const changed = await changeUser(t, other.id, { note: t.unique("note") }, caller);
				t.same("whether the user may update another", changed.succeeded, value, changed);
			}
		},
		{ id: "USER-206/changed" },
	),
	writing.rule(
		"USER-263, USER-269, USER-272",
		"For administrators, two_factor, admins and auditors list exactly the users that have the property, whatever their state.",
		"listUsers",
		async (t) => {
			const states = ["active", "blocked", "deactivated"].flatMap((state) => [{ state }, { state, external: true }]);
			const { word, people } = await crowd(
				t,
				states.flatMap((one) => [one, { ...one, admin: true }, { ...one, auditor: true }, { ...one, two_factor_enabled: true }]),
			);
			for (const [params, remainders] of [
				[{ admins: true }, [1]],
				[{ auditors: true }, [2]],
				[{ two_factor: "enabled" }, [3]],
				[{ two_factor: "disabled" }, [0, 1, 2]],
			] as const) {
				const fits = people.filter((_, index) => remainders.some((remainder) => index % 4 === remainder)).map(({ username }) => username);
				t.same(`the users of ${JSON.stringify(params)}`, await found(t, "administrator", word, params), fits.sort());
			}
		},
		{ id: "USER-263/states", tier: "premium" },
	),
	rule(
		"USER-266",
		"For administrators, without_projects=true lists only the users without a project. The value false filters nothing.",
		"listUsers",
		async (t) => {
			const isArranged = t.given.hasControl;
			const { username } = await person(t);
			const member = t.user("developer").username;
			await administratorsOnly(t, { without_projects: true }, username, member);
			await mustList(t, t.as("administrator"), { without_projects: false }, [username, member]);
			await listsWithoutProjects(t, (await sample(t)).slice(-100));
			if (!isArranged) return;
			const { word, people } = await crowd(t, [{}, {}, {}, {}, {}, { state: "blocked" }, {}]);
			const [maker = "", member2 = "", grouped = "", idle = "", nobody = "", shut = "", keeper = ""] = people.map((each) => each.username);
			await t.given.record("projects", { full_path: t.unique("shelf/old"), archived: true, members: { [keeper]: "owner" } });
			await t.given.record("projects", { full_path: `${maker}/things` });
			await t.given.record("projects", { full_path: "without/sub/web", members: { [member2]: "guest" } });
			await t.given.record("members", { user: grouped, group: "without", role: "guest" });
			await t.given.record("groups", { full_path: "empty", members: { [idle]: "owner" } });
			const without = [idle, nobody, shut].sort();
			for (const [beside, expected] of [
				[{}, without],
				[{ active: true }, [idle, nobody].sort()],
				[{ two_factor: "disabled", humans: true }, without],
				[{ exclude_active: true }, [shut]],
			] as const)
				t.same("the users without projects", await found(t, "administrator", word, { without_projects: true, ...beside }), expected);
			for (const order_by of ["name", "username", "created_at"]) {
				const listed = await listUsers(t.as("administrator"), { search: word, without_projects: true, order_by });
				t.same(`the users without projects by ${order_by}`, listed.pluck("username").map(String).sort(), without, listed);
			}
			const all = people.map((one) => one.username).sort();
			t.same("all users", await found(t, "administrator", word, { without_projects: false }), all);
			// A new membership counts at once.
			await t.given.record("members", { user: nobody, project: `${maker}/things`, role: "guest" });
			t.holds("a new member should count", !(await found(t, "administrator", word, { without_projects: true })).includes(nobody));
		},
		writes,
	),
	assumed("USER-279", "custom_attributes is ignored for callers who are not administrators.", "listUsers", async (t) => {
		const { username, attributes } = await attributed(t);
		for (const who of ["outsider", "owner"] as const) await mustList(t, t.as(who), { custom_attributes: attributes }, [username, t.user("outsider").username]);
	}),
	assumed(
		"USER-273, USER-276",
		"On the free tier, auditors and skip_ldap are ignored.",
		"listUsers",
		async (t) => {
			const both = [(await identified(t)).username, (await person(t)).username];
			for (const name of ["auditors", "skip_ldap"]) await mustList(t, t.as("administrator"), { [name]: true }, both);
		},
		free,
	),
	rule("USER-278", "For administrators, custom_attributes lists only the users who have all of these attributes with these values.", "listUsers", async (t) => {
		const { username, attributes } = await attributed(t);
		const administrator = t.as("administrator");
		await mustList(t, administrator, { custom_attributes: attributes }, [t.user("outsider").username], false);
		for (const beside of t.given.hasControl ? excluding : []) await mustList(t, administrator, { custom_attributes: attributes, ...beside }, [username], false);
		for (const [key, value] of Object.entries(attributes)) {
			const filtered = async (custom_attributes: Attributes, expected: boolean) => {
				for (const more of [{}, { search: username }, { pagination: "keyset" }])
					await mustList(t, administrator, { custom_attributes, ...more }, [username], expected);
			};
			await filtered(attributes, true);
			await filtered({ [key]: value }, true);
			await filtered({ ...attributes, [key]: `${value}-not` }, false);
			await filtered({ ...attributes, [`${key}-not`]: value }, false);
			// Neither the value of another attribute, nor a part of the value, is enough.
			for (const other of [...Object.values(attributes), value.slice(0, -1)]) if (other !== "" && other !== value) await filtered({ [key]: other }, false);
		}
	}),
	rule("USER-290", "with_custom_attributes=true shows administrators the same custom_attributes in lists and records.", ["listUsers", "getUser"], async (t) => {
		const { id, username, attributes } = await attributed(t);
		const administrator = t.as("administrator");
		const shown = { with_custom_attributes: true };
		const single = (await administrator.call("getUser", { id, ...shown })).is(200);
		const [listed] = (await listUsers(administrator, { ...shown, username })).items;
		t.same("the custom attributes in the list", listed?.custom_attributes, single.field("custom_attributes"), single);
		t.same("the custom attributes", Object.fromEntries(listIn(single, "custom_attributes").map(({ key, value }) => [key, value])), attributes, single);
	}),
];
