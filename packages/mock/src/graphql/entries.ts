/** Reads a request's queries, from JSON, a form or the address. */
import { type Body, readBody } from "../request/http/body";
import { ApiError } from "../request/http/errors";
import { nest, TooDeep } from "../request/http/names";
import type { RawRequest } from "../request/http/raw";
import { requestRefusal } from "./errors";
import type { Entry } from "./execute";

/** Most characters of the queries of a request, taken together. */
const longestQuery = 10_000;

/** What a request asks for. */
export interface GraphqlInput {
	readonly entries: readonly Entry[];
	/** Whether the response is a list: the request was one. */
	readonly batch: boolean;
	/** A plain value of the body or the address, by name. */
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

/** What the body holds, by name; of a list its entries. */
async function bodyOf(request: RawRequest): Promise<Body> {
	try {
		return await readBody(request);
	} catch (error) {
		if (!(error instanceof ApiError) || typeof error.body === "string") throw error;
		// A body that cannot be read is refused in the words of this API.
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

/** Reads what a request asks for. Throws 400 for a body that cannot be read, 422 for one that makes no sense. */
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

/** Throws 422 where the queries are too long, all of them together. */
export function checkLength(entries: readonly Entry[]): void {
	// A character is a code point; no text has more of them than units.
	const units = entries.reduce((sum, entry) => sum + entry.query.length, 0);
	if (units <= longestQuery) return;
	const points = entries.reduce((sum, entry) => sum + [...entry.query].length, 0);
	if (units > 2 * longestQuery || points > longestQuery) throw unprocessable("Query too large");
}
