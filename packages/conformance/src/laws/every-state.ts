import { generated } from "../generators/generated";
import { byId, reading } from "../generators/rest-operations";
import { planOf, type RestOperationId } from "../plans/plan";
import type { Params } from "../rule/address";
import type { Fields } from "../rule/response";
import type { Rule } from "../rule/rule";

/** Lists, the fields by which their records are of different states and kinds, and the names of their numbers in paths. */
const lists: readonly (readonly [list: RestOperationId, fields: readonly string[], names: RegExp])[] = [
	["listUsers", ["state", "bot", "external", "private_profile", "is_admin"], /^(id|id_or_username)$/],
	["listAllRunners", ["status", "runner_type", "paused", "online"], /^id$/],
	["listPipelines", ["status", "source"], /^pipeline_id$/],
	["listIssueNotes", ["system", "internal"], /^note_id$/],
];

/** The operations that read a record of a list, or what is below it; `self` is not among them. */
const readsOf = (list: RestOperationId, names: RegExp) =>
	reading.filter(({ id, domain, parameters }) => {
		const [last] = parameters.filter((one) => one.in === "path").slice(-1);
		// A PIN is there for few.
		return domain === byId(list).domain && last !== undefined && names.test(last.name) && id !== "getUserSupportPin" && !isPlace(id);
	});
const isPlace = (id: RestOperationId): boolean => /^list(Project|Group)Runners$|^listIssueNotes$|^listPipelines$|Latest/.test(id);

/** A record of each value of these fields. */
const distinct = (items: readonly Fields[], fields: readonly string[]): readonly Fields[] => [
	...new Set(fields.flatMap((field) => [...new Map(items.map((item) => [item[field], item] as const)).values()])),
];

/** What a list shows can be read alone, whatever its state. Catches an operation that hides or breaks records of one kind. */
export const everyState: readonly Rule[] = lists.map(([list, fields, names]) =>
	generated(
		byId(list),
		{ phase: "laws", what: "every-state", title: `shows records of every ${fields.join(", ")} that can each be read alone`, level: "ASSUMED" },
		async (t) => {
			const { caller, params } = await planOf(list, t);
			const { items } = (await caller.call(list, { ...params, per_page: 100 })).is(200);
			for (const item of distinct(items, fields))
				for (const row of readsOf(list, names)) {
					const inPath = row.parameters.filter((one) => one.in === "path").map(({ name }) => [name, names.test(name) ? item.id : params[name]] as const);
					// What is below another kind of parent.
					if (inPath.some(([, value]) => value === undefined)) continue;
					const at: Params = Object.fromEntries(inPath);
					const response = await caller.call(row.id, at);
					if (response.status === 404 && (await caller.call(list, { ...params, per_page: 100 })).is(200).items.every(({ id }) => id !== item.id)) continue;
					response.is(200);
				}
		},
	),
);
