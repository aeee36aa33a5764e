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
	// Auditors read what belongs to a place, but for what the table opens to administrators alone of those without a role there.
	const isRead = (row.verb === "GET" && !or.includes("administrator")) || role === "auditor" || or.includes("auditor");
	// What is for administrators is refused to auditors as to all other roles, by a rule of its own.
	if (refused.includes("auditor")) return [];
	return [...(isRead ? [] : ["auditor" as const]), ...(refused.includes("guest") && !or.includes("admin_runners") ? ["runner-keeper" as const] : [])];
}

/** Flags of a record of the check's own, which the check switches on one by one: no flag lets in anybody who is refused. */
const flagsOf = ({ id, verb, body }: RestOperation): readonly string[] =>
	["PUT", "PATCH"].includes(verb) && id !== "updateGroup"
		? (body?.fields ?? []).filter(({ schema, lifecycle }) => schema.type === "boolean" && !lifecycle).map(({ name }) => name)
		: [];

/** Each operation refuses roles beside the ladder, and does nothing for them. */
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
