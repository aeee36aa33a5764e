import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The faults that axe finds in a page, each with its place: by all its rules, or by these only. */
export async function axeFaults(page: Page, runOnly?: readonly string[]): Promise<string[]> {
	// Through the debugger: the page's own policy does not allow the script.
	await page.evaluate(axe);
	// Without resultTypes it describes also everything that passed, which takes more than half of its time.
	const options = JSON.stringify({ runOnly, resultTypes: ["violations"] });
	const { violations }: AxeResults = await page.evaluate(`axe.run(${options})`);
	return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`));
}
