/** The natural key of a row: what it is known by in references, and in the result of a seed. */

import type { State } from "../../state/state";
import type { Rows, TableName } from "../../state/tables";

const inProject = (state: State, id: number, rest: string): string => `${state.projects.get(id)?.full_path}${rest}`;

type Keys = { readonly [Name in TableName]?: (row: Rows[Name], state: State) => string };

/** Rows of other tables are known by their ids alone. */
export const naturalKeys: Keys = {
	users: ({ username }) => username,
	groups: ({ full_path }) => full_path,
	projects: ({ full_path }) => full_path,
	tokens: ({ text }) => text,
	issues: ({ iid, project_id }, state) => inProject(state, project_id, `#${iid}`),
	mergeRequests: ({ iid, project_id }, state) => inProject(state, project_id, `!${iid}`),
	epics: ({ iid, group_id }, state) => `${state.groups.get(group_id)?.full_path}&${iid}`,
	alerts: ({ iid, project_id }, state) => inProject(state, project_id, `^alert#${iid}`),
	environments: ({ name, project_id }, state) => inProject(state, project_id, `:${name}`),
	releases: ({ tag_name, project_id }, state) => inProject(state, project_id, `@${tag_name}`),
};
