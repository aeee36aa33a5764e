import { isSecretName } from "./redact";

/** The minimum length of a secret: shorter texts occur everywhere. */
const shortest = 4;
/** The maximum depth. Deeper values of a body are replaced, so that the recursion cannot overflow the stack. */
const deepest = 20;

/** Request headers that contain no secret. Any other header can contain one. */
const harmless = /^(accept|content-type|if-.*|sudo|traceparent|user-agent|x-request-id)$/;

/**
 * Returns the values of headers that identify the caller, with and without their prefix (`Bearer`, or a cookie's name).
 */
export const secretHeaders = (headers: { readonly [name: string]: string }): string[] =>
	Object.entries(headers).flatMap(([name, value]) =>
		harmless.test(name) ? [] : [value, ...value.split(/[\s=;]+/).slice(1)],
	);

/** Returns the texts of all fields, at any depth, whose names mark them as secret. */
export function secretsWithin(value: unknown, isSecret = false, depth = 0): string[] {
	if (typeof value === "string") return isSecret ? [value] : [];
	if (typeof value !== "object" || value === null || depth > deepest) return [];
	return Object.entries(value).flatMap(([name, each]) =>
		secretsWithin(each, isSecret || isSecretName(name), depth + 1),
	);
}

/**
 * Returns a function that removes the secrets from a parsed body: from every text and field name, in every encoding in
 * which a server may quote them (unchanged, escaped for JSON, HTML or a URL, or in Base64).
 */
export function withoutSecrets(secrets: readonly unknown[]): (value: unknown, depth?: number) => unknown {
	const longestFirst = secrets
		.flatMap((secret) => (typeof secret === "string" && secret.length >= shortest ? spellingsOf(secret) : []))
		.sort((a, b) => b.length - a.length);
	const hide = (value: unknown, depth = 0): unknown => {
		// No single regular expression: a secret can be longer than a pattern can be.
		if (typeof value === "string") return longestFirst.reduce((text, each) => text.replaceAll(each, "…"), value);
		if (typeof value !== "object" || value === null) return value;
		if (depth > deepest) return "…";
		const entries = Object.entries(value).map(([name, each]) => [hide(name), hide(each, depth + 1)]);
		return Array.isArray(value) ? entries.map(([, each]) => each) : Object.fromEntries(entries);
	};
	return hide;
}

function spellingsOf(secret: string): string[] {
	const json = quoted(secret);
	const percent = encoded(secret);
	const html = secret.replace(
		/[&<>"']/g,
		(sign) => `&${{ "&": "amp", "<": "lt", ">": "gt", '"': "quot" }[sign] ?? "#39"};`,
	);
	const inUrl = [percent, percent.replace(/%../g, (code) => code.toLowerCase()), percent.replaceAll("%20", "+")];
	return [secret, json, quoted(json), html, ...inUrl, ...inBase64(secret)];
}

const quoted = (text: string): string => JSON.stringify(text).slice(1, -1);

function encoded(text: string): string {
	try {
		return encodeURIComponent(text);
	} catch {
		return text; // an unpaired surrogate, which a URL cannot contain
	}
}

/** Returns the text in Base64 at each of the three positions in a group: in `Basic`, a user name comes before it. */
function inBase64(text: string): string[] {
	const bytes = Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join("");
	return [0, 1, 2].flatMap((offset) => {
		const whole = btoa("0".repeat(offset) + bytes);
		// The first and the last characters also depend on the neighboring bytes.
		const shape = whole.slice(offset && offset + 1, ((offset + bytes.length) * 4) / 3);
		return [shape, shape.replaceAll("+", "-").replaceAll("/", "_")];
	});
}
