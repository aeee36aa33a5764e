import { parseTime } from "../lib/parse-time";

const units = { second: 1, minute: 60, hour: 3_600, day: 86_400, week: 604_800 } as const;

/** Reads `"8 days"`, `"90 minutes"`, or a number of milliseconds. Throws for anything else. */
function milliseconds(text: string | number): number {
	if (typeof text === "number") return text;
	const match = /^(\d+(?:\.\d+)?)\s*(second|minute|hour|day|week)s?$/.exec(text.trim());
	if (!match)
		throw new TypeError(`Not a length of time: "${text}". Use, for example, "8 days" or 1500 (milliseconds).`);
	// The pattern only matches the units of the table.
	return Number(match[1]) * units[match[2] as keyof typeof units] * 1000;
}

function instant(text: string | number | Date): number {
	const time = text instanceof Date ? text.getTime() : typeof text === "number" ? text : parseTime(text);
	// A time outside the range of a Date cannot be written as text either.
	if (Number.isNaN(new Date(time).getTime()))
		throw new TypeError(`Not a time: "${text}". Use, for example, "2026-01-01T00:00:00Z".`);
	return time;
}

/** A clock as data: the time of a stopped one, or the milliseconds that a running one is ahead of the machine's. */
export type ClockData = { readonly fixed: string } | { readonly offset: number };

/**
 * The platform's clock. All timestamps and expiry checks use it.
 *
 * @example
 * const platform = createPlatform({ clock: "2026-01-01T00:00:00Z" });
 * platform.clock.advance("8 days");
 * platform.clock.tick(); // on from there
 */
export class Clock {
	#fixed: number | undefined;
	#offset = 0;
	/** The last formatted time and its text: thousands of records may share it. */
	#written = Number.NaN;
	#text = "";

	/** @param at The time at which the clock is stopped. Default: it runs with the machine's clock. */
	constructor(at?: string | number | Date) {
		if (at !== undefined) this.#fixed = instant(at);
	}

	/** Returns the current time, in milliseconds since 1970. */
	now(): number {
		return this.#fixed ?? Date.now() + this.#offset;
	}

	/** Returns the current time in the platform's format: UTC with three decimals. */
	iso(): string {
		const now = this.now();
		if (now !== this.#written) {
			this.#written = now;
			this.#text = new Date(now).toISOString();
		}
		return this.#text;
	}

	/** Returns the current date in UTC, as `YYYY-MM-DD`. */
	today(): string {
		return this.iso().slice(0, 10);
	}

	/** Sets the clock to a time. A running clock goes on from there. */
	set(at: string | number | Date): void {
		if (this.#fixed === undefined) this.#offset = instant(at) - Date.now();
		else this.#fixed = instant(at);
	}

	/** Whether the clock runs with the machine's clock, rather than being stopped. */
	get isTicking(): boolean {
		return this.#fixed === undefined;
	}

	/** Stops the clock, at the current time or at another one. */
	freeze(at: string | number | Date = this.now()): void {
		this.#fixed = instant(at);
	}

	/** Makes the clock run with the machine's clock, starting at its current time. */
	tick(): void {
		if (this.#fixed !== undefined) this.#offset = this.#fixed - Date.now();
		this.#fixed = undefined;
	}

	/** Returns the clock's state, to be stored and passed to `load`. */
	toData(): ClockData {
		return this.#fixed === undefined ? { offset: this.#offset } : { fixed: new Date(this.#fixed).toISOString() };
	}

	/** Restores what `toData` returned. Throws a TypeError if the data is invalid. */
	load(data: ClockData): void {
		if ("fixed" in data) {
			this.#fixed = instant(data.fixed);
			return;
		}
		if (!Number.isFinite(data.offset))
			throw new TypeError('expected { "fixed": a time } or { "offset": milliseconds ahead of the machine\'s clock }');
		this.#fixed = undefined;
		this.#offset = data.offset;
	}

	/** Moves the clock forward by milliseconds, or by a text such as "8 days". */
	advance(by: string | number): void {
		this.set(this.now() + milliseconds(by));
	}
}
