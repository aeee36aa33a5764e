import type { OperationRow } from "@tenon/contract";
import { notAcceptable } from "./errors";

/** Whether a media type that is asked for meets one that the contract declares: either may be open behind its slash. */
function meets(wanted: string, declared: string): boolean {
	const [kind, sort] = wanted.split("/");
	const [ours, ourSort] = declared.split("/");
	return kind === ours && (sort === "*" || ourSort === "*" || sort === ourSort);
}

/** Throws 406 if the Accept header admits neither JSON, in which the refusals are told, nor what the operation answers with. */
export function checkAccept(accept: string | undefined, { answers = [] }: OperationRow): void {
	if (!accept || accept === "*/*" || accept === "application/json") return;
	const wanted = accept.split(",").map((part) => (part.split(";")[0] ?? "").trim().toLowerCase());
	const served = wanted.some(
		(type) =>
			/^(\*\/\*|application\/(\*|json|.*\+json)|text\/(\*|plain)|)$/.test(type) ||
			answers.some((one) => meets(type, one)),
	);
	if (!served) throw notAcceptable((wanted[0] ?? "").split("/").at(-1) ?? "");
}
