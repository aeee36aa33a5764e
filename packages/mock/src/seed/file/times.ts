import { parseTime } from "../../lib/parse-time";

/** Times in seeds: absolute, or relative to the platform's clock. */

const units: { readonly [unit: string]: number } = {
	s: 1_000,
	m: 60_000,
	h: 3_600_000,
	d: 86_400_000,
	w: 604_800_000,
};

const absolute = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/;
const relative = /^[+-](?:\d+(?:\.\d+)?[smhdw])+$/;

/** The formats of times, for messages. */
export const formsOfTime = "2026-01-05T09:30:00Z, 2026-01-05, now, -3d, +2h or -1d12h";

/**
 * Reads `now`, a distance from now such as `-3d` or `-1d12h` (seconds, minutes, hours, days, weeks), or an absolute
 * time.
 *
 * @returns Milliseconds since 1970, or undefined for any other text.
 */
export function readTime(text: string, now: number): number | undefined {
	if (text === "now") return now;
	if (absolute.test(text)) {
		const time = parseTime(text);
		return Number.isNaN(time) ? undefined : time;
	}
	if (!relative.test(text)) return undefined;
	let distance = 0;
	for (const [, amount, unit = ""] of text.matchAll(/(\d+(?:\.\d+)?)([smhdw])/g))
		distance += Number(amount) * (units[unit] ?? 0);
	const time = text.startsWith("-") ? now - distance : now + distance;
	// The time may be outside the range of a Date.
	return Number.isNaN(new Date(time).getTime()) ? undefined : Math.round(time);
}
