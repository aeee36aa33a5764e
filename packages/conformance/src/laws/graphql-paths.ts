import type { Context } from "../rule/context";
import { ask, gid, numberOf } from "../rule/graphql";
import { type Fields, isFields } from "../rule/response";
import type { Rule, RuleOptions } from "../rule/rule";
import { generic, projectOf } from "../rules/alerts/intake";
import { incidentWith } from "../rules/graphql/incident";
import { by, quoted, type Who } from "../rules/graphql/lab";
import { snippetOf } from "../rules/graphql/snippet-lab";
import { epicsOf } from "../rules/notes/lab";
import { graphqlLaw } from "./graphql-law";
import { whileUnchanged } from "./while-unchanged";

/** A query around a record, where `@` is replaced by the selected fields. If the query ends in a list, the record is found there by its id. */
type Path = string;

/** A record, and the query paths that reach it. */
interface Reached {
	readonly type: string;
	/** Returns the first path, by which an administrator reads the record for the other paths. */
	readonly first: (t: Context) => Path | Promise<Path>;
	/** Returns the other paths, from the record that the first one returns. */
	readonly others: (t: Context, record: Fields) => readonly Path[];
	/** Returns paths that must not find the record, such as through another project. */
	readonly elsewhere?: (t: Context, record: Fields) => readonly Path[];
	/** Options of the laws about the record. `effect` is "writes" if `first` creates the record. */
	readonly options?: Pick<RuleOptions, "effect" | "tier">;
	/** The callers who find the record by every path. Defaults to all. */
	readonly callers?: readonly Who[];
	/** Whether only callers with credentials can read the record directly. */
	readonly signedIn?: boolean;
}

const projectAt = (path: string, inner: string): Path => `project(fullPath: ${quoted(path)}) { ${inner} }`;
const inProject = (t: Context, inner: string): Path => projectAt(t.scene("project"), inner);
const inOther = (t: Context, inner: string): Path => projectAt(t.scene("internal_project"), inner);
const groupAt = (path: string, inner = "@"): Path => `group(fullPath: ${quoted(path)}) { ${inner} }`;
const nodes = (field: string): string => `${field} { nodes { @ } }`;
const above = (path: unknown): string => String(path).split("/").slice(0, -1).join("/");

export const reached: { readonly [slug: string]: Reached } = {
	...Object.fromEntries(
		(["project", "private_project"] as const).map((scene): [string, Reached] => [
			scene,
			{
				type: "Project",
				first: (t) => projectAt(t.scene(scene), "@"),
				others: (t, { id, fullPath }) => [
					nodes(`projects(fullPaths: [${quoted(fullPath)}])`),
					nodes(`projects(ids: [${quoted(id)}])`),
					groupAt(above(fullPath), nodes(`projects(ids: [${quoted(id)}])`)),
					groupAt(t.scene("group"), nodes(`projects(ids: [${quoted(id)}], includeSubgroups: true)`)),
					`namespace(fullPath: ${quoted(above(fullPath))}) { ${nodes(`projects(ids: [${quoted(id)}])`)} }`,
					projectAt(String(fullPath), "mergeRequests(first: 1) { nodes { project { @ } } }"),
				],
				elsewhere: (t, { id }) => [
					groupAt(t.scene("internal_group"), nodes(`projects(ids: [${quoted(id)}], includeSubgroups: true)`)),
					nodes(`projects(ids: [${quoted(id)}], fullPaths: [${quoted(t.scene("internal_project"))}])`),
				],
			},
		]),
	),
	...Object.fromEntries(
		(["group", "subgroup", "private_group"] as const).map((scene): [string, Reached] => [
			scene,
			{
				type: "Group",
				first: (t) => groupAt(t.scene(scene)),
				others: (_t, { id, fullPath, path }) => [
					nodes(`groups(ids: [${quoted(id)}])`),
					nodes(`groups(search: ${quoted(path)})`),
					groupAt(String(fullPath), "projects(first: 1) { nodes { group { @ } } }"),
					groupAt(String(fullPath), "descendantGroups(first: 1, includeParentDescendants: false) { nodes { parent { @ } } }"),
					...(above(fullPath) ? [groupAt(above(fullPath), nodes("descendantGroups"))] : []),
				],
				elsewhere: (t, { id }) => [
					nodes(`groups(ids: [${quoted(id)}], parentPath: ${quoted(t.scene("leaf_group"))})`),
					groupAt(t.scene("leaf_group"), nodes("descendantGroups")),
				],
			},
		]),
	),
	user: {
		type: "UserCore",
		signedIn: true,
		first: (t) => `user(id: "${gid("User", t.user("developer").id)}") { @ }`,
		others: (t, { id, username }) => [
			`user(username: ${quoted(String(username).toUpperCase())}) { @ }`,
			nodes(`users(ids: [${quoted(id)}])`),
			nodes(`users(usernames: [${quoted(username)}])`),
			groupAt(t.scene("group"), `groupMembers(search: ${quoted(username)}) { nodes { user { @ } } }`),
		],
	},
	issue: {
		type: "Issue",
		first: (t) => inProject(t, `issue(iid: "${t.scene("issue_iid")}") { @ }`),
		others: (t, { id, iid }) => [
			`issue(id: ${quoted(id)}) { @ }`,
			...[`iid: ${quoted(iid)}`, `iids: [${quoted(iid)}]`].map((args) => inProject(t, nodes(`issues(${args})`))),
		],
		elsewhere: (t, { iid }) => [`issue(iid: ${quoted(iid)}) { @ }`, nodes(`issues(iids: [${quoted(iid)}])`)].map((one) => inOther(t, one)),
	},
	...Object.fromEntries(
		["/confidential", "/confidential\n/assign @guest @reporter"].map((commands, index): [string, Reached] => [
			["confidential_issue", "assigned_issue"][index] ?? "",
			{
				...{ type: "Issue", options: { effect: "writes" } },
				async first(t) {
					const { path, iid } = await incidentWith(
						t,
						commands.replace(/guest|reporter/g, (who) => t.user(who === "guest" ? "guest" : "reporter").username),
					);
					return projectAt(path, `issue(iid: "${iid}") { @ }`);
				},
				others: (t, { id, iid, title }) => [
					`issue(id: ${quoted(id)}) { @ }`,
					...[`iids: [${quoted(iid)}], confidential: true`, `search: ${quoted(title)}`, `state: opened, search: ${quoted(title)}`].map((args) =>
						projectAt(projectOf(generic(t)), nodes(`issues(${args})`)),
					),
				],
				elsewhere: (t, { iid, title }) => [nodes(`issues(iid: ${quoted(iid)})`), nodes(`issues(search: ${quoted(title)})`)].map((one) => inOther(t, one)),
			},
		]),
	),
	epic: {
		...{ type: "Epic", options: { tier: "premium" } },
		async first(t) {
			const [{ iid } = t.skip("the group has no epic among its first")] = (await epicsOf(t)).filter(({ confidential }) => !confidential);
			return groupAt(t.scene("group"), `epic(iid: "${iid}") { @ }`);
		},
		others: () => [],
		elsewhere: (t, { iid }) => (["internal_group", "subgroup"] as const).map((field) => groupAt(t.scene(field), `epic(iid: ${quoted(iid)}) { @ }`)),
	},
	mergeRequest: {
		type: "MergeRequest",
		first: (t) => inProject(t, `mergeRequest(iid: "${t.scene("merge_request_iid")}") { @ }`),
		others: (t, { id, iid }) => [`mergeRequest(id: ${quoted(id)}) { @ }`, inProject(t, nodes(`mergeRequests(iids: [${quoted(iid)}])`))],
		elsewhere: (t, { iid }) => [`mergeRequest(iid: ${quoted(iid)}) { @ }`, nodes(`mergeRequests(iids: [${quoted(iid)}])`)].map((one) => inOther(t, one)),
	},
	...Object.fromEntries(
		Object.entries({ issue: "issue_iid", mergeRequest: "merge_request_iid" } as const).flatMap(([noteable, scene]) =>
			["note", "activity"].map((sort): [string, Reached] => {
				const filter = sort === "activity" ? ", filter: ONLY_ACTIVITY" : "";
				const notes = (t: Context) => inProject(t, `${noteable}(iid: "${t.scene(scene)}") { ${nodes(`notes(first: 1${filter})`)} }`);
				return [`${noteable}-${sort}`, { type: "Note", first: notes, others: (_t, { id }) => [`note(id: ${quoted(id)}) { @ }`] }];
			}),
		),
	),
	...Object.fromEntries(
		[false, true].map((internal): [string, Reached] => [
			internal ? "internal_note" : "note",
			{
				...{ type: "Note", options: { effect: "writes" } },
				async first(t) {
					const id = (await t.given.issueNote({ internal })).number("id");
					return `note(id: "${gid("Note", id)}") { @ }`;
				},
				others: (t, { noteableId }) => [
					...["last: 100", "last: 100, filter: ONLY_COMMENTS"].map((args) =>
						inProject(t, `issue(iid: "${t.scene("issue_iid")}") { ${nodes(`notes(${args})`)} }`),
					),
					`issue(id: "${gid("Issue", Number(noteableId))}") { ${nodes("notes(last: 100)")} }`,
				],
				elsewhere: (t) => [
					inProject(t, `issue(iid: "${t.scene("issue_iid")}") { ${nodes("notes(filter: ONLY_ACTIVITY)")} }`),
					inProject(t, `mergeRequest(iid: "${t.scene("merge_request_iid")}") { ${nodes("notes")} }`),
				],
			},
		]),
	),
	personal_snippet: {
		...{ type: "Snippet", options: { effect: "writes" } },
		first: async (t) => nodes(`snippets(ids: [${quoted((await snippetOf(t, { projectPath: null, visibilityLevel: "internal" }, "developer")).id)}])`),
		others: (t, { id }) => [
			nodes(`snippets(authorId: "${gid("User", t.user("developer").id)}")`),
			nodes(`snippets(ids: [${quoted(id)}], type: personal, visibility: internal)`),
			`user(username: ${quoted(t.user("developer").username)}) { ${nodes("snippets")} }`,
		],
		elsewhere: (t, { id }) => [
			inProject(t, nodes(`snippets(ids: [${quoted(id)}])`)),
			nodes(`snippets(ids: [${quoted(id)}], type: project)`),
			nodes(`snippets(ids: [${quoted(id)}], explore: true)`),
		],
	},
	snippet: {
		type: "Snippet",
		first: (t) => nodes(`snippets(ids: ["${gid("ProjectSnippet", t.scene("snippet_id"))}"])`),
		others: (t, { id, author, project }) => [
			inProject(t, nodes(`snippets(ids: [${quoted(id)}])`)),
			inProject(t, nodes("snippets")),
			nodes(`snippets(projectId: ${quoted(Object(project).id)})`),
			nodes(`snippets(authorId: ${quoted(Object(author).id)}, type: project)`),
			`user(id: ${quoted(Object(author).id)}) { ${nodes(`snippets(ids: [${quoted(id)}], type: project)`)} }`,
		],
		elsewhere: (t, { id }) => [
			inOther(t, nodes(`snippets(ids: [${quoted(id)}])`)),
			nodes(`snippets(ids: [${quoted(id)}], authorId: "${gid("User", t.user("outsider").id)}")`),
			nodes(`snippets(ids: [${quoted(id)}], type: personal)`),
		],
	},
	pipeline: {
		type: "Pipeline",
		first: (t) => inProject(t, nodes("pipelines(last: 1)")),
		others: (t, { id, iid, ref }) => [
			...[`id: ${quoted(id)}`, `iid: ${quoted(iid)}`].map((args) => inProject(t, `pipeline(${args}) { @ }`)),
			inProject(t, nodes(`pipelines(ids: [${quoted(id)}], ref: ${quoted(ref)})`)),
		],
		elsewhere: (t, { id, iid, sha }) => [
			...[`id: ${quoted(id)}`, `iid: ${quoted(iid)}`, `sha: ${quoted(sha)}`].map((args) => inOther(t, `pipeline(${args}) { @ }`)),
			inOther(t, nodes(`pipelines(ids: [${quoted(id)}])`)),
		],
	},
	release: {
		type: "Release",
		first: (t) => inProject(t, `release(tagName: ${quoted(t.scene("tag_name"))}) { @ }`),
		others: (t) => [inProject(t, nodes("releases"))],
		elsewhere: (t) => [`release(tagName: ${quoted(t.scene("tag_name"))}) { @ }`, nodes("releases")].map((one) => inOther(t, one)),
	},
	alert: {
		type: "AlertManagementAlert",
		first: (t) => projectAt(projectOf(generic(t)), nodes("alertManagementAlerts(sort: CREATED_ASC, first: 1)")),
		others: (t, { iid, title }) => [
			projectAt(projectOf(generic(t)), `alertManagementAlert(iid: ${quoted(iid)}) { @ }`),
			projectAt(projectOf(generic(t)), nodes(`alertManagementAlerts(iid: ${quoted(iid)}, search: ${quoted(title)})`)),
		],
		elsewhere: (t, { iid }) =>
			[`alertManagementAlert(iid: ${quoted(iid)}) { @ }`, nodes(`alertManagementAlerts(iid: ${quoted(iid)})`)].map((one) => inOther(t, one)),
	},
	runner: {
		...{ type: "CiRunner", options: { effect: "writes" } },
		callers: ["administrator", "owner"],
		first: async (t) =>
			`runner(id: "${gid("Ci::Runner", (await t.given.runner({ tag_list: ["a", "b", "c"], maintenance_note: "Mind" })).number("id"))}") { @ }`,
		others: (t, { description }) =>
			["", ', tagList: ["c", "b", "a"]', ", type: GROUP_TYPE, status: NEVER_CONTACTED, paused: false"].map((more) =>
				groupAt(t.scene("group"), nodes(`runners(search: ${quoted(description)}${more})`)),
			),
		elsewhere: (t, { description }) => [
			groupAt(t.scene("private_group"), nodes(`runners(search: ${quoted(description)})`)),
			...['tagList: ["a", "b", "d"]', "type: PROJECT_TYPE", "status: ONLINE", "paused: true"].map((more) =>
				groupAt(t.scene("group"), nodes(`runners(search: ${quoted(description)}, ${more})`)),
			),
		],
	},
};

const kinds = "kind ofType { kind ofType { kind } }";
const introspection = `query($type: String!) { __type(name: $type) { fields { name args { type { kind } } type { ...T ofType { ...T ofType { ...T } } } } } }
	fragment T on __Type { kind fields { name args { name } type { ${kinds} } } }`;

const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);
function innermost(type: unknown): Fields {
	let inner: Fields = isFields(type) ? type : {};
	while (isFields(inner.ofType)) inner = inner.ofType;
	return inner;
}
const isPlain = (type: unknown): boolean => ["SCALAR", "ENUM"].includes(String(innermost(type).kind));

/** Returns a selection of everything in a type: its plain fields, the fields of its parts, the ids of related records, and the counts of lists. */
export async function allOf(t: Context, type: string): Promise<string> {
	const fields = (await ask(t.as("guest"), introspection, { type })).list("__type.fields");
	const selected = fields.map(({ name, args, type }) => {
		if (listOf(args).some((one) => Object(one.type).kind === "NON_NULL")) return "";
		if (isPlain(type)) return name;
		const parts = listOf(innermost(type).fields);
		const names = parts.map((part) => part.name);
		if (names.includes("nodes")) return `${name}(first: 2) { ${names.includes("count") ? "count" : "pageInfo { hasNextPage }"} }`;
		if (names.includes("id")) return `${name} { id }`;
		const plain = parts.filter((part) => isPlain(part.type) && listOf(part.args).length === 0);
		return plain.length > 0 ? `${name} { ${plain.map((part) => part.name).join(" ")} }` : "";
	});
	return selected.join(" ");
}

/** Returns the fields of a type that are connections without required arguments. */
export async function connectionsOf(t: Context, type: string): Promise<readonly string[]> {
	const fields = (await ask(t.as("guest"), introspection, { type })).list("__type.fields");
	const isConnection = ({ args, type }: Fields): boolean =>
		listOf(args).every((one) => Object(one.type).kind !== "NON_NULL") && listOf(innermost(type).fields).some(({ name }) => name === "nodes");
	return fields.filter(isConnection).map(({ name }) => String(name));
}

/** Reads the record at the end of a path. Returns null if it is not visible, undefined if the path goes through records that do not exist. */
export async function at(t: Context, who: Who, path: Path, selection: string, id?: unknown): Promise<Fields | null | undefined> {
	const response = await ask(by(t, who), `{ ${path.replace("@", selection)} }`);
	const found: unknown[] = [];
	const look = (value: unknown, names: readonly string[]): void => {
		if (Array.isArray(value)) for (const one of value) look(one, names);
		else if (names.length === 0) found.push(value);
		else if (isFields(value)) look(value[names[0] ?? ""], names.slice(1));
	};
	look(
		response.http.is(200).field("data"),
		[...path.replace(/\([^)]*\)/g, "").matchAll(/(\w+) \{/g)].map(([, name = ""]) => name),
	);
	const isThrough = /nodes \{ \w/.test(path);
	// The record may be on a later page of a long list.
	const isOpen = (isThrough && found.length === 0) || found.length >= 100;
	return found.filter(isFields).find((one) => id === undefined || one.id === id) ?? (isOpen ? undefined : null);
}

/** The callers, from the one who sees the most to the one who sees the least. */
const usual: readonly Who[] = ["administrator", "owner", "maintainer", "auditor", "developer", "reporter", "guest", "outsider", null];

/** Names of fields that depend on the caller: rights, counts of visible records, and enabled features. */
const personal = /^userPermissions$|Count$|Enabled$/;
/** Returns the fields of a record that are the same for all callers: without lists, fields that depend on the caller, and fields that are null in `seen`. */
const facts = (record: Fields, seen: Fields = record): Fields =>
	Object.fromEntries(
		Object.entries(record).filter(([name, value]) => {
			const isList = isFields(value) && (Object.hasOwn(value, "count") || Object.hasOwn(value, "pageInfo"));
			return !personal.test(name) && !isList && seen[name] !== null;
		}),
	);

/** Every path to a record returns the same fields to the same caller. Catches a list that shows more or less than the record itself. */
export const graphqlPaths: readonly Rule[] = Object.entries(reached).map(([slug, { type, first, others, elsewhere, signedIn, callers = usual, options }]) =>
	graphqlLaw(
		`paths-${slug}`,
		`every path to the record returns the same fields to the same caller (${slug.replace("_", " ")})`,
		"ASSUMED",
		async (t) => {
			const selection = await allOf(t, type);
			const main = await first(t);
			const record = (await at(t, "administrator", main, selection)) ?? t.skip("the scene has no such record");
			// In another project or group, its IID and the number in its Global ID belong to other records, or to none.
			const numbers = [record.iid, String(numberOf(record.id))];
			for (const path of new Set(numbers.flatMap((iid) => elsewhere?.(t, { ...record, iid }) ?? [])))
				t.same(`the record ${record.id} by ${path}`, (await at(t, "administrator", path, "id", record.id)) ?? null, null);
			const paths = others(t, record);
			let richer: Fields | undefined;
			for (const who of callers.filter((one) => one !== null || !signedIn))
				await whileUnchanged(
					t,
					async () => [{ one: await at(t, who, main, selection, record.id) }],
					async ([whole]) => {
						const expected = whole?.one ?? null;
						if (who === "administrator") t.holds("an administrator should see the record", expected !== null);
						const full = await at(t, "administrator", main, selection, record.id);
						if (full && isFields(expected)) {
							t.same(`the fields that ${who} sees`, facts(expected), facts(full, expected));
							const hidden = Object.keys(facts(expected)).filter((name) => richer?.[name] === null);
							// Users see fields of themselves that otherwise only administrators see.
							const isOwn = who !== null && expected.username === t.user(who).username;
							if (!isOwn) {
								t.same(`the fields that ${who} sees, but not a caller with more rights`, hidden, []);
								richer = expected;
							}
						}
						for (const path of paths) {
							// Anonymous callers cannot use paths through a user.
							const actual = who === null && path.startsWith("user") ? undefined : await at(t, who, path, selection, record.id);
							if (actual !== undefined) t.same(`the record that ${who} sees by ${path}`, actual, expected);
						}
					},
				);
		},
		options,
	),
);
