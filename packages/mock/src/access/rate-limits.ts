import type { OperationRow } from "@tenon/contract";
import { tooManyRequests } from "../http/errors";
import type { Settings } from "../settings";
import type { Clock } from "../state/clock";

/** Counts the requests of an operation's own limit, by caller, in windows that begin with a caller's first request. */
export class RateLimits {
	readonly #counts = new Map<string, { start: number; count: number }>();

	/** Counts a request. Throws 429 if the limit of its window is used up; a refused request is not counted. */
	count(row: OperationRow, caller: string, settings: Settings, clock: Clock): void {
		const rule = row.rateLimit;
		if (!rule) return;
		const set = settings.rateLimits[rule.key];
		const limit = set === undefined ? rule.limit : set;
		if (limit === null) return;
		const key = `${rule.key}:${caller}`;
		const now = clock.now();
		const entry = this.#counts.get(key);
		const current = entry && now - entry.start < rule.period * 1000 ? entry : { start: now, count: 0 };
		if (current.count >= limit) throw tooManyRequests(rule.period);
		this.#counts.set(key, { start: current.start, count: current.count + 1 });
	}

	clear(): void {
		this.#counts.clear();
	}
}
