import { isDeepStrictEqual } from "node:util";
import { generated } from "../generators/generated";
import { secondPlace } from "../generators/least-params";
import { type RestOperation, reading } from "../generators/rest-operations";
import { planOf } from "../plans/plan";
import type { Params } from "../rule/address";
import type { Context } from "../rule/context";
import { type Fields, isFields } from "../rule/response";
import type { Rule } from "../rule/rule";
import { ofAdministrators, viewsOf } from "./filter-values";
import { namedOrders } from "./orders";
import { whileUnchanged } from "./while-unchanged";
import { keyOf } from "./whole-list";

/** The number of listed records that are also read by id. */
const mostCompared = 10;

/** Parameters for administrators, and the fields that they add to each record. `root_storage_statistics` is only in top-level groups. */
export const added: { readonly [parameter: string]: readonly string[] } = {
	with_custom_attributes: ["custom_attributes"],
	statistics: ["statistics", "root_storage_statistics"],
};

const parametersOf = (row: RestOperation): readonly string[] => row.parameters.map(({ name }) => name).filter((name) => Object.hasOwn(added, name));

/** Whether the specification states that the parameter is for administrators. */
const isTheirs = ({ id }: RestOperation, parameter: string): boolean => parameter === "statistics" || ["getGroup", "getUser", "listUsers"].includes(id);

const claims: { readonly [operation: string]: string } = {
	listGroups: "GROUP-110, GROUP-113, GROUP-114, GROUP-120, GROUP-121, GROUP-123, GROUP-212",
	getGroup: "GROUP-158, GROUP-160, GROUP-161",
	listGroupProjects: "GROUP-311",
	listGroupSharedProjects: "GROUP-345",
	listSubgroups: "GROUP-407..409, GROUP-122",
	listDescendantGroups: "GROUP-433..435",
	listGroupSharedGroups: "GROUP-462",
	listInvitedGroups: "GROUP-479",
	listUsers: "USER-281, USER-282",
	getUser: "USER-290, USER-291",
};

const everyone = ["administrator", "owner", "maintainer", "outsider", "auditor", "anonymous"] as const;
type Who = (typeof everyone)[number];

/** Calls an operation and returns the response and its records, which are empty if the call is refused. */
async function recordsOf(t: Context, row: RestOperation, who: Who, params: Params) {
	const caller = who === "anonymous" ? t.anonymous : t.as(who);
	const response = await caller.call(row, params);
	// A request for a second page is not checked, because the list may have only one.
	if (who === "administrator" && params.page === undefined) response.is(200);
	const records = response.status !== 200 ? [] : isFields(response.json) ? [response.json] : response.items;
	return { response, records };
}

/** Returns the requests in which a list must add the fields: another page, all views, each order, and keyset pagination. */
const asked = (row: RestOperation): readonly (Params & { readonly value: boolean })[] => {
	if (!row.pagination) return [];
	const { keyset } = row.pagination;
	const views = Object.fromEntries(viewsOf(row).map((view) => [view, true]));
	const cursors = keyset && !keyset.anonymousOnly ? [{ value: true, pagination: "keyset" }] : [];
	// A list that is filtered by several switches at once may be empty.
	const switches = row.parameters.filter(({ name, schema }) => schema.type === "boolean" && /^(active|top_level_only|simple|with_shared|humans)$/.test(name));
	return [
		{ value: true, page: 2, per_page: 2 },
		{ value: true, ...views, per_page: 100 },
		...switches.map(({ name }) => ({ value: true, [name]: true })),
		...namedOrders(row).map(({ down }) => ({ value: true, ...down })),
		...cursors,
	];
};

/** Returns a request with every filter that the record has a value for, and for owners the filters by ownership: a list also adds the fields there. */
const filteredTo = (row: RestOperation, who: Who, record: Fields | undefined): readonly (Params & { readonly value: boolean })[] => {
	const own: Fields = who === "owner" ? { owned: true, min_access_level: "50" } : { ...record, search: record?.path ?? record?.username };
	const passed = row.parameters.flatMap(({ name }) => (["string", "boolean"].includes(typeof own[name]) ? [[name, own[name]] as const] : []));
	return row.pagination && passed.length > 0 ? [{ value: true, ...Object.fromEntries(passed) }] : [];
};

/** Checks that a list shows the same custom attributes as the record read by id. */
async function areOwn(t: Context, row: RestOperation, records: readonly Fields[]): Promise<void> {
	const read = /^list(\w*Groups|Subgroups)$/.test(row.id) ? "getGroup" : row.id === "listUsers" ? "getUser" : undefined;
	if (read === undefined) return;
	for (const { id, custom_attributes } of records.slice(0, mostCompared)) {
		const own = await t.as("administrator").call(read, { id, with_custom_attributes: true, ...(read === "getGroup" && { with_projects: false }) });
		if (own.succeeded) t.assume(`custom_attributes of ${id} should be its own`, isDeepStrictEqual(custom_attributes, own.field("custom_attributes")), own);
	}
}

/** Filters for administrators, each with a value for those whose schema does not list the values. */
const filters: { readonly [parameter: string]: (t: Context) => unknown } = {
	repository_storage: (t) => t.unique("storage"),
	custom_attributes: (t) => ({ [t.unique("key")]: "value" }),
	...Object.fromEntries(ofAdministrators.map((name) => [name, () => undefined])),
};

/** Filters for administrators do not change the list of other callers. Catches a server that applies them for auditors or owners. */
const ignored: readonly Rule[] = reading
	.filter(({ id }) => id === "listGroups" || id === "listUsers")
	.map((row) => {
		const own = row.parameters.filter(({ name }) => Object.hasOwn(filters, name));
		const title = `ignores ${own.map(({ name }) => name).join(", ")} unless the caller is an administrator`;
		const claims = row.id === "listGroups" ? "GROUP-216, GROUP-232" : undefined;
		return generated(row, { phase: "laws", what: "administrators-filters", title, level: "ASSUMED", claims }, async (t) => {
			// Anonymous callers can list users only if they name one.
			const open = row.id === "listUsers" ? [] : [t.anonymous];
			for (const caller of [t.as("auditor"), t.as("owner"), t.as("outsider"), ...open]) {
				const all = row.id === "listGroups" ? { all_available: true } : {};
				const read = async (more: Params = {}) => (await caller.call(row, { per_page: 100, ...all, ...more })).is(200).items;
				await whileUnchanged(t, read, async (plain) => {
					// Auditors can use the same filters of the list of users as administrators.
					for (const { name, schema } of own.filter((one) => one.name === "custom_attributes" || row.id !== "listUsers" || caller.actor !== "auditor"))
						for (const value of schema.type === "boolean" ? [true] : (schema.enum ?? [filters[name]?.(t)]))
							t.same(`the records of ${name}=${JSON.stringify(value)} for ${caller.actor}`, (await read({ [name]: value })).map(keyOf), plain.map(keyOf));
				});
			}
		});
	});

/** Fields that only administrators can request are in each of their records, and in no record of other callers, who get the same list. */
const shown: readonly Rule[] = reading
	.filter((row) => parametersOf(row).length > 0)
	.map((row) => {
		const names = parametersOf(row);
		return generated(
			row,
			{
				phase: "laws",
				what: "extras",
				title: `adds the fields of ${names.join(" and ")} to the response only for administrators`,
				level: "MUST",
				claims: claims[row.id],
			},
			async (t) => {
				const plan = await planOf(row.id, t);
				// Signed-in callers see only their own groups, unless they request all.
				const params = row.parameters.some(({ name }) => name === "all_available") ? { ...plan.params, all_available: true } : plan.params;
				// Read users of several kinds, so that each caller also reads its own record, and a bot.
				const bot =
					row.id === "getUser" ? (await t.as("administrator").call("listUsers", { per_page: 100 })).is(200).items.find((one) => one.bot === true) : undefined;
				const others =
					row.id === "getUser" ? [...(["administrator", "owner", "outsider"] as const).map((who) => t.user(who).id), ...(bot ? [bot.id] : [])] : [];
				// The fields must be the same whether or not the group's record contains projects.
				const second = secondPlace(row, params, t) ?? [];
				const places = [params, ...others.concat(second).map((id) => ({ ...params, id })), ...(row.id === "getGroup" ? [{ id: params.id }] : [])];
				// Administrators also see the fields in a private group.
				const hidden = second.length > 0 ? [{ ...params, id: t.scene("private_group") }] : [];
				for (const [parameter, at] of names.flatMap((name) => [...places, ...hidden].map((one) => [name, one] as const)))
					for (const who of hidden.some((one) => one === at) ? (["administrator"] as const) : everyone) {
						const plain = await recordsOf(t, row, who, at);
						for (const { value, ...beside } of [
							...[{ value: true }, { value: false }, { value: undefined }, ...(who === "maintainer" ? [] : asked(row))],
							...(who === "administrator" || who === "owner" ? filteredTo(row, who, plain.records[0]) : []),
						]) {
							const { response, records } = value === undefined ? plain : await recordsOf(t, row, who, { ...at, ...beside, [parameter]: value });
							t.assume(`${parameter}=${value} should not be refused to ${who}`, response.status === plain.response.status, response);
							const stores = who === "administrator" ? [] : records.filter((one) => (one.repository_storage ?? null) !== null);
							t.assume(`repository_storage should not be shown to ${who}`, stores.length === 0, response);
							if (value && who === "administrator" && parameter === "with_custom_attributes" && Object.keys(beside).length === 0) await areOwn(t, row, records);
							for (const record of records)
								for (const field of added[parameter] ?? []) {
									const isShown = value === true && who === "administrator" && (field !== "root_storage_statistics" || record.parent_id === null);
									const what = `${field} should ${isShown ? "be there" : "be absent"} for ${who} with ${parameter}=${value}`;
									const isRight = Object.hasOwn(record, field) === isShown && (!isShown || typeof record[field] === "object");
									// With the value false, the specification does not state whether a field is absent that is there without the parameter.
									const isAsPlain = value === false && plain.records.some((one) => Object.hasOwn(one, field));
									if ((isTheirs(row, parameter) && (value === true || row.id === "listUsers")) || (value === false && !isAsPlain))
										t.holds(what, isRight, response);
									else t.assume(what, isRight, response);
								}
						}
					}
			},
		);
	});

export const extras: readonly Rule[] = [...shown, ...ignored];
