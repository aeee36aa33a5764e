import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createPlatform, demo } from "@tenon/mock";
import { listen } from "@tenon/mock/node";
import { expect, test } from "vitest";
import { tour } from "../../examples/tour/tour";
import { root } from "./documents";

test("the picture of the demo shows what the demo prints, in its order", async () => {
	const server = await listen(createPlatform({ seed: demo, spam: {}, captcha: { siteKey: "demo-site-key" } }));
	const printed: string[] = [];
	try {
		await tour(server.url, (text: string) => printed.push(...text.split("\n")));
	} finally {
		await server.close();
	}
	const shown = [...readFileSync(join(root, "docs", "demo.svg"), "utf8").matchAll(/<text[^>]*>(.*)<\/text>/g)]
		.map(([, line = ""]) => line.replace(/&lt;/g, "<").replace(/&amp;/g, "&"))
		// Removes the prompt, the line with the free port, and the marks of omitted scenes.
		.filter((line) => line !== "" && line !== "⋮" && !/^(\$|A mock platform listens)/.test(line))
		// Removes the lines that the command adds to the tour.
		.slice(0, -6);
	expect(shown.length).toBeGreaterThan(15);
	let at = 0;
	for (const line of shown) {
		const found = printed.findIndex((one, index) => index >= at && one.startsWith(line));
		expect([line, found >= at]).toEqual([line, true]);
		at = found + 1;
	}
});
