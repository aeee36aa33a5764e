import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds wrong with a page, each with where. */
export async function axeFaults(page: Page): Promise<string[]> {
	// By the debugger's way: the page's own policy lets no script in.
	await page.evaluate(axe);
	const { violations }: AxeResults = await page.evaluate("axe.run()");
	return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`));
}
