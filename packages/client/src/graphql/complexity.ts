import { typeBelow, weights } from "@tenon/contract/graphql-costs";
import type { AnyVariables, TypedDocument } from "./document";
import { type Scanned, type Selection, scan, type Value } from "./scan";

const longestPage = 100;

/** The state while the cost of a query is computed. */
interface Walk {
	readonly fragments: Scanned["fragments"];
	readonly variables: AnyVariables;
	/** The costs of fragments that were already computed. */
	readonly known: Map<string, number>;
}

/** Returns the value of an argument; undefined if it is absent or null. */
function readValue(value: Value | undefined, variables: AnyVariables): unknown {
	if (!value) return undefined;
	if ("variable" in value) return variables[value.variable] ?? undefined;
	return "list" in value ? value.list : (value.literal ?? undefined);
}

const isSkipped = ({ directives }: Selection, { variables }: Walk): boolean =>
	directives.some(({ name, args }) => {
		const value = readValue(args.if, variables);
		return name === "skip" ? value === true : name === "include" && value === false;
	});

function costOfField({ name, args, selections }: Selection, type: string, walk: Walk): number {
	if (name === "__schema" || name === "__type") return 0;
	const below = typeBelow[type]?.[name];
	const argument = (name: string): unknown => readValue(args[name], walk.variables);
	const paths = name === "blobs" ? argument("paths") : undefined;
	const cost =
		(below === undefined ? 0 : costOf(selections, below, walk)) +
		(weights[`${type}.${name}`] ?? 1) +
		Number(argument("sort") !== undefined) +
		(argument("search") === undefined ? 0 : 5) +
		(Array.isArray(paths) ? paths.length : 0);
	if (!below?.endsWith("Connection") || argument("iid") !== undefined) return cost;
	const pages = [argument("first"), argument("last")].filter((one) => typeof one === "number");
	const page = Math.max(0, Math.min(longestPage, ...pages));
	return Math.trunc((cost * (100 + page)) / 100);
}

function costOf(selections: readonly Selection[], type: string, walk: Walk): number {
	let cost = 0;
	for (const one of selections) {
		if (isSkipped(one, walk)) continue;
		if (one.kind === "field") cost += costOfField(one, type, walk);
		else if (one.kind === "inline") cost += costOf(one.selections, one.name || type, walk);
		else {
			let own = walk.known.get(one.name);
			if (own === undefined) {
				// A fragment that contains itself: the server rejects it.
				walk.known.set(one.name, 0);
				const fragment = walk.fragments[one.name];
				own = fragment ? costOf(fragment.selections, fragment.type, walk) : 0;
				walk.known.set(one.name, own);
			}
			cost += own;
		}
	}
	return cost;
}

/**
 * Estimates the complexity of a query as the server computes it: each field counts 1 plus its selections, multiplied by
 * the page length for lists; `sort` counts 1 more, `search` 5 more. If the document has several operations, the named
 * one counts, or else the first. Fields that are not in the contract count 1. Sends nothing.
 *
 * @example
 * estimateComplexity(ProjectIssuesDocument, { fullPath: "acme/web", first: 50 });
 */
export function estimateComplexity(
	document: TypedDocument<unknown, never> | string,
	variables: AnyVariables = {},
	operationName?: string,
): number {
	const { operations, fragments } = scan(String(document));
	const operation = operations.find(({ name }) => name === operationName) ?? operations[0];
	if (!operation) return 0;
	const root = operation.kind === "mutation" ? "Mutation" : "Query";
	const defaults = Object.entries(operation.defaults).map(([name, value]) => [name, readValue(value, {})]);
	// Undefined variables are not sent, so that they have their defaults.
	const sent = Object.entries(variables).filter(([, value]) => value !== undefined);
	const input = Object.fromEntries([...defaults, ...sent]);
	return costOf(operation.selections, root, { fragments, variables: input, known: new Map() });
}
