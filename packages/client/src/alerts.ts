/** Sends alerts to an integration, with only its URL and key: {@link createAlertSender}. */
import type { Alert } from "@tenon/contract";
import type { ApiPromise } from "./calls/api-promise";
import { sendTo } from "./calls/send-to";
import { CoreHolder, type Dialect, type Fetch, type RequestOptions } from "./connection/connection";
import { isVisible } from "./credentials/credentials";
import { UsageError } from "./errors/errors";
import { parseUrl } from "./lib/url";

/** The severity, case-insensitive. The server treats any other text as `critical`. */
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
 * An alert in the generic format. Every field is optional; the server stores additional fields with the alert.
 *
 * @example
 * const alert: AlertPayload = { title: "Disk full", severity: "high", hosts: ["db-1"], fingerprint: "disk-db-1" };
 */
export interface AlertPayload {
	/** The server stores at most 200 characters. Defaults to `New: Alert`. */
	readonly title?: string | undefined;
	/** The server stores at most 1,000 characters. */
	readonly description?: string | undefined;
	/** Defaults to the time at which the server receives the alert. */
	readonly start_time?: string | Date | undefined;
	/** The time at which the problem ended. Resolves the open alert with this fingerprint. */
	readonly end_time?: string | Date | undefined;
	readonly service?: string | undefined;
	readonly monitoring_tool?: string | undefined;
	readonly hosts?: string | readonly string[] | undefined;
	/** Defaults to `critical`. */
	readonly severity?: AlertSeverity | undefined;
	/** Alerts with the same fingerprint are the same alert, reported several times. */
	readonly fingerprint?: string | readonly string[] | undefined;
	readonly service_environment_name?: string | undefined;
	/** An alias of `service_environment_name`. */
	readonly serviceEnvironmentName?: string | undefined;
	readonly [field: string]: unknown;
}

/** An alert in the webhook payload of a metrics system. */
export interface MetricsItem {
	/** `resolved` ends the alert. */
	readonly status?: "firing" | "resolved" | (string & {}) | undefined;
	readonly startsAt: string | Date;
	/** The time at which the alert ended. The zero time means that it has not ended. */
	readonly endsAt?: string | Date | null | undefined;
	/** The URL of the graph. Its parameter `g0.expr` is the query of the metric. */
	readonly generatorURL?: string | undefined;
	readonly labels?: { readonly [name: string]: unknown } | undefined;
	readonly annotations?: { readonly [name: string]: unknown } | undefined;
	readonly [field: string]: unknown;
}

/**
 * The webhook payload of a metrics system: all nine keys, version "4".
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
 * The options of {@link createAlertSender}.
 *
 * @example
 * const options: AlertSenderOptions = { url, key, as: "basic", retryFailures: true };
 */
export interface AlertSenderOptions {
	/** The full URL of the integration. A key in it is removed from the URL and sent as `as` says. */
	readonly url: string;
	/** The key of the integration. It can be in the URL instead. */
	readonly key?: string | undefined;
	/**
	 * How the key is sent: as a bearer token (the default), or as the password of Basic authentication without a user
	 * name.
	 */
	readonly as?: "bearer" | "basic" | undefined;
	/** The time limit of one attempt, in milliseconds. Defaults to 30,000; 0 means no limit. */
	readonly timeout?: number | undefined;
	/** How many times an alert is sent again after a 429 response. Defaults to 2. */
	readonly retries?: number | undefined;
	/**
	 * Whether an alert with a fingerprint is also sent again after a lost connection or a server error. In the worst
	 * case, the server counts the alert twice. Defaults to false.
	 */
	readonly retryFailures?: boolean | undefined;
	/**
	 * The names that the server uses: `gitlab` from `@tenon/client/gitlab` for a real GitLab. Defaults to the
	 * specification's.
	 */
	readonly dialect?: Dialect | undefined;
	/** Replaces the global `fetch`. */
	readonly fetch?: Fetch | undefined;
	/** Called with a message about anything that is unusual but not an error. By default, nothing is reported. */
	readonly onWarning?: ((message: string) => void) | undefined;
}

/** The fields that resolve an alert. */
export interface Resolution {
	readonly fingerprint: string | readonly string[];
	/** Defaults to now. */
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
	 * Sends an alert, and returns the alert that the server created or updated. Sent again only after a 429, unless
	 * `retryFailures` is set. Rejects with an AuthenticationError if the key is wrong, a PermissionDeniedError if the integration
	 * is inactive, and a UsageError, before anything is sent, if the payload is larger than 1 MiB.
	 */
	send(payload: AlertPayload, options?: AlertOptions): ApiPromise<Alert[]>;
	/**
	 * Resolves the open alert with a fingerprint. Throws a UsageError without one, a BadRequestError if no such alert is
	 * open.
	 */
	resolve(resolution: Resolution, options?: AlertOptions): ApiPromise<Alert[]>;
	/**
	 * Sends a whole metrics payload, or its items. Returns one alert per item, in order. The server accepts at most 100
	 * items.
	 */
	sendMetrics(payload: MetricsPayload | readonly MetricsItem[], options?: AlertOptions): ApiPromise<Alert[]>;
}

/** The options of a call. */
export type AlertOptions = Pick<RequestOptions, "signal" | "timeout" | "deadline" | "retries" | "headers">;

/**
 * Creates a sender for one integration. Sends nothing yet, and never sends any other credential. Throws a UsageError if
 * `url` is not an http(s) URL.
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
		// The retry class is `idempotent` if sending the alert twice does no harm.
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
				onWarning?.(`The payload has ${whole.alerts.length} items; the server accepts only the first ${mostItems}.`);
			return post(() => whole, false, more);
		},
	};
}

/**
 * Returns the URL without its credentials, and the key. Throws a UsageError, which shows neither, if one cannot be
 * used.
 */
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
		throw new UsageError("key", "is missing or contains a character that is invalid in a key", "sendAlert");
	address.username = "";
	address.password = "";
	return { url: address, key: secret };
}

/** Returns the payload, or throws a UsageError if it is too large to be sent. */
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
		throw new UsageError("payload", "cannot be serialized", "sendAlert", { cause });
	}
}

/** Throws for an invalid Date: JSON turns it into null, and the server would use the time of the request. */
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

/** Returns the payload with the field names that the server reads. */
function spelt({ serviceEnvironmentName, ...payload }: AlertPayload): object {
	return serviceEnvironmentName === undefined
		? payload
		: { ...payload, service_environment_name: serviceEnvironmentName };
}

/**
 * Builds a metrics payload around its items: all nine keys, empty if you do not pass them.
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
