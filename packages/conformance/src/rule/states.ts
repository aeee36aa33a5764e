import type { OperationRow } from "@tenon/contract";

/**
 * Whether the specification states an item of an operation's evidence, such as a status or `role`, for every cause. For notes it
 * states 404 for only one cause, the wrong id of an epic or a wiki page: the rules about that cause check it.
 */
export const states = ({ domain, evidence }: OperationRow, what: string): boolean =>
	evidence.stated.includes(what) && !(domain === "notes" && what === "404");
