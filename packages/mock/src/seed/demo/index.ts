import type { Builder } from "../builder";
import { fillWith } from "../packed";
import { rows } from "./generated/rows";

/**
 * A small company to try things out: the users `root owner maintainer developer reporter guest outsider auditor`, each
 * with the token `<name>-token`, and the public group `acme` with its subgroups, projects, issues, merge requests and
 * pipelines. The same clock gives the same bytes. The data is written in YAML in `data/`, from which `npm run generate`
 * creates the records.
 *
 * @throws SeedError if the platform has records already: among several seeds the demo must be the first.
 * @example
 * const platform = createPlatform({ seed: demo });
 */
export function demo({ state }: Builder): void {
	fillWith(rows, state);
}
