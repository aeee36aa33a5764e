/** Converts schemas of OpenAPI 3.0 and 3.1 to the contract's subset of JSON Schema, if there is an equivalent. */
import type { Schema, SchemaType } from "../document";
import { visit } from "./visit";

/** The keywords that describe a value and do not restrict it. */
const describing = ["description", "title", "example", "examples", "default", "deprecated", "readOnly", "writeOnly"];
/** The keywords for other tools. */
const ignored = ["discriminator", "xml", "externalDocs", "$comment"];

/** Changes the schemas of a document in place, except for imported ones. */
export function normalize(document: object, isImported: (node: object) => boolean): void {
	visit(document, "document", (node, kind) => {
		if (kind === "schema" && !isImported(node)) normalizeSchema(node);
	});
}

function normalizeSchema(schema: Schema): void {
	for (const word of ignored) delete schema[word];
	const { oneOf } = schema;
	if (Array.isArray(oneOf) && !schema.anyOf) {
		schema.anyOf = oneOf;
		delete schema.oneOf;
	}
	if (schema.nullable === true) makeNullable(schema);
	delete schema.nullable;
	const isTyped = ["type", "enum", "const", "$ref", "allOf", "anyOf"].some((word) => schema[word] !== undefined);
	if (!isTyped && schema.properties) schema.type = "object";
	if (!isTyped && schema.items) schema.type = "array";
	const types = typesOf(schema);
	if (types.includes("array")) schema.items ??= {};
	if (types.includes("object") && !schema.properties && !schema.allOf) schema.additionalProperties ??= true;
}

const typesOf = ({ type = [] }: Schema): SchemaType[] => [type].flat();

function makeNullable(schema: Schema): void {
	if (schema.type !== undefined) {
		schema.type = [...new Set([...typesOf(schema), "null" as const])];
		if (schema.enum && !schema.enum.includes(null)) schema.enum.push(null);
		return;
	}
	if (schema.anyOf) {
		schema.anyOf.push({ type: "null" });
		return;
	}
	// The schema is nullable, and a reference or an `allOf`: it becomes a union of itself and null.
	const own: Schema = {};
	for (const [word, value] of Object.entries(schema)) {
		if (describing.includes(word) || word.startsWith("x-") || word === "nullable") continue;
		own[word] = value;
		delete schema[word];
	}
	const [only] = own.allOf ?? [];
	const isReference = only?.$ref !== undefined && own.allOf?.length === 1 && Object.keys(own).length === 1;
	schema.anyOf = [isReference ? only : own, { type: "null" }];
}
