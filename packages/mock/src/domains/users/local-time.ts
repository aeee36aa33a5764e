import type { Clock } from "../../state/clock";

/** The formatters by time zone. Creating one takes a hundred times as long as using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the time of day in a zone, such as `3:38 PM`, or null without a zone. */
export function localTime(timeZone: string | null, clock: Clock): string | null {
	if (timeZone === null) return null;
	let format = formats.get(timeZone);
	if (!format) {
		format = new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit", timeZone });
		formats.set(timeZone, format);
	}
	// The space before AM or PM is not an ordinary one.
	return format.format(clock.now()).replace(/\s/g, " ");
}
