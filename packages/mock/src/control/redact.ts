import { decodeUtf8 } from "../lib/utf8";
import { FormFile } from "../request/http/body";

/** The text that the journal shows in place of a secret. */
const mask = "[hidden]";

/** Headers whose value is a credential. */
const secretHeaders: ReadonlySet<string> = new Set([
	"authorization",
	"cookie",
	"job-token",
	"private-token",
	"proxy-authorization",
	"set-cookie",
	"x-mock-control-token",
]);

/** Whether a name ends in `key` but is not that of a secret, such as `group_key` or `sortKey`. */
const isHarmlessKey = (name: string): boolean =>
	/(?:cache|dedup|feature|flag|foreign|group|i18n|label|message|object|order|partition|primary|row|setting|sort|translation)[_-]?key$/i.test(
		name,
	);

/** Whether a parameter or field with this name has a secret value, in the spelling of REST or of GraphQL. */
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

/** Hides the secrets in the pairs of a query or of an urlencoded form. */
const redactPairs = (text: string): string =>
	text
		.split("&")
		.map((pair) => {
			const equals = pair.indexOf("=");
			const name = decoded(equals < 0 ? pair : pair.slice(0, equals)).replace(/\]?(?:\[\])?$/, "");
			const leaf = name.slice(name.lastIndexOf("[") + 1);
			// The key of a variable is not a secret, its value is.
			const isVariable = name.startsWith("variables[");
			return equals >= 0 && (isVariable ? leaf === "value" : isSecret(leaf))
				? `${pair.slice(0, equals)}=${mask}`
				: pair;
		})
		.join("&");

/** Removes the credentials from a URL, and hides the values of secret parameters. */
export function redactUrl(url: string): string {
	const open = url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#@]*@/i, "$1");
	const mark = open.indexOf("?");
	return mark < 0 ? open : `${open.slice(0, mark + 1)}${redactPairs(open.slice(mark + 1))}`;
}

/** Hides the secrets in the URLs in a text, such as a `Link` header. */
const redactUrls = (text: string): string => text.replace(/https?:\/\/[^\s<>"]+/g, redactUrl);

/** Hides the strings that follow a secret's name in a GraphQL document. */
const redactDocument = (text: string): string =>
	text.replace(/\b(\w+)(\s*:\s*)"(?:[^"\\]|\\.)*"/g, (whole, name: string, between: string) =>
		isSecret(name) ? `${name}${between}"${mask}"` : whole,
	);

/** Hides the secrets in a JSON value, at any depth. */
export function redactValue(value: unknown, more: readonly string[] = []): unknown {
	if (Array.isArray(value)) return value.map((one) => redactValue(one, more));
	if (typeof value !== "object" || value === null) return value;
	if (value instanceof FormFile) return `[file ${value.fileName}, ${value.length} bytes]`;
	const shown: { [name: string]: unknown } = {};
	// The value of a variable is a secret, its key is not.
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
 * Returns a body as the journal shows it: the value of JSON, the pairs of a form and other text as text, and for bytes
 * their number; undefined if there is no body.
 *
 * @param more Additional names of secrets.
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
	// Invalid JSON may contain the same secrets as valid JSON.
	return /json/i.test(contentType) ? `[broken JSON, ${text.length} characters]` : text;
}
