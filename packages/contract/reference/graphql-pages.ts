import {
	type ConstDirectiveNode,
	type GraphQLArgument,
	type GraphQLField,
	type GraphQLInputField,
	type GraphQLNamedType,
	type GraphQLSchema,
	isEnumType,
	isInputObjectType,
	isInterfaceType,
	isObjectType,
	isScalarType,
	isUnionType,
	print,
} from "graphql";
import { code, entry } from "../src/reference/markdown";
import type { TypeText } from "../src/reference/members";
import { linked, type MarkdownPage } from "./markdown-page";

/** Something with a name, a description and directives: a field, an argument or a value. */
interface Item {
	readonly name: string;
	readonly description?: string | null | undefined;
	readonly deprecationReason?: string | null | undefined;
	readonly astNode?: { readonly directives?: readonly ConstDirectiveNode[] | undefined } | null | undefined;
}

type TypedItem = GraphQLField<unknown, unknown> | GraphQLArgument | GraphQLInputField;

/** Returns the argument of an item's directive. */
function directive({ astNode }: Item, name: string): string | undefined {
	const found = astNode?.directives?.find((one) => one.name.value === name);
	const value = found?.arguments?.[0]?.value;
	return value && "value" in value ? String(value.value) : undefined;
}

function notes(item: Item, fallback?: string): string {
	const cost = directive(item, "cost");
	const flag = directive(item, "flag");
	return [
		item.description?.trim(),
		fallback && `Default: ${code(fallback)}.`,
		cost && `Costs ${cost}.`,
		flag && `Behind the feature flag ${code(flag)}.`,
		item.deprecationReason && `**Deprecated:** ${item.deprecationReason}`,
	]
		.filter(Boolean)
		.join(" ");
}

function typedEntry(item: TypedItem, typeText: TypeText): string {
	const args = "args" in item ? item.args.map((one) => typedEntry(one, typeText)) : [];
	const node = item.astNode;
	const fallback = node && "defaultValue" in node && node.defaultValue ? print(node.defaultValue) : undefined;
	return entry(`${code(item.name)} ${typeText(String(item.type))}`, notes(item, fallback), args.join("\n"));
}

function typeText(type: GraphQLNamedType, schema: GraphQLSchema, text: TypeText): string {
	const hasFields = isObjectType(type) || isInterfaceType(type) || isInputObjectType(type);
	const fields: TypedItem[] = hasFields ? Object.values(type.getFields()) : [];
	const interfaces = isObjectType(type) || isInterfaceType(type) ? type.getInterfaces() : [];
	const members = isInterfaceType(type) || isUnionType(type) ? schema.getPossibleTypes(type) : [];
	const names = (types: readonly GraphQLNamedType[]): string => types.map(({ name }) => text(name)).join(", ");
	return [
		type.description?.trim(),
		interfaces.length > 0 && `Implements ${names(interfaces)}.`,
		members.length > 0 && `One of ${names(members)}.`,
		fields.map((field) => typedEntry(field, text)).join("\n"),
		isEnumType(type) &&
			type
				.getValues()
				.map((value) => entry(code(value.name), notes(value)))
				.join("\n"),
	]
		.filter(Boolean)
		.join("\n\n");
}

/** Returns a page for each field of a root type. */
function rootPages(type: GraphQLNamedType | null | undefined, folder: string, text: TypeText): readonly MarkdownPage[] {
	if (!isObjectType(type)) return [];
	return Object.values(type.getFields()).map((field) => ({
		path: `graphql/${folder}/${field.name}`,
		title: field.name,
		text: [
			`Returns ${text(String(field.type))}.`,
			notes(field),
			field.args.length > 0 && `## Arguments\n\n${field.args.map((one) => typedEntry(one, text)).join("\n")}`,
		]
			.filter(Boolean)
			.join("\n\n"),
	}));
}

/** Returns the pages of the schema: one for each query and mutation, and one for each type. */
export function graphqlPages(schema: GraphQLSchema): MarkdownPage[] {
	const query = schema.getQueryType();
	const mutation = schema.getMutationType();
	const all = Object.values(schema.getTypeMap()).filter((type) => !type.name.startsWith("__"));
	const kinds: [folder: string, title: string, types: readonly GraphQLNamedType[]][] = [
		["objects", "Objects", all.filter((type) => isObjectType(type) && type !== query && type !== mutation)],
		["interfaces", "Interfaces and unions", all.filter((type) => isInterfaceType(type) || isUnionType(type))],
		["inputs", "Inputs", all.filter(isInputObjectType)],
		["enums", "Enums", all.filter(isEnumType)],
		["scalars", "Scalars", all.filter(isScalarType)],
	];
	const hrefs = new Map(
		kinds.flatMap(([folder, , types]) =>
			types.map(({ name }): [string, string] => [name, `../../graphql/${folder}/${name}.md`]),
		),
	);
	const text = linked(hrefs);
	const page = (folder: string, title: string, children: readonly MarkdownPage[]): MarkdownPage => ({
		path: `graphql/${folder}`,
		title,
		group: "GraphQL",
		children,
		text: "",
	});
	return [
		page("queries", "Queries", rootPages(query, "queries", text)),
		page("mutations", "Mutations", rootPages(mutation, "mutations", text)),
		...kinds.map(([folder, title, types]) =>
			page(
				folder,
				title,
				types.map((type) => ({
					path: `graphql/${folder}/${type.name}`,
					title: type.name,
					text: typeText(type, schema, text),
				})),
			),
		),
	];
}
