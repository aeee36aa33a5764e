import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Returns the faults that axe finds in a page, with their locations: by all its rules, or only by these. */
export async function axeFaults(page: Page, runOnly?: readonly string[]): Promise<string[]> {
	// Runs through the debugger, because the page's content security policy does not allow the script.
	await page.evaluate(axe);
	// Without resultTypes, axe also describes everything that passed, which takes more than half of its time.
	const options = JSON.stringify({ runOnly, resultTypes: ["violations"] });
	const { violations }: AxeResults = await page.evaluate(`axe.run(${options})`);
	return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`));
}
