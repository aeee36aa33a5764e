/** References between records, by name. */
import { nearest } from "../lib/nearest";
import type { Columns } from "../state/columns";
import type {
	Alert,
	Epic,
	Group,
	Issue,
	MergeRequest,
	NoteableType,
	Project,
	Snippet,
	WikiPage,
} from "../state/records";
import type { State } from "../state/state";
import { definitions, type Rows, type TableName } from "../state/tables";
import { SeedError } from "./seed-error";

/** Users by their usernames, in place of the fields with their ids. */
export interface Named {
	author?: string;
	user?: string;
	assignees?: readonly string[];
	reviewers?: readonly string[];
}

/** Any of a record's fields, and users by name. */
export type FieldsOf<R> = Partial<R> & Named;
/** The same with the record's project, or the project's full path. */
export type FieldsIn<R> = FieldsOf<R> & { project?: Project | string };

interface OnKind {
	readonly type: NoteableType;
	readonly id: number;
	readonly project_id: number | null;
}

/** Returns the columns that every row of a table has. */
const required = (table: TableName): readonly string[] => {
	const columns: Columns = definitions[table].columns;
	return Object.keys(columns).filter((name) => !columns[name]?.check.optional);
};
const noteables = (["issues", "mergeRequests", "snippets", "epics", "wikiPages", "alerts"] as const).map(
	(table) => [table, required(table)] as const,
);

/** Returns the table of a record, among those whose records can have notes. */
const tableOf = (record: object): (typeof noteables)[number][0] | undefined =>
	noteables.find(([, columns]) => columns.every((name) => Object.hasOwn(record, name)))?.[0];

const isRowOf = <Name extends (typeof noteables)[number][0]>(table: Name, on: NoteOn): on is Rows[Name] & NoteOn =>
	tableOf(on) === table;

/** Whether a value is a record that can have notes, rather than the fields of a note. */
export const isNoteOn = (value: object): value is NoteOn =>
	tableOf(value) !== undefined || ["type", "id", "project_id"].every((name) => Object.hasOwn(value, name));

/** A record that can have notes: the record itself, or its kind and id. */
export type NoteOn = Issue | MergeRequest | Snippet | Epic | WikiPage | Alert | OnKind;

/** Returns the record with a name, or throws an error that suggests a similar name. */
export function found<One>(kind: string, name: string, one: One | undefined, known: () => Iterable<string>): One {
	if (one !== undefined) return one;
	const guess = nearest(name, [...known()]);
	throw new SeedError(`There is no ${kind} ${name}.${guess ? ` Did you mean ${guess}?` : ""}`);
}

function* pathsOf(...tables: { all(): Iterable<{ full_path: string }> }[]): Generator<string> {
	for (const table of tables) for (const { full_path } of table.all()) yield full_path;
}

export function userIdOf(username: string, { users }: State): number {
	const user = users.one("username", username.toLowerCase());
	return found("user", username, user, () => [...users.all()].map((one) => one.username)).id;
}

export const groupOf = (group: Group | string, state: State): Group =>
	typeof group === "string" ? found("group", group, state.group(group), () => pathsOf(state.groups)) : group;

export const projectOf = (project: Project | string, state: State): Project =>
	typeof project === "string"
		? found("project", project, state.project(project), () => pathsOf(state.projects))
		: project;

export const placeOf = (fullPath: string, state: State): Group | Project =>
	found("group or project", fullPath, state.group(fullPath) ?? state.project(fullPath), () =>
		pathsOf(state.groups, state.projects),
	);

/** Returns the fields of a record, with ids in place of names. */
export function withIds<R extends object>(value: FieldsOf<R>, state: State): Partial<R> {
	const { author, user, assignees, reviewers, ...fields } = value;
	const id = (name: string): number => userIdOf(name, state);
	const ids = {
		...(author === undefined ? {} : { author_id: id(author) }),
		...(user === undefined ? {} : { user_id: id(user) }),
		...(assignees === undefined ? {} : { assignee_ids: assignees.map(id) }),
		...(reviewers === undefined ? {} : { reviewer_ids: reviewers.map(id) }),
	};
	// Without the names, the rest are fields of R.
	return { ...fields, ...ids } as unknown as Partial<R>;
}

/** Returns the kind, id and project of the record that a note is on. */
export function noteableOf(on: NoteOn): OnKind {
	if (isRowOf("issues", on)) return { type: "Issue", id: on.id, project_id: on.project_id };
	if (isRowOf("mergeRequests", on)) return { type: "MergeRequest", id: on.id, project_id: on.project_id };
	if (isRowOf("snippets", on)) return { type: "Snippet", id: on.id, project_id: on.project_id };
	if (isRowOf("epics", on)) return { type: "Epic", id: on.id, project_id: null };
	if (isRowOf("alerts", on)) return { type: "AlertManagement::Alert", id: on.id, project_id: on.project_id };
	if (isRowOf("wikiPages", on))
		return { type: "WikiPage::Meta", id: on.id, project_id: on.container === "project" ? on.container_id : null };
	return on;
}
