/**
 * The schema of a parameter or a field: the contract's subset of JSON Schema, with references resolved and without
 * prose.
 */
export interface ValueSchema {
	readonly type?: string | readonly string[];
	readonly enum?: readonly (string | number | boolean | null)[];
	readonly const?: string | number | boolean | null;
	readonly format?: string;
	readonly properties?: { readonly [name: string]: ValueSchema };
	readonly required?: readonly string[];
	readonly additionalProperties?: ValueSchema;
	readonly items?: ValueSchema;
	readonly anyOf?: readonly ValueSchema[];
	readonly minimum?: number;
	readonly maximum?: number;
	readonly minLength?: number;
	readonly maxLength?: number;
	readonly pattern?: string;
	readonly minItems?: number;
	readonly maxItems?: number;
	readonly default?: unknown;
	readonly "x-tenon-tier"?: Tier;
	readonly "x-tenon-lifecycle"?: Lifecycle;
}

/** The lowest plan and the offering that an operation, a parameter or a field requires. */
export interface Tier {
	readonly tier?: "premium" | "ultimate";
	readonly offering?: "hosted" | "self-managed";
}

/** The first and the last release of something, and the feature flag that enables it. */
export interface Lifecycle {
	readonly stage?: "experiment" | "deprecated" | "removed";
	readonly flag?: string;
	readonly since?: string;
	readonly removed?: string;
	readonly removal?: string;
	readonly replacedBy?: string;
}

interface Restricted {
	readonly tier?: Tier;
	readonly lifecycle?: Lifecycle;
}

/** A parameter of the path or the query. */
export interface ParameterRow extends Restricted {
	readonly name: string;
	readonly in: "path" | "query";
	readonly required?: boolean;
	readonly deprecated?: boolean;
	/** Set if an array is usually sent as one text, joined by this separator. */
	readonly separator?: ",";
	readonly schema: ValueSchema;
}

/** A property of the request body. */
export interface FieldRow extends Restricted {
	readonly name: string;
	readonly required?: boolean;
	readonly schema: ValueSchema;
}

/** The request body: its fields, or a schema if it is not a plain object. */
export interface BodyRow {
	readonly types: readonly string[];
	readonly required: boolean;
	readonly fields?: readonly FieldRow[];
	readonly schema?: ValueSchema;
	/** At least one of these fields must be sent. */
	readonly atLeastOne?: readonly string[];
	/** These fields cannot be sent together. */
	readonly exclusive?: readonly string[];
}

/** How a request selects a page of a list. Without a style, one response contains the whole list. */
export interface PaginationRow {
	readonly styles: readonly ("offset" | "keyset")[];
	readonly max?: number;
	readonly orderKeys?: readonly string[];
	readonly defaultOrder?: string;
	readonly keyset?: {
		readonly orders: readonly string[];
		readonly anonymousOnly?: boolean;
		readonly requiredAbove?: number;
		readonly since: string | null;
	};
}

/** The permissions that an operation requires. */
export interface AccessRow {
	/** The lowest role. `anonymous` works without credentials if the record is public. */
	readonly role: string;
	/** Where the caller has that role. */
	readonly where: string;
	/** Other roles that are sufficient. */
	readonly or?: readonly string[];
	/** The sufficient token scopes. The token needs one of them. */
	readonly scopes: readonly string[];
}

/** An operation in the contract, without its prose and the schemas of its responses. */
export interface OperationRow extends Restricted {
	readonly id: string;
	/** One of the nine domains. */
	readonly domain: string;
	/** The method of the client: resource and verb. */
	readonly method: string;
	readonly verb: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
	/** Path template below `/api/v4`. */
	readonly path: string;
	readonly deprecated?: boolean;
	readonly parameters: readonly ParameterRow[];
	readonly body?: BodyRow;
	/** The media types of its successful responses, if JSON is not the only one. */
	readonly mediaTypes?: readonly string[];
	/** The statuses that the contract declares. */
	readonly statuses: readonly number[];
	/** Whether it also works without an access token. */
	readonly anonymous: boolean;
	readonly access: AccessRow;
	readonly retry: "safe" | "idempotent" | "non-idempotent";
	readonly pagination?: PaginationRow;
	readonly rateLimit?: { readonly key: string; readonly limit: number; readonly period: number; readonly per: string };
	/** Fields of the response that contain a secret. */
	readonly reveals?: readonly string[];
	/** What the specification states, and what is assumed from the behavior of the real product. */
	readonly evidence: { readonly stated: readonly string[]; readonly assumed: readonly string[] };
}
