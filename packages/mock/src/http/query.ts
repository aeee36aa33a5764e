import { parameterError } from "./errors";

function decode(text: string): string {
	if (!text.includes("%") && !text.includes("+")) return text;
	try {
		return decodeURIComponent(text.replaceAll("+", " "));
	} catch {
		throw parameterError("Invalid query parameters: malformed percent-encoding");
	}
}

/** The pairs of a query string or an urlencoded form, decoded. Throws a 400 on a broken percent-escape. */
export function pairs(text: string): [string, string][] {
	if (text === "") return [];
	return text
		.split("&")
		.filter((part) => part !== "")
		.map((part) => {
			const equals = part.indexOf("=");
			return equals < 0 ? [decode(part), ""] : [decode(part.slice(0, equals)), decode(part.slice(equals + 1))];
		});
}
