import {
	type DocumentNode,
	GraphQLError,
	type GraphQLSchema,
	type OperationDefinitionNode,
	parse,
	validate,
} from "graphql";
import { lateRules, rules } from "./validation/rules";

/** Most errors that are reported of one query. */
const mostErrors = 5;
/** Most queries that are kept parsed, for each schema. */
const mostKept = 500;
/** More fields than this are not compared with each other. */
const mostFields = 2_000;

/** A query's text, read and checked once. */
export interface Prepared {
	readonly document: DocumentNode;
	/** What is wrong with it; empty where it is valid. */
	readonly errors: readonly GraphQLError[];
	/** The same for the rule that compares fields; looked at once the query is known not to be too large. */
	readonly lateErrors: () => readonly GraphQLError[];
}

/** Errors of a document, at most so many; the last one of a full list does not say that there are more. */
function faults(schema: GraphQLSchema, document: DocumentNode, late: boolean): readonly GraphQLError[] {
	const found = validate(schema, document, late ? lateRules : rules, { maxErrors: mostErrors });
	return found.slice(0, mostErrors);
}

function countFields(document: DocumentNode): number {
	let fields = 0;
	const open: object[] = [...document.definitions];
	for (let node = open.pop(); node; node = open.pop()) {
		if ("kind" in node && node.kind === "Field") fields += 1;
		// Definitions, fields and inline fragments have a set of selections.
		const { selectionSet } = node as { selectionSet?: { selections: readonly object[] } };
		if (selectionSet) open.push(...selectionSet.selections);
	}
	return fields;
}

/** Deeper brackets than these are not read: who reads them goes one call deeper for each. */
const mostBrackets = 200;

function isTooDeep(text: string): boolean {
	let depth = 0;
	// Texts and comments are passed over whole.
	for (const [token = ""] of text.matchAll(/"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|#[^\n]*|[{([\])}]/g)) {
		if ("{([".includes(token)) depth += 1;
		else if ("})]".includes(token)) depth -= 1;
		if (depth > mostBrackets) return true;
	}
	return false;
}

function read(schema: GraphQLSchema, text: string): Prepared {
	let document: DocumentNode;
	try {
		if (isTooDeep(text)) throw new GraphQLError(`Query is nested deeper than ${mostBrackets} levels`);
		document = parse(text);
	} catch (error) {
		if (!(error instanceof GraphQLError)) throw error;
		return {
			document: { kind: "Document" as DocumentNode["kind"], definitions: [] },
			errors: [error],
			lateErrors: () => [],
		};
	}
	if (document.definitions.every((one) => one.kind !== "OperationDefinition" && one.kind !== "FragmentDefinition"))
		return { document, errors: [new GraphQLError("The query has no operation")], lateErrors: () => [] };
	let late: readonly GraphQLError[] | undefined;
	const lateErrors = (): readonly GraphQLError[] => {
		late ??=
			countFields(document) > mostFields
				? [new GraphQLError(`Query has more than ${mostFields} fields`)]
				: faults(schema, document, true);
		return late;
	};
	return { document, errors: faults(schema, document, false), lateErrors };
}

const kept = new WeakMap<GraphQLSchema, Map<string, Prepared>>();

/** Reads and checks a query's text against a schema; the last few hundred are kept. */
export function prepare(schema: GraphQLSchema, text: string): Prepared {
	let known = kept.get(schema);
	if (!known) {
		known = new Map();
		kept.set(schema, known);
	}
	let prepared = known.get(text);
	if (!prepared) {
		prepared = read(schema, text);
		const [oldest] = known.keys();
		if (known.size >= mostKept && oldest !== undefined) known.delete(oldest);
	} else known.delete(text);
	// The last one used is the last one to go.
	known.set(text, prepared);
	return prepared;
}

/** The operation that is meant: the only one, or the named one. */
export function operationOf({ document }: Prepared, name: string | undefined): OperationDefinitionNode | GraphQLError {
	const all = document.definitions.filter((one): one is OperationDefinitionNode => one.kind === "OperationDefinition");
	const [only, ...others] = all;
	if (name === undefined || name === "")
		return only && others.length === 0 ? only : new GraphQLError("An operation name is required");
	return all.find((one) => one.name?.value === name) ?? new GraphQLError(`No operation named "${name.slice(0, 100)}"`);
}
