import {
	GraphQLError,
	type GraphQLInputType,
	type GraphQLSchema,
	isEnumType,
	isInputObjectType,
	isListType,
	isNonNullType,
	isRequiredInputField,
	isScalarType,
	type OperationDefinitionNode,
	print,
	typeFromAST,
} from "graphql";
import { isRecord } from "../lib/is-record";

interface Problem {
	readonly path: readonly (string | number)[];
	readonly explanation: string;
}

/** Returns the errors of a value that does not match a type, each with its path. */
function problemsOf(value: unknown, type: GraphQLInputType, path: readonly (string | number)[]): Problem[] {
	const problem = (explanation: string): Problem[] => [{ path, explanation }];
	if (isNonNullType(type))
		return value === null || value === undefined
			? problem("Expected value to not be null")
			: problemsOf(value, type.ofType, path);
	if (value === null || value === undefined) return [];
	if (isListType(type))
		return Array.isArray(value)
			? value.flatMap((item, index) => problemsOf(item, type.ofType, [...path, index]))
			: problemsOf(value, type.ofType, path);
	if (isInputObjectType(type)) {
		if (!isRecord(value)) return problem(`Expected ${JSON.stringify(value)} to be a key-value object.`);
		const fields = type.getFields();
		const unknown = Object.keys(value).filter((name) => !Object.hasOwn(fields, name));
		return [
			...unknown.map((name) => ({ path: [...path, name], explanation: `Field is not defined on ${type.name}` })),
			...Object.values(fields).flatMap((field) => {
				const input = Object.hasOwn(value, field.name) ? value[field.name] : undefined;
				if (input === undefined && !isRequiredInputField(field)) return [];
				return problemsOf(input, field.type, [...path, field.name]);
			}),
		];
	}
	if (isEnumType(type)) {
		const names = type.getValues().map(({ name }) => name);
		return typeof value === "string" && names.includes(value)
			? []
			: problem(`Expected ${JSON.stringify(value)} to be one of: ${names.join(", ")}`);
	}
	if (!isScalarType(type)) return [];
	try {
		type.parseValue(value);
		return [];
	} catch (error) {
		const own = error instanceof GraphQLError && error.extensions.typeName === "CoercionError";
		return problem(own ? error.message : `Could not coerce value ${JSON.stringify(value)} to ${type.name}`);
	}
}

/** Returns the errors of an operation's variables, one for each invalid variable. */
export function variableFaults(
	schema: GraphQLSchema,
	operation: OperationDefinitionNode,
	variables: { readonly [name: string]: unknown },
): GraphQLError[] {
	return (operation.variableDefinitions ?? []).flatMap((node) => {
		// Validation ensured that the type exists and is an input type. Each overload accepts only one kind of node.
		const type = typeFromAST(schema, node.type as never) as GraphQLInputType;
		const name = node.variable.name.value;
		const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
		if (value === undefined && node.defaultValue) return [];
		const problems = problemsOf(value, type, []);
		if (problems.length === 0) return [];
		const where = problems
			.filter(({ path }) => path.length > 0)
			.map(({ path, explanation }) => `${path.join(".")} (${explanation})`);
		const about =
			where.length > 0 ? ` for ${where.join(", ")}` : problems.map((one) => ` (${one.explanation})`).join("");
		return [
			new GraphQLError(`Variable $${name} of type ${print(node.type)} was provided invalid value${about}`, {
				nodes: node,
				extensions: { value: value ?? null, problems },
			}),
		];
	});
}
