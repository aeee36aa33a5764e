import { type OperationRow, operations } from "@tenon/contract";
import type { Sent } from "./sent";

/** Other clients of the same user, such as another part of the run, use up some of a limit. */
const share = 4;

const rowOf = ({ operation, row }: Sent): OperationRow | undefined =>
	row ?? (operation && operation !== "executeGraphql" ? operations[operation] : undefined);

/** Whose limit a request counts against, as far as it shows: who acts for others may act for anybody. */
const whose = ({ actor, headers, path }: Sent): string => (headers.Sudo || path.includes("sudo=") ? "sudo" : actor);

/** Counts the requests of a run, to notice a limit that is reached after far fewer requests than the contract gives an operation. */
export class EarlyLimits {
	readonly #begin = performance.now();
	readonly #sent = new Map<string, number[]>();

	/** Counts a request that the server accepted. */
	count(sent: Sent): void {
		const row = rowOf(sent);
		if (!row?.rateLimit) return;
		const key = `${row.id} ${whose(sent)}`;
		const times = this.#sent.get(key) ?? [];
		this.#sent.set(key, times);
		times.push(performance.now());
		if (times.length > row.rateLimit.limit) times.shift();
	}

	/** Says so if a 429 comes far too early; not in the first period, for what was sent before the run counts as well. */
	reasonOf(sent: Sent, headers: Headers): string | undefined {
		const row = rowOf(sent);
		// A proxy may ask for a moment.
		if (!row?.rateLimit || !(Number(headers.get("retry-after")) > 10)) return undefined;
		const { limit, period } = row.rateLimit;
		const since = performance.now() - period * 1000;
		const times = [...new Set([whose(sent), "sudo"])].flatMap((actor) => this.#sent.get(`${row.id} ${actor}`) ?? []);
		const count = times.filter((time) => time >= since).length;
		const isEarly = since > this.#begin && count < limit / share;
		return isEarly
			? `429 after ${count} requests in ${period} seconds, where the contract gives ${row.id} ${limit}`
			: undefined;
	}
}
