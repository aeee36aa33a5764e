import type { ASTNode, GraphQLError, ValidationContext } from "graphql";

/** An error in the platform's words, with its `extensions`. */
export interface Wording {
	readonly message: string;
	readonly code: string;
	readonly [name: string]: unknown;
}

/** What an error is about: the first node that it names, with everything around that, and names that its message quotes. */
export interface Subject {
	readonly error: GraphQLError;
	readonly node: ASTNode;
	readonly nodes: readonly ASTNode[];
	readonly line: readonly ASTNode[];
	/** The name of the node, or what names it. */
	readonly name: string;
	readonly quoted: readonly string[];
	readonly context: ValidationContext;
}
