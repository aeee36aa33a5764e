const mask = "[redacted]";

/** The names of parameters and fields whose values are secret. */
const secretName = /(^|[_-])(token|password|secret|pin|passphrase|key|variables)$/i;

/** Headers that reveal nothing about the caller. All others are masked. */
const harmless =
	/^(accept|allow|content-(type|length|disposition)|date|deprecation|etag|link|location|retry-after|sudo|sunset|user-agent|vary|x-(request-id|(total|next|prev)(-pages|-page)?|page|per-page)|ratelimit-.*|traceparent)$/;

export const isSecretName = (name: string): boolean => secretName.test(name);

/** A text that looks like a token: the fixed prefix of a kind of token, and the text after it. */
const tokenLike = /\b(?:gl[a-z]{2,5}|tat|trtr?|trg)-[\w.-]{8,}/g;

/** Returns a URL that is safe to show: without credentials, and without the values of secret parameters. */
export function redactUrl(url: string): string {
	return redactText(
		url
			.replace(/^(\w+:\/\/)[^/?#@]*@/, "$1")
			.replace(/([?&])([^=&#]*)=([^&#]*)/g, (whole, mark: string, name: string) =>
				secretName.test(decodeURIComponentSafely(name).replace(/\[\]$/, "")) ? `${mark}${name}=${masked}` : whole,
			),
	);
}

const masked = /* @__PURE__ */ encodeURIComponent(mask);

function decodeURIComponentSafely(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

/** Returns headers that are safe to show: masks all that are not known to be harmless, and secrets in links. */
export function redactHeaders(headers: Iterable<readonly [string, string]>): { [name: string]: string } {
	const shown: { [name: string]: string } = {};
	for (const [name, value] of headers) {
		const key = name.toLowerCase();
		shown[key] = harmless.test(key) ? value.replace(/\w+:\/\/[^\s<>"]+/g, redactUrl) : mask;
	}
	return shown;
}

/** Masks everything in a text that looks like a token. */
export const redactText = (text: string): string => text.replace(tokenLike, mask);

/**
 * Returns a body that is safe to log: masks the values of secret fields in JSON and forms, at any depth, and everything
 * that looks like a token.
 */
export function redactBody(text: string): string {
	try {
		return redactText(JSON.stringify(JSON.parse(text, hide)));
	} catch {
		return redactText(redactUrl(`?${text}`).slice(1));
	}
}

/** Masks secret values, and the `value` of objects that have a `key` too (variables and attributes). */
function hide(this: unknown, name: string, value: unknown): unknown {
	const beside = typeof this === "object" && this !== null && "key" in this && name === "value";
	return (beside || secretName.test(name)) && value !== null && typeof value !== "boolean" ? mask : value;
}
