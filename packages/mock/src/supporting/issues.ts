import type { components } from "@tenon/contract/supporting";
import type { RecordOf } from "../extension/public";
import { authorOf, type Call, work } from "./work";

/** Returns an issue in GitLab's format. */
export const issue = (row: RecordOf<"issues">, call: Call): components["schemas"]["Issue"] => ({
	...work(row, "Issue", authorOf(row, call), call),
	state: row.state,
	type: row.type.toUpperCase(),
	issue_type: row.type,
	confidential: row.confidential,
	due_date: row.due_date,
	weight: row.weight,
	severity: (row.severity ?? "unknown").toUpperCase(),
});
