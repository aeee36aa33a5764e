import type { Context } from "../../request/context";

export interface Inputs {
	readonly [name: string]: unknown;
}

/** What a text of a form or a query stands for: the JSON value that it is, such as `3` or `["a"]`, or else itself. */
function readText(text: unknown): unknown {
	if (typeof text !== "string") return text;
	try {
		const value: unknown = JSON.parse(text);
		return value === null ? text : value;
	} catch {
		return text;
	}
}

/** The inputs as they are kept. JSON has types of its own; in a form or a query each value is a text. */
export function inputsOf(sent: Inputs, { request }: Context): Inputs {
	if (request.headers["content-type"]?.includes("json")) return sent;
	return Object.fromEntries(Object.entries(sent).map(([name, text]) => [name, readText(text)]));
}
