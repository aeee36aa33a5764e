/** Validation rules with the platform's error messages instead of those of graphql-js. */
import {
	type ASTNode,
	type FieldNode,
	FieldsOnCorrectTypeRule,
	GraphQLError,
	getNamedType,
	isEnumType,
	isLeafType,
	isRequiredArgument,
	isScalarType,
	KnownArgumentNamesRule,
	OverlappingFieldsCanBeMergedRule,
	ProvidedRequiredArgumentsRule,
	ScalarLeafsRule,
	specifiedRules,
	type ValidationContext,
	type ValidationRule,
} from "graphql";
import { pathAlong } from "./place";
import { rewordedRules } from "./reworded";

/** Returns the path from the definition down to a field. */
const pathTo = (field: FieldNode, ancestors: readonly (ASTNode | readonly ASTNode[])[]): string[] =>
	pathAlong([...ancestors.filter((one): one is ASTNode => "kind" in one), field]);

interface QueryError {
	readonly message: string;
	readonly code: string;
	readonly typeName?: string;
	readonly [name: string]: unknown;
}

/** Reports an error of the query, with its path in the query. */
function report(
	context: ValidationContext,
	nodes: ASTNode | readonly ASTNode[],
	path: readonly string[],
	{ message, ...extensions }: QueryError,
): void {
	context.reportError(new GraphQLError(message, { nodes, path, extensions }));
}

const fieldsExist: ValidationRule = (context) => ({
	Field(node, _key, _parent, _path, ancestors) {
		const type = context.getParentType();
		if (!type || context.getFieldDef()) return;
		report(context, node, pathTo(node, ancestors), {
			message: `Field '${node.name.value}' doesn't exist on type '${type.name}'`,
			code: "undefinedField",
			typeName: type.name,
			fieldName: node.name.value,
		});
	},
});

const argumentsExist: ValidationRule = (context) => ({
	Field(node, _key, _parent, _path, ancestors) {
		const field = context.getFieldDef();
		if (!field) return;
		for (const argument of node.arguments ?? []) {
			if (field.args.some(({ name }) => name === argument.name.value)) continue;
			report(context, argument, [...pathTo(node, ancestors), argument.name.value], {
				message: `Field '${node.name.value}' doesn't accept argument '${argument.name.value}'`,
				code: "argumentNotAccepted",
				name: node.name.value,
				typeName: "Field",
				argumentName: argument.name.value,
			});
		}
	},
	Directive(node) {
		const directive = context.getDirective();
		if (!directive) return;
		for (const argument of node.arguments ?? []) {
			if (directive.args.some(({ name }) => name === argument.name.value)) continue;
			report(context, argument, [], {
				message: `Directive '${node.name.value}' doesn't accept argument '${argument.name.value}'`,
				code: "argumentNotAccepted",
				name: node.name.value,
				typeName: "Directive",
				argumentName: argument.name.value,
			});
		}
	},
});

const requiredArguments: ValidationRule = (context) => ({
	Field: {
		leave(node, _key, _parent, _path, ancestors) {
			const values = new Set(node.arguments?.map(({ name }) => name.value));
			const missing = context
				.getFieldDef()
				?.args.filter((one) => isRequiredArgument(one) && !values.has(one.name))
				.map(({ name }) => name);
			if (!missing || missing.length === 0) return;
			report(context, node, pathTo(node, ancestors), {
				message: `Field '${node.name.value}' is missing required arguments: ${missing.join(", ")}`,
				code: "missingRequiredArguments",
				className: "Field",
				name: node.name.value,
				arguments: missing.join(", "),
			});
		},
	},
	Directive: {
		leave(node) {
			const values = new Set(node.arguments?.map(({ name }) => name.value));
			const missing = context
				.getDirective()
				?.args.filter((one) => isRequiredArgument(one) && !values.has(one.name))
				.map(({ name }) => name);
			if (!missing || missing.length === 0) return;
			report(context, node, [], {
				message: `Directive '${node.name.value}' is missing required arguments: ${missing.join(", ")}`,
				code: "missingRequiredArguments",
				className: "Directive",
				name: node.name.value,
				arguments: missing.join(", "),
			});
		},
	},
});

const leavesFit: ValidationRule = (context) => ({
	Field(node, _key, _parent, _path, ancestors) {
		const type = context.getType();
		if (!type) return;
		const { name } = getNamedType(type);
		const reportMismatch = (message: string): void =>
			report(context, node, pathTo(node, ancestors), {
				message,
				code: "selectionMismatch",
				nodeName: `field '${node.name.value}'`,
				typeName: name,
			});
		const selected = node.selectionSet?.selections ?? [];
		if (isLeafType(getNamedType(type)) && node.selectionSet) {
			const kind = isEnumType(getNamedType(type)) ? "enums" : isScalarType(getNamedType(type)) ? "scalars" : "leaves";
			const inner = selected.map((one) => ("name" in one ? one.name.value : "...")).join(", ");
			reportMismatch(
				`Selections can't be made on ${kind} (field '${node.name.value}' returns ${name} but has selections [${inner}])`,
			);
		}
		if (!isLeafType(getNamedType(type)) && selected.length === 0)
			reportMismatch(
				`Field must have selections (field '${node.name.value}' returns ${name} but has no selections. Did you mean '${node.name.value} { ... }'?)`,
			);
	},
});

const replaced: ReadonlyMap<ValidationRule, ValidationRule> = new Map([
	...rewordedRules,
	[FieldsOnCorrectTypeRule, fieldsExist],
	[KnownArgumentNamesRule, argumentsExist],
	[ProvidedRequiredArgumentsRule, requiredArguments],
	[ScalarLeafsRule, leavesFit],
]);

/**
 * All rules except two: the one that compares fields with each other, whose cost is the square of their number, and the
 * one of graphql-js about the depth of introspection, for which see nesting.ts.
 */
export const rules: readonly ValidationRule[] = specifiedRules
	.filter((rule) => rule !== OverlappingFieldsCanBeMergedRule && rule.name !== "MaxIntrospectionDepthRule")
	.map((rule) => replaced.get(rule) ?? rule);

/** The rule that runs only if the number of fields is known to be small. */
export const lateRules: readonly ValidationRule[] = [
	replaced.get(OverlappingFieldsCanBeMergedRule) ?? OverlappingFieldsCanBeMergedRule,
];
