import { parameterError } from "./errors";

function decode(text: string): string {
	if (!text.includes("%") && !text.includes("+")) return text;
	try {
		return decodeURIComponent(text.replaceAll("+", " "));
	} catch {
		throw parameterError("Invalid query parameters: malformed percent-encoding");
	}
}

/** More parameters than this are refused before they are looked at. */
const most = 50_000;

/** The pairs of a query string or an urlencoded form, decoded. Throws a 400 on a broken percent-escape. */
export function pairs(text: string): [string, string][] {
	if (text === "") return [];
	const parts = text.split("&", most + 1);
	if (parts.length > most) throw parameterError(`More than ${most} parameters`);
	return parts
		.filter((part) => part !== "")
		.map((part) => {
			const equals = part.indexOf("=");
			return equals < 0 ? [decode(part), ""] : [decode(part.slice(0, equals)), decode(part.slice(equals + 1))];
		});
}

/** The same query without the caller's token, for a URL that is returned and recorded. */
export const withoutTokens = (text: string): string =>
	text
		.split("&")
		.filter((part) => !["private_token", "access_token"].includes(decode(part.split("=", 1)[0] ?? "")))
		.join("&");
