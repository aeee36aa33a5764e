import type { OperationRow } from "@tenon/contract";
import { nearest } from "../lib/nearest";
import type { Body } from "../request/http/body";
import { parameterError } from "../request/http/errors";
import type { Hash } from "../request/http/names";

/** Parameters that every operation accepts in addition to its own. */
const everywhere = ["private_token", "access_token", "sudo"];

/** Throws a 400 that names every query parameter and body field that the contract does not have for an operation. */
export function checkStrictly(row: OperationRow, query: Hash, body: Body): void {
	// A body with a schema of its own is validated against that schema.
	const fields = row.body?.schema ? {} : body.kind === "json" ? body.value : body.kind === "form" ? body.fields : {};
	const known = [...[...row.parameters, ...(row.body?.fields ?? [])].map(({ name }) => name), ...everywhere];
	const sent = [...Object.keys(query), ...(typeof fields === "object" && fields !== null ? Object.keys(fields) : [])];
	const faults = sent
		.filter((name) => !known.includes(name))
		.map((name) => {
			const guess = nearest(name, known);
			return `${name} is not a parameter of ${row.id}${guess ? `, did you mean ${guess}?` : ""}`;
		});
	if (faults.length > 0) throw parameterError(faults.join(", "));
}
