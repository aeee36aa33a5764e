import type { Clock } from "../../state/clock";

/** A formatter takes a hundred times as long to make as to use. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** The time of day in a zone, such as `3:38 PM`; null without a zone. */
export function localTime(timeZone: string | null, clock: Clock): string | null {
	if (timeZone === null) return null;
	let format = formats.get(timeZone);
	if (!format) {
		format = new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit", timeZone });
		formats.set(timeZone, format);
	}
	// Between the time and AM or PM stands a space that is not the usual one.
	return format.format(clock.now()).replace(/\s/g, " ");
}
