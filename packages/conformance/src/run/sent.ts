import type { OperationRow } from "@tenon/contract";
import type { Exchange } from "../rule/exchange";

/** A request before it is sent. */
export interface Sent {
	readonly operation: Exchange["operation"];
	readonly row?: OperationRow;
	readonly actor: Exchange["actor"];
	readonly parameters: readonly string[];
	readonly method: string;
	/** Path and query below the base URL, or a whole address. */
	readonly path: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: string | Uint8Array<ArrayBuffer> | FormData | undefined;
	/** Gives a 429 back at once, for checks of the limits themselves. */
	readonly impatient?: boolean;
	/** Takes back what a rule did: to find nothing left is as good. */
	readonly isUndoing?: boolean;
	/** The server was set to another release than the contract's. */
	readonly isOfOtherRelease?: boolean;
}
