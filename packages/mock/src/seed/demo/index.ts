import type { Builder } from "../builder";
import { fillWith } from "../packed";
import { rows } from "./generated/rows";

/**
 * A small company to try things on: the users `root owner maintainer developer reporter guest outsider auditor`, each with
 * the token `<name>-token`, the public group `acme` with its subgroups and projects, issues, merge requests and pipelines.
 * The same clock gives the same bytes. It is written in YAML, in `data/`, and `npm run generate` makes its records.
 *
 * @throws SeedError if the platform has records already: of several seeds the demo is the first.
 * @example
 * const platform = createPlatform({ seed: demo });
 */
export function demo({ state }: Builder): void {
	fillWith(rows, state);
}
