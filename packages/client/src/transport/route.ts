/** The information that is needed to send an operation. Generated code has one per operation. */
export interface Route {
	/** The operationId. */
	readonly id: string;
	readonly verb: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
	/** The path template below `/api/v4`. */
	readonly path: string;
	/** Set if it is not the default of the verb: GET safe, POST non-idempotent, the others idempotent. */
	readonly retry?: RetryClass;
	/** The fields are sent in the body although the verb is DELETE. */
	readonly body?: true;
	/** Parameters that stay in the query although the verb has a body. */
	readonly query?: readonly string[];
	/** Parameters whose arrays are sent as one comma-separated text. */
	readonly joined?: readonly string[];
	/** Parameters whose Dates are sent as `YYYY-MM-DD`. */
	readonly dates?: readonly string[];
	/** The parameter that is a file. */
	readonly file?: string;
	/**
	 * The replacements of deprecated parameters, by name; the empty name is the operation itself. Empty if there is none.
	 */
	readonly deprecated?: { readonly [name: string]: string };
	/** The orders, such as `"id desc"`, in which the list supports keyset pages. The first is the default order. */
	readonly keyset?: readonly string[];
	/** The server only has keyset pages for callers without credentials. */
	readonly anonymousKeyset?: true;
	/** The list has no pages: one response contains all items. */
	readonly whole?: true;
	/** The response has no data, whatever its body contains. */
	readonly empty?: true;
}

/**
 * When a failed request can be sent again. `safe`: always. `idempotent`: a second run changes nothing more.
 * `non-idempotent`: only if the server refused the first request, or it was certainly never sent.
 */
export type RetryClass = "safe" | "idempotent" | "non-idempotent";

/** Returns the retry class of an operation. */
export const retryClass = ({ verb, retry }: Route): RetryClass =>
	retry ?? (verb === "GET" ? "safe" : verb === "POST" ? "non-idempotent" : "idempotent");

/**
 * Reads a route from its text: operationId, verb, path and further properties: `whole` (a flag), `file=avatar` (a text),
 * `keyset:id+desc;name+asc` (a list, with pluses for spaces), `deprecated:confidential>internal` (texts by name).
 */
export function route(text: string): Route {
	const [id, verb, path, ...more] = text.split(" ");
	const properties = more.map((each) => {
		const [, name = "", mark, value = ""] = /^(\w+)([=:]?)(.*)$/.exec(each) ?? [];
		const list = value.split(";").map((one) => one.replaceAll("+", " "));
		const records = name === "deprecated" ? Object.fromEntries(list.map((one) => one.split(">"))) : list;
		return [name, mark ? (mark === "=" ? value : records) : true];
	});
	return { id, verb, path, ...Object.fromEntries(properties) } as Route; // as the generator wrote it
}
