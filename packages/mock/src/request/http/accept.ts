import type { OperationRow } from "@tenon/contract";
import { notAcceptable } from "./errors";

/** Whether an accepted media type matches one that the contract declares. Either can end with a wildcard. */
function meets(accepted: string, declared: string): boolean {
	const [kind, sort] = accepted.split("/");
	const [ours, ourSort] = declared.split("/");
	return kind === ours && (sort === "*" || ourSort === "*" || sort === ourSort);
}

/** Throws 406 if the Accept header accepts neither JSON, which refusals use, nor a type that the operation returns. */
export function checkAccept(accept: string | undefined, { mediaTypes = [] }: OperationRow): void {
	if (!accept || accept === "*/*" || accept === "application/json") return;
	const accepted = accept.split(",").map((part) => (part.split(";")[0] ?? "").trim().toLowerCase());
	const served = accepted.some(
		(type) =>
			/^(\*\/\*|application\/(\*|json|.*\+json)|text\/(\*|plain)|)$/.test(type) ||
			mediaTypes.some((one) => meets(type, one)),
	);
	if (!served) throw notAcceptable((accepted[0] ?? "").split("/").at(-1) ?? "");
}
