/**
 * The instant that a text names, in milliseconds since 1970; NaN for none. `Date.parse` alone makes the 2nd of March of the 30th
 * of February.
 */
export function parseTime(text: string): number {
	const [day] = /^\d{4}-\d\d-\d\d/.exec(text) ?? [];
	if (day !== undefined) {
		const midnight = new Date(`${day}T00:00:00.000Z`);
		if (Number.isNaN(midnight.getTime()) || !midnight.toISOString().startsWith(day)) return Number.NaN;
	}
	return Date.parse(text);
}
