/** The parts of an OpenAPI document that these conventions read, after `readExtension` checked and merged it. */

export interface Schema {
	readonly $ref?: string;
	readonly type?: string | readonly string[];
	readonly format?: string;
	readonly enum?: readonly unknown[];
	readonly default?: unknown;
	readonly properties?: { readonly [name: string]: Schema };
	readonly items?: Schema;
	readonly allOf?: readonly Schema[];
	readonly example?: unknown;
}

interface Media {
	readonly schema?: Schema;
	readonly example?: unknown;
	readonly examples?: { readonly [name: string]: { readonly value?: unknown } };
}

interface Response {
	readonly $ref?: string;
	readonly content?: { readonly [type: string]: Media };
}

export interface Operation {
	readonly operationId?: string;
	readonly responses?: { readonly [status: string]: Response };
	readonly "x-tenon-table"?: string;
}

interface PathItem {
	readonly "x-tenon-table"?: string;
	readonly [verb: string]: unknown;
}

export interface Document {
	readonly paths: { readonly [path: string]: PathItem };
	readonly components?: {
		readonly schemas?: { readonly [name: string]: Schema };
		readonly responses?: { readonly [name: string]: Response };
	};
}

/** An operation of a document, with its table. */
export interface Site {
	readonly id: string;
	readonly source: Operation;
	/** The table that it reads and writes, if any. */
	readonly table: string | undefined;
}

const verbs = ["get", "put", "post", "delete", "patch"];

/** Returns the operations of a document. */
export const sitesOf = ({ paths }: Document): Site[] =>
	Object.values(paths).flatMap((item) =>
		verbs.flatMap((verb): Site[] => {
			// The value of a method is an operation.
			const source = item[verb] as Operation | undefined;
			if (source?.operationId === undefined) return [];
			return [{ id: source.operationId, source, table: source["x-tenon-table"] ?? item["x-tenon-table"] }];
		}),
	);

const last = (ref: string): string => ref.slice(ref.lastIndexOf("/") + 1);

/** Resolves a schema's reference, and merges its `allOf`. */
export function follow(schema: Schema, document: Document): Schema {
	if (schema.$ref !== undefined) {
		const found = document.components?.schemas?.[last(schema.$ref)];
		return found ? follow(found, document) : {};
	}
	if (!schema.allOf) return schema;
	const parts = schema.allOf.map((part) => follow(part, document));
	return {
		...schema,
		type: "object",
		properties: Object.assign({}, ...parts.map(({ properties }) => properties), schema.properties),
	};
}

/** Returns the JSON content of an operation's first successful response; undefined if it has none. */
export function successOf({ source: { responses = {} } }: Site, document: Document): Media | undefined {
	const [, response] = Object.entries(responses).find(([status]) => status.startsWith("2")) ?? [];
	const found = response?.$ref === undefined ? response : document.components?.responses?.[last(response.$ref)];
	return found?.content?.["application/json"];
}
