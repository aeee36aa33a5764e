import { ControlError } from "../lib/control-error";
import { isHeaderName, isHeaderValue } from "../lib/header-text";
import { decodeLeniently } from "../lib/utf8";
import { answer } from "../request/http/answer";
import type { RawRequest, RawResponse } from "../request/http/raw";
import type { Exchange } from "./exchange";
import { type ControlledOperation, isOperation, noSuchOperation } from "./operation-names";

/** A call that is answered in the platform's place. */
export interface OverriddenCall {
	readonly operation: ControlledOperation;
	readonly request: RawRequest;
	/** The path's parameters, decoded. */
	readonly params: { readonly [name: string]: unknown };
	readonly query: URLSearchParams;
	/** The body as JSON; undefined where it is none. */
	json(): unknown;
}

/** An answer; what is left out is 200, no headers, no body. A body that is no text and no bytes goes out as JSON. */
export interface OverriddenAnswer {
	readonly status?: number;
	readonly headers?: { readonly [name: string]: string };
	readonly body?: unknown;
}

/** Answers a call, or gives undefined to leave it to the platform. */
export type Resolver = (call: OverriddenCall) => OverriddenAnswer | undefined | Promise<OverriddenAnswer | undefined>;

function json({ body }: RawRequest): unknown {
	try {
		return JSON.parse(typeof body === "string" ? body : decodeLeniently(body ?? new Uint8Array()));
	} catch {
		return undefined;
	}
}

function written({ status = 200, headers = {}, body }: OverriddenAnswer): RawResponse {
	for (const [name, value] of Object.entries(headers))
		if (!isHeaderName(name) || !isHeaderValue(value))
			throw new TypeError(`The override's header ${JSON.stringify(name)} is no name and text of one line.`);
	const named = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
	if (body === undefined || body === null) return { status, headers: named, body: null };
	if (body instanceof Uint8Array) return { status, headers: named, body };
	if (typeof body === "string") return { status, headers: { "content-type": "text/plain", ...named }, body };
	return answer(status, body, named);
}

/** An answer that is given in the platform's place, as data. */
export interface FixedOverride extends OverriddenAnswer {
	readonly operation: ControlledOperation;
	/** Answers so often at most. Default: without end. */
	readonly times?: number;
}

/** A fixed answer that was added. */
export interface Override {
	readonly id: string;
	readonly options: FixedOverride;
	/** How often it answered. */
	readonly calls: number;
	remove(): void;
}

/** Answers of a user's own, by operation. */
export class Overrides {
	readonly #resolvers = new Map<ControlledOperation, readonly Resolver[]>();
	#fixed: readonly Override[] = [];
	#lastId = 0;

	/** @throws ControlError for an operation that is not known. */
	add(operation: ControlledOperation, resolver: Resolver): () => void {
		if (!isOperation(operation))
			throw new ControlError([{ pointer: "/operation", message: noSuchOperation(operation) }]);
		// One of its own, so that who adds the same twice takes each away alone.
		const own: Resolver = (call) => resolver(call);
		// What comes later stands before what is there.
		this.#resolvers.set(operation, [own, ...(this.#resolvers.get(operation) ?? [])]);
		return () => {
			const rest = (this.#resolvers.get(operation) ?? []).filter((one) => one !== own);
			if (rest.length > 0) this.#resolvers.set(operation, rest);
			else this.#resolvers.delete(operation);
		};
	}

	/** Adds an answer that is the same for every call. One that has answered as often as it may leaves calls to the others. */
	addFixed(options: FixedOverride): Override {
		let calls = 0;
		const { operation, times = Number.POSITIVE_INFINITY, ...answered } = options;
		const takeAway = this.add(operation, () => (calls++ < times ? answered : undefined));
		this.#lastId += 1;
		const made: Override = {
			id: `override-${this.#lastId}`,
			options,
			get calls() {
				return Math.min(calls, times);
			},
			remove: () => {
				takeAway();
				this.#fixed = this.#fixed.filter((one) => one !== made);
			},
		};
		this.#fixed = [...this.#fixed, made];
		return made;
	}

	/** The fixed answers, in the order of their adding. */
	list(): readonly Override[] {
		return this.#fixed;
	}

	has(operation: ControlledOperation | undefined): boolean {
		return operation !== undefined && this.#resolvers.has(operation);
	}

	clear(): void {
		this.#resolvers.clear();
		this.#fixed = [];
		this.#lastId = 0;
	}

	/** The answer of the first that has one. */
	async resolve(exchange: Exchange): Promise<RawResponse | undefined> {
		const { operation, request, params, queryText } = exchange;
		if (operation === undefined) return undefined;
		for (const resolver of this.#resolvers.get(operation) ?? []) {
			const query = new URLSearchParams(queryText);
			const given = await resolver({ operation, request, params, query, json: () => json(request) });
			if (!given) continue;
			exchange.isOverridden = true;
			return written(given);
		}
		return undefined;
	}
}
