import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";
import { documents, root } from "./documents";

/** Returns a text without its code, because brackets mean something else in code. */
const prose = (text: string): string => text.replace(/^(`{3,})[\s\S]*?^\1\s*$/gm, "").replace(/`[^`\n]*`/g, "");

/** Returns the anchors of a text's headings, as the sites that show the text create them. */
const anchors = (text: string): string[] =>
	[...text.replace(/^(`{3,})[\s\S]*?^\1\s*$/gm, "").matchAll(/^#+ +(.*)$/gm)].map(([, heading = ""]) =>
		heading
			.toLowerCase()
			.replace(/[^\p{L}\p{N}\s_-]/gu, "")
			.trim()
			.replace(/\s/g, "-"),
	);

test("every relative link and picture of every text leads to a file, and to a heading where it names one", () => {
	let count = 0;
	const broken: string[] = [];
	for (const { path, text } of documents)
		for (const [, found = ""] of prose(text).matchAll(/(?:\]\(|(?:src|href)=")([^)\s"]+)/g)) {
			if (/^[a-z]+:/.test(found)) continue;
			count += 1;
			const [file = "", anchor] = found.split("#");
			const target = file === "" ? path : normalize(join(dirname(path), decodeURIComponent(file)));
			if (!existsSync(join(root, target))) broken.push(`${path}: ${found}`);
			else if (anchor && target.endsWith(".md") && !anchors(readFileSync(join(root, target), "utf8")).includes(anchor))
				broken.push(`${path}: ${found}: no such heading`);
		}
	expect(broken).toEqual([]);
	expect(count).toBeGreaterThan(20);
});
