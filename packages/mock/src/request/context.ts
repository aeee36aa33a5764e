import type { State } from "../state/state";
import type { Actor } from "./access/actor";
import type { JsonText } from "./http/json-text";
import type { ListTexts } from "./http/list-text";
import type { RawRequest } from "./http/raw";
import type { Settings } from "./settings/settings";

/** What a handler gets beside the operation's parameters. */
export interface Context {
	readonly state: State;
	readonly actor: Actor;
	readonly settings: Settings;
	readonly request: RawRequest;
	/** The installation's address as callers reach it, with its path prefix, without a trailing slash. */
	readonly base: string;
	/** The request's own address, without query. */
	readonly address: string;
	/** The JSON of a row, kept while the row and the other one that it shows something of stay the same. */
	readonly json: (row: object, also: object | undefined, make: () => object) => JsonText;
	/** The JSON of lists that were made last. */
	readonly lists: ListTexts;
	/** A plain value that was sent in query or body, by name, whether the operation declares it or not. */
	readonly sent: (name: string) => string | undefined;
	/** The query's pairs as sent, decoded. */
	readonly query: readonly (readonly [string, string])[];
}
