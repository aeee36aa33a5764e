import {
	type ASTNode,
	type GraphQLInputType,
	getNamedType,
	getNullableType,
	isInputObjectType,
	isListType,
	print,
	typeFromAST,
} from "graphql";
import type { Subject, Wording } from "./wording";

/** The argument or field that takes a value, and the type that the value must have. */
interface Slot {
	readonly kind: "Field" | "Directive" | "InputObject";
	/** The name of the field, the directive or the input object. */
	readonly owner: string;
	readonly name: string;
	readonly type: GraphQLInputType;
	readonly value: ASTNode;
}

const withoutLists = (type: GraphQLInputType): GraphQLInputType => {
	const inner = getNullableType(type);
	return isListType(inner) ? withoutLists(inner.ofType) : inner;
};

/** Returns the innermost argument, or field of an input object, that contains a node of a literal. */
function slotOf({ line, context }: Subject): Slot | undefined {
	const argument = context.getArgument();
	const at = line.findLastIndex(({ kind }) => kind === "Argument");
	const node = line[at];
	const owner = line[at - 1];
	if (!argument || node?.kind !== "Argument" || (owner?.kind !== "Field" && owner?.kind !== "Directive"))
		return undefined;
	let slot: Slot = {
		kind: owner.kind,
		owner: owner.name.value,
		name: argument.name,
		type: argument.type,
		value: node.value,
	};
	for (const inner of line.slice(at + 1)) {
		if (inner.kind !== "ObjectField") continue;
		const type = withoutLists(slot.type);
		const field = isInputObjectType(type) ? type.getFields()[inner.name.value] : undefined;
		if (!field) break;
		slot = {
			kind: "InputObject",
			owner: getNamedType(type).name,
			name: field.name,
			type: field.type,
			value: inner.value,
		};
	}
	return slot;
}

/** Returns the platform's error for an invalid literal in a query. */
export function literalError(subject: Subject): Wording | undefined {
	const { error, node, line, quoted, context } = subject;
	// The error of a scalar has its own text and code.
	if (error.extensions.code !== undefined) return undefined;
	const variable = line.find((one) => one.kind === "VariableDefinition");
	if (variable) {
		const variableName = variable.variable.name.value;
		const typeName = String(typeFromAST(context.getSchema(), variable.type) ?? "");
		return {
			message: `Default value for $${variableName} doesn't match type ${typeName}`,
			code: "defaultValueInvalidType",
			variableName,
			typeName,
		};
	}
	const [, missing = ""] = /^Field "[^".]+\.([^"]+)" of required type/.exec(error.message) ?? [];
	if (missing !== "") {
		const [place = "", argumentType = ""] = quoted;
		const inputObjectType = place.split(".")[0] ?? "";
		return {
			message: `Argument '${missing}' on InputObject '${inputObjectType}' is required. Expected type ${argumentType}`,
			code: "missingRequiredInputObjectAttribute",
			argumentName: missing,
			argumentType,
			inputObjectType,
		};
	}
	if (node.kind === "ObjectField") {
		const [argumentName = "", name = ""] = quoted;
		return {
			message: `InputObject '${name}' doesn't accept argument '${argumentName}'`,
			code: "argumentNotAccepted",
			name,
			typeName: "InputObject",
			argumentName,
		};
	}
	const slot = slotOf(subject);
	return (
		slot && {
			message: `Argument '${slot.name}' on ${slot.kind} '${slot.owner}' has an invalid value (${print(slot.value)}). Expected type '${slot.type}'.`,
			code: "argumentLiteralsIncompatible",
			typeName: slot.kind,
			argumentName: slot.name,
		}
	);
}
