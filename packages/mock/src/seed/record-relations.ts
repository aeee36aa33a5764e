/** The names with which records refer to each other in data, such as `project: "acme/web"` for `project_id: 101`. */

import { isRecord } from "../lib/is-record";
import { nearest } from "../lib/nearest";
import type { AnyColumn } from "../state/columns";
import type { AnyDefinition } from "../state/definition";
import { accessLevels } from "../state/levels";
import { placeKind } from "../state/place";
import type { NoteableType } from "../state/records";
import { noteableTable, pointedTable } from "../state/references";
import type { State } from "../state/state";
import type { Row } from "../state/table";
import { namesOf } from "./names";

/** The fields that a name stands for. */
export type RelationFields = { readonly [field: string]: unknown };

/**
 * Reports a name that does not match any record.
 *
 * @param known The names that would have matched, for a suggestion.
 * @param below The path inside the value, such as `[1]`.
 */
export type Refuse = (expected: string, found: unknown, known?: () => Iterable<string>, below?: string) => undefined;

/** Returns the fields that a name stands for; undefined after a refusal. */
export type Relation = (value: unknown, state: State, refuse: Refuse) => RelationFields | undefined;

export type Relations = { readonly [name: string]: Relation };

/** Returns the id of the row with a name in a table. */
function idOf(table: string, value: unknown, state: State, refuse: Refuse, below?: string): number | undefined {
	const names = namesOf(table);
	const row = typeof value === "string" ? names?.find(value, state) : undefined;
	return row?.id ?? refuse(names?.expected ?? "a name", value, () => names?.known?.(state) ?? [], below);
}

/** A relation to a field with one id. Null in place of the name sets the field to null. */
const one =
	(table: string, field: string): Relation =>
	(value, state, refuse) => {
		if (value === null) return { [field]: null };
		const id = idOf(table, value, state, refuse);
		return id === undefined ? undefined : { [field]: id };
	};

/** A relation to a field with a list of ids. */
const several =
	(table: string, field: string): Relation =>
	(value, state, refuse) => {
		if (!Array.isArray(value)) return refuse(`a list of ${table === "users" ? "usernames" : "names"}`, value);
		const ids = value.map((name, index) => idOf(table, name, state, refuse, `[${index}]`));
		return ids.includes(undefined) ? undefined : { [field]: ids };
	};

/** A relation to a group or a project, in two fields for its kind and its id. */
const placed =
	(kind: "group" | "project", kindField: string, idField: string): Relation =>
	(value, state, refuse) => {
		const id = idOf(`${kind}s`, value, state, refuse);
		return id === undefined ? undefined : { [kindField]: kind, [idField]: id };
	};

/** A relation to either a group or a project, by its full path. */
const anyPlace =
	(kindField: string, idField: string): Relation =>
	(value, state, refuse) => {
		const found = typeof value === "string" ? (state.group(value) ?? state.project(value)) : undefined;
		if (!found)
			return refuse("the full path of a group or a project", value, () =>
				[state.groups, state.projects].flatMap((table) => [...table.all()].map(({ full_path }) => full_path)),
			);
		return { [kindField]: placeKind(found), [idField]: found.id };
	};

const isRole = (value: unknown): value is keyof typeof accessLevels =>
	typeof value === "string" && Object.hasOwn(accessLevels, value);
const roles = Object.keys(accessLevels);

/** A relation to an access level, by the name of the role. */
const role: Relation = (value, _state, refuse) =>
	isRole(value) ? { access_level: accessLevels[value] } : refuse(`one of ${roles.join(", ")}`, value, () => roles);

/** The roles of users, by username. The builder creates the memberships. */
export const members: Relation = (value, state, refuse) => {
	if (!isRecord(value)) return refuse("an object of usernames and roles", value);
	let fits = true;
	for (const [username, name] of Object.entries(value)) {
		fits = idOf("users", username, state, refuse, `.${username}`) !== undefined && fits;
		if (isRole(name)) continue;
		refuse(`one of ${roles.join(", ")}`, name, () => roles, `.${username}`);
		fits = false;
	}
	return fits ? { members: value } : undefined;
};

/** Full paths of projects. The builder accepts them as they are. */
export const projects: Relation = (value, state, refuse) => {
	if (!Array.isArray(value)) return refuse("a list of full paths of projects", value);
	const ids = value.map((path, index) => idOf("projects", path, state, refuse, `[${index}]`));
	return ids.includes(undefined) ? undefined : { projects: value };
};

/** The full path of a group or a project that exists, as an input of the builder. */
export const path =
	(kind: "group" | "project", name: string): Relation =>
	(value, state, refuse) =>
		idOf(`${kind}s`, value, state, refuse) === undefined ? undefined : { [name]: value };

/** The name of a role, as an input of the builder. */
export const roleName: Relation = (value, _state, refuse) =>
	isRole(value) ? { role: value } : refuse(`one of ${roles.join(", ")}`, value, () => roles);

/** An input of the builder that is not a field of the row. */
export const input =
	(name: string, expected: string, fits: (value: unknown) => boolean): Relation =>
	(value, _state, refuse) =>
		fits(value) ? { [name]: value } : refuse(expected, value);

/** The kinds of records that a note can be on, by their names in seeds. */
const noteables: { readonly [kind: string]: NoteableType } = {
	issue: "Issue",
	merge_request: "MergeRequest",
	epic: "Epic",
	alert: "AlertManagement::Alert",
	snippet: "Snippet",
	wiki_page: "WikiPage::Meta",
};

/** Returns the project of a note's record; null for an epic, a personal snippet and a group's wiki page. */
export function noteableProject(type: NoteableType, id: number, state: State): number | null {
	if (type === "Epic") return null;
	if (type !== "WikiPage::Meta") return state[noteableTable(type)].get(id)?.project_id ?? null;
	const page = state.wikiPages.get(id);
	return page?.container === "project" ? page.container_id : null;
}

/** The record that a note is on: `{ "issue": "acme/web#7" }`, `{ "snippet": 401 }`, or the kind and the id. */
const noteable: Relation = (value, state, refuse) => {
	const kinds = Object.keys(noteables);
	const expected = `an object such as { "issue": "acme/web#7" } or { "issue": 201 }, with one of ${kinds.join(", ")}`;
	const [[kind, name] = [], ...others] = isRecord(value) ? Object.entries(value) : [];
	if (kind === undefined || others.length > 0) return refuse(expected, value);
	const type = Object.hasOwn(noteables, kind) ? noteables[kind] : undefined;
	if (!type) return refuse(`one of ${kinds.join(", ")}`, kind, () => kinds);
	const table = noteableTable(type);
	const known = namesOf(table);
	const row = typeof name === "number" ? state.table(table).get(name) : known?.find(String(name), state);
	const word = `${/^[aei]/.test(kind) ? "an" : "a"} ${kind.replace("_", " ")}`;
	if (!row)
		return refuse(
			known ? `the id of ${word}, or a reference such as ${known.example}` : `the id of ${word}`,
			name,
			undefined,
			`.${kind}`,
		);
	return { noteable_type: type, noteable_id: row.id, project_id: noteableProject(type, row.id, state) };
};

/** Returns a field's name without its id suffix: `author` for `author_id`, `assignees` for `assignee_ids`. */
export const nameOf = (field: string): string =>
	field
		.replace(/_id$/, "")
		.replace(/_by_ids$/, "_by")
		.replace(/_ids$/, "s");

/** Returns the names that records of a table can have in place of ids, according to its definition. */
export function relationsOf({ columns, points }: AnyDefinition): Relations {
	const relations: { [name: string]: Relation } = {};
	for (const [field, { check }] of Object.entries<AnyColumn>(columns)) {
		if (field === "access_level") relations.role = role;
		if (check.table === undefined || !namesOf(check.table)) continue;
		relations[nameOf(field)] = (field.endsWith("_ids") ? several : one)(check.table, field);
	}
	const [kind, id] = points ?? [];
	if (kind === undefined || id === undefined || kind.includes(".")) return relations;
	if (kind === "noteable_type") return { ...relations, on: noteable };
	// The group of an invitation is the invited one.
	if (relations.group) return { ...relations, into: anyPlace(kind, id) };
	return { ...relations, group: placed("group", kind, id), project: placed("project", kind, id) };
}

/** Returns the names that a row's references can have in a record, so that `relationsOf` resolves them again. */
export function* namesIn(table: string, row: Row, state: State): Generator<[name: string, value: unknown]> {
	const { columns, points } = state.definition(table);
	const nameIn = (target: string, id: unknown): string | undefined => {
		const found = state.table(target).get(Number(id));
		return found && namesOf(target)?.of(found, state);
	};
	const [kind, idField] = points ?? [];
	if (kind !== undefined && idField !== undefined && !kind.includes(".")) {
		const of = String(Reflect.get(row, kind));
		const id: unknown = Reflect.get(row, idField);
		const [on] = Object.entries(noteables).find(([, type]) => type === of) ?? [];
		const target = pointedTable(of);
		if (target && on) yield ["on", { [on]: nameIn(target, id) ?? id }];
		else if (target) yield [Object.hasOwn(columns, "group_id") ? "into" : of, nameIn(target, id)];
	}
	for (const [field, { check }] of Object.entries<AnyColumn>(columns)) {
		const value: unknown = Reflect.get(row, field);
		if (field === "access_level") yield ["role", roles.find((name) => isRole(name) && accessLevels[name] === value)];
		const target = check.table;
		if (target === undefined || value === null || !namesOf(target)) continue;
		yield [nameOf(field), Array.isArray(value) ? value.map((id) => nameIn(target, id)) : nameIn(target, value)];
	}
}

/** The user of a record that may outlive the user. */
export const user: Relation = one("users", "user_id");

/** Returns a suggestion of a similar name for an error message, or an empty text. */
export function suggestion(found: unknown, known: (() => Iterable<string>) | undefined): string {
	const guess = typeof found === "string" && known ? nearest(found, [...known()]) : undefined;
	return guess === undefined ? "" : `. Did you mean ${JSON.stringify(guess)}?`;
}
