import type { Builder } from "../builder";
import { type SeedData, SeedDocument } from "../file/document";
import { loadSeed } from "../file/load";
import { credentials } from "./credentials";
import * as data from "./generated/data";
import { groupSettings } from "./group-settings";
import { neighbours } from "./neighbours";
import { owners } from "./owners";
import { people } from "./people";
import { pipelines } from "./pipelines";
import { runners } from "./runners";
import { sharing } from "./sharing";
import { spares } from "./spares";
import { bots } from "./users";

/**
 * A small company to try things on: the users `root owner maintainer developer reporter guest outsider auditor`, each with
 * the token `<name>-token`, the public group `acme` with its subgroups and projects, issues, merge requests and pipelines.
 * The same clock gives the same bytes. Most of it is in YAML, in `data/`.
 *
 * @example
 * const platform = createPlatform({ seed: demo });
 */
export function demo(make: Builder): void {
	const load = (seed: SeedData): void => void loadSeed(new SeedDocument(seed), make);
	people(make);
	load(data.places);
	const [web, ...others] = make.state.projects.all();
	if (!web) throw new Error("The places have no project.");
	for (const project of [data.web, data.portal, data.vault, data.engine, data.handbook, data.rocket]) load(project);
	load(data.acme);
	load(data.repository);
	pipelines(make, web, others);
	credentials(make);
	load(data.releases);
	runners(make, web, others);
	sharing(make);
	groupSettings(make);
	bots(make);
	load(data.users);
	load(data.alerts);
	load(data.crowd);
	spares(make);
	neighbours(make);
	owners(make);
}
