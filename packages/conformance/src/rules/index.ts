import { generatedRules } from "../generators";
import type { Rule } from "../rule/rule";
import { alertsRules } from "./alerts";
import { credentialsRules } from "./credentials";
import { graphqlRules } from "./graphql";
import { groupsRules } from "./groups";
import { notesRules } from "./notes";
import { pipelinesRules } from "./pipelines";
import { platformRules } from "./platform";
import { releasesRules } from "./releases";
import { runnersRules } from "./runners";
import { usersRules } from "./users";

let all: readonly Rule[] | undefined;

/** Every check there is, each with an id of its own. */
export function allRules(): readonly Rule[] {
	if (all) return all;
	const checks = [
		...notesRules,
		...pipelinesRules,
		...groupsRules,
		...credentialsRules,
		...usersRules,
		...runnersRules,
		...releasesRules,
		...alertsRules,
		...graphqlRules,
		...platformRules,
		...generatedRules,
	];
	const ids = new Set<string>();
	for (const { id } of checks) {
		if (ids.has(id)) throw new Error(`Two checks have the id ${id}.`);
		ids.add(id);
	}
	all = checks;
	return all;
}
