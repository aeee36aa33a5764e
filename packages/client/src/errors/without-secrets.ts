import { isSecretName } from "./redact";

/** Shorter texts are found everywhere. */
const shortest = 4;
/** What lies deeper in a body is not shown: nobody reads it, and going on for ever would overflow the stack. */
const deepest = 20;

/** Headers of requests that are no secret: all others may be one. */
const harmless = /^(accept|content-type|if-.*|sudo|traceparent|user-agent|x-request-id)$/;

/** The values of headers that identify the caller, with and without what is in front of them (`Bearer`, a cookie's name). */
export const secretHeaders = (headers: { readonly [name: string]: string }): string[] =>
	Object.entries(headers).flatMap(([name, value]) =>
		harmless.test(name) ? [] : [value, ...value.split(/[\s=;]+/).slice(1)],
	);

/** The texts of all fields, as deep as they are, whose names say that they are secret. */
export function secretsWithin(value: unknown, isSecret = false, depth = 0): string[] {
	if (typeof value === "string") return isSecret ? [value] : [];
	if (typeof value !== "object" || value === null || depth > deepest) return [];
	return Object.entries(value).flatMap(([name, each]) =>
		secretsWithin(each, isSecret || isSecretName(name), depth + 1),
	);
}

/**
 * Returns a function that takes the secrets out of a parsed body: out of every text, names of fields included, in whatever
 * spelling a server may quote them (as they are, escaped for JSON, HTML or a URL, in Base64).
 */
export function withoutSecrets(secrets: readonly unknown[]): (value: unknown, depth?: number) => unknown {
	const longestFirst = secrets
		.flatMap((secret) => (typeof secret === "string" && secret.length >= shortest ? spellingsOf(secret) : []))
		.sort((a, b) => b.length - a.length);
	const hide = (value: unknown, depth = 0): unknown => {
		// Not by one pattern: a secret can be longer than a pattern may be.
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
		return text; // half a character: no URL can carry it
	}
}

/** How the text looks in Base64 when it begins at the first, second or third byte of a group: `Basic` has a name before it. */
function inBase64(text: string): string[] {
	const bytes = Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join("");
	return [0, 1, 2].flatMap((offset) => {
		const whole = btoa("0".repeat(offset) + bytes);
		// The first and the last letters also depend on what is beside the text.
		const shape = whole.slice(offset && offset + 1, ((offset + bytes.length) * 4) / 3);
		return [shape, shape.replaceAll("+", "-").replaceAll("/", "_")];
	});
}
