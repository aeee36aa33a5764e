/** The bundled OpenAPI document, restricted to the contract's subset of OpenAPI and JSON Schema (openapi/README.md). */
export interface Schema {
	$ref?: string;
	type?: SchemaType | SchemaType[];
	enum?: (string | number | boolean | null)[];
	const?: string | number | boolean | null;
	format?: string;
	properties?: Record<string, Schema>;
	required?: string[];
	additionalProperties?: boolean | Schema;
	items?: Schema;
	allOf?: Schema[];
	anyOf?: Schema[];
	not?: { required: string[] };
	minimum?: number;
	maximum?: number;
	minLength?: number;
	maxLength?: number;
	pattern?: string;
	minItems?: number;
	maxItems?: number;
	uniqueItems?: boolean;
	minProperties?: number;
	default?: unknown;
	description?: string;
	deprecated?: boolean;
	"x-tenon-tier"?: Tier;
	"x-tenon-lifecycle"?: Lifecycle;
	"x-tenon-separator"?: ",";
	"x-tenon-assumed"?: { presence?: string[]; values?: string[] };
	"x-tenon-depends"?: { on: string; needs: Record<string, string[]> };
	[keyword: string]: unknown;
}

export type SchemaType = "string" | "number" | "integer" | "boolean" | "object" | "array" | "null";

export interface Tier {
	tier?: "premium" | "ultimate";
	offering?: "hosted" | "self-managed";
}

export interface Lifecycle {
	stage?: "experiment" | "deprecated" | "removed";
	flag?: string;
	since?: string;
	removed?: string;
	removal?: string;
	replacedBy?: string;
}

export interface Parameter {
	name: string;
	in: "path" | "query" | "header" | "cookie";
	required?: boolean;
	deprecated?: boolean;
	description?: string;
	style?: string;
	explode?: boolean;
	schema: Schema;
	"x-tenon-tier"?: Tier;
	"x-tenon-lifecycle"?: Lifecycle;
}

export interface Media {
	schema?: Schema;
	example?: unknown;
	examples?: Record<string, { value?: unknown }>;
}

export interface Response {
	description: string;
	headers?: Record<string, { description?: string; schema: Schema }>;
	content?: Record<string, Media>;
}

export interface Operation {
	operationId: string;
	tags: string[];
	summary: string;
	description?: string;
	deprecated?: boolean;
	parameters?: Parameter[];
	requestBody?: { required?: boolean; content: Record<string, Media> };
	responses: Record<string, Response>;
	security?: Record<string, string[]>[];
	servers?: { url: string }[];
	"x-tenon-method": string;
	"x-tenon-retry": "safe" | "idempotent" | "non-idempotent";
	"x-tenon-access": { role?: string; where?: string; or?: string[]; scopes: string[] };
	"x-tenon-evidence": { stated: string[]; assumed: string[] };
	"x-tenon-pagination"?: Record<string, unknown> & { styles: ("offset" | "keyset")[] };
	"x-tenon-tier"?: Tier;
	"x-tenon-lifecycle"?: Lifecycle;
	"x-tenon-rate-limit"?: { key: string; limit: number; period: number; per: string };
	"x-tenon-reveals"?: string[];
}

export const verbs = ["get", "put", "post", "delete", "patch"] as const;
export type Verb = (typeof verbs)[number];

export type PathItem = { [verb in Verb]?: Operation } & { parameters?: Parameter[]; servers?: { url: string }[] };

export interface Document {
	openapi: string;
	info: { title: string; version: string; description?: string };
	servers: { url: string }[];
	tags?: { name: string; description?: string }[];
	security?: Record<string, string[]>[];
	paths: Record<string, PathItem>;
	components: {
		schemas: Record<string, Schema>;
		parameters?: Record<string, Parameter>;
		responses?: Record<string, Response>;
		headers?: Record<string, { description?: string; schema: Schema }>;
		pathItems?: Record<string, PathItem>;
		[section: string]: unknown;
	};
	[extension: `x-${string}`]: unknown;
}
