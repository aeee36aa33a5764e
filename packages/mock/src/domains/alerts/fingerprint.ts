/** Fingerprints, which identify payloads about the same problem. */
import { sha } from "../../state/sha";
import type { Payload, Reading } from "./reading";

/** The fields that differ between occurrences of the same problem. */
const passing = ["start_time", "end_time", "hosts"] as const;

/** Returns the fingerprint that the sender supplied, with lists joined, or null if it is blank or has objects. */
export function textFingerprint(value: unknown): string | null {
	const parts = [value].flat(Number.POSITIVE_INFINITY);
	if (parts.some((part) => typeof part === "object" && part !== null)) return null;
	const text = parts.map((part) => (part === null || part === undefined ? "" : String(part))).join("");
	return text.trim() === "" ? null : `given:${text}`;
}

/** Returns a payload as text that ignores the order of keys, blank values and the values at the paths in `left`. */
function canonical(value: unknown, left: ReadonlySet<string>, path = ""): string {
	if (left.has(path) || value === null || value === undefined) return "";
	if (typeof value === "string") return value.trim() === "" ? "" : JSON.stringify(value);
	if (typeof value !== "object") return String(value);
	if (Array.isArray(value)) {
		const items = value.map((item, index) => canonical(item, left, `${path}/${index}`));
		return items.every((item) => item === "") ? "" : `[${items.join(",")}]`;
	}
	const entries = Object.entries(value)
		.map(([name, one]) => [JSON.stringify(name), canonical(one, left, `${path}/${name}`)] as const)
		.filter(([, text]) => text !== "")
		.sort(([a], [b]) => (a < b ? -1 : 1));
	return entries.length === 0 ? "" : `{${entries.map((pair) => pair.join(":")).join(",")}}`;
}

/** Returns the fingerprint of a payload, ignoring times and hosts. Returns null if nothing else is in it. */
export function fingerprintOf(payload: Payload, { mappings }: Reading): string | null {
	const ways = mappings
		.filter(({ field }) => passing.some((one) => one === field))
		.map(({ path }) => path.map((step) => `/${step}`).join(""));
	const text = canonical(payload, new Set([...passing.map((name) => `/${name}`), ...ways]));
	return text === "" ? null : `generated:${text.length}:${sha(text)}`;
}

/** Returns the fingerprint of an item of the metrics format. */
export const metricsFingerprint = (startsAt: string, title: string, query: string | undefined): string =>
	`metrics:${sha([startsAt, title, query ?? ""].join("/"))}`;
