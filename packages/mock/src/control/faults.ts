import { randomNumbers } from "../lib/random";
import { untilAborted, wait } from "../lib/wait";
import type { RawResponse } from "../request/http/raw";
import type { OperationSet } from "../request/operation-set";
import type { Exchange } from "./exchange";
import { checkFault, type FaultOptions, faultAt } from "./fault-options";
import { faultResponse, malformed } from "./fault-response";
import { fits } from "./glob";
import { drawing, isMeant, type SenderOf } from "./request-match";
import { movedTo, type RuleChange } from "./rule-change";

/** A fault that was added. */
export interface Fault {
	readonly id: string;
	readonly options: FaultOptions;
	/** How many requests it was applied to. */
	readonly calls: number;
	/** How many requests it holds at the moment. */
	readonly held: number;
	/** Whether it is applied to requests. */
	readonly enabled: boolean;
	/** Releases the held requests. Later ones are held again, up to `times`. */
	release(): void;
	/** Removes the fault, and releases the held requests. */
	remove(): void;
}

/** Returns two functions: whether the fault applies to the next matching request, and a number for its delay. */
const drawsOf = ({ share, seed, latency }: FaultOptions): [() => boolean, () => number] => [
	drawing(share, seed),
	randomNumbers(typeof latency === "object" ? (latency.seed ?? 1) : 1),
];

/** The maximum number of requests whose responses a fault stores. */
const mostRemembered = 1_000;

/** @internal A fault, matched with each request. */
export class Rule implements Fault {
	readonly id: string;
	calls = 0;
	enabled = true;
	#options: FaultOptions;
	#seen = 0;
	readonly #held = new Set<() => void>();
	#random: () => number;
	/** The content of stale pages: the first response that the fault saw for each caller and URL. */
	readonly #remembered = new Map<string, RawResponse>();
	readonly #remove: (rule: Rule) => void;

	#isDrawn: () => boolean;
	readonly #senderOf: SenderOf;

	constructor(id: string, options: FaultOptions, senderOf: SenderOf, remove: (rule: Rule) => void = () => {}) {
		this.id = id;
		this.#senderOf = senderOf;
		this.#remove = remove;
		this.#options = options;
		[this.#isDrawn, this.#random] = drawsOf(options);
	}

	get options(): FaultOptions {
		return this.#options;
	}

	/** Changes the options. Counts and random draws start again. */
	set options(options: FaultOptions) {
		this.#options = options;
		this.calls = 0;
		this.#seen = 0;
		this.#remembered.clear();
		[this.#isDrawn, this.#random] = drawsOf(options);
	}

	/** Notes the options and the counts. Returns a function that restores them. */
	note(): () => void {
		const { options, enabled, calls } = this;
		const [seen, isDrawn, random, remembered] = [this.#seen, this.#isDrawn, this.#random, [...this.#remembered]];
		return () => {
			this.options = options;
			this.enabled = enabled;
			this.calls = calls;
			this.#seen = seen;
			[this.#isDrawn, this.#random] = [isDrawn, random];
			for (const [key, response] of remembered) this.#remembered.set(key, response);
		};
	}

	get held(): number {
		return this.#held.size;
	}

	release(): void {
		for (const go of this.#held) go();
		this.#held.clear();
	}

	remove(): void {
		this.#remove(this);
		this.release();
	}

	matches(exchange: Exchange): boolean {
		if (!this.enabled) return false;
		const { operation, path, match } = this.options;
		if (operation !== undefined && operation !== exchange.operation) return false;
		if (path !== undefined && !fits(path, exchange.path)) return false;
		return isMeant(match, exchange, this.#senderOf);
	}

	/** Whether the fault applies to this request. Counts the request. */
	takes(exchange: Exchange): boolean {
		const { after = 0, every = 1, times = Number.POSITIVE_INFINITY, kind } = this.options;
		if (!this.matches(exchange)) return false;
		if (kind === "stale-page" && !this.#remembered.has(keyOf(exchange))) return false;
		this.#seen += 1;
		const turn = this.#seen - after;
		if (turn <= 0 || turn % every !== 0 || this.calls >= times || !this.#isDrawn()) return false;
		this.calls += 1;
		return true;
	}

	/** Whether no other fault is applied after it, because it makes the response. */
	get ends(): boolean {
		return this.options.status !== undefined || this.options.kind !== undefined;
	}

	/** Returns the delay in milliseconds. Drawn on arrival, so that the waits of other requests do not change it. */
	draw(): number {
		const { latency = 0 } = this.options;
		if (typeof latency === "number") return latency;
		return latency.min + Math.floor(this.#random() * (latency.max - latency.min + 1));
	}

	/** Waits for `release`, or until the caller no longer waits for the response. */
	async hold(signal: AbortSignal | undefined): Promise<void> {
		let release = (): void => {};
		const released = new Promise<void>((resolve) => {
			release = resolve;
			this.#held.add(release);
		});
		try {
			await untilAborted(released, signal);
		} finally {
			this.#held.delete(release);
		}
	}

	/** Stores the response to a GET request, for a later stale page. */
	remember(exchange: Exchange, response: RawResponse): void {
		if (exchange.request.method !== "GET" || response.status !== 200) return;
		const key = keyOf(exchange);
		if (this.#remembered.size < mostRemembered && !this.#remembered.has(key)) this.#remembered.set(key, response);
	}

	/** Returns the response in place of the real one, which is only made if it is needed. */
	async spoil(exchange: Exchange, real: () => Promise<RawResponse>): Promise<RawResponse> {
		const { kind } = this.options;
		const made = faultResponse(this.options, exchange);
		if (kind === "drop") return { status: 0, headers: {}, body: null, broken: "dropped" };
		if (kind === "stale-page") return this.#remembered.get(keyOf(exchange)) ?? (await real());
		const response = made ?? (await real());
		if (kind === "dribble") return { ...response, pace: this.options.pace ?? { bytes: 16, pause: 100 } };
		if (kind === "truncate") return { ...response, broken: "truncated" };
		return kind === "malformed" ? malformed(response) : response;
	}
}

/** Returns a key of the request's caller and URL. */
const keyOf = ({ request: { method, url, headers } }: Exchange): string =>
	[method, url, headers["private-token"], headers.authorization, headers.cookie, headers.sudo].join("\n");

/**
 * Simulated failures of one operation, of paths, or of everything: REST, GraphQL and the alert intake. Faults are
 * applied in the order in which they were added: their delays add up, and the first that makes a response ends the
 * list. The same faults and the same requests in the same order fail in the same way.
 *
 * @example
 * platform.faults.add({ operation: "rotateGroupPersonalAccessToken", status: 503, times: 1 });
 * platform.faults.add({ kind: "drop", operation: "createPipeline", when: "after" }); // created, but the response is lost
 * const gate = platform.faults.add({ path: "/api/v4/groups/acme*", hold: true });
 * gate.release();
 */
export class Faults {
	#rules: readonly Rule[] = [];
	#made = 0;
	readonly #senderOf: SenderOf;

	readonly #operations: OperationSet;

	/** @internal */
	constructor(senderOf: SenderOf, operations: OperationSet) {
		this.#senderOf = senderOf;
		this.#operations = operations;
	}

	/** Whether there are no faults. */
	get isEmpty(): boolean {
		return this.#rules.length === 0;
	}

	/**
	 * Adds a fault, from the next request on.
	 *
	 * @throws ControlError that says what is wrong with the options, and suggests a name for an unknown operation.
	 */
	add(options: FaultOptions): Fault {
		const checked = checkFault(options, this.#operations);
		this.#made += 1;
		const rule = new Rule(`fault-${this.#made}`, { ...checked }, this.#senderOf, (gone) => {
			this.#rules = this.#rules.filter((one) => one !== gone);
		});
		this.#rules = [...this.#rules, rule];
		return rule;
	}

	/** Returns the faults that were added and not removed, in that order, including those that have reached `times`. */
	list(): readonly Fault[] {
		return this.#rules;
	}

	/**
	 * Changes a fault: switches it on or off, replaces its options (its counts then start again), or moves it in the
	 * list. Switching it off releases the requests that it holds.
	 *
	 * @returns A function that undoes the change.
	 * @throws ControlError that says what is wrong with the options; nothing is changed.
	 * @internal
	 */
	change(id: string, { enabled, options, position }: RuleChange<unknown>): () => void {
		const at = this.#rules.findIndex((one) => one.id === id);
		const rule = this.#rules[at];
		if (!rule) return () => {};
		const bringBack = rule.note();
		if (options !== undefined) rule.options = { ...faultAt("/options", options, this.#operations) };
		if (enabled !== undefined) rule.enabled = enabled;
		if (enabled === false) rule.release();
		if (position !== undefined) this.#rules = movedTo(this.#rules, rule, position);
		return () => {
			bringBack();
			if (position !== undefined && this.#rules.includes(rule)) this.#rules = movedTo(this.#rules, rule, at);
		};
	}

	/**
	 * Notes the list of faults. Returns a function that restores it.
	 *
	 * @internal
	 */
	remember(): () => void {
		const rules = this.#rules;
		return () => {
			this.#rules = rules;
		};
	}

	/** Removes all faults, and releases the requests that they hold. */
	clear(): void {
		for (const rule of this.#rules) rule.remove();
	}

	/**
	 * Returns the response that a fault makes or changes, or otherwise the real one.
	 *
	 * @internal
	 */
	async strike(exchange: Exchange, run: () => Promise<RawResponse>): Promise<RawResponse> {
		// Determine which faults apply before anything waits.
		const seeing = this.#rules.filter((rule) => rule.options.kind === "stale-page" && rule.matches(exchange));
		const struck: { rule: Rule; latency: number }[] = [];
		for (const rule of this.#rules) {
			if (!rule.takes(exchange)) continue;
			struck.push({ rule, latency: rule.draw() });
			if (rule.ends) break;
		}
		exchange.faults = struck.map(({ rule }) => rule.id);
		let response: RawResponse | undefined;
		const real = async (): Promise<RawResponse> => {
			if (response) return response;
			response = await run();
			for (const rule of seeing) rule.remember(exchange, response);
			return response;
		};
		for (const { rule, latency } of struck) {
			if (rule.options.when === "after") await real();
			// Hold first: a request that waits must be listed as held at once.
			if (rule.options.hold) await rule.hold(exchange.request.signal);
			if (latency > 0) await wait(latency, exchange.request.signal);
			if (rule.ends) return rule.spoil(exchange, real);
		}
		return real();
	}
}
