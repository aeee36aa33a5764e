/** The rules of graphql-js with the platform's error messages, and the codes by which clients distinguish them. */
import {
	type ASTNode,
	type ASTVisitor,
	ExecutableDefinitionsRule,
	type FieldNode,
	FragmentsOnCompositeTypesRule,
	GraphQLError,
	KnownDirectivesRule,
	KnownFragmentNamesRule,
	KnownTypeNamesRule,
	LoneAnonymousOperationRule,
	NoFragmentCyclesRule,
	NoUndefinedVariablesRule,
	NoUnusedFragmentsRule,
	NoUnusedVariablesRule,
	OverlappingFieldsCanBeMergedRule,
	PossibleFragmentSpreadsRule,
	print,
	UniqueArgumentNamesRule,
	UniqueDirectivesPerLocationRule,
	UniqueFragmentNamesRule,
	UniqueInputFieldNamesRule,
	UniqueOperationNamesRule,
	UniqueVariableNamesRule,
	type ValidationRule,
	ValuesOfCorrectTypeRule,
	VariablesAreInputTypesRule,
	VariablesInAllowedPositionRule,
} from "graphql";
import { literalError } from "./literals";
import { lineTo, pathAlong } from "./place";
import type { Subject, Wording } from "./wording";

type Words = (subject: Subject) => Wording | undefined;

function nameOf(node: ASTNode): string {
	if (node.kind === "VariableDefinition") return node.variable.name.value;
	if (node.kind === "Name") return node.value;
	return "name" in node && node.name ? node.name.value : "";
}

/** Returns a rule with reworded errors. An error that `words` has no wording for does not change. */
function reworded(rule: ValidationRule, words: Words): ValidationRule {
	return (context): ASTVisitor => {
		const document = context.getDocument();
		const worded = (error: GraphQLError): GraphQLError => {
			const { nodes = [] } = error;
			const [node] = nodes;
			if (!node) return error;
			const line = lineTo(document, node);
			const quoted = [...error.message.matchAll(/"([^"]*)"/g)].map(([, one = ""]) => one);
			const wording = words({ error, node, nodes, line, name: nameOf(node), quoted, context });
			if (!wording) return error;
			const { message, ...extensions } = wording;
			return new GraphQLError(message, { nodes, path: pathAlong(line), extensions });
		};
		const report = (error: GraphQLError): void => context.reportError(worded(error));
		// The rule gets the same context, except for where it reports errors.
		return rule(Object.create(context, { reportError: { value: report } }));
	};
}

/** Returns the name of the definition around a node, as errors show it. */
function ownerOf(line: readonly ASTNode[]): string {
	const definition = line.find(({ kind }) => kind === "OperationDefinition" || kind === "FragmentDefinition");
	if (definition?.kind === "FragmentDefinition") return `fragment ${definition.name.value}`;
	if (definition?.kind !== "OperationDefinition") return "";
	return definition.name?.value ?? `anonymous ${definition.operation}`;
}

const places: { readonly [location: string]: string } = {
	QUERY: "queries",
	MUTATION: "mutations",
	SUBSCRIPTION: "subscriptions",
	FIELD: "fields",
	FRAGMENT_DEFINITION: "fragment definitions",
	FRAGMENT_SPREAD: "fragment spreads",
	INLINE_FRAGMENT: "inline fragments",
	VARIABLE_DEFINITION: "variable definitions",
};
const placeName = (location: string): string => places[location] ?? location.toLowerCase().replaceAll("_", " ");

const directives: Words = ({ error, name, context }) => {
	if (error.message.startsWith("Unknown"))
		return { message: `Directive @${name} is not defined`, code: "undefinedDirective", directiveName: name };
	const location = /on (\w+)\.$/.exec(error.message)?.[1] ?? "";
	const allowed = context.getSchema().getDirective(name)?.locations.map(placeName).join(", ");
	return {
		message: `'@${name}' can't be applied to ${placeName(location)} (allowed: ${allowed})`,
		code: "directiveCannotBeApplied",
		targetName: placeName(location),
		name,
	};
};

const types: Words = ({ line, quoted: [typeName = ""] }) => {
	const variable = line.find((one) => one.kind === "VariableDefinition");
	if (!variable)
		return {
			message: `No such type ${typeName}, so it can't be a fragment condition`,
			code: "undefinedType",
			typeName,
		};
	const variableName = nameOf(variable);
	return {
		message: `${typeName} isn't a defined input type (on $${variableName})`,
		code: "variableRequiresValidType",
		typeName,
		variableName,
	};
};

const spreads: Words = ({ node, error }) => {
	const [typeName = "", parentName = ""] = [...error.message.matchAll(/type "([^"]+)"/g)]
		.map(([, type = ""]) => type)
		.reverse();
	const fragmentName = node.kind === "FragmentSpread" ? node.name.value : "unknown";
	const what = node.kind === "FragmentSpread" ? `Fragment ${fragmentName} on` : "Fragment on";
	return {
		message: `${what} ${typeName} can't be spread inside ${parentName}`,
		code: "cannotSpreadFragment",
		typeName,
		fragmentName,
		parentName,
	};
};

const listDepth = (type: string): number => type.split("[").length - 1;
const bare = (type: string): string => type.replace(/[[\]!]/g, "");

const positions: Words = ({ error, nodes, context }) => {
	const [definition, usage] = nodes;
	const [, variableType = "", argumentType = ""] =
		/ of type "(.+)" used in position expecting type "(.+)"\./.exec(error.message) ?? [];
	if (definition?.kind !== "VariableDefinition" || !usage) return undefined;
	const around = lineTo(context.getDocument(), usage);
	const argument = around.findLast(({ kind }) => kind === "Argument" || kind === "ObjectField");
	const variableName = nameOf(definition);
	const argumentName = argument ? nameOf(argument) : "";
	const errorMessage =
		bare(variableType) !== bare(argumentType)
			? "Type mismatch"
			: listDepth(variableType) !== listDepth(argumentType)
				? "List dimension mismatch"
				: "Nullability mismatch";
	return {
		message: `${errorMessage} on variable $${variableName} and argument ${argumentName} (${variableType} / ${argumentType})`,
		code: "variableMismatch",
		variableName,
		typeName: variableType,
		argumentName,
		errorMessage,
	};
};

const argumentsOf = (field: FieldNode): string =>
	`{${(field.arguments ?? []).map(({ name, value }) => `${name.value}:${JSON.stringify(print(value)).replace(/^"\\"(.*)\\""$/, '"$1"')}`).join(",")}}`;

const conflicts: Words = ({ nodes }) => {
	const half = nodes[nodes.length / 2 - 1];
	const other = nodes.at(-1);
	if (half?.kind !== "Field" || other?.kind !== "Field") return undefined;
	const fieldName = (half.alias ?? half.name).value;
	const isOther = half.name.value !== other.name.value;
	const all = isOther ? [half.name.value, other.name.value] : [argumentsOf(half), argumentsOf(other)];
	const said = all.join(" or ");
	return {
		message: `Field '${fieldName}' has ${isOther ? "a field" : "an argument"} conflict: ${said}?`,
		code: "fieldConflict",
		fieldName,
		conflicts: said,
	};
};

const wordings: readonly (readonly [ValidationRule, Words])[] = [
	[
		ExecutableDefinitionsRule,
		() => ({ message: "Query cannot contain schema definitions", code: "queryContainsSchemaDefinitions" }),
	],
	[
		UniqueOperationNamesRule,
		({ quoted: [operationName = ""] }) => ({
			message: `Operation name "${operationName}" must be unique`,
			code: "uniquelyNamedOperations",
			operationName,
		}),
	],
	[
		LoneAnonymousOperationRule,
		() => ({
			message: "Operation name is required when multiple operations are present",
			code: "uniquelyNamedOperations",
		}),
	],
	[KnownTypeNamesRule, types],
	[
		FragmentsOnCompositeTypesRule,
		({ error }) => {
			const typeName = /type "([^"]+)"\.$/.exec(error.message)?.[1] ?? "";
			return {
				message: `Invalid fragment on type ${typeName} (must be Union, Interface or Object)`,
				code: "fragmentOnNonCompositeType",
				typeName,
				argumentName: typeName,
			};
		},
	],
	[
		VariablesAreInputTypesRule,
		({ error, line, quoted }) => {
			const variable = line.find((one) => one.kind === "VariableDefinition");
			const [, typeName = ""] = quoted.length > 1 ? quoted : [/type "([^"]+)"/.exec(error.message)?.[1] ?? ""];
			const variableName = variable ? nameOf(variable) : "";
			const type = typeName.replace(/[[\]!]/g, "");
			return {
				message: `${type} isn't a valid input type (on $${variableName})`,
				code: "variableRequiresValidType",
				typeName: type,
				variableName,
			};
		},
	],
	[
		UniqueFragmentNamesRule,
		({ quoted: [fragmentName = ""] }) => ({
			message: `Fragment name "${fragmentName}" must be unique`,
			code: "fragmentNotUnique",
			fragmentName,
		}),
	],
	[
		KnownFragmentNamesRule,
		({ quoted: [fragmentName = ""] }) => ({
			message: `Fragment ${fragmentName} was used, but not defined`,
			code: "useAndDefineFragment",
			fragmentName,
		}),
	],
	[
		NoUnusedFragmentsRule,
		({ name: fragmentName }) => ({
			message: `Fragment ${fragmentName} was defined, but not used`,
			code: "useAndDefineFragment",
			fragmentName,
		}),
	],
	[PossibleFragmentSpreadsRule, spreads],
	[
		NoFragmentCyclesRule,
		({ quoted: [fragmentName = ""] }) => ({
			message: `Fragment ${fragmentName} contains an infinite loop`,
			code: "infiniteLoop",
			fragmentName,
		}),
	],
	[
		UniqueVariableNamesRule,
		({ error }) => {
			const variableName = /"\$(\w+)"/.exec(error.message)?.[1] ?? "";
			return {
				message: `There can only be one variable named "${variableName}"`,
				code: "variableNotUnique",
				variableName,
			};
		},
	],
	[
		NoUndefinedVariablesRule,
		({ line, name: variableName }) => ({
			message: `Variable $${variableName} is used by ${ownerOf(line)} but not declared`,
			code: "variableNotDefined",
			variableName,
		}),
	],
	[
		NoUnusedVariablesRule,
		({ line, name: variableName }) => ({
			message: `Variable $${variableName} is declared by ${ownerOf(line)} but not used`,
			code: "variableNotUsed",
			variableName,
		}),
	],
	[KnownDirectivesRule, directives],
	[
		UniqueDirectivesPerLocationRule,
		({ name: directiveName }) => ({
			message: `The directive "${directiveName}" can only be used once at this location.`,
			code: "directiveNotUniqueForLocation",
			directiveName,
		}),
	],
	[
		UniqueArgumentNamesRule,
		({ quoted: [name = ""] }) => ({
			message: `There can be only one argument named "${name}"`,
			code: "argumentNotUnique",
			name,
		}),
	],
	[
		UniqueInputFieldNamesRule,
		({ quoted: [name = ""] }) => ({
			message: `There can be only one input field named "${name}"`,
			code: "inputFieldNotUnique",
			name,
		}),
	],
	[ValuesOfCorrectTypeRule, literalError],
	[VariablesInAllowedPositionRule, positions],
	[OverlappingFieldsCanBeMergedRule, conflicts],
];

/** The reworded rules, by the rule that each one replaces. */
export const rewordedRules: ReadonlyMap<ValidationRule, ValidationRule> = new Map(
	wordings.map(([rule, words]) => [rule, reworded(rule, words)] as const),
);
