import { generatedChecks } from "../generators";
import type { Check } from "../rule/rule";
import { alertsChecks } from "./alerts";
import { credentialsChecks } from "./credentials";
import { graphqlChecks } from "./graphql";
import { groupsChecks } from "./groups";
import { notesChecks } from "./notes";
import { pipelinesChecks } from "./pipelines";
import { platformChecks } from "./platform";
import { releasesChecks } from "./releases";
import { runnersChecks } from "./runners";
import { usersChecks } from "./users";

let all: readonly Check[] | undefined;

/** Every check there is, each with an id of its own. */
export function allChecks(): readonly Check[] {
	if (all) return all;
	const checks = [
		...notesChecks,
		...pipelinesChecks,
		...groupsChecks,
		...credentialsChecks,
		...usersChecks,
		...runnersChecks,
		...releasesChecks,
		...alertsChecks,
		...graphqlChecks,
		...platformChecks,
		...generatedChecks,
	];
	const ids = new Set<string>();
	for (const { id } of checks) {
		if (ids.has(id)) throw new Error(`Two checks have the id ${id}.`);
		ids.add(id);
	}
	all = checks;
	return all;
}
