import type { MetricsItem } from "@tenon/client/alerts";

/** The webhook is not of the format that is known; the message says where. */
export class Unreadable extends Error {}

const severities: { readonly [impact: string]: string } = { critical: "critical", major: "high", minor: "low" };

const isObject = (value: unknown): value is { readonly [name: string]: unknown } =>
	typeof value === "object" && value !== null && !Array.isArray(value);
const isTime = (value: unknown): value is string => typeof value === "string" && !Number.isNaN(Date.parse(value));

/**
 * The uptime monitoring's webhook as the items of a metrics system's. Start, title and query make an item's fingerprint, and are
 * the same for all that is told of one incident: so it is one alert, and its end ends that.
 */
export function translate(text: string): MetricsItem[] {
	let payload: unknown;
	try {
		payload = JSON.parse(text);
	} catch {
		throw new Unreadable("The body is no JSON.");
	}
	if (!isObject(payload) || !Array.isArray(payload.incidents)) throw new Unreadable("`incidents` should be a list.");
	return payload.incidents.map((incident: unknown, index): MetricsItem => {
		const wrong = (what: string) => new Unreadable(`incidents[${index}]: ${what}.`);
		if (!isObject(incident)) throw wrong("should be an object");
		const { id, check, status, impact, startedAt, endedAt, message } = incident;
		if (typeof id !== "string" || id === "") throw wrong("`id` should be a text");
		if (typeof check !== "string" || check === "") throw wrong("`check` should be a text");
		if (status !== "open" && status !== "closed") throw wrong("`status` should be open or closed");
		if (!isTime(startedAt)) throw wrong("`startedAt` should be a time");
		if (status === "closed" && !isTime(endedAt)) throw wrong("`endedAt` of one that is closed should be a time");
		const query = encodeURIComponent(`incident="${id}"`);
		return {
			status: status === "open" ? "firing" : "resolved",
			startsAt: startedAt,
			...(isTime(endedAt) ? { endsAt: endedAt } : {}),
			generatorURL: `https://uptime.example.com/graph?g0.expr=${query}`,
			labels: { alertname: check, severity: severities[String(impact)] ?? "unknown" },
			annotations: { title: check, ...(typeof message === "string" ? { description: message } : {}) },
		};
	});
}
