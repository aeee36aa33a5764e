import { flag, object, oneOf, optional, plain, text } from "../lib/checks";
import { ControlError, checkedAt } from "../lib/control-error";
import { isHeaderName, isHeaderValue } from "../lib/header-text";
import type { Pace } from "../request/http/stream";
import type { OperationSet } from "../request/operation-set";
import { type AnyCheck, checkFields } from "./check-fields";
import { type ControlledOperation, isOperation, noSuchOperation } from "./operation-names";
import { matchChecks, type RequestMatch } from "./request-match";

/** Milliseconds between two bounds, by numbers that look random and are the same in every run. */
export interface LatencyRange {
	readonly min: number;
	readonly max: number;
	/** Another seed, other numbers. Default 1. */
	readonly seed?: number;
}

/** What goes wrong, for which requests, and when. */
export interface FaultOptions {
	/** The operation that it strikes, e.g. `"createPipeline"`, `"executeGraphql"`, `"sendAlert"`. Default: every request. */
	readonly operation?: ControlledOperation;
	/** The paths that it strikes, without query; `*` stands for any run of characters: `"/api/v4/groups/acme*"`. */
	readonly path?: string;
	/** The requests that it strikes, by method, path, query, body and caller. */
	readonly match?: RequestMatch;
	/** Strikes this share of the requests, above 0 and up to 1. Default 1: all. */
	readonly share?: number;
	/** Seed of the draws for `share`: the same requests in the same order fail in the same way. Default 1. */
	readonly seed?: number;
	/** Strikes so often at most. Default: without end. */
	readonly times?: number;
	/** Lets so many requests pass first. Default 0. */
	readonly after?: number;
	/** Of the requests after those strikes every second, third … one. Default 1: each. */
	readonly every?: number;
	/** The response's status, from 200 to 599; the body is the platform's own for such a failure unless `body` is given. */
	readonly status?: number;
	/** The response's body: a text as it is, anything else as JSON. Needs `status`. */
	readonly body?: unknown;
	/** Headers of the response, in addition to the others. Needs `status`, or a `kind` that makes a response. */
	readonly headers?: { readonly [name: string]: string };
	/** Delay of the response in milliseconds, by the machine's clock: always the same, or seeded. */
	readonly latency?: number | LatencyRange;
	/**
	 * - `drop`: the connection breaks before the response begins.
	 * - `truncate`: it breaks in the middle of the response's body.
	 * - `malformed`: the body ends too soon, so that it is not JSON.
	 * - `stale-page`: a GET gets the response that the same caller got from the same address when the fault first saw such a request,
	 *   as from an outdated cache. Requests without an earlier response pass, and do not count.
	 * - `dribble`: the body comes in small pieces with pauses between them: see `pace`.
	 * - `rate-limit`: 429 with `Retry-After`.
	 *
	 * `truncate`, `malformed`, `dribble` and `stale-page` spoil the real response, so that the operation takes effect, unless
	 * `status` sets another response.
	 */
	readonly kind?: "drop" | "truncate" | "malformed" | "stale-page" | "rate-limit" | "dribble";
	/** How a body dribbles: bytes in a piece, and milliseconds of pause before each but the first. Default 16 and 100. */
	readonly pace?: Pace;
	/** Seconds in `Retry-After`, with any status that may have it. Default 60 with `rate-limit`, otherwise none. */
	readonly retryAfter?: number;
	/** Holds the request until `release()`. */
	readonly hold?: boolean;
	/** `after`: the operation takes effect first, and then the fault strikes, so that its response is lost. Default `before`. */
	readonly when?: "before" | "after";
}

const whole = (least: number) =>
	plain<number>(`a whole number from ${least} on`, (value) => Number.isSafeInteger(value) && Number(value) >= least);
export const count = (least: number): AnyCheck => optional(whole(least));

const longest = 600_000;
const isLatency = (value: unknown): value is number => typeof value === "number" && value >= 0 && value <= longest;
const milliseconds = plain<number>(`milliseconds, from 0 to ${longest}`, isLatency);

const latency: AnyCheck = {
	expected: `milliseconds, from 0 to ${longest}, or { "min", "max", "seed"? }`,
	run(value, path, report, has) {
		if (value === undefined) return;
		if (typeof value !== "object" || value === null || Array.isArray(value)) {
			if (!isLatency(value)) report(path, this.expected, value);
			return;
		}
		const { min, max, seed, ...rest } = Object.fromEntries(Object.entries(value));
		milliseconds.run(min, `${path}.min`, report, has);
		milliseconds.run(max, `${path}.max`, report, has);
		if (isLatency(min) && isLatency(max) && max < min) report(`${path}.max`, "no less than min", max);
		count(0).run(seed, `${path}.seed`, report, has);
		for (const [name, more] of Object.entries(rest)) report(`${path}.${name}`, "nothing of this name", more);
	},
};

export const headers: AnyCheck = {
	expected: "an object of names and texts of one line",
	run(value, path, report) {
		if (value === undefined) return;
		const all = typeof value === "object" && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
		const fine = ([name, text]: [string, unknown]): boolean =>
			isHeaderName(name) && typeof text === "string" && isHeaderValue(text);
		if (all.length === 0 || !all.every(fine)) report(path, this.expected, value);
	},
};

export const status: AnyCheck = optional(
	plain<number>(
		"a status from 200 to 599",
		(value) => Number.isInteger(value) && Number(value) >= 200 && Number(value) <= 599,
	),
);
/** Anything: what came as JSON is JSON. */
export const anything: AnyCheck = { expected: "a value of JSON", run: () => {} };

/** What each option takes. */
const checks: { readonly [name in keyof FaultOptions]-?: AnyCheck } = {
	operation: optional(text),
	path: optional(
		plain<string>('a path that begins with "/" or "*"', (value) => typeof value === "string" && /^[/*]/.test(value)),
	),
	...matchChecks,
	times: count(1),
	after: count(0),
	every: count(1),
	status,
	body: anything,
	headers,
	latency,
	kind: optional(oneOf("drop", "truncate", "malformed", "stale-page", "rate-limit", "dribble")),
	pace: optional(object({ bytes: whole(1), pause: milliseconds })),
	retryAfter: count(0),
	hold: optional(flag),
	when: optional(oneOf("before", "after")),
};

/** Whether a value can be written as JSON, if there is one. */
function isWritable(value: unknown): boolean {
	try {
		return value === undefined || JSON.stringify(value) !== undefined;
	} catch {
		return false;
	}
}

/**
 * What was given, as the options of a fault.
 *
 * @throws ControlError that says which option is not known, which value it does not take, or what does not go together.
 */
export function checkFault(value: unknown, operations: OperationSet): FaultOptions {
	// Each field has passed its check.
	const options = checkFields(value, checks, "option of a fault") as FaultOptions;
	const refuse = (pointer: string, message: string): never => {
		throw new ControlError([{ pointer, message }]);
	};
	const { operation, status, kind, pace, body, headers, latency, hold, retryAfter } = options;
	if (operation !== undefined && !isOperation(operation, operations))
		refuse("/operation", noSuchOperation(operation, operations));
	if (status === undefined && kind === undefined && latency === undefined && !hold)
		refuse("", "the fault does nothing: it needs one of status, kind, latency, hold");
	if (pace !== undefined && kind !== "dribble") refuse("/pace", 'pace goes with kind "dribble"');
	if (body !== undefined && status === undefined) refuse("/body", "a body goes with a status");
	if (!isWritable(body)) refuse("/body", "expected a value of JSON");
	const responds = status !== undefined || kind === "rate-limit";
	if (headers !== undefined && !responds) refuse("/headers", "headers go with a status");
	if (retryAfter !== undefined && !responds)
		refuse("/retryAfter", 'retryAfter goes with a status, or kind "rate-limit"');
	if (status !== undefined && (kind === "drop" || kind === "stale-page" || kind === "rate-limit"))
		refuse("/status", `kind "${kind}" takes no status`);
	return options;
}

/** The same for options that are a part of something: pointers lead to them from there. */
export const faultAt = (place: string, input: unknown, operations: OperationSet): FaultOptions =>
	checkedAt(place, () => checkFault(input, operations));
