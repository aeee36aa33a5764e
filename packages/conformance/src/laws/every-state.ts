import { isDeepStrictEqual } from "node:util";
import { generated } from "../generators/generated";
import { pathNames } from "../generators/least-params";
import { byId, type RestOperation, reading } from "../generators/rest-operations";
import { planOf, type RestOperationId } from "../plans/plan";
import type { Params } from "../rule/address";
import type { Fields } from "../rule/response";
import type { Rule } from "../rule/rule";
import { kinds } from "../rules/notes/kinds";
import { uneven } from "./whole-list";

/** The fields that show the state and the kind of a user. */
export const sortsOfUsers = ["state", "bot", "external", "private_profile", "is_admin"] as const;

/** Lists, the fields that show the state and the kind of their records, and the names of the records' ids in paths. */
const lists: readonly (readonly [list: RestOperationId, fields: readonly string[], names: RegExp])[] = [
	["listUsers", sortsOfUsers, /^(id|id_or_username)$/],
	["listAllRunners", ["status", "runner_type", "paused", "online"], /^id$/],
	["listPipelines", ["status", "source"], /^pipeline_id$/],
	// The contract has every operation of notes, so that the cast is safe.
	...kinds.map(({ operations }) => [operations.list as RestOperationId, ["system", "internal"], /^note_id$/] as const),
	["listReleaseLinks", ["link_type"], /^link_id$/],
	["listGroups", ["visibility", "archived"], /^id$/],
];

/** Records that a list shows only if the request names their kind. */
const further: { readonly [list: string]: Params } = { listPipelines: { source: "parent_pipeline" } };

/** Returns the operations that read a record of a list, or a path below the record. */
const readsOf = (list: RestOperationId, names: RegExp) =>
	reading.filter(({ id, domain, path, parameters }) => {
		const [last] = parameters.filter((one) => one.in === "path").slice(-1);
		// Few users have a PIN. The paths below a group work only for some groups, and notes can belong to other parents.
		const isOpen = !["groups", "notes"].includes(domain) || isOf(list, { path });
		return domain === byId(list).domain && last !== undefined && names.test(last.name) && id !== "getUserSupportPin" && !isPlace(id) && isOpen;
	});
const isPlace = (id: RestOperationId): boolean => /^list(Project|Group)Runners$|^list\w+Notes$|^listPipelines$|^listReleaseLinks$|Latest/.test(id);

/** Whether an operation reads a record of the list itself. */
const isOf = (list: RestOperationId, { path }: Pick<RestOperation, "path">): boolean =>
	path.replace(/\/\{\w+\}$/, "") === byId(list).path.replace(/\/all$/, "");

/** Returns at least one record for each value of the fields. */
export const distinct = (items: readonly Fields[], fields: readonly string[]): readonly Fields[] => [
	...new Set(fields.flatMap((field) => [...new Map(items.map((item) => [item[field], item] as const)).values()])),
];

/** Each listed record can be read by id with the same values, in every state. Catches an operation that hides or breaks records of one kind. */
export const everyState: readonly Rule[] = lists.map(([list, fields, names]) =>
	generated(
		byId(list),
		{
			phase: "laws",
			what: "every-state",
			title: `lists records that can each be read by id with the same values, for every value of ${fields.join(", ")}`,
			level: "MUST",
			also: readsOf(list, names),
		},
		async (t) => {
			const { caller, params } = await planOf(list, t);
			const listed = async (more: Params = {}) => (await caller.call(list, { ...params, ...more, per_page: 100 })).is(200).items;
			const all = async () => [...(await listed()), ...(further[list] ? await listed(further[list]) : [])];
			const items = await all();
			const alone: Fields[] = [];
			// The scene's group has records of every kind.
			const full = items.filter(({ full_path }) => full_path === t.scene("group"));
			for (const item of [...full, ...distinct(items, fields)])
				for (const row of readsOf(list, names)) {
					const inPath = pathNames(row).map((name) => [name, names.test(name) ? item.id : params[name]] as const);
					// The path has a parameter of another parent, whose value is unknown.
					if (inPath.some(([, value]) => value === undefined)) continue;
					const at: Params = Object.fromEntries(inPath);
					const response = await caller.call(row.id, at);
					const isGone = async () =>
						!isDeepStrictEqual(
							(await all()).find(({ id }) => id === item.id),
							item,
						);
					if (response.status === 404 && (await isGone())) continue;
					// It is assumed that a user who never set a status has an empty one, and a pipeline without test reports an empty report.
					if (row.id === "getUserStatus" || (/TestReport/.test(row.id) && response.status === 404)) {
						t.assume(`${row.id} should return 200 for ${String(item.id)}`, response.status === 200, response);
						continue;
					}
					response.is(200);
					if (!isOf(list, row)) continue;
					alone.push(response.fields);
					// Fields of the single record that the list shows for other records, but not for this one.
					const lacks = Object.keys(response.fields).filter((name) => !Object.hasOwn(item, name) && items.some((one) => Object.hasOwn(one, name)));
					t.assume(`the list should show ${lacks.join(", ")} of ${String(item.id)}`, lacks.length === 0 || (await isGone()), response);
					// The specification shows some fields of groups only in lists.
					const more = list === "listGroups" ? [] : Object.keys(item).filter((name) => !Object.hasOwn(response.fields, name));
					t.assume(`the record ${String(item.id)} should have ${more.join(", ")}, as in the list`, more.length === 0 || (await isGone()), response);
					const other = Object.keys(item).filter((name) => Object.hasOwn(response.fields, name) && !isDeepStrictEqual(response.field(name), item[name]));
					if (other.length > 0 && !(await isGone())) t.assume(`${other.join(", ")} of ${String(item.id)} should be as it is listed`, false, response);
				}
			const lacking = uneven(alone);
			t.assume(`${lacking.join(", ")} should be in all records or in none`, lacking.length === 0);
		},
	),
);
