import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { allSources, allWords, type Found, namesIn, titlesOnly, wordsIn } from "./words";

/** How many there may be. A number only falls: lower it when you have removed some. */
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
	"names of tests": 0,
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

test("the titles of tests are found, and other texts are not", () => {
	const source = [
		'describe("the door", () => {',
		'	test.each([["answer"]])("is asked: %s", () => expect("told").toMatch(/told/));',
		"	test.each([",
		'		"lest",',
		'	])("tells it", () => {',
		'		if (/door/.test("doors")) return;',
		"	});",
	].join("\n");
	const messages = wordsIn("names of tests", "a.test.ts", titlesOnly(source)).map(({ message }) => message);
	expect(messages).toEqual([
		'a.test.ts:1:15 "door": write entry point',
		'a.test.ts:2:27 "is asked": write gets a request',
		'a.test.ts:5:6 "tells": write report, return, say, show',
	]);
});

test("no name in the sources has a word that says less than another", () => {
	const files = allSources();
	for (const name of ["client", "contract", "conformance", "inspector", "mock"])
		expect(files.some((file) => file.startsWith(`packages/${name}/src/`))).toBe(true);
	expect(files.flatMap((file) => namesIn(file, readFileSync(file, "utf8")))).toEqual([]);
});

test("names with the words are found, and comments, texts and other names are not", () => {
	const source = `// given a way
const given = "told"; const always = forgiven(isGiven, byWay.of, t.given.user);`;
	expect(namesIn("a.ts", source)).toEqual(["a.ts:2 given", "a.ts:2 isGiven", "a.ts:2 byWay"]);
});
