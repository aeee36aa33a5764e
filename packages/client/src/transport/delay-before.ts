import type { Core } from "../connection/connection";
import { ApiError, ConnectionError, type TenonError, TimeoutError } from "../errors/errors";
import { retryAfter } from "../errors/retry-after";
import { neverSent } from "./never-sent";
import type { RetryClass } from "./route";

const statuses: { readonly [kind in RetryClass]: readonly number[] } = {
	safe: [408, 429, 500, 502, 503, 504],
	idempotent: [429, 502, 503, 504],
	"non-idempotent": [429],
};

/** Whether the retry class of an operation allows another attempt after an error or a refusal. */
export function allowsAfter(error: TenonError, kind: RetryClass): boolean {
	if (error instanceof ApiError) return statuses[kind].includes(error.status);
	if (error instanceof TimeoutError) return kind === "safe";
	if (!(error instanceof ConnectionError)) return false;
	return kind !== "non-idempotent" || (!error.outcomeUnknown && neverSent(error.cause));
}

/**
 * Returns the wait before the next attempt in milliseconds; undefined if the server asks for a longer wait than
 * allowed. The wait is random, so that clients that fail together do not retry together, and never near 0 after a 429.
 */
export function delayBefore(
	tries: number,
	refused: Response | undefined,
	{ base, cap, longest, random }: Core["backoff"],
): number | undefined {
	const bound = Math.min(cap, base * 2 ** tries);
	const seconds = refused && retryAfter(refused.headers);
	if (seconds !== undefined && seconds * 1000 > longest) return undefined;
	if (refused?.status === 429) return Math.max((seconds ?? 0) * 1000, bound / 2) + (random() * bound) / 2;
	return seconds === undefined ? random() * bound : seconds * 1000 + (random() * bound) / 2;
}
