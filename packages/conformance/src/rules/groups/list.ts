import { isDeepStrictEqual } from "node:util";
import { wholeList } from "../../laws/whole-list";
import type { Params } from "../../rule/address";
import type { Caller } from "../../rule/caller";
import type { Context } from "../../rule/context";
import type { ApiResponse, Fields } from "../../rule/response";
import { assumed, type Rule, rule } from "../../rule/rule";
import { free, groupsBelow, join, lastPart, newcomer, newGroup, paid, parentOf, reading, roles, today, visibilities, writing } from "./lab";
import { harmless, hasIds, idsOf, keeps, type List, lists, omits, without } from "./lists";

/** Lists the groups that the last part of this path finds, as the caller sees them. */
const list = (caller: Caller, path: string, query: Params = {}): Promise<ApiResponse> => caller.list("listGroups", { search: lastPart(path), ...query });

const all = { all_available: true };

/** Creates groups, by the rest of their paths. `has` checks which of them a caller finds, sorted by name. Needs the control API. */
async function made(t: Context, groups: { readonly [path: string]: Fields }) {
	const word = t.unique("made");
	// A search may match only a group's own name and path, so that each name has the word.
	for (const [path, { name = path, ...fields }] of Object.entries(groups))
		await t.given.record("groups", { full_path: `${word}-${path}`, name: `${word} ${name}`, ...fields });
	return {
		pathOf: (path: string) => `${word}-${path}`,
		join: (user: string, path: string, role: string, expires_at: string | null = null) =>
			join(t, user, { group: `${word}-${path}`, ...(expires_at && { expires_at }) }, role),
		has: async (caller: Caller, query: Params, expected: readonly string[]) => {
			const response = await caller.list("listGroups", { search: word, ...query });
			const found = response.ok.pluck("full_path").map((path) => String(path).slice(word.length + 1));
			t.same(`the groups of ${JSON.stringify(query)}`, found, expected, response);
		},
	};
}

/** A new group of each visibility. */
const trio = (t: Context) => made(t, Object.fromEntries(visibilities.map((visibility) => [visibility, { visibility }])));

/** Which groups a caller gets. */
export const listScope: readonly Rule[] = [
	reading.rule("GROUP-169", "The list of groups shows anonymous callers only public groups.", "listGroups", async (t) => {
		(await t.anonymous.call("listGroups", { per_page: 100 })).ok.every("public", (one) => one.visibility === "public");
		lists(t, await list(t.anonymous, t.scene("group")), t.scene("group"));
		for (const field of ["internal_group", "private_group"] as const) omits(t, await list(t.anonymous, t.scene(field)), t.scene(field));
		if (t.given.hasControl) await (await trio(t)).has(t.anonymous, {}, ["public"]);
	}),
	reading.rule("GROUP-170", "The list of groups shows a signed-in user no group that they cannot see.", "listGroups", async (t) => {
		for (const who of roles) {
			lists(t, await list(t.as(who), t.scene("group")), t.scene("group"));
			// It is assumed that a role also applies to the groups below.
			const below = await list(t.as(who), t.scene("subgroup"));
			t.assume(`${who} should get the subgroup`, below.ok.pluck("full_path").includes(t.scene("subgroup")), below);
		}
		for (const query of [{}, all]) omits(t, await list(t.as("outsider"), t.scene("private_group"), query), t.scene("private_group"));
		if (!t.given.hasControl) return;
		const groups = await trio(t);
		await groups.join(t.user("guest").username, "private", "guest");
		await groups.has(t.as("guest"), {}, ["private"]);
		await groups.has(t.as("guest"), all, ["internal", "private", "public"]);
		const families = await made(t, { open: {}, "open/closed": { name: "closed", visibility: "private" }, "open/low": { name: "low" } });
		for (const query of [all, { ...all, visibility: "private" }])
			await families.has(t.as("outsider"), { order_by: "id", ...query }, "visibility" in query ? [] : ["open", "open/low"]);
	}),
	reading.rule("GROUP-246", "A page of the list of groups has up to 100 groups, and page=2 continues after them.", "listGroups", async (t) => {
		const paths = Array.from({ length: 103 }, (_, index) => String(index).padStart(3, "0"));
		const groups = await made(t, Object.fromEntries(paths.map((path) => [path, {}])));
		for (const page of [1, 2]) await groups.has(t.as("administrator"), { page, per_page: 100 }, paths.slice((page - 1) * 100, page * 100));
	}),
	reading.assumed(
		"GROUP-172",
		"By default, the list of groups has those in which the user has a direct, inherited or shared membership, and all groups above them.",
		"listGroups",
		async (t) => {
			// The roles are in the scene's group; the groups below inherit them.
			const guest = t.as("guest");
			lists(t, await list(guest, t.scene("group")), t.scene("group"), t.scene("subgroup"));
			omits(t, await list(guest, t.scene("internal_group")), t.scene("internal_group"));
			const hosts = (await t.as("administrator").list("listGroupSharedGroups", { id: t.scene("group") })).ok;
			const host = hosts
				.pluck("full_path")
				.map(String)
				.find((path) => path.includes("/"));
			if (host === undefined) return t.skip("the scene's group is invited into no group that is below another");
			lists(t, await list(guest, host), host);
			lists(t, await list(guest, parentOf(host)), parentOf(host));
			if (!t.given.hasControl) return;
			const { caller, username } = await newcomer(t);
			const shut = { visibility: "private" };
			const paths = ["top", "top/middle", "top/middle/low", "top/other", "host", "host/room", "else", "past", "later", "gone"];
			const groups = await made(t, Object.fromEntries(paths.map((path) => [path, shut])));
			const inOrder = { order_by: "id" };
			await groups.join(username, "top/middle", "developer");
			await groups.has(caller, inOrder, ["top", "top/middle", "top/middle/low"]);
			const invite = (group: string, into: string, expires_at: string | null) =>
				t.given.record("shares", { group: groups.pathOf(group), into: groups.pathOf(into), role: "guest", expires_at });
			await invite("top/middle", "host", null);
			await invite("top/middle", "gone", "2001-01-01");
			// A membership that has expired does not count.
			await groups.join(username, "past", "developer", "2001-01-01");
			await groups.join(username, "later", "developer", "2099-01-01");
			await groups.has(caller, inOrder, ["top", "top/middle", "top/middle/low", "host", "host/room", "later"]);
		},
	),
	reading.rule("GROUP-173", "By default, the list of groups shows an administrator every group.", "listGroups", async (t) => {
		const root = t.as("administrator");
		for (const field of ["group", "internal_group", "private_group", "leaving_group", "archived_group"] as const)
			lists(t, await list(root, t.scene(field)), t.scene(field));
		if (t.given.hasControl) await newGroup(t, { full_path: `${(await newGroup(t, { visibility: "private" })).full_path}/below`, visibility: "private" });
		for (const more of [...harmless, { top_level_only: true }, { owned: false }, { visibility: "private" }]) {
			const [plain, whole] = [await wholeList(root, "listGroups", more), await wholeList(root, "listGroups", { ...more, ...all })];
			t.same(`the groups of ${JSON.stringify(more)} without all_available`, idsOf(plain), idsOf(whole));
		}
		if (t.given.hasControl) t.same("the groups", new Set(idsOf(await wholeList(root, "listGroups", {}))), new Set(idsOf(await t.given.records("groups"))));
	}),
	reading.rule(
		"GROUP-171, GROUP-175, GROUP-176",
		"With all_available=true, a user gets every group that they can see, private ones only as a member. all_available defaults to false, except for administrators.",
		"listGroups",
		async (t) => {
			const outsider = t.as("outsider");
			for (const more of [...harmless, { visibility: "public" }]) {
				for (const query of [{}, { all_available: false }]) omits(t, await list(outsider, t.scene("group"), { ...more, ...query }), t.scene("group"));
				for (const path of [t.scene("group"), t.scene("subgroup")]) lists(t, await list(outsider, path, { ...more, ...all }), path);
			}
			lists(t, await list(t.as("guest"), t.scene("group"), all), t.scene("group"));
			if (!t.scene("group").includes("/")) lists(t, await list(outsider, t.scene("group"), { ...all, top_level_only: true }), t.scene("group"));
			const internal = await list(outsider, t.scene("internal_group"), all);
			t.assume("the internal group should be listed", internal.ok.pluck("full_path").includes(t.scene("internal_group")), internal);
			if (!t.given.hasControl) return;
			const groups = await trio(t);
			for (const query of [{}, { all_available: false }]) await groups.has(outsider, query, []);
			await groups.has(outsider, all, ["internal", "public"]);
			const external = (await newcomer(t, { external: true })).caller;
			for (const path of [t.scene("group"), t.scene("subgroup")]) lists(t, await list(external, path, all), path);
		},
	),
	reading.rule(
		"GROUP-177, GROUP-225",
		"In the list of groups, all_available and min_access_level are ignored for anonymous callers.",
		"listGroups",
		async (t) => {
			const plain = (await t.anonymous.list("listGroups")).ok;
			for (const beside of [{}, { search: lastPart(t.scene("group")) }, { visibility: "public", order_by: "path" }]) {
				const without = (await t.anonymous.list("listGroups", beside)).ok;
				for (const all_available of [false, true]) {
					const response = (await t.anonymous.list("listGroups", { all_available, ...beside })).ok;
					t.same(`the groups beside ${JSON.stringify(beside)}`, response.json, without.json, response);
				}
			}
			lists(t, plain, t.scene("group"));
			const level = await t.anonymous.list("listGroups", { min_access_level: 40 });
			t.assume("min_access_level should be ignored", level.succeeded && level.ids.join() === plain.ids.join(), level);
		},
	),
	writing.assumed("GROUP-178", "With all_available=false, an administrator gets only the groups that they are a member of.", "listGroups", async (t) => {
		const { caller, username } = await newcomer(t, { admin: true });
		const path = t.scene("group");
		lists(t, await list(caller, path), path);
		omits(t, await list(caller, path, { all_available: false }), path);
		if (!t.given.hasControl) return;
		const groups = await trio(t);
		await groups.has(caller, { all_available: false }, []);
		await groups.join(username, "private", "guest");
		await groups.has(caller, { all_available: false }, ["private"]);
	}),
	reading.rule(
		"",
		"owned=true and min_access_level return every group in which the caller is a direct member with that role or a higher one.",
		["listGroups", "listUserMemberships"],
		async (t) => {
			let count = 0;
			for (const who of ["owner", "maintainer", "developer", "guest"] as const) {
				const own = await t.as("administrator").list("listUserMemberships", { id: t.user(who).id, type: "Namespace" });
				for (const level of [10, 20, 30, 40, 50]) {
					const held = own.ok.items.filter((one) => Number(one.access_level) >= level).map((one) => one.source_id);
					count += held.length;
					for (const query of [{ min_access_level: level }, ...(level === 50 ? [{ owned: true }] : [])]) {
						const listed = new Set((await wholeList(t.as(who), "listGroups", query)).map(({ id }) => id));
						const missing = held.filter((id) => !listed.has(id));
						t.same(`the groups of ${who} that ${JSON.stringify(query)} leaves out`, missing, [], own);
						const isMore = "owned" in query && listed.size > held.length;
						t.assume(`owned=true should return only the groups that ${who} is a direct member of`, !isMore, own);
					}
				}
			}
			if (count === 0) t.skip("the memberships of the scene's users have no access_level");
		},
		{ id: "rules/groups/own-roles" },
	),
	reading.rule("GROUP-179, GROUP-218", "owned=true returns only the groups that the caller owns, even with all_available=true.", "listGroups", async (t) => {
		const path = t.scene("group");
		// Other filters do not change this, nor does a missing search.
		const others = { active: true, visibility: "public", ...(!path.includes("/") && { top_level_only: true }) };
		for (const more of [{}, all, { ...all, ...others }, { ...all, search: undefined }]) {
			const query = { owned: true, ...more };
			lists(t, await list(t.as("owner"), path, query), path);
			for (const who of ["maintainer", "developer", "reporter", "guest", "outsider"] as const) omits(t, await list(t.as(who), path, query), path);
			const response = await list(t.as("administrator"), path, query);
			t.assume("administrators should own no group that they are not a member of", !response.ok.pluck("full_path").includes(path), response);
		}
		lists(t, await list(t.as("maintainer"), path), path);
		if (!t.given.hasControl) return;
		const groups = await made(t, { mine: {}, helped: {}, open: {}, past: {}, also: {} });
		const { caller, username } = await newcomer(t);
		for (const path of ["mine", "also"]) await groups.join(username, path, "owner");
		await groups.join(username, "helped", "maintainer");
		// A membership that has expired does not count.
		await groups.join(username, "past", "owner", "2001-01-01");
		for (const query of [{ owned: true }, { owned: true, ...all }]) {
			// With every order.
			for (const order of [{}, { sort: "asc" }, { order_by: "path" }, { order_by: "id", sort: "desc" }, { top_level_only: true, active: true }])
				await groups.has(caller, { ...query, ...order }, ["also", "mine"]);
			for (const order of [{ sort: "desc" }, { order_by: "id" }]) await groups.has(caller, { ...query, ...order }, ["mine", "also"]);
		}
		await groups.has(caller, { owned: false }, ["also", "helped", "mine"]);
		await groups.has(t.as("administrator"), { owned: true }, []);
	}),
	assumed("GROUP-219", "owned=true returns an empty list to anonymous callers, also with keyset pagination.", "listGroups", async (t) => {
		for (const query of [{}, { pagination: "keyset" }, all]) await hasIds(t, "the groups", [], t.anonymous.call("listGroups", { owned: true, ...query }));
		lists(t, await list(t.anonymous, t.scene("group")), t.scene("group"));
	}),
	reading.rule(
		"GROUP-025, GROUP-180, GROUP-222, GROUP-223",
		"min_access_level returns only the groups in which the caller has that role or a higher one, and the groups below them, even with all_available=true.",
		"listGroups",
		async (t) => {
			const levels = { minimal: 5, guest: 10, planner: 15, reporter: 20, developer: 30, maintainer: 40, owner: 50 };
			const filters = Object.values(levels).filter((level) => level > levels.minimal);
			const [path, below] = [t.scene("group"), t.scene("subgroup")];
			for (const who of [...roles, "outsider"] as const)
				for (const query of [
					...filters.map((min_access_level) => ({ min_access_level })),
					...[{}, { active: true }, { order_by: "id" }, { search: undefined }].map((more) => ({ min_access_level: 40, ...all, ...more })),
				]) {
					const response = await list(t.as(who), path, query);
					const has = who !== "outsider" && query.min_access_level <= levels[who];
					if (has) lists(t, response, path);
					else omits(t, response, path);
					t.assume(`${below} should be listed as the group above it is`, response.ok.pluck("full_path").includes(below) === has, response);
				}
			if (!t.given.hasControl) return;
			for (const [role, level] of Object.entries(levels)) {
				const groups = await made(t, { place: { visibility: "private" }, past: {} });
				const { caller, username } = await newcomer(t);
				await groups.join(username, "place", role);
				await groups.join(username, "past", "owner", "2001-01-01");
				for (const min_access_level of filters) await groups.has(caller, { min_access_level }, min_access_level <= level ? ["place"] : []);
			}
			const groups = await made(t, { top: {}, "top/low": {}, "top/low/lowest": {}, beside: {}, "beside/low": {} });
			const { caller, username } = await newcomer(t);
			for (const [place, role] of Object.entries({ top: "maintainer", beside: "guest", "beside/low": "maintainer" })) await groups.join(username, place, role);
			const response = await caller.list("listGroups", { search: groups.pathOf(""), min_access_level: 40, order_by: "id" });
			lists(t, response, ...["top", "beside/low"].map(groups.pathOf));
			omits(t, response, groups.pathOf("beside"));
			// It is assumed that a role also applies to the groups below.
			const inherited = ["top/low", "top/low/lowest"].map(groups.pathOf);
			t.assume(
				`${inherited.join(" and ")} should be listed`,
				isDeepStrictEqual(
					response.pluck("full_path").filter((path) => inherited.some((one) => one === path)),
					inherited,
				),
				response,
			);
		},
	),
];

/** All groups, as an administrator gets them. */
const whole =
	(t: Context): List =>
	(query = {}, caller = t.as("administrator")) =>
		caller.list("listGroups", query);

/** A filter that no group matches must return an empty list, whatever other parameters are sent. */
async function findsNone(t: Context, filter: Params): Promise<void> {
	const flags = ["top_level_only", "active", "statistics", "with_custom_attributes", "all_available"].map((name) => ({ [name]: true }));
	for (const beside of [{}, ...flags, { archived: false }, { visibility: "public" }, { search: lastPart(t.scene("group")) }, { order_by: "id", sort: "desc" }])
		await hasIds(t, `the groups of ${JSON.stringify({ ...filter, ...beside })}`, [], whole(t)({ ...filter, ...beside }));
}

/** A condition that a group also meets if a group above it does. */
async function withAbove(t: Context, holds: (group: Fields) => boolean): Promise<(group: Fields) => boolean> {
	const { items } = (await whole(t)()).ok;
	const known = new Map(items.map((one) => [one.id, one]));
	const is = (one: Fields | undefined): boolean => one !== undefined && (holds(one) || is(known.get(one.parent_id)));
	return is;
}

/** Archived groups, and groups that are marked for deletion, each with one below it. */
async function states(t: Context): Promise<{ archived: ReadonlySet<unknown>; leaving: ReadonlySet<unknown> }> {
	if (t.given.hasControl) {
		for (const fields of [{ archived: true }, ...[-1, 0, 1].map((later) => ({ marked_for_deletion_on: today(later) }))])
			await groupsBelow(t, String((await t.given.record("groups", fields)).full_path), { low: {}, "low/lowest": {} });
	}
	if (t.facts.tier === "free") t.skip("the free tier does not show whether groups are marked for deletion");
	const { items } = (await whole(t)()).ok;
	const [archived, leaving] = [new Set<unknown>(), new Set<unknown>()];
	for (const { id } of items) {
		const { fields } = await t.as("auditor").call("getGroup", { id, with_projects: false });
		if (fields.archived === true) archived.add(id);
		if (fields.marked_for_deletion_on) leaving.add(id);
	}
	return { archived, leaving };
}

/** Filters of the list of groups. */
export const listFilters: readonly Rule[] = [
	reading.assumed("GROUP-183, GROUP-184", "skip_groups accepts a list, or ids separated by commas. Unknown ids are ignored.", "listGroups", async (t) => {
		const { ids } = (await whole(t)()).ok;
		for (const [skip_groups, gone] of [
			[ids.slice(1, 3), ids.slice(1, 3)],
			[ids.slice(1, 3).join(","), ids.slice(1, 3)],
			[String(ids[0]), ids.slice(0, 1)],
			[[999_999_999], []],
			[`999999999,${ids[0]}`, ids.slice(0, 1)],
		] as const)
			await hasIds(t, `the groups without ${skip_groups}`, without(ids, gone), whole(t)({ skip_groups }));
	}),
	reading.rule(
		"GROUP-213",
		"custom_attributes[key]=value returns only the groups that have the attribute with exactly this value.",
		"listGroups",
		async (t) => {
			if (t.given.hasControl)
				for (const [region, area] of [["emea"], ["apac"], ["west", "emea"]])
					await newGroup(t, { custom_attributes: [{ key: "region", value: region }, ...(area ? [{ key: "area", value: area }] : [])] });
			const has = (one: Fields, key: unknown, value: unknown) =>
				Array.isArray(one.custom_attributes) && one.custom_attributes.some((each) => Object(each).key === key && Object(each).value === value);
			const { items } = (await whole(t)({ with_custom_attributes: true })).ok;
			const found = items.flatMap((one) => (Array.isArray(one.custom_attributes) ? one.custom_attributes : []));
			if (found.length === 0) t.skip("no group of the server has a custom attribute: set one");
			const [{ key, value }] = found;
			const near = [
				{ key, value: String(value).slice(0, -1) },
				{ key: String(key).slice(0, -1), value },
				{ key, value: `${value}s` },
			];
			for (const one of [...new Map([...found, ...near].map((each) => [JSON.stringify(each), each])).values()]) {
				const expected = items.filter((group) => has(group, one.key, one.value)).map(({ id }) => id);
				await hasIds(t, `the groups with ${one.key}=${one.value}`, expected, whole(t)({ custom_attributes: { [one.key]: one.value } }));
			}
			await findsNone(t, { custom_attributes: { [String(key)]: t.unique("value") } });
		},
	),
	reading.assumed("GROUP-215", "With several custom_attributes, the list has only the groups that have all of them.", "listGroups", async (t) => {
		const { items } = (await whole(t)({ with_custom_attributes: true })).ok;
		const [first] = items.flatMap((one) => (Array.isArray(one.custom_attributes) ? one.custom_attributes : []));
		if (!first) return t.skip("no group of the server has a custom attribute: set one");
		const [own, none] = [{ [first.key]: first.value }, { [t.unique("key")]: "value" }];
		for (const custom_attributes of [
			{ ...own, ...none },
			{ ...none, ...own },
		])
			await hasIds(t, "the groups", [], whole(t)({ custom_attributes }));
		if (!t.given.hasControl) return;
		const [region, team] = [
			{ key: "region", value: t.unique("emea") },
			{ key: "team", value: "blue" },
		];
		await newGroup(t, { custom_attributes: [region] });
		const both = await newGroup(t, { custom_attributes: [team, region] });
		await hasIds(t, "the groups with both", [both.id], whole(t)({ custom_attributes: { region: region.value, team: "blue" } }));
	}),
	paid.rule(
		"GROUP-230, GROUP-231",
		"For administrators, repository_storage returns only the groups that are stored there. An unknown storage returns an empty list.",
		"listGroups",
		async (t) => {
			if (t.given.hasControl) for (const repository_storage of ["fast", "fast", "faster"]) await newGroup(t, { repository_storage });
			const { items } = (await whole(t)()).ok;
			for (const repository_storage of new Set(items.map((one) => one.repository_storage))) {
				const expected = items.filter((one) => one.repository_storage === repository_storage).map((one) => one.id);
				await hasIds(t, `the groups on ${repository_storage}`, expected, whole(t)({ repository_storage }));
			}
			// Part of a storage's name does not match.
			const known = new Set(items.map((one) => String(one.repository_storage)));
			const near = [...known].flatMap((one) => [one.slice(0, -1), one.slice(1), `${one}s`]).filter((one) => one !== "" && !known.has(one));
			for (const repository_storage of near) await hasIds(t, `the groups on ${repository_storage}`, [], whole(t)({ repository_storage, ...all }));
			await findsNone(t, { repository_storage: t.unique("storage") });
		},
	),
	free.assumed("GROUP-233, GROUP-236", "On the free tier, the filters repository_storage and marked_for_deletion_on are ignored.", "listGroups", async (t) => {
		const { ids } = (await whole(t)()).ok;
		for (const query of [{ repository_storage: t.unique("storage") }, { marked_for_deletion_on: "2001-02-03" }])
			await hasIds(t, `the groups of ${JSON.stringify(query)}`, ids, whole(t)(query));
	}),
	paid.rule("GROUP-235", "marked_for_deletion_on returns only the groups that are marked for deletion on that day.", "listGroups", async (t) => {
		const leaving = { id: t.scene("leaving_group"), with_projects: false };
		const { marked_for_deletion_on, id } = (await t.as("administrator").call("getGroup", leaving)).ok.fields;
		const day = String(marked_for_deletion_on);
		const ids: unknown[] = [id];
		if (t.given.hasControl) {
			const after = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
			await newGroup(t, { marked_for_deletion_on: after });
			ids.push((await newGroup(t, { marked_for_deletion_on: day })).id);
		}
		for (const caller of [t.anonymous, t.as("outsider"), t.as("administrator")]) {
			const response = (await whole(t)({ marked_for_deletion_on: day, all_available: true }, caller)).ok;
			const isSeen = (await caller.call("getGroup", leaving)).succeeded;
			t.same(`whether the scene's group is listed for ${caller.actor}`, response.ids.includes(Number(id)), isSeen, response);
			if (t.given.hasControl && caller.actor === "administrator") t.same("the groups", new Set(response.ids), new Set(ids), response);
			omits(t, response, t.scene("group"));
		}
		for (const days of [-1, 1]) {
			const other = new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
			omits(t, (await whole(t)({ marked_for_deletion_on: other })).ok, t.scene("leaving_group"));
		}
		await hasIds(t, "the groups of another day", [], whole(t)({ marked_for_deletion_on: "2001-02-03" }));
	}),
	reading.rule(
		"GROUP-239",
		"active=true leaves out the groups that are archived or marked for deletion, and all groups below those.",
		"listGroups",
		async (t) => {
			for (const caller of [t.as("administrator"), t.as("outsider"), t.anonymous]) {
				const response = (await whole(t)({ active: true, ...all }, caller)).ok;
				lists(t, response, t.scene("group"), t.scene("subgroup"));
				omits(t, response, t.scene("archived_group"), t.scene("leaving_group"));
			}
			if (!t.given.hasControl) return;
			const { archived, leaving } = await states(t);
			const isGone = await withAbove(t, (one) => archived.has(one.id) || leaving.has(one.id));
			await keeps(t, whole(t), { active: true }, (one) => !isGone(one));
		},
	),
	reading.assumed(
		"GROUP-240, GROUP-242",
		"active=false returns only groups that are archived or marked for deletion, archived=true only archived ones, archived=false all others. Groups below inherit both states.",
		"listGroups",
		async (t) => {
			const { archived, leaving } = await states(t);
			await keeps(t, whole(t), { active: false }, await withAbove(t, (one) => archived.has(one.id) || leaving.has(one.id)));
			const isArchived = await withAbove(t, (one) => archived.has(one.id));
			for (const value of [true, false]) await keeps(t, whole(t), { archived: value }, (one) => isArchived(one) === value);
		},
	),
];

const isObject = (value: unknown): boolean => typeof value === "object" && value !== null;
const sized = { statistics: true };

/** A top-level group with known sizes: one project in the group itself, and one in each of the two groups below it; needs the control API. */
async function sizes(t: Context, fields: Fields = {}) {
	const { full_path } = await newGroup(t, { dependency_proxy_size: 5, ...fields });
	await groupsBelow(t, full_path, { low: {}, "low/lowest": {} });
	const zero = Object.fromEntries(
		["repository", "wiki", "lfs_objects", "job_artifacts", "pipeline_artifacts", "packages", "snippets", "uploads", "container_registry"].map((name) => [
			`${name}_size`,
			0,
		]),
	);
	for (const [path, statistics, more] of [
		["one", { repository_size: 100, wiki_size: 10, job_artifacts_size: 3, snippets_size: 1000, container_registry_size: 4000 }, { visibility: "private" }],
		["low/two", { repository_size: 20, wiki_size: 2, lfs_objects_size: 200, snippets_size: 30, uploads_size: 1, container_registry_size: 500 }, {}],
		["low/lowest/three", { packages_size: 7, job_artifacts_size: 40, pipeline_artifacts_size: 300, container_registry_size: 60 }, { archived: true }],
	] as const)
		await t.given.record("projects", { full_path: `${full_path}/${path}`, statistics: { ...zero, ...statistics }, ...more });
	// A project that is shared with the group does not count.
	const other = await t.given.record("projects", { full_path: `${t.unique("other")}/place`, statistics: { ...zero, container_registry_size: 9 } });
	await t.given.record("shares", { group: full_path, into: other.full_path, role: "guest" });
	const { container_registry_size: _, ...own } = zero;
	return {
		own: { ...own, storage_size: 1113, repository_size: 100, wiki_size: 10, job_artifacts_size: 3, snippets_size: 1000 },
		item: async (path = "") => {
			const response = await list(t.as("administrator"), full_path, sized);
			return response.ok.items.find((one) => one.full_path === full_path + path) ?? {};
		},
	};
}

/** The statistics of groups. */
export const listStatistics: readonly Rule[] = [
	reading.assumed(
		"GROUP-110",
		"storage_size is the sum of the other sizes. root_storage_statistics sums up a top-level group and all groups below it.",
		"listGroups",
		async (t) => {
			const { items } = (await whole(t)(sized)).ok;
			const sizeOf = (sizes: unknown) => Object.entries(Object(sizes)).filter(([name]) => /^(?!storage|container_registry).*_size$/.test(name));
			const sum = (numbers: readonly unknown[]) => numbers.reduce((total: number, one) => total + Number(one), 0);
			for (const { full_path, statistics, root_storage_statistics: root } of items) {
				t.holds(`${full_path} has statistics`, isObject(statistics));
				for (const sizes of [statistics, root ?? {}])
					t.same(`storage_size of ${full_path}`, Number(Object(sizes).storage_size ?? 0), sum(sizeOf(sizes).map(([, size]) => size)));
				const below = items.filter((one) => `${one.full_path}/`.startsWith(`${full_path}/`)).map((one) => Object(one.statistics));
				// With fewer groups than a page holds, all groups below are on it.
				if (isObject(root) && items.length < 100)
					for (const kind of ["repository", "wiki", "packages", "uploads", "lfs_objects", "snippets", "pipeline_artifacts", "job_artifacts"]) {
						const all = Object(root)[`${kind.replace("job", "build")}_size`];
						t.same(`the ${kind} size of ${full_path} and all groups below`, all, sum(below.map((one) => one[`${kind}_size`])));
					}
			}
			if (!t.given.hasControl) return;
			const { item, own } = await sizes(t);
			t.same("the statistics of the group's own projects", (await item()).statistics, own);
			t.same("storage_size of the group below", Object((await item("/low")).statistics).storage_size, 253);
		},
	),
	rule(
		"GROUP-113, GROUP-118",
		"root_storage_statistics sums up a top-level group and all groups below it, including container repositories.",
		"listGroups",
		async (t) => {
			const { item } = await sizes(t);
			const root = Object((await item()).root_storage_statistics);
			const expected = {
				container_registry_size: 4560,
				repository_size: 120,
				wiki_size: 12,
				build_artifacts_size: 43,
				pipeline_artifacts_size: 300,
				lfs_objects_size: 200,
				packages_size: 7,
				snippets_size: 1030,
				uploads_size: 1,
				dependency_proxy_size: 5,
				storage_size: 1718,
			};
			for (const [name, size] of Object.entries(expected)) t.same(name, root[name], size);
		},
	),
	rule("GROUP-117", "container_registry_size is present only if the container registry keeps its metadata in a database.", "listGroups", async (t) => {
		const { item } = await sizes(t);
		const names = ["container_registry_size", "container_registry_size_is_estimated"];
		for (const isThere of [true, false]) {
			await t.given.settings({ containerRegistryMetadata: isThere });
			const root = (await item()).root_storage_statistics;
			for (const name of names) t.same(`whether ${name} is there`, Object.hasOwn(Object(root), name), isThere);
		}
	}),
	rule("GROUP-119", "container_registry_size_is_estimated says whether the size is an estimate.", "listGroups", async (t) => {
		for (const container_registry_size_is_estimated of [true, false]) {
			const { item } = await sizes(t, { container_registry_size_is_estimated });
			const root = Object((await item()).root_storage_statistics);
			t.same("container_registry_size_is_estimated", root.container_registry_size_is_estimated, container_registry_size_is_estimated);
		}
	}),
];
