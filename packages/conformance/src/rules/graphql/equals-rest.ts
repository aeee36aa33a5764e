/** The same records read by REST and by GraphQL: every two fields that correspond by their names have the same value. */
import { isDeepStrictEqual } from "node:util";
import type { OperationId } from "@tenon/contract";
import type { Params } from "../../rule/address";
import type { Context } from "../../rule/context";
import { ask, gid, numberOf } from "../../rule/graphql";
import { type Fields, isFields } from "../../rule/response";
import { type Rule, rule } from "../../rule/rule";
import { by, everyone, quoted, reads, type Who } from "./lab";

/** Records that both interfaces have. */
interface Noun {
	readonly slug: string;
	/** The claims that it proves. */
	readonly claims?: string;
	readonly type: string;
	/** Lists the records, or returns one. */
	readonly list: OperationId;
	/** Returns each record of the list in full, by this parameter. */
	readonly single?: readonly [operation: OperationId, parameter: string];
	readonly params: (t: Context) => Params;
	/** Where GraphQL has the same records: the query around their fields, and the path to them. */
	readonly around: (t: Context) => string;
	readonly at: string;
	/** Fields of one name that do not mean the same. */
	readonly unlike?: readonly string[];
	/** Whether the records have no common order. */
	readonly unordered?: boolean;
}

const project = (t: Context, inner: string) => `project(fullPath: ${quoted(t.scene("project"))}) { ${inner} }`;
const issue = (t: Context) => ({ id: t.scene("project"), issue_iid: t.scene("issue_iid") });
const oldest = { sort: "asc", per_page: 50 };

const nouns: readonly Noun[] = [
	{
		slug: "user",
		claims: "GQL-179",
		type: "UserCore",
		list: "getUser",
		params: (t) => ({ id: t.user("developer").id }),
		around: (t) => `user(id: "${gid("User", t.user("developer").id)}") { @ }`,
		at: "user",
	},
	{
		slug: "current-user",
		type: "CurrentUser",
		list: "getCurrentUser",
		params: () => ({}),
		around: () => "currentUser { @ }",
		at: "currentUser",
		unlike: ["commitEmail", "email"],
	},
	...(["group", "subgroup", "private_group"] as const).map(
		(scene): Noun => ({
			...{
				slug: scene.replace("_", "-"),
				claims: "GQL-192",
				type: "Group",
				list: "getGroup",
				at: "group",
				params: (t) => ({ id: t.scene(scene), with_projects: false }),
			},
			around: (t) => `group(fullPath: ${quoted(t.scene(scene))}) { @ }`,
		}),
	),
	{
		...{
			slug: "project",
			type: "Project",
			list: "listGroupProjects",
			at: "group.projects.nodes",
			unordered: true,
			params: (t) => ({ id: t.scene("group"), with_shared: false, include_subgroups: true, per_page: 50 }),
		},
		around: (t) => `group(fullPath: ${quoted(t.scene("group"))}) { projects(first: 50, includeSubgroups: true) { nodes { @ } } }`,
	},
	{
		slug: "issue-notes",
		type: "Note",
		list: "listIssueNotes",
		params: (t) => ({ ...issue(t), ...oldest }),
		around: (t) => project(t, `issue(iid: "${t.scene("issue_iid")}") { notes(first: 50) { nodes { @ } } }`),
		at: "project.issue.notes.nodes",
	},
	{
		...{ slug: "merge-request-notes", type: "Note", list: "listMergeRequestNotes", at: "project.mergeRequest.notes.nodes" },
		params: (t) => ({ id: t.scene("project"), merge_request_iid: t.scene("merge_request_iid"), ...oldest }),
		around: (t) => project(t, `mergeRequest(iid: "${t.scene("merge_request_iid")}") { notes(first: 50) { nodes { @ } } }`),
	},
	{
		...{ slug: "snippet-notes", type: "Note", list: "listProjectSnippetNotes", at: "project.snippets.nodes.0.notes.nodes" },
		params: (t) => ({ id: t.scene("project"), snippet_id: t.scene("snippet_id"), ...oldest }),
		around: (t) => project(t, `snippets(ids: ["${gid("ProjectSnippet", t.scene("snippet_id"))}"]) { nodes { notes(first: 50) { nodes { @ } } } }`),
	},
	{
		// yamlErrors is a boolean here, and the message there.
		...{
			slug: "pipelines",
			claims: "GQL-225",
			type: "Pipeline",
			list: "listPipelines",
			single: ["getPipeline", "pipeline_id"],
			at: "project.pipelines.nodes",
			unlike: ["yamlErrors"],
		},
		params: (t) => ({ id: t.scene("project"), per_page: 15 }),
		around: (t) => project(t, "pipelines(first: 15) { nodes { @ } }"),
	},
	...(["group", "project"] as const).map(
		(place): Noun => ({
			// REST says "paused" where GraphQL says whether the runner is in touch.
			...{
				slug: `${place}-runners`,
				type: "CiRunner",
				list: place === "group" ? "listGroupRunners" : "listProjectRunners",
				single: ["getRunner", "id"],
				at: `${place}.runners.nodes`,
				unlike: ["status"],
			},
			params: (t) => ({ id: t.scene(place), per_page: 10 }),
			around: (t) => `${place}(fullPath: ${quoted(t.scene(place))}) { runners(first: 10) { nodes { @ } } }`,
		}),
	),
	{
		...{ slug: "release-links", claims: "GQL-256", type: "ReleaseAssetLink", list: "listReleaseLinks", at: "project.release.assets.links.nodes" },
		params: (t) => ({ id: t.scene("project"), tag_name: t.scene("tag_name"), per_page: 50 }),
		around: (t) => project(t, `release(tagName: ${quoted(t.scene("tag_name"))}) { assets { links(first: 50) { nodes { @ } } } }`),
	},
];

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The records as REST shows them to somebody; null where it refuses the list. What it refuses in full shows as it is listed. */
async function byRest(t: Context, { list, single, params }: Noun, who: Who): Promise<readonly Fields[] | null> {
	const response = await by(t, who).call(list, params(t));
	if (!response.succeeded) return null;
	const records = Array.isArray(response.json) ? response.items : [response.fields];
	if (!single) return records;
	const out: Fields[] = [];
	for (const one of records) {
		const full = await by(t, who).call(single[0], { ...params(t), [single[1]]: one.id });
		out.push(full.succeeded ? full.fields : one);
	}
	return out;
}

const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);

/** A type's plain fields that REST has too, and those of the records inside it: `detailedStatus.label`. */
async function common(t: Context, { type, unlike = [] }: Noun, records: readonly Fields[]): Promise<string[]> {
	const kinds = "kind ofType { kind ofType { kind ofType { kind } } }";
	const parts = `fields(includeDeprecated: true) { name args { name } type { ${kinds} } }`;
	const query = `query($type: String!) { __type(name: $type) { fields { name type { ${kinds} ${parts} } type { ofType { ${parts} } } } } }`;
	const isPlain = (kinds: unknown): boolean => {
		const text = quoted(kinds).replace(/"fields":.*/, "");
		return /"(SCALAR|ENUM)"/.test(text) && !/"(OBJECT|INTERFACE|UNION)"/.test(text);
	};
	const has = (some: readonly Fields[], name: string): boolean => some.some((one) => Object.hasOwn(one, snake(name)) && !isFields(one[snake(name)]));
	return (await ask(t.anonymous, query, { type })).list("__type.fields").flatMap(({ name, type }) => {
		const field = String(name);
		const { fields, ofType } = isFields(type) ? type : {};
		const inside = records.map((one) => one[snake(field)]).filter(isFields);
		const names = listOf(fields ?? (isFields(ofType) ? ofType.fields : null)).filter((part) => isPlain(part.type) && listOf(part.args).length === 0);
		const nested = names.map((part) => String(part.name)).filter((part) => has(inside, part));
		const all = isPlain(type) && has(records, field) ? [field] : nested.map((part) => `${field}.${part}`);
		return all.filter((path) => !unlike.includes(path) && !unlike.includes(field));
	});
}

/** The value at a path; null where a record on the way is. */
const valueAt = (value: unknown, path: readonly string[]): unknown => path.reduce((found, name) => (isFields(found) ? found[name] : found), value);

/** Whether both mean the same: GraphQL writes times in whole seconds, enums in capitals, and ids as Global IDs. */
function agree(rest: unknown, response: unknown): boolean {
	if (isDeepStrictEqual(rest, response)) return true;
	if (typeof rest === "number") return rest === numberOf(response) || String(rest) === response;
	if (typeof rest !== "string") return false;
	if (typeof response === "number") return Number(rest) === response;
	if (/^\d{4}-\d\d-\d\dT/.test(rest)) return Math.floor(Date.parse(rest) / 1000) * 1000 === Date.parse(String(response));
	return rest.toUpperCase() === response;
}

export const equalsRestRules: readonly Rule[] = nouns.map((noun) =>
	rule(
		noun.claims ?? "",
		`GraphQL has the same as REST of ${noun.slug.replaceAll("-", " ")}, for every caller and in every field that both have.`,
		["executeGraphql", noun.list],
		async (t) => {
			let compared = 0;
			for (const who of everyone) {
				// REST wants credentials for more than GraphQL does.
				if (who === null) continue;
				const before = await byRest(t, noun, who);
				const names = before?.[0] ? await common(t, noun, before) : ["id"];
				if (before?.[0]) t.holds(`there are fields to compare: ${names}`, names.length > 2);
				const response = await ask(by(t, who), `{ ${noun.around(t).replace("@", names.map((name) => name.replace(/\.(.*)/, " { $1 }")).join(" "))} }`);
				const found = response.at(noun.at);
				const records = isFields(found) ? [found] : Array.isArray(found) ? found.filter(isFields) : null;
				const after = await byRest(t, noun, who);
				if (before === null || after === null || records === null) {
					t.same(`${noun.slug} for ${who}: refused or not`, records === null, before === null, response.http);
					continue;
				}
				// What somebody else changes meanwhile is left out.
				const steady = before.filter((one) => after.some((other) => isDeepStrictEqual(one, other)));
				const ids = steady.map(({ id }) => id);
				const actual = records.map(({ id }) => numberOf(id)).filter((id) => ids.includes(id));
				t.same(`the ids for ${who}`, noun.unordered ? [...actual].sort() : actual, noun.unordered ? [...ids].sort() : ids, response.http);
				for (const record of records) {
					const twin = steady.find(({ id }) => id === numberOf(record.id));
					for (const name of names) {
						const path = name.split(".");
						const [rest, value] = [valueAt(twin, path.map(snake)), valueAt(record, path)];
						if (rest === undefined) continue;
						t.holds(`${name} of ${record.id} for ${who} is ${quoted(rest)} as in REST, not ${quoted(value)}`, agree(rest, value), response.http);
					}
					compared += Number(twin !== undefined);
				}
			}
			if (compared === 0) t.skip("the scene has no such record");
		},
		{ ...reads, id: `graphql/equals-rest/${noun.slug}`, level: "ASSUMED", phase: "graphql", domain: "graphql" },
	),
);
