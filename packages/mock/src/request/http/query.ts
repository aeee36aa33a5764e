import { parameterError } from "./errors";

function decode(text: string): string {
	if (!text.includes("%") && !text.includes("+")) return text;
	try {
		return decodeURIComponent(text.replaceAll("+", " "));
	} catch {
		throw parameterError("Invalid query parameters: malformed percent-encoding");
	}
}

/** The maximum number of parameters. More are refused before they are parsed. */
const most = 50_000;

/** Returns the decoded pairs of a query string or an urlencoded form. Throws a 400 if a percent-escape is invalid. */
export function pairs(text: string): [string, string][] {
	if (text.length >= most && text.split("&", most + 1).length > most)
		throw parameterError(`More than ${most} parameters`);
	const found: [string, string][] = [];
	for (let at = 0; at < text.length; ) {
		const mark = text.indexOf("&", at);
		const part = mark < 0 ? text.slice(at) : text.slice(at, mark);
		at += part.length + 1;
		if (part === "") continue;
		const equals = part.indexOf("=");
		found.push(equals < 0 ? [decode(part), ""] : [decode(part.slice(0, equals)), decode(part.slice(equals + 1))]);
	}
	return found;
}

/** Returns the query without the caller's token, for a URL that is returned and recorded. */
export const withoutTokens = (text: string): string =>
	text
		.split("&")
		.filter((part) => !["private_token", "access_token"].includes(decode(part.split("=", 1)[0] ?? "")))
		.join("&");
