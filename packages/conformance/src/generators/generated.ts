import type { RestOperationId } from "../plans/plan";
import { type Check, check, type Level, type Phase } from "../rule/rule";
import type { RestOperation } from "./rest-operations";

interface Generated {
	readonly phase: Phase;
	/** What is checked, in a word or two of the id. */
	readonly what: string;
	readonly title: string;
	/** What of the operation's evidence it rests on, such as `401` or `role`; SHOULD where it is good practice. */
	readonly rests?: readonly string[];
	readonly effect?: Check["effect"];
}

const levelOf = ({ evidence }: RestOperation, rests: readonly string[] | undefined): Level =>
	rests === undefined ? "SHOULD" : rests.every((one) => evidence.stated.includes(one)) ? "MUST" : "ASSUMED";

/** A check that follows from an operation's row of the table. Its plan may write, so it counts as writing unless told otherwise. */
export const generated = (
	row: RestOperation,
	{ phase, what, title, rests, effect = "writes" }: Generated,
	run: Check["run"],
): Check =>
	check("", run, {
		id: `${phase}/${row.id}/${what}`,
		title: `${row.id}: ${title}`,
		level: levelOf(row, rests),
		phase,
		operations: [row.id satisfies RestOperationId],
		effect,
	});
