import { checkedAt } from "../lib/control-error";
import { isHeaderName, isHeaderValue } from "../lib/header-text";
import { jsonResponse } from "../request/http/json-response";
import type { RawResponse } from "../request/http/raw";
import type { OperationSet } from "../request/operation-set";
import type { Exchange } from "./exchange";
import { type AnyAnswer, type FixedOverride, FixedRule, type OverriddenCall, type Override } from "./fixed-override";
import { type ControlledOperation, checkOperation } from "./operation-names";
import { bodyValue, isMeant, type RequestMatch, type SenderOf } from "./request-match";
import type { ResponseBody } from "./response-body";
import { movedTo, type RuleChange } from "./rule-change";

/**
 * The response of an override. Defaults: status 200, no headers, no body. A body that is neither a string nor bytes is
 * sent as JSON. The fields of an operation's body have the types of the contract, and all of them are optional.
 */
export interface OverriddenAnswer<Operation extends ControlledOperation = ControlledOperation> {
	readonly status?: number;
	readonly headers?: { readonly [name: string]: string };
	readonly body?: ResponseBody<Operation> | string | Uint8Array | null;
}

/** Returns the response to a call, or undefined to leave the call to the platform. */
export type Resolver<Operation extends ControlledOperation = ControlledOperation> = (
	call: OverriddenCall,
) => OverriddenAnswer<Operation> | undefined | Promise<OverriddenAnswer<Operation> | undefined>;

type AnyResolver = (call: OverriddenCall) => AnyAnswer | undefined | Promise<AnyAnswer | undefined>;

function written({ status = 200, headers = {}, body }: AnyAnswer): RawResponse {
	for (const [name, value] of Object.entries(headers))
		if (!isHeaderName(name) || !isHeaderValue(value))
			throw new TypeError(
				`The override's header ${JSON.stringify(name)} must have a valid name and a value of one line.`,
			);
	const named = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
	if (body === undefined || body === null) return { status, headers: named, body: null };
	if (body instanceof Uint8Array) return { status, headers: named, body };
	if (typeof body === "string") return { status, headers: { "content-type": "text/plain", ...named }, body };
	return jsonResponse(status, body, named);
}

interface Rule {
	readonly operation: ControlledOperation | undefined;
	readonly match: RequestMatch | undefined;
	readonly enabled: boolean;
	readonly resolver: AnyResolver;
}

/** The user's own responses to operations, or to requests that match. */
export class Overrides {
	/** The newest rule is the first. */
	#rules: readonly Rule[] = [];
	#fixed: readonly FixedRule[] = [];
	#lastId = 0;
	readonly #senderOf: SenderOf;
	readonly #operations: OperationSet;

	constructor(senderOf: SenderOf, operations: OperationSet) {
		this.#senderOf = senderOf;
		this.#operations = operations;
	}

	/** @throws ControlError if the operation is unknown. */
	add<Operation extends ControlledOperation>(operation: Operation, resolver: Resolver<Operation>): () => void {
		return this.#add({ operation, match: undefined, enabled: true, resolver });
	}

	#add(rule: Rule): () => void {
		checkOperation(rule.operation, this.#operations);
		this.#rules = [rule, ...this.#rules];
		return () => {
			this.#rules = this.#rules.filter((one) => one !== rule);
		};
	}

	/** Adds a fixed response. Once it has made its maximum number of responses, it leaves calls to the others. */
	addFixed(options: FixedOverride): Override {
		const made = new FixedRule(`override-${this.#lastId + 1}`, options, () => {
			takeAway();
			this.#fixed = this.#fixed.filter((one) => one !== made);
		});
		const takeAway = this.#add(made);
		this.#lastId += 1;
		this.#fixed = [...this.#fixed, made];
		return made;
	}

	/**
	 * Changes a fixed response: switches it on or off, replaces its options (its count then starts again), or moves it in
	 * the list.
	 *
	 * @returns A function that undoes the change.
	 * @throws ControlError if the operation is unknown; nothing is changed.
	 */
	change(id: string, { enabled, options, position }: RuleChange<FixedOverride>): () => void {
		const at = this.#fixed.findIndex((one) => one.id === id);
		const rule = this.#fixed[at];
		if (!rule) return () => {};
		const bringBack = rule.note();
		if (options !== undefined) {
			checkedAt("/options", () => checkOperation(options.operation, this.#operations));
			rule.options = options;
		}
		if (enabled !== undefined) rule.enabled = enabled;
		if (position !== undefined) this.#move(rule, position);
		return () => {
			bringBack();
			if (position !== undefined && this.#fixed.includes(rule)) this.#move(rule, at);
		};
	}

	#move(rule: FixedRule, position: number): void {
		this.#fixed = movedTo(this.#fixed, rule, position);
		// The rules that are functions keep their positions.
		const reversed = this.#fixed.toReversed();
		this.#rules = this.#rules.map((one) => (one instanceof FixedRule ? (reversed.shift() ?? one) : one));
	}

	/** Notes the list of overrides. Returns a function that restores it. */
	remember(): () => void {
		const [rules, fixed, lastId] = [this.#rules, this.#fixed, this.#lastId];
		return () => {
			this.#rules = rules;
			this.#fixed = fixed;
			this.#lastId = lastId;
		};
	}

	/** Returns the fixed responses, in the order in which they were added. */
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

	/** Returns the response of the first override that has one; undefined if none has. */
	async resolve(exchange: Exchange): Promise<RawResponse | undefined> {
		const { operation, request, params, queryText } = exchange;
		for (const rule of this.#rules) {
			if (!rule.enabled || (rule.operation !== undefined && rule.operation !== operation)) continue;
			if (!isMeant(rule.match, exchange, this.#senderOf)) continue;
			const query = new URLSearchParams(queryText);
			const value = await rule.resolver({ operation, request, params, query, json: () => bodyValue(request) });
			if (!value) continue;
			exchange.isOverridden = true;
			return written(value);
		}
		return undefined;
	}
}
