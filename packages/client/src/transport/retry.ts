import type { Core } from "../connection/connection";
import { ConnectionError, retryAfter, TenonError, TimeoutError } from "../errors/errors";
import type { RetryClass } from "./route";

const statuses: { readonly [kind in RetryClass]: readonly number[] } = {
	safe: [408, 429, 500, 502, 503, 504],
	idempotent: [429, 502, 503, 504],
	"non-idempotent": [429],
};

/**
 * Milliseconds to wait before the next attempt; undefined if there is to be none: the request's class does not allow it,
 * or the server asks for more patience than there is.
 */
export function delayBefore(
	attempt: number,
	outcome: Response | TenonError,
	kind: RetryClass,
	{ base, cap, longest, random }: Core["backoff"],
): number | undefined {
	if (!(outcome instanceof TenonError)) {
		if (!statuses[kind].includes(outcome.status)) return undefined;
		const asked = retryAfter(outcome.headers);
		if (asked !== undefined) return asked * 1000 > longest ? undefined : asked * 1000;
	} else if (outcome instanceof TimeoutError) {
		if (kind !== "safe") return undefined;
	} else if (!(outcome instanceof ConnectionError) || (kind === "non-idempotent" && !neverSent(outcome.cause))) {
		return undefined;
	}
	// Full jitter: clients that failed together do not come back together.
	return random() * Math.min(cap, base * 2 ** attempt);
}

/** The system's code of a failure of `fetch`, as `ECONNREFUSED`. Only Node tells it. */
export function codeOf(failure: unknown): string | undefined {
	if (typeof failure !== "object" || failure === null) return undefined;
	if ("code" in failure && typeof failure.code === "string") return failure.code;
	return "cause" in failure ? codeOf(failure.cause) : undefined;
}

/** Whether the failure shows that no connection was made, so that nothing can have been sent. */
export const neverSent = (failure: unknown): boolean =>
	/^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|UND_ERR_CONNECT_TIMEOUT)$/.test(codeOf(failure) ?? "");
