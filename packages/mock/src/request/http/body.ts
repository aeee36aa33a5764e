import { environment } from "../../lib/environment";
import { decodeUtf8 } from "../../lib/utf8";
import { badRequest, parameterError, unsupportedType } from "./errors";
import { type Hash, nest, TooDeep } from "./names";
import { pairs } from "./query";
import type { RawRequest } from "./raw";

/** The content of a request's body: a JSON value, or the names and values of a form. */
export type Body =
	| { readonly kind: "none" }
	| { readonly kind: "json"; readonly value: unknown }
	| { readonly kind: "form"; readonly fields: Hash; readonly repeated: ReadonlyMap<string, readonly string[]> };

function textOf(body: Uint8Array | string): string {
	if (typeof body === "string") return body;
	const text = decodeUtf8(body);
	if (text === undefined) throw badRequest("the body is not valid UTF-8");
	return text;
}

/** A file of a multipart form, with its name and type. */
export class FormFile extends Uint8Array {
	fileName = "";
	contentType = "application/octet-stream";
}

const limits = { depth: 32, entries: 50_000, elements: 100_000 };

/** Throws 400 if JSON is nested too deep or has too many elements. */
function checkSize(root: unknown): void {
	let elements = 0;
	let level: unknown[] = [root];
	for (let depth = 0; level.length > 0; depth++) {
		const next: unknown[] = [];
		for (const node of level) {
			if (!node || typeof node !== "object") continue;
			if (depth >= limits.depth) throw parameterError(`The JSON body is nested deeper than ${limits.depth} levels`);
			const children: unknown[] = Array.isArray(node) ? node : Object.values(node);
			elements += children.length;
			if (children.length > limits.entries)
				throw parameterError(`An array or object of the JSON body has more than ${limits.entries} entries`);
			if (elements > limits.elements)
				throw parameterError(`The JSON body has more than ${limits.elements} elements in all`);
			for (const child of children) if (child && typeof child === "object") next.push(child);
		}
		level = next;
	}
}

/** Returns the index of a string's closing quote, or the length of the text; `start` is its opening quote. */
function endOfString(text: string, start: number): number {
	for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
		let escapes = 0;
		while (text[end - 1 - escapes] === "\\") escapes++;
		if (escapes % 2 === 0) return end;
	}
	return text.length;
}

/**
 * Throws 400 if a large text is nested too deep or has too many elements, before it is parsed: parsing the worst case
 * that fits into a body takes seconds.
 */
function checkText(text: string): void {
	let [depth, elements] = [0, 0];
	for (let at = 0; at < text.length; at++) {
		const character = text[at];
		if (character === '"') at = endOfString(text, at);
		else if (character === "," && ++elements > limits.elements)
			throw parameterError(`The JSON body has more than ${limits.elements} elements in all`);
		else if ((character === "[" || character === "{") && ++depth > limits.depth)
			throw parameterError(`The JSON body is nested deeper than ${limits.depth} levels`);
		else if (character === "]" || character === "}") depth -= 1;
	}
}

function parseJson(text: string): Body {
	if (text.trim() === "") return { kind: "none" };
	if (text.length > 1_000_000) checkText(text);
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		throw parameterError(
			"The message body does not match the declared format: with content type application/json it must be valid JSON",
		);
	}
	checkSize(value);
	return { kind: "json", value };
}

function form(entries: Iterable<readonly [string, string | Uint8Array]>): Body {
	try {
		const { tree, repeated } = nest(entries);
		return { kind: "form", fields: tree, repeated };
	} catch (error) {
		if (error instanceof TooDeep) throw parameterError("A parameter name is nested too deep");
		throw error;
	}
}

async function multipart(body: Uint8Array | string, contentType: string): Promise<Body> {
	let data: FormData;
	try {
		// The runtime's own parser of multipart forms. It needs a copy, since its type requires a buffer that is not
		// shared.
		const bytes = typeof body === "string" ? body : new Uint8Array(body);
		data = await new (environment("Response"))(bytes, { headers: { "content-type": contentType } }).formData();
	} catch {
		throw badRequest("the multipart body cannot be read");
	}
	const entries: [string, string | Uint8Array][] = [];
	for (const [name, value] of data.entries()) {
		if (typeof value === "string") entries.push([name, value]);
		else {
			const file = new FormFile(await value.arrayBuffer());
			file.fileName = value.name;
			file.contentType = value.type;
			entries.push([name, file]);
		}
	}
	return form(entries);
}

/** Reads a body by its content type. Throws 400 if it is malformed, and 415 if the type is not supported. */
export async function readBody(request: RawRequest): Promise<Body> {
	const { body } = request;
	if (body === null || body === undefined || body.length === 0) return { kind: "none" };
	const header = request.headers["content-type"] ?? "";
	const type = (header.split(";")[0] ?? "").trim().toLowerCase();
	if (type === "application/json" || type === "") return parseJson(textOf(body));
	if (type === "application/x-www-form-urlencoded") return form(pairs(textOf(body)));
	if (type === "multipart/form-data") return multipart(body, header);
	throw unsupportedType(type);
}
