import { ControlError } from "../lib/control-error";
import { isHeaderName, isHeaderValue } from "../lib/header-text";
import { answer } from "../request/http/answer";
import type { RawRequest, RawResponse } from "../request/http/raw";
import type { Exchange } from "./exchange";
import { type ControlledOperation, isOperation, noSuchOperation } from "./operation-names";
import { bodyValue, drawing, isMeant, type RequestMatch, type SenderOf } from "./request-match";
import type { ResponseBody } from "./response-body";
import { filled } from "./template";

/** A call that is answered in the platform's place. */
export interface OverriddenCall {
	readonly operation: ControlledOperation | undefined;
	readonly request: RawRequest;
	/** The path's parameters, decoded. */
	readonly params: { readonly [name: string]: unknown };
	readonly query: URLSearchParams;
	/** The body as JSON; undefined where it is none. */
	json(): unknown;
}

/**
 * An answer; what is left out is 200, no headers, no body. A body that is no text and no bytes goes out as JSON. Of an operation's
 * response the fields have the types of the contract, and any may be left out.
 */
export interface OverriddenAnswer<Operation extends ControlledOperation = ControlledOperation> {
	readonly status?: number;
	readonly headers?: { readonly [name: string]: string };
	readonly body?: ResponseBody<Operation> | string | Uint8Array | null;
}

/** Answers a call, or gives undefined to leave it to the platform. */
export type Resolver<Operation extends ControlledOperation = ControlledOperation> = (
	call: OverriddenCall,
) => OverriddenAnswer<Operation> | undefined | Promise<OverriddenAnswer<Operation> | undefined>;

/** An answer of any shape: over HTTP nobody knows the operation's. */
interface AnyAnswer {
	readonly status?: number;
	readonly headers?: { readonly [name: string]: string };
	readonly body?: unknown;
}

type AnyResolver = (call: OverriddenCall) => AnyAnswer | undefined | Promise<AnyAnswer | undefined>;

function written({ status = 200, headers = {}, body }: AnyAnswer): RawResponse {
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
export interface FixedOverride extends AnyAnswer {
	/** The operation that it answers. Default: every request that `match` names. */
	readonly operation?: ControlledOperation;
	readonly match?: RequestMatch;
	/** Answers this share of the requests, above 0 and up to 1. Default 1: all. */
	readonly share?: number;
	/** Seed of the draws for `share`. Default 1. */
	readonly seed?: number;
	/** Answers so often at most. Default: without end. */
	readonly times?: number;
	/** Answers one after the other; when all are given the platform answers. In place of `status`, `headers`, `body` and `times`. */
	readonly responses?: readonly AnyAnswer[];
	/** Whether `{{params.id}}`, `{{query.page}}`, `{{body.title}}`, `{{method}}` and `{{path}}` in texts stand for what the request holds. */
	readonly template?: boolean;
}

/** A fixed answer that was added. */
export interface Override {
	readonly id: string;
	readonly options: FixedOverride;
	/** How often it answered. */
	readonly calls: number;
	remove(): void;
}

interface Rule {
	readonly operation: ControlledOperation | undefined;
	readonly match: RequestMatch | undefined;
	readonly resolver: AnyResolver;
}

/** Answers of a user's own, for operations or for requests of a kind. */
export class Overrides {
	/** The one that was added last stands first. */
	#rules: readonly Rule[] = [];
	#fixed: readonly Override[] = [];
	#lastId = 0;
	readonly #senderOf: SenderOf;

	constructor(senderOf: SenderOf) {
		this.#senderOf = senderOf;
	}

	/** @throws ControlError for an operation that is not known. */
	add<Operation extends ControlledOperation>(operation: Operation, resolver: Resolver<Operation>): () => void {
		return this.#add({ operation, match: undefined, resolver });
	}

	#add(rule: Rule): () => void {
		if (rule.operation !== undefined && !isOperation(rule.operation))
			throw new ControlError([{ pointer: "/operation", message: noSuchOperation(rule.operation) }]);
		this.#rules = [rule, ...this.#rules];
		return () => {
			this.#rules = this.#rules.filter((one) => one !== rule);
		};
	}

	/** Adds an answer that is known beforehand. One that has answered as often as it may leaves calls to the others. */
	addFixed(options: FixedOverride): Override {
		let calls = 0;
		const { operation, match, share, seed, responses, template, times, ...single } = options;
		const most = responses?.length ?? times ?? Number.POSITIVE_INFINITY;
		const isDrawn = drawing(share, seed);
		const resolver: AnyResolver = (call) => {
			if (calls >= most || !isDrawn()) return undefined;
			const given = responses?.[calls] ?? single;
			calls += 1;
			return template ? filledAnswer(given, call) : given;
		};
		const takeAway = this.#add({ operation, match, resolver });
		this.#lastId += 1;
		const made: Override = {
			id: `override-${this.#lastId}`,
			options,
			get calls() {
				return calls;
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

	has({ operation }: Exchange): boolean {
		return this.#rules.some((rule) => rule.operation === undefined || rule.operation === operation);
	}

	clear(): void {
		this.#rules = [];
		this.#fixed = [];
		this.#lastId = 0;
	}

	/** The answer of the first that has one. */
	async resolve(exchange: Exchange): Promise<RawResponse | undefined> {
		const { operation, request, params, queryText } = exchange;
		for (const rule of this.#rules) {
			if (rule.operation !== undefined && rule.operation !== operation) continue;
			if (!isMeant(rule.match, exchange, this.#senderOf)) continue;
			const query = new URLSearchParams(queryText);
			const given = await rule.resolver({ operation, request, params, query, json: () => bodyValue(request) });
			if (!given) continue;
			exchange.isOverridden = true;
			return written(given);
		}
		return undefined;
	}
}

/** An answer with what the request holds in the place of its templates. */
function filledAnswer(
	{ status, headers, body }: AnyAnswer,
	{ request, params, query, json }: OverriddenCall,
): AnyAnswer {
	const [path = ""] = request.url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, "").split(/[?#]/, 1);
	const values = { params, query: Object.fromEntries(query), body: json(), method: request.method, path };
	const texts = Object.entries(headers ?? {}).map(([name, text]) => [name, String(filled(text, values) ?? "")]);
	return { ...(status !== undefined && { status }), headers: Object.fromEntries(texts), body: filled(body, values) };
}
