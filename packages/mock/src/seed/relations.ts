/** What records are related to, by name. */
import { nearest } from "../lib/nearest";
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
import { SeedError } from "./seed-error";

/** People by their usernames, in place of the fields that hold their ids. */
export interface Named {
	author?: string;
	user?: string;
	assignees?: readonly string[];
	reviewers?: readonly string[];
}

/** Any of a record's fields, and people by name. */
export type Given<R> = Partial<R> & Named;
/** The same with the project that it is in, or the project's full path. */
export type GivenIn<R> = Given<R> & { project?: Project | string };

interface OnKind {
	readonly type: NoteableType;
	readonly id: number;
	readonly project_id: number | null;
}

/** An issue has a type too, of another kind: `issue` or `incident`. */
const isOnKind = (on: NoteOn): on is OnKind => "type" in on && on.type !== "issue" && on.type !== "incident";

/** What a note can be written on: a record, or its kind and id. */
export type NoteOn = Issue | MergeRequest | Snippet | Epic | WikiPage | Alert | OnKind;

/** The record of a name, or an error that says which name may be meant. */
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

/** The fields of a record, with ids in place of the names. */
export function withIds<R extends object>(given: Given<R>, state: State): Partial<R> {
	const { author, user, assignees, reviewers, ...fields } = given;
	const id = (name: string): number => userIdOf(name, state);
	const ids = {
		...(author === undefined ? {} : { author_id: id(author) }),
		...(user === undefined ? {} : { user_id: id(user) }),
		...(assignees === undefined ? {} : { assignee_ids: assignees.map(id) }),
		...(reviewers === undefined ? {} : { reviewer_ids: reviewers.map(id) }),
	};
	// What is left of R and its names are fields of R.
	return { ...fields, ...ids } as unknown as Partial<R>;
}

/** The kind, id and project of what a note is written on. */
export function noteableOf(on: NoteOn): OnKind {
	if (isOnKind(on)) return on;
	if ("slug" in on)
		return { type: "WikiPage::Meta", id: on.id, project_id: on.container === "project" ? on.container_id : null };
	if ("files" in on) return { type: "Snippet", id: on.id, project_id: on.project_id };
	if ("group_id" in on) return { type: "Epic", id: on.id, project_id: null };
	if ("source_branch" in on) return { type: "MergeRequest", id: on.id, project_id: on.project_id };
	if ("events" in on) return { type: "AlertManagement::Alert", id: on.id, project_id: on.project_id };
	return { type: "Issue", id: on.id, project_id: on.project_id };
}
