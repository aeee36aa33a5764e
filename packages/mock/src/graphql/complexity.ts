/**
 * What a query costs. A field costs its own weight and what is selected below it; a list in pages costs that again for each
 * hundredth of its page; `sort` adds 1, `search` 5, `blobs` one a path. What is skipped costs nothing, and neither does
 * introspection.
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

/** A query as a rule walks through it. */
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
	// What was sent stands over the defaults, null too.
	const variables = defaults.length === 0 ? value : { ...Object.fromEntries(defaults), ...value };
	const fragments = new Map<string, FragmentDefinitionNode>();
	for (const one of document.definitions) if (one.kind === "FragmentDefinition") fragments.set(one.name.value, one);
	return { schema, fragments, variables };
}

/** A literal or a variable's value; of variables that are not given, their absence. */
function readValue(node: ValueNode | undefined, variables: Variables): unknown {
	if (!node || node.kind === "NullValue") return undefined;
	if (node.kind === "Variable") return variables[node.name.value] ?? undefined;
	if (node.kind === "IntValue") return Number(node.value);
	if (node.kind === "BooleanValue") return node.value;
	if (node.kind === "ListValue") return node.values;
	return "value" in node ? node.value : node;
}

/** Whether a directive takes this selection out. */
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

/** The type that a field's selection is of: undefined for a leaf. */
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
	// Whole hundredths, so that nothing is lost to fractions.
	return Math.trunc((cost * (100 + page)) / 100);
}

/** The type that a fragment's fields are of. */
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
			// The same however often it is spread: what doubles at every step is still counted in one go.
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

/** The root type of an operation. */
export function rootOf(schema: GraphQLSchema, { operation }: OperationDefinitionNode): GraphQLObjectType {
	const type = operation === "mutation" ? schema.getMutationType() : schema.getQueryType();
	if (!type) throw new Error(`The schema has no ${operation}.`);
	return type;
}

/** The cost of an operation that is valid. */
export const complexityOf = (operation: OperationDefinitionNode, walk: Walk): number =>
	costOf(operation.selectionSet, rootOf(walk.schema, operation), walk, new Map());
