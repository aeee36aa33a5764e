/** Reads the webhook of a metrics system. Each of its items is one occurrence. */
import { isRecord } from "../../lib/is-record";
import { metricsFingerprint, textFingerprint } from "./fingerprint";
import { flattened, hostsOf, mapped, type Occurrence, plain, timeOf, truncated } from "./payload";
import type { Payload, Reading } from "./reading";
import { metricsSeverity } from "./severity";

const keys = [
	...["alerts", "commonAnnotations", "commonLabels", "externalURL", "groupKey", "groupLabels"],
	...["receiver", "status", "version"],
];

/** The most items that are read from a payload. Further items are ignored. */
const mostItems = 100;

/** Whether a payload has the metrics format: it has all of the keys, and the version that is supported. */
export const isMetrics = (payload: Payload): boolean =>
	keys.every((key) => Object.hasOwn(payload, key)) && payload.version === "4" && Array.isArray(payload.alerts);

/** Returns the query of the metric. It is a parameter of the URL at which the metrics system shows it. */
function queryOf(item: Payload): string | undefined {
	const address = plain(item.generatorURL) ?? plain(item.generatorUrl);
	if (address === undefined || !URL.canParse(address)) return undefined;
	return new URL(address).searchParams.get("g0.expr") || undefined;
}

/** Returns the end time. The zero time, which senders write for "not yet", counts as undefined. */
function endOf(value: unknown): string | undefined {
	const time = timeOf(value);
	return time?.startsWith("0001-01-01") ? undefined : time;
}

/** The annotations that have their own field on the alert. */
const placed = new Set(
	["title", "summary", "description", "runbook", "gitlab_incident_markdown", "gitlab_y_label"].map(
		(name) => `annotations.${name}`,
	),
);

/** Reads an item. Returns undefined if it has no title or no start time. */
function itemOccurrence(item: unknown, reading: Reading): Occurrence | undefined {
	if (!isRecord(item)) return undefined;
	const labels = isRecord(item.labels) ? item.labels : {};
	const annotations = isRecord(item.annotations) ? item.annotations : {};
	const named = plain(annotations.title) ?? plain(annotations.summary) ?? plain(labels.alertname);
	const title = plain(mapped(item, "title", reading)) ?? named;
	const started_at = timeOf(mapped(item, "start_time", reading) ?? item.startsAt);
	if (title === undefined || started_at === undefined) return undefined;
	const ended_at = endOf(mapped(item, "end_time", reading) ?? item.endsAt);
	const query = queryOf(item);
	const text = (value: unknown, most: number): string | null => {
		const text = plain(value);
		return text === undefined ? null : truncated(text, most);
	};
	const further = flattened({ annotations }).filter(([path]) => !placed.has(path));
	return {
		title: truncated(title, 200),
		description: text(mapped(item, "description", reading) ?? annotations.description, 1_000),
		service: text(mapped(item, "service", reading), 100),
		monitoring_tool: text(mapped(item, "monitoring_tool", reading), 100),
		hosts: hostsOf(mapped(item, "hosts", reading)),
		severity: metricsSeverity(mapped(item, "severity", reading) ?? labels.severity),
		started_at,
		resolves: item.status === "resolved" || (ended_at !== undefined && item.status !== "firing"),
		ended_at,
		fingerprint: textFingerprint(mapped(item, "fingerprint", reading)) ?? metricsFingerprint(started_at, title, query),
		environment:
			plain(mapped(item, "service_environment_name", reading)) ??
			plain(labels.gitlab_environment_name) ??
			plain(labels.service_environment_name) ??
			null,
		runbook: plain(annotations.runbook) ?? null,
		incident_markdown: plain(annotations.gitlab_incident_markdown) ?? null,
		details: {
			...Object.fromEntries(further),
			...(query === undefined ? {} : { metric_query: query }),
			y_label: plain(annotations.gitlab_y_label) ?? named ?? title,
		},
	};
}

/** Returns the occurrences that a payload reports, in its order, without items that have no title or no start time. */
export const metricsOccurrences = ({ alerts }: Payload, reading: Reading): Occurrence[] =>
	(Array.isArray(alerts) ? alerts : []).slice(0, mostItems).flatMap((item) => itemOccurrence(item, reading) ?? []);
