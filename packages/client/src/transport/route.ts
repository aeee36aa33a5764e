/** What sending an operation needs to know of it. Generated code has one for each operation. */
export interface Route {
	/** The operationId. */
	readonly id: string;
	readonly verb: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
	/** Path template below `/api/v4`. */
	readonly path: string;
	/** Where it is not the usual one of the verb: GET safe, POST non-idempotent, the others idempotent. */
	readonly retry?: RetryClass;
	/** The fields travel in the body although the verb is DELETE. */
	readonly body?: true;
	/** These stay in the query although the verb has a body. */
	readonly query?: readonly string[];
	/** An array passed for one of these is sent as one comma-separated text. */
	readonly joined?: readonly string[];
	/** A Date passed for one of these is sent as `YYYY-MM-DD`. */
	readonly dates?: readonly string[];
	/** The parameter that is a file. */
	readonly file?: string;
	/** Deprecated parameters, or the operation itself behind an empty name, and what to use instead, if anything. */
	readonly deprecated?: { readonly [name: string]: string };
	/** The orders, as `"id desc"`, in which the list can be paged by keyset; the first is the list's own. */
	readonly keyset?: readonly string[];
	/** Keyset pages are served to callers without credentials only. */
	readonly anonymousKeyset?: true;
	/** The list has no pages: one response has all of it. */
	readonly whole?: true;
	/** The response's body says nothing, whatever is in it. */
	readonly empty?: true;
}

/**
 * How a failed request may be sent again. `safe`: always. `idempotent`: a second run changes nothing more.
 * `non-idempotent`: only where the first was refused, or provably never left.
 */
export type RetryClass = "safe" | "idempotent" | "non-idempotent";

/** The operation's retry class. */
export const retryClass = ({ verb, retry }: Route): RetryClass =>
	retry ?? (verb === "GET" ? "safe" : verb === "POST" ? "non-idempotent" : "idempotent");

/**
 * Reads a route from its text: operationId, verb, path and, where they are needed, further properties: `whole` (a flag),
 * `file=avatar` (a text), `keyset:id+desc;name+asc` (a list, spaces as pluses), `deprecated:confidential>internal` (texts by names).
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
