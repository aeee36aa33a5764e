/** What a parameter or a field may hold: the contract's subset of JSON Schema, references followed, without prose. */
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

/** The lowest plan, and the offering, that an operation, a parameter or a field needs. */
export interface Tier {
	readonly tier?: "premium" | "ultimate";
	readonly offering?: "hosted" | "self-managed";
}

/** Since which release, until which release, and behind which feature flag something is there. */
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
	/** Set where an array usually travels as one text, joined by this. */
	readonly separator?: ",";
	readonly schema: ValueSchema;
}

/** A property of the request body. */
export interface FieldRow extends Restricted {
	readonly name: string;
	readonly required?: boolean;
	readonly schema: ValueSchema;
}

/** The request body: either its fields, or a schema where it is not a plain object. */
export interface BodyRow {
	readonly types: readonly string[];
	readonly required: boolean;
	readonly fields?: readonly FieldRow[];
	readonly schema?: ValueSchema;
	/** At least one of these fields must be sent. */
	readonly atLeastOne?: readonly string[];
	/** These fields may not be sent together. */
	readonly exclusive?: readonly string[];
}

/** How a request asks for the pages of a list; no style where the list comes whole. */
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

/** Who may call an operation. */
export interface AccessRow {
	/** The least role; `anonymous` works without credentials where the record is public. */
	readonly role: string;
	/** Where that role is held. */
	readonly where: string;
	/** Further roles that suffice. */
	readonly or?: readonly string[];
	/** Token scopes. One of them is enough. */
	readonly scopes: readonly string[];
}

/** What the contract says of an operation, beside its prose and the shapes of its responses. */
export interface OperationRow extends Restricted {
	readonly id: string;
	/** One of the nine domains. */
	readonly domain: string;
	/** The client's method: resource and verb. */
	readonly method: string;
	readonly verb: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
	/** Path template below `/api/v4`. */
	readonly path: string;
	readonly deprecated?: boolean;
	readonly parameters: readonly ParameterRow[];
	readonly body?: BodyRow;
	/** Media types of its response when it succeeds, where JSON is not the only one. */
	readonly mediaTypes?: readonly string[];
	/** Declared statuses. */
	readonly statuses: readonly number[];
	/** True where it also works without an access token. */
	readonly anonymous: boolean;
	readonly access: AccessRow;
	readonly retry: "safe" | "idempotent" | "non-idempotent";
	readonly pagination?: PaginationRow;
	readonly rateLimit?: { readonly key: string; readonly limit: number; readonly period: number; readonly per: string };
	/** Fields of the response that hold a secret. */
	readonly reveals?: readonly string[];
	/** What the specification states, and what is assumed after the real product. */
	readonly evidence: { readonly stated: readonly string[]; readonly assumed: readonly string[] };
}
