/** Describes deviations of a server from assumptions of the contract, as an OpenAPI overlay. */
import { type OperationId, operations } from "@tenon/contract";
import type { Report, Result } from "../run/result";

type Schema = { readonly [keyword: string]: unknown };

/** Returns a schema that describes one value; for an array, by its first item. */
function schemaOf(value: unknown): Schema {
	if (value === null) return { type: "null" };
	if (Array.isArray(value))
		return value.length === 0 ? { type: "array" } : { type: "array", items: schemaOf(value[0]) };
	if (typeof value === "object") {
		const properties = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, schemaOf(one)]));
		return { type: "object", properties, required: Object.keys(properties) };
	}
	if (typeof value === "number") return { type: Number.isInteger(value) ? "integer" : "number" };
	return { type: typeof value };
}

const isOperation = (name: string): name is OperationId => Object.hasOwn(operations, name);

function responseOf({ evidence }: Result): { status: number; response: object } | undefined {
	if (!evidence || evidence.response.status < 400) return undefined;
	const { status, text, headers } = evidence.response;
	const type = headers.get("content-type")?.split(";", 1)[0];
	const description = "A refusal as this server returned it.";
	if (!type || text === "") return { status, response: { description } };
	try {
		const value: unknown = JSON.parse(text);
		return { status, response: { description, content: { [type]: { schema: schemaOf(value) } } } };
	} catch {
		return { status, response: { description, content: { [type]: { schema: { type: "string" } } } } };
	}
}

/**
 * Returns an OpenAPI overlay (1.0.0) that adapts the contract to the server. It leaves out every operation that fails a
 * MUST rule, so that it never hides a deviation from what the specification states.
 *
 * @returns The overlay, as an object to write as JSON, or undefined if there is nothing to adapt. Its actions add the
 *   refusals that the run received, and list each deviation in `x-tenon-departures`.
 */
export function overlayOf(report: Report): object | undefined {
	const failures = report.results.filter(({ verdict }) => verdict === "fail" || verdict === "known");
	const touching = (id: OperationId) => failures.filter(({ check }) => check.operations.includes(id));
	const actions = Object.keys(operations).flatMap((id) => {
		if (!isOperation(id)) return [];
		const departures = touching(id);
		if (departures.length === 0 || departures.some(({ check }) => check.level === "MUST")) return [];
		const { path, verb } = operations[id];
		const responses = Object.fromEntries(
			departures.flatMap((result) => {
				const refusal = result.evidence?.operation === id ? responseOf(result) : undefined;
				return refusal ? [[String(refusal.status), refusal.response]] : [];
			}),
		);
		const seen = departures.map(({ check, reason = "" }) => ({
			check: check.id,
			rule: check.title,
			claims: check.claims,
			seen: reason,
		}));
		return [
			{
				target: `$.paths['${path}'].${verb.toLowerCase()}`,
				update: { ...(Object.keys(responses).length > 0 && { responses }), "x-tenon-departures": seen },
			},
		];
	});
	if (actions.length === 0) return undefined;
	return {
		overlay: "1.0.0",
		info: {
			title: `Where ${report.server} deviates from the contract's assumptions`,
			version: report.startedAt.slice(0, 10),
		},
		actions,
	};
}
