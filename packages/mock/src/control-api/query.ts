/** Reads the query of a call of the control API. */
import { ControlRefusal } from "../lib/control-error";
import { parseTime } from "../lib/parse-time";

/** Returns a whole number from 1. @throws ControlRefusal (400) for anything else. */
export function wholeNumber(query: URLSearchParams, name: string, otherwise: number): number {
	const text = query.get(name);
	if (text !== null && !/^[1-9]\d{0,5}$/.test(text))
		throw new ControlRefusal(400, `${name}: expected a whole number from 1 on, found "${text}".`);
	return text === null ? otherwise : Number(text);
}

/** Checks `world`: a single platform only accepts `*`. @throws ControlRefusal (400) for another value. */
export function checkAllWorlds(query: URLSearchParams): void {
	const world = query.get("world");
	if (world !== null && world !== "*")
		throw new ControlRefusal(400, `world: expected "*", found "${world}". The header X-Mock-World names one world.`);
}

/** Returns a time in milliseconds since 1970, or undefined. @throws ControlRefusal (400) if it is not a time. */
export function timeIn(query: URLSearchParams, name: string): number | undefined {
	const text = query.get(name);
	if (text === null) return undefined;
	const time = parseTime(text);
	if (Number.isNaN(time))
		throw new ControlRefusal(400, `${name}: expected a time such as 2026-01-01T00:00:00Z, found "${text}".`);
	return time;
}
