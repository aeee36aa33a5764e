/** Payloads of the metrics-alert webhook. */
import type { Fields } from "../../rule/answer";

/** A whole payload with these items. */
export const payloadOf = (...items: readonly Fields[]): Fields => ({
	version: "4",
	groupKey: "{}:{}",
	status: "firing",
	receiver: "conformance",
	groupLabels: {},
	commonLabels: {},
	commonAnnotations: {},
	externalURL: "https://metrics.example.com",
	alerts: items,
});

/** A firing item of this title. */
export const titled = (title: string, given: Fields = {}): Fields => ({
	status: "firing",
	startsAt: "2026-01-05T08:00:00Z",
	endsAt: "0001-01-01T00:00:00Z",
	labels: { alertname: title },
	annotations: {},
	...given,
});
