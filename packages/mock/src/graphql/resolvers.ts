/** The resolvers of the whole schema, merged from the files of each subject. */
import type { Resolvers } from "./generated/resolvers";
import type { Part } from "./part";
import { alerts } from "./types/alerts";
import { epics } from "./types/epics";
import { groups } from "./types/groups";
import { issues } from "./types/issues";
import { jobs } from "./types/jobs";
import { mergeRequests } from "./types/merge-requests";
import { notes } from "./types/notes";
import { pipelines } from "./types/pipelines";
import { projects } from "./types/projects";
import { releases } from "./types/releases";
import { repository } from "./types/repository";
import { root } from "./types/root";
import { runnerLists } from "./types/runner-lists";
import { runnerMutations } from "./types/runner-mutations";
import { runners } from "./types/runners";
import { snippets } from "./types/snippets";
import { users } from "./types/users";

function merge(parts: readonly Part[]): Resolvers {
	const merged: { [type: string]: object } = {};
	for (const part of parts)
		for (const [type, fields] of Object.entries(part)) merged[type] = { ...merged[type], ...fields };
	// All parts have the same type, by type and field.
	return merged as Resolvers;
}

/** The object type of each interface or union that fields have. The schema has exactly one for each. */
export const abstractTypes: { readonly [name: string]: keyof Resolvers | undefined } = {
	ProjectInterface: "Project",
	GroupInterface: "Group",
	PipelineInterface: "Pipeline",
	CiJobInterface: "CiJob",
	PersonalAccessTokenScope: "AccessTokenLegacyScope",
};

export const resolvers = merge([
	alerts,
	epics,
	issues,
	jobs,
	mergeRequests,
	notes,
	pipelines,
	runners,
	runnerLists,
	runnerMutations,
	releases,
	repository,
	root,
	users,
	groups,
	projects,
	snippets,
]);
