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

/** So many records of a list are read alone. */
const mostCompared = 10;

/** Parameters of administrators, and the fields that they add to each record; a total of all that is below to top-level groups alone. */
export const added: { readonly [parameter: string]: readonly string[] } = {
	with_custom_attributes: ["custom_attributes"],
	statistics: ["statistics", "root_storage_statistics"],
};

const parametersOf = (row: RestOperation): readonly string[] => row.parameters.map(({ name }) => name).filter((name) => Object.hasOwn(added, name));

/** Where the specification says of the parameter that it is for administrators. */
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

const everyone = ["administrator", "owner", "outsider", "auditor", "anonymous"] as const;
type Who = (typeof everyone)[number];

/** The records of a response, as a caller gets them; none where it is refused. */
async function recordsOf(t: Context, row: RestOperation, who: Who, params: Params) {
	const caller = who === "anonymous" ? t.anonymous : t.as(who);
	const response = await caller.call(row, params);
	// A second page may be beyond the end.
	if (who === "administrator" && params.page === undefined) response.is(200);
	const records = response.status !== 200 ? [] : isFields(response.json) ? [response.json] : response.items;
	return { response, records };
}

/** A list adds them on every page, in every order, in every view, and by cursors. */
const asked = (row: RestOperation): readonly (Params & { readonly value: boolean })[] => {
	if (!row.pagination) return [];
	const { keyset } = row.pagination;
	const views = Object.fromEntries(viewsOf(row).map((view) => [view, true]));
	const cursors = keyset && !keyset.anonymousOnly ? [{ value: true, pagination: "keyset" }] : [];
	return [
		{ value: true, page: 2, per_page: 2 },
		{ value: true, ...views, per_page: 100 },
		...namedOrders(row).map(({ down }) => ({ value: true, ...down })),
		...cursors,
	];
};

/** Each filter that the record itself has a value for, or of owners those by what they are to it: a list adds them beside filters. */
const filteredTo = (row: RestOperation, who: Who, record: Fields | undefined): readonly (Params & { readonly value: boolean })[] => {
	const own: Fields = who === "owner" ? { owned: true, min_access_level: "50" } : { ...record, search: record?.path ?? record?.username };
	const passed = row.parameters.flatMap(({ name }) => (["string", "boolean"].includes(typeof own[name]) ? [[name, own[name]] as const] : []));
	return row.pagination && passed.length > 0 ? [{ value: true, ...Object.fromEntries(passed) }] : [];
};

/** A list shows the custom attributes that the record alone has. */
async function areOwn(t: Context, row: RestOperation, records: readonly Fields[]): Promise<void> {
	const read = /^list(\w*Groups|Subgroups)$/.test(row.id) ? "getGroup" : row.id === "listUsers" ? "getUser" : undefined;
	if (read === undefined) return;
	for (const { id, custom_attributes } of records.slice(0, mostCompared)) {
		const own = await t.as("administrator").call(read, { id, with_custom_attributes: true, ...(read === "getGroup" && { with_projects: false }) });
		if (own.succeeded) t.assume(`custom_attributes of ${id} should be its own`, isDeepStrictEqual(custom_attributes, own.field("custom_attributes")), own);
	}
}

/** Filters of administrators, and a value of each that has no schema of a few. */
const filters: { readonly [parameter: string]: (t: Context) => unknown } = {
	repository_storage: (t) => t.unique("storage"),
	custom_attributes: (t) => ({ [t.unique("key")]: "value" }),
	...Object.fromEntries(ofAdministrators.map((name) => [name, () => undefined])),
};

/** What only administrators may filter by leaves the list of anybody else as it is. Catches a server that heeds it for auditors, or for owners. */
const ignored: readonly Rule[] = reading
	.filter(({ id }) => id === "listGroups" || id === "listUsers")
	.map((row) => {
		const own = row.parameters.filter(({ name }) => Object.hasOwn(filters, name));
		const title = `ignores ${own.map(({ name }) => name).join(", ")} unless the caller is an administrator`;
		const claims = row.id === "listGroups" ? "GROUP-216, GROUP-232" : undefined;
		return generated(row, { phase: "laws", what: "administrators-filters", title, level: "ASSUMED", claims }, async (t) => {
			// The list of users is open to those alone who name one.
			const open = row.id === "listUsers" ? [] : [t.anonymous];
			for (const caller of [t.as("auditor"), t.as("owner"), t.as("outsider"), ...open]) {
				const all = row.id === "listGroups" ? { all_available: true } : {};
				const read = async (more: Params = {}) => (await caller.call(row, { per_page: 100, ...all, ...more })).is(200).items;
				await whileUnchanged(t, read, async (plain) => {
					// Auditors see the list of users as administrators do.
					for (const { name, schema } of own.filter((one) => one.name === "custom_attributes" || row.id !== "listUsers" || caller.actor !== "auditor"))
						for (const value of schema.type === "boolean" ? [true] : (schema.enum ?? [filters[name]?.(t)]))
							t.same(`the records of ${name}=${JSON.stringify(value)} for ${caller.actor}`, (await read({ [name]: value })).map(keyOf), plain.map(keyOf));
				});
			}
		});
	});

/** What only administrators may ask for is in each of their records, and in nobody else's, whose list stays the same. */
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
				// Those who are signed in see their own groups first, unless they ask for all.
				const params = row.parameters.some(({ name }) => name === "all_available") ? { ...plan.params, all_available: true } : plan.params;
				// Everyone's own record is one of all; so is that of a bot.
				const bot =
					row.id === "getUser" ? (await t.as("administrator").call("listUsers", { per_page: 100 })).is(200).items.find((one) => one.bot === true) : undefined;
				const others =
					row.id === "getUser" ? [...(["administrator", "owner", "outsider"] as const).map((who) => t.user(who).id), ...(bot ? [bot.id] : [])] : [];
				// Whether the record has projects inside changes nothing about that.
				const second = secondPlace(row, params, t) ?? [];
				const places = [params, ...others.concat(second).map((id) => ({ ...params, id })), ...(row.id === "getGroup" ? [{ id: params.id }] : [])];
				// What is private in a place that is private as well administrators see.
				const hidden = second.length > 0 ? [{ ...params, id: t.scene("private_group") }] : [];
				for (const [parameter, at] of names.flatMap((name) => [...places, ...hidden].map((one) => [name, one] as const)))
					for (const who of hidden.some((one) => one === at) ? (["administrator"] as const) : everyone) {
						const plain = await recordsOf(t, row, who, at);
						for (const { value, ...beside } of [
							...[{ value: true }, { value: false }, { value: undefined }, ...asked(row)],
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
									// A flag that is false is not one that is true.
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
