import { perform, planOf } from "../plans/plan";
import type { ActorName } from "../rule/actors";
import type { Rule } from "../rule/rule";
import { generated } from "./generated";
import { refusedRoles, refuses } from "./lower-roles";
import type { RestOperation } from "./rest-operations";

/** Who has a role beside the ladder that is not enough: an auditor only reads, and a permission for runners is for operations that name it. */
function beside(row: RestOperation): readonly ActorName[] {
	const { role, or = [] } = row.access;
	const refused = refusedRoles(row);
	if (refused.length === 0) return [];
	const isRead = row.verb === "GET" || role === "auditor" || or.includes("auditor");
	return [
		...(isRead || refused.includes("auditor") ? [] : ["auditor" as const]),
		...(refused.includes("guest") && !or.includes("admin_runners") ? ["runner-keeper" as const] : []),
	];
}

/** Flags of a record of the check's own, each of which is switched on: who is refused is so whatever the record is like. */
const flagsOf = ({ id, verb, body }: RestOperation): readonly string[] =>
	["PUT", "PATCH"].includes(verb) && id !== "updateGroup"
		? (body?.fields ?? []).filter(({ schema, lifecycle }) => schema.type === "boolean" && !lifecycle).map(({ name }) => name)
		: [];

/** Each operation refuses roles beside the ladder, and does nothing for them. */
export const besideRoles = (rows: readonly RestOperation[]): readonly Rule[] =>
	rows
		.filter((row) => beside(row).length > 0)
		.map((row) => {
			const title = `is refused to ${beside(row).join(", ")}, and changes nothing for them`;
			return generated(row, { phase: "negatives", what: "beside-roles", title, level: "ASSUMED" }, async (t) => {
				if (t.facts.tier === "free") t.skip("the free tier has neither auditors nor custom roles");
				const plan = await planOf(row, t);
				await refuses(t, row, plan, beside(row));
				for (const flag of flagsOf(row)) {
					(await perform(row, plan, { [flag]: true })).ok;
					await refuses(t, row, plan, [...refusedRoles(row), ...beside(row)]);
				}
			});
		});
