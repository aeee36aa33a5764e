import { ControlRefusal } from "../lib/control-error";
import { decodeUtf8 } from "../lib/utf8";
import type { RawRequest } from "../request/http/raw";

/** Returns the body of a call of the control API as text; empty if there is none. */
export function bodyText({ body }: RawRequest): string {
	if (body === null || body === undefined) return "";
	const text = typeof body === "string" ? body : decodeUtf8(body);
	if (text === undefined) throw new ControlRefusal(400, "The body is not UTF-8.");
	return text;
}

/** Returns the body as JSON; undefined if there is none. */
export function json(request: RawRequest): unknown {
	const text = bodyText(request);
	if (text === "") return undefined;
	try {
		return JSON.parse(text);
	} catch (error) {
		throw new ControlRefusal(400, `The body is not JSON: ${error instanceof Error ? error.message : error}.`);
	}
}
