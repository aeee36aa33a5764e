const units = [
	["d", 86_400_000],
	["h", 3_600_000],
	["min", 60_000],
	["s", 1_000],
] as const;

/** Formats a duration in its two largest units: "3 d 2 h". */
export function lengthWords(milliseconds: number): string {
	let rest = Math.max(0, milliseconds);
	const parts: string[] = [];
	for (const [unit, size] of units) {
		const count = Math.floor(rest / size);
		rest -= count * size;
		if (count > 0) parts.push(`${count} ${unit}`);
		if (parts.length === 2) break;
	}
	return parts.length === 0 ? "less than 1 s" : parts.join(" ");
}

/** Formats the time since a time of the machine's clock: "2 min 3 s ago". */
export function agoWords(time: number): string {
	const passed = Date.now() - time;
	return passed < 5_000 ? "now" : `${lengthWords(passed)} ago`;
}

/** Formats a time of the platform in UTC. */
export const timeWords = (time: string | number): string => new Date(time).toISOString().slice(0, 19).replace("T", " ");
