import { whileUnchanged } from "../../laws/while-unchanged";
import type { Params } from "../../rule/address";
import type { Fields } from "../../rule/response";
import type { Rule } from "../../rule/rule";
import { bothAssumed, bothRule, type Kind, type Lab, lists, numbers, oneAssumed, oneRule, time } from "./lab";

const byNumber = (a: number, b: number): number => a - b;

type List = Kind | "key";
const isExpired = (lab: Lab, one: Fields): boolean => typeof one.expires_at === "string" && one.expires_at <= lab.day(0);
const isActive = (lab: Lab, one: Fields): boolean => one.revoked === false && !isExpired(lab, one);
const hours = (count: number): string => new Date(time("2026-11-02T10:00:00.000Z") + count * 3_600_000).toISOString();

/** Tokens or keys that differ in everything that a list filters or sorts by, with ties and with values that are missing. */
async function fill(lab: Lab, of: List): Promise<void> {
	if (!lab.t.given.hasControl) return;
	const at = (index: number, count: number) => hours((index * 7) % count);
	for (let index = 0; index < 12; index++) {
		const used = index % 4 === 1 ? null : at(index, 5);
		if (of === "key") await lab.record(of, { created_at: at(index, 4), last_used_at: used, expires_at: index % 3 === 0 ? null : at(index + 1, 4) });
		else
			await lab.record(of, {
				name: ["Deploy LAPTOP", "ci", "laptop 2", "Zebra", ".*"][index % 5],
				description: index % 2 === 0 ? "laptop" : null,
				created_at: at(index, 4),
				last_used_at: used,
				expires_at: [null, lab.day(-40), lab.day(0), lab.day(1), lab.day(90), lab.day(0), lab.day(400)][index % 7],
				revoked: index % 3 === 2,
			});
	}
}

/**
 * A filtered list must have only records that the predicate accepts, and all of those that do not change meanwhile.
 */
async function finds(lab: Lab, of: List, filter: Params, fits: (one: Fields) => boolean): Promise<void> {
	const { t } = lab;
	const before = await lab.list(of);
	const found = await lab.list(of, filter);
	const after = new Set((await lab.list(of)).map((one) => JSON.stringify(one)));
	const what = JSON.stringify(filter);
	for (const one of found) t.holds(`${one.id} is not found by ${what}`, fits(one));
	for (const one of before.filter((record) => after.has(JSON.stringify(record)) && fits(record)))
		t.holds(`${one.id} is found by ${what}`, numbers(found).includes(Number(one.id)));
}

/** Values to filter by: in a mock every value, and those just before and after it; otherwise one from the middle. */
async function bounds(lab: Lab, of: List, field: string): Promise<readonly string[]> {
	const values = [...new Set((await lab.list(of)).flatMap((one) => (typeof one[field] === "string" ? [one[field]] : [])))].sort();
	const middle = values[values.length >> 1] ?? lab.t.skip(`no record has a ${field}: set one`);
	const beside = (value: string) => [-1, 0, 1].map((step) => new Date(time(value) + step).toISOString());
	return lab.t.given.hasControl ? values.flatMap(beside) : [middle];
}

/** `<name>=<time>` must find the records with that time, or with a later or earlier one. */
async function byTime(lab: Lab, of: List, name: string): Promise<void> {
	const field = `${/^[a-z_]+(?=_(after|before))/.exec(name)?.[0]}_at`;
	const sign = name.endsWith("after") ? 1 : -1;
	for (const at of await bounds(lab, of, field))
		await finds(lab, of, { [name]: at }, (one) => one[field] !== null && sign * (time(one[field]) - time(at)) >= 0);
}

const tokenTimes = ["created_after", "created_before", "last_used_after", "last_used_before"] as const;
const keyTimes = ["created_after", "created_before", "expires_before", "expires_after"] as const;
/** A group without such credentials must have an empty list, even if its members have tokens and keys of their own. */
async function isEmpty(lab: Lab, of: List): Promise<void> {
	const { t } = lab;
	const root = t.as("administrator");
	if (t.given.hasControl) {
		await t.given.record("ssh_keys", { user: t.user("outsider").username });
		const { id } = await t.given.record("groups", { full_path: t.unique("empty"), members: { [t.user("outsider").username]: "owner" } });
		const response = (await t.as("outsider").call(lists[of], { id })).is(200);
		t.same("the list and x-total", [response.json, response.header("x-total")], [[], "0"], response);
		return;
	}
	const own = new Set(numbers(await lab.list(of)));
	const others = (await root.call("listGroups", { top_level_only: true, per_page: 20 })).ok.items.filter((one) => one.full_path !== lab.group);
	const found: number[] = [];
	for (const { id } of others) {
		const response = (await root.list(lists[of], { id })).is(200);
		t.holds("another group shows none of the group's", !response.ids.some((one) => own.has(one)), response);
		found.push(response.ids.length);
	}
	if (!found.includes(0)) t.skip("every top-level group has some: add a group without any");
}

/** Which records the lists have, and what they show. */
const records: readonly Rule[] = [
	bothAssumed(
		"CRED-030..032, CRED-037",
		"A listed token is active unless it is revoked or its expires_at is today or earlier. No list shows the text of a token.",
		lists,
		async (lab, kind) => {
			const { t } = lab;
			await fill(lab, kind);
			const text = t.unique("text");
			const id = t.given.hasControl ? await lab.record(kind, { text, expires_at: lab.day(2) }) : undefined;
			const all = await lab.list(kind);
			t.holds("there are tokens", all.length > 0);
			for (const one of all) {
				t.same(`active of token ${one.id}`, one.active, isActive(lab, one));
				t.holds(`token ${one.id} does not show its text`, !Object.hasOwn(one, "token") && !Object.hasOwn(one, "text"));
			}
			t.holds("the text is nowhere in the list", !JSON.stringify(all).includes(text));
			if (id === undefined) return;
			for (const active of [true, true, false, false]) {
				t.same("active", (await lab.listed(kind, id))?.active, active);
				(await t.bearing(text).call("getCurrentUser")).is(active ? 200 : 401);
				await t.given.advance("1 day");
			}
			await t.given.setClock(`${lab.day(0)}T12:00:00.000Z`);
		},
	),
	oneRule(
		"CRED-034, CRED-036",
		"resource_type shows whether a token belongs to a group or a project, and resource_id is the id of that group or project.",
		lists.resource,
		async (lab) => {
			const { group: id, owner, t } = lab;
			const types = new Map<unknown, string>();
			for (const place of t.given.hasControl ? [{ group: id }, { group: lab.subgroup }, { project: `${id}/app` }, { project: `${lab.subgroup}/lib` }] : [])
				for (const state of [{}, { revoked: true }, { expires_at: lab.day(-1) }])
					types.set(await lab.record("resource", { ...place, ...state }), Object.keys(place).join());
			const groups = (await owner.list("listDescendantGroups", { id })).ok.ids;
			const projects = (await owner.list("listGroupProjects", { id, include_subgroups: true })).ok.ids;
			const of: { readonly [type: string]: readonly number[] } = { group: [await t.given.groupId(id), ...groups], project: projects };
			const all = await lab.list("resource");
			t.assume("there should be tokens of groups and of projects", new Set(all.map((one) => one.resource_type)).size === 2);
			for (const one of all) {
				if (types.has(one.id)) t.same(`resource_type of token ${one.id}`, one.resource_type, types.get(one.id));
				t.assume(
					`token ${one.id} should belong to a ${one.resource_type} in the group's hierarchy`,
					of[String(one.resource_type)]?.includes(Number(one.resource_id)) === true,
				);
			}
		},
	),
	oneRule(
		"CRED-053, CRED-054",
		"The list of personal access tokens has those of the group's enterprise users, whatever their state and role, and of its service accounts.",
		lists.personal,
		async (lab) => {
			const [employees, robot] = [[await lab.spare("personal")], await lab.spare("service")];
			for (const user of await lab.employees())
				for (const state of [{}, { revoked: true }, { expires_at: lab.day(-9) }]) employees.push(await lab.record("personal", { user, ...state }));
			const found = numbers(await lab.list("personal"));
			for (const employee of employees) lab.t.holds(`token ${employee} of an enterprise user is listed`, found.includes(employee));
			lab.t.assume("the token of a service account should be listed", found.includes(robot));
		},
	),
	oneAssumed(
		"CRED-055",
		"The list of personal access tokens has no tokens of other users, and no tokens of groups or projects.",
		lists.personal,
		async (lab) => {
			const { t } = lab;
			const own = t.given.hasControl ? [...numbers(await lab.list("personal")), await lab.record("personal")] : [];
			const [foreign, bot] = [await lab.foreign("personal"), await lab.spare("resource")];
			const all = await lab.list("personal");
			for (const id of [foreign, bot]) t.holds(`token ${id} is not listed`, !numbers(all).includes(id));
			for (const one of all) t.holds("the token does not belong to the outsider", one.user_id !== t.user("outsider").id);
			if (t.given.hasControl) t.same("the list", numbers(all), own);
		},
	),
	oneAssumed("CRED-056", "The list of personal access tokens has no impersonation tokens and no OAuth tokens.", lists.personal, async (lab) => {
		const own = [...numbers(await lab.list("personal")), await lab.record("personal")];
		await lab.record("personal", { impersonation: true });
		await lab.record("personal", { kind: "oauth" });
		lab.t.same("the list", numbers(await lab.list("personal")), own);
	}),
	oneRule(
		"CRED-090, CRED-091",
		"The list of resource access tokens has those of the group, its subgroups and all their projects, active or not.",
		lists.resource,
		async (lab) => {
			const { group, subgroup, t } = lab;
			const made: number[] = [];
			for (const place of t.given.hasControl ? [{ group }, { group: subgroup }, { project: `${group}/app` }, { project: `${subgroup}/lib` }] : [])
				for (const state of [{}, { revoked: true }, { expires_at: lab.day(-9) }]) made.push(await lab.record("resource", { ...place, ...state }));
			const all = await lab.list("resource");
			t.same("the types", [...new Set(all.map((one) => one.resource_type))].sort(), ["group", "project"]);
			if (t.given.hasControl) t.same("the list", numbers(all).toSorted(byNumber), made.toSorted(byNumber));
		},
	),
	oneAssumed(
		"CRED-092",
		"The list of resource access tokens has no tokens of other top-level groups and no personal access tokens.",
		lists.resource,
		async (lab) => {
			const { rival, t } = lab;
			const own = t.given.hasControl ? [await lab.record("resource")] : [];
			const strange = [await lab.foreign("resource"), await lab.spare("personal")];
			if (t.given.hasControl) strange.push(await lab.record("resource", { project: `${rival}/thing` }));
			const all = numbers(await lab.list("resource"));
			for (const id of strange) t.holds(`token ${id} is not listed`, !all.includes(id));
			if (t.given.hasControl) t.same("the list", all, own);
		},
	),
	bothAssumed("CRED-089, CRED-125", "The lists of personal and resource access tokens are empty for a group without such tokens.", lists, isEmpty),
	oneAssumed("CRED-044", "The list of SSH keys does not show the keys themselves.", lists.key, async (lab) => {
		if (lab.t.given.hasControl) await lab.record("key", { key: "ssh-ed25519 VERYSECRET" });
		const all = await lab.list("key");
		lab.t.holds("there are keys", all.length > 0);
		for (const one of all) lab.t.holds(`key ${one.id} is not shown`, !Object.hasOwn(one, "key"));
		lab.t.holds("the list has no key", !/ssh-(rsa|ed25519)|ecdsa-sha2|VERYSECRET/.test(JSON.stringify(all)));
	}),
	oneRule("CRED-126", "The list of SSH keys has those of the group's enterprise users in every state, including expired keys.", lists.key, async (lab) => {
		const ids = [await lab.spare("key")];
		// Expired keys are also listed.
		for (const year of lab.t.given.hasControl ? [2001, 2991] : []) ids.push(await lab.record("key", { expires_at: `${year}-02-03T04:05:06.000Z` }));
		for (const user of await lab.employees()) ids.push(await lab.record("key", { user }));
		for (const id of ids) lab.t.holds(`the key ${id} of an enterprise user is listed`, (await lab.listed("key", id)) !== undefined);
	}),
	oneAssumed("CRED-127", "The list of SSH keys has no keys of ordinary members.", lists.key, async (lab) => {
		const { t } = lab;
		if (t.given.hasControl) for (const who of ["owner", "developer"] as const) await t.given.record("ssh_keys", { user: t.user(who).username });
		if (t.given.hasControl) t.same("the list", await lab.list("key"), []);
		await isEmpty(lab, "key");
	}),
	oneAssumed("CRED-128", "The list of SSH keys has the keys of service accounts and no deploy keys.", lists.key, async (lab) => {
		await lab.record("key", { deploy: true });
		const own = [await lab.record("key", { user: `${lab.group}-robot` }), await lab.record("key")];
		lab.t.same("the list", numbers(await lab.list("key")).sort(), own);
	}),
];

/** Filters of the lists. */
const filters: readonly Rule[] = [
	bothRule(
		"CRED-072, CRED-073, CRED-108, CRED-109",
		"state=active lists only tokens that are neither revoked nor expired, and state=inactive only the others, whatever the field active shows.",
		lists,
		async (lab, kind) => {
			const { t } = lab;
			await fill(lab, kind);
			await whileUnchanged(
				t,
				() => lab.list(kind),
				async (all) => {
					// On the day itself, and next to it, the server's day may differ.
					const known = all.filter(({ expires_at }) => ![-1, 0, 1].some((days) => lab.day(days) === expires_at));
					for (const state of ["active", "inactive"]) {
						const found = numbers(await lab.list(kind, { state }));
						for (const one of known)
							t.same(`whether state=${state} lists token ${one.id}`, found.includes(Number(one.id)), isActive(lab, one) === (state === "active"));
					}
				},
			);
		},
	),
	bothAssumed(
		"CRED-063, CRED-066, CRED-099, CRED-102",
		"In the lists of tokens, all bounds in time are inclusive. A token that was never used matches neither last_used_after nor last_used_before.",
		lists,
		async (lab, kind) => {
			await fill(lab, kind);
			for (const name of tokenTimes) await byTime(lab, kind, name);
		},
	),
	oneAssumed(
		"CRED-134, CRED-135",
		"In the list of SSH keys, all bounds in time are inclusive. A key that never expires matches neither expires_after nor expires_before.",
		lists.key,
		async (lab) => {
			await fill(lab, "key");
			for (const name of keyTimes) await byTime(lab, "key", name);
			const [from, to] = [hours(1), hours(2)];
			const fits = (one: Fields) => time(one.created_at) >= time(from) && one.expires_at !== null && time(one.expires_at) <= time(to);
			if (lab.t.given.hasControl) await finds(lab, "key", { created_after: from, expires_before: to }, fits);
		},
	),
];

/** Orders of the lists. */
const orders: readonly Rule[] = [
	bothAssumed("CRED-084, CRED-120", "The lists of tokens accept an unknown sort value and still return every token.", lists, async (lab, kind) => {
		await fill(lab, kind);
		for (const sort of ["sideways", "name", "created_down", "", "__proto__"]) {
			const found = numbers(await lab.list(kind, { sort }));
			for (const id of numbers(await lab.list(kind))) lab.t.holds(`token ${id} is listed with sort=${sort}`, found.includes(id));
		}
		await finds(lab, kind, { sort: "newest", revoked: true }, (one) => one.revoked === true);
	}),
	oneAssumed("CRED-137", "SSH keys are sorted by last use, most recent first. Keys that were never used come last.", lists.key, async (lab) => {
		await fill(lab, "key");
		const used = (await lab.list("key")).map((one) => (one.last_used_at === null ? 0 : time(one.last_used_at)));
		if (new Set(used).size < 2) lab.t.skip("the list needs keys that were last used at different times: use one");
		const sorted = [...used].sort((one, other) => other - one);
		lab.t.same("the times of use", used, sorted);
	}),
];

export const credentialLists: readonly Rule[] = [...records, ...filters, ...orders];
