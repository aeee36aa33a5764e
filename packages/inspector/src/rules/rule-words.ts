import type { Rule } from "./rule-form";
import type { SavedRule } from "./save-rule";

/** Returns a text for the requests that a rule applies to. */
export function whenWords({ options, ...rule }: Rule): string {
	const { operation, match, share } = options;
	const path = match?.path ?? (rule.kind === "fault" && "path" in options ? options.path : undefined);
	const parts = [
		operation ?? (path === undefined && match?.method === undefined ? "every request" : ""),
		[match?.method, path].filter(Boolean).join(" "),
		match?.user === undefined ? "" : `by ${match.user ?? "nobody"}`,
		match?.query || match?.body !== undefined ? "with certain parameters" : "",
		share === undefined ? "" : `${Math.round(share * 100)} % of them`,
	];
	return parts.filter((part) => part !== "").join(", ");
}

const latencyWords = (latency: number | { min: number; max: number }): string =>
	typeof latency === "number" ? `waits ${latency} ms` : `waits ${latency.min} to ${latency.max} ms`;

const kindWords = {
	drop: "breaks the connection",
	truncate: "breaks off in the body",
	malformed: "broken JSON",
	"stale-page": "an old response",
	"rate-limit": "429, rate limited",
	dribble: "the body in small pieces",
} as const;

/** Returns a text for the effect of a rule. */
export function doesWords({ kind, options }: Rule): string {
	if (kind === "override") {
		const { responses, status = 200 } = options;
		return responses
			? `responds with ${responses.map((one) => one.status ?? 200).join(", then ")}`
			: `responds with ${status}`;
	}
	const parts = [
		options.hold ? "holds" : "",
		options.latency === undefined ? "" : latencyWords(options.latency),
		options.status === undefined ? "" : `fails with ${options.status}`,
		options.kind === undefined ? "" : kindWords[options.kind],
		options.when === "after" ? "after it took effect" : "",
	];
	return parts.filter((part) => part !== "").join(", ");
}

/** Returns how often a rule has been applied, and its limit. */
export function struckWords({ kind, options, calls, held }: SavedRule): string {
	const most = kind === "override" ? (options.responses?.length ?? options.times) : options.times;
	const waiting = held > 0 ? `, ${held} held` : "";
	return `struck ${calls}${most === undefined ? "" : ` of ${most}`}${waiting}`;
}
