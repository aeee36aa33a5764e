/** Reads the queries of a request, from JSON, a form or the URL. */
import { type Body, readBody } from "../request/http/body";
import { ApiError } from "../request/http/errors";
import { nest, TooDeep } from "../request/http/names";
import type { RawRequest } from "../request/http/raw";
import { requestRefusal } from "./errors";
import type { Entry } from "./execute";

/** The most characters of all queries of a request together. */
const longestQuery = 10_000;

/** The input of a GraphQL request. */
export interface GraphqlInput {
	readonly entries: readonly Entry[];
	/** Whether the response is a list, because the request is one. */
	readonly batch: boolean;
	/** Returns a plain value of the body or the URL, by name. */
	readonly sent: (name: string) => string | undefined;
}

type Fields = { readonly [name: string]: unknown };

const isHash = (value: unknown): value is Fields =>
	typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array);

const unprocessable = (message: string): ApiError => requestRefusal(422, message);

function text(value: unknown, name: string): string {
	if (value === undefined || value === null) return "";
	if (typeof value === "string") return value;
	throw unprocessable(`${name} must be a text`);
}

function readVariables(input: unknown): Entry["variables"] {
	if (input === undefined || input === null || input === "") return {};
	if (isHash(input)) return input;
	let value: unknown;
	try {
		value = typeof input === "string" ? JSON.parse(input) : undefined;
	} catch {
		// Reported below.
	}
	if (value === null) return {};
	if (isHash(value)) return value;
	throw unprocessable("Variables must be an object, or the JSON text of one");
}

function entryOf(fields: Fields): Entry {
	const operationName = text(fields.operationName, "operationName");
	return {
		query: text(fields.query, "query"),
		variables: readVariables(fields.variables),
		operationName: operationName === "" ? undefined : operationName,
	};
}

/** Returns the parsed body of a request. */
async function bodyOf(request: RawRequest): Promise<Body> {
	try {
		return await readBody(request);
	} catch (error) {
		if (!(error instanceof ApiError) || typeof error.body === "string") throw error;
		// A body that cannot be read is refused in the error format of this API.
		throw requestRefusal(400, String(Reflect.get(error.body, "error") ?? Reflect.get(error.body, "message")));
	}
}

function addressOf(query: readonly (readonly [string, string])[]): Fields {
	try {
		return nest(query).tree;
	} catch (error) {
		if (error instanceof TooDeep) throw requestRefusal(400, "A parameter name is nested too deep");
		throw error;
	}
}

/** Reads the queries of a request. Throws 400 if the body cannot be read, and 422 if its content is invalid. */
export async function readEntries(
	request: RawRequest,
	query: readonly (readonly [string, string])[],
): Promise<GraphqlInput> {
	const address = addressOf(query);
	const body: Body = request.method === "POST" ? await bodyOf(request) : { kind: "none" };
	const value: unknown = body.kind === "json" ? body.value : body.kind === "form" ? body.fields : {};
	const inBody: Fields = isHash(value) ? value : {};
	const sent = (name: string): string | undefined => {
		const value = (Object.hasOwn(inBody, name) ? inBody[name] : undefined) ?? address[name];
		return ["string", "number", "boolean"].includes(typeof value) ? String(value) : undefined;
	};
	if (Array.isArray(value)) {
		if (!value.every(isHash)) throw unprocessable("Every query of a batch must be an object");
		return { entries: value.map(entryOf), batch: true, sent };
	}
	if (!isHash(value)) throw unprocessable("The body must be an object, or a list of them");
	return { entries: [entryOf({ ...address, ...value })], batch: false, sent };
}

/** Throws 422 if all queries together are too long. */
export function checkLength(entries: readonly Entry[]): void {
	// A character is a code point. No text has more code points than code units.
	const units = entries.reduce((sum, entry) => sum + entry.query.length, 0);
	if (units <= longestQuery) return;
	const points = entries.reduce((sum, entry) => sum + [...entry.query].length, 0);
	if (units > 2 * longestQuery || points > longestQuery) throw unprocessable("Query too large");
}
