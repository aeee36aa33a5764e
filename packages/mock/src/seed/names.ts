/** The natural keys of rows in records given as data, such as `acme/web#7` for an issue. */
import { environmentKey, releaseKey, type State } from "../state/state";
import type { Row } from "../state/table";
import type { Rows, TableName } from "../state/tables";

interface Names<R extends Row> {
	/** A description of the name, for messages. */
	readonly expected: string;
	/** An example of a name. */
	readonly example: string;
	of(row: R, state: State): string;
	find(name: string, state: State): R | undefined;
	/** Returns all names, for suggestions. */
	known?(state: State): Iterable<string>;
}

function* each<R>(rows: Iterable<R>, name: (row: R) => string): Generator<string> {
	for (const row of rows) yield name(row);
}

/** Returns the path and the number in a reference such as `acme/web#7`; undefined for other texts. */
function numbered(name: string, mark: string): [path: string, iid: number] | undefined {
	const at = name.lastIndexOf(mark);
	const iid = at < 0 ? "" : name.slice(at + mark.length);
	return /^\d{1,15}$/.test(iid) ? [name.slice(0, at), Number(iid)] : undefined;
}

type Numbered = "issues" | "mergeRequests" | "alerts";

/** Names for rows with a number within their project. */
const inProject = <Name extends Numbered>(table: Name, what: string, mark: string): Names<Rows[Name]> => ({
	expected: `${what} such as acme/web${mark}7`,
	example: `acme/web${mark}7`,
	of: ({ project_id, iid }, state) => `${state.projects.get(project_id)?.full_path}${mark}${iid}`,
	find(name, state) {
		const [path, iid] = numbered(name, mark) ?? [];
		const project = path === undefined ? undefined : state.project(path);
		// The row is from this table.
		return project && (state.table(table).one("iid", `${project.id}:${iid}`) as Rows[Name] | undefined);
	},
});

/** The tables whose rows have names. Rows of other tables only have their ids. */
export const names: { readonly [Name in TableName]?: Names<Rows[Name]> } = {
	users: {
		expected: "the username of a user",
		example: "ada",
		of: ({ username }) => username,
		find: (name, { users }) => users.one("username", name.toLowerCase()),
		known: ({ users }) => each(users.all(), ({ username }) => username),
	},
	groups: {
		expected: "the full path of a group",
		example: "acme",
		of: ({ full_path }) => full_path,
		find: (name, state) => state.group(name),
		known: ({ groups }) => each(groups.all(), ({ full_path }) => full_path),
	},
	projects: {
		expected: "the full path of a project",
		example: "acme/web",
		of: ({ full_path }) => full_path,
		find: (name, state) => state.project(name),
		known: ({ projects }) => each(projects.all(), ({ full_path }) => full_path),
	},
	issues: inProject("issues", "an issue", "#"),
	mergeRequests: inProject("mergeRequests", "a merge request", "!"),
	alerts: inProject("alerts", "an alert", "^alert#"),
	epics: {
		expected: "an epic such as acme&7",
		example: "acme&7",
		of: ({ group_id, iid }, state) => `${state.groups.get(group_id)?.full_path}&${iid}`,
		find(name, state) {
			const [path, iid] = numbered(name, "&") ?? [];
			const group = path === undefined ? undefined : state.group(path);
			return group && state.epics.one("iid", `${group.id}:${iid}`);
		},
	},
	environments: {
		expected: "an environment such as acme/web:production",
		example: "acme/web:production",
		of: ({ project_id, name }, state) => `${state.projects.get(project_id)?.full_path}:${name}`,
		find(text, state) {
			const [, path = "", name = ""] = /^([^:]+):(.+)$/.exec(text) ?? [];
			const project = state.project(path);
			return project && state.environments.one("name", environmentKey(project.id, name));
		},
	},
	releases: {
		expected: "a release such as acme/web@v1.0",
		example: "acme/web@v1.0",
		of: ({ project_id, tag_name }, state) => `${state.projects.get(project_id)?.full_path}@${tag_name}`,
		find(name, state) {
			const [, path = "", tag = ""] = /^([^@]+)@(.+)$/.exec(name) ?? [];
			const project = state.project(path);
			return project && state.releases.one("tag", releaseKey(project.id, tag));
		},
	},
};

/** Returns the names of a table's rows, without their type. */
export const namesOf = (table: string): Names<Row> | undefined =>
	// Callers pass rows of the same table.
	Object.hasOwn(names, table) ? (names[table as TableName] as unknown as Names<Row> | undefined) : undefined;
