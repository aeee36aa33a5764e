/** Integrations: made, changed, given another key, removed. */
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

/** The texts of address and key depend on what was given away before: the same requests give the same ones. */
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

/** Makes an integration with an address and a key. Throws 400 for what the plan or the external product shuts out. */
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

/** Changes what is given; address and key stay. Throws 400 as for a new one. */
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

/** Gives another key: the old one opens nothing any more. */
export function resetKey(integration: AlertIntegration, state: State): AlertIntegration {
	const key = sha(`${integration.key}:${state.clock.now()}`).slice(0, 32);
	return state.alertIntegrations.update(integration.id, { key });
}

const slug = (name: string): string =>
	name
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, "-")
		.replace(/^-|-$/g, "") || "alerts";

/** The path of an integration's address. */
export const intakePath = ({ name, endpoint }: AlertIntegration, project: Project): string =>
	`/${project.full_path}/alerts/notify/${slug(name)}/${endpoint}.json`;

/** Links the external incident product, or with null lets go of it. Throws 400 where it cannot be. */
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
