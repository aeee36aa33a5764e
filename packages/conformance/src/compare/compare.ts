/** Compares two servers response by response, with the requests of the same rules and the same seed. */

import { firstDifference } from "../rule/difference";
import type { Exchange } from "../rule/exchange";
import { allRules } from "../rules";
import { defaultMode } from "../run/default-mode";
import type { Mode } from "../run/result";
import { type Selection, select } from "../run/selection";
import { type ServerOptions, Session } from "../run/session";
import { canonicalResponse } from "./canonical";

/** The options of `compare`: the two servers, and the checks whose requests both get. */
export interface CompareOptions extends Selection {
	readonly left: ServerOptions;
	readonly right: ServerOptions;
	/** Defaults to the default mode of `run` for the left server. */
	readonly mode?: Mode;
	/** The seed of random values; defaults to 1. */
	readonly seed?: number;
	readonly signal?: AbortSignal;
	/** Called after each check: with the number of checks done, of all checks, and of differences so far. */
	readonly onProgress?: (done: number, of: number, differences: number) => void;
}

/** The first difference between the two servers in the responses of a check. */
export interface Difference {
	/** The id of the check that sent the request. */
	readonly check: string;
	/** The position of the request in the check; the first is 1. */
	readonly step: number;
	/** What differs, such as `/status`, `/body/0/name` or `/header x-total`; or `number of requests`. */
	readonly where: string;
	readonly left: unknown;
	readonly right: unknown;
	readonly exchanges: { readonly left: Exchange | undefined; readonly right: Exchange | undefined };
}

/** The result of comparing two servers. */
export interface Comparison {
	readonly left: string;
	readonly right: string;
	readonly seed: number;
	/** The number of checks that sent requests. */
	readonly compared: number;
	/** The number of pairs of responses. */
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
 * Sends the same requests to two servers and compares statuses, some headers, and bodies, with placeholders for ids,
 * times, tokens and origins. Both servers should have the same records. Each may have its own scene.
 *
 * @throws Unreachable if one of the servers does not respond.
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
