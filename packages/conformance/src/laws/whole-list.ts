import { isDeepStrictEqual } from "node:util";
import type { RestOperation } from "../generators/rest-operations";
import { type Plan, perform, planOf, type RestOperationId } from "../plans/plan";
import { rotations, spareToken } from "../plans/spare-token";
import type { Callable, Params } from "../rule/address";
import type { Caller } from "../rule/caller";
import type { Context } from "../rule/context";
import type { Fields } from "../rule/response";
import { Skip } from "../rule/verdict";
import { kinds } from "../rules/notes/kinds";
import { newSnippet } from "../rules/notes/lab";

/** What identifies a record: its id, or all of it. */
export const keyOf = (item: Fields): string => String(item.id ?? JSON.stringify(item));

/** The names of a record's fields. */
export const namesOf = (record: Fields): string => Object.keys(record).sort().join();

/** The fields in which two readings of a record differ. */
export const changedFields = (before: Fields, after: Fields): readonly string[] =>
	Object.keys({ ...before, ...after }).filter((name) => !isDeepStrictEqual(before[name], after[name]));

/** The fields in which records differ from how the whole list shows them. */
export function changesSince(whole: readonly Fields[]): (items: readonly Fields[]) => readonly string[] {
	const shown = new Map(whole.map((item) => [keyOf(item), item]));
	return (items) => items.flatMap((item) => changedFields(shown.get(keyOf(item)) ?? item, item));
}

/** Groups with and without one above them, runners of each type and jobs that failed have fields of their own. */
const sortOf = ({ parent_id, runner_type, status }: Fields): string => [parent_id === null, runner_type, status === "failed"].join();

/** The fields that some of these records have, and others of the same sort lack. A name may be there only where there is one. */
export const uneven = (records: readonly Fields[]): readonly string[] =>
	[...new Set(records.map(sortOf))].flatMap((sort) => {
		const alike = records.filter((one) => sortOf(one) === sort);
		return [...new Set(alike.flatMap(Object.keys))].filter((name) => name !== "name" && alike.some((one) => !Object.hasOwn(one, name)));
	});

/** Every record of a list. Skips the rule if there are too many. */
export const wholeList = async (caller: Caller, operation: Callable, params: Params): Promise<readonly Fields[]> =>
	(await caller.list(operation, params)).is(200).items;

/** The operation that creates what a list shows. */
const makers: { readonly [list: string]: RestOperationId } = {
	...Object.fromEntries(kinds.map(({ operations }) => [operations.list, operations.create])),
	listReleaseLinks: "createReleaseLink",
};
/** The same for lists that have enough, but for a law of many records. */
const longer: { readonly [list: string]: RestOperationId } = { listPipelines: "createPipeline" };

/** Parameters with which a list has more records, so that its filters and orders have more to do. */
export const widest: { readonly [list: string]: Params } = {
	listGroupProjects: { include_subgroups: true },
	listSubgroups: { all_available: true },
	listDescendantGroups: { all_available: true },
};

const isOfInvitations = (list: string): list is "listGroupSharedGroups" | "listInvitedGroups" =>
	list === "listGroupSharedGroups" || list === "listInvitedGroups";

/** A group whose list has more records than that of the scene's group: one that is invited there, or one below it. */
async function fullest(list: string, { caller, params }: Plan): Promise<Params> {
	if (!isOfInvitations(list)) return {};
	const near = list === "listInvitedGroups" ? "listSubgroups" : "listInvitedGroups";
	const others = (await caller.call(near, { ...params, ...(near === "listSubgroups" && { all_available: true }), per_page: 5 })).is(200).pluck("full_path");
	let [best, most]: [Params, number] = [{}, 0];
	for (const id of [params.id, ...others]) {
		const { length } = typeof id === "string" ? (await caller.list(list, { id })).is(200).items : [];
		if (length > most) [best, most] = [{ id }, length];
	}
	return best;
}

/** Whether a list is too long to be read as a whole. A page beyond the end may be refused. */
async function isLong(caller: Caller, list: Callable, params: Params): Promise<boolean> {
	const page = await caller.call(list, { ...params, per_page: 100, page: 10 });
	return page.succeeded && page.items.length === 100;
}

/** Of a list that is too long, laws look at what is as new as their own records. */
const minuteBefore = (time: string): string => new Date(Date.parse(time) - 60_000).toISOString();

const runnerLists: readonly string[] = ["listRunners", "listAllRunners", "listGroupRunners", "listProjectRunners"];

/** Sees to a revoked token that would have lived longer than the active ones; where the scene sets no token aside for it there is none. */
async function revokeLongLived(list: "listGroupPersonalAccessTokens" | "listGroupResourceAccessTokens", { caller, params }: Plan, t: Context): Promise<void> {
	const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
	const listed = (await caller.list(list, params)).is(200).items;
	if (listed.some((one) => one.revoked === true && String(one.expires_at) > inDays(250))) return;
	const kind = list === "listGroupPersonalAccessTokens" ? "personal" : "resource";
	const spare = await spareToken(t, kind).catch((error) => {
		if (!(error instanceof Skip)) throw error;
	});
	if (!spare) return;
	const { id, token_id } = spare;
	const late = (await caller.call(rotations[kind], { id, token_id, expires_at: inDays(300) })).ok.number("id");
	(await caller.call(rotations[kind], { id, token_id: late })).ok;
}

/** Makes a pipeline of another kind of ref that has ended; gives its number. */
async function ended(t: Context, id: unknown): Promise<number> {
	const pipeline_id = (await t.given.pipeline({ ref: t.scene("tag_name") })).number("id");
	(await t.as("maintainer").call("cancelPipeline", { id, pipeline_id })).is(200);
	return pipeline_id;
}

/** Makes a pipeline that is changed in a later second than it ended. */
export async function changedAfterItsEnd(t: Context, id: unknown): Promise<void> {
	const pipeline_id = await ended(t, id);
	await t.given.nextSecond();
	(await t.as("maintainer").call("updatePipelineMetadata", { id, pipeline_id, name: t.unique("Ended") })).ok;
}

/** A list as planned, with some records that the law makes where the list can have them: `least` in all. */
export async function filled(list: RestOperationId | RestOperation, t: Context, least = 3): Promise<Plan> {
	const operation = typeof list === "string" ? list : list.id;
	const planned = await planOf(list, t);
	// A new administrator, who sees groups of each visibility, where the planned caller is a new user.
	const plan = isOfInvitations(operation) ? { ...planned, caller: t.as("administrator").sudo((await t.given.user({ admin: true })).number("id")) } : planned;
	const maker = typeof list === "object" && list.maker ? list.maker : (makers[operation] ?? (least > 3 ? longer[operation] : undefined));
	if (maker) {
		const make = async () => await perform(maker, await planOf(maker, t));
		const there = least > 3 ? (await plan.caller.call(list, { ...plan.params, per_page: 100 })).is(200).items.length : 0;
		const first = await make();
		for (let count = Math.min(there, least - 3) + 1; count < least; count++) await make();
		// So that the order of the changes is not that of the creations, and both show it: times have milliseconds.
		const change = kinds.find(({ operations }) => operations.list === operation)?.operations.update;
		if (change) {
			await t.given.nextSecond(2);
			(await plan.caller.call(change, { ...plan.params, note_id: first.number("id"), body: t.unique("changed") })).ok;
		}
	}
	let since: string | undefined;
	if (operation === "listGroupPersonalAccessTokens" || operation === "listGroupResourceAccessTokens") await revokeLongLived(operation, plan, t);
	if (operation === "listPipelineVariables" && least > 3) {
		const variables = Array.from({ length: least }, (_, index) => ({ key: `KEY_${index}`, value: String(index) }));
		return { ...plan, params: { ...plan.params, pipeline_id: (await t.given.pipeline({ variables })).number("id") } };
	}
	// Some users pass some filters and not others, two of them each; their names begin like nobody else's. Two have the same name.
	if (operation === "listUsers") {
		const same = { admin: true, name: t.unique("jackdaw") };
		for (const [name, params] of Object.entries({
			heron: { external: true, provider: "conformance", extern_uid: t.unique("uid") },
			ibis: same,
			jackdaw: same,
		}))
			await t.given.user({ username: t.unique(name), name: t.unique(name), ...params });
		// The newest one's name is searched for: few users are of LDAP, of one of its servers or of another.
		const ofLdap = (provider: string) => ({ external: true, provider, extern_uid: t.unique("uid") });
		await t.given.user({ username: t.unique("numbat"), ...ofLdap("ldapsecondary") });
		since = (await t.given.user({ username: t.unique("quokka"), ...ofLdap("ldapmain") })).string("created_at");
	}
	// Where the group has single sign-on, one user whose names have nothing in common.
	if (operation === "listGroupSamlUsers" && (await plan.caller.call(list, plan.params)).items.length > 0) {
		const [username, name, email, extern_uid] = ["ibex", "Heather", "post", "uid"].map((word) => t.unique(word));
		const group_id_for_saml = await t.given.groupId(String(plan.params.id));
		await t.given.user({ username, name, email: `${email}@example.com`, provider: "group_saml", extern_uid, group_id_for_saml });
	}
	if (operation === "listPipelines") {
		const { id } = plan.params;
		await t.given.pipeline();
		const pipeline = await t.given.pipeline();
		const pipeline_id = pipeline.number("id");
		(await t.as("maintainer").call("updatePipelineMetadata", { id, pipeline_id, name: t.unique("Named") })).ok;
		await ended(t, id);
		since = pipeline.string("created_at");
	}
	if (operation === "listGroupProjects" || operation === "listGroupSharedProjects") {
		// The oldest ones, which strangers see, too, in most places. The second comes first: so the order of activity is neither that of changes
		// nor, within a day, that of the numbers.
		const oldest = (await plan.caller.list(operation, { ...plan.params, archived: false, sort: "asc" }))
			.is(200)
			.items.filter((one) => one.snippets_enabled === true);
		const root = t.as("administrator");
		for (const { path_with_namespace } of oldest.slice(0, 2).reverse()) {
			const id = String(path_with_namespace);
			(await root.call("createProjectSnippetNote", { id, snippet_id: await newSnippet(t, id, root), body: t.unique("note") })).ok;
		}
	}
	if (runnerLists.includes(operation)) {
		const give = operation === "listProjectRunners" ? t.given.projectRunner : t.given.runner;
		const tag_list = t.unique("tag");
		for (const params of [{ tag_list, paused: true }, { tag_list, paused: false }, { paused: true }]) await give.call(t.given, params);
	}
	const params = { ...plan.params, ...widest[operation], ...(await fullest(operation, plan)) };
	return { ...plan, params: { ...params, ...(since !== undefined && (await isLong(plan.caller, list, params)) && { created_after: minuteBefore(since) }) } };
}
