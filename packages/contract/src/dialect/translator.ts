import type { Dialect, Names, Place, Renaming } from "./dialect";

/** A request as it is sent. Header names are in lower case. */
export interface WireRequest {
	readonly method: string;
	/** An absolute URL, or only path and query. */
	readonly url: string;
	readonly headers: { readonly [name: string]: string | undefined };
	readonly body?: string | Uint8Array | FormData | null;
}

/** The direction of a translation: `forward` replaces the specification's names, `swap` also does the reverse. */
export type Direction = "forward" | "swap";

interface Rule {
	/** Matches a verb and a path, such as `PUT /api/v4/users/7`. */
	readonly place: RegExp;
	readonly names: Names;
	/** Matches a name as a key of a JSON object, where no escaped quote can be. */
	readonly key: RegExp;
	/** Matches a name as a parameter of a query or form, including the brackets of arrays and hashes. */
	readonly parameter: RegExp;
	/** Matches a name as the name of a part of a multipart body. */
	readonly part: RegExp;
	readonly word: RegExp;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
const anyOf = (names: Names): string => Object.keys(names).map(escaped).join("|");

const swapped = (names: Names): Names => ({
	...names,
	...Object.fromEntries(Object.entries(names).map(([ours, theirs]) => [theirs, ours])),
});

function placePattern(places: readonly Place[]): RegExp {
	const alternatives = places.map(([verb, path]) => {
		const below = path.startsWith("/api/") || path.startsWith("/{") ? path : `/api/v4${path}`;
		// The path of an alert contains a project path of any length.
		const template = below.startsWith("/{") ? "/.*/alerts/notify(?:/.*)?\\.json" : escaped(below);
		return `${verb} (?:.*)${template.replace(/\\\{[^}]*\\\}/g, "[^/]+")}(?:/|\\.json)?`;
	});
	return new RegExp(`^(?:${alternatives.join("|") || "(?!)"})$`);
}

function ruleOf(places: readonly Place[], names: Names): Rule {
	const any = anyOf(names);
	return {
		place: placePattern(places),
		names,
		key: new RegExp(`(?<=")(${any})(?="\\s*:)`, "g"),
		parameter: new RegExp(`(?<=^|&)(${any})(?==|\\[|%5B|&|$)`, "gi"),
		part: new RegExp(`(?<=form-data;\\s*name="?)(${any})(?=["[;\\r\\n])`, "g"),
		word: new RegExp(`\\b(${any})\\b`, "g"),
	};
}

const replace = (text: string, pattern: RegExp, names: Names): string =>
	text.replace(pattern, (name: string) => names[name] ?? name);

/** Converts bytes to a text with one character per byte: names are ASCII, and everything else passes unchanged. */
const toBinary = (bytes: Uint8Array): string => {
	let text = "";
	for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
	return text;
};
const fromBinary = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));

const renameAll = (text: string, kind: "key" | "parameter" | "part", rules: readonly Rule[]): string =>
	rules.reduce((renamed, rule) => replace(renamed, rule[kind], rule.names), text);

interface PathRule {
	readonly from: RegExp;
	readonly to: string;
}

/** Creates the rule for a path. Both templates have the same parameters in the same order. */
function pathRule(verb: string, from: string, to: string): PathRule {
	let group = 1;
	const path = to.replace(/\{\w+\}/g, () => `$${++group}`);
	return {
		from: new RegExp(`^(${verb} .*/api/v4)${escaped(from).replace(/\\\{\w+\\\}/g, "([^/]+)")}(/|\\.json)?$`),
		to: `$1${path}$${group + 1}`,
	};
}

const isForm = (type: string): boolean => /^application\/x-www-form-urlencoded/i.test(type);

const placeOf = (method: string, address: string): string =>
	`${method === "HEAD" ? "GET" : method} ${address.replace(/^[a-z]+:\/\/[^/]*/i, "")}`;

/** Changes the text of a body. Returns the body itself if nothing changes, or if its bytes are not text. */
function mapText(body: WireRequest["body"], change: (text: string) => string): WireRequest["body"] {
	if (typeof body === "string") return change(body);
	if (!(body instanceof Uint8Array)) return body;
	let text: string;
	try {
		text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
	} catch {
		return body;
	}
	const changed = change(text);
	return changed === text ? body : new TextEncoder().encode(changed);
}

function renameForm(form: FormData, rules: readonly Rule[]): FormData {
	const renamed = new FormData();
	// A blob without a name of its own would get one by being added anew; a file keeps its name.
	for (const [name, value] of form) renamed.append(renameAll(name, "parameter", rules), value);
	return renamed;
}

/**
 * Translates requests and responses between the specification's names and a product's. It works on the text of a
 * message, so that any client, server or runner can use it, and returns a message without such names unchanged.
 *
 * @example
 * const translator = new Translator(gitlab, "forward");
 * translator.request({ method: "PUT", url: "/api/v4/users/7?microblog=me", headers: {} }).url; // …?twitter=me
 */
export class Translator {
	readonly #paths: readonly PathRule[];
	readonly #requests: readonly Rule[];
	readonly #responses: readonly Rule[];
	readonly #scopes: Rule;
	readonly #headers: Names;
	readonly #cookies: Names;
	readonly #globalId: RegExp;
	readonly #application: Names;
	readonly #words: Names;
	readonly #wordPattern: RegExp;
	readonly #texts: Names;
	readonly #textPattern: RegExp;
	readonly #retyped: readonly { readonly use: RegExp; readonly type: string }[];

	constructor(dialect: Dialect, direction: Direction) {
		const both = direction === "swap";
		const namesOf = (names: Names): Names => (both ? swapped(names) : names);
		const requests = [...dialect.renamings, ...(both ? [] : dialect.corrections)];
		const rules = (all: readonly Renaming[], side: "parameters" | "responses"): Rule[] =>
			all.filter((one) => one[side].length > 0).map((one) => ruleOf(one[side], namesOf(one.names)));
		this.#paths = dialect.paths.flatMap(([verb, ours, theirs]) => [
			pathRule(verb, ours, theirs),
			...(both ? [pathRule(verb, theirs, ours)] : []),
		]);
		this.#requests = rules(requests, "parameters");
		this.#responses = rules(dialect.renamings, "responses");
		this.#scopes = ruleOf(dialect.scopes.responses, namesOf(dialect.scopes.names));
		this.#headers = namesOf(dialect.headers);
		this.#cookies = namesOf(dialect.cookies);
		this.#application = namesOf(dialect.graphql.application);
		// A Global ID is a complete string: in the JSON of a message, or in the text of a query inside it.
		this.#globalId = new RegExp(`(?<=(\\\\?")gid://)(${anyOf(this.#application)})(?=/[A-Za-z:]+/[^"\\\\\\s]*\\1)`, "g");
		this.#words = namesOf(dialect.graphql.words);
		this.#wordPattern = new RegExp(`\\b(${anyOf(this.#words)})\\b`, "g");
		this.#texts = namesOf(dialect.graphql.texts);
		this.#textPattern = new RegExp(anyOf(this.#texts), "g");
		// Variables that a caller declared stay as they are; only those that this side writes for the other are retyped.
		this.#retyped = both
			? []
			: Object.entries(dialect.graphql.arguments).map(([argument, type]) => {
					const [, field = "", name = ""] = argument.split(".");
					return { use: new RegExp(`\\b${field}\\s*\\([^)]*\\b${name}:\\s*\\$(\\w+)`, "g"), type };
				});
	}

	/** Returns the request with the other side's names. */
	request<R extends WireRequest>(request: R): R {
		const mark = request.url.indexOf("?");
		const address = mark < 0 ? request.url : request.url.slice(0, mark);
		const query = mark < 0 ? "" : request.url.slice(mark + 1);
		const whole = `${request.method} ${address}`;
		const place = placeOf(request.method, address);
		const rules = this.#requests.filter((rule) => rule.place.test(place));
		const line = this.#paths.reduce(
			(moved, { from, to }) => (moved === whole ? moved.replace(from, to) : moved),
			whole,
		);
		const path = line.slice(request.method.length + 1);
		const isGraphql = place.endsWith("/api/graphql");
		const url =
			mark < 0 ? path : `${path}?${isGraphql ? this.#graphqlQuery(query) : renameAll(query, "parameter", rules)}`;
		const headers = this.#renameHeaders(request.headers);
		const type = headers["content-type"] ?? "";
		const { body } = request;
		const inGraphql = isForm(type)
			? (text: string) => this.#graphqlQuery(text)
			: (text: string) => this.#graphqlText(text);
		const translated = isGraphql ? mapText(body, inGraphql) : rules.length > 0 ? this.#body(body, type, rules) : body;
		if (url === request.url && headers === request.headers && translated === body) return request;
		return { ...request, url, headers, ...(translated === undefined ? {} : { body: translated }) };
	}

	/** Whether the response to this request can contain names to translate. Other responses need not be read. */
	concerns(method: string, url: string, status: number): boolean {
		const place = placeOf(method, url.split("?", 1)[0] ?? "");
		const rules = status >= 400 ? this.#requests : this.#responses;
		return (
			status === 403 ||
			place.endsWith("/api/graphql") ||
			[...rules, this.#scopes].some((rule) => rule.place.test(place))
		);
	}

	/** Returns the text of the response to this request with the other side's names. */
	response(method: string, url: string, status: number, text: string): string {
		const place = placeOf(method, url.split("?", 1)[0] ?? "");
		let translated = text;
		if (place.endsWith("/api/graphql"))
			translated = replace(this.#graphqlText(translated), this.#textPattern, this.#texts);
		if (status >= 400) {
			for (const rule of this.#requests)
				if (rule.place.test(place)) translated = replace(translated, rule.word, rule.names);
		} else {
			for (const rule of this.#responses)
				if (rule.place.test(place)) translated = replace(translated, rule.key, rule.names);
		}
		if (status === 403 || this.#scopes.place.test(place))
			translated = replace(translated, this.#scopes.word, this.#scopes.names);
		return translated;
	}

	#renameHeaders(headers: WireRequest["headers"]): WireRequest["headers"] {
		let renamed: { [name: string]: string | undefined } | undefined;
		for (const name in headers) {
			const other = this.#headers[name];
			const value = headers[name];
			if (other === undefined && name !== "cookie") continue;
			renamed ??= { ...headers };
			if (other === undefined) renamed[name] = value?.replace(/[^=;\s]+(?==)/g, (key) => this.#cookies[key] ?? key);
			else {
				if (!(other in headers)) renamed[other] = value;
				delete renamed[name];
			}
		}
		return renamed ?? headers;
	}

	#body(body: WireRequest["body"], type: string, rules: readonly Rule[]): WireRequest["body"] {
		if (typeof FormData !== "undefined" && body instanceof FormData) return renameForm(body, rules);
		if (body instanceof Uint8Array && /^multipart\//i.test(type)) {
			const text = toBinary(body);
			const renamed = renameAll(text, "part", rules);
			return renamed === text ? body : fromBinary(renamed);
		}
		return mapText(body, (text) => renameAll(text, isForm(type) ? "parameter" : "key", rules));
	}

	#graphqlText(text: string): string {
		let translated = replace(text, this.#globalId, this.#application);
		translated = replace(translated, this.#wordPattern, this.#words);
		for (const { use, type } of this.#retyped) {
			for (const [, name] of [...translated.matchAll(use)])
				translated = translated.replace(new RegExp(`(\\$${name}\\s*:\\s*)\\[?\\w+!?\\]?`), `$1${type}`);
		}
		return translated;
	}

	#graphqlQuery(query: string): string {
		const parameters = new URLSearchParams(query);
		const translated = new URLSearchParams([...parameters].map(([name, value]) => [name, this.#graphqlText(value)]));
		// Returns the query unchanged if there is nothing to translate: a different encoding would be a different URL.
		return `${translated}` === `${parameters}` ? query : `${translated}`;
	}
}
