import type { MetricsItem } from "@tenon/client/alerts";

/** The webhook has the wrong format; the message says where. */
export class InvalidWebhook extends Error {}

const severities: { readonly [impact: string]: string } = { critical: "critical", major: "high", minor: "low" };

const isObject = (value: unknown): value is { readonly [name: string]: unknown } =>
	typeof value === "object" && value !== null && !Array.isArray(value);
const isTime = (value: unknown): value is string => typeof value === "string" && !Number.isNaN(Date.parse(value));

/**
 * Turns the webhook of an uptime monitor into the items of a metrics webhook. The platform makes an item's fingerprint from its
 * start, title and query. These are the same for every webhook about one incident, so that the incident is one alert.
 */
export function translate(text: string): MetricsItem[] {
	let payload: unknown;
	try {
		payload = JSON.parse(text);
	} catch {
		throw new InvalidWebhook("The body is not JSON.");
	}
	if (!isObject(payload) || !Array.isArray(payload.incidents)) throw new InvalidWebhook("`incidents` must be a list.");
	return payload.incidents.map((incident: unknown, index): MetricsItem => {
		const wrong = (what: string) => new InvalidWebhook(`incidents[${index}]: ${what}.`);
		if (!isObject(incident)) throw wrong("should be an object");
		const { id, check, status, impact, startedAt, endedAt, message } = incident;
		if (typeof id !== "string" || id === "") throw wrong("`id` must be a non-empty string");
		if (typeof check !== "string" || check === "") throw wrong("`check` must be a non-empty string");
		if (status !== "open" && status !== "closed") throw wrong("`status` must be open or closed");
		if (!isTime(startedAt)) throw wrong("`startedAt` must be a time");
		if (status === "closed" && !isTime(endedAt)) throw wrong("`endedAt` of a closed incident must be a time");
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
