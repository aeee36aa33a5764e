import { judge, pointer } from "../control/judge";
import type { ControlledOperation } from "../control/operation-names";
import { decodeLeniently } from "../lib/utf8";
import type { RawResponse } from "../request/http/raw";

/** A deviation of a real server's responses from the contract. */
export interface Deviation {
	/** Undefined if the contract has no operation for the request. */
	readonly operation: ControlledOperation | undefined;
	/** What is wrong, with its position in the body. Indexes of lists are `*`. */
	readonly problem: string;
	/** Method and path of the first request with this deviation. Secrets are hidden. */
	readonly request: string;
	/** Status of the response. */
	readonly status: number;
	/** The number of responses with this deviation. */
	readonly count: number;
}

/** Returns the value of a JSON body; undefined if it is not JSON, which is reported elsewhere. */
function parsed(body: string | Uint8Array): { readonly value: unknown } | undefined {
	try {
		return { value: JSON.parse(typeof body === "string" ? body : decodeLeniently(body)) };
	} catch {
		return undefined;
	}
}

/** Returns the problems of a response to an operation. */
export async function problemsOf(operation: ControlledOperation, response: RawResponse, isHead: boolean) {
	const { problems } = await judge(operation, response, isHead);
	if (response.body === null || operation === "executeGraphql") return problems;
	const { responseSchema, unknownFields } = await import("@tenon/contract/validate");
	const schema = responseSchema(operation, response.status);
	const body = schema && parsed(response.body);
	const unknown = schema && body ? unknownFields(schema, body.value) : [];
	return [...problems, ...unknown.map((path) => `${pointer(path)}: the contract has no such field`)];
}

/** Collects deviations, counting each kind. */
export class Deviations {
	readonly #found = new Map<string, Deviation>();
	readonly #onNew: ((deviation: Deviation) => void) | undefined;

	constructor(onNew?: (deviation: Deviation) => void) {
		this.#onNew = onNew;
	}

	/** The deviations, in the order in which they first occurred. */
	get all(): Deviation[] {
		return [...this.#found.values()];
	}

	/** Adds the problems of one response. */
	add(
		problems: readonly string[],
		{ operation, request, status }: Pick<Deviation, "operation" | "request" | "status">,
	) {
		const kinds = new Set(problems.map((problem) => problem.replace(/\/\d+(?=[/:])/g, "/*")));
		for (const problem of kinds) {
			// Without an operation, the request is part of the key.
			const key = `${operation ?? request} ${problem}`;
			const there = this.#found.get(key);
			const deviation = { ...(there ?? { operation, problem, request, status }), count: (there?.count ?? 0) + 1 };
			this.#found.set(key, deviation);
			if (!there) this.#onNew?.(deviation);
		}
	}
}
