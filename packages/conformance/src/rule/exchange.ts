import type { OperationId } from "@tenon/contract";
import type { ActorName } from "./actors";

/** One request and its response. */
export interface Exchange {
	readonly operation: OperationId | "executeGraphql" | undefined;
	/** The actor whose token it had. */
	readonly actor: ActorName | "anonymous" | "other";
	/** Names of the parameters and fields that were sent. */
	readonly parameters: readonly string[];
	/** The server was set to another release than the contract's, so its records lack what came later. */
	readonly isOfOtherRelease?: true;
	readonly request: {
		readonly method: string;
		readonly url: string;
		readonly headers: Readonly<Record<string, string>>;
		/** As sent; a note on its size if it is binary. */
		readonly body: string | undefined;
	};
	readonly response: {
		readonly status: number;
		readonly headers: Headers;
		readonly text: string;
		/** The text as it was received, if the server uses other names than the specification. */
		readonly wireText?: string;
	};
	/** From the first byte sent to the last one read. */
	readonly milliseconds: number;
}
