import { checkFields } from "../control/check-fields";
import { flag, optional, plain } from "../lib/checks";
import { ControlError } from "../lib/control-error";
import { parseTime } from "../lib/parse-time";
import type { Clock } from "../state/clock";

/** The clock as the control API tells it. */
export const clockNow = (clock: Clock): object => ({ now: clock.iso(), ticking: clock.isTicking });

const time = plain<string>(
	"a time such as 2026-01-01T00:00:00Z",
	(value) => typeof value === "string" && !Number.isNaN(parseTime(value)),
);
const length = plain<string | number>(
	'a length of time such as "8 days", or milliseconds',
	(value) => typeof value === "string" || (typeof value === "number" && Number.isFinite(value) && value >= 0),
);

/** Sets the clock, and whether it runs. */
export function setClock(clock: Clock, given: unknown): void {
	const { now, ticking } = checkFields(given, { now: optional(time), ticking: optional(flag) }, "part of a clock");
	if (ticking === true) clock.tick();
	// In one step: a clock that is set first runs on until it is frozen.
	if (ticking === false) clock.freeze(typeof now === "string" ? now : undefined);
	else if (typeof now === "string") clock.set(now);
}

export function advanceClock(clock: Clock, given: unknown): void {
	const { by } = checkFields(given, { by: length }, "part of it");
	const fault = (message: string): ControlError => new ControlError([{ pointer: "/by", message }]);
	if (by === undefined) throw fault('missing: a length of time such as "8 days", or milliseconds');
	try {
		// Held against its check.
		clock.advance(by as string | number);
	} catch (error) {
		if (error instanceof TypeError) throw fault(error.message);
		throw error;
	}
}
