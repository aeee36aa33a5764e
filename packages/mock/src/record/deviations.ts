import { judge, pointer } from "../control/judge";
import type { ControlledOperation } from "../control/operation-names";
import { decodeLeniently } from "../lib/utf8";
import type { RawResponse } from "../request/http/raw";

/** How a real server's responses deviate from the contract. */
export interface Deviation {
	/** Undefined if the contract has no operation for the request. */
	readonly operation: ControlledOperation | undefined;
	/** What is wrong, and where in the body: positions in lists are `*`. */
	readonly problem: string;
	/** Method and address of the first request that it was seen with, secrets hidden. */
	readonly request: string;
	/** Status of the response. */
	readonly status: number;
	/** In how many responses it was seen. */
	readonly count: number;
}

/** A body's value; undefined for one that is not JSON, which has been reported as such. */
function parsed(body: string | Uint8Array): { readonly value: unknown } | undefined {
	try {
		return { value: JSON.parse(typeof body === "string" ? body : decodeLeniently(body)) };
	} catch {
		return undefined;
	}
}

/** What is wrong with a response to an operation. */
export async function problemsOf(operation: ControlledOperation, response: RawResponse, isHead: boolean) {
	const { problems } = await judge(operation, response, isHead);
	if (response.body === null || operation === "executeGraphql") return problems;
	const { responseSchema, unknownFields } = await import("@tenon/contract/validate");
	const schema = responseSchema(operation, response.status);
	const body = schema && parsed(response.body);
	const unknown = schema && body ? unknownFields(schema, body.value) : [];
	return [...problems, ...unknown.map((path) => `${pointer(path)}: the contract knows no such field`)];
}

/** Collects deviations, each kind once. */
export class Deviations {
	readonly #found = new Map<string, Deviation>();
	readonly #onNew: ((deviation: Deviation) => void) | undefined;

	constructor(onNew?: (deviation: Deviation) => void) {
		this.#onNew = onNew;
	}

	/** In the order in which they were first seen. */
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
			// Without an operation, the request is the key.
			const key = `${operation ?? request} ${problem}`;
			const there = this.#found.get(key);
			const deviation = { ...(there ?? { operation, problem, request, status }), count: (there?.count ?? 0) + 1 };
			this.#found.set(key, deviation);
			if (!there) this.#onNew?.(deviation);
		}
	}
}
