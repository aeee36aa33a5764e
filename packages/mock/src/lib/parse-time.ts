/**
 * Returns the time of a text, in milliseconds since 1970; NaN if it is invalid. `Date.parse` alone turns February 30
 * into March 2.
 */
export function parseTime(text: string): number {
	const [day] = /^\d{4}-\d\d-\d\d/.exec(text) ?? [];
	if (day !== undefined) {
		const midnight = new Date(`${day}T00:00:00.000Z`);
		if (Number.isNaN(midnight.getTime()) || !midnight.toISOString().startsWith(day)) return Number.NaN;
	}
	return Date.parse(text);
}
