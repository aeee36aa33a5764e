import type { Dialect } from "@tenon/contract/dialects";
import { schemaText } from "@tenon/contract/graphql-schema";
import {
	type ASTNode,
	buildASTSchema,
	type ConstDirectiveNode,
	type DocumentNode,
	type GraphQLFieldResolver,
	type GraphQLSchema,
	isAbstractType,
	isInputType,
	isObjectType,
	isScalarType,
	parse,
	parseType,
	typeFromAST,
	visit,
} from "graphql";
import type { AnyGraphql } from "../extension/define";
import { compareReleases } from "../request/access/served";
import type { GraphqlContext } from "./context";
import { deprecatedIn, removedIn } from "./deprecation";
import { withExtensions } from "./extend-schema";
import { abstractTypes, resolvers } from "./resolvers";
import { teach } from "./scalars";

/** The items of the contract that a schema has. */
export interface Variant {
	readonly withoutDeprecated: boolean;
	/** The release that the installation behaves as, `major.minor`. What it has removed is missing. */
	readonly release: string;
	/** The dialect whose names and types it has. Undefined for those of the specification. */
	readonly dialect: Dialect | undefined;
	/** The feature flags that are disabled. */
	readonly flagsOff: readonly string[];
	/** The additions of extensions, always the same list for a platform. */
	readonly extensions: readonly AnyGraphql[];
}

type FieldResolver = GraphQLFieldResolver<unknown, GraphqlContext>;

const spellings = new Map<string, string>();

/** Returns a field's name as records spell it. */
function spelt(field: string): string {
	let name = spellings.get(field);
	if (name === undefined) {
		name = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
		spellings.set(field, name);
	}
	return name;
}

/**
 * Resolves fields without their own resolver: returns the row's property of the field's name, in the spelling of the
 * schema or of records. A function is called with the arguments. One resolver for all fields is faster than one each.
 */
export const property: FieldResolver = (row, args, context, { fieldName, parentType }) => {
	// The row of an object type is an object. The root types have no row.
	const object = (row ?? {}) as { readonly [name: string]: unknown };
	let value = object[fieldName];
	if (value === undefined) {
		const name = spelt(fieldName);
		value = object[name];
		// A payload can leave out fields.
		if (value === undefined && !(name in object || fieldName in object || parentType.name.endsWith("Payload")))
			throw new Error(`${parentType.name}.${fieldName} has no resolver.`);
	}
	// Called on the row, because connections have private fields.
	return typeof value === "function" ? value.call(row, args, context) : value;
};

function attach(schema: GraphQLSchema): GraphQLSchema {
	// Each entry is the resolver of a type and a field.
	const all = resolvers as { readonly [type: string]: { readonly [field: string]: FieldResolver } | undefined };
	for (const type of Object.values(schema.getTypeMap())) {
		if (isScalarType(type)) teach(type);
		const typeOf = isAbstractType(type) ? abstractTypes[type.name] : undefined;
		if (isAbstractType(type) && typeOf) type.resolveType = () => typeOf;
		if (!isObjectType(type) || type.name.startsWith("__")) continue;
		for (const [name, resolve] of Object.entries(all[type.name] ?? {})) {
			const field = type.getFields()[name];
			// This variant of the schema can lack the field.
			if (field) field.resolve = resolve;
		}
	}
	return schema;
}

/** Changes arguments to the types that a dialect declares. */
function retype(schema: GraphQLSchema, types: Dialect["graphql"]["arguments"] = {}): GraphQLSchema {
	for (const [address, text] of Object.entries(types)) {
		const [parent = "", field = "", name = ""] = address.split(".");
		const object = schema.getType(parent);
		const argument = isObjectType(object) && object.getFields()[field]?.args.find((one) => one.name === name);
		const type = typeFromAST(schema, parseType(text));
		if (!argument || !isInputType(type)) throw new Error(`The GraphQL schema has no argument ${address}.`);
		argument.type = type;
	}
	return schema;
}

interface Marked {
	readonly directives?: readonly ConstDirectiveNode[];
}

const textOf = (directive: ConstDirectiveNode): string => {
	const value = directive.arguments?.[0]?.value;
	return value?.kind === "StringValue" ? value.value : "";
};

function isLeftOut({ directives = [] }: Marked, { withoutDeprecated, release, flagsOff }: Variant): boolean {
	return directives.some((directive) => {
		if (directive.name.value === "flag") return flagsOff.includes(textOf(directive));
		if (directive.name.value !== "deprecated") return false;
		const since = deprecatedIn(textOf(directive));
		return withoutDeprecated || (since !== undefined && compareReleases(release, removedIn(since)) >= 0);
	});
}

const whole: { document?: DocumentNode } = {};

function documentOf(variant: Variant): DocumentNode {
	whole.document ??= parse(schemaText, { noLocation: true });
	// null removes a node, undefined keeps it.
	const keep = (node: ASTNode & Marked): null | undefined => (isLeftOut(node, variant) ? null : undefined);
	return visit(whole.document, { FieldDefinition: keep, InputValueDefinition: keep, EnumValueDefinition: keep });
}

const schemas = new WeakMap<readonly AnyGraphql[], Map<string, GraphQLSchema>>();

/** Returns the schema with its resolvers. Each variant is built once. */
export function schemaFor(variant: Variant): GraphQLSchema {
	// Only major releases remove items.
	const { withoutDeprecated, release, dialect, flagsOff, extensions } = variant;
	const key = [withoutDeprecated, release.split(".")[0], dialect?.name, ...[...flagsOff].sort()].join(" ");
	const known = schemas.get(extensions) ?? new Map<string, GraphQLSchema>();
	schemas.set(extensions, known);
	let schema = known.get(key);
	if (!schema) {
		const built = buildASTSchema(documentOf(variant), { assumeValid: true });
		schema = withExtensions(attach(retype(built, variant.dialect?.graphql.arguments)), extensions);
		known.set(key, schema);
	}
	return schema;
}
