import type { Context } from "../../request/context";

export interface Inputs {
	readonly [name: string]: unknown;
}

/** Returns the value of a text in a form or a query: the JSON value in it, such as `3` or `["a"]`, or else the text. */
function readText(text: unknown): unknown {
	if (typeof text !== "string") return text;
	try {
		const value: unknown = JSON.parse(text);
		return value === null ? text : value;
	} catch {
		return text;
	}
}

/** Returns the inputs as they are stored. Values in JSON have types; in a form or a query, each value is a text. */
export function inputsOf(sent: Inputs, { request }: Context): Inputs {
	if (request.headers["content-type"]?.includes("json")) return sent;
	return Object.fromEntries(Object.entries(sent).map(([name, text]) => [name, readText(text)]));
}
