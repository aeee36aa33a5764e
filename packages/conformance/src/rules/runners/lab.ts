/** Helpers that the rules of runners share: runners to work with, the lists that show them, and the messages of refusals. */

import type { ActorName } from "../../rule/actors";
import type { Params } from "../../rule/address";
import type { Caller } from "../../rule/caller";
import { account } from "../../rule/callers";
import type { Context } from "../../rule/context";
import type { ApiResponse, Fields } from "../../rule/response";
import { rule as must } from "../../rule/rule";

export const forbidden = { message: "403 Forbidden" };
export const noAccess = { message: "403 Forbidden - No access granted" };
export const locked = { message: "403 Forbidden - Runner is locked" };
export const notFound = { message: "404 Not found" };
export const unauthorized = { message: "401 Unauthorized" };
export const projectNotFound = { message: "404 Project Not Found" };
export const groupNotFound = { message: "404 Group Not Found" };
const tags = "tags_list";
export const tagless = { message: { [tags]: ["can not be empty when runner is not allowed to pick untagged jobs"] } };
export const tooManyTags = { message: { [tags]: ["Too many tags specified. Please limit the number of tags to 50"] } };
export const tooShort = { message: { maximum_timeout: ["needs to be at least 10 minutes"] } };
export const tooLong = (field: string) => ({ message: { [field]: ["is too long (maximum is 1024 characters)"] } });
export const manyTags = (count: number): string[] => Array.from({ length: count }, (_, index) => `tag-${index + 1}`);

/** An id that no record has. */
export const unknownId = 999_999_999;

/** Most rules create the runners that they read, so a rule of runners writes unless it says that it reads. */
export const rule: typeof must = (ids, title, about, run, options = {}) => must(ids, title, about, run, { effect: "writes", ...options });
export const assumed: typeof must = (ids, title, about, run, options = {}) => rule(ids, title, about, run, { level: "ASSUMED", ...options });
export const reads = { effect: "reads" } as const;

/** Every role that a run has a token for, from the most powerful one down. */
const roles = ["administrator", "auditor", "owner", "maintainer", "developer", "reporter", "guest", "outsider"] as const;
/** The roles, without the auditor if the tier has none. */
export const everyone = (t: Context): readonly (typeof roles)[number][] => roles.filter((who) => who !== "auditor" || t.facts.tier !== "free");
export const others = (t: Context, ...allowed: readonly ActorName[]) => everyone(t).filter((who) => !allowed.includes(who));

export const kinds = ["instance", "group", "project"] as const;
export type Kind = (typeof kinds)[number];

export const make = (t: Context, kind: Kind, params: Params = {}): Promise<ApiResponse> =>
	kind === "instance" ? t.given.instanceRunner(params) : kind === "group" ? t.given.runner(params) : t.given.projectRunner(params);

/** Settings that all differ from the defaults. Only project runners can be locked. */
export const unusual = (t: Context, kind: Kind = "project"): Params => ({
	...{ paused: true, access_level: "ref_protected", run_untagged: false, tag_list: t.unique("tag"), maximum_timeout: 700, maintenance_note: "note" },
	...(kind === "project" && { locked: true }),
});

export const detail = async (t: Context, id: number): Promise<ApiResponse> => (await t.as("administrator").call("getRunner", { id })).ok;

/** Runs an action that must not change the runner. */
export async function inVain(t: Context, id: number, act: () => Promise<unknown>): Promise<void> {
	const before = (await detail(t, id)).json;
	await act();
	t.same("the runner afterwards", (await detail(t, id)).json, before);
}

/** The lists of runners, each with a caller who may read it. */
export const listNames = ["listRunners", "listAllRunners", "listProjectRunners", "listGroupRunners"] as const;
export type ListName = (typeof listNames)[number];
const readers = { listRunners: "owner", listAllRunners: "administrator", listProjectRunners: "maintainer", listGroupRunners: "owner" } as const;

/** A list and its caller. */
export interface List {
	readonly caller: Caller;
	readonly name: ListName;
	readonly params: Params;
}

export const listOf = (t: Context, name: ListName, who: ActorName = readers[name], params?: Params): List => ({
	name,
	caller: t.as(who),
	params: params ?? (name === "listProjectRunners" ? { id: t.scene("project") } : name === "listGroupRunners" ? { id: t.scene("group") } : {}),
});

export const ask = async ({ caller, name, params }: List, more: Params = {}): Promise<ApiResponse> => await caller.call(name, { ...params, ...more });

/** The records on all pages of a list. */
export async function walkPages(page: (params: Params) => Promise<ApiResponse>, per_page = 100): Promise<readonly Fields[]> {
	const found: Fields[] = [];
	const known = new Set<unknown>();
	// The specification states no header for the next page, so the list ends at a page with nothing new.
	for (let number = 1; ; number++) {
		const response = (await page({ per_page, page: number })).ok;
		const fresh = response.items.filter(({ id }) => !known.has(id));
		for (const { id } of fresh) known.add(id);
		found.push(...fresh);
		if (fresh.length === 0 || response.header("x-next-page") === "") return found;
	}
}
export const walk = (list: List, more: Params = {}, per_page = 100): Promise<readonly Fields[]> =>
	walkPages((params) => ask(list, { ...more, ...params }), per_page);

/** Every runner of the platform, or of the scene's group on a hosted installation, which has no list of all runners or refuses it. */
export async function everyRunner(t: Context): Promise<readonly Fields[]> {
	const all = listOf(t, "listAllRunners");
	return await walk((await ask(all, { per_page: 1 })).refused ? listOf(t, "listGroupRunners", "administrator") : all);
}

export const idsOf = (records: readonly Fields[]): number[] => records.map(({ id }) => Number(id)).sort((one, other) => one - other);

/** Whether a list shows a runner. */
export const isListed = async (list: List, id: number, more: Params = {}): Promise<boolean> => idsOf(await walk(list, more)).includes(id);

/** Puts a runner in contact with the platform. */
export const contact = async (t: Context, token: string, system_id = t.unique("system")): Promise<ApiResponse> =>
	(await t.anonymous.call("verifyRunner", { token, system_id })).ok;

/** Whether a runner's token works. */
export const works = async (t: Context, token: string): Promise<boolean> =>
	(await t.anonymous.call("verifyRunner", { token, system_id: "conformance" })).is(200, 403).succeeded;

/** Assigns a runner to a project, and unassigns it after the rule. */
export async function assign(t: Context, caller: Caller, id: number | string, runner_id: number): Promise<ApiResponse> {
	t.undo(`runner ${runner_id} in project ${id}`, () => t.as("administrator").call("unassignProjectRunner", { id, runner_id }));
	return await caller.call("assignProjectRunner", { id, runner_id });
}

/** A runner that has made contact, has changed settings and, if it is a project runner, has a second project. */
export async function changed(t: Context, kind: Kind, place: Params = {}): Promise<ApiResponse> {
	const runner = await make(t, kind, place);
	const id = runner.number("id");
	await contact(t, runner.string("token"));
	if (kind === "project") (await assign(t, t.as("administrator"), t.scene("internal_project"), id)).ok;
	(await t.as("administrator").call("updateRunner", { id, ...unusual(t, kind) })).ok;
	return runner;
}

/** A runner of the scene's project that is also assigned to the internal project. */
export async function shared(t: Context, params: Params = {}): Promise<{ id: number; token: string; second: string }> {
	const runner = await t.given.projectRunner(params);
	const [id, second] = [runner.number("id"), t.scene("internal_project")];
	(await assign(t, t.as("administrator"), second, id)).ok;
	return { id, second, token: runner.string("token") };
}

/** The ids of the projects that a runner is assigned to, its owner first. */
export async function projectsOf(t: Context, id: number, who: ActorName = "administrator"): Promise<unknown[]> {
	const { projects } = (await t.as(who).call("getRunner", { id })).ok.fields;
	return Array.isArray(projects) ? projects.map((one) => one.id) : [];
}

/** A project that only administrators, its owner and its developers can see, and a runner of it. */
export async function foreign(t: Context): Promise<{ project: number; path: string; runner: number }> {
	const administrator = t.as("administrator");
	const params = { id: t.scene("private_group"), per_page: 1 };
	const [project] = (await administrator.call("listGroupProjects", params)).ok.items;
	if (typeof project?.id !== "number") t.skip("the private group has no project: add one");
	const made = (await administrator.call("createUserRunner", { runner_type: "project_type", project_id: project.id })).ok;
	const runner = made.number("id");
	t.undo(`runner ${runner}`, () => administrator.call("deleteRunner", { id: runner }));
	return { project: project.id, path: String(project.path_with_namespace), runner };
}

/** A Guest of the scene's group whose custom role has admin_runners. Skips if the user is only a member of other groups. */
export async function keeper(t: Context): Promise<Caller> {
	const { id } = t.user("runner-keeper");
	const memberships = (await t.as("administrator").list("listUserMemberships", { id })).ok.items;
	const group = await t.given.groupId(t.scene("group"));
	const isMember = memberships.some((one) => one.source_type === "Namespace" && one.source_id === group);
	return isMember ? t.as("runner-keeper") : t.skip("the user of runner-keeper's token is not a member of the scene's group");
}

/** A new user who is a member of these places, by full path, with this role. Needs the control API. */
export async function member(t: Context, places: Readonly<Record<string, string>>, permissions: readonly string[] = []): Promise<Caller> {
	const { username: user, caller } = await account(t);
	for (const [path, role] of Object.entries(places)) {
		const [isGroup] = await t.given.records("groups", { full_path: path });
		const place = isGroup ? { group: path } : { project: path };
		await t.given.record("members", { user, ...place, role, ...(permissions.length > 0 && { permissions }) });
	}
	return caller;
}

/** Stops the clock, and returns a function for the time so many hours ago. Needs the control API. */
export async function stoppedClock(t: Context): Promise<(hours: number) => string> {
	const now = Math.floor(Date.now() / 1000) * 1000;
	await t.given.setClock(new Date(now).toISOString());
	return (hours) => new Date(now - hours * 3_600_000).toISOString();
}
