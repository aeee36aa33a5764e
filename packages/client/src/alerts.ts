/** Sending alerts to an integration, with its address and key alone: {@link createAlertSender}. */
import type { Alert } from "@tenon/contract";
import type { ApiPromise } from "./calls/api-promise";
import { sendTo } from "./calls/send-to";
import { CoreHolder, type Dialect, type Fetch, type RequestOptions } from "./connection/connection";
import { isVisible } from "./credentials/credentials";
import { UsageError } from "./errors/errors";
import { parseUrl } from "./lib/url";

/** How severe, in any case; another text is taken and read as critical. */
export type AlertSeverity =
	| "critical"
	| "high"
	| "medium"
	| "low"
	| "info"
	| "unknown"
	| Uppercase<"critical" | "high" | "medium" | "low" | "info" | "unknown">
	| (string & {});

/**
 * An alert in the generic form. Everything may be left out; further fields are kept with the alert.
 *
 * @example
 * const alert: AlertPayload = { title: "Disk full", severity: "high", hosts: ["db-1"], fingerprint: "disk-db-1" };
 */
export interface AlertPayload {
	/** At most 200 characters are kept. Default `New: Alert`. */
	readonly title?: string | undefined;
	/** At most 1,000 characters are kept. */
	readonly description?: string | undefined;
	/** Default: when it arrives. */
	readonly start_time?: string | Date | undefined;
	/** Reports that the trouble is over: resolves the open alert with this fingerprint. */
	readonly end_time?: string | Date | undefined;
	readonly service?: string | undefined;
	readonly monitoring_tool?: string | undefined;
	readonly hosts?: string | readonly string[] | undefined;
	/** Default `critical`. */
	readonly severity?: AlertSeverity | undefined;
	/** Alerts of the same fingerprint are one alert, reported several times. */
	readonly fingerprint?: string | readonly string[] | undefined;
	readonly service_environment_name?: string | undefined;
	/** The same as `service_environment_name`. */
	readonly serviceEnvironmentName?: string | undefined;
	readonly [field: string]: unknown;
}

/** An item of a metrics system's webhook. */
export interface MetricsItem {
	/** `resolved` ends the alert. */
	readonly status?: "firing" | "resolved" | (string & {}) | undefined;
	readonly startsAt: string | Date;
	/** When it ended; a zero time counts as none. */
	readonly endsAt?: string | Date | null | undefined;
	/** The address of the graph; its parameter `g0.expr` is the metric's query. */
	readonly generatorURL?: string | undefined;
	readonly labels?: { readonly [name: string]: unknown } | undefined;
	readonly annotations?: { readonly [name: string]: unknown } | undefined;
	readonly [field: string]: unknown;
}

/**
 * A metrics system's webhook, as it is sent: all nine keys, version "4".
 *
 * @example
 * const payload: MetricsPayload = metricsPayload([{ startsAt: new Date(), labels: { alertname: "InstanceDown" } }]);
 */
export interface MetricsPayload {
	readonly version: "4";
	readonly groupKey: string | null;
	readonly status: string;
	readonly receiver: string;
	readonly groupLabels: { readonly [name: string]: unknown };
	readonly commonLabels: { readonly [name: string]: unknown };
	readonly commonAnnotations: { readonly [name: string]: unknown };
	readonly externalURL: string;
	readonly alerts: readonly MetricsItem[];
}

/**
 * Where alerts go, and how.
 *
 * @example
 * const options: AlertSenderOptions = { url, key, as: "basic", retryFailures: true };
 */
export interface AlertSenderOptions {
	/** The integration's address, whole. A key within it is taken out of it. */
	readonly url: string;
	/** The integration's key; may be in the URL instead. */
	readonly key?: string | undefined;
	/** How the key travels: as a bearer, the default, or as the password of nobody. */
	readonly as?: "bearer" | "basic" | undefined;
	/** Milliseconds that one attempt may take. Default 30,000; 0 for no limit. */
	readonly timeout?: number | undefined;
	/** How often a refused alert (429) is sent again. Default 2. */
	readonly retries?: number | undefined;
	/**
	 * Whether an alert with a fingerprint is sent again also after a lost connection or a failure of the server: at worst it
	 * then counts twice. Default false.
	 */
	readonly retryFailures?: boolean | undefined;
	/** Whose names the server has: `gitlab` of `@tenon/client/gitlab` for a real GitLab. Default: the specification's. */
	readonly dialect?: Dialect | undefined;
	/** Takes the place of the global `fetch`. */
	readonly fetch?: Fetch | undefined;
	/** Called with what is odd, but not wrong. Absent: nothing is reported. */
	readonly onWarning?: ((message: string) => void) | undefined;
}

/** What ends an alert. */
export interface Resolution {
	readonly fingerprint: string | readonly string[];
	/** Default: now. */
	readonly end_time?: string | Date | undefined;
	readonly [field: string]: unknown;
}

const largest = 1_048_576;
const mostItems = 100;

/**
 * Sends alerts to one integration.
 *
 * @example
 * const sender = createAlertSender({ url, key });
 * const [alert] = await sender.send({ title: "Disk full", severity: "high", fingerprint: "disk" });
 * await sender.resolve({ fingerprint: "disk" });
 */
export interface AlertSender {
	/**
	 * Sends an alert, and gives the one that it made or raised. Sent again on 429 only, unless `retryFailures` says otherwise.
	 * Rejects with an AuthenticationError for a wrong key, a PermissionDeniedError for an integration that is not active, and a
	 * UsageError, before sending, above 1 MiB.
	 */
	send(payload: AlertPayload, options?: AlertOptions): ApiPromise<Alert[]>;
	/** Ends the open alert with a fingerprint. Rejects with a UsageError without one, a BadRequestError where none is open. */
	resolve(resolution: Resolution, options?: AlertOptions): ApiPromise<Alert[]>;
	/** Sends a metrics system's webhook, whole or by its items; one alert an item, in their order. The server takes 100 items. */
	sendMetrics(payload: MetricsPayload | readonly MetricsItem[], options?: AlertOptions): ApiPromise<Alert[]>;
}

/** What a call takes beside the payload. */
export type AlertOptions = Pick<RequestOptions, "signal" | "timeout" | "deadline" | "retries" | "headers">;

/**
 * A sender for one integration. Sends nothing yet, and never carries any other credential. Throws a UsageError for what is
 * no http(s) address.
 *
 * @example
 * const sender = createAlertSender({ url: "https://platform.example.com/acme/web/alerts/notify/monitoring/9f8e7d6c5b4a3921.json", key });
 */
export function createAlertSender(options: AlertSenderOptions): AlertSender {
	const { as, retryFailures = false, onWarning } = options;
	const { url, key } = addressOf(options);
	const authorize = as === "basic" ? (secret: string) => `Basic ${btoa(`:${secret}`)}` : undefined;
	const { fetch, timeout, retries, dialect } = options;
	const connection = new CoreHolder({ baseUrl: url.origin, fetch, timeout, retries, dialect });
	const post = (make: () => object, again: boolean, more: AlertOptions | undefined): ApiPromise<Alert[]> => {
		// Where a second run does no harm, the class says so.
		const retry = again && retryFailures ? ("idempotent" as const) : ("non-idempotent" as const);
		const route = { id: "sendAlert", verb: "POST" as const, path: "/{alert_path}", retry };
		return sendTo(connection, route, { url: url.href, key, payload: () => checked(make()) }, more, authorize);
	};
	return {
		send: (payload, more) => post(() => spelt(payload), hasText(payload.fingerprint), more),
		resolve: (resolution, more) =>
			post(
				() => {
					if (!hasText(resolution.fingerprint)) throw new UsageError("fingerprint", "is missing", "sendAlert");
					return spelt({ ...resolution, end_time: resolution.end_time ?? new Date() });
				},
				true,
				more,
			),
		sendMetrics(payload, more) {
			const whole = isItems(payload) ? metricsPayload(payload) : payload;
			if (whole.alerts.length > mostItems)
				onWarning?.(`The payload has ${whole.alerts.length} items; the server takes the first ${mostItems}.`);
			return post(() => whole, false, more);
		},
	};
}

/** The address without its credentials, and the key. Throws a UsageError, which shows neither, for what cannot be used. */
function addressOf({ url, key }: AlertSenderOptions): { url: URL; key: string } {
	const address = parseUrl(url);
	if (!address || !/^https?:$/.test(address.protocol))
		throw new UsageError("url", "must be an http(s) URL", "sendAlert");
	let secret = key;
	try {
		secret ||= decodeURIComponent(address.password);
	} catch {
		// Reported below.
	}
	if (!secret || !isVisible(secret))
		throw new UsageError("key", "is missing, or holds a character that no key has", "sendAlert");
	address.username = "";
	address.password = "";
	return { url: address, key: secret };
}

/** The payload, once it is known that it can be sent. */
function checked(payload: object): object {
	const bytes = new TextEncoder().encode(textOf(payload)).length;
	if (bytes > largest) throw new UsageError("payload", `has ${bytes} bytes; the limit is ${largest}`, "sendAlert");
	return payload;
}

function textOf(payload: object): string {
	try {
		return JSON.stringify(payload, refuseNoDate);
	} catch (cause) {
		if (cause instanceof UsageError) throw cause;
		throw new UsageError("payload", "cannot be put into a request", "sendAlert", { cause });
	}
}

/** JSON would say null for a date that is none, and the server would take the time of the request. */
function refuseNoDate(this: { readonly [name: string]: unknown }, name: string, value: unknown): unknown {
	const input = this[name];
	if (input instanceof Date && Number.isNaN(input.getTime()))
		throw new UsageError(name, "must be a valid date", "sendAlert");
	return value;
}

const isItems = (values: MetricsPayload | readonly MetricsItem[]): values is readonly MetricsItem[] =>
	Array.isArray(values);

const hasText = (fingerprint: unknown): boolean =>
	Array.isArray(fingerprint) ? fingerprint.join("").trim() !== "" : String(fingerprint ?? "").trim() !== "";

/** As the interface spells it. */
function spelt({ serviceEnvironmentName, ...payload }: AlertPayload): object {
	return serviceEnvironmentName === undefined
		? payload
		: { ...payload, service_environment_name: serviceEnvironmentName };
}

/**
 * A metrics webhook around its items: the nine keys, empty where nothing is given.
 *
 * @example
 * await sender.sendMetrics(metricsPayload([{ startsAt: new Date(), labels: { alertname: "Down" } }], { receiver: "web" }));
 */
export const metricsPayload = (
	alerts: readonly MetricsItem[],
	more: Partial<Omit<MetricsPayload, "version" | "alerts">> = {},
): MetricsPayload => ({
	version: "4",
	groupKey: null,
	status: "firing",
	receiver: "",
	groupLabels: {},
	commonLabels: {},
	commonAnnotations: {},
	externalURL: "",
	alerts,
	...more,
});
