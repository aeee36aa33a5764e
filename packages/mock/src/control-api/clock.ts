import { checkFields } from "../control/check-fields";
import { flag, optional, plain } from "../lib/checks";
import { ControlError } from "../lib/control-error";
import { parseTime } from "../lib/parse-time";
import { ok } from "../request/http/json-response";
import type { Clock } from "../state/clock";
import type { Route } from "./call";
import { listUpcoming } from "./clock-upcoming";
import { undoingData } from "./undo";

const clockNow = (clock: Clock): object => ({ now: clock.iso(), ticking: clock.isTicking });

const time = plain<string>(
	"a time such as 2026-01-01T00:00:00Z",
	(value) => typeof value === "string" && !Number.isNaN(parseTime(value)),
);
const length = plain<string | number>(
	'a length of time such as "8 days", or milliseconds',
	(value) => typeof value === "string" || (typeof value === "number" && Number.isFinite(value) && value >= 0),
);

/** Sets the clock's time, and whether it runs. */
function setClock(clock: Clock, value: unknown): void {
	const { now, ticking } = checkFields(value, { now: optional(time), ticking: optional(flag) }, "field");
	if (ticking === true) clock.tick();
	// In one step: a running clock that is set first goes on until it is frozen.
	if (ticking === false) clock.freeze(typeof now === "string" ? now : undefined);
	else if (typeof now === "string") clock.set(now);
}

/** Moves the clock forward by a length of time, or to a time that is not in the past. */
function advanceClock(clock: Clock, input: unknown): void {
	const { by, to } = checkFields(input, { by: optional(length), to: optional(time) }, "field");
	const fault = (pointer: string, message: string): ControlError => new ControlError([{ pointer, message }]);
	if (by !== undefined && to !== undefined) throw fault("/to", "to and by cannot be combined");
	if (typeof to === "string") {
		if (parseTime(to) < clock.now()) throw fault("/to", `expected a time from ${clock.iso()} on, found ${to}`);
		clock.set(to);
		return;
	}
	if (by === undefined)
		throw fault("/by", 'missing: a length of time such as "8 days", or milliseconds; or to, a time');
	try {
		// The value has passed its check.
		clock.advance(by as string | number);
	} catch (error) {
		if (error instanceof TypeError) throw fault("/by", error.message);
		throw error;
	}
}

/** The routes that read and change the clock. */
export const clockRoutes: { readonly [path: string]: { readonly [verb: string]: Route } } = {
	"/clock": {
		GET: ({ platform }) => ok(clockNow(platform.clock)),
		PUT: undoingData((call) => {
			setClock(call.platform.clock, call.json());
			return ok(clockNow(call.platform.clock));
		}),
	},
	"/clock/advance": {
		POST: undoingData((call) => {
			advanceClock(call.platform.clock, call.json());
			return ok(clockNow(call.platform.clock));
		}),
	},
	"/clock/upcoming": { GET: ({ platform, query }) => ok(listUpcoming(platform, query)) },
};
