/** Reads examples from an extension's OpenAPI document, to make requests from them. */

interface Media {
	readonly example?: unknown;
	readonly examples?: { readonly [name: string]: { readonly value?: unknown } };
}

interface Parameter {
	readonly $ref?: string;
	readonly name: string;
	readonly in: string;
	readonly example?: unknown;
	readonly schema?: { readonly example?: unknown; readonly default?: unknown };
}

interface Body {
	readonly $ref?: string;
	readonly content?: { readonly [type: string]: Media };
}

interface Operation {
	readonly parameters?: readonly Parameter[];
	readonly requestBody?: Body;
}

/** A bundled OpenAPI document, as `readExtension` returns it. */
export interface Document {
	readonly paths: { readonly [path: string]: { readonly [key: string]: Operation | readonly Parameter[] | undefined } };
	readonly components?: { readonly [section: string]: { readonly [name: string]: unknown } };
}

/** Resolves a reference, which in a document of `readExtension` points to a component of the same kind. */
function follow<T extends { readonly $ref?: string }>(node: T, { components = {} }: Document): T {
	if (node.$ref === undefined) return node;
	const [section = "", name = ""] = node.$ref.split("/").slice(-2);
	return follow(components[section]?.[name] as T, { paths: {}, components });
}

/** The examples of an operation: values of its parameters by name, and its JSON body. */
export interface Examples {
	readonly parameters: ReadonlyMap<string, unknown>;
	readonly body: object;
}

const isObject = (value: unknown): value is object =>
	typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the examples of an operation, with defaults for parameters that have no example. */
export function examplesOf(document: Document, path: string, verb: string): Examples {
	const item = document.paths[path] ?? {};
	const { parameters: shared = [] } = item as { parameters?: readonly Parameter[] };
	const operation = (item[verb.toLowerCase()] ?? {}) as Operation; // a verb's value is an operation
	const parameters = new Map(
		[...shared, ...(operation.parameters ?? [])].flatMap((parameter): [string, unknown][] => {
			const { name, example, schema } = follow(parameter, document);
			const value = example ?? schema?.example ?? schema?.default;
			return value === undefined ? [] : [[name, value]];
		}),
	);
	const { requestBody } = operation;
	const media = requestBody && follow(requestBody, document).content?.["application/json"];
	const [first] = Object.values(media?.examples ?? {});
	const body = media?.example ?? first?.value;
	return { parameters, body: isObject(body) ? body : {} };
}
