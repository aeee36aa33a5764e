/** The product's names, by the specification's names. */
export interface Names {
	readonly [specification: string]: string;
}

/** An operation by its verb and its path template below `/api/v4`, or below the host for alerts and GraphQL. */
export type Place = readonly [verb: string, path: string];

/** Names that differ in some operations. */
export interface Renaming {
	/** Operations whose query, JSON body or form has the names. */
	readonly parameters: readonly Place[];
	/** Operations whose JSON responses have the names, at any depth. */
	readonly responses: readonly Place[];
	readonly names: Names;
}

/**
 * The names that a product uses instead of the specification's. It is only data: the client, the mock and the
 * conformance runner translate requests and responses with it, and use the specification's names internally.
 */
export interface Dialect {
	/** The word that selects it, e.g. `gitlab`. */
	readonly name: string;
	/** The product's name, e.g. `GitLab`. */
	readonly product: string;
	/** The product's release that the names are based on, as `major.minor`. */
	readonly release: string;
	/** Operations with a different path: verb, the specification's template, the product's template. */
	readonly paths: readonly (readonly [verb: string, specification: string, product: string])[];
	/** Operations that the product does not have. */
	readonly absent: readonly string[];
	readonly renamings: readonly Renaming[];
	/** Spellings that the specification allows but the product does not understand. */
	readonly corrections: readonly Renaming[];
	/** Scopes of tokens, as values. */
	readonly scopes: Renaming;
	/** Request headers, in lower case. */
	readonly headers: Names;
	readonly cookies: Names;
	/** The product's token prefixes, by the mock's setting for the kind of token. */
	readonly tokenPrefixes: Names;
	readonly graphql: {
		/** The first part of Global IDs. */
		readonly application: Names;
		/** Words of queries and responses, such as enum values. */
		readonly words: Names;
		/** Parts of error messages. */
		readonly texts: Names;
		/** Arguments whose type differs in the product, by `Type.field.argument`. */
		readonly arguments: Names;
	};
}
