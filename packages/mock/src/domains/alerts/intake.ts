/** The intake: receives payloads at the URLs of integrations, and returns the alerts that they report. */

import { isRecord } from "../../lib/is-record";
import { decodeUtf8, encodeUtf8 } from "../../lib/utf8";
import { jsonResponse } from "../../request/http/json-response";
import type { RawRequest, RawResponse } from "../../request/http/raw";
import { followsGitlab } from "../../request/settings/dialect";
import type { Settings } from "../../request/settings/settings";
import type { Alert, AlertIntegration, Project } from "../../state/records";
import type { State } from "../../state/state";
import { occur } from "./alert";
import { isMetrics, metricsOccurrences } from "./metrics-payload";
import { genericOccurrence } from "./payload";
import type { Payload, Reading } from "./reading";

/** The limits of a payload: its size in bytes, and how deep it can be nested. */
const limits = { bytes: 1_048_576, depth: 100 };

/** Returns a refusal, which has only a status and no body. */
const refused = (status: number, headers: { readonly [name: string]: string } = {}): RawResponse => ({
	status,
	headers,
	body: null,
});

const address = /^\/(.+)\/alerts\/notify(?:\/[^/]+\/([0-9a-f]{16}))?\.json$/;

/** The end of GitLab's older path for metrics. */
const older = "/prometheus/alerts/notify.json";

/** Whether a path can be the path of an intake: it contains `/alerts/notify` and ends in `.json`. */
export const isIntake = (path: string): boolean => path.endsWith(".json") && path.includes("/alerts/notify");

/** Returns the body as text, or undefined if it is too large or not UTF-8. */
function textOf(body: RawRequest["body"]): string | undefined {
	if (body === null || body === undefined) return "";
	const bytes = typeof body === "string" ? encodeUtf8(body) : body;
	if (bytes.length > limits.bytes) return undefined;
	return decodeUtf8(bytes);
}

function isTooDeep(value: unknown, depth = 0): boolean {
	if (typeof value !== "object" || value === null) return false;
	return depth === limits.depth || Object.values(value).some((inner) => isTooDeep(inner, depth + 1));
}

/** Returns the payload, or undefined if the body is not a JSON object, too large or nested too deep. */
function payloadOf(request: RawRequest): Payload | undefined {
	const text = textOf(request.body);
	if (text === undefined) return undefined;
	try {
		const value: unknown = JSON.parse(text);
		return isRecord(value) && !isTooDeep(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

/** Decodes the percent-escapes of a part of a URL. Returns undefined if they are malformed. */
function decoded(part: string): string | undefined {
	try {
		return decodeURIComponent(part);
	} catch {
		return undefined;
	}
}

/** Returns the key of a request: the bearer token, the password of basic authentication, or the password in the URL. */
function keyOf({ headers, url }: RawRequest): string | undefined {
	const text = headers.authorization ?? "";
	const bearer = /^bearer\s+(\S+)\s*$/i.exec(text)?.[1];
	if (bearer !== undefined) return bearer;
	const basic = /^basic\s+([\w+/]+=*)\s*$/i.exec(text)?.[1];
	if (basic !== undefined) {
		try {
			const [, password] = /^[^:]*:(.*)$/s.exec(atob(basic)) ?? [];
			return password;
		} catch {
			return undefined;
		}
	}
	const inAddress = /^[a-z][a-z0-9+.-]*:\/\/[^@/?#]*:([^@/?#]*)@/i.exec(url)?.[1];
	return text === "" && inAddress ? decoded(inAddress) : undefined;
}

/** Returns how the payloads of an integration are read on the current plan. */
const readingOf = ({ mappings }: AlertIntegration, { tier }: Settings): Reading =>
	tier === "free" ? { mappings: [], fingerprints: false } : { mappings, fingerprints: true };

/** Applies a payload and returns its alerts in order, or undefined if a generic one ends an alert that is not open. */
export function takeIn(
	payload: Payload,
	integration: AlertIntegration,
	project: Project,
	settings: Settings,
	state: State,
): Alert[] | undefined {
	const reading = readingOf(integration, settings);
	if (isMetrics(payload))
		return metricsOccurrences(payload, reading).flatMap((said) => occur(said, integration.name, project, state) ?? []);
	const alert = occur(genericOccurrence(payload, reading), integration.name, project, state);
	return alert && [alert];
}

/** Returns the response to a payload from an authorized sender: its alerts, or 400 if they are undefined. */
export function answerAlerts(alerts: readonly Alert[] | undefined): RawResponse {
	if (!alerts) return refused(400);
	return jsonResponse(
		200,
		alerts.map(({ iid, title }) => ({ iid, title })),
	);
}

const isOlder = (path: string, settings: Settings): boolean => followsGitlab(settings) && path.endsWith(older);

/** Returns the project of an intake's path, or undefined if the path does not match or no such project exists. */
export function intakeProject(path: string, settings: Settings, state: State): Project | undefined {
	const fullPath = isOlder(path, settings) ? path.slice(1, -older.length) : address.exec(path)?.[1];
	return fullPath === undefined ? undefined : state.project(decoded(fullPath) ?? "");
}

/**
 * Returns the integration of an intake's path. GitLab has paths that name no integration: they belong to the project's
 * first one of the type. Such a path has no integration by the specification.
 */
function integrationAt(path: string, project: Project, settings: Settings, state: State): AlertIntegration | undefined {
	const endpoint = address.exec(path)?.[2];
	if (endpoint !== undefined) return state.alertIntegrations.one("endpoint", endpoint);
	if (!followsGitlab(settings)) return undefined;
	const type = isOlder(path, settings) ? "prometheus" : "http";
	return state.alertIntegrations.in("project", project.id).find((one) => one.type === type);
}

/** Returns the response to a request to an intake's path. */
export function answerIntake(request: RawRequest, path: string, settings: Settings, state: State): RawResponse {
	const project = intakeProject(path, settings, state);
	if (!project) return refused(404);
	if (request.method !== "POST") return refused(405, { allow: "POST, OPTIONS" });
	const payload = payloadOf(request);
	if (!payload) return refused(400);
	const integration = integrationAt(path, project, settings, state);
	const isOpen = integration?.active && integration.project_id === project.id && !project.external_incident_product;
	if (!integration || !isOpen) return refused(isMetrics(payload) ? 401 : 403);
	if (keyOf(request) !== integration.key) return refused(401);
	const response = state.transaction(() => answerAlerts(takeIn(payload, integration, project, settings, state)));
	return followsGitlab(settings) && isMetrics(payload) ? { status: 201, headers: {}, body: null } : response;
}
