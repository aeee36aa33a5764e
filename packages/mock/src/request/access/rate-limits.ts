import type { OperationRow } from "@tenon/contract";
import type { Clock } from "../../state/clock";
import { retryLater, tooManyRequests } from "../http/errors";
import type { RequestLimit, Settings } from "../settings/settings";
import type { Actor } from "./actor";

/** The keys of limits that do not apply to administrators. */
const spared = new Set(["user_get"]);
/** Whether an operation's limit does not apply to this caller. */
export const sparesAdministrators = (row: OperationRow, actor: Actor): boolean =>
	actor.isAdmin && row.rateLimit !== undefined && spared.has(row.rateLimit.key);

/** Returns how many requests of an operation the settings allow in a period; null for no limit. */
function limitOf({ rateLimit, evidence }: OperationRow, { rateLimits }: Settings): number | null {
	if (!rateLimit || rateLimits === "off") return null;
	if (rateLimits === "realistic") return rateLimit.limit;
	const set = rateLimits === "stated" ? undefined : rateLimits[rateLimit.key];
	if (set !== undefined) return set;
	return evidence.stated.includes("429") ? rateLimit.limit : null;
}

/** The result of counting a request against the limit on all requests. */
interface LimitAnswer {
	readonly refused: boolean;
	readonly headers: { readonly [name: string]: string };
}

/** Counts requests by caller, in windows that begin with a caller's first request. */
export class RateLimits {
	readonly #counts = new Map<string, { start: number; count: number }>();

	/** Counts a request against its operation's limit. Throws 429, without counting it, if the limit is reached. */
	count(row: OperationRow, caller: string, settings: Settings, clock: Clock): void {
		const rule = row.rateLimit;
		const limit = limitOf(row, settings);
		if (!rule || limit === null) return;
		const key = `${rule.key}:${caller}`;
		const current = this.#window(key, rule.period, clock);
		if (current.count >= limit) throw tooManyRequests(rule.period);
		this.#counts.set(key, { start: current.start, count: current.count + 1 });
	}

	/** Counts a request against the limit on all requests. Refused ones count too. */
	countAll(caller: string, limit: RequestLimit, clock: Clock): LimitAnswer {
		const key = `all:${caller}`;
		const { start, count } = this.#window(key, limit.period, clock);
		const observed = count + 1;
		this.#counts.set(key, { start, count: observed });
		const reset = Math.ceil(start / 1000) + limit.period;
		const headers = {
			"ratelimit-limit": String(limit.requests),
			"ratelimit-observed": String(observed),
			"ratelimit-remaining": String(Math.max(0, limit.requests - observed)),
			"ratelimit-reset": String(reset),
		};
		if (observed <= limit.requests) return { refused: false, headers };
		const wait = Math.max(1, Math.ceil(reset - clock.now() / 1000));
		const resetTime = new Date(reset * 1000).toUTCString();
		return { refused: true, headers: { ...headers, "ratelimit-resettime": resetTime, "retry-after": String(wait) } };
	}

	/** Counts something by a key. Throws 429 with a text if its limit is reached. */
	countOf(key: string, { requests, period }: RequestLimit, clock: Clock): void {
		const { start, count } = this.#window(key, period, clock);
		if (count >= requests) throw retryLater(Math.max(1, Math.ceil(period - (clock.now() - start) / 1000)));
		this.#counts.set(key, { start, count: count + 1 });
	}

	#window(key: string, period: number, clock: Clock): { start: number; count: number } {
		const now = clock.now();
		const entry = this.#counts.get(key);
		return entry && now - entry.start < period * 1000 ? entry : { start: now, count: 0 };
	}

	clear(): void {
		this.#counts.clear();
	}
}
