import type { State } from "../state/state";
import type { Actor } from "./access/actor";
import type { JsonText } from "./http/json-text";
import type { ListTexts } from "./http/list-text";
import type { RawRequest } from "./http/raw";
import type { Settings } from "./settings/settings";

/** What a handler receives in addition to the operation's parameters. */
export interface Context {
	readonly state: State;
	readonly actor: Actor;
	readonly settings: Settings;
	readonly request: RawRequest;
	/** The installation's base URL for callers, with its path prefix and without a trailing slash. */
	readonly base: string;
	/** The URL of the request, without query. */
	readonly address: string;
	/** Returns the JSON of a row. It is cached while the row, and the other row that it shows data of, are the same. */
	readonly json: (row: object, also: object | undefined, make: () => object) => JsonText;
	/** The JSON of the most recent lists. */
	readonly lists: ListTexts;
	/** Returns a plain value of the query or body by name, whether or not the operation declares it. */
	readonly sent: (name: string) => string | undefined;
	/** The query's pairs as sent, decoded. */
	readonly query: readonly (readonly [string, string])[];
}
