import type { Fault } from "@tenon/contract";
import { gitlabOmits } from "@tenon/contract/dialects";
import { decodeLeniently } from "../lib/utf8";
import type { RawResponse } from "../request/http/raw";
import { contractOperations } from "../request/operation-set";
import { rowFor } from "../request/settings/dialect";
import type { Settings } from "../request/settings/settings";
import type { ControlledOperation } from "./operation-names";

/** Whether a response conforms to the contract. */
export interface Verdict {
	readonly ok: boolean;
	/** What does not conform, each with its position in the body. */
	readonly problems: readonly string[];
}

/** Statuses that every operation may return: the contract declares them once for all. */
const common: ReadonlySet<number> = new Set([301, 405, 406, 412, 413, 415, 429, 500, 503, 507]);

/**
 * Statuses with which the platform refuses a request before the operation runs: an OpenAPI file of your own need not
 * declare them for each operation.
 */
const refusals: ReadonlySet<number> = new Set([400, 401, 403, 404]);

/** Formats a fault as a JSON pointer into the body and what is expected there. */
const problemOf = ({ path, expected }: Fault): string => `${pointer(path)}: ${expected}`;

/** Returns a path as a JSON pointer. */
export const pointer = (path: Fault["path"]): string =>
	path.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

const verdict = (problems: readonly string[]): Verdict => ({ ok: problems.length === 0, problems });

/** Validates a response against the contract: its status, and the shape of a JSON body. Requires the package `zod`. */
export async function judge(
	operation: ControlledOperation,
	{ status, headers, body }: Pick<RawResponse, "status" | "headers" | "body">,
	isHead = false,
	dialect: Settings["dialect"] = "specification",
	operations = contractOperations,
): Promise<Verdict> {
	const { faultsOf, responseSchema, schemaOf } = await import("@tenon/contract/validate");
	const declaredRow = operation === "executeGraphql" ? undefined : operations.row(operation);
	const row = declaredRow && rowFor(declaredRow, { dialect });
	const extension = await operations.validatorsOf(operation)?.();
	const isUsual = common.has(status) || (extension !== undefined && refusals.has(status));
	const isDeclared = row ? row.statuses.includes(status) : [200, 400, 401, 403, 422].includes(status);
	if (!isDeclared && !isUsual) return verdict([`the contract has no ${status} for ${operation}`]);
	const text = typeof body === "string" ? body : body === null ? "" : decodeLeniently(body);
	if (status === 204 && text !== "") return verdict(["a 204 has no body"]);
	const isJson = /^application\/(?:json|graphql-response\+json)/.test(headers["content-type"] ?? "");
	if (isHead) return verdict([]);
	const declared = row
		? responseSchema(row.id, status, extension)
		: schemaOf(status === 200 ? "GraphqlResponse" : "GraphqlRefusal");
	const isRefusal = status >= 400 && text !== "" && isJson;
	const schema = declared ?? (isRefusal ? schemaOf("ErrorBody") : undefined);
	if (!schema) return verdict([]);
	// The refusal of an alert has only a status; that of the limit on all requests is plain text.
	if (!isJson)
		return verdict(status < 400 ? [`expected JSON, not ${headers["content-type"] ?? "no content type"}`] : []);
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		return verdict(["the body is not JSON"]);
	}
	// The validators are the specification's; the product may omit some of its fields.
	const isFault = ({ path, expected }: Fault): boolean =>
		dialect === "specification" || expected !== "is missing" || !gitlabOmits.includes(String(path.at(-1)));
	const entries: unknown[] = !row && status === 200 && Array.isArray(value) ? value : [value];
	return verdict(entries.flatMap((entry) => faultsOf(schema, entry, true).filter(isFault).map(problemOf)));
}
