/** Makes responses of two servers comparable: numbered placeholders replace the values that a server chooses. */
import type { Exchange } from "../rule/exchange";

/** The headers that are compared. */
const headers = [
	"allow",
	"content-type",
	"deprecation",
	"x-next-page",
	"x-page",
	"x-per-page",
	"x-prev-page",
	"x-total",
	"x-total-pages",
] as const;

const time = /\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})/g;
const isIdKey = (key: string): boolean => /(?:^|_)i?id$|I[dD]$|(?:^|_)i?ids$|Ids$/.test(key);
const isSecretKey = (key: string): boolean => /token|password|pin$|secret|cursor$/i.test(key);

/** Placeholders for one server's own values: the first, second, third … value has the same one on each server. */
type Names = Map<string, string>;

function named(names: Names, kind: string, value: string): string {
	const key = `${kind} ${value}`;
	const known = names.get(key);
	if (known !== undefined) return known;
	const name = `<${kind} ${[...names.values()].filter((one) => one.startsWith(`<${kind} `)).length + 1}>`;
	names.set(key, name);
	return name;
}

function canonicalText(text: string, origin: string, names: Names): string {
	return text
		.replaceAll(origin, "<origin>")
		.replace(time, "<time>")
		.replace(/\b[0-9a-f]{16,64}\b/g, (hash) => named(names, "hash", hash))
		.replace(/(gid:\/\/[^/]+\/[A-Za-z:]+\/)\d+/g, "$1<id>")
		.replace(/([/#!$&]|note_)\d+(?=$|[/?#&."\s])/g, "$1<id>");
}

function canonical(value: unknown, key: string, origin: string, names: Names): unknown {
	if (Array.isArray(value)) return value.map((one) => canonical(one, key, origin, names));
	if (typeof value === "object" && value !== null)
		return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, canonical(one, name, origin, names)]));
	if (typeof value === "number") return isIdKey(key) ? named(names, key, String(value)) : value;
	if (typeof value !== "string") return value;
	return isSecretKey(key) ? "<secret>" : canonicalText(value, origin, names);
}

/** Returns status, headers and body in a form that can be compared with another server's response. */
export function canonicalResponse({ request, response }: Exchange, names: Names): unknown {
	const { origin } = new URL(request.url);
	const { status, text } = response;
	let body: unknown = canonicalText(text, origin, names);
	try {
		body = canonical(JSON.parse(text), "", origin, names);
	} catch {
		// Not JSON: compared as text.
	}
	return {
		status,
		...Object.fromEntries(headers.map((name) => [`header ${name}`, response.headers.get(name)])),
		body,
	};
}
