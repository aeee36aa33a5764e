import type { ASTNode, GraphQLError, ValidationContext } from "graphql";

/** An error in the platform's wording, with its `extensions`. */
export interface Wording {
	readonly message: string;
	readonly code: string;
	readonly [name: string]: unknown;
}

/** What an error is about: its first node, everything around that node, and the names that its message quotes. */
export interface Subject {
	readonly error: GraphQLError;
	readonly node: ASTNode;
	readonly nodes: readonly ASTNode[];
	readonly line: readonly ASTNode[];
	/** The name of the node. Empty if it has none. */
	readonly name: string;
	readonly quoted: readonly string[];
	readonly context: ValidationContext;
}
