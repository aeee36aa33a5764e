/** Makers of groups, projects and the records that belong to them. */
import { bytesOf, isBase64 } from "../lib/base64";
import type { Group, Project } from "../state/records";
import type { Builder } from "./builder";
import type { Makers } from "./maker";
import { userIdFor } from "./record-makers-accounts";
import * as relation from "./record-relations";

/** Returns the project of the fields' `project_id`, or otherwise the first one. */
export const projectFor = (builder: Builder, { project_id }: { readonly project_id?: number | null }): Project =>
	(project_id == null ? undefined : builder.state.projects.get(project_id)) ?? builder.anyProject();

/** Returns the group or project of two fields of a row, or otherwise the first one. The default kind is a project. */
function placeFor(builder: Builder, kind: "group" | "project" | undefined, id: number | undefined): Group | Project {
	if (kind === "group") return (id === undefined ? undefined : builder.state.groups.get(id)) ?? builder.anyGroup();
	return projectFor(builder, id === undefined ? {} : { project_id: id });
}

const isTextOrBytes = (value: unknown): boolean => {
	if (typeof value === "string") return true;
	return typeof value === "object" && value !== null && isBase64(Reflect.get(value, "base64"));
};
const isContents = (value: unknown): boolean =>
	typeof value === "object" && value !== null && !Array.isArray(value) && Object.values(value).every(isTextOrBytes);

type PlaceTable =
	| "groups"
	| "projects"
	| "members"
	| "shares"
	| "deployTokens"
	| "registrationTokens"
	| "runnerRules"
	| "repositoryTrees"
	| "environments"
	| "wikiPages";

export const placeMakers: Pick<Makers, PlaceTable> = {
	groups: {
		inputs: { members: relation.members },
		make: (builder, fields, { members }) => builder.group(members ? { ...fields, members } : fields),
	},
	projects: {
		inputs: { members: relation.members },
		make: (builder, fields, { members }) => builder.project(members ? { ...fields, members } : fields),
	},
	members: {
		make: (builder, fields) => {
			const { source = "project" } = fields;
			return builder.state.members.insert({
				user_id: userIdFor(builder, fields),
				source,
				source_id: placeFor(builder, source, fields.source_id).id,
				...fields,
			});
		},
	},
	shares: {
		make: (builder, fields) => {
			const { target = "project" } = fields;
			return builder.state.shares.insert({
				group_id: fields.group_id ?? builder.anyGroup().id,
				target,
				target_id: placeFor(builder, target, fields.target_id).id,
				...fields,
			});
		},
	},
	deployTokens: {
		make: (builder, fields) =>
			builder.deployToken(placeFor(builder, fields.source, fields.source_id).full_path, fields),
	},
	registrationTokens: {
		make: (builder, fields) =>
			builder.state.registrationTokens.insert({
				text: `registration-token-${builder.state.registrationTokens.lastId + 1}`,
				...fields,
			}),
	},
	runnerRules: {
		make: (builder, fields) => builder.runnerRule(null, fields),
	},
	repositoryTrees: {
		inputs: {
			ref: relation.input("ref", "the name of a branch or a tag", (value) => typeof value === "string"),
			contents: relation.input(
				"contents",
				'an object of paths with texts, or with bytes as { "base64": "…" }',
				isContents,
			),
		},
		make: (builder, fields, { ref, contents }) => {
			const project = projectFor(builder, fields);
			if (ref === undefined && contents === undefined && fields.sha !== undefined)
				return builder.state.repositoryTrees.insert({ project_id: project.id, sha: fields.sha, ...fields });
			const all = Object.entries(contents ?? {}).map(([path, one]) => [
				path,
				typeof one === "string" ? one : bytesOf(one.base64),
			]);
			const tree = builder.files(project, ref ?? project.default_branch ?? "main", Object.fromEntries(all));
			return fields.files ? builder.state.repositoryTrees.update(tree.id, { files: fields.files }) : tree;
		},
	},
	environments: {
		make: (builder, fields) =>
			builder.state.environments.insert({
				project_id: projectFor(builder, fields).id,
				name: `environment-${builder.state.environments.lastId + 1}`,
				...fields,
			}),
	},
	wikiPages: {
		make: (builder, fields) => builder.wikiPage(placeFor(builder, fields.container, fields.container_id), fields),
	},
};
