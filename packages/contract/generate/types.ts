import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";
import type { Document, Schema } from "./document";
import { flatten, type Model, references, refName } from "./model";
import { isRequirement } from "./requirement";

/** The placeholder for a schema of another package, until that package's type replaces it. */
const placeholder: Schema = { type: "object" };

/** Whether a schema comes from another package, and only other schemas from packages refer to it. */
function isUnreferenced(name: string, { imported, schemas, operations }: Model): boolean {
	if (!imported?.has(name)) return false;
	const own = [...schemas.values()].filter((one) => !imported.has(one.name)).map(({ schema }) => schema);
	const spoken = operations.flatMap(({ parameters, body, responses }) => [parameters, body, responses]);
	return ![...own, ...spoken].some((node) => references(node ?? {}).has(name));
}

/** Returns the document for the types: `allOf` is merged, and keywords that do not change a type are removed. */
function typed(model: Model): Document {
	const strip = (node: unknown): unknown => {
		if (Array.isArray(node)) return node.map(strip);
		if (!node || typeof node !== "object") return node;
		// Examples would become comments that are four times as long as the types.
		const kept = Object.entries(node).filter(([key]) => key !== "example" && key !== "examples");
		const out = Object.fromEntries(kept.map(([key, value]) => [key, strip(value)])) as Schema;
		if (Array.isArray(out.anyOf) && out.anyOf.every(isRequirement)) delete out.anyOf;
		if (out.not?.required) delete out.not;
		return out;
	};
	const all = model.document.components.schemas;
	const named = Object.entries(all).filter(([name]) => !isUnreferenced(name, model));
	const joined = Object.fromEntries(
		named.map(([name, schema]) => [name, model.imported?.has(name) ? placeholder : flatten(schema, all)]),
	);
	return strip({
		...model.document,
		components: { ...model.document.components, schemas: joined },
	}) as Document;
}

const { factory } = ts;
const text = (): ts.TypeNode => factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword);

/** Returns the type of a schema that another package defines: an import from that package. */
function importedAt(path: string | undefined, model: Model): ts.TypeNode | undefined {
	const [, name = ""] = /^#\/components\/schemas\/([^/]+)$/.exec(path ?? "") ?? [];
	const from = model.imported?.get(name);
	if (from === undefined) return undefined;
	const specifier = factory.createLiteralTypeNode(factory.createStringLiteral(from));
	return factory.createImportTypeNode(specifier, undefined, factory.createIdentifier(name));
}

/** Returns the type `"a" | "b" | (string & {})`: editors suggest the known values, and other values are accepted. */
function openEnum(values: readonly unknown[]): ts.TypeNode {
	return factory.createUnionTypeNode([
		...values.map((value) =>
			factory.createLiteralTypeNode(value === null ? factory.createNull() : factory.createStringLiteral(String(value))),
		),
		factory.createParenthesizedType(factory.createIntersectionTypeNode([text(), factory.createTypeLiteralNode([])])),
	]);
}

/**
 * Generates the types of every path, parameter and record with openapi-typescript.
 *
 * @param banner the first line of the file
 */
export async function typesFile(model: Model, banner: string): Promise<string> {
	const isResponseOnly = (path: string): boolean => {
		const named = /^#\/components\/schemas\/([^/]+)/.exec(path)?.[1];
		if (named) {
			const schema = model.schemas.get(refName(named));
			return schema?.inResponses === true && !schema.inRequests;
		}
		return path.includes("/responses/");
	};
	// openapi-typescript expects its own document type, which is wider than ours.
	const tree = await openapiTS(JSON.stringify(typed(model)), {
		defaultNonNullable: false,
		rootTypes: true,
		rootTypesNoSchemaPrefix: true,
		transform(schema, { path }) {
			const imported = importedAt(path, model);
			if (imported) return imported;
			if ("format" in schema && schema.format === "binary")
				return factory.createTypeReferenceNode(factory.createIdentifier("Blob"));
			const values = (schema as { enum?: unknown[] }).enum;
			if (values?.some((value) => typeof value === "string") && isResponseOnly(path ?? "")) return openEnum(values);
			// An open enum is an `anyOf` of an enum and any string.
			const branches = (schema as { anyOf?: { type?: string; enum?: unknown[] }[] }).anyOf;
			const known = branches?.find((one) => one.enum)?.enum;
			if (known && branches?.some((one) => one.type === "string" && !one.enum)) {
				const nullable = branches.some((one) => one.type === "null");
				return openEnum(nullable ? [...known, null] : known);
			}
			return undefined;
		},
	});
	return `${banner}\n${named(astToString(tree), model)}`;
}

/** Returns the first paragraph of a schema's description as JSDoc. */
function docOf(schema: Schema | undefined): string {
	const [text = ""] = schema?.description?.trim().split(/\n\s*\n/) ?? [];
	return text === "" ? "" : `/** ${text.replace(/\s+/g, " ").replaceAll("*/", "*\\/")} */\n`;
}

/** Converts records to interfaces with descriptions, so that editors and errors show their names, not their fields. */
function named(types: string, model: Model): string {
	const isRecord = (name: string): boolean => {
		const schema = model.schemas.get(name)?.schema;
		const isOwn = schema !== undefined && !model.imported?.has(name);
		return isOwn && schema.type === "object" && schema.properties !== undefined;
	};
	const records = types.replace(
		/^export type (\w+) = components\['schemas'\]\['(\w+)'\];$/gm,
		(alias: string, name: string, schema: string) =>
			docOf(model.schemas.get(schema)?.schema) +
			(isRecord(schema) ? `export interface ${name} extends Schema<"${schema}"> {}` : alias),
	);
	return `${records}\ntype Schema<Name extends keyof components["schemas"]> = components["schemas"][Name];\n`;
}
