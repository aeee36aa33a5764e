/** The names by which records given as data refer to each other, such as `project: "acme/web"` for `project_id: 101`. */

import { nearest } from "../lib/nearest";
import { accessLevels } from "../state/levels";
import type { NoteableType } from "../state/records";
import { releaseKey, type State } from "../state/state";

/** The fields that a name stands for. */
export type RelationFields = { readonly [field: string]: unknown };

/**
 * Reports a name that leads nowhere.
 *
 * @param known The names that would have matched, to suggest one.
 * @param below Where inside the value, such as `[1]`.
 */
export type Refuse = (expected: string, found: unknown, known?: () => Iterable<string>, below?: string) => undefined;

/** Finds the fields that a name stands for; undefined after a refusal. */
export type Relation = (value: unknown, state: State, refuse: Refuse) => RelationFields | undefined;

export type Relations = { readonly [name: string]: Relation };

const isObject = (value: unknown): value is { readonly [name: string]: unknown } =>
	typeof value === "object" && value !== null && !Array.isArray(value);

function* usernames({ users }: State): Generator<string> {
	for (const { username } of users.all()) yield username;
}
function* groupPaths({ groups }: State): Generator<string> {
	for (const { full_path } of groups.all()) yield full_path;
}
function* projectPaths({ projects }: State): Generator<string> {
	for (const { full_path } of projects.all()) yield full_path;
}
function* placePaths(state: State): Generator<string> {
	yield* groupPaths(state);
	yield* projectPaths(state);
}

const userId = (value: unknown, state: State, refuse: Refuse, below?: string): number | undefined => {
	const user = typeof value === "string" ? state.users.one("username", value.toLowerCase()) : undefined;
	return user?.id ?? refuse("the username of a user", value, () => usernames(state), below);
};
const groupId = (value: unknown, state: State, refuse: Refuse): number | undefined => {
	const group = typeof value === "string" ? state.group(value) : undefined;
	return group?.id ?? refuse("the full path of a group", value, () => groupPaths(state));
};
const projectId = (value: unknown, state: State, refuse: Refuse, below?: string): number | undefined => {
	const project = typeof value === "string" ? state.project(value) : undefined;
	return project?.id ?? refuse("the full path of a project", value, () => projectPaths(state), below);
};

/** A field that has one id. A null in place of the name is a null in the field. */
const one =
	(find: typeof userId, field: string): Relation =>
	(value, state, refuse) => {
		if (value === null) return { [field]: null };
		const id = find(value, state, refuse);
		return id === undefined ? undefined : { [field]: id };
	};

/** The user whose username is the value. */
export const user = (field = "user_id"): Relation => one(userId, field);
/** The group whose full path is the value. */
export const group = (field = "group_id"): Relation => one(groupId, field);
/** The project whose full path is the value. */
export const project = (field = "project_id"): Relation => one(projectId, field);

/** A field that has the ids of users. */
export const users =
	(field: string): Relation =>
	(value, state, refuse) => {
		if (!Array.isArray(value)) return refuse("a list of usernames", value);
		const ids = value.map((name, index) => userId(name, state, refuse, `[${index}]`));
		return ids.includes(undefined) ? undefined : { [field]: ids };
	};

/** A group or a project, in the two fields that say which kind it is and which one. */
export const placed = (kind: "group" | "project", kindField: string, idField: string): Relation => {
	const find = kind === "group" ? groupId : projectId;
	return (value, state, refuse) => {
		const id = find(value, state, refuse);
		return id === undefined ? undefined : { [kindField]: kind, [idField]: id };
	};
};

/** Either a group or a project, by its full path. */
export const anyPlace =
	(kindField: string, idField: string): Relation =>
	(value, state, refuse) => {
		const found = typeof value === "string" ? (state.group(value) ?? state.project(value)) : undefined;
		if (!found) return refuse("the full path of a group or a project", value, () => placePaths(state));
		return { [kindField]: "last_iids" in found ? "project" : "group", [idField]: found.id };
	};

const isRole = (value: unknown): value is keyof typeof accessLevels =>
	typeof value === "string" && Object.hasOwn(accessLevels, value);
const roles = Object.keys(accessLevels);

/** An access level by its name. */
export const role = (field = "access_level"): Relation => {
	return (value, _state, refuse) =>
		isRole(value) ? { [field]: accessLevels[value] } : refuse(`one of ${roles.join(", ")}`, value, () => roles);
};

/** The roles of users, by username; the builder makes the memberships. */
export const members: Relation = (value, state, refuse) => {
	if (!isObject(value)) return refuse("an object of usernames and roles", value);
	let fits = true;
	for (const [username, name] of Object.entries(value)) {
		fits = userId(username, state, refuse, `.${username}`) !== undefined && fits;
		if (isRole(name)) continue;
		refuse(`one of ${roles.join(", ")}`, name, () => roles, `.${username}`);
		fits = false;
	}
	return fits ? { members: value } : undefined;
};

/** Full paths of projects; the builder takes them as they are. */
export const projects: Relation = (value, state, refuse) => {
	if (!Array.isArray(value)) return refuse("a list of full paths of projects", value);
	const ids = value.map((path, index) => projectId(path, state, refuse, `[${index}]`));
	return ids.includes(undefined) ? undefined : { projects: value };
};

/** The full path of a group or a project that exists, as an input of the builder. */
export const path = (kind: "group" | "project", name: string): Relation => {
	const find = kind === "group" ? groupId : projectId;
	return (value, state, refuse) => (find(value, state, refuse) === undefined ? undefined : { [name]: value });
};

/** The name of a role, as an input of the builder. */
export const roleName: Relation = (value, _state, refuse) =>
	isRole(value) ? { role: value } : refuse(`one of ${roles.join(", ")}`, value, () => roles);

/** A release as `acme/web@v1.0`: its project and its tag. */
export const release: Relation = (value, state, refuse) => {
	const [, place = "", tag = ""] = /^([^@]+)@(.+)$/.exec(typeof value === "string" ? value : "") ?? [];
	const found = state.project(place);
	const row = found && state.releases.one("tag", releaseKey(found.id, tag));
	return row ? { release_id: row.id } : refuse("a release such as acme/web@v1.0", value);
};

/** An input of the builder that no field of the row has. */
export const input =
	(name: string, expected: string, fits: (value: unknown) => boolean): Relation =>
	(value, _state, refuse) =>
		fits(value) ? { [name]: value } : refuse(expected, value);

/** The kinds that a note can be on: its table, and the mark before the number in a reference such as `acme/web#7`. */
const noteables: {
	readonly [kind: string]: { readonly type: NoteableType; readonly mark: string | null };
} = {
	issue: { type: "Issue", mark: "#" },
	merge_request: { type: "MergeRequest", mark: "!" },
	epic: { type: "Epic", mark: "&" },
	alert: { type: "AlertManagement::Alert", mark: "^alert#" },
	snippet: { type: "Snippet", mark: null },
	wiki_page: { type: "WikiPage::Meta", mark: null },
};

/** The row that a reference such as `acme/web#7` names. */
function referenced(type: NoteableType, mark: string | null, text: string, state: State): { id: number } | undefined {
	const at = mark === null ? -1 : text.lastIndexOf(mark);
	const iid = at < 0 || mark === null ? "" : text.slice(at + mark.length);
	if (!/^\d{1,15}$/.test(iid)) return undefined;
	const path = text.slice(0, at);
	if (type === "Epic") {
		const found = state.group(path);
		return found && state.epics.one("iid", `${found.id}:${Number(iid)}`);
	}
	const found = state.project(path);
	const key = `${found?.id}:${Number(iid)}`;
	if (type === "Issue") return state.issues.one("iid", key);
	if (type === "MergeRequest") return state.mergeRequests.one("iid", key);
	return state.alerts.one("iid", key);
}

/** The table that the notes of a kind are on. */
export const noteableTables = {
	Issue: "issues",
	MergeRequest: "mergeRequests",
	Snippet: "snippets",
	Epic: "epics",
	"WikiPage::Meta": "wikiPages",
	"AlertManagement::Alert": "alerts",
} as const satisfies { [type in NoteableType]: keyof State };

/** The project of what a note is on; null for an epic, a personal snippet and a wiki page of a group. */
export function noteableProject(type: NoteableType, id: number, state: State): number | null {
	if (type === "Epic") return null;
	if (type !== "WikiPage::Meta") return state[noteableTables[type]].get(id)?.project_id ?? null;
	const page = state.wikiPages.get(id);
	return page?.container === "project" ? page.container_id : null;
}

/** What a note is on: `{ "issue": "acme/web#7" }`, `{ "snippet": 401 }`, or the kind and the id. */
export const noteable: Relation = (value, state, refuse) => {
	const kinds = Object.keys(noteables);
	const expected = `an object such as { "issue": "acme/web#7" } or { "issue": 201 }, with one of ${kinds.join(", ")}`;
	const [[kind, name] = [], ...others] = isObject(value) ? Object.entries(value) : [];
	if (kind === undefined || others.length > 0) return refuse(expected, value);
	const known = Object.hasOwn(noteables, kind) ? noteables[kind] : undefined;
	if (!known) return refuse(`one of ${kinds.join(", ")}`, kind, () => kinds);
	const { type, mark } = known;
	const table = state[noteableTables[type]];
	const row = typeof name === "number" ? table.get(name) : referenced(type, mark, String(name), state);
	const example = type === "Epic" ? "acme" : "acme/web";
	const word = `${/^[aei]/.test(kind) ? "an" : "a"} ${kind.replace("_", " ")}`;
	if (!row)
		return refuse(
			mark === null ? `the id of ${word}` : `the id of ${word}, or a reference such as ${example}${mark}7`,
			name,
			undefined,
			`.${kind}`,
		);
	return { noteable_type: type, noteable_id: row.id, project_id: noteableProject(type, row.id, state) };
};

/** Whether a name is like a known one: for the message of a refusal. */
export function suggestion(found: unknown, known: (() => Iterable<string>) | undefined): string {
	const guess = typeof found === "string" && known ? nearest(found, [...known()]) : undefined;
	return guess === undefined ? "" : `. Did you mean ${JSON.stringify(guess)}?`;
}
