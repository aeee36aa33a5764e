import { operations } from "@tenon/contract";
import type { RawResponse } from "../request/http/raw";
import type { ControlledOperation } from "./operation-names";

/** What the contract says of an answer. */
export interface Verdict {
	readonly ok: boolean;
	/** What breaks it, each with where in the body. */
	readonly problems: readonly string[];
}

/** What every operation may be answered with: the contract's root says so, not its operations. */
const common: ReadonlySet<number> = new Set([301, 405, 406, 412, 413, 415, 429, 500, 503]);

interface Issue {
	readonly code?: string;
	readonly path: readonly PropertyKey[];
	readonly message: string;
	readonly expected?: string;
	readonly values?: readonly unknown[];
	readonly errors?: readonly (readonly Issue[])[];
}

/** The part of a validator that is used here. */
interface Validator {
	safeParse(value: unknown): { success: boolean; error?: { issues: readonly Issue[] } };
}

const isValidator = (value: unknown): value is Validator =>
	typeof value === "object" && value !== null && "safeParse" in value;

function said(issue: Issue, before: readonly PropertyKey[] = []): string {
	const path = [...before, ...issue.path];
	const where = `/${path.map(String).join("/")}`;
	if (issue.errors && issue.errors.length > 0) {
		// The choice that comes nearest, which is the one with the fewest faults, tells most.
		const [nearest = []] = [...issue.errors].sort((a, b) => a.length - b.length);
		return nearest.map((one) => said(one, path)).join("; ");
	}
	if (issue.code === "invalid_type") return `${where}: expected ${issue.expected}`;
	if (issue.code === "invalid_value")
		return `${where}: expected one of ${(issue.values ?? []).map((one) => JSON.stringify(one)).join(", ")}`;
	return `${where}: ${issue.message}`;
}

const faultsOf = (validator: Validator, value: unknown): string[] =>
	(validator.safeParse(value).error?.issues ?? []).map((issue) => said(issue));

const verdict = (problems: readonly string[]): Verdict => ({ ok: problems.length === 0, problems });

/** Holds an answer of an operation against the contract: its status, and a JSON body's shape. Needs the package `zod`. */
export async function judge(
	operation: ControlledOperation,
	{ status, headers, body }: Pick<RawResponse, "status" | "headers" | "body">,
	isHead = false,
): Promise<Verdict> {
	const validators: { readonly [name: string]: unknown } = await import("@tenon/contract/validators");
	const row = operation === "executeGraphql" ? undefined : operations[operation];
	const isDeclared = row ? row.statuses.includes(status) : [200, 400, 401, 403, 422].includes(status);
	if (!isDeclared && !common.has(status)) return verdict([`the contract has no ${status} for ${operation}`]);
	const text = typeof body === "string" ? body : body === null ? "" : new TextDecoder().decode(body);
	if (status === 204 && text !== "") return verdict(["a 204 has no body"]);
	const isJson = /^application\/(?:json|graphql-response\+json)/.test(headers["content-type"] ?? "");
	if (isHead) return verdict([]);
	const byStatus = validators[`${operation}Responses`];
	const declared = row
		? typeof byStatus === "object" && byStatus !== null
			? Reflect.get(byStatus, String(status))
			: undefined
		: validators[status === 200 ? "GraphqlResponse" : "GraphqlRefusal"];
	const validator = isValidator(declared)
		? declared
		: status >= 400 && text !== "" && isJson
			? validators.ErrorBody
			: undefined;
	if (!isValidator(validator)) return verdict([]);
	// An alert's refusal says nothing but its status; a limit on all requests is told as a text.
	if (!isJson)
		return verdict(status < 400 ? [`expected JSON, not ${headers["content-type"] ?? "no content type"}`] : []);
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		return verdict(["the body is no JSON"]);
	}
	const entries: unknown[] = !row && status === 200 && Array.isArray(value) ? value : [value];
	return verdict(entries.flatMap((entry) => faultsOf(validator, entry)));
}
