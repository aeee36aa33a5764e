/** Applies those rules of the contract that are suitable for other files, and reports locations in these files. */
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

/** The rules about the meaning of a file. Rules about the contract's style (prose, domains, statuses) do not apply. */
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
/** The rules that need the validators of the file's schemas. */
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

/** Returns the findings in a completed document. */
export const lintExtension = (document: Document, sources: Sources): Finding[] =>
	lint(document, sources, fitting, () => judgeExtension);

/** Returns schemas that refer to themselves. Runs first, because other checks would follow such references forever. */
export const lintRecursion = (document: Document, sources: Sources): Finding[] =>
	lint(document, sources, new Set(["no-recursion"]), () => judgeExtension);

/** Returns the findings for examples and defaults. */
export const lintExamples = (document: Document, sources: Sources, judge: Judge): Finding[] =>
	lint(document, sources, ofExamples, () => judge);
