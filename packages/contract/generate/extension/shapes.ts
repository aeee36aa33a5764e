/** The keys of each kind of object in an OpenAPI document, and the kinds of their values. */

/** The kinds of objects in a document. */
export type Kind =
	| "document"
	| "components"
	| "pathItem"
	| "operation"
	| "parameter"
	| "requestBody"
	| "response"
	| "header"
	| "media"
	| "example"
	| "schema";

/** The kind of value at a key. */
export type Shape =
	| "text"
	| "flag"
	| "number"
	| "texts"
	| "anything"
	| { readonly one: Kind }
	| { readonly list: Kind }
	| { readonly each: Kind };

const one = (kind: Kind): Shape => ({ one: kind });
const list = (kind: Kind): Shape => ({ list: kind });
const each = (kind: Kind): Shape => ({ each: kind });
const texts = (...names: string[]): Record<string, Shape> => Object.fromEntries(names.map((name) => [name, "text"]));
const flags = (...names: string[]): Record<string, Shape> => Object.fromEntries(names.map((name) => [name, "flag"]));
const numbers = (...names: string[]): Record<string, Shape> =>
	Object.fromEntries(names.map((name) => [name, "number"]));
const anything = (...names: string[]): Record<string, Shape> =>
	Object.fromEntries(names.map((name) => [name, "anything"]));

const header: Record<string, Shape> = {
	...texts("description", "style"),
	...flags("required", "deprecated", "explode", "allowReserved", "allowEmptyValue"),
	...anything("example"),
	schema: one("schema"),
	examples: each("example"),
};

/** The keys of each kind. Schemas can have other keys, which lint reports as keywords outside the subset. */
export const shapes: Record<Kind, Readonly<Record<string, Shape>>> = {
	document: {
		...texts("openapi", "jsonSchemaDialect"),
		...anything("info", "servers", "tags", "security", "externalDocs"),
		paths: each("pathItem"),
		components: one("components"),
	},
	components: {
		schemas: each("schema"),
		parameters: each("parameter"),
		requestBodies: each("requestBody"),
		responses: each("response"),
		headers: each("header"),
		examples: each("example"),
		pathItems: each("pathItem"),
		...anything("securitySchemes", "links"),
	},
	pathItem: {
		...texts("summary", "description"),
		...anything("servers"),
		parameters: list("parameter"),
		get: one("operation"),
		put: one("operation"),
		post: one("operation"),
		delete: one("operation"),
		patch: one("operation"),
	},
	operation: {
		...texts("operationId", "summary", "description"),
		...flags("deprecated"),
		...anything("security", "servers", "externalDocs"),
		tags: "texts",
		parameters: list("parameter"),
		requestBody: one("requestBody"),
		responses: each("response"),
	},
	parameter: { ...header, ...texts("name", "in") },
	requestBody: { ...texts("description"), ...flags("required"), content: each("media") },
	response: { ...texts("description"), ...anything("links"), headers: each("header"), content: each("media") },
	header,
	media: { ...anything("example", "encoding"), schema: one("schema"), examples: each("example") },
	example: { ...texts("summary", "description", "externalValue"), ...anything("value") },
	schema: {
		...texts("format", "pattern", "title", "description"),
		...flags("uniqueItems", "deprecated", "readOnly", "writeOnly", "nullable"),
		...numbers("minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "minProperties"),
		required: "texts",
		properties: each("schema"),
		items: one("schema"),
		allOf: list("schema"),
		anyOf: list("schema"),
		oneOf: list("schema"),
		not: one("schema"),
	},
};

/** The section of `components` for each kind. */
export const sections: Readonly<Partial<Record<Kind, string>>> = {
	schema: "schemas",
	parameter: "parameters",
	requestBody: "requestBodies",
	response: "responses",
	header: "headers",
	example: "examples",
	pathItem: "pathItems",
};

/** Describes a shape for messages with "expected …". */
export function expectation(shape: Shape): string {
	if (shape === "text") return "a text";
	if (shape === "flag") return "true or false";
	if (shape === "number") return "a number";
	if (shape === "texts") return "a list of texts";
	if (shape === "anything") return "a value";
	if ("one" in shape) return "a map";
	return "list" in shape ? "a list" : "a map";
}

export const isMapping = (value: unknown): value is Record<string, unknown> =>
	typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether a value has a shape. Does not check the contents of the value. */
export function fits(value: unknown, shape: Shape): boolean {
	if (shape === "text") return typeof value === "string";
	if (shape === "flag") return typeof value === "boolean";
	if (shape === "number") return typeof value === "number";
	if (shape === "texts") return Array.isArray(value) && value.every((item) => typeof item === "string");
	if (shape === "anything") return true;
	return "list" in shape ? Array.isArray(value) : isMapping(value);
}
