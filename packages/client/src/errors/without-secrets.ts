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
export function withoutSecrets(secrets: readonly unknown[]): (value: unknown) => unknown {
	const spellings = secrets
		.filter((secret) => typeof secret === "string")
		.filter((secret) => secret.length >= shortest)
		.flatMap(spellingsOf);
	const longestFirst = [...new Set(spellings)].sort((a, b) => b.length - a.length);
	const pattern =
		longestFirst.length > 0
			? new RegExp(longestFirst.map((each) => each.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")).join("|"), "g")
			: undefined;
	const hide = (value: unknown, depth: number): unknown => {
		if (typeof value === "string") return pattern ? value.replace(pattern, "…") : value;
		if (typeof value !== "object" || value === null) return value;
		if (depth > deepest) return "…";
		if (Array.isArray(value)) return value.map((each) => hide(each, depth + 1));
		return Object.fromEntries(
			Object.entries(value).map(([name, each]) => [String(hide(name, 0)), hide(each, depth + 1)]),
		);
	};
	return (value) => hide(value, 0);
}

function spellingsOf(secret: string): string[] {
	const json = JSON.stringify(secret).slice(1, -1);
	const percent = encoded(secret);
	const html = secret.replace(
		/[&<>"']/g,
		(sign) => `&${{ "&": "amp", "<": "lt", ">": "gt", '"': "quot" }[sign] ?? "#39"};`,
	);
	const plain = [secret, json, JSON.stringify(json).slice(1, -1), html];
	const inUrl = [percent, percent.replace(/%../g, (code) => code.toLowerCase()), percent.replaceAll("%20", "+")];
	return [...plain, ...inUrl, ...inBase64(secret)];
}

function encoded(text: string): string {
	try {
		return encodeURIComponent(text);
	} catch {
		return text; // half a character: no URL can carry it
	}
}

/** How the text looks in Base64 when it begins at the first, second or third byte of a group: `Basic` has a name before it. */
function inBase64(text: string): string[] {
	const bytes = [...new TextEncoder().encode(text)];
	const shapes = [0, 1, 2].map((offset) => {
		const whole = btoa(String.fromCharCode(...Array.from({ length: offset }, () => 0), ...bytes)).replace(/=+$/, "");
		// The first and the last letters also depend on what is beside the text.
		const partial = (offset + bytes.length) % 3 === 0 ? 0 : 1;
		return whole.slice(offset === 0 ? 0 : offset + 1, whole.length - partial);
	});
	return shapes
		.filter((shape) => shape.length >= shortest)
		.flatMap((shape) => [shape, shape.replaceAll("+", "-").replaceAll("/", "_")]);
}
