/** Requests with a multipart form, with which files are sent. */
import { checkFields } from "../control/check-fields";
import { bytesOf, isBase64 } from "../lib/base64";
import { optional, plain, text } from "../lib/checks";
import { ControlError, type ControlFault } from "../lib/control-error";
import { isRecord } from "../lib/is-record";
import { encodeUtf8 } from "../lib/utf8";
import { sha } from "../state/sha";

/** A file among the parameters of a request: its name, its type and its bytes in base64. */
export interface FileParam {
	readonly file: string;
	readonly type?: string;
	readonly base64: string;
}

/** Whether a parameter is a file. No field of the contract accepts an object with these names. */
export const isFile = (value: unknown): value is FileParam =>
	isRecord(value) && typeof value.file === "string" && typeof value.base64 === "string";

const base64 = plain<string>("bytes in base64", isBase64);

/** Returns what is wrong with a file. */
export function fileFaults(file: FileParam): readonly ControlFault[] {
	try {
		checkFields(file, { file: text, type: optional(text), base64 }, "field");
		return [];
	} catch (error) {
		if (error instanceof ControlError) return error.faults;
		throw error;
	}
}

/** Quotes a name for the header of a part, and encodes quotes and line breaks, which would end it. */
const quoted = (name: string): string =>
	`"${name.replace(/["\r\n]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`)}"`;

/** Returns the parts of a form for a field: lists and objects have a part for each value. */
export function partsOf(name: string, value: unknown): [name: string, value: string | FileParam][] {
	if (isFile(value)) return [[name, value]];
	if (Array.isArray(value)) return value.flatMap((one) => partsOf(`${name}[]`, one));
	if (isRecord(value)) return Object.entries(value).flatMap(([key, one]) => partsOf(`${name}[${key}]`, one));
	return [[name, value === null || value === undefined ? "" : String(value)]];
}

/** Returns the fields as the body of a form, and its content type. */
export function formBody(fields: { readonly [name: string]: unknown }): {
	readonly body: Uint8Array;
	readonly type: string;
} {
	const boundary = `tenon-${sha(JSON.stringify(fields))}`;
	const chunks = Object.entries(fields)
		.flatMap(([name, value]) => partsOf(name, value))
		.flatMap(([name, value]) => {
			const head = `--${boundary}\r\nContent-Disposition: form-data; name=${quoted(name)}`;
			if (typeof value === "string") return [encodeUtf8(`${head}\r\n\r\n${value}\r\n`)];
			const type = value.type === undefined || value.type === "" ? "application/octet-stream" : value.type;
			const line = `; filename=${quoted(value.file)}\r\nContent-Type: ${type.replace(/[\r\n]/g, "")}\r\n\r\n`;
			return [encodeUtf8(`${head}${line}`), bytesOf(value.base64), encodeUtf8("\r\n")];
		});
	chunks.push(encodeUtf8(`--${boundary}--\r\n`));
	const body = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
	let at = 0;
	for (const chunk of chunks) {
		body.set(chunk, at);
		at += chunk.length;
	}
	return { body, type: `multipart/form-data; boundary=${boundary}` };
}
