import { flag, object, oneOf, optional, plain, text } from "../lib/checks";
import { ControlError, checkedAt } from "../lib/control-error";
import { isHeaderName, isHeaderValue } from "../lib/header-text";
import type { Pace } from "../request/http/stream";
import type { OperationSet } from "../request/operation-set";
import { type AnyCheck, checkFields } from "./check-fields";
import { type ControlledOperation, isOperation, noSuchOperation } from "./operation-names";
import { matchChecks, type RequestMatch } from "./request-match";

/** A range of milliseconds. The values look random and are the same in every run. */
export interface LatencyRange {
	readonly min: number;
	readonly max: number;
	/** Another seed gives other values. Default: 1. */
	readonly seed?: number;
}

/** What goes wrong, for which requests, and when. */
export interface FaultOptions {
	/** The operation that it applies to, such as `"createPipeline"`, `"executeGraphql"`, `"sendAlert"`. Default: all. */
	readonly operation?: ControlledOperation;
	/** The paths that it applies to, without query; `*` matches any characters: `"/api/v4/groups/acme*"`. */
	readonly path?: string;
	/** The requests that it applies to, by method, path, query, body and caller. */
	readonly match?: RequestMatch;
	/** The share of the matching requests that it applies to, above 0 and at most 1. Default: 1, all. */
	readonly share?: number;
	/** Seed of the random draws for `share`: the same requests in the same order give the same result. Default: 1. */
	readonly seed?: number;
	/** The maximum number of requests that it applies to. Default: no limit. */
	readonly times?: number;
	/** The number of matching requests that pass first. Default: 0. */
	readonly after?: number;
	/** Applies to every second, third … matching request after those. Default: 1, each. */
	readonly every?: number;
	/** The response's status, from 200 to 599. Without `body`, the platform's usual body for that status is sent. */
	readonly status?: number;
	/** The response's body: a string as it is, anything else as JSON. Requires `status`. */
	readonly body?: unknown;
	/** Additional headers of the response. Requires `status`, or the `kind` `rate-limit`. */
	readonly headers?: { readonly [name: string]: string };
	/** Delay of the response in milliseconds, by the machine's clock: a fixed number, or a range with a seed. */
	readonly latency?: number | LatencyRange;
	/**
	 * - `drop`: the connection breaks before the response begins.
	 * - `truncate`: it breaks in the middle of the response's body.
	 * - `malformed`: the body ends too soon, so that it is not valid JSON.
	 * - `stale-page`: a GET gets the response that the same caller got from the same URL when the fault first saw such a
	 *   request, as from an outdated cache. Requests without an earlier response pass, and do not count.
	 * - `dribble`: the body is sent in small pieces with pauses between them: see `pace`.
	 * - `rate-limit`: 429 with `Retry-After`.
	 *
	 * `truncate`, `malformed` and `dribble` change the real response, so the operation takes effect unless `status` sets
	 * another response.
	 */
	readonly kind?: "drop" | "truncate" | "malformed" | "stale-page" | "rate-limit" | "dribble";
	/** The bytes in a piece of a `dribble`, and the milliseconds between two pieces. Default: 16 and 100. */
	readonly pace?: Pace;
	/** The seconds in `Retry-After`, with `rate-limit` or a status. Default: 60 with `rate-limit`, otherwise none. */
	readonly retryAfter?: number;
	/** Holds the request until `release()`. */
	readonly hold?: boolean;
	/** `after`: the operation takes effect first, and then the fault replaces its response. Default: `before`. */
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
		for (const [name, more] of Object.entries(rest)) report(`${path}.${name}`, "no field of this name", more);
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
/** Accepts anything: a value that was sent as JSON is valid. */
export const anything: AnyCheck = { expected: "a JSON value", run: () => {} };

/** The check of each option's value. */
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

/** Whether a value is undefined or can be written as JSON. */
function isWritable(value: unknown): boolean {
	try {
		return value === undefined || JSON.stringify(value) !== undefined;
	} catch {
		return false;
	}
}

/**
 * Validates the options of a fault.
 *
 * @throws ControlError that names the unknown option, the invalid value, or the options that exclude each other.
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
	if (pace !== undefined && kind !== "dribble") refuse("/pace", 'pace requires kind "dribble"');
	if (body !== undefined && status === undefined) refuse("/body", "a body requires a status");
	if (!isWritable(body)) refuse("/body", "expected a JSON value");
	const responds = status !== undefined || kind === "rate-limit";
	if (headers !== undefined && !responds) refuse("/headers", "headers require a status");
	if (retryAfter !== undefined && !responds) refuse("/retryAfter", 'retryAfter requires a status or kind "rate-limit"');
	if (status !== undefined && (kind === "drop" || kind === "stale-page" || kind === "rate-limit"))
		refuse("/status", `kind "${kind}" cannot have a status`);
	return options;
}

/** Validates options that are part of a larger value; error pointers begin with `place`. */
export const faultAt = (place: string, input: unknown, operations: OperationSet): FaultOptions =>
	checkedAt(place, () => checkFault(input, operations));
