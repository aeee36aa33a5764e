import { generated } from "../generators/generated";
import { byId } from "../generators/rest-operations";
import type { RestOperationId } from "../plans/plan";
import type { Params } from "../rule/address";
import type { Rule } from "../rule/rule";
import { whileUnchanged } from "./while-unchanged";
import { filled, keyOf, wholeList } from "./whole-list";

/** Boolean filters on properties that the records do not show. Some have a separate parameter for the opposite. */
const filters: readonly (readonly [list: RestOperationId, parameter: string, other?: string])[] = [
	["listPipelines", "yaml_errors"],
	...(["listGroups", "listSubgroups", "listDescendantGroups"] as const).map((list) => [list, "active"] as const),
	...(["listGroups", "listGroupProjects", "listGroupSharedProjects"] as const).map((list) => [list, "archived"] as const),
	["listUsers", "humans", "exclude_humans"],
	["listUsers", "external", "exclude_external"],
];

/** Each record passes exactly one value of a boolean filter. Catches a value that filters nothing. */
export const complements: readonly Rule[] = filters.map(([id, parameter, other]) => {
	const row = byId(id);
	return generated(
		row,
		{
			phase: "laws",
			what: `complement-${parameter}`,
			title: `lists each record with exactly one of ${parameter}=true and ${other ? `${other}=true` : `${parameter}=false`}`,
			level: "ASSUMED",
		},
		async (t) => {
			const { caller, params } = await filled(id, t);
			await whileUnchanged(
				t,
				() => wholeList(caller, id, params),
				async (whole) => {
					const read = async (more: Params) => (await wholeList(caller, id, { ...params, ...more })).map(keyOf);
					const rest = await read(other ? { [other]: true } : { [parameter]: false });
					t.same("the records of both", [...(await read({ [parameter]: true })), ...rest].sort(), whole.map(keyOf).sort());
				},
			);
		},
	);
});
