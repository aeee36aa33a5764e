/** The intake: a request to an integration's address in, the alerts that came of it out. */

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

/** Bytes that a payload may have, and levels that it may be nested. */
const limits = { bytes: 1_048_576, depth: 100 };

/** A refusal says nothing but its status. */
const refused = (status: number, headers: { readonly [name: string]: string } = {}): RawResponse => ({
	status,
	headers,
	body: null,
});

const address = /^\/(.+)\/alerts\/notify(?:\/[^/]+\/([0-9a-f]{16}))?\.json$/;

/** GitLab's older address for metrics. */
const older = "/prometheus/alerts/notify.json";

/** Whether a path is that of an intake, whatever follows it. */
export const isIntake = (path: string): boolean => path.endsWith(".json") && path.includes("/alerts/notify");

/** The body as text; undefined where it is too large or no text. */
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

/** The payload; undefined where the body is not a JSON object, too large or nested too deep. */
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

/** A part of an address without its percent-escapes; undefined where they are broken. */
function decoded(part: string): string | undefined {
	try {
		return decodeURIComponent(part);
	} catch {
		return undefined;
	}
}

/** The key that a request carries: as a bearer, as a password, or in the address. */
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

/** How an integration's payloads are read under a plan. */
const readingOf = ({ mappings }: AlertIntegration, { tier }: Settings): Reading =>
	tier === "free" ? { mappings: [], fingerprints: false } : { mappings, fingerprints: true };

/** The alerts that a payload comes to, in its order; undefined where a generic one ends what is not open. */
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

/** The response to a payload, once its sender may send it. */
export function answerAlerts(alerts: readonly Alert[] | undefined): RawResponse {
	if (!alerts) return refused(400);
	return jsonResponse(
		200,
		alerts.map(({ iid, title }) => ({ iid, title })),
	);
}

const isOlder = (path: string, settings: Settings): boolean => followsGitlab(settings) && path.endsWith(older);

/** The project of an intake's path; undefined where the path or the project is none. */
export function intakeProject(path: string, settings: Settings, state: State): Project | undefined {
	const fullPath = isOlder(path, settings) ? path.slice(1, -older.length) : address.exec(path)?.[1];
	return fullPath === undefined ? undefined : state.project(decoded(fullPath) ?? "");
}

/**
 * The integration of an intake's path. GitLab has addresses that name none: there it is the project's first one of the kind, as
 * the specification's own short address has none.
 */
function integrationAt(path: string, project: Project, settings: Settings, state: State): AlertIntegration | undefined {
	const endpoint = address.exec(path)?.[2];
	if (endpoint !== undefined) return state.alertIntegrations.one("endpoint", endpoint);
	if (!followsGitlab(settings)) return undefined;
	const type = isOlder(path, settings) ? "prometheus" : "http";
	return state.alertIntegrations.in("project", project.id).find((one) => one.type === type);
}

/** Handles a POST to an intake's path. */
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
