/**
 * The GraphQL contract as the tests read it: the schema that the SDL builds, the documents with the fragments that
 * they spread, and a claim written as partial SDL held against the schema.
 */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import {
	buildSchema,
	type DocumentNode,
	type FieldDefinitionNode,
	type FragmentDefinitionNode,
	type GraphQLArgument,
	type GraphQLEnumType,
	type GraphQLEnumValue,
	type GraphQLField,
	type GraphQLInputField,
	type GraphQLInputObjectType,
	type GraphQLInterfaceType,
	type GraphQLNamedType,
	type GraphQLObjectType,
	type GraphQLSchema,
	type InputValueDefinitionNode,
	isEnumType,
	isInputObjectType,
	isInterfaceType,
	isObjectType,
	isScalarType,
	Kind,
	type OperationDefinitionNode,
	parse,
	print,
	visit,
} from "graphql";

const folder = resolve(dirname(fileURLToPath(import.meta.url)), "../../../../graphql");

/** The `.graphql` files of a folder below `graphql/`, by name without ending. */
function files(name: string): Record<string, string> {
	const names = readdirSync(resolve(folder, name)).filter((each) => each.endsWith(".graphql"));
	return Object.fromEntries(
		names.sort().map((each) => [each.slice(0, -".graphql".length), readFileSync(resolve(folder, name, each), "utf8")]),
	);
}

export const sdl = Object.values(files("schema")).join("\n");
export const schema: GraphQLSchema = buildSchema(sdl);

/** The contract's types, without those of introspection and the five scalars of the language. */
export const types: GraphQLNamedType[] = Object.values(schema.getTypeMap()).filter((type) => type.astNode);

type WithFields = GraphQLObjectType | GraphQLInterfaceType;
export const withFields: WithFields[] = types.filter(
	(type): type is WithFields => isObjectType(type) || isInterfaceType(type),
);
export const inputs: GraphQLInputObjectType[] = types.filter(isInputObjectType);
export const enums: GraphQLEnumType[] = types.filter(isEnumType);

/** What bears a type or a value, with the address that the tests name it by: `Query.user`, `Query.user(id)`, `Sort.CREATED_ASC`. */
export type Item = {
	at: string;
	name: string;
	kind: "field" | "argument" | "input field" | "enum value";
	of: GraphQLField<unknown, unknown> | GraphQLArgument | GraphQLInputField | GraphQLEnumValue;
	/** Names that stand beside it. */
	beside: string[];
};

export const items: Item[] = [
	...withFields.flatMap((type) =>
		Object.values(type.getFields()).flatMap((field): Item[] => [
			{
				at: `${type.name}.${field.name}`,
				name: field.name,
				kind: "field",
				of: field,
				beside: Object.keys(type.getFields()),
			},
			...field.args.map(
				(of): Item => ({
					at: `${type.name}.${field.name}(${of.name})`,
					name: of.name,
					kind: "argument",
					of,
					beside: field.args.map((each) => each.name),
				}),
			),
		]),
	),
	...inputs.flatMap((type) =>
		Object.values(type.getFields()).map(
			(of): Item => ({
				at: `${type.name}.${of.name}`,
				name: of.name,
				kind: "input field",
				of,
				beside: Object.keys(type.getFields()),
			}),
		),
	),
	...enums.flatMap((type) =>
		type.getValues().map(
			(of): Item => ({
				at: `${type.name}.${of.name}`,
				name: of.name,
				kind: "enum value",
				of,
				beside: type.getValues().map((each) => each.name),
			}),
		),
	),
];

/** Printed types by address, of all items but enum values. */
export const typed: Record<string, string> = Object.fromEntries(
	items.flatMap(({ at, of }) => ("type" in of ? [[at, String(of.type)]] : [])),
);

const byAddress = new Map(items.map((item) => [item.at, item]));

/** What stands at an address of the schema, in the words of `wanted`. */
function found(at: string): unknown {
	const [, aspect, subject = at] = /^(kind|values|fields|args|implements|default|deprecated) (.+)$/.exec(at) ?? [];
	const type = schema.getType(subject);
	const item = byAddress.get(subject);
	if (aspect === "kind") {
		if (isObjectType(type)) return "type";
		if (isInterfaceType(type)) return "interface";
		if (isInputObjectType(type)) return "input";
		if (isEnumType(type)) return "enum";
		return isScalarType(type) ? "scalar" : undefined;
	}
	if (aspect === "values")
		return isEnumType(type)
			? type
					.getValues()
					.map(({ name }) => name)
					.sort()
			: undefined;
	if (aspect === "fields") return isInputObjectType(type) ? Object.keys(type.getFields()).sort() : undefined;
	if (aspect === "implements") return isObjectType(type) ? type.getInterfaces().map(({ name }) => name) : undefined;
	if (aspect === "args") return item && "args" in item.of ? item.of.args.map(({ name }) => name).sort() : undefined;
	if (aspect === "deprecated") return item ? item.of.deprecationReason != null : undefined;
	if (aspect === "default") {
		const written = item?.of.astNode;
		return written && "defaultValue" in written && written.defaultValue ? print(written.defaultValue) : undefined;
	}
	return typed[at] ?? (item ? "there" : undefined);
}

type Marked = { directives?: readonly { name: { value: string } }[] | undefined };
const has = (node: Marked, name: string): boolean => node.directives?.some((one) => one.name.value === name) ?? false;

function wantedOfValue(
	at: string,
	node: InputValueDefinitionNode | FieldDefinitionNode,
	into: Map<string, unknown>,
): void {
	into.set(at, print(node.type));
	into.set(`deprecated ${at}`, has(node, "deprecated"));
	if ("defaultValue" in node && node.defaultValue) into.set(`default ${at}`, print(node.defaultValue));
}

/**
 * A claim as partial SDL. What it names must be in the schema with exactly that type, default and deprecation.
 * Object types may have further fields. Arguments, input fields and enum values are all that there are, unless
 * `@further` stands behind their field, input or enum.
 */
export function claimed(text: string): { wanted: Record<string, unknown>; found: Record<string, unknown> } {
	const wanted = new Map<string, unknown>();
	for (const node of parse(text).definitions) {
		if (!("name" in node) || !node.name) throw new Error(`A claim names types: ${text}`);
		const name = node.name.value;
		if (node.kind === Kind.SCALAR_TYPE_DEFINITION) wanted.set(`kind ${name}`, "scalar");
		else if (node.kind === Kind.ENUM_TYPE_DEFINITION) {
			wanted.set(`kind ${name}`, "enum");
			const values = (node.values ?? []).map((value) => value.name.value);
			for (const value of values) wanted.set(`${name}.${value}`, "there");
			if (!has(node, "further")) wanted.set(`values ${name}`, values.sort());
		} else if (node.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION) {
			wanted.set(`kind ${name}`, "input");
			for (const field of node.fields ?? []) wantedOfValue(`${name}.${field.name.value}`, field, wanted);
			const fields = (node.fields ?? []).map((field) => field.name.value);
			if (!has(node, "further")) wanted.set(`fields ${name}`, fields.sort());
		} else if (node.kind === Kind.OBJECT_TYPE_DEFINITION || node.kind === Kind.INTERFACE_TYPE_DEFINITION) {
			wanted.set(`kind ${name}`, node.kind === Kind.OBJECT_TYPE_DEFINITION ? "type" : "interface");
			if (node.interfaces?.length)
				wanted.set(
					`implements ${name}`,
					node.interfaces.map((one) => one.name.value),
				);
			for (const field of node.fields ?? []) {
				const at = `${name}.${field.name.value}`;
				wantedOfValue(at, field, wanted);
				for (const arg of field.arguments ?? []) wantedOfValue(`${at}(${arg.name.value})`, arg, wanted);
				const args = (field.arguments ?? []).map((arg) => arg.name.value);
				if (!has(field, "further")) wanted.set(`args ${at}`, args.sort());
			}
		} else throw new Error(`A claim cannot say ${node.kind}`);
	}
	return {
		wanted: Object.fromEntries(wanted),
		found: Object.fromEntries([...wanted.keys()].map((at) => [at, found(at)])),
	};
}

const written = Object.entries(files("operations")).map(([file, text]) => ({ file, document: parse(text) }));

const fragments = new Map<string, FragmentDefinitionNode>();
for (const { document } of written)
	for (const node of document.definitions)
		if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);

function spread(document: DocumentNode, into = new Map<string, FragmentDefinitionNode>()): typeof into {
	visit(document, {
		FragmentSpread({ name: { value } }) {
			const fragment = fragments.get(value);
			if (!fragment || into.has(value)) return;
			into.set(value, fragment);
			spread({ kind: Kind.DOCUMENT, definitions: [fragment] }, into);
		},
	});
	return into;
}

/** A file of `graphql/operations`, whole: with all fragments that it spreads. */
export type Written = {
	file: string;
	/** Definitions of the file itself. */
	own: DocumentNode["definitions"];
	operation: OperationDefinitionNode | undefined;
	document: DocumentNode;
};

export const documents: Written[] = written.map(({ file, document }) => ({
	file,
	own: document.definitions,
	operation: document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION),
	document: { kind: Kind.DOCUMENT, definitions: [...document.definitions, ...spread(document).values()] },
}));
