/**
 * The cost of a query. A field costs its weight plus the cost of its selections. A connection adds a hundredth of that
 * for each item of its page. `sort` adds 1, `search` adds 5, and `blobs` adds 1 for each path. Skipped selections and
 * introspection cost nothing.
 */
import {
	type DocumentNode,
	type FieldNode,
	type FragmentDefinitionNode,
	type GraphQLCompositeType,
	type GraphQLField,
	type GraphQLObjectType,
	type GraphQLSchema,
	getNamedType,
	isCompositeType,
	isUnionType,
	type NamedTypeNode,
	type OperationDefinitionNode,
	type SelectionSetNode,
	type ValueNode,
} from "graphql";

export interface Variables {
	readonly [name: string]: unknown;
}

const longestPage = 100;

/** The parts of a query that a rule needs to walk through it. */
export interface Walk {
	readonly schema: GraphQLSchema;
	readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
	readonly variables: Variables;
}

export function walkOf(
	schema: GraphQLSchema,
	document: DocumentNode,
	operation: OperationDefinitionNode,
	value: Variables,
): Walk {
	const defaults = (operation.variableDefinitions ?? []).flatMap(({ variable, defaultValue }) =>
		defaultValue ? [[variable.name.value, readValue(defaultValue, {})] as const] : [],
	);
	// Sent values take precedence over the defaults, and so does null.
	const variables = defaults.length === 0 ? value : { ...Object.fromEntries(defaults), ...value };
	const fragments = new Map<string, FragmentDefinitionNode>();
	for (const one of document.definitions) if (one.kind === "FragmentDefinition") fragments.set(one.name.value, one);
	return { schema, fragments, variables };
}

/** Returns the value of a literal or a variable. Returns undefined for null and for a missing variable. */
function readValue(node: ValueNode | undefined, variables: Variables): unknown {
	if (!node || node.kind === "NullValue") return undefined;
	if (node.kind === "Variable") return variables[node.name.value] ?? undefined;
	if (node.kind === "IntValue") return Number(node.value);
	if (node.kind === "BooleanValue") return node.value;
	if (node.kind === "ListValue") return node.values;
	return "value" in node ? node.value : node;
}

/** Whether a directive excludes this selection. */
export function isSkipped(node: { readonly directives?: FieldNode["directives"] }, variables: Variables): boolean {
	return (node.directives ?? []).some((directive) => {
		const value = readValue(directive.arguments?.[0]?.value, variables);
		return directive.name.value === "skip" ? value === true : directive.name.value === "include" && value === false;
	});
}

const weights = new WeakMap<object, number>();

function weightOf(field: GraphQLField<unknown, unknown>): number {
	let weight = weights.get(field);
	if (weight === undefined) {
		const cost = field.astNode?.directives?.find(({ name }) => name.value === "cost")?.arguments?.[0]?.value;
		weight = cost?.kind === "IntValue" ? Number(cost.value) : 1;
		weights.set(field, weight);
	}
	return weight;
}

/** Returns the type that a field's selections belong to, or undefined for a leaf. */
const typeBelow = (field: GraphQLField<unknown, unknown>): GraphQLCompositeType | undefined => {
	const type = getNamedType(field.type);
	return isCompositeType(type) ? type : undefined;
};

function costOfField(node: FieldNode, parent: GraphQLCompositeType, walk: Walk, known: Map<string, number>): number {
	const { value: name } = node.name;
	if (name === "__schema" || name === "__type") return 0;
	const field = isUnionType(parent) ? undefined : parent.getFields()[name];
	if (!field) return 1;
	const below = typeBelow(field);
	const children = below && node.selectionSet ? costOf(node.selectionSet, below, walk, known) : 0;
	const argument = (argumentName: string): unknown =>
		readValue(node.arguments?.find((one) => one.name.value === argumentName)?.value, walk.variables);
	const paths = name === "blobs" ? argument("paths") : undefined;
	const cost =
		children +
		weightOf(field) +
		Number(argument("sort") !== undefined) +
		(argument("search") === undefined ? 0 : 5) +
		(Array.isArray(paths) ? paths.length : 0);
	if (!below?.name.endsWith("Connection") || argument("iid") !== undefined) return cost;
	const pages = [argument("first"), argument("last")].filter((one) => typeof one === "number");
	const page = Math.max(0, Math.min(longestPage, ...pages));
	// Calculates with integers, so that nothing is lost to fractions.
	return Math.trunc((cost * (100 + page)) / 100);
}

/** Returns the type that a fragment's fields belong to. */
function narrowed(condition: NamedTypeNode | undefined, parent: GraphQLCompositeType, { schema }: Walk) {
	const type = condition && schema.getType(condition.name.value);
	return isCompositeType(type) ? type : parent;
}

function costOf(set: SelectionSetNode, parent: GraphQLCompositeType, walk: Walk, known: Map<string, number>): number {
	let cost = 0;
	for (const one of set.selections) {
		if (isSkipped(one, walk.variables)) continue;
		if (one.kind === "Field") cost += costOfField(one, parent, walk, known);
		else if (one.kind === "InlineFragment")
			cost += costOf(one.selectionSet, narrowed(one.typeCondition, parent, walk), walk, known);
		else {
			const name = one.name.value;
			const fragment = walk.fragments.get(name);
			if (!fragment) continue;
			// A fragment always costs the same, so it is counted once, even if fragments multiply at every level.
			let own = known.get(name);
			if (own === undefined) {
				own = costOf(fragment.selectionSet, narrowed(fragment.typeCondition, parent, walk), walk, known);
				known.set(name, own);
			}
			cost += own;
		}
	}
	return cost;
}

/** Returns the root type of an operation. */
export function rootOf(schema: GraphQLSchema, { operation }: OperationDefinitionNode): GraphQLObjectType {
	const type = operation === "mutation" ? schema.getMutationType() : schema.getQueryType();
	if (!type) throw new Error(`The schema has no ${operation}.`);
	return type;
}

/** Returns the cost of a valid operation. */
export const complexityOf = (operation: OperationDefinitionNode, walk: Walk): number =>
	costOf(operation.selectionSet, rootOf(walk.schema, operation), walk, new Map());
