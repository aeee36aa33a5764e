import { perform, planOf } from "../plans/plan";
import type { ActorName } from "../rule/actors";
import type { Rule } from "../rule/rule";
import { generated } from "./generated";
import { refusedRoles, refuses } from "./lower-roles";
import type { RestOperation } from "./rest-operations";

/** Returns the roles outside the ladder that are not enough: an auditor only reads; `admin_runners` covers only operations that name it. */
function beside(row: RestOperation): readonly ActorName[] {
	const { role, or = [] } = row.access;
	const refused = refusedRoles(row);
	if (refused.length === 0) return [];
	// Auditors read what belongs to a place, except where the table admits only administrators besides the roles of the place.
	const isRead = (row.verb === "GET" && !or.includes("administrator")) || role === "auditor" || or.includes("auditor");
	// The rule `roles` already checks that operations for administrators refuse auditors.
	if (refused.includes("auditor")) return [];
	return [...(isRead ? [] : ["auditor" as const]), ...(refused.includes("guest") && !or.includes("admin_runners") ? ["runner-keeper" as const] : [])];
}

/** Returns the flags that the rule sets one by one on its own record: no flag lets in a refused caller. */
const flagsOf = ({ id, verb, body }: RestOperation): readonly string[] =>
	["PUT", "PATCH"].includes(verb) && id !== "updateGroup"
		? (body?.fields ?? []).filter(({ schema, lifecycle }) => schema.type === "boolean" && !lifecycle).map(({ name }) => name)
		: [];

/** Returns rules that check that each operation refuses roles outside the ladder, and changes nothing for them. */
export const besideRoles = (rows: readonly RestOperation[]): readonly Rule[] =>
	rows.flatMap((row) => {
		const actors = beside(row);
		if (actors.length === 0) return [];
		const title = `is refused to ${actors.join(", ")}, and changes nothing for them`;
		return generated(row, { phase: "negatives", what: "beside-roles", title, rests: ["role"], tier: "premium" }, async (t) => {
			const plan = await planOf(row, t);
			await refuses(t, row, plan, actors);
			for (const flag of flagsOf(row)) {
				(await perform(row, plan, { [flag]: true })).ok;
				await refuses(t, row, plan, [...refusedRoles(row), ...actors]);
			}
		});
	});
