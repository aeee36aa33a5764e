/** Finds words that are not plain English, and says what to write instead. See "Plain English" in CONTRIBUTING.md. */
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
	{ pattern: /\b(?:nobody but|who(?:m)?ever)\b/gi, instead: "only, anyone" },
	{ pattern: /\bkeeps? the contract\b/gi, instead: "conforms" },
];

/** The areas of the repository. Generated files have the words of their sources, and this folder quotes the words. */
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

/** A word that was found. */
export interface Found {
	readonly area: string;
	/** The file, line and column, the word, and what to write instead. */
	readonly message: string;
}

/** Returns the words in a text, with their locations. */
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

/** Words that are vague in names: `given` and `way` say less than `input` or `path`. In sentences they can be right. */
const nameParts = /(?:^(?:told|given|wanted|way)|Told|Given|Wanted|Way)(?=[A-Z]|$)/;

/** Finds files that need parsing. Most files contain none of the words. */
const mayHaveOne = /\b(?:told|given|wanted|way)(?=[A-Z]|\b)|(?:Told|Given|Wanted|Way)(?=[A-Z]|\b)/;

/** Whether a name is that of the rules' bench, the property `given` of their context. */
const isBench = (node: ts.Identifier): boolean =>
	node.text === "given" &&
	((ts.isPropertyAccessExpression(node.parent) && node.parent.name === node) ||
		(ts.isPropertyDeclaration(node.parent) && node.parent.name === node));

/** Returns the names in a source that contain one of the words, with their lines. */
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

/** Returns the sources and tests of the repository, without generated files and without this folder. */
export const allSources = (): string[] =>
	execFileSync("git", ["ls-files", "packages", "examples", "test"], { encoding: "utf8" })
		.split("\n")
		.filter((file) => /\.tsx?$/.test(file) && !/generated\/|^test\/prose\//.test(file));

/** Returns the area of a file; undefined if its words are not checked. */
export const areaOf = (file: string): string | undefined => areas.find(([, pattern]) => pattern.test(file))?.[0];

/** Returns the words in all files of the repository. */
export function allWords(): Found[] {
	const files = execFileSync("git", ["ls-files"], { encoding: "utf8" }).split("\n");
	return files.flatMap((file) => {
		const area = areaOf(file);
		return area === undefined ? [] : wordsIn(area, file, readFileSync(file, "utf8"));
	});
}
