/** Words that our plain English does without, and what we write instead. See "Plain English" in CONTRIBUTING.md. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import ts from "typescript";

interface Word {
	readonly pattern: RegExp;
	readonly instead: string;
}

const words: readonly Word[] = [
	{ pattern: /\b(?:told|tells?)\b/gi, instead: "report, return, say, show" },
	{ pattern: /\banswer(?:s|ed|ing)?\b/gi, instead: "response, return" },
	{ pattern: /\b(?:held|holds?) against\b/gi, instead: "validate against" },
	{ pattern: /\bstands? (?:in|before|behind|below|above|at|there|still)\b/gi, instead: "is in, means, comes before" },
	{ pattern: /\bdoors?\b/gi, instead: "entry point" },
	{ pattern: /\b(?:bears?|borne)\b/gi, instead: "accept" },
	{ pattern: /\bmend(?:s|ed)?\b/gi, instead: "fix" },
	{ pattern: /(?<!there )\bis no (?!longer|more)/gi, instead: "is not a" },
	{ pattern: /\blest\b/gi, instead: "so that … not" },
	{ pattern: /\bwanted\b/gi, instead: "expected" },
	{ pattern: /\b(?:is|was|are) asked\b/gi, instead: "gets a request" },
	{ pattern: /\bof which\b/gi, instead: "whose, that … of" },
	{ pattern: /\ball else\b/gi, instead: "everything else" },
	{ pattern: /\b(?:nobody but|whomever)\b/gi, instead: "only, anyone" },
	{ pattern: /\bkeeps? the contract\b/gi, instead: "conforms" },
];

/** The files of the repository, by what they are. Generated files have the words of their sources; this test quotes the words. */
const areas: readonly (readonly [area: string, files: RegExp])[] = [
	[
		"docs",
		/^(?:README|CONTRIBUTING|SECURITY|CODE_OF_CONDUCT)\.md$|^(?:docs|openapi|examples)\/.*\.md$|^packages\/[\w-]+\/(?:README\.md$|docs\/)/,
	],
	["contract: prose", /^openapi\/(?!control).*\.yaml$|^graphql\/schema\//],
	["control API: prose", /^openapi\/control\.yaml$/],
	["client", /^packages\/client\/src\/(?!generated\/).*(?<!\.test)\.ts$/],
	["contract", /^packages\/contract\/(?:src\/(?!generated\/)|generate|lint|reference).*(?<!\.test)\.ts$/],
	["conformance", /^packages\/conformance\/src\/(?!generated\/).*(?<!\.test)\.ts$/],
	["inspector", /^packages\/inspector\/src\/(?!generated\/).*\.tsx?$/],
	["examples", /^examples\//],
	["mock", /^packages\/mock\/src\/(?!.*generated\/).*(?<!\.test)\.ts$/],
	[
		"tests",
		/^(?!test\/prose\/|.*generated\/)(?:.*\.test(?:-d)?\.tsx?|(?:.*\/)?test\/.*\.(?:[cm]?[jt]sx?|py|rb|pl|go))$/,
	],
];

/** Where one of the words is. */
export interface Found {
	readonly area: string;
	/** File, line and column, and what to write. */
	readonly message: string;
}

/** The words in a text, with their lines. */
export function wordsIn(area: string, file: string, text: string): Found[] {
	return text.split("\n").flatMap((line, index) =>
		words.flatMap(({ pattern, instead }) =>
			[...line.matchAll(pattern)].map((match) => ({
				area,
				message: `${file}:${index + 1}:${match.index + 1} "${match[0].trim()}": write ${instead}`,
			})),
		),
	);
}

/** In names, `given` and `way` say less than `input`, `options` or `path`. In a sentence they may be the right words. */
const nameParts = /(?:^(?:told|given|wanted|way)|Told|Given|Wanted|Way)(?=[A-Z]|$)/;

/** Most files have none of the words anywhere, so they need no parsing. */
const mayHaveOne = /\b(?:told|given|wanted|way)(?=[A-Z]|\b)|(?:Told|Given|Wanted|Way)(?=[A-Z]|\b)/;

/** The bench of the rules, which is the member `given` of their context. */
const isBench = (node: ts.Identifier): boolean =>
	node.text === "given" &&
	((ts.isPropertyAccessExpression(node.parent) && node.parent.name === node) ||
		(ts.isPropertyDeclaration(node.parent) && node.parent.name === node));

/** The names in a source that have one of the words, with their lines. */
export function namesIn(file: string, text: string): string[] {
	if (!mayHaveOne.test(text)) return [];
	const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
	const found: string[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isIdentifier(node) && nameParts.test(node.text) && !isBench(node)) {
			const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
			found.push(`${file}:${line + 1} ${node.text}`);
		}
		ts.forEachChild(node, visit);
	};
	visit(source);
	return found;
}

/** The sources and tests of the repository, without generated files and the tests of this file, which quote the words. */
export const allSources = (): string[] =>
	execFileSync("git", ["ls-files", "packages", "examples", "test"], { encoding: "utf8" })
		.split("\n")
		.filter((file) => /\.tsx?$/.test(file) && !/generated\/|^test\/prose\//.test(file));

/** The area of a file; undefined if its words are not checked. */
export const areaOf = (file: string): string | undefined => areas.find(([, pattern]) => pattern.test(file))?.[0];

/** Every one of the words in the repository. */
export function allWords(): Found[] {
	const files = execFileSync("git", ["ls-files"], { encoding: "utf8" }).split("\n");
	return files.flatMap((file) => {
		const area = areaOf(file);
		return area === undefined ? [] : wordsIn(area, file, readFileSync(file, "utf8"));
	});
}
