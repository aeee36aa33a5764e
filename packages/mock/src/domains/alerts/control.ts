/** The alert actions of a project's settings page. No operation of the contract offers them. */
import { isRecord } from "../../lib/is-record";
import { Actor } from "../../request/access/actor";
import { forbidden, notFound } from "../../request/http/errors";
import type { RawResponse } from "../../request/http/raw";
import type { Settings } from "../../request/settings/settings";
import type { AlertIntegration, Project } from "../../state/records";
import type { State } from "../../state/state";
import { answerAlerts, takeIn } from "./intake";
import { linkExternalProduct } from "./integration";
import { alertPolicy } from "./policy";

/**
 * The alert settings of projects that no API operation can change.
 *
 * @example
 * platform.alerts.autoCloseIncidents("acme/web", true);
 * platform.alerts.linkExternalProduct("acme/web", "https://incidents.example.com/api", "maintainer");
 */
export class AlertControl {
	readonly #state: State;
	readonly #settings: Settings;

	/** @internal */
	constructor(state: State, settings: Settings) {
		this.#state = state;
		this.#settings = settings;
	}

	/** Sets whether an alert that ends closes its incident. Throws 404 if the project does not exist. */
	autoCloseIncidents(project: string, on: boolean): void {
		this.#state.projects.update(this.#project(project).id, { auto_close_incident: on });
	}

	/**
	 * Links the external incident product by its API URL; `null` unlinks it. While it is linked, no integration can be
	 * active. Throws 403 unless the user is at least a maintainer. Throws 400 on the free plan, for an invalid URL, and
	 * while an integration is active.
	 */
	linkExternalProduct(project: string, address: string | null, username: string): void {
		const place = this.#project(project);
		if (!alertPolicy.admin_operations(this.#actor(username), place)) throw forbidden();
		this.#state.transaction(() => linkExternalProduct(place, address, this.#settings, this.#state));
	}

	/**
	 * Sends a test alert through an integration, as its settings page does. This creates an ordinary alert. Throws 403
	 * unless the user is at least a developer.
	 */
	test(integration: Pick<AlertIntegration, "id">, payload: object, username: string): RawResponse {
		const state = this.#state;
		const own = state.alertIntegrations.get(integration.id);
		const place = own && state.projects.get(own.project_id);
		if (!own || !place) throw notFound();
		if (!alertPolicy.update_alert(this.#actor(username), place)) throw forbidden();
		if (!isRecord(payload)) return answerAlerts(undefined);
		return state.transaction(() => answerAlerts(takeIn(payload, own, place, this.#settings, state)));
	}

	#project(fullPath: string): Project {
		const project = this.#state.project(fullPath);
		if (!project) throw notFound("Project");
		return project;
	}

	#actor(username: string): Actor {
		const user = this.#state.users.one("username", username.toLowerCase());
		if (!user) throw notFound("User");
		return new Actor(this.#state, user);
	}
}
