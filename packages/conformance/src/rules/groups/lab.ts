/** What the rules of groups share: their forms, callers, and groups to work with. */

import type { Params } from "../../rule/address";
import type { Caller } from "../../rule/caller";
import { auditors } from "../../rule/callers";
import type { Context } from "../../rule/context";
import type { Fields } from "../../rule/response";
import { assumed, groupSettings, sharing as ofRules, type RuleOptions, rule } from "../../rule/rule";
import { type ChangedGroup, type GroupField, on } from "./changed-group";

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
	const change = (kind: typeof rule) => (ids: string, title: string, field: GroupField, run: (group: ChangedGroup, t: Context) => Promise<void>, id?: string) =>
		kind(ids, title, "updateGroup", on(field, run), { ...options, ...(id && { id }) });
	return { ...ofRules(options), change: change(rule), assumedChange: change(assumed) };
}

const alone = { alone: groupSettings } as const;
export const changing = { ...alone, effect: "writes" } as const;
export const reading = sharing(alone);
export const writing = sharing(changing);
export const destroying = sharing({ ...alone, effect: "destroys" });
export const paid = sharing({ ...changing, tier: "premium" });
export const ultimate = sharing({ ...changing, tier: "ultimate" });
export const free = sharing({ ...changing, maxTier: "free" });

export const visibilities = ["public", "internal", "private"] as const;
/** The roles in the scene's group, highest first, and those whose members may not administer it. */
export const roles = ["owner", "maintainer", "developer", "reporter", "guest"] as const;
export const lowerRoles = ["maintainer", "developer", "reporter", "guest"] as const;

/** Every kind of caller, by name; a free installation has no auditors. */
export const everyone = (t: Context): readonly (readonly [string, Caller])[] => [
	["anonymous", t.anonymous],
	...(["outsider", ...roles, ...auditors(t), "administrator"] as const).map((who) => [who, t.as(who)] as const),
];
export const isAdministering = (name: string): boolean => name === "owner" || name === "administrator";

/** A new user, who is a member of nothing. */
export async function newcomer(t: Context, params: Params = {}): Promise<{ caller: Caller; id: number; username: string }> {
	const username = t.unique("newcomer");
	const user = t.given.isIsolated ? await t.given.record("users", { username, ...params }) : (await t.given.user({ username, ...params })).fields;
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

/** Makes a user a member of a group or a project; needs the control API. */
export const join = (t: Context, user: string, place: Fields, role: string): Promise<Fields> => t.given.record("members", { user, ...place, role });

/** The last part of a full path. */
export const lastPart = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
export const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")));

/** The numeric id of a project that the owner sees, by its full path. */
export async function projectId(t: Context, path: string): Promise<number> {
	const query = { id: parentOf(path), with_shared: false, search: lastPart(path) };
	const { items } = (await t.as("owner").list("listGroupProjects", query)).ok;
	const found = items.find((one) => one.path_with_namespace === path);
	return typeof found?.id === "number" ? found.id : t.skip(`the project ${path} is not in the list of its group`);
}

/** Today's date, or that of some days later. A group that is marked for deletion today still exists for a while. */
export const today = (later = 0): string => new Date(Date.now() + later * 86_400_000).toISOString().slice(0, 10);
