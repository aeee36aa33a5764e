/** The actions of the alert settings page of a project, over HTTP. */

import { checkFields } from "../control/check-fields";
import { anything } from "../control/fault-options";
import { intakePath } from "../domains/alerts/integration";
import { id, nullable, optional, text } from "../lib/checks";
import { ControlError, ControlRefusal } from "../lib/control-error";
import { isRecord } from "../lib/is-record";
import { ApiError } from "../request/http/errors";
import type { ControlCall } from "./call";
import type { ControlledPlatform } from "./controlled";
import { send } from "./send";

const numberOf = (id: string): number => (/^\d{1,15}$/.test(id) ? Number(id) : 0);

/** Turns a refusal of the platform, such as a role that is too low, into a refusal of the control API. */
function refusing<Result>(action: () => Result): Result {
	try {
		return action();
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		const message: unknown = Reflect.get(Object(error.body), "message");
		throw new ControlRefusal(error.status, typeof message === "string" ? message : JSON.stringify(message));
	}
}

function missing(name: string, expected: string): ControlError {
	return new ControlError([{ pointer: `/${name}`, message: `missing: ${expected}` }]);
}

/** An alert integration in a response. */
interface IntegrationBody {
	readonly id: number;
	readonly name: string;
	readonly type: string;
	readonly active: boolean;
	readonly project: string;
	/** The path of its URL, below the platform's base URL. */
	readonly path: string;
}

/** Returns the alert integrations of all projects. */
export function listIntegrations({ state }: ControlledPlatform): { count: number; integrations: IntegrationBody[] } {
	const integrations = [...state.alertIntegrations.all()].flatMap((integration) => {
		const { id, name, type, active, project_id } = integration;
		const project = state.projects.get(project_id);
		return project
			? { id, name, type, active, project: project.full_path, path: intakePath(integration, project) }
			: [];
	});
	return { count: integrations.length, integrations };
}

/**
 * Sends a payload to the endpoint of an integration with its key, as a monitoring tool does. Returns the request's id
 * in the journal, and its status.
 */
export async function sendAlert(call: ControlCall): Promise<{ id: string; status: number }> {
	const { state } = call.platform;
	const checks = { integration: optional(id), payload: anything };
	const { integration: number, payload } = checkFields(call.json(), checks, "field");
	const integration = typeof number === "number" ? state.alertIntegrations.get(number) : undefined;
	if (number === undefined) throw missing("integration", "the id of an alert integration");
	const project = integration && state.projects.get(integration.project_id);
	if (!project)
		throw new ControlError([{ pointer: "/integration", message: `there is no alert integration ${number}` }]);
	if (!isRecord(payload)) throw missing("payload", "the object to send");
	return send(call, {
		method: "POST",
		path: intakePath(integration, project),
		headers: { authorization: `Bearer ${integration.key}` },
		body: payload,
	});
}

/** Sends a test alert through an integration as a user. Returns what the settings page would show. */
export function testIntegration(platform: ControlledPlatform, name: string, input: unknown): object {
	const integration = platform.state.alertIntegrations.get(numberOf(name));
	if (!integration) throw new ControlRefusal(404, `There is no alert integration ${name}.`);
	const { user, payload } = checkFields(input, { user: optional(text), payload: anything }, "field");
	if (typeof user !== "string") throw missing("user", "the username of the user who sends the test alert");
	if (typeof payload !== "object" || payload === null) throw missing("payload", "the object to send");
	const { status, body } = refusing(() => platform.alerts.test(integration, payload, user));
	const alerts: unknown = typeof body === "string" && body !== "" ? JSON.parse(body) : [];
	return { status, alerts };
}

/** Links a project to its external incident product as a user, or unlinks it. */
export function linkIncidentProduct(platform: ControlledPlatform, id: string, input: unknown): void {
	const project = platform.state.projects.get(numberOf(id));
	if (!project) throw new ControlRefusal(404, `There is no project ${id}.`);
	const checks = { user: optional(text), address: nullable(text) };
	const { user, address } = checkFields(input, checks, "field");
	if (typeof user !== "string") throw missing("user", "the username of the user who changes the link");
	if (address === undefined) throw missing("address", "the API address of the product, or null to unlink it");
	// The address has passed its check.
	refusing(() => platform.alerts.linkExternalProduct(project.full_path, address as string | null, user));
}
