import {
	type ConstDirectiveNode,
	type GraphQLArgument,
	type GraphQLField,
	type GraphQLInputField,
	type GraphQLNamedType,
	type GraphQLSchema,
	getNamedType,
	isEnumType,
	isInputObjectType,
	isInterfaceType,
	isObjectType,
	isScalarType,
	isUnionType,
	print,
} from "graphql";
import { html, type Markup } from "./html";
import { inline, prose } from "./prose";

/** A page of GraphQL types. */
export interface GraphqlPage {
	name: string;
	title: string;
	types: GraphQLNamedType[];
}

/** The pages of the schema: a page for each of the roots, and one for each kind of type. */
export function graphqlPages(schema: GraphQLSchema): GraphqlPage[] {
	const all = Object.values(schema.getTypeMap()).filter((type) => !type.name.startsWith("__"));
	const query = schema.getQueryType();
	const mutation = schema.getMutationType();
	const byName = (types: GraphQLNamedType[]) => types.sort((a, b) => a.name.localeCompare(b.name));
	const pages: GraphqlPage[] = [
		{ name: "queries", title: "Queries", types: query ? [query] : [] },
		{ name: "mutations", title: "Mutations", types: mutation ? [mutation] : [] },
		{
			name: "objects",
			title: "Objects",
			types: byName(all.filter((type) => isObjectType(type) && type !== query && type !== mutation)),
		},
		{
			name: "interfaces",
			title: "Interfaces and unions",
			types: byName(all.filter((type) => isInterfaceType(type) || isUnionType(type))),
		},
		{ name: "inputs", title: "Inputs", types: byName(all.filter(isInputObjectType)) },
		{ name: "enums", title: "Enums", types: byName(all.filter(isEnumType)) },
		{ name: "scalars", title: "Scalars", types: byName(all.filter(isScalarType)) },
	];
	return pages.filter((page) => page.types.length > 0);
}

/** Where each type stands, from the reference's root. */
export const typePlaces = (pages: readonly GraphqlPage[]): ReadonlyMap<string, string> =>
	new Map(pages.flatMap(({ name, types }) => types.map((type) => [type.name, `graphql/${name}.html#${type.name}`])));

type Item = GraphQLField<unknown, unknown> | GraphQLArgument | GraphQLInputField;

/** What a directive of the contract says at an item. */
function directive(
	item: { astNode?: { directives?: readonly ConstDirectiveNode[] } | null | undefined },
	name: string,
) {
	const found = item.astNode?.directives?.find((one) => one.name.value === name);
	const value = found?.arguments?.[0]?.value;
	return value && "value" in value ? String(value.value) : undefined;
}

function typeLink(type: Item["type"], places: ReadonlyMap<string, string>): Markup {
	const { name } = getNamedType(type);
	const [before, after] = String(type).split(name);
	const place = places.get(name);
	return html`<span class="type">${before}${place ? html`<a href="../${place}">${name}</a>` : name}${after}</span>`;
}

function notes(item: Item): Markup {
	const cost = directive(item, "cost");
	const flag = directive(item, "flag");
	const fallback =
		"defaultValue" in item && item.astNode && "defaultValue" in item.astNode && item.astNode.defaultValue;
	return html`${fallback && html`<p class="values">Default <code>${print(fallback)}</code></p>`}${cost && html`<p class="values">Costs ${cost}</p>`}${flag && html`<p class="values">Behind the feature flag <code>${flag}</code></p>`}${item.deprecationReason && html`<p class="values">Deprecated: ${inline(item.deprecationReason)}</p>`}`;
}

function item(one: Item, places: ReadonlyMap<string, string>, owner?: string): Markup {
	const args = "args" in one ? one.args : [];
	return html`<div class="member${one.deprecationReason && " former"}"${owner && html` id="${owner}.${one.name}"`}><dt><code>${one.name}</code> ${typeLink(one.type, places)}${one.deprecationReason && html` <span class="badge warn">deprecated</span>`}</dt><dd>${prose(one.description ?? "")}${notes(one)}${
		args.length > 0 &&
		html`<details class="nested"${args.length < 4 && " open"}><summary>Arguments</summary><dl class="members">${args.map((each) => item(each, places))}</dl></details>`
	}</dd></div>`;
}

/** A GraphQL type with its fields, arguments, values and members. */
export function typeView(type: GraphQLNamedType, schema: GraphQLSchema, places: ReadonlyMap<string, string>): Markup {
	const links = (types: readonly GraphQLNamedType[]) =>
		types.map((one) => html`<a href="../${places.get(one.name)}">${one.name}</a> `);
	const fields =
		isObjectType(type) || isInterfaceType(type) || isInputObjectType(type) ? Object.values(type.getFields()) : [];
	const bearing = isObjectType(type) || isInterfaceType(type) ? type.getInterfaces() : [];
	return html`<section class="entry" id="${type.name}">
<h2><a class="self" href="#${type.name}" aria-label="Link to this type">#</a> ${type.name}</h2>
${prose(type.description ?? "")}
${bearing.length > 0 && html`<p>Is ${links(bearing)}</p>`}
${(isInterfaceType(type) || isUnionType(type)) && html`<p>One of ${links(schema.getPossibleTypes(type))}</p>`}
${fields.length > 0 && html`<dl class="members">${fields.map((field) => item(field, places, type.name))}</dl>`}
${
	isEnumType(type) &&
	html`<dl class="members">${type
		.getValues()
		.map(
			(value) =>
				html`<div class="member${value.deprecationReason && " former"}"><dt><code>${value.name}</code>${value.deprecationReason && html` <span class="badge warn">deprecated</span>`}</dt><dd>${prose(value.description ?? "")}${directive(value, "flag") && html`<p class="values">Behind the feature flag <code>${directive(value, "flag")}</code></p>`}${value.deprecationReason && html`<p class="values">Deprecated: ${inline(value.deprecationReason)}</p>`}</dd></div>`,
		)}</dl>`
}
</section>`;
}
