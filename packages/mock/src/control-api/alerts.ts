/** What people do on the settings page of a project's alerts, over HTTP. */

import { checkFields } from "../control/check-fields";
import { anything } from "../control/fault-options";
import { nullable, optional, text } from "../lib/checks";
import { ControlError, ControlRefusal } from "../lib/control-error";
import { ApiError } from "../request/http/errors";
import type { ControlledPlatform } from "./controlled";

const numberOf = (id: string): number => (/^\d{1,15}$/.test(id) ? Number(id) : 0);

/** A refusal of the platform, such as a role that is too low, as a refusal of the control API. */
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

/** Sends a test alert through an integration as a user; returns what the settings page would show. */
export function testIntegration(platform: ControlledPlatform, id: string, input: unknown): object {
	const integration = platform.state.alertIntegrations.get(numberOf(id));
	if (!integration) throw new ControlRefusal(404, `There is no alert integration ${id}.`);
	const { user, payload } = checkFields(input, { user: optional(text), payload: anything }, "part of a test alert");
	if (typeof user !== "string") throw missing("user", "the username of whoever sends the test alert");
	if (typeof payload !== "object" || payload === null) throw missing("payload", "the object to send");
	const { status, body } = refusing(() => platform.alerts.test(integration, payload, user));
	const alerts: unknown = typeof body === "string" && body !== "" ? JSON.parse(body) : [];
	return { status, alerts };
}

/** Links the external incident product of a project as a user, or unlinks it. */
export function linkIncidentProduct(platform: ControlledPlatform, id: string, input: unknown): void {
	const project = platform.state.projects.get(numberOf(id));
	if (!project) throw new ControlRefusal(404, `There is no project ${id}.`);
	const checks = { user: optional(text), address: nullable(text) };
	const { user, address } = checkFields(input, checks, "part of a link");
	if (typeof user !== "string") throw missing("user", "the username of whoever changes the link");
	if (address === undefined) throw missing("address", "the API address of the product, or null to unlink it");
	// The address has passed its check.
	refusing(() => platform.alerts.linkExternalProduct(project.full_path, address as string | null, user));
}
