import type { Params } from "../../rule/address";
import type { Answer, Fields } from "../../rule/answer";
import { byClaim } from "../../rule/by-claim";
import type { Caller } from "../../rule/caller";
import type { Context } from "../../rule/context";
import type { Rule } from "../../rule/rule";
import { pagesAsUsual } from "./pages";
import { forbidden, notTopLevel, unauthorized, unknownGroup } from "./refusals";

/** The users that a group's provider lets in, and those that a group set up. */
const operations = ["listGroupSamlUsers", "listGroupProvisionedUsers"] as const;

type List = (query?: Params, caller?: Caller) => Promise<Answer>;

const paid = { tier: "premium" } as const;

/** A check for each list that a claim speaks of, that of the users by SAML first. */
const both = (claims: readonly [string | undefined, string | undefined], run: (t: Context, list: List) => Promise<void>): Rule[] =>
	operations.flatMap((operation, index) => {
		const claim = claims[index];
		if (claim === undefined) return [];
		const list =
			(t: Context): List =>
			(query = {}, caller = t.as("owner")) =>
				caller.call(operation, { id: t.scene("group"), per_page: 100, ...query });
		return [byClaim(claim, (t) => run(t, list(t)), paid)];
	});

/** The whole list, which must have two users. */
async function several(t: Context, list: List): Promise<readonly [Answer, Fields, Fields]> {
	const all = (await list()).is(200);
	const [first, second] = all.items;
	return first && second ? [all, first, second] : t.skip("the group needs two such users");
}

/** A filter must leave just those of the whole list of whom it holds. */
async function keeps(t: Context, list: List, query: Params, holds: (user: Fields) => boolean): Promise<void> {
	const [all] = await several(t, list);
	const kept = all.items.filter(holds).map((one) => one.id);
	if (kept.length === 0 || kept.length === all.items.length) t.skip(`the group needs users that ${JSON.stringify(query)} finds, and others`);
	const response = await list(query);
	t.same(`the users of ${JSON.stringify(query)}`, response.is(200).ids, kept, response);
}

/** What finds a user of the list by one field, and not all. */
const found =
	(field: string, part: (text: string) => string) =>
	async (t: Context, list: List): Promise<void> => {
		const [all] = await several(t, list);
		const one = all.items.find((user) => typeof user[field] === "string" && part(user[field]).length > 2);
		if (!one) return t.skip(`no user of the list has a ${field} to look for`);
		const search = part(String(one[field]));
		const response = (await list({ search })).is(200);
		t.holds(`the user should be found by their ${field}`, response.ids.includes(Number(one.id)), response);
		const none = await list({ search: t.unique("nothing") });
		t.same("the users of a search without a match", none.is(200).json, [], none);
	};

const inside = (text: string): string => text.slice(1, Math.max(4, text.length - 1));
const local = (text: string): string => text.slice(0, text.indexOf("@") + 3);
const roles = ["developer", "reporter", "guest"] as const;

/** Who may list the users by SAML and the provisioned ones. */
export const groupUserAccess: readonly Rule[] = [
	...both(["GROUP-348", undefined], async (t, list) => {
		const response = (await list()).is(200);
		response.every("linked by SAML", ({ identities }) => {
			const all: unknown[] = Array.isArray(identities) ? identities : [];
			return all.some((one) => Object(one).provider === "group_saml");
		});
		const linked = response.pluck("username");
		const others = [t.user("guest"), t.user("maintainer"), t.user("owner")].map((one) => one.username);
		if (others.every((name) => linked.includes(name))) t.skip("every member of the group is linked by SAML");
	}),
	...both(["GROUP-349", undefined], async (t, list) => {
		(await list({}, t.anonymous)).refuses(401, unauthorized);
	}),
	...both(["GROUP-350", undefined], async (t, list) => {
		for (const who of ["maintainer", ...roles] as const) (await list({}, t.as(who))).refuses(403, forbidden);
		(await list({}, t.as("administrator"))).is(200);
	}),
	...both(["GROUP-351", undefined], async (t, list) => {
		(await list({ id: t.scene("subgroup") })).refuses(400, notTopLevel);
	}),
	...both(["GROUP-352", undefined], async (t, list) => {
		// Nothing tells which groups have a provider; the private one of the scene has no users by SAML at least.
		const response = await list({ id: t.scene("private_group") }, t.as("administrator"));
		if (response.status === 200 && response.items.length > 0) t.skip("the scene's private group has users by SAML");
		t.same("the users", response.is(200).json, [], response);
	}),
	...both([undefined, "GROUP-373"], async (t, list) => {
		const response = (await list({}, t.as("maintainer"))).is(200);
		if (response.items.length === 0) t.skip("the group has provisioned no users");
		t.holds("every user should have a username", response.pluck("username").every(Boolean), response);
	}),
	...both([undefined, "GROUP-374"], async (t, list) => {
		for (const who of ["owner", "administrator"] as const) (await list({}, t.as(who))).is(200);
	}),
	...both([undefined, "GROUP-375"], async (t, list) => {
		for (const who of roles) (await list({}, t.as(who))).is(401, 403, 404);
	}),
	...both([undefined, "GROUP-376"], async (t, list) => {
		for (const who of roles) (await list({}, t.as(who))).refuses(403, forbidden);
	}),
	...both([undefined, "GROUP-377"], async (t, list) => {
		(await list({}, t.anonymous)).refuses(403, forbidden);
		(await list({ id: t.scene("private_group") }, t.anonymous)).refuses(404, unknownGroup);
	}),
	...both([undefined, "GROUP-378"], async (t, list) => {
		const below = (await list({ id: t.scene("subgroup") })).is(200);
		if (below.items.length === 0) t.skip("the scene's subgroup has provisioned no users");
		const response = (await list()).is(200);
		for (const id of below.ids) t.holds(`user ${id} should not be listed above`, !response.ids.includes(id), response);
	}),
	...both([undefined, "GROUP-379"], async (t, list) => {
		const response = (await list()).is(200);
		if (response.items.length === 0) t.skip("the group has provisioned no users");
		const there = response.pluck("username");
		const members = [t.user("owner"), t.user("maintainer"), t.user("guest")].map((one) => one.username);
		if (members.every((name) => there.includes(name))) t.skip("every member of the group was provisioned by it");
		t.holds(
			"the members of the run should not be listed",
			members.every((name) => !there.includes(name)),
			response,
		);
	}),
	...both([undefined, "GROUP-388"], async (t, list) => {
		(await list({ id: t.scene("subgroup") })).is(200);
	}),
	...(
		[
			["GROUP-353", "listGroupSamlUsers"],
			["GROUP-380", "listGroupProvisionedUsers"],
		] as const
	).map(([claim, operation]) =>
		byClaim(
			claim,
			async (t) => {
				for (const who of ["owner", "administrator"] as const)
					(await t.as(who).call(operation, { id: t.scene("group") })).refuses(404, { error: "404 Not Found" });
			},
			{ tier: "free", maxTier: "free" },
		),
	),
];

/** What the lists can be asked for. */
export const groupUserFilters: readonly Rule[] = [
	...both(["GROUP-355", "GROUP-382"], async (t, list) => {
		const [, first] = await several(t, list);
		const response = await list({ username: first.username });
		t.same("the users", response.is(200).ids, [first.id], response);
	}),
	...both(["GROUP-356", undefined], async (t, list) => {
		const [, first] = await several(t, list);
		const name = String(first.username);
		const response = await list({ username: name.toUpperCase() });
		t.same("the users of the name in capitals", response.is(200).ids, [first.id], response);
		const part = (await list({ username: name.slice(0, -1) })).is(200);
		t.holds("a part of the name should not find the user", !part.ids.includes(Number(first.id)), part);
	}),
	...both(["GROUP-357", undefined], found("name", inside)),
	...both(["GROUP-358", undefined], found("username", inside)),
	...both(["GROUP-359", undefined], found("email", local)),
	...both(["GROUP-360", undefined], async (t, list) => {
		const [all] = await several(t, list);
		const one = all.items.find((user) => typeof user.email === "string" && !user.public_email);
		if (!one) return t.skip("every user of the list has a public e-mail address");
		const response = (await list({ search: one.email })).is(200);
		t.same("the users", response.ids, [one.id], response);
	}),
	...both([undefined, "GROUP-383"], async (t, list) => {
		await found("name", inside)(t, list);
		await found("username", inside)(t, list);
		await found("email", local)(t, list);
	}),
	...both(["GROUP-361", "GROUP-384"], (t, list) => keeps(t, list, { active: true }, (one) => one.state === "active")),
	...both(["GROUP-362", "GROUP-385"], (t, list) => keeps(t, list, { blocked: true }, (one) => one.state === "blocked")),
	...both(["GROUP-363", undefined], async (t, list) => {
		const [all] = await several(t, list);
		if (!all.items.some((one) => one.state === "blocked")) t.skip("no user of the list is blocked");
		const response = await list({ active: false, blocked: false });
		t.same("the users", response.is(200).ids, all.ids, response);
	}),
	...(
		[
			["GROUP-364", "GROUP-386", "created_after"],
			["GROUP-365", "GROUP-387", "created_before"],
		] as const
	).flatMap(([saml, provisioned, field]) =>
		both([saml, provisioned], async (t, list) => {
			const [all] = await several(t, list);
			const times = all.pluck("created_at").map((one) => Date.parse(String(one)));
			const isAfter = field === "created_after";
			// The moment itself counts; users whose time lies elsewhere must drop out, if there are any.
			const edge = isAfter ? Math.max(...times) : Math.min(...times);
			const at = new Date(edge).toISOString();
			const response = await list({ [field]: at });
			const kept = all.items.filter((_, index) => times[index] === edge).map((one) => one.id);
			t.same(`the users of ${field}=${at}`, response.is(200).ids, kept, response);
			const beyond = new Date(edge + (isAfter ? 1000 : -1000)).toISOString();
			const none = await list({ [field]: beyond });
			t.same(`the users of ${field}=${beyond}`, none.is(200).json, [], none);
		}),
	),
	...both(["GROUP-366", undefined], async (_, list) => {
		(await list({ created_after: "not-a-date" })).refuses(400, { error: "created_after is invalid" });
	}),
	...both(["GROUP-367", undefined], async (t, list) => {
		const [all] = await several(t, list);
		if (all.items.length < 3) t.skip("the group needs three such users");
		const first = await list({ per_page: 2, page: 1 });
		t.same("the first page", first.is(200).ids, all.ids.slice(0, 2), first);
		const second = await list({ per_page: 2, page: 2 });
		t.same("the second page", second.is(200).ids, all.ids.slice(2, 4), second);
	}),
	...both(["GROUP-368", undefined], async (t, list) => {
		const [all] = await several(t, list);
		t.same(
			"the ids",
			all.ids,
			[...all.ids].sort((a, b) => b - a),
			all,
		);
	}),
	...both(["GROUP-372", undefined], async (t, list) => {
		const response = (await list()).is(200);
		const providers = response.items.map(({ identities }) => {
			const all: unknown[] = Array.isArray(identities) ? identities : [];
			return Object(all.find((one) => Object(one).provider === "group_saml")).saml_provider_id;
		});
		if (providers.length === 0) t.skip("the group has no users by SAML");
		t.holds(
			"each should have an identity with a saml_provider_id",
			providers.every((id) => typeof id === "number"),
			response,
		);
		t.same("the number of providers", new Set(providers).size, 1, response);
	}),
	...both([undefined, "GROUP-389"], async (t, list) => {
		const [all] = await several(t, list);
		t.same(
			"the ids",
			all.ids,
			[...all.ids].sort((a, b) => b - a),
			all,
		);
		await pagesAsUsual(t, (query = {}) => list({ per_page: undefined, ...query }));
	}),
];
