/**
 * The GraphQL contract in the form that the tests read: the schema of the SDL, the documents with their fragments, and
 * expectations in the form of partial SDL.
 *
 *   type Query           project(fullPath: ID!): Project     also `interface`, `input`, `enum`, `type A implements B`
 *   mutation echo        text: String! => text: String       the fields of its input and of its payload
 *   scalar UserID        declared
 *   interface User       implemented by CurrentUser UserCore
 *   type PageInfo        names hasNextPage endCursor         all fields, without their types
 *
 * Everything in an expectation must be in the schema with exactly that type, default and deprecation. Object types can
 * have other fields too, unless the expectation starts with `exactly`. Arguments, input fields and enum values must be
 * complete, unless `@partial` follows their field, input or enum.
 */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import {
	buildSchema,
	type DocumentNode,
	type FieldDefinitionNode,
	type FragmentDefinitionNode,
	type GraphQLArgument,
	type GraphQLEnumValue,
	type GraphQLField,
	type GraphQLInputField,
	type GraphQLInterfaceType,
	type GraphQLNamedType,
	type GraphQLObjectType,
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
	type TypeDefinitionNode,
	visit,
} from "graphql";

const packageFolder = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
export const schema = buildSchema(readFileSync(resolve(packageFolder, "schema.graphql"), "utf8"));

/** The contract's types, without those of introspection and without the five scalars of GraphQL. */
export const types: GraphQLNamedType[] = Object.values(schema.getTypeMap()).filter((type) => type.astNode);

export const withFields = types.filter(
	(type): type is GraphQLObjectType | GraphQLInterfaceType => isObjectType(type) || isInterfaceType(type),
);

/** Something with a type or a value, and its address: `Query.user`, `Query.user(id)`, `Sort.CREATED_ASC`. */
interface Item {
	at: string;
	name: string;
	kind: "field" | "argument" | "input field" | "enum value";
	of: GraphQLField<unknown, unknown> | GraphQLArgument | GraphQLInputField | GraphQLEnumValue;
	/** The names in the same list, including its own. */
	siblings: string[];
}

const itemsOf = (kind: Item["kind"], list: readonly Item["of"][], address: (name: string) => string): Item[] =>
	list.map((of) => ({ at: address(of.name), name: of.name, kind, of, siblings: list.map((one) => one.name) }));

export const items: Item[] = types.flatMap((type): Item[] => {
	const address = (name: string): string => `${type.name}.${name}`;
	if (isEnumType(type)) return itemsOf("enum value", type.getValues(), address);
	if (isInputObjectType(type)) return itemsOf("input field", Object.values(type.getFields()), address);
	if (!isObjectType(type) && !isInterfaceType(type)) return [];
	const fields = Object.values(type.getFields());
	const args = fields.flatMap((field) => itemsOf("argument", field.args, (name) => `${address(field.name)}(${name})`));
	return [...itemsOf("field", fields, address), ...args];
});

/** The printed types of all items except enum values, by address. */
export const typed: Record<string, string> = Object.fromEntries(
	items.flatMap(({ at, of }) => ("type" in of ? [[at, String(of.type)]] : [])),
);

const byAddress = new Map(items.map((item) => [item.at, item]));
const namesIn = (owner: string): string[] =>
	items.filter(({ at, name, kind }) => kind !== "argument" && at === `${owner}.${name}`).map(({ name }) => name);

function kindOf(type: GraphQLNamedType | undefined): string | undefined {
	if (isObjectType(type)) return "type";
	if (isInterfaceType(type)) return "interface";
	if (isInputObjectType(type)) return "input";
	if (isEnumType(type)) return "enum";
	return isScalarType(type) ? "scalar" : undefined;
}

/** Returns the schema's value for one aspect of an address. */
function actual(key: string): unknown {
	const [, aspect = "", at = ""] = /^(\w+) (.+)$/.exec(key) ?? [];
	const type = schema.getType(at);
	const item = byAddress.get(at);
	if (aspect === "kind") return kindOf(type);
	if (aspect === "names") return namesIn(at).sort();
	if (aspect === "implements") return isObjectType(type) ? type.getInterfaces().map(({ name }) => name) : undefined;
	if (aspect === "arguments")
		return item && "args" in item.of ? item.of.args.map(({ name }) => name).sort() : undefined;
	if (aspect === "deprecated") return item && item.of.deprecationReason != null;
	if (aspect === "value") return item?.name;
	if (aspect === "type") return typed[at];
	const node = item?.of.astNode;
	return node && "defaultValue" in node && node.defaultValue ? print(node.defaultValue) : undefined;
}

const hasDirective = (node: TypeDefinitionNode | FieldDefinitionNode, name: string): boolean =>
	node.directives?.some((one) => one.name.value === name) ?? false;

/** Returns the values that partial SDL expects, by aspect and address. */
function expectedOf(node: TypeDefinitionNode, exactly: boolean): Map<string, unknown> {
	const owner = node.name.value;
	const expected = new Map<string, unknown>();
	const add = (at: string, one: InputValueDefinitionNode | FieldDefinitionNode): void => {
		expected.set(`type ${at}`, print(one.type));
		expected.set(
			`deprecated ${at}`,
			one.directives?.some(({ name }) => name.value === "deprecated"),
		);
		if ("defaultValue" in one && one.defaultValue) expected.set(`default ${at}`, print(one.defaultValue));
	};
	const names = (list: readonly { name: { value: string } }[]): string[] => list.map(({ name }) => name.value).sort();
	if (node.kind === Kind.ENUM_TYPE_DEFINITION) {
		for (const name of names(node.values ?? [])) expected.set(`value ${owner}.${name}`, name);
		if (!hasDirective(node, "partial")) expected.set(`names ${owner}`, names(node.values ?? []));
	} else if (node.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION) {
		for (const field of node.fields ?? []) add(`${owner}.${field.name.value}`, field);
		if (!hasDirective(node, "partial")) expected.set(`names ${owner}`, names(node.fields ?? []));
	} else if (node.kind === Kind.OBJECT_TYPE_DEFINITION || node.kind === Kind.INTERFACE_TYPE_DEFINITION) {
		if (node.interfaces?.length)
			expected.set(
				`implements ${owner}`,
				node.interfaces.map(({ name }) => name.value),
			);
		if (exactly) expected.set(`names ${owner}`, names(node.fields ?? []));
		for (const field of node.fields ?? []) {
			const at = `${owner}.${field.name.value}`;
			add(at, field);
			for (const argument of field.arguments ?? []) add(`${at}(${argument.name.value})`, argument);
			if (!hasDirective(field, "partial")) expected.set(`arguments ${at}`, names(field.arguments ?? []));
		}
	}
	return expected;
}

const kinds = new Map<string, string>([
	[Kind.SCALAR_TYPE_DEFINITION, "scalar"],
	[Kind.ENUM_TYPE_DEFINITION, "enum"],
	[Kind.INPUT_OBJECT_TYPE_DEFINITION, "input"],
	[Kind.OBJECT_TYPE_DEFINITION, "type"],
	[Kind.INTERFACE_TYPE_DEFINITION, "interface"],
]);

/** Returns the SDL of a row, and whether it lists all fields of its object types. */
function definitionsOf(subject: string, kind: string, name: string, expectation: string): [string, boolean][] {
	if (kind === "scalar") {
		if (expectation !== "declared") throw new Error(`"${expectation}" is not an expectation of a scalar`);
		return [[`scalar ${name}`, false]];
	}
	if (kind === "mutation") {
		const base = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
		const [input = "", payload = ""] = expectation.split("=>");
		return [
			[`type Mutation { ${name}(input: ${base}Input!): ${base}Payload }`, false],
			[`input ${base}Input { ${input} clientMutationId: String }`, false],
			[`type ${base}Payload { ${payload} errors: [String!]! clientMutationId: String }`, true],
		];
	}
	const [, word = "", fields = ""] = /^(exactly |@partial )?(.*)$/.exec(expectation) ?? [];
	return [[`${subject} ${word === "exactly " ? "" : word} { ${fields} }`, word === "exactly "]];
}

export const isGraphqlSubject = (subject: string): boolean =>
	/^(type|interface|input|enum|scalar|mutation) \S/.test(subject);

/** Describes why the schema does not match a row. Undefined if it matches. */
export function graphqlFailure(subject: string, expectation: string): string | undefined {
	const [, kind = "", name = ""] = /^(\w+) (\w+)/.exec(subject) ?? [];
	const [, list, text = ""] = /^(implemented by|names) (.+)$/.exec(expectation) ?? [];
	if (list) {
		const type = schema.getType(name);
		const implementors = isInterfaceType(type) ? schema.getPossibleTypes(type).map((one) => one.name) : [];
		const found = list === "names" ? namesIn(name) : implementors;
		return isDeepStrictEqual(text.split(" ").sort(), found.sort()) ? undefined : `${subject}: found ${found.join(" ")}`;
	}
	const expected = new Map<string, unknown>();
	for (const [text, exactly] of definitionsOf(subject, kind, name, expectation))
		for (const node of parse(text).definitions) {
			const found = kinds.get(node.kind);
			if (!found) throw new Error(`"${expectation}" is not SDL of a type`);
			const type = node as TypeDefinitionNode; // `kinds` has the kinds of type definitions only.
			expected.set(`kind ${type.name.value}`, found);
			for (const [key, value] of expectedOf(type, exactly)) expected.set(key, value);
		}
	for (const [key, value] of expected) {
		const found = actual(key);
		if (found === undefined ? value !== undefined : !isDeepStrictEqual(value, found))
			return `${subject}: ${key}\n  expected ${JSON.stringify(value)}\n  found ${JSON.stringify(found)}`;
	}
	return undefined;
}

const folder = resolve(packageFolder, "../../graphql/operations");
const written = readdirSync(folder)
	.filter((name) => name.endsWith(".graphql"))
	.sort()
	.map((name) => ({
		file: name.slice(0, -".graphql".length),
		document: parse(readFileSync(resolve(folder, name), "utf8")),
	}));

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

/** A file of `graphql/operations`, with all fragments that it uses. */
interface Written {
	file: string;
	/** The definitions in the file itself. */
	own: DocumentNode["definitions"];
	operation: OperationDefinitionNode | undefined;
	document: DocumentNode;
}

export const documents: Written[] = written.map(({ file, document }) => ({
	file,
	own: document.definitions,
	operation: document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION),
	document: { kind: Kind.DOCUMENT, definitions: [...document.definitions, ...spread(document).values()] },
}));
