/** Names of the specification and what a product calls them. */
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
 * What a product that implements the interface calls by another name than the specification. It is data alone: client, mock
 * and conformance runner translate with it at their border and use the specification's names inside.
 */
export interface Dialect {
	/** The word that selects it, e.g. `gitlab`. */
	readonly name: string;
	/** The product's name, e.g. `GitLab`. */
	readonly product: string;
	/** The product's release that the names were compared with, `major.minor`. */
	readonly release: string;
	/** Operations with another path: verb, the specification's template, the product's. */
	readonly paths: readonly (readonly [verb: string, specification: string, product: string])[];
	/** Operations that the product does not have. */
	readonly absent: readonly string[];
	readonly renamings: readonly Renaming[];
	/** Spellings that the specification allows and the product does not understand. */
	readonly corrections: readonly Renaming[];
	/** Scopes of tokens, as values. */
	readonly scopes: Renaming;
	/** Request headers, in lower case. */
	readonly headers: Names;
	readonly cookies: Names;
	/** Settings of the mock that name the prefix of a kind of token, and the product's prefix. */
	readonly tokenPrefixes: Names;
	readonly graphql: {
		/** The first part of Global IDs. */
		readonly application: Names;
		/** Words of queries and responses, such as enum values. */
		readonly words: Names;
		/** Parts of error messages. */
		readonly texts: Names;
		/** Arguments that the product declares with another type, by `Type.field.argument`. */
		readonly arguments: Names;
	};
}
