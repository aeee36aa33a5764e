/** What the rules of groups share: groups to change, callers, lists and refusals. */
import type { SceneField } from "../../bench/scene";
import type { Params } from "../../rule/address";
import type { Answer, Fields } from "../../rule/answer";
import type { Caller, CallOptions } from "../../rule/caller";
import type { Context } from "../../rule/context";
import { linksOf } from "../../rule/links";
import { assumed, sharing as ofRules, type Rule, type RuleOptions, rule } from "../../rule/rule";

/** The bodies of the usual refusals. */
export const unknownGroup = { message: "404 Group Not Found" };
export const notFound = { message: "404 Not Found" };
export const unauthorized = { message: "401 Unauthorized" };
export const forbidden = { message: "403 Forbidden" };
export const notTopLevel = { message: "400 Bad request - Must be a top-level group" };
export const tooMany = { message: { error: "This endpoint has been requested too many times. Try again later." } };
/** The body for a value that is not in the list of values. */
export const notInList = (name: string) => ({ error: `${name} does not have a valid value` });
export const isInvalid = (name: string) => ({ error: `${name} is invalid` });

/** `sharing` for rules of groups: `change` and `assumedChange` give a group of the scene to change. */
function sharing(options: RuleOptions) {
	const change = (kind: typeof rule) => (ids: string, title: string, field: GroupField, run: (group: ChangedGroup, t: Context) => Promise<void>) =>
		kind(ids, title, "updateGroup", on(field, run), options);
	return { ...ofRules(options), change: change(rule), assumedChange: change(assumed) };
}

/** Rules that change the scene's groups, or compare lists in which they are, never run at the same time. */
const alone = { alone: "group settings" } as const;
export const changing = { ...alone, effect: "writes" } as const;
export const reading = sharing(alone);
export const writing = sharing(changing);
export const destroying = sharing({ ...alone, effect: "destroys" });
export const paid = sharing({ ...changing, tier: "premium" });
export const ultimate = sharing({ ...changing, tier: "ultimate" });
export const free = sharing({ ...changing, maxTier: "free" });

export const visibilities = ["public", "internal", "private"] as const;
/** The roles in the scene's group, highest first, and those that may not administer it. */
export const roles = ["owner", "maintainer", "developer", "reporter", "guest"] as const;
export const lowerRoles = ["maintainer", "developer", "reporter", "guest"] as const;

/** Every kind of caller, by name. */
export const everyone = (t: Context): readonly (readonly [string, Caller])[] => [
	["anonymous", t.anonymous],
	...(["outsider", ...roles, "administrator"] as const).map((who) => [who, t.as(who)] as const),
];
export const isAdministering = (name: string): boolean => name === "owner" || name === "administrator";

/** A new user, who is a member of nothing. */
export async function newcomer(t: Context, params: Params = {}): Promise<{ caller: Caller; id: number; username: string }> {
	const username = t.unique("newcomer");
	const user = t.given.hasControl ? await t.given.record("users", { username, ...params }) : (await t.given.user({ username, ...params })).fields;
	return { caller: t.as("administrator").sudo(Number(user.id)), id: Number(user.id), username };
}

/** A new top-level group in which the roles of the scene are members; needs the control API. */
export async function newGroup(t: Context, fields: Fields = {}): Promise<Fields & { id: number; full_path: string }> {
	const members = Object.fromEntries(roles.map((who) => [t.user(who).username, who]));
	const full_path = t.unique("lab");
	return { full_path, ...(await t.given.record("groups", { full_path, members, ...fields })) };
}

/** Groups below one by their paths, in order; needs the control API. */
export async function groupsBelow(t: Context, top: string, groups: { readonly [path: string]: Fields }): Promise<readonly (Fields & { id: number })[]> {
	const made: (Fields & { id: number })[] = [];
	for (const [path, fields] of Object.entries(groups)) made.push(await t.given.record("groups", { full_path: `${top}/${path}`, ...fields }));
	return made;
}

/** Makes somebody a member of a group or a project; needs the control API. */
export const join = (t: Context, user: string, place: Fields, role: string): Promise<Fields> => t.given.record("members", { user, ...place, role });

/** The last part of a full path. */
export const lastPart = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
export const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")));

/** The list must be there, and have these groups. */
export function lists(t: Context, answer: Answer, ...paths: readonly string[]): void {
	const found = answer.ok.pluck("full_path");
	for (const path of paths) t.holds(`${path} is listed`, found.includes(path), answer);
}

/** The list must be there, and not have these groups. */
export function omits(t: Context, answer: Answer, ...paths: readonly string[]): void {
	const found = answer.ok.pluck("full_path");
	for (const path of paths) t.holds(`${path} is not listed`, !found.includes(path), answer);
}

export type List = (query?: Params, caller?: Caller) => Promise<Answer>;

/**
 * A filter must leave those of the whole list that the predicate accepts, all of them and in the same order. Skips the rule where the list
 * does not have both kinds.
 */
export async function keeps(t: Context, list: List, query: Params, accepts: (record: Fields) => boolean, caller?: Caller): Promise<Answer> {
	const all = (await list({}, caller)).ok;
	const expected = all.items.filter(accepts).map((one) => one.id);
	const what = JSON.stringify(query);
	if (expected.length === 0 || expected.length === all.items.length) t.skip(`the list needs records that ${what} accepts, and others`);
	const response = (await list(query, caller)).ok;
	t.same(`the records of ${what}`, response.ids, expected, response);
	return response;
}

export const idsOf = (records: readonly Fields[]): readonly unknown[] => records.map((one) => one.id);
export const without = <T>(ids: readonly T[], gone: readonly unknown[]): readonly T[] => ids.filter((id) => !gone.includes(id));

/** A list must have just these records, in this order. */
export async function hasIds(t: Context, what: string, answer: Promise<Answer>, expected: readonly unknown[]): Promise<void> {
	const response = await answer;
	t.same(what, response.ok.ids, expected, response);
}

/** Of a list these records must come in this order; others may be among them. */
export async function isOrdered(t: Context, what: string, answer: Promise<Answer>, expected: readonly number[]): Promise<void> {
	const response = (await answer).ok;
	const found = response.ids.filter((id) => expected.includes(id));
	t.same(what, found, expected, response);
}

/** A parameter of a list must be refused with 400 for each of these values. */
export async function refusesValues(list: List, name: string, values: readonly unknown[], body = notInList(name)): Promise<void> {
	for (const value of values) (await list({ [name]: value })).refuses(400, body);
}

/** The pages of a list: 20 records by default, 100 at most, and each says where it is. */
export async function pagesAsUsual(t: Context, list: List): Promise<void> {
	const all: number[] = [];
	for (let page = 1; ; page++) {
		const { ids } = (await list({ per_page: 100, page })).ok;
		all.push(...ids);
		if (ids.length < 100) break;
	}
	if (all.length === 0) t.skip("the list is empty");
	for (const [query, per_page, page] of [
		[{}, 20, 1],
		[{ page: 2 }, 20, 2],
		[{ per_page: 101 }, 100, 1],
		[{ per_page: 1, page: 2 }, 1, 2],
		[{ per_page: all.length }, Math.min(100, all.length), 1],
		[{ page: 90 }, 20, 90],
	] as const) {
		const response = (await list(query)).ok;
		const what = JSON.stringify(query);
		t.same(`the records of ${what}`, response.ids, all.slice((page - 1) * per_page, page * per_page), response);
		const pages = Math.ceil(all.length / per_page);
		const expected = {
			"x-page": String(page),
			"x-per-page": String(per_page),
			"x-total": String(all.length),
			"x-total-pages": String(pages),
			"x-next-page": page < pages ? String(page + 1) : "",
		};
		const actual = Object.fromEntries(Object.keys(expected).map((name) => [name, response.header(name)]));
		t.same(`the headers of ${what}`, actual, expected, response);
		if (page <= pages) t.same("x-prev-page", response.header("x-prev-page"), page > 1 ? String(page - 1) : "", response);
		t.same("whether there is a link to the next page", linksOf(response).has("next"), page < pages, response);
	}
}

export type GroupField = Extract<SceneField, "group" | "subgroup" | "leaf_group" | "private_group">;

/** Fields of a request that show under another name in the record. */
const shownAs: { readonly [sent: string]: string } = { emails_disabled: "emails_enabled" };
/** Settings that follow others, and must be put back with them. */
const following: { readonly [sent: string]: readonly string[] } = {
	default_branch_protection: ["default_branch_protection_defaults"],
	default_branch_protection_defaults: ["default_branch_protection"],
};

/** What resets a setting that was null: most accept no null. The limit on artifacts cannot be reset at all. */
function unset(field: string, sent: unknown): unknown {
	if (field === "max_artifacts_size") return undefined;
	if (field === "extra_shared_runners_minutes_limit") return 0;
	return typeof sent === "boolean" ? false : typeof sent === "string" ? "" : null;
}

/** Settings that only Owners and administrators read. */
const ownersOnly = /git_access|download|step_up/;

/** A group that a rule changes; what it changed is put back after the rule. */
export class ChangedGroup {
	readonly t: Context;
	/** Stays the same when the path changes. */
	readonly id: number;
	/** The record before the rule, as an administrator sees it. */
	readonly before: Fields;
	/** What was read after the last request in vain, as long as nothing else was sent. */
	#known: Answer | undefined;

	private constructor(t: Context, id: number, before: Fields) {
		this.t = t;
		this.id = id;
		this.before = before;
	}

	static async of(t: Context, field: GroupField): Promise<ChangedGroup> {
		return await ChangedGroup.at(t, t.scene(field));
	}

	static async at(t: Context, path: string | number): Promise<ChangedGroup> {
		const answer = await t.as("administrator").call("getGroup", { id: path, with_projects: false });
		return new ChangedGroup(t, answer.ok.number("id"), answer.fields);
	}

	get owner(): Caller {
		return this.t.as("owner");
	}

	/** Who reads what became of changes: not always the owner, for few readings a minute are answered to one user. */
	reader(changes: Params = {}, who: "auditor" | "maintainer" = "auditor"): Caller {
		const isHidden = Object.keys(changes).some((name) => ownersOnly.test(name));
		return isHidden || this.t.facts.users[who] === undefined ? this.owner : this.t.as(who);
	}

	/** The record, without projects. */
	async get(caller = this.owner, query: Params = {}): Promise<Answer> {
		return await caller.call("getGroup", { id: this.id, with_projects: false, ...query });
	}

	/** The record without projects, which the caller must be able to read. */
	async read(caller = this.owner, query: Params = {}): Promise<Answer> {
		return (await this.get(caller, query)).ok;
	}

	async put(changes: Params, caller = this.owner, options: CallOptions = {}): Promise<Answer> {
		this.#known = undefined;
		return await caller.call("updateGroup", { id: this.id, ...changes }, options);
	}

	/** Puts back after the rule what these changes touch. */
	keep(changes: Params): void {
		const names = Object.keys(changes).flatMap((name) => [name, ...(following[name] ?? [])]);
		const was = names.flatMap((name) => {
			const field = shownAs[name] ?? name;
			if (!Object.hasOwn(this.before, field)) return [];
			const value = this.before[field] ?? unset(field, changes[name]);
			// Empty text resets a setting to null; a switch or a number stays what it was set to.
			if (this.before[field] === null && value !== null && value !== "")
				this.t.leaves(`${field} of group ${this.id}, which was null and cannot be reset to it`);
			return value === undefined ? [] : [[field, value] as const];
		});
		if (was.length === 0) return;
		const administrator = this.t.as("administrator");
		this.t.undo(`${names.join(", ")} of group ${this.id}`, () => this.put(Object.fromEntries(was), administrator));
	}

	/** A change that must succeed. */
	async change(changes: Params, caller = this.owner, options: CallOptions = {}): Promise<Answer> {
		this.keep(changes);
		return (await this.put(changes, caller, options)).ok;
	}

	/** A change that must succeed and show, in the response and when it is read later. */
	async accepts(changes: Params, caller = this.owner, shown: Fields = changes): Promise<Answer> {
		const response = (await this.change(changes, caller)).has(shown);
		(await this.read(this.reader(changes, caller.actor === "owner" ? "maintainer" : "auditor"))).has(shown);
		return response;
	}

	/** A change that must be refused with 400 and leave everything as it is. */
	async refuses(changes: Params, body?: unknown, caller = this.owner): Promise<Answer> {
		return await this.inVain(async () => (await this.put(changes, caller)).refuses(400, body), this.reader(changes));
	}

	/** A change that must be refused with 400 because of one field of the record; what the refusal says of it is assumed. */
	async faults(field: string, changes: Params, text?: string, caller = this.owner): Promise<void> {
		const answer = await this.refuses(changes, undefined, caller);
		const texts: unknown = Object(Object(answer.json).message)[field];
		const isThere = Array.isArray(texts) && texts.length > 0 && (text === undefined || texts.some((one) => String(one).includes(text)));
		if (!isThere) answer.assume(`message.${field}: expected ${text ?? "what is wrong"}`);
	}

	/** All that the mock stores of the group, where the bench can tell. */
	async #row(): Promise<Fields> {
		const [row] = this.t.given.hasControl ? await this.t.given.records("groups", { id: this.id }) : [];
		return row ?? {};
	}

	/** Sends a request that must leave the group as it is. */
	async inVain(send: () => Promise<Answer>, reader = this.reader()): Promise<Answer> {
		const known = this.#known?.exchange.actor === reader.actor ? this.#known : undefined;
		const [before, row] = [known ?? (await this.read(reader)), await this.#row()];
		const answer = await send();
		const after = await this.read(reader);
		this.#known = after;
		this.t.same("the group after the request", after.json, before.json, answer);
		this.t.same("the stored group", await this.#row(), row, answer);
		return answer;
	}

	/** What has no effect: the request succeeds, its description is applied, and all else stays. Returns what the owner reads then. */
	async ignores(changes: Params, caller = this.owner): Promise<Answer> {
		const { t } = this;
		const description = t.unique("description");
		const [before, row] = [await this.read(), await this.#row()];
		const answer = await this.change({ ...changes, description }, caller);
		const after = await this.read();
		t.same("the group after the change", after.json, { ...before.fields, description }, answer);
		if (t.given.hasControl) t.same("the stored group", await this.#row(), { ...row, description }, answer);
		return after;
	}
}

/** What a rule does with a group of the scene. */
export const on =
	(field: GroupField, run: (group: ChangedGroup, t: Context) => Promise<void>): Rule["run"] =>
	async (t) =>
		run(await ChangedGroup.of(t, field), t);

/** The numeric id of a project that the owner sees, by its full path. */
export async function projectId(t: Context, path: string): Promise<number> {
	const query = { id: parentOf(path), with_shared: false, per_page: 100, search: lastPart(path) };
	const { items } = (await t.as("owner").call("listGroupProjects", query)).ok;
	const found = items.find((one) => one.path_with_namespace === path);
	return typeof found?.id === "number" ? found.id : t.skip(`the project ${path} is not in the list of its group`);
}

type Ordered = { readonly id: number; readonly name: string; readonly path: string };

/** In the order of a field, up or down; records that are equal in it come by id, upwards either way. */
export const inOrder = (groups: readonly Ordered[], key: keyof Ordered = "name", sort = "asc"): readonly number[] => {
	const compare = (a: Ordered, b: Ordered) => (a[key] < b[key] ? -1 : a[key] > b[key] ? 1 : 0);
	return [...groups].sort((a, b) => (sort === "desc" ? compare(b, a) : compare(a, b)) || a.id - b.id).map(({ id }) => id);
};

/** Groups below one, whose names, paths and ids are ordered differently; all their names and paths have the word. */
export async function differing(t: Context): Promise<{ readonly top: string; readonly word: string; readonly groups: readonly Ordered[] }> {
	const word = t.unique("word");
	const places = [
		["c", "y"],
		["b", "z"],
		["d", "w"],
		["a", "x"],
	] as const;
	const names = places.map(([name, path]) => ({ name: `${word} ${name}`, path: `${word}-${path}` }));
	if (t.given.hasControl) {
		const { full_path: top } = await newGroup(t);
		const made = await groupsBelow(t, top, Object.fromEntries(names.map(({ name, path }) => [path, { name }])));
		return { top, word, groups: names.map((one, index) => ({ ...one, id: made[index]?.id ?? 0 })) };
	}
	const groups = [await ChangedGroup.of(t, "subgroup"), await ChangedGroup.of(t, "leaf_group")].sort((a, b) => a.id - b.id);
	for (const [index, group] of groups.entries()) await group.change(names[index] ?? {});
	return { top: t.scene("group"), word, groups: groups.flatMap(({ id }, index) => ({ id, name: "", path: "", ...names[index] })) };
}

/** Groups of the same name below one, at different depths; on a server without the control API two of the scene's. */
export async function namesakes(t: Context, atOneDepth = false): Promise<{ readonly top: string; readonly name: string; readonly ids: readonly number[] }> {
	const name = t.unique("same");
	if (t.given.hasControl) {
		const { full_path: top } = await newGroup(t);
		const paths = atOneDepth ? ["c", "a", "b"] : ["c", "c/a", "b", "c/a/d"];
		const made = await groupsBelow(t, top, Object.fromEntries(paths.map((path) => [path, { name }])));
		return { top, name, ids: made.map(({ id }) => id) };
	}
	if (atOneDepth) t.skip("two groups of the same name below one can only be made through the mock's control API");
	const leaf = await ChangedGroup.of(t, "leaf_group");
	const { ids } = (await t.as("owner").call("listSubgroups", { id: t.scene("subgroup"), per_page: 1 })).ok;
	if (ids[0] === undefined) return t.skip("the scene's subgroup has no groups below it");
	const deep = await ChangedGroup.at(t, ids[0]);
	for (const group of [leaf, deep]) await group.change({ name });
	return { top: t.scene("group"), name, ids: [leaf.id, deep.id].sort((a, b) => a - b) };
}

/** So many groups below a new one; needs the control API. */
export async function crowd(t: Context, count: number): Promise<{ readonly top: string; readonly paths: readonly string[] }> {
	const { full_path: top } = await newGroup(t);
	const paths = Array.from({ length: count }, (_, index) => `${top}/g-${index + 1000}`);
	await t.given.control(
		"POST",
		"/records/groups",
		paths.map((full_path) => ({ full_path })),
	);
	return { top, paths };
}
