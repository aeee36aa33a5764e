/** Compares two servers: the same rules with the same seed, response by response. */

import { firstDifference } from "../rule/difference";
import type { Exchange } from "../rule/exchange";
import { allRules } from "../rules";
import { defaultMode } from "../run/default-mode";
import type { Mode } from "../run/result";
import { type Selection, select } from "../run/selection";
import { type ServerOptions, Session } from "../run/session";
import { canonicalResponse } from "./canonical";

/** Two servers that get the same requests, and the checks that send them. */
export interface CompareOptions extends Selection {
	readonly left: ServerOptions;
	readonly right: ServerOptions;
	/** Default: as for `run`. */
	readonly mode?: Mode;
	/** Seed of what is drawn at random; 1 unless given. */
	readonly seed?: number;
	readonly signal?: AbortSignal;
	/** Called after each check. */
	readonly onProgress?: (done: number, of: number, differences: number) => void;
}

/** The first response of a check in which the two servers differ. */
export interface Difference {
	/** Id of the check whose requests brought it about. */
	readonly check: string;
	/** Which request of the check it was, 1 the first. */
	readonly step: number;
	/** What differs: `status`, `/0/name`, `header x-total`. */
	readonly where: string;
	readonly left: unknown;
	readonly right: unknown;
	readonly exchanges: { readonly left: Exchange | undefined; readonly right: Exchange | undefined };
}

/** Differences between the responses of two servers. */
export interface Comparison {
	readonly left: string;
	readonly right: string;
	readonly seed: number;
	/** Checks whose requests were sent to both. */
	readonly compared: number;
	/** Pairs of responses that were compared. */
	readonly responses: number;
	readonly differences: readonly Difference[];
	readonly leftovers: readonly string[];
}

function differenceOf(check: string, left: readonly Exchange[], right: readonly Exchange[]): Difference | undefined {
	const names = { left: new Map<string, string>(), right: new Map<string, string>() };
	for (let index = 0; index < Math.max(left.length, right.length); index++) {
		const exchanges = { left: left[index], right: right[index] };
		const at = { check, step: index + 1, exchanges };
		if (!exchanges.left || !exchanges.right)
			return { ...at, where: "number of requests", left: left.length, right: right.length };
		const a = canonicalResponse(exchanges.left, names.left);
		const b = canonicalResponse(exchanges.right, names.right);
		const found = firstDifference(a, b);
		if (found) return { ...at, where: found.path, left: found.left, right: found.right };
	}
	return undefined;
}

/**
 * Sends the same requests to two servers and compares the responses: statuses, the headers that carry meaning and bodies, with ids, times, tokens
 * and addresses made comparable. Both should hold the same records; a scene each may be given.
 *
 * @throws Unreachable when one of the two does not respond.
 */
export async function compare(options: CompareOptions): Promise<Comparison> {
	const { mode = defaultMode(options.left), seed = 1, signal } = options;
	const label = Date.now().toString(36);
	const checks = select(allRules(), options);
	const open = (server: ServerOptions) =>
		Session.open({ ...server, mode, seed, label, signal, repeat: false, onExchange: () => {} });
	const [left, right] = [await open(options.left), await open(options.right)];
	const differences: Difference[] = [];
	const leftovers: string[] = [];
	let compared = 0;
	let responses = 0;
	for (const [index, check] of checks.entries()) {
		const [a, b] = [await left.make(check), await right.make(check)];
		leftovers.push(...a.leftovers.map((what) => `left: ${what}`), ...b.leftovers.map((what) => `right: ${what}`));
		if (a.exchanges.length + b.exchanges.length > 0) compared += 1;
		responses += Math.min(a.exchanges.length, b.exchanges.length);
		const difference = differenceOf(check.id, a.exchanges, b.exchanges);
		if (difference) differences.push(difference);
		options.onProgress?.(index + 1, checks.length, differences.length);
	}
	const { baseUrl: leftUrl } = options.left;
	return { left: leftUrl, right: options.right.baseUrl, seed, compared, responses, differences, leftovers };
}
