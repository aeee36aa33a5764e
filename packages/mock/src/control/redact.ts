import { decodeUtf8 } from "../lib/utf8";
import { FormFile } from "../request/http/body";

/** What a journal shows instead of a secret. */
const mask = "[hidden]";

/** Headers whose value lets somebody in. */
const secretHeaders: ReadonlySet<string> = new Set([
	"authorization",
	"cookie",
	"job-token",
	"private-token",
	"proxy-authorization",
	"set-cookie",
	"x-mock-control-token",
]);

/** Keys that let nobody in: `group_key`, `sortKey`. */
const isHarmlessKey = (name: string): boolean =>
	/(?:cache|dedup|feature|flag|foreign|group|i18n|label|message|object|order|partition|primary|row|setting|sort|translation)[_-]?key$/i.test(
		name,
	);

/** Names of parameters and fields whose value is a secret, in the spelling of REST and of GraphQL. */
const isSecret = (name: string): boolean =>
	!isHarmlessKey(name) &&
	(/(?:token|password|secret|passphrase)$/i.test(name) ||
		/(?:^|[_-])(?:pin|key)$/i.test(name) ||
		/[a-z](?:Pin|Key)$/.test(name));

export function redactHeaders(headers: { readonly [name: string]: string | undefined }): { [name: string]: string } {
	const shown: { [name: string]: string } = {};
	for (const [name, value] of Object.entries(headers))
		if (value !== undefined) shown[name] = secretHeaders.has(name) ? mask : redactUrls(value);
	return shown;
}

function decoded(text: string): string {
	try {
		return decodeURIComponent(text.replaceAll("+", " "));
	} catch {
		return text;
	}
}

/** The pairs of a query or of an urlencoded form, without secrets. */
const redactPairs = (text: string): string =>
	text
		.split("&")
		.map((pair) => {
			const equals = pair.indexOf("=");
			const name = decoded(equals < 0 ? pair : pair.slice(0, equals)).replace(/\]?(?:\[\])?$/, "");
			const leaf = name.slice(name.lastIndexOf("[") + 1);
			// A variable's key is none, its value is.
			const isVariable = name.startsWith("variables[");
			return equals >= 0 && (isVariable ? leaf === "value" : isSecret(leaf))
				? `${pair.slice(0, equals)}=${mask}`
				: pair;
		})
		.join("&");

/** An address without credentials and without the values of secret parameters. */
export function redactUrl(url: string): string {
	const open = url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#@]*@/i, "$1");
	const mark = open.indexOf("?");
	return mark < 0 ? open : `${open.slice(0, mark + 1)}${redactPairs(open.slice(mark + 1))}`;
}

/** The addresses in a text, such as a `Link` header's. */
const redactUrls = (text: string): string => text.replace(/https?:\/\/[^\s<>"]+/g, redactUrl);

/** Texts that follow a secret's name in a GraphQL document. */
const redactDocument = (text: string): string =>
	text.replace(/\b(\w+)(\s*:\s*)"(?:[^"\\]|\\.)*"/g, (whole, name: string, between: string) =>
		isSecret(name) ? `${name}${between}"${mask}"` : whole,
	);

/** A value of JSON without secrets, as deep as they lie. */
export function redactValue(value: unknown, more: readonly string[] = []): unknown {
	if (Array.isArray(value)) return value.map((one) => redactValue(one, more));
	if (typeof value !== "object" || value === null) return value;
	if (value instanceof FormFile) return `[file ${value.fileName}, ${value.length} bytes]`;
	const shown: { [name: string]: unknown } = {};
	// Of a variable the value is the secret, and its key is not.
	const isVariable = Object.hasOwn(value, "key") && Object.hasOwn(value, "value");
	for (const [name, inner] of Object.entries(value)) {
		const secret = isVariable ? name === "value" : more.includes(name) || isSecret(name);
		const hidden = secret && (typeof inner === "string" || typeof inner === "number") && inner !== "";
		const safe = name === "query" && typeof inner === "string" ? redactDocument(inner) : redactValue(inner, more);
		Object.defineProperty(shown, name, {
			value: hidden ? mask : safe,
			enumerable: true,
			configurable: true,
			writable: true,
		});
	}
	return shown;
}

const textOf = (body: string | Uint8Array): string | undefined => (typeof body === "string" ? body : decodeUtf8(body));

function parsed(text: string): { readonly value: unknown } | undefined {
	try {
		return { value: JSON.parse(text) };
	} catch {
		return undefined;
	}
}

/**
 * A body as a journal shows it: JSON as its value, a form's pairs and other text as text, bytes by their number; undefined
 * where there is none.
 *
 * @param more Further names of secrets.
 */
export function redactBody(
	body: string | Uint8Array | null | undefined,
	contentType = "",
	more: readonly string[] = [],
): unknown {
	if (body === null || body === undefined || body.length === 0) return undefined;
	if (/^multipart\//i.test(contentType)) return `[multipart, ${body.length} bytes]`;
	const text = textOf(body);
	if (text === undefined) return `[${body.length} bytes]`;
	if (/urlencoded/i.test(contentType)) return redactPairs(text);
	const json = parsed(text);
	if (json) return redactValue(json.value, more);
	// Broken JSON may hold whatever the whole would have held.
	return /json/i.test(contentType) ? `[broken JSON, ${text.length} characters]` : text;
}
