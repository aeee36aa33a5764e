import { isDeepStrictEqual } from "node:util";
import { generated } from "../generators/generated";
import { isGenerous, type RestOperation, reading } from "../generators/rest-operations";
import { planOf, type RestOperationId } from "../plans/plan";
import type { Context } from "../rule/context";
import { ask, numberOf } from "../rule/graphql";
import { type ApiResponse, type Fields, isFields } from "../rule/response";
import type { Rule } from "../rule/rule";
import { widest } from "./whole-list";

/** A kind of embedded record, and how to read the record itself. */
interface Kind {
	/** The fields that contain such a record, or a list of them. */
	readonly fields: readonly string[];
	readonly isOne?: (inner: Fields) => boolean;
	/** The fields of the embedded record, with the names of the same fields in the record itself. */
	readonly names: Readonly<Record<string, string>>;
	/** Fields of the outer record that repeat fields of the embedded record. */
	readonly repeats?: readonly string[];
	readonly read: (t: Context, inner: Fields, outer: Fields) => Promise<Fields | undefined>;
}

const same = (names: string): Readonly<Record<string, string>> => Object.fromEntries(names.split(" ").map((name) => [name, name]));

const group = async (t: Context, id: unknown): Promise<Fields> => (await t.as("administrator").call("getGroup", { id, with_projects: false })).is(200).fields;

/** Reads a pipeline. Its status is included only if it is final, because others may change in the meantime. */
async function pipeline(t: Context, pipeline_id: unknown, project: unknown): Promise<Fields> {
	const { status, ...rest } = (await t.as("administrator").call("getPipeline", { id: Object(project).id, pipeline_id })).is(200).fields;
	return { ...rest, ...(/^(success|failed|canceled|skipped)$/.test(String(status)) && { status }) };
}

const kinds: readonly Kind[] = [
	{
		fields: ["user", "author", "created_by"],
		names: same("id username name state avatar_url web_url"),
		read: async (t, { id }) => {
			const response = await t.as("administrator").call("getUser", { id });
			return response.status === 404 ? undefined : response.is(200).fields;
		},
	},
	{
		fields: ["pipeline"],
		names: same("id sha ref status"),
		repeats: ["ref", "tag"],
		read: (t, { id }, { project }) => pipeline(t, id, project),
	},
	{
		fields: ["commit"],
		names: { id: "sha", short_id: "short_id" },
		async read(t, { short_id }, outer) {
			const own = await pipeline(t, Object(outer.pipeline).id, outer.project);
			return { ...own, short_id: String(own.sha).slice(0, Math.max(String(short_id).length, 7)) };
		},
	},
	{
		fields: ["project", "projects"],
		names: same("id name path path_with_namespace name_with_namespace description"),
		read: async (t, { path_with_namespace: at }) => {
			const query = "query ($at: ID!) { project(fullPath: $at) { id name path description name_with_namespace: nameWithNamespace } }";
			const own = (await ask(t.as("administrator"), query, { at })).record("project");
			return { ...own, id: numberOf(own.id), path_with_namespace: at };
		},
	},
	{
		fields: ["namespace", "groups"],
		isOne: ({ kind }) => kind !== "user",
		names: same("id name path full_path parent_id avatar_url web_url"),
		read: (t, { id }) => group(t, id),
	},
	{
		fields: ["shared_with_groups"],
		names: { group_id: "id", group_name: "name", group_full_path: "full_path" },
		read: (t, { group_id }) => group(t, group_id),
	},
];

/** The maximum number of embedded records of a kind to read for each operation: per form, and in total. */
const mostAlike = 2;
const most = 8;

/** Returns the form of an embedded record: which of its fields are null, and the number of segments in its path. */
const formOf = (inner: Fields): string =>
	[...Object.keys(inner).filter((name) => inner[name] === null), String(inner.full_path ?? "").split("/").length].join();

/** For operations that read one record: a list with more records to read, and the group of the list. */
const others: { readonly [operation: string]: readonly [list: RestOperationId, group: "group" | "subgroup"] } = {
	getRunner: ["listGroupRunners", "subgroup"],
	getGroup: ["listDescendantGroups", "group"],
};
/** The maximum number of records to read from such a list. */
const mostOthers = 10;

/** Returns the responses of an operation: its list, or the planned record and more records of the same kind. */
async function recordsOf(t: Context, row: RestOperation): Promise<readonly ApiResponse[]> {
	const { caller, params } = await planOf(row.id, t);
	const planned = (await caller.call(row.id, row.pagination ? { ...params, ...widest[row.id], per_page: 50 } : params)).is(200);
	const [list, group] = others[row.id] ?? [];
	if (!list || !group) return [planned];
	const root = t.as("administrator");
	const listed = (await root.call(list, { id: t.scene(group), per_page: 100 })).is(200).items;
	const further = listed.slice(0, mostOthers).map((one) => root.call(row.id, { ...params, id: one.id }));
	// Another client may remove a record in the meantime.
	return [planned, ...(await Promise.all(further)).filter(({ succeeded }) => succeeded)];
}

/** An embedded record has the values of the record with its id. Catches the id, name or path of another record. */
export const nested: readonly Rule[] = reading
	.filter(({ id, domain, rateLimit }) => id !== "getGroupAvatar" && domain !== "credentials" && isGenerous({ rateLimit }))
	.map((row) =>
		generated(
			row,
			{ phase: "laws", what: "nested", title: "returns embedded records with the values that their ids lead to", level: "MUST", effect: "writes" },
			async (t) => {
				const records = (await recordsOf(t, row)).flatMap((response) =>
					(isFields(response.json) ? [response.json] : response.items).map((outer) => ({ outer, response })),
				);
				for (const { fields, isOne, names, repeats = [], read } of kinds) {
					const pairs = records.flatMap((one) => fields.flatMap((name) => [one.outer[name]].flat().map((inner) => ({ ...one, inner, name }))));
					const known = new Map<string, string>();
					for (const { inner, outer, name, response } of pairs) {
						if (!isFields(inner) || !(isOne?.(inner) ?? true)) continue;
						const key = JSON.stringify(inner);
						const alike = [...known.values()].filter((form) => form === formOf(inner)).length;
						if (known.has(key) || known.size === most || alike === mostAlike) continue;
						known.set(key, formOf(inner));
						const own = await read(t, inner, outer);
						if (own)
							for (const field of repeats)
								if (Object.hasOwn(outer, field)) t.same(`${field} of the record that contains ${name}`, outer[field], own[field], response);
						for (const [field, ownField] of Object.entries(own ? names : {}))
							if (Object.hasOwn(inner, field) && own?.[ownField] !== undefined) {
								const isRight = isDeepStrictEqual(inner[field], own?.[ownField]);
								const what = `${name}.${field} should be ${JSON.stringify(own?.[ownField])}, and is ${JSON.stringify(inner[field])}`;
								// A server may return the URL of an avatar in several forms: in another size, or relative.
								if (/^(avatar_url|short_id|name_with_namespace|description)$/.test(field)) t.assume(what, isRight, response);
								else t.holds(what, isRight, response);
							}
					}
				}
			},
		),
	);
