/** Reads an alert from a payload in the generic format. */
import { isLonger } from "../../lib/is-longer";
import { isRecord } from "../../lib/is-record";
import { readTime } from "../../request/http/coerce";
import type { AlertField, AlertSeverity } from "../../state/records";
import { fingerprintOf, textFingerprint } from "./fingerprint";
import type { Payload, Reading } from "./reading";
import { genericSeverity } from "./severity";

/** The occurrence that a payload reports, as an alert stores it. */
export interface Occurrence {
	readonly title: string;
	readonly description: string | null;
	readonly service: string | null;
	readonly monitoring_tool: string | null;
	readonly hosts: readonly string[];
	readonly severity: AlertSeverity;
	/** Undefined means now. */
	readonly started_at: string | undefined;
	/** Whether the payload reports that the problem ended, at `ended_at` or (if undefined) now. */
	readonly resolves: boolean;
	readonly ended_at: string | undefined;
	readonly fingerprint: string | null;
	readonly environment: string | null;
	readonly runbook: string | null;
	readonly incident_markdown: string | null;
	readonly details: Payload;
}

export const untitled = "New: Alert";

/** Returns a plain value as text. Returns undefined for a blank text, an object, a list or null. */
export function plain(value: unknown): string | undefined {
	if (typeof value === "number" || typeof value === "boolean") return String(value);
	return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

/** Cuts a text to at most `most` characters. A text that was cut ends in three dots. */
export function truncated(text: string, most: number): string {
	return isLonger(text, most) ? `${[...text].slice(0, most - 3).join("")}...` : text;
}

const short = (value: unknown, most: number): string | null => {
	const text = plain(value);
	return text === undefined ? null : truncated(text, most);
};

const longestHosts = 255;

/** Returns the hosts in order, with nested lists flattened. Cuts off what exceeds the maximum total length. */
export function hostsOf(value: unknown): string[] {
	const all = [value].flat(Number.POSITIVE_INFINITY).flatMap((one) => plain(one) ?? []);
	let left = longestHosts;
	return all.flatMap((host) => {
		const kept = [...host].slice(0, left);
		left -= kept.length;
		return kept.length === 0 ? [] : [kept.join("")];
	});
}

/** Reads a time from a text or from milliseconds since 1970. Returns undefined for any other value. */
export function timeOf(value: unknown): string | undefined {
	if (typeof value === "string" && /^\d{12,13}$/.test(value)) return timeOf(Number(value));
	if (typeof value === "string") return readTime(value);
	if (typeof value !== "number" || !Number.isInteger(value) || value < 0 || value > 253_402_300_799_999)
		return undefined;
	return new Date(value).toISOString();
}

/** Returns the value at a path in a payload. */
function at(payload: unknown, path: readonly (string | number)[]): unknown {
	let value = payload;
	for (const step of path) {
		if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined;
		value = Reflect.get(value, step);
	}
	return value;
}

/** Returns the value at a field's mapped path, or undefined if there is no mapping or the value is blank. */
export function mapped(payload: Payload, field: AlertField, { mappings }: Reading): unknown {
	const mapping = mappings.find((one) => one.field === field);
	const value = mapping && at(payload, mapping.path);
	return value === null || (typeof value === "string" && value.trim() === "") ? undefined : value;
}

type Flat = [path: string, value: unknown][];

/** Returns the values in a payload with their paths, joined by dots. A list is one value. */
export function flattened(payload: Payload, above = "", out: Flat = []): Flat {
	for (const [name, value] of Object.entries(payload)) {
		const path = above === "" ? name : `${above}.${name}`;
		if (isRecord(value) && Object.keys(value).length > 0) flattened(value, path, out);
		else out.push([path, value]);
	}
	return out;
}

const own = new Set([
	...["title", "description", "start_time", "end_time", "service", "monitoring_tool", "hosts", "severity"],
	...["fingerprint", "service_environment_name", "gitlab_environment_name"],
]);

/** Reads the occurrence that a payload of the generic format reports. */
export function genericOccurrence(payload: Payload, reading: Reading): Occurrence {
	const field = (name: AlertField): unknown => mapped(payload, name, reading) ?? payload[name];
	const ended_at = timeOf(field("end_time"));
	return {
		title: truncated(plain(field("title")) ?? untitled, 200),
		description: short(field("description"), 1_000),
		service: short(field("service"), 100),
		monitoring_tool: short(field("monitoring_tool"), 100),
		hosts: hostsOf(field("hosts")),
		severity: genericSeverity(field("severity")),
		started_at: timeOf(field("start_time")),
		resolves: ended_at !== undefined,
		ended_at,
		fingerprint:
			textFingerprint(field("fingerprint")) ?? (reading.fingerprints ? fingerprintOf(payload, reading) : null),
		environment: plain(field("service_environment_name")) ?? plain(payload.gitlab_environment_name) ?? null,
		runbook: plain(payload.runbook) ?? null,
		incident_markdown: null,
		details: Object.fromEntries(flattened(payload).filter(([path]) => !own.has(path))),
	};
}
