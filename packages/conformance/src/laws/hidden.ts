import { generated } from "../generators/generated";
import { isGenerous, type RestOperation, reading, restOperations } from "../generators/rest-operations";
import { planOf, type RestOperationId } from "../plans/plan";
import type { Params } from "../rule/address";
import type { Caller } from "../rule/caller";
import { auditors } from "../rule/callers";
import type { Context } from "../rule/context";
import { ask } from "../rule/graphql";
import { linksOf } from "../rule/links";
import type { ApiResponse, Fields } from "../rule/response";
import type { Rule } from "../rule/rule";
import { ChangedGroup } from "../rules/groups/changed-group";
import { kind as noteKinds, withInternal } from "../rules/notes/kinds";
import { walked } from "./walk";
import { wholeList } from "./whole-list";

/** Returns callers who are not members, and the visibilities that are hidden from them: private, and for anonymous callers also internal. */
const strangers = (t: Context): readonly (readonly [string, Caller, RegExp])[] => [
	["an outsider", t.as("outsider"), /^private$/],
	["nobody signed in", t.anonymous, /^(private|internal)$/],
];

/** Returns private and internal groups and projects that the scene's owner sees and the outsider is not a member of. */
async function secrets(t: Context): Promise<readonly Fields[]> {
	const owner = t.as("owner");
	const id = t.scene("group");
	const administrator = t.as("administrator");
	const [project, group] = [t.scene("private_project"), t.scene("private_group")];
	const lists = [
		await wholeList(owner, "listGroupProjects", { id, include_subgroups: true }),
		await wholeList(owner, "listDescendantGroups", { id }),
		(await administrator.call("listGroups", { search: group, all_available: true })).is(200).items.filter(({ full_path }) => full_path === group),
	];
	const all = lists.flat().filter(({ visibility }) => visibility === "private" || visibility === "internal");
	return all.some((one) => pathOf(one) === project) ? all : t.skip("the owner's list does not show the scene's private project");
}

const pathOf = (record: Fields): string => String(record.path_with_namespace ?? record.full_path);

/** Returns every path of a group or project in a response, including embedded records. */
function pathsIn(value: unknown): readonly string[] {
	if (Array.isArray(value)) return value.flatMap(pathsIn);
	if (typeof value !== "object" || value === null) return [];
	return Object.entries(value).flatMap(([name, one]) => (/^(path_with_namespace|(group_)?full_path)$/.test(name) ? [String(one)] : pathsIn(one)));
}

/** Returns parameters of a list with which a server may check access less strictly than without. */
function variantsOf(row: RestOperation, hidden: readonly Fields[]): readonly Params[] {
	const has = (name: string) => row.parameters.some((one) => one.in === "query" && one.name === name);
	const variants: Params[] = [{}, { per_page: 1 }, { page: 2, per_page: 2 }];
	for (const order_by of row.pagination?.orderKeys ?? []) if (has("order_by")) variants.push({ order_by, sort: variants.length % 2 ? "asc" : "desc" });
	if (has("search")) for (const one of hidden.slice(0, 3)) variants.push({ search: one.name }, { search: one.path });
	for (const name of [
		"all_available",
		"include_subgroups",
		"include_ancestor_groups",
		"with_shared",
		"archived",
		"active",
		"simple",
		"top_level_only",
		"statistics",
	])
		if (has(name)) variants.push({ [name]: true }, { [name]: false });
	if (has("visibility")) variants.push({ visibility: "private" }, { visibility: "internal" });
	if (has("include_subgroups") && has("search"))
		for (const one of hidden.slice(0, 4)) variants.push({ include_subgroups: true, search: one.name, order_by: "name" });
	if (has("skip_groups")) variants.push({ skip_groups: [1], all_available: true });
	if (has("min_access_level")) variants.push({ min_access_level: 10 }, { min_access_level: 5 });
	if (has("pagination")) variants.push({ pagination: "keyset", order_by: "name", sort: "asc" });
	return variants;
}

/** Lists of groups and projects, and the operation that reads a group with its projects. */
const places = reading.filter(
	({ id, domain, rateLimit }) =>
		domain === "groups" && /^(list(Groups|GroupProjects|GroupSharedProjects|Subgroups|DescendantGroups)|getGroup)$/.test(id) && isGenerous({ rateLimit }),
);

/**
 * Private groups and projects are hidden from non-members, and internal ones from anonymous callers: in every list, at every level of nesting, with
 * each order, filter, search and page, and inside a group. Catches a view that ignores the caller.
 */
const inLists = places.map((row) =>
	generated(
		row,
		{ phase: "laws", what: "hidden", title: "never lists a private group or project for non-members, with any parameters", level: "MUST", effect: "reads" },
		async (t) => {
			const all = await secrets(t);
			const groups = row.path.includes("{id}") ? [t.scene("group"), t.scene("subgroup")] : [undefined];
			for (const [who, caller, visibility] of strangers(t)) {
				const hidden = all.filter((one) => visibility.test(String(one.visibility)));
				const paths = hidden.map(pathOf);
				for (const id of groups)
					for (const variant of variantsOf(row, hidden)) {
						const response = await caller.call(row.id, { ...(id !== undefined && { id }), ...(row.pagination && { per_page: 100 }), ...variant });
						if (response.status >= 400) continue;
						const shown = pathsIn(response.json).filter((path) => paths.includes(path));
						t.same(`the hidden paths that ${who} sees with ${JSON.stringify(variant)}`, shown.join(", "), "", response);
					}
			}
		},
	),
);

/** A subgroup that becomes private or internal is hidden in the lists of groups, and by id. */
const leaf = places
	.filter(({ id }) => /^list(Groups|Subgroups|DescendantGroups)$/.test(id))
	.map((row) =>
		generated(
			row,
			{ phase: "laws", what: "hidden-leaf", title: "hides a subgroup from non-members when it becomes private or internal", level: "MUST" },
			async (t) => {
				const changed = await ChangedGroup.of(t, "leaf_group");
				for (const visibility of ["private", "internal"]) {
					await changed.change({ visibility });
					for (const [who, caller] of strangers(t).filter(([, , hides]) => hides.test(visibility))) {
						for (const variant of variantsOf(row, [changed.before])) {
							const response = await caller.list(row.id, { id: t.scene("group"), ...variant });
							if (response.status >= 400) continue;
							const shown = response.items.filter(({ id }) => id === changed.id);
							t.same(`the ${visibility} group that ${who} sees with ${JSON.stringify(variant)}`, shown, [], response);
						}
						t.holds(`${who} should not find the ${visibility} group`, !(await changed.get(caller)).succeeded);
					}
				}
			},
		),
	);

/** Private and internal groups and projects are hidden by id, by path, in the lists below them, and in GraphQL. */
const byId = restOperations
	.filter(({ id }) => id === "getGroup")
	.map((row) =>
		generated(
			row,
			{ phase: "laws", what: "hidden-by-id", title: "finds no private group for non-members, by id, path or GraphQL", level: "MUST", effect: "reads" },
			async (t) => {
				const all = await secrets(t);
				for (const [, caller, visibility] of strangers(t))
					for (const one of all.filter((record) => visibility.test(String(record.visibility)))) {
						const noun = one.path_with_namespace === undefined ? "group" : "project";
						const below = noun === "group" ? (["getGroup", "listSubgroups", "listGroupProjects"] as const) : (["listPipelines", "listIssueNotes"] as const);
						for (const operation of below)
							for (const id of [one.id, pathOf(one), pathOf(one).toUpperCase()]) {
								const response = await caller.call(operation, { id, issue_iid: 1 });
								const what = `${operation} of the ${String(one.visibility)} ${noun} ${String(id)} should be`;
								t.holds(`${what} refused`, response.refused, response);
								t.assume(`${what} not found`, response.status === 404 || response.status === 401, response);
							}
						const query = `query ($at: ID!) { ${noun}(fullPath: $at) { id name } }`;
						const found = await ask(caller, query, { at: pathOf(one) });
						t.same(`the ${noun} that GraphQL finds`, found.found[noun], null, found.http);
					}
			},
		),
	);

/** Returns the orders and filters of a list of notes. */
const noteVariants = (row: RestOperation): readonly Params[] => [
	...(["created_at", "updated_at"] as const).flatMap((order_by) => (["asc", "desc"] as const).map((sort) => ({ order_by, sort }))),
	...(row.parameters.some(({ name }) => name === "activity_filter") ? [{ activity_filter: "all_notes" }, { activity_filter: "only_comments" }] : []),
];

/** Internal notes are hidden from guests: in the list with each order, filter and page, by id, in the totals, and in GraphQL. */
const internalNotes = withInternal.flatMap((kind) =>
	restOperations
		.filter(({ id }) => id === kind.operations.list)
		.map((row) =>
			generated(
				row,
				{ phase: "laws", what: "hidden", title: "shows internal notes to reporters, but never to guests, in any list or by id", level: "ASSUMED" },
				async (t) => {
					const { params } = await planOf(row.id, t);
					const create: RestOperationId = kind === noteKinds.issue ? "createIssueNote" : kind === noteKinds.epic ? "createEpicNote" : "createMergeRequestNote";
					const plan = await planOf(create, t);
					const made = (await plan.caller.call(create, { ...plan.params, internal: true })).ok;
					plan.made?.(made);
					const note_id = made.number("id");
					t.same("internal", made.field("internal"), true, made);
					for (const actor of ["reporter", "developer", ...auditors(t)] as const)
						for (const variant of noteVariants(row)) {
							const pages = await walked(t.as(actor), await t.as(actor).call(row.id, { ...params, ...variant, per_page: 100 }), 10);
							t.holds(`${actor} should see the internal note with ${JSON.stringify(variant)}`, pages.flatMap(({ ids }) => ids).includes(note_id), pages[0]);
						}
					for (const actor of ["guest", "outsider"] as const) {
						const caller = t.as(actor);
						for (const variant of noteVariants(row)) {
							const first: ApiResponse = await caller.call(row.id, { ...params, ...variant, per_page: 100 });
							const pages = await walked(caller, first, 10);
							const seen = pages.flatMap(({ items }) => items);
							t.holds(
								`${actor} should not see the internal note with ${JSON.stringify(variant)}`,
								!seen.some(({ id, internal }) => id === note_id || internal === true),
								first,
							);
							if (first.header("x-total") !== null && !linksOf(pages.at(-1) ?? first).has("next"))
								t.same(`x-total for ${actor}`, first.header("x-total"), String(seen.length), first);
						}
						(await caller.call(kind.operations.get, { ...params, note_id })).is(404);
						for (const type of ["Note", "DiscussionNote"]) {
							const twin = await caller.graphql("query ($id: NoteID!) { note(id: $id) { id body } }", { id: `gid://service/${type}/${note_id}` });
							t.holds("GraphQL should not show the internal note", !twin.text.includes(made.string("body")), twin);
						}
					}
				},
			),
		),
);

export const hidden: readonly Rule[] = [...inLists, ...leaf, ...byId, ...internalNotes];
