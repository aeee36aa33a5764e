import { isDeepStrictEqual } from "node:util";
import { isGenerous, type RestOperation } from "../generators/rest-operations";
import { type Plan, perform, planOf, type RestOperationId } from "../plans/plan";
import { rotations, spareToken } from "../plans/spare-token";
import type { Callable, Params } from "../rule/address";
import type { Caller } from "../rule/caller";
import { newUser } from "../rule/callers";
import type { Context } from "../rule/context";
import type { Fields } from "../rule/response";
import { Skip } from "../rule/verdict";
import { kinds } from "../rules/notes/kinds";
import { newSnippet } from "../rules/notes/lab";

/** Returns the key of a record: its id, or the whole record as JSON. */
export const keyOf = (item: Fields): string => String(item.id ?? JSON.stringify(item));

/** Returns the names of a record's fields as one text. */
export const namesOf = (record: Fields): string => Object.keys(record).sort().join();

/** Returns the names of the fields that differ between two reads of a record. */
export const changedFields = (before: Fields, after: Fields): readonly string[] =>
	Object.keys({ ...before, ...after }).filter((name) => !isDeepStrictEqual(before[name], after[name]));

/** Returns a function that returns the names of the fields in which records differ from the whole list. */
export function changesSince(whole: readonly Fields[]): (items: readonly Fields[]) => readonly string[] {
	const shown = new Map(whole.map((item) => [keyOf(item), item]));
	return (items) => items.flatMap((item) => changedFields(shown.get(keyOf(item)) ?? item, item));
}

/** Returns the sort of a record. Top-level groups and subgroups, runners of each type, and failed jobs have different fields. */
const sortOf = ({ parent_id, runner_type, status }: Fields): string => [parent_id === null, runner_type, status === "failed"].join();

/** Returns the fields that some records have, and others of the same sort do not. `name` is ignored, because a record may omit an absent one. */
export const uneven = (records: readonly Fields[]): readonly string[] =>
	[...new Set(records.map(sortOf))].flatMap((sort) => {
		const alike = records.filter((one) => sortOf(one) === sort);
		return [...new Set(alike.flatMap(Object.keys))].filter((name) => name !== "name" && alike.some((one) => !Object.hasOwn(one, name)));
	});

/** Returns every record of a list. Skips the rule if there are too many. */
export const wholeList = async (caller: Caller, operation: Callable, params: Params): Promise<readonly Fields[]> =>
	(await caller.list(operation, params)).is(200).items;

/** The operations that create the records of a list. */
const makers: { readonly [list: string]: RestOperationId } = {
	...Object.fromEntries(kinds.map(({ operations }) => [operations.list, operations.create])),
	listReleaseLinks: "createReleaseLink",
};
/** The operations that create records of lists that are long enough, except for a law that needs many records. */
const longer: { readonly [list: string]: RestOperationId } = { listPipelines: "createPipeline" };

/** Parameters with which a list has more records, for the laws of filters and orders. */
export const widest: { readonly [list: string]: Params } = {
	listGroupProjects: { include_subgroups: true },
	listSubgroups: { all_available: true },
	listDescendantGroups: { all_available: true },
};

const isOfInvitations = (list: string): list is "listGroupSharedGroups" | "listInvitedGroups" =>
	list === "listGroupSharedGroups" || list === "listInvitedGroups";

/** Returns the group with the most records in a list: the scene's group, or a group below it or with an invitation. Empty for other lists. */
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

/** Whether a list is too long to read as a whole. A page beyond the end may be refused. */
async function isLong(caller: Caller, list: Callable, params: Params): Promise<boolean> {
	const page = await caller.call(list, { ...params, per_page: 100, page: 10 });
	return page.succeeded && page.items.length === 100;
}

/** Returns the time a minute earlier, with which laws filter a list that is too long to records as new as their own. */
const minuteBefore = (time: string): string => new Date(Date.parse(time) - 60_000).toISOString();

const runnerLists: readonly string[] = ["listRunners", "listAllRunners", "listGroupRunners", "listProjectRunners"];

/** Makes sure that there is a revoked token that would expire later than the active ones. Does nothing if the scene has no spare token. */
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

/** Creates a pipeline of a tag, cancels it, and returns its id. */
async function ended(t: Context, id: unknown): Promise<number> {
	const pipeline_id = (await t.given.pipeline({ ref: t.scene("tag_name") })).number("id");
	(await t.as("maintainer").call("cancelPipeline", { id, pipeline_id })).is(200);
	return pipeline_id;
}

/** Creates a pipeline that is changed at least a second after its end. */
export async function changedAfterItsEnd(t: Context, id: unknown): Promise<void> {
	const pipeline_id = await ended(t, id);
	await t.given.nextSecond();
	(await t.as("maintainer").call("updatePipelineMetadata", { id, pipeline_id, name: t.unique("Ended") })).ok;
}

/** Returns the caller for an attempt of a law: if the operation has a low rate limit, a new administrator, who has sent no request yet. */
export const rested = async (row: RestOperation, caller: Caller, t: Context): Promise<Caller> => (isGenerous(row) ? caller : await newUser(t, { admin: true }));

/** Returns the plan of a list, after creating records for it if possible, so that it has at least `least`. */
export async function filled(list: RestOperationId | RestOperation, t: Context, least = 3): Promise<Plan> {
	const operation = typeof list === "string" ? list : list.id;
	const planned = await planOf(list, t);
	// The planned caller is a new user. Replace it by a new administrator, who sees groups of each visibility.
	const plan = isOfInvitations(operation) ? { ...planned, caller: await newUser(t, { admin: true }) } : planned;
	const maker = typeof list === "object" && list.maker ? list.maker : (makers[operation] ?? (least > 3 ? longer[operation] : undefined));
	if (maker) {
		const make = async () => await perform(maker, await planOf(maker, t));
		const there = least > 3 ? (await plan.caller.call(list, { ...plan.params, per_page: 100 })).is(200).items.length : 0;
		const change = kinds.find(({ operations }) => operations.list === operation)?.operations.update;
		// The oldest note is internal, if the caller may write such a note.
		const inner = change && (await perform(maker, await planOf(maker, t), { internal: true }));
		const first = await make();
		for (let count = Math.min(there, least - 3) + 1; count < least; count++) await make();
		// Change the first records, so that the order of changes differs from the order of creations.
		if (change) {
			await t.given.nextSecond(2);
			for (const note of [inner, first])
				if (note?.succeeded) (await plan.caller.call(change, { ...plan.params, note_id: note.number("id"), body: t.unique("changed") })).ok;
		}
	}
	let since: string | undefined;
	if (operation === "listGroupPersonalAccessTokens" || operation === "listGroupResourceAccessTokens") await revokeLongLived(operation, plan, t);
	if (operation === "listPipelineVariables" && least > 3) {
		const variables = Array.from({ length: least }, (_, index) => ({ key: `KEY_${index}`, value: String(index) }));
		return { ...plan, params: { ...plan.params, pipeline_id: (await t.given.pipeline({ variables })).number("id") } };
	}
	// These users match some filters and not others. Their names start like no other user's, and two have the same name.
	if (operation === "listUsers") {
		const same = { admin: true, name: t.unique("jackdaw") };
		for (const [name, params] of Object.entries({
			heron: { external: true, provider: "conformance", extern_uid: t.unique("uid") },
			ibis: same,
			jackdaw: same,
		}))
			await t.given.user({ username: t.unique(name), name: t.unique(name), ...params });
		// Only few users are from LDAP, so create one of each server. The filters use the values of the newest users.
		const ofLdap = (provider: string) => ({ external: true, provider, extern_uid: t.unique("uid") });
		await t.given.user({ username: t.unique("numbat"), ...ofLdap("ldapsecondary") });
		since = (await t.given.user({ username: t.unique("quokka"), ...ofLdap("ldapmain") })).string("created_at");
	}
	// If the group has SAML users, create one whose username, name and email address are all different.
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
		// Add notes to the oldest projects, which callers without a role can mostly see, too. The second one gets its note first, so that the order by
		// activity differs from the order of changes and, within a day, from the order of ids.
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
