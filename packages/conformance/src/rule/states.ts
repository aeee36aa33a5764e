import type { OperationRow } from "@tenon/contract";

/**
 * Whether the specification itself gives something of an operation's evidence, such as a status or `role`, whatever the cause. Of
 * notes it gives 404 for one cause alone, the wrong number of an epic or a wiki page: the rules of that cause state it.
 */
export const states = ({ domain, evidence }: OperationRow, what: string): boolean =>
	evidence.stated.includes(what) && !(domain === "notes" && what === "404");
