import { isDeepStrictEqual } from "node:util";
import type { Params } from "../../rule/address";
import type { Caller } from "../../rule/caller";
import type { Context } from "../../rule/context";
import type { ApiResponse, Fields } from "../../rule/response";
import { assumed, type Rule, type rule } from "../../rule/rule";
import { newGroup, notTopLevel, paid } from "./lab";
import { hasIds, idsOf, keeps } from "./lists";

/** The lists of the users who are linked to a group by SAML, and of those whom the group provisioned. */
const operations = ["listGroupSamlUsers", "listGroupProvisionedUsers"] as const;
const names = { listGroupSamlUsers: "SAML users", listGroupProvisionedUsers: "Provisioned users" } as const;

type List = (query?: Params, caller?: Caller) => Promise<ApiResponse>;
interface Lab {
	readonly list: List;
	/** The group that lists them; a new one with the control API. */
	readonly id: string;
}

const at = (day: number) => `2026-01-0${day}T12:00:00.000Z`;
/** Users with different values for every filter. */
const people: readonly Fields[] = [
	{ name: "Robin Redbreast", created_at: at(1), public_email: null },
	{ name: "Other", created_at: at(2), state: "blocked", public_email: null },
	{ name: "Third", created_at: at(2), state: "deactivated", public_email: null },
	{ name: "Fourth", created_at: at(3) },
];

/** A group with users whom it provisioned and who are linked by SAML; the scene's group without the control API. */
async function arranged(t: Context, operation: (typeof operations)[number]): Promise<Lab> {
	let id = t.scene("group");
	if (t.given.hasControl) {
		const group = await newGroup(t);
		id = group.full_path;
		for (const fields of people) await letIn(t, group, fields);
	}
	return { id, list: (query = {}, caller = t.as("owner")) => caller.list(operation, { id, ...query }) };
}

/** Creates a user whom a group provisioned and who is linked to it by SAML; needs the control API. */
async function letIn(t: Context, group: Fields, fields: Fields = {}): Promise<Fields & { id: number }> {
	const username = t.unique("Person");
	// The username and the e-mail address share no text, so that a search finds only one of them.
	const email = `${t.unique("mail")}@example.com`;
	const user = await t.given.record("users", { username, email, public_email: email, ...fields, provisioned_by_group_id: group.id });
	const place = { user: username, group: group.full_path };
	await t.given.record("identities", place);
	await t.given.record("scim_identities", { ...place, extern_uid: t.unique("scim"), active: fields.state === undefined });
	return user;
}

/** A rule for each list that has a claim, first that of the SAML users. */
const both = (
	kind: typeof rule,
	claims: readonly [string | undefined, string | undefined],
	sentence: string,
	run: (t: Context, lab: Lab) => Promise<void>,
): Rule[] =>
	operations.flatMap((operation, index) => {
		const claim = claims[index];
		return claim === undefined ? [] : [kind(claim, `${names[operation]}: ${sentence}`, operation, async (t) => run(t, await arranged(t, operation)))];
	});

/** The whole list, which must have two users. */
async function several(t: Context, list: List): Promise<ApiResponse> {
	const all = (await list()).ok;
	return all.items.length > 1 ? all : t.skip("the group needs two such users");
}

const identitiesOf = (user: Fields): readonly Fields[] => (Array.isArray(user.identities) ? user.identities : []);

/** The list must show the same values as each user's own record. Except for scim_identities, this is assumed. */
async function agrees(t: Context, list: ApiResponse): Promise<void> {
	for (const user of list.items.slice(0, 2)) {
		const own = (await t.as("administrator").call("getUser", { id: user.id })).is(200);
		const other = Object.keys(user).filter((name) => own.field(name) !== undefined && !isDeepStrictEqual(user[name], own.field(name)));
		t.same(`the identities of ${user.username} that differ from the user's own record`, other.filter((name) => name === "scim_identities").join(), "", list);
		const rest = other.filter((name) => !/identities|_at$|_on$|_ip$|^sign_in/.test(name));
		t.assume(`${rest.join(", ")} of ${user.username} should be the same as in the user's own record`, rest.length === 0, list);
	}
}

/** The list must not have members of the scene's group. */
async function leavesOutMembers(t: Context, list: List): Promise<void> {
	const response = (await list()).ok;
	if (response.items.length === 0) t.skip("the list is empty");
	const members = [t.user("owner"), t.user("maintainer"), t.user("guest")].map((one) => one.username);
	const there = response.pluck("username");
	if (members.every((name) => there.includes(name))) t.skip("every member of the group is in the list");
	for (const name of members) t.holds(`${name} is not listed`, !there.includes(name), response);
}

/** Who may list these users. */
export const groupUserAccess: readonly Rule[] = [
	...both(
		paid.rule,
		["GROUP-348", undefined],
		"an Owner gets the users who are linked to the group by SAML. Other members are left out.",
		async (t, { list, id }) => {
			const response = (await list()).ok;
			if (response.items.length === 0) t.skip("the group has no SAML users");
			response.every("linked by SAML", (user) => identitiesOf(user).some((one) => one.provider === "group_saml"));
			await leavesOutMembers(t, list);
			await agrees(t, response);
			if (!t.given.hasControl) return;
			// Users of another group's provider are listed only in that group.
			const other = await newGroup(t);
			const user = await letIn(t, other);
			await hasIds(t, `the users of ${id}`, response.ids, list());
			await hasIds(t, "the users of another group", [user.id], list({ id: other.id }));
		},
	),
	...both(paid.assumed, ["GROUP-351", undefined], "the list of a subgroup is refused with 400.", async (t, { list }) => {
		for (const who of ["owner", "administrator"] as const) (await list({ id: t.scene("subgroup") }, t.as(who))).refuses(400, notTopLevel);
	}),
	...both(paid.assumed, ["GROUP-352", undefined], "a group without a SAML provider has an empty list.", async (t, { list }) => {
		// Nothing shows which groups have a provider; the private one of the scene has no SAML users at least.
		const id = t.given.hasControl ? (await newGroup(t)).id : t.scene("private_group");
		if (String(id).includes("/")) t.skip("the scene's private group is not a top-level group");
		const response = await list({ id }, t.as("administrator"));
		if (!t.given.hasControl && response.ok.items.length > 0) t.skip("the scene's private group has SAML users");
		t.same("the users", response.ok.json, [], response);
	}),
	...both(paid.rule, [undefined, "GROUP-373"], "a Maintainer gets the users whom the group provisioned, as an Owner does.", async (t, { list }) => {
		const [response, own] = [(await list({}, t.as("maintainer"))).ok, (await list()).ok];
		if (response.items.length === 0) t.skip("the group has provisioned no users");
		t.holds("every user has a username", response.pluck("username").every(Boolean), response);
		t.same("the users", response.ids, own.ids, response);
		await agrees(t, response);
		if (t.given.hasControl) t.same("how many there are", response.ids.length, people.length, response);
	}),
	...both(
		paid.rule,
		[undefined, "GROUP-378, GROUP-388"],
		"users whom a subgroup provisioned are in its own list, and not in that of the group above.",
		async (t, { list }) => {
			const below = (await list({ id: t.scene("subgroup") })).ok;
			if (below.items.length === 0) t.skip("the scene's subgroup has provisioned no users");
			const response = (await list({ id: t.scene("group") })).ok;
			for (const id of below.ids) t.holds(`user ${id} is not listed above`, !response.ids.includes(id), response);
		},
	),
	...both(paid.assumed, [undefined, "GROUP-379"], "members whom the group did not provision are not listed.", (t, { list }) => leavesOutMembers(t, list)),
	...(
		[
			["GROUP-353", "listGroupSamlUsers"],
			["GROUP-380", "listGroupProvisionedUsers"],
		] as const
	).map(([claim, operation]) =>
		assumed(
			claim,
			`${names[operation]}: on the free tier, the list returns 404.`,
			operation,
			async (t) => {
				for (const who of ["owner", "administrator"] as const)
					(await t.as(who).call(operation, { id: t.scene("group") })).refuses(404, { error: "404 Not Found" });
			},
			{ tier: "free", maxTier: "free" },
		),
	),
];

/**
 * A search must find users of the list by a part of one of their fields, and leave out those without it. It is assumed that a search also finds
 * private e-mail addresses.
 */
const finds =
	(...fields: readonly string[]) =>
	async (t: Context, { list }: Lab): Promise<void> => {
		const { items } = await several(t, list);
		const open = ["name", "username", "public_email"];
		const having = (text: string, names: readonly string[]) =>
			items.filter((user) =>
				names.some((name) =>
					String(user[name] ?? "")
						.toLowerCase()
						.includes(text.toLowerCase()),
				),
			);
		const isPublic = (user: Fields) => Number(Boolean(user.public_email) && user.public_email === user.email);
		for (const field of fields) {
			const users = items
				.filter((user) => typeof user[field] === "string" && user[field].length > 3)
				.toSorted((a, b) => (field === "email" ? isPublic(b) - isPublic(a) : 0));
			if (users.length === 0) t.skip(`no user of the list has a ${field} to look for`);
			for (const user of users.slice(0, 2)) {
				const whole = String(user[field]);
				// For an e-mail address, the part around the @, which no name has.
				const search = whole.slice(1, field === "email" ? whole.indexOf("@") + 3 : -1);
				const [certain, possible] = [idsOf(having(search, open)), idsOf(having(search, [...open, "email"]))];
				const response = (await list({ search })).ok;
				const firm = response.ids.filter((id) => certain.includes(id) || !possible.includes(id));
				t.same(`the users of search=${search}`, firm, certain, response);
				t.assume(`search=${search} should find private addresses`, response.ids.join() === possible.join(), response);
			}
		}
		await hasIds(t, "the users of a search that finds nobody", [], list({ search: t.unique("nothing") }));
	};

const time = (user: Fields): number => Date.parse(String(user.created_at));

/** Bounds in time must be inclusive. */
const bounded =
	(field: "created_after" | "created_before") =>
	async (t: Context, { list }: Lab): Promise<void> => {
		const { items } = await several(t, list);
		const isWithin = (user: Fields, moment: number) => (field === "created_after" ? time(user) >= moment : time(user) <= moment);
		for (const user of items.slice(0, 4)) {
			const expected = items.filter((one) => isWithin(one, time(user))).map((one) => one.id);
			await hasIds(t, `the users of ${field}=${user.created_at}`, expected, list({ [field]: user.created_at }));
		}
	};

/** Filters of the two lists. */
export const groupUserFilters: readonly Rule[] = [
	...both(paid.assumed, ["GROUP-360", undefined], "search also finds private e-mail addresses.", async (t, { list }) => {
		const user = (await several(t, list)).items.find((one) => typeof one.email === "string" && !one.public_email);
		if (!user) return t.skip("every user of the list has a public e-mail address");
		await hasIds(t, "the users", [user.id], list({ search: user.email }));
	}),
	...both(paid.rule, ["GROUP-357..359", "GROUP-383"], "search matches part of a name, username or e-mail address.", finds("name", "username", "email")),
	...both(
		paid.rule,
		["GROUP-361, GROUP-362", "GROUP-384, GROUP-385"],
		"active=true returns only active users, and blocked=true only blocked users.",
		async (t, { list }) => {
			await keeps(t, list, { active: true }, ({ state }) => state === "active");
			await keeps(t, list, { blocked: true }, ({ state }) => state === "blocked" || state === "ldap_blocked");
		},
	),
	...both(paid.assumed, ["GROUP-364", "GROUP-386"], "created_after returns only the users who were created at that time or later.", bounded("created_after")),
	...both(
		paid.assumed,
		["GROUP-365", "GROUP-387"],
		"created_before returns only the users who were created at that time or earlier.",
		bounded("created_before"),
	),
	...both(
		paid.assumed,
		["GROUP-372", undefined],
		"each user has an identity with the provider group_saml and the saml_provider_id of the group.",
		async (t, { list, id }) => {
			const response = (await list()).ok;
			const providers = response.items.map((user) => identitiesOf(user).find((one) => one.provider === "group_saml")?.saml_provider_id);
			if (providers.length === 0) t.skip("the group has no SAML users");
			const areNumbers = providers.every((one) => typeof one === "number");
			t.holds("each has an identity with a saml_provider_id", areNumbers, response);
			t.same("the number of providers", new Set(providers).size, 1, response);
			if (!t.given.hasControl) return;
			const [group] = await t.given.records("groups", { full_path: id });
			t.same("the provider", providers[0], group?.saml_provider_id, response);
			// An identity from another provider is also shown, without a provider of a group.
			await t.given.record("identities", { user_id: response.ids[0], provider: "ldapmain", extern_uid: "uid=first", saml_provider_id: null });
			const shown = identitiesOf((await list()).ok.items[0] ?? {}).find((one) => one.provider === "ldapmain");
			t.same("the other identity", shown, { provider: "ldapmain", extern_uid: "uid=first", saml_provider_id: null });
		},
	),
];
