const mask = "[redacted]";

/** Names of parameters and fields whose value is a secret. */
const secretName = /(^|[_-])(token|password|secret|pin|passphrase|key|variables)$/i;

/** Headers that say nothing about the caller: all others are masked. */
const harmless =
	/^(accept|allow|content-(type|length|disposition)|date|deprecation|etag|link|location|retry-after|sudo|sunset|user-agent|vary|x-(request-id|(total|next|prev)(-pages|-page)?|page|per-page)|ratelimit-.*|traceparent)$/;

export const isSecretName = (name: string): boolean => secretName.test(name);

/** What reads as a token: a kind's fixed prefix, and the text behind it. */
const tokenLike = /\b(?:gl[a-z]{2,5}|tat|trtr?|trg)-[\w.-]{8,}/g;

/** An address that may be shown: without credentials, and without the values of secret parameters. */
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

/** Headers that may be shown: those that are not known to be harmless are masked. Links lose their secrets. */
export function redactHeaders(headers: Iterable<readonly [string, string]>): { [name: string]: string } {
	const shown: { [name: string]: string } = {};
	for (const [name, value] of headers) {
		const key = name.toLowerCase();
		shown[key] = harmless.test(key) ? value.replace(/\w+:\/\/[^\s<>"]+/g, redactUrl) : mask;
	}
	return shown;
}

/** A text without what looks like a token. */
export const redactText = (text: string): string => text.replace(tokenLike, mask);

/**
 * A body as a log may show it: JSON and forms without the values of secret fields, as deep as they lie, and without what
 * looks like a token.
 */
export function redactBody(text: string): string {
	try {
		return redactText(JSON.stringify(JSON.parse(text, hide)));
	} catch {
		return redactText(redactUrl(`?${text}`).slice(1));
	}
}

/** A variable's or an attribute's value lies beside its key. */
function hide(this: unknown, name: string, value: unknown): unknown {
	const beside = typeof this === "object" && this !== null && "key" in this && name === "value";
	return (beside || secretName.test(name)) && value !== null && typeof value !== "boolean" ? mask : value;
}
