import { type OperationId, operations } from "@tenon/contract";
import { claims } from "../catalogue";
import { claimIds, type Rule, type RuleOptions, rule, type Subject } from "./rule";

const isSubject = (name: string): name is Subject =>
	name === "executeGraphql" || Object.hasOwn(operations, name as OperationId);

/** A rule whose sentence, level and operations are looked up by its first claim. It goes when the last rule has a sentence of its own. */
export function byClaim(
	ids: string,
	run: Rule["run"],
	{ operations: about, title, ...options }: RuleOptions & { operations?: readonly Subject[]; title?: string } = {},
): Rule {
	const rows = claimIds(ids).flatMap((id) => claims.get(id) ?? []);
	const subjects = about ?? [...new Set(rows.map(({ operation }) => operation).filter(isSubject))];
	const level = rows[0]?.evidence === "stated" ? "MUST" : "ASSUMED";
	return rule(ids, title ?? rows[0]?.statement ?? ids, subjects, run, { level, ...options });
}
