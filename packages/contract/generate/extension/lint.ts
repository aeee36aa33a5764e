/** The rules of our contract that fit a foreign file, with the places of that file. */
import extensions from "../../../../openapi/extensions.schema.json";
import type { Judge } from "../../lint/ajv";
import { apply } from "../../lint/apply";
import { bodyRules } from "../../lint/bodies";
import type { Contract } from "../../lint/contract";
import { extensionRules } from "../../lint/extensions";
import { keywordRules } from "../../lint/keywords";
import { lifecycleRules } from "../../lint/lifecycle";
import { listRules } from "../../lint/lists";
import { operationRules } from "../../lint/operations";
import type { Document } from "../document";
import type { Finding } from "./errors";
import { judgeExtension } from "./extension-judge";
import type { Sources } from "./sources";

/** Rules about what a file means. Our own style (prose, names of domains, statuses that each operation declares) is not asked of others. */
const fitting = new Set([
	"keywords",
	"keyword-fits-type",
	"enum-fits-type",
	"joins",
	"required-described",
	"extension-defined",
	"operation-id",
	"path-parameters",
	"one-name-each",
	"list-pagination",
	"reveals-fields",
]);
/** Rules that need validators. */
const ofExamples = new Set(["example-valid", "default-valid"]);

const rules = [...keywordRules, ...extensionRules, ...operationRules, ...listRules, ...lifecycleRules, ...bodyRules];

function lint(document: Document, sources: Sources, names: ReadonlySet<string>, judge: () => Judge): Finding[] {
	const contract: Contract = {
		document,
		sources: new Map([["the document", document]]),
		extensions: extensions.$defs,
		judge,
		placeOf: (node) => sources.placeOf(node),
		isForeign: true,
	};
	return apply(
		rules.filter(({ name }) => names.has(name)),
		contract,
	);
}

/** What the rules find in a completed document. */
export const lintExtension = (document: Document, sources: Sources): Finding[] =>
	lint(document, sources, fitting, () => judgeExtension);

/** Schemas that refer to themselves. This check comes first: every other check follows references, and would not end. */
export const lintRecursion = (document: Document, sources: Sources): Finding[] =>
	lint(document, sources, new Set(["no-recursion"]), () => judgeExtension);

/** What is wrong with its examples and defaults. */
export const lintExamples = (document: Document, sources: Sources, judge: Judge): Finding[] =>
	lint(document, sources, ofExamples, () => judge);
