import { generated } from "../generators/generated";
import { byId } from "../generators/rest-operations";
import type { RestOperationId } from "../plans/plan";
import type { Rule } from "../rule/rule";
import { filled, keyOf, whileUnchanged, wholeList } from "./whole-list";

/** Filters of which the records do not show whether they pass. */
const filters: readonly (readonly [RestOperationId, string])[] = [
	["listPipelines", "yaml_errors"],
	...(["listGroups", "listSubgroups", "listDescendantGroups"] as const).map((list) => [list, "active"] as const),
	["listGroups", "archived"],
];

/** Each record passes one of the two values of a yes-or-no filter. Catches a value that filters nothing. */
export const complements: readonly Rule[] = filters.map(([id, parameter]) => {
	const row = byId(id);
	return generated(
		row,
		{ phase: "laws", what: `complement-${parameter}`, title: `has each record with ${parameter}=true or false, and none with both`, level: "ASSUMED" },
		async (t) => {
			const { caller, params } = await filled(id, t);
			await whileUnchanged(
				() => wholeList(caller, id, params),
				async (whole) => {
					const read = async (value: boolean) => (await wholeList(caller, id, { ...params, [parameter]: value })).map(keyOf);
					t.same("the records of both", [...(await read(true)), ...(await read(false))].sort(), whole.map(keyOf).sort());
				},
			);
		},
	);
});
