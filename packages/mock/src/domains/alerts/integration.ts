/** Integrations: they are created, changed, given a new key, and linked to the external product. */
import { invalid } from "../../request/http/errors";
import type { Settings } from "../../request/settings/settings";
import type { AlertIntegration, AlertMapping, Project } from "../../state/records";
import { sha } from "../../state/sha";
import type { State } from "../../state/state";

export interface IntegrationValues {
	readonly name: string;
	readonly active: boolean;
	readonly type: AlertIntegration["type"];
	readonly payload_example: string | null;
	readonly mappings: readonly AlertMapping[];
}

/** Returns the hex digits of an endpoint or key, derived from the state: the same requests give the same ones. */
const hexadecimal = (
	what: string,
	integration: Pick<AlertIntegration, "project_id">,
	state: State,
	length: number,
): string =>
	sha(`${what}:${integration.project_id}:${state.alertIntegrations.lastId}:${state.clock.now()}`).slice(0, length);

function check(
	values: IntegrationValues,
	project: Project,
	others: readonly AlertIntegration[],
	{ tier }: Settings,
): void {
	const { name, active, type, mappings } = values;
	if (name.trim() === "") throw invalid({ name: ["can't be blank"] });
	if (name.length > 255) throw invalid({ name: ["is too long (maximum is 255 characters)"] });
	for (const { field, path } of mappings)
		if (path.length === 0) throw invalid({ payload_attribute_mapping: [`${field} has no path`] });
	if (tier === "free" && others.some((one) => one.type === type))
		throw invalid("Multiple integrations of a single type are not supported for this project");
	if (active && project.external_incident_product !== null)
		throw invalid("Alert integrations cannot be active while the external incident product is enabled");
}

/** Creates an integration with its endpoint and key. Throws 400 if the plan or the external product forbids it. */
export function createIntegration(
	values: IntegrationValues,
	project: Project,
	settings: Settings,
	state: State,
): AlertIntegration {
	check(values, project, state.alertIntegrations.in("project", project.id), settings);
	const at = { project_id: project.id };
	return state.alertIntegrations.insert({
		...values,
		...at,
		endpoint: hexadecimal("endpoint", at, state, 16),
		key: hexadecimal("key", at, state, 32),
	});
}

/** Changes the given values; the endpoint and the key stay the same. Throws 400 for invalid values. */
export function updateIntegration(
	integration: AlertIntegration,
	changes: Partial<IntegrationValues>,
	project: Project,
	settings: Settings,
	state: State,
): AlertIntegration {
	check({ ...integration, ...changes }, project, [], settings);
	return state.alertIntegrations.update(integration.id, changes);
}

/** Replaces the key of an integration. The old key is no longer accepted. */
export function resetKey(integration: AlertIntegration, state: State): AlertIntegration {
	const key = sha(`${integration.key}:${state.clock.now()}`).slice(0, 32);
	return state.alertIntegrations.update(integration.id, { key });
}

const slug = (name: string): string =>
	name
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, "-")
		.replace(/^-|-$/g, "") || "alerts";

/** Returns the path that receives an integration's payloads. */
export const intakePath = ({ name, endpoint }: AlertIntegration, project: Project): string =>
	`/${project.full_path}/alerts/notify/${slug(name)}/${endpoint}.json`;

/** Links the external incident product by its URL; `null` unlinks it. Throws 400 if the link is not allowed. */
export function linkExternalProduct(
	project: Project,
	address: string | null,
	settings: Settings,
	state: State,
): Project {
	if (address !== null) {
		if (settings.tier === "free") throw invalid("The external incident product needs a paid plan");
		if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
			throw invalid({ api_url: ["must be an http or https address"] });
		if (state.alertIntegrations.in("project", project.id).some(({ active }) => active))
			throw invalid("The external incident product cannot be enabled while an alert integration is active");
	}
	return state.projects.update(project.id, { external_incident_product: address });
}
