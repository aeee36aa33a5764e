import type { Caller } from "../rule/caller";
import { dig } from "../rule/dig";
import type { Fields } from "../rule/response";
import { isFields } from "../rule/response";
import type { SceneValues } from "./scene";

const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
const idOf = (value: unknown): number | undefined => {
	const id = Number(/(\d+)$/.exec(String(value ?? ""))?.[1]);
	return Number.isInteger(id) && id > 0 ? id : undefined;
};

/** A scene without the fields that were not found. */
const found = (values: { readonly [name: string]: unknown }): Fields =>
	Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

const contents = `query ($project: ID!) { project(fullPath: $project) {
	repository { rootRef }
	issues(first: 50, state: opened) { nodes { iid confidential discussionLocked } }
	mergeRequests(first: 50, state: opened) { nodes { iid discussionLocked } }
	snippets(first: 1) { nodes { id } }
	releases(first: 10) { nodes { tagName } }
	pipelines(first: 1, status: SUCCESS) { nodes { id } }
} }`;

/** Paths of files. Most repositories have at least one. */
const files = ["README.md", "README", "LICENSE", ".gitlab-ci.yml"];

/** The tag of the first release whose tag still exists: a tag can be deleted before its release. */
async function tagOf(caller: Caller, project: string, releases: unknown): Promise<string | undefined> {
	const tags = Array.isArray(releases) ? releases.filter(isFields).flatMap((one) => text(one.tagName) ?? []) : [];
	if (tags.length === 0) return undefined;
	const at = (tag: string, index: number) =>
		`t${index}: blobs(paths: ${JSON.stringify(files)}, ref: ${JSON.stringify(tag)}, refType: TAGS) { nodes { path } }`;
	const query = `query ($project: ID!) { project(fullPath: $project) { repository { ${tags.map(at).join(" ")} } } }`;
	const shown = await caller.graphql(query, { project });
	return tags.find((_, index) => dig(shown.json, "data", "project", "repository", `t${index}`, "nodes", 0) != null);
}

/** The last, so the oldest, record that everyone may write on: it is likely to have the most notes. */
function open(project: unknown, list: string): Fields | undefined {
	const nodes = dig(project, list, "nodes");
	const all = Array.isArray(nodes) ? nodes.filter(isFields) : [];
	return all.findLast((one) => one.confidential !== true && one.discussionLocked !== true);
}

/**
 * Fills the missing fields of a scene with records that the server shows.
 *
 * @param caller The caller with the most rights.
 * @param owner The owner of the scene's groups, if the run has their token.
 */
export async function discoverScene(
	caller: Caller,
	owner: Caller | undefined,
	configured: SceneValues,
): Promise<SceneValues> {
	const group = configured.group ?? (await firstGroup(owner ?? caller));
	if (group === undefined) return configured;
	const projects = await projectsOf(caller, group);
	const project = configured.project ?? text(projects.find((one) => one.visibility === "public")?.path_with_namespace);
	const of = (visibility: string) => text(projects.find((one) => one.visibility === visibility)?.path_with_namespace);
	const subgroups = await caller.call("listSubgroups", { id: group, per_page: 1 });
	const groups = await (owner ?? caller).call("listGroups", {
		visibility: "private",
		top_level_only: true,
		per_page: 1,
		...(owner && { owned: true }),
	});
	const shown = project === undefined ? undefined : await caller.graphql(contents, { project });
	const data = shown?.status === 200 ? dig(shown.json, "data", "project") : undefined;
	const values = {
		group,
		subgroup: subgroups.status === 200 ? text(subgroups.items[0]?.full_path) : undefined,
		private_group: groups.status === 200 ? text(groups.items[0]?.full_path) : undefined,
		project,
		internal_project: of("internal"),
		private_project: of("private"),
		issue_iid: idOf(open(data, "issues")?.iid),
		merge_request_iid: idOf(open(data, "mergeRequests")?.iid),
		snippet_id: idOf(dig(data, "snippets", "nodes", 0, "id")),
		pipeline_id: idOf(dig(data, "pipelines", "nodes", 0, "id")),
		ref: text(dig(data, "repository", "rootRef")),
		tag_name: project === undefined ? undefined : await tagOf(caller, project, dig(data, "releases", "nodes")),
	};
	// Each value has the type of its field: ids are numbers, all others are strings.
	return { ...(found(values) as SceneValues), ...configured };
}

async function firstGroup(caller: Caller): Promise<string | undefined> {
	const response = await caller.call("listGroups", { visibility: "public", owned: true, top_level_only: true });
	const own = response.status === 200 ? response.items : [];
	if (own.length > 0) return text(own[0]?.full_path);
	const all = await caller.call("listGroups", { visibility: "public", top_level_only: true });
	return all.status === 200 ? text(all.items[0]?.full_path) : undefined;
}

async function projectsOf(caller: Caller, id: string): Promise<readonly Fields[]> {
	// Servers without with_shared also list projects of other groups.
	const isOwn = (one: Fields) => String(one.path_with_namespace).startsWith(`${id}/`);
	const response = await caller.call("listGroupProjects", { id, with_shared: false, archived: false, per_page: 100 });
	return response.status === 200 ? response.items.filter(isOwn) : [];
}
