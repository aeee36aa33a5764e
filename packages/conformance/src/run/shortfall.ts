import type { Report } from "./result";

/** How many rules a run must check. */
export interface Completeness {
	/** The fewest rules that must have been checked. Default 1. */
	readonly minChecks?: number;
	/**
	 * The run fails if more rules than this are skipped because something is missing that you can provide: tokens, scene, tier.
	 * A number of rules, or a share such as "25%". Default "50%".
	 */
	readonly failOnSkip?: number | `${number}%`;
}

/** Why too little was checked to say that the server conforms; undefined if it was enough. */
export function shortfall(
	{ results }: Report,
	{ minChecks = 1, failOnSkip = "50%" }: Completeness = {},
): string | undefined {
	const rules = results.filter(({ check }) => check.phase !== "wire");
	const missing = rules.filter(({ skipped }) => skipped === "missing").length;
	const checked = rules.filter(({ verdict }) => verdict !== "skipped").length;
	if (checked < minChecks) return `Only ${checked} rules were checked; --min-checks requires ${minChecks}.`;
	const limit =
		typeof failOnSkip === "number" ? failOnSkip : ((checked + missing) * Number.parseFloat(failOnSkip)) / 100;
	if (missing <= limit) return undefined;
	return `${missing} of ${checked + missing} rules were skipped because tokens, scene or facts are missing; --fail-on-skip allows ${failOnSkip}.`;
}
