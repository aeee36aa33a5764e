/** Checks how deep a query is, and how often fields are nested in themselves. Introspection can have any depth. */
import { GraphQLError, type OperationDefinitionNode, type SelectionSetNode } from "graphql";
import { isSkipped, type Walk } from "./complexity";

/** Names that repeat in every list and type. */
const free = new Set(["node", "nodes", "edges", "ofType"]);
/** How often a field can be nested in itself. */
const mostRounds = 2;
/** The most fields that are visited, with fragments expanded. Queries within the cost limit stay far below it. */
const mostSteps = 20_000;

interface Nesting {
	depth: number;
	steps: number;
	/** The field that is nested in itself too often, and how often. */
	round: { name: string; times: number } | undefined;
}

function descend(
	set: SelectionSetNode,
	depth: number,
	introspecting: boolean,
	above: Map<string, number>,
	walk: Walk,
	found: Nesting,
): void {
	for (const one of set.selections) {
		if (found.round || ++found.steps > mostSteps) return;
		if (isSkipped(one, walk.variables)) continue;
		if (one.kind !== "Field") {
			const inner = one.kind === "InlineFragment" ? one : walk.fragments.get(one.name.value);
			if (inner) descend(inner.selectionSet, depth, introspecting, above, walk, found);
			continue;
		}
		const name = one.name.value;
		const introspection = introspecting || name === "__schema" || name === "__type";
		if (!introspection) found.depth = Math.max(found.depth, depth + 1);
		if (!one.selectionSet) continue;
		const times = above.get(name) ?? 0;
		if (!free.has(name) && times > mostRounds) found.round = { name, times };
		above.set(name, times + 1);
		descend(one.selectionSet, depth + 1, introspection, above, walk, found);
		above.set(name, times);
	}
}

/** Returns the first error in how an operation is nested, or undefined. */
export function nestingFault(
	operation: OperationDefinitionNode,
	walk: Walk,
	mostDepth: number,
): GraphQLError | undefined {
	const found: Nesting = { depth: 0, steps: 0, round: undefined };
	descend(operation.selectionSet, 0, false, new Map(), walk, found);
	if (found.round)
		return new GraphQLError(
			`Recursive query - too many of fields '{"${found.round.name}"=>${found.round.times}}' detected in query`,
		);
	if (found.steps > mostSteps) return new GraphQLError(`Query has more than ${mostSteps} fields`);
	if (found.depth > mostDepth)
		return new GraphQLError(`Query has depth of ${found.depth}, which exceeds max depth of ${mostDepth}`);
	return undefined;
}
