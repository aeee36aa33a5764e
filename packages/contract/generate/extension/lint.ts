/** Applies the contract's rules that are suitable for other files, and reports locations in those files. */
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

/** Rules about the meaning of a file. The contract's own style (prose, domains, required statuses) is not checked. */
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
/** The rules that need validators. */
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

/** Returns the findings of the rules in a completed document. */
export const lintExtension = (document: Document, sources: Sources): Finding[] =>
	lint(document, sources, fitting, () => judgeExtension);

/** Finds schemas that refer to themselves. Runs first: other checks follow references, and would not end. */
export const lintRecursion = (document: Document, sources: Sources): Finding[] =>
	lint(document, sources, new Set(["no-recursion"]), () => judgeExtension);

/** Returns the faults of examples and defaults. */
export const lintExamples = (document: Document, sources: Sources, judge: Judge): Finding[] =>
	lint(document, sources, ofExamples, () => judge);
