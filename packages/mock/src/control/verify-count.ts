import { ControlError } from "../lib/control-error";
import type { NearMiss } from "./near-misses";

/** The expected number of requests: exactly `count`, or from `atLeast` to `atMost`. Default: at least one. */
export interface CountBounds {
	readonly count?: number | undefined;
	readonly atLeast?: number | undefined;
	readonly atMost?: number | undefined;
}

/** Thrown if more or fewer requests matched than expected. */
export class VerificationError extends Error {
	/** The number of matching requests. */
	readonly count: number;
	/** Up to three requests that nearly match, and the differences. */
	readonly nearMisses: readonly NearMiss[];

	constructor(message: string, count: number, nearMisses: readonly NearMiss[]) {
		const near = nearMisses.map(({ request, differences }) => `\n  ${request}: ${differences.join("; ")}`).join("");
		super(near === "" ? message : `${message} The closest were:${near}`);
		this.name = "VerificationError";
		this.count = count;
		this.nearMisses = nearMisses;
	}
}

/**
 * Returns the message for a number of requests outside the bounds; undefined if it is within them.
 *
 * @throws ControlError if `count` is combined with one of the others.
 */
export function countFault(found: number, { count, atLeast, atMost }: CountBounds): string | undefined {
	if (count !== undefined && (atLeast ?? atMost) !== undefined)
		throw new ControlError([{ pointer: "/count", message: "count cannot be combined with atLeast or atMost" }]);
	const least = count ?? atLeast ?? (atMost === undefined ? 1 : 0);
	const most = count ?? atMost ?? Number.POSITIVE_INFINITY;
	if (found >= least && found <= most) return undefined;
	const expected =
		least === most ? String(least) : most === Number.POSITIVE_INFINITY ? `${least} or more` : `${least} to ${most}`;
	return `Expected ${expected} matching requests, found ${found}.`;
}
