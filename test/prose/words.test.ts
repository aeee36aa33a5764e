import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { allSources, allWords, areaOf, type Found, namesIn, wordsIn } from "./words";

/** The maximum number of words in each area. Numbers only fall: lower one when you have removed words. */
const most = {
	docs: 0,
	"contract: prose": 0,
	"control API: prose": 0,
	client: 0,
	contract: 0,
	conformance: 0,
	inspector: 0,
	examples: 0,
	// Names of emoji: `bear` and `door`.
	mock: 2,
	// A title of the demo's alerts (`Checkout answers slowly`), and names of mutants in kills.json: `a developer is told the
	// group's runners token`, `a batch is answered in reverse`, `the updated time stands still`.
	tests: 4,
};

const found = allWords();
const of = (area: string): readonly Found[] => found.filter((one) => one.area === area);

test.each(Object.entries(most))("%s has at most %i words that are not plain", (area, limit) => {
	const messages = of(area).map(({ message }) => message);
	expect(messages.length, messages.slice(0, 40).join("\n")).toBeLessThanOrEqual(limit);
});

test("the words are found, with their places, and others are not", () => {
	const text = "The door answers.\nThere is no such record, and it is no longer there.\nIt is no number.";
	expect(wordsIn("docs", "a.md", text).map(({ message }) => message)).toEqual([
		'a.md:1:10 "answers": write response, return',
		'a.md:1:5 "door": write entry point',
		'a.md:3:4 "is no": write is not a',
	]);
});

test("comments, strings, titles and names in test files count", () => {
	const paths = [
		"packages/client/src/a.test.ts",
		"packages/client/test/a.test-d.ts",
		"test/bench/a.ts",
		"test/peers/a.py",
	];
	for (const path of paths) expect(areaOf(path)).toBe("tests");
	for (const path of ["test/prose/words.ts", "packages/contract/test/generated/a.test-d.ts", "test/mutants/kills.json"])
		expect(areaOf(path)).toBeUndefined();
	expect(areaOf("packages/client/src/a.ts")).toBe("client");
});

test("no name in the sources and tests has a word that says less than another", () => {
	const files = allSources();
	for (const name of ["client", "contract", "conformance", "inspector", "mock"])
		expect(files.some((file) => file.startsWith(`packages/${name}/src/`))).toBe(true);
	expect(files).toEqual(expect.arrayContaining(["packages/mock/test/support/world.ts", "test/support/planned.ts"]));
	expect(files.flatMap((file) => namesIn(file, readFileSync(file, "utf8")))).toEqual([]);
});

test("names with the words are found, and comments, texts and other names are not", () => {
	const source = `// given a way
const given = "told"; const always = forgiven(isGiven, byWay.of, t.given.user);`;
	expect(namesIn("a.ts", source)).toEqual(["a.ts:2 given", "a.ts:2 isGiven", "a.ts:2 byWay"]);
});
