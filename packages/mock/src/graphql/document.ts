import {
	type DocumentNode,
	GraphQLError,
	type GraphQLSchema,
	type OperationDefinitionNode,
	parse,
	validate,
} from "graphql";
import { lateRules, rules } from "./validation/rules";

/** The most errors that are reported for a query. */
const mostErrors = 5;
/** The most parsed queries that are cached for each schema. */
const mostKept = 500;
/** The most fields that are compared with each other. */
const mostFields = 2_000;

/** The text of a query, parsed and validated once. */
export interface Prepared {
	readonly document: DocumentNode;
	/** The errors of the query. Empty if it is valid. */
	readonly errors: readonly GraphQLError[];
	/** Returns the errors of the rule that compares fields. Only called if the query is not too large. */
	readonly lateErrors: () => readonly GraphQLError[];
}

/** Returns the errors of a document, up to a maximum. The final error about further errors is left out. */
function faults(schema: GraphQLSchema, document: DocumentNode, late: boolean): readonly GraphQLError[] {
	const found = validate(schema, document, late ? lateRules : rules, { maxErrors: mostErrors });
	return found.slice(0, mostErrors);
}

function countFields(document: DocumentNode): number {
	let fields = 0;
	const open: object[] = [...document.definitions];
	for (let node = open.pop(); node; node = open.pop()) {
		if ("kind" in node && node.kind === "Field") fields += 1;
		// Only definitions, fields and inline fragments have selections.
		const { selectionSet } = node as { selectionSet?: { selections: readonly object[] } };
		if (selectionSet) open.push(...selectionSet.selections);
	}
	return fields;
}

/** The deepest brackets that are parsed, because the parser makes a nested call for each level. */
const mostBrackets = 200;

function isTooDeep(text: string): boolean {
	let depth = 0;
	// Strings and comments are skipped as a whole.
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

/** Parses and validates a query against a schema. The most recently used results are cached. */
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
	// The query that was used last moves to the end, and is dropped last.
	known.set(text, prepared);
	return prepared;
}

/** Returns the requested operation: the only one, or the one with the name. */
export function operationOf({ document }: Prepared, name: string | undefined): OperationDefinitionNode | GraphQLError {
	const all = document.definitions.filter((one): one is OperationDefinitionNode => one.kind === "OperationDefinition");
	const [only, ...others] = all;
	if (name === undefined || name === "")
		return only && others.length === 0 ? only : new GraphQLError("An operation name is required");
	return all.find((one) => one.name?.value === name) ?? new GraphQLError(`No operation named "${name.slice(0, 100)}"`);
}
