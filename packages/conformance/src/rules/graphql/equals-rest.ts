/** Reads the same records by REST and by GraphQL: fields whose names correspond must have the same value. */
import { isDeepStrictEqual } from "node:util";
import type { OperationId } from "@tenon/contract";
import type { Params } from "../../rule/address";
import type { Context } from "../../rule/context";
import { deepest } from "../../rule/deepest";
import { ask, gid, numberOf } from "../../rule/graphql";
import { type Fields, isFields } from "../../rule/response";
import { type Rule, rule } from "../../rule/rule";
import { Deviation } from "../../rule/verdict";
import { statuses } from "../pipelines/lab";
import { one, sample } from "../users/lab";
import { by, everyone, quoted, reads, type Who, writes } from "./lab";

/** The value that a REST record implies for a field of another name; undefined if it implies none. */
type Expression = (rest: Fields) => unknown;

/** Records that both interfaces have. */
interface Noun {
	readonly slug: string;
	/** The claims that it proves. */
	readonly claims?: string;
	readonly type: string;
	/** Lists the records, or returns one. */
	readonly list: OperationId;
	/** Returns each record of the list in full, by this parameter. */
	readonly single?: readonly [operation: OperationId, parameter: string] | undefined;
	readonly params: (t: Context) => Params | Promise<Params>;
	/** Where GraphQL has the same records: the query around their fields, and the path to them. `#` is where filters go. */
	readonly around: (t: Context) => string | Promise<string>;
	readonly at: string;
	/** Makes a record of a kind that the scene may lack. */
	readonly furnish?: (t: Context) => Promise<unknown>;
	/** Filters of both interfaces; the filtered lists are compared, too. */
	readonly filters?: (t: Context, some: Fields) => readonly (readonly [args: string, params: Params])[];
	/** Fields with the same name but different meanings. */
	readonly unlike?: readonly string[];
	/** GraphQL selections whose values follow from other REST fields; they replace a REST field of the same name. */
	readonly also?: { readonly [selection: string]: Expression };
	/** Whether the records have no common order. */
	readonly unordered?: boolean;
	/** The callers to compare for. REST requires credentials in more places than GraphQL. */
	readonly callers?: readonly Who[];
	/** A caller who can read them only by REST. */
	readonly refused?: Who;
	readonly offering?: "self-managed";
}

const signedIn = everyone.filter((who) => who !== null);
const project = (t: Context, inner: string) => `project(fullPath: ${quoted(t.scene("project"))}) { ${inner} }`;
const issue = (t: Context) => ({ id: t.scene("project"), issue_iid: t.scene("issue_iid") });
const oldest = { sort: "asc", per_page: 100 };
const notes = "notes(first: 100#) { count nodes { @ } }";
const upper = (value: unknown): string => String(value).toUpperCase();
const recordsOf = (value: unknown): readonly Fields[] | undefined => (Array.isArray(value) ? value.filter(isFields) : undefined);

const ofUser: Noun["also"] = {
	webPath: (rest) => `/${rest.username}`,
	active: (rest) => rest.state === "active",
};
const ofRunner: Noun["also"] = {
	// REST returns "paused" where GraphQL returns the contact status.
	status: (rest) => (rest.status === "paused" ? undefined : upper(rest.status)),
	"projects { nodes { fullPath } }": ({ projects }) => projects && { nodes: recordsOf(projects)?.map((one) => ({ fullPath: one.path_with_namespace })) },
	"groups { nodes { name } }": ({ groups }) => groups && { nodes: recordsOf(groups)?.map(({ name }) => ({ name })) },
};

const ofNote: Pick<Noun, "also" | "unlike"> = {
	// REST returns the author's own email address, GraphQL the public one.
	unlike: ["author.email"],
	also: { "project { id }": ({ project_id }) => project_id && { id: gid("Project", Number(project_id)) } },
};

/** Lists of runners: the place, the query around it, the operation, and its scene. */
const runnerLists = [
	["all", "@", "listAllRunners"],
	["own", "currentUser { @ }", "listRunners"],
	...(["group", "subgroup", "private_group"] as const).map((scene) => [scene, "group", "listGroupRunners"] as const),
	...(["project", "private_project"] as const).map((scene) => [scene, "project", "listProjectRunners"] as const),
] as const;

const nouns: readonly Noun[] = [
	{
		...{ slug: "user", claims: "GQL-179", type: "UserCore", list: "getUser", at: "user", also: ofUser },
		params: (t) => ({ id: t.user("developer").id }),
		around: (t) => `user(id: "${gid("User", t.user("developer").id)}") { @ }`,
	},
	...["blocked", "deactivated", "banned"].map(
		(state): Noun => ({
			...{ slug: `${state}-user`, claims: "GQL-179", type: "UserCore", list: "getUser", at: "user", unlike: ["commitEmail", "email"], also: ofUser },
			params: async (t) => ({ id: await userWho(t, state) }),
			around: async (t) => `user(id: "${gid("User", await userWho(t, state))}") { @ }`,
		}),
	),
	{
		...{ slug: "current-user", type: "CurrentUser", list: "getCurrentUser", at: "currentUser", unlike: ["commitEmail", "email"], also: ofUser },
		params: () => ({}),
		around: () => "currentUser { @ }",
	},
	...(["group", "subgroup", "private_group"] as const).map(
		(scene): Noun => ({
			...{ slug: scene.replace("_", "-"), claims: "GQL-192", type: "Group", list: "getGroup", at: "group" },
			params: (t) => ({ id: t.scene(scene), with_projects: false }),
			around: (t) => `group(fullPath: ${quoted(t.scene(scene))}) { @ }`,
		}),
	),
	{
		...{ slug: "project", type: "Project", list: "listGroupProjects", at: "group.projects.nodes", unordered: true },
		params: (t) => ({ id: t.scene("group"), with_shared: false, include_subgroups: true, per_page: 100 }),
		around: (t) => `group(fullPath: ${quoted(t.scene("group"))}) { projects(first: 100, includeSubgroups: true) { count nodes { @ } } }`,
	},
	{
		...{ slug: "issue-notes", claims: "GQL-201, GQL-205, GQL-206", type: "Note", list: "listIssueNotes", at: "project.issue.notes.nodes" },
		params: (t) => ({ ...issue(t), ...oldest }),
		around: (t) => project(t, `issue(iid: "${t.scene("issue_iid")}") { ${notes} }`),
		...ofNote,
		filters: () => ["all_notes", "only_comments", "only_activity"].map((activity_filter) => [`filter: ${upper(activity_filter)}`, { activity_filter }]),
	},
	{
		...{ slug: "merge-request-notes", claims: "GQL-205", type: "Note", list: "listMergeRequestNotes", at: "project.mergeRequest.notes.nodes" },
		params: (t) => ({ id: t.scene("project"), merge_request_iid: t.scene("merge_request_iid"), ...oldest }),
		...ofNote,
		around: (t) => project(t, `mergeRequest(iid: "${t.scene("merge_request_iid")}") { ${notes} }`),
	},
	{
		...{ slug: "snippet-notes", claims: "GQL-224", type: "Note", list: "listProjectSnippetNotes", at: "project.snippets.nodes.0.notes.nodes" },
		params: (t) => ({ id: t.scene("project"), snippet_id: t.scene("snippet_id"), ...oldest }),
		...ofNote,
		around: (t) => project(t, `snippets(ids: ["${gid("ProjectSnippet", t.scene("snippet_id"))}"]) { nodes { ${notes} } }`),
	},
	{
		// GraphQL's yamlErrors is a boolean; REST's yaml_errors is the message.
		...{ slug: "pipelines", claims: "GQL-225, GQL-230, GQL-233", type: "Pipeline", list: "listPipelines", single: ["getPipeline", "pipeline_id"] },
		...{ at: "project.pipelines.nodes", callers: everyone },
		furnish: async (t) => await t.given.pipeline({ ref: t.scene("tag_name") }),
		also: {
			yamlErrors: ({ yaml_errors }) => (yaml_errors === undefined ? undefined : yaml_errors !== null),
			refPath: ({ tag, ref }) => (tag === undefined ? undefined : `refs/${tag ? "tags" : "heads"}/${ref}`),
		},
		params: (t) => ({ id: t.scene("project"), per_page: 15 }),
		around: (t) => project(t, "pipelines(first: 15#) { count nodes { @ } }"),
		filters: (t, { sha, updated_at }) => {
			const [ref, username, middle] = [t.scene("ref"), t.user("developer").username, String(updated_at).replace(/\.\d+/, "")];
			const enums = Object.entries({ status: statuses, scope: ["running", "pending", "finished", "branches", "tags"] });
			return [
				...enums.flatMap(([name, values]) => values.map((value) => [`${name}: ${upper(value)}`, { [name]: value }] as const)),
				...["push", "web", "api", "parent_pipeline"].map((source) => [`source: "${source}"`, { source }] as const),
				...Object.entries({ ref, sha }).map(([name, value]) => [`${name}: ${quoted(value)}`, { [name]: value }] as const),
				[`username: ${quoted(username.toUpperCase())}`, { username }],
				[`updatedAfter: ${quoted(middle)}`, { updated_after: middle }],
				[`updatedBefore: ${quoted(middle)}`, { updated_before: middle }],
				[`ref: ${quoted(ref)}, status: FAILED, source: "web"`, { ref, status: "failed", source: "web" }],
				[`scope: FINISHED, status: SUCCESS, source: "push"`, { scope: "finished", status: "success", source: "push" }],
			];
		},
	},
	{
		...{ slug: "pipelines-below", claims: "GQL-233", type: "Pipeline", list: "listPipelines", at: "project.pipelines.nodes", callers: everyone },
		params: async (t) => ({ id: await deepest(t, "project"), per_page: 15 }),
		around: async (t) => `project(fullPath: ${quoted(await deepest(t, "project"))}) { pipelines(first: 15) { count nodes { @ } } }`,
		unlike: ["yamlErrors"],
	},
	...runnerLists.map(
		([scene, place, list]): Noun => ({
			...{
				slug: `${scene.replace("_", "-")}-runners`,
				claims: scene === "all" ? "GQL-170, GQL-246" : "GQL-246, GQL-252",
				type: "CiRunner",
				list,
				single: ["getRunner", "id"],
				also: ofRunner,
			},
			at: { all: "runners.nodes", own: "currentUser.runners.nodes" }[String(scene)] ?? `${place}.runners.nodes`,
			params: (t) => ({ ...(scene !== "all" && scene !== "own" && { id: t.scene(scene) }), per_page: 10 }),
			around: (t) => {
				const around = scene === "all" || scene === "own" ? place : `${place}(fullPath: ${quoted(t.scene(scene))}) { @ }`;
				return around.replace("@", "runners(first: 10) { count nodes { @ } }");
			},
			callers: [...signedIn, "runner-keeper"],
			// REST also lists all runners to auditors.
			...(scene === "all" && { offering: "self-managed", refused: "auditor" }),
		}),
	),
	...(
		[
			["managers", "CiRunnerManager", "listRunnerManagers", { platformName: "platform", architectureName: "architecture" }],
			["jobs", "CiJob", "listRunnerJobs", { refName: "ref" }],
		] as const
	).map(
		([field, type, list, names]): Noun => ({
			...{
				slug: `runner-${field}`,
				claims: field === "managers" ? "GQL-241" : "GQL-238",
				type,
				list,
				at: `runner.${field}.nodes`,
				unordered: true,
				unlike: ["project"],
			},
			params: async (t) => ({ id: numberOf(await busiest(t, field)), ...(field === "jobs" && { order_by: "id", sort: "desc", per_page: 50 }) }),
			around: async (t) => `runner(id: ${quoted(await busiest(t, field))}) { ${field}(first: 50) { nodes { @ } } }`,
			also: Object.fromEntries(Object.entries(names).map(([name, rest]) => [name, (record: Fields) => record[rest]])),
		}),
	),
	{
		...{ slug: "release-links", claims: "GQL-256", type: "ReleaseAssetLink", list: "listReleaseLinks", at: "project.release.assets.links.nodes" },
		params: (t) => ({ id: t.scene("project"), tag_name: t.scene("tag_name"), per_page: 50 }),
		around: (t) => project(t, `release(tagName: ${quoted(t.scene("tag_name"))}) { assets { links(first: 50) { nodes { @ } } } }`),
	},
];

/** A user in a state. */
const userWho = async (t: Context, state: string): Promise<number> => Number(one(t, await sample(t), `is ${state}`, (user) => user.state === state).id);

/** The runner with the most managers or jobs: its Global ID. */
async function busiest(t: Context, list: string): Promise<string> {
	const runners = (await ask(t.as("administrator"), `{ runners(sort: CREATED_ASC) { nodes { id ${list} { count } } } }`)).list("runners.nodes");
	const sizeOf = (one: Fields): number => Number(Object(one[list]).count);
	const [most] = [...runners].sort((a, b) => sizeOf(b) - sizeOf(a));
	return most ? String(most.id) : t.skip("there are no runners");
}

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The records that REST returns to a caller, and their number; null if it refuses the list. A record that it refuses in full is taken from the list. */
async function byRest(
	t: Context,
	{ list, single, params, refused }: Noun,
	who: Who,
	filter: Params,
): Promise<{ records: readonly Fields[]; total: number } | null> {
	const own = await params(t);
	const response = await by(t, who).call(list, { ...own, ...filter });
	if (!response.succeeded || who === refused) return null;
	const records = Array.isArray(response.json) ? response.items : [response.fields];
	const total = Number(response.header("x-total") ?? Number.NaN);
	if (!single) return { records, total };
	const out: Fields[] = [];
	for (const one of records) {
		const full = await by(t, who).call(single[0], { ...own, [single[1]]: one.id });
		out.push(full.succeeded ? full.fields : one);
	}
	return { records: out, total };
}

const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);

/** The fields of a type, and of the records inside it. */
async function fieldsOf(t: Context, type: string): Promise<readonly Fields[]> {
	const kinds = "kind ofType { kind ofType { kind ofType { kind } } }";
	const parts = `fields(includeDeprecated: true) { name args { name } type { ${kinds} } }`;
	const query = `query($type: String!) { __type(name: $type) { fields(includeDeprecated: true) { name type { ${kinds} ${parts} } type { ofType { ${parts} } } } } }`;
	return (await ask(t.anonymous, query, { type })).list("__type.fields");
}

/** A type's plain fields that REST has too, and those of the records inside it: `detailedStatus.label`. */
function common({ unlike = [], also = {} }: Noun, schema: readonly Fields[], records: readonly Fields[]): string[] {
	const isPlain = (kinds: unknown): boolean => {
		const text = quoted(kinds).replace(/"fields":.*/, "");
		return /"(SCALAR|ENUM)"/.test(text) && !/"(OBJECT|INTERFACE|UNION)"/.test(text);
	};
	const has = (some: readonly Fields[], name: string): boolean => some.some((one) => Object.hasOwn(one, snake(name)) && !isFields(one[snake(name)]));
	return schema.flatMap(({ name, type }) => {
		const field = String(name);
		const { fields, ofType } = isFields(type) ? type : {};
		const inside = records.map((one) => one[snake(field)]).filter(isFields);
		const names = listOf(fields ?? (isFields(ofType) ? ofType.fields : null)).filter((part) => isPlain(part.type) && listOf(part.args).length === 0);
		const nested = names.map((part) => String(part.name)).filter((part) => has(inside, part));
		const all = isPlain(type) && has(records, field) ? [field] : nested.map((part) => `${field}.${part}`);
		return all.filter((path) => !unlike.includes(path) && !unlike.includes(field) && !Object.hasOwn(also, field));
	});
}

/** The value at a path; null if a record on the path is null. */
const valueAt = (value: unknown, path: readonly string[]): unknown => path.reduce((found, name) => (isFields(found) ? found[name] : found), value);

/** Whether two values are equivalent: GraphQL returns times and durations in whole seconds, enums in upper case, and ids as Global IDs. */
function agree(rest: unknown, response: unknown): boolean {
	if (isDeepStrictEqual(rest, response)) return true;
	if (typeof rest === "number" && !Number.isInteger(rest)) return Math.abs(rest - Number(response)) < 1;
	if (typeof rest === "number") return rest === numberOf(response) || String(rest) === response;
	if (typeof rest !== "string") return false;
	if (typeof response === "number") return Number(rest) === response;
	if (/^\d{4}-\d\d-\d\dT/.test(rest)) return Math.floor(Date.parse(rest) / 1000) * 1000 === Date.parse(String(response));
	return rest.toUpperCase() === response;
}

/** Both lists must be equal for a caller and a filter; returns how many records were compared. */
async function compare(t: Context, noun: Noun, schema: readonly Fields[], who: Who, [args, params]: readonly [args: string, params: Params]): Promise<number> {
	const before = await byRest(t, noun, who, params);
	const names = before?.records[0] ? common(noun, schema, before.records) : ["id"];
	if (before?.records[0]) t.holds(`there are fields to compare: ${names}`, names.length > 2);
	const selection = [...names.map((name) => name.replace(/\.(.*)/, " { $1 }")), ...Object.keys(noun.also ?? {})].join(" ");
	const around = (await noun.around(t)).replace("#", args && `, ${args}`);
	const response = await ask(by(t, who), `{ ${around.replace("@", selection)} }`);
	const found = response.at(noun.at);
	const records = isFields(found) ? [found] : Array.isArray(found) ? listOf(found) : null;
	const what = `${noun.slug}(${args}) for ${who}`;
	if (before === null || records === null) {
		t.same(`whether GraphQL refuses ${what}`, records === null, before === null, response.http);
		return 0;
	}
	const areEqual = (steady: readonly Fields[], total: number): number => {
		const ids = steady.map(({ id }) => id);
		const actual = records.map(({ id }) => numberOf(id)).filter((id) => ids.includes(id));
		t.same(`the ids of ${what}`, noun.unordered ? [...actual].sort() : actual, noun.unordered ? [...ids].sort() : ids, response.http);
		if (around.includes(" count ") && !Number.isNaN(total))
			t.same(`the count of ${what}`, response.at(noun.at.replace(/nodes$/, "count")), total, response.http);
		for (const record of records) {
			const twin = steady.find(({ id }) => id === numberOf(record.id));
			if (!twin) continue;
			const expected = [
				...names.map((name) => [name, valueAt(twin, name.split(".").map(snake))] as const),
				...Object.entries(noun.also ?? {}).map(([name, say]) => [name.replace(/ .*/, ""), say(twin)] as const),
			];
			for (const [name, rest] of expected) {
				const value = valueAt(record, name.split("."));
				if (rest !== undefined)
					t.holds(`${name} of ${record.id} in ${what} is ${quoted(rest)} as in REST, not ${quoted(value)}`, agree(rest, value), response.http);
			}
		}
		return steady.length;
	};
	try {
		return areEqual(before.records, before.total);
	} catch (error) {
		const after = await byRest(t, noun, who, params);
		if (!(error instanceof Deviation) || isDeepStrictEqual(after, before)) throw error;
		// Records that another client changed meanwhile are left out.
		const steady = before.records.filter((one) => after?.records.some((other) => isDeepStrictEqual(one, other)));
		return areEqual(steady, before.total === after?.total ? before.total : Number.NaN);
	}
}

export const equalsRestRules: readonly Rule[] = nouns.map((noun) =>
	rule(
		noun.claims ?? "",
		`GraphQL and REST return the same records to each caller and for each filter, with equal values in all fields that both have (${noun.slug}).`,
		["executeGraphql", noun.list],
		async (t) => {
			await noun.furnish?.(t);
			const schema = await fieldsOf(t, noun.type);
			let compared = 0;
			for (const who of noun.callers ?? signedIn) compared += await compare(t, noun, schema, who, ["", {}]);
			if (compared === 0) t.skip("the scene has no such record");
			const some = noun.filters && (await byRest(t, { ...noun, single: undefined }, "developer", {}))?.records[0];
			for (const filter of (some && noun.filters?.(t, some)) ?? [])
				for (const who of ["developer", "guest", "outsider"] as const) await compare(t, { ...noun, single: undefined }, schema, who, filter);
		},
		{
			...{ ...reads, id: `graphql/equals-rest/${noun.slug}`, level: "ASSUMED", phase: "graphql", domain: "graphql" },
			...(noun.furnish && writes),
			...(noun.offering && { offering: noun.offering }),
		},
	),
);
