import { type Auth, type Credentials, credentials, isVisible } from "./credentials";
import { UsageError } from "./errors";
import { parseUrl } from "./url";
import { version } from "./version";

/**
 * What is passed to `fetch`, and what it gives: the global function, or one that stands in for it. The methods pass an
 * address and an init, the raw client a Request and an init.
 *
 * @example
 * const logged: Fetch = (input, init) => (console.log(init?.method), fetch(input, init));
 */
export type Fetch = (input: string | Request, init?: RequestInit) => Promise<Response>;

/**
 * How long to wait between attempts, where the server does not tell.
 *
 * @example
 * createClient({ baseUrl, backoff: { base: 200, cap: 5_000 } });
 */
export interface Backoff {
	/** Milliseconds: upper bound of the wait before the second attempt; it doubles with each one. Default 500. */
	readonly base?: number;
	/** Milliseconds that no bound passes. Default 10,000. */
	readonly cap?: number;
	/** Milliseconds: a server that asks for a longer wait is not waited for, and its answer raised. Default 60,000. */
	readonly longest?: number;
	/** Where in [0, bound) the wait lies. Default `Math.random`. */
	readonly random?: () => number;
}

/**
 * Where the platform is, who calls, and how patiently.
 *
 * @example
 * const options: ClientOptions = { baseUrl: "https://platform.example.com", auth: { token }, timeout: 10_000 };
 */
export interface ClientOptions {
	/** Address of the installation, without `/api/v4`; may hold a path prefix. */
	readonly baseUrl: string;
	/** Absent: requests carry no credential, and reach what is public. */
	readonly auth?: Auth | undefined;
	/** Act as this user, by number or username. Administrators only. */
	readonly sudo?: number | string | null | undefined;
	/** Milliseconds that one attempt may take, its answer's body included. Default 30,000; 0 for no limit. */
	readonly timeout?: number | undefined;
	/** How often a failed request is sent again, as far as its operation allows. Default 2. */
	readonly retries?: number | undefined;
	readonly backoff?: Backoff | undefined;
	/** Sent with every request. The credential's own header cannot be set here. */
	readonly headers?: HeaderValues | undefined;
	/** Takes the place of the global `fetch`, which is otherwise looked up for each request. */
	readonly fetch?: Fetch | undefined;
	/**
	 * Redirects of a GET to another origin: `follow` (the default) without any credential, or `same-origin` to refuse them.
	 * Within the origin they are followed, five at most; those of other verbs never are.
	 */
	readonly redirects?: "follow" | "same-origin" | undefined;
}

/**
 * Header values by name; null takes a header away that the client would send.
 *
 * @example
 * const headers: HeaderValues = { "If-Unmodified-Since": lastSeen.toUTCString() };
 */
export type HeaderValues = { readonly [name: string]: string | null | undefined };

/**
 * What any call takes as its last argument.
 *
 * @example
 * await tenon.groups.get({ id: "acme" }, { signal, timeout: 5_000, sudo: "owner" });
 */
export interface RequestOptions {
	/** Ends the call, its waits included, with an AbortError. */
	readonly signal?: AbortSignal | undefined;
	/** Milliseconds that one attempt may take, its answer's body included; 0 for no limit. */
	readonly timeout?: number | undefined;
	/** Milliseconds that the whole call may take: attempts, waits and, of a list, all pages. */
	readonly deadline?: number | undefined;
	/** How often the request is sent again if it fails, as far as the operation allows. */
	readonly retries?: number | undefined;
	/** Act as this user, by number or username; null: as the token's own, whatever the client says. */
	readonly sudo?: number | string | null | undefined;
	/** Sent with this call's requests, over the client's. The credential's own header cannot be set here. */
	readonly headers?: HeaderValues | undefined;
}

/** Where a connection keeps its core. From the global registry, so that two copies of the package fit together. */
export const core: unique symbol = Symbol.for("tenon.core") as never; // `Symbol.for` is not typed as unique

/**
 * What the functions of `@tenon/client/operations` take first: a client, or what {@link connect} gives.
 *
 * @example
 * const connection = connect({ baseUrl, auth: { token } });
 * const pipeline = await getPipeline(connection, { id: "acme/web", pipeline_id: 7 });
 */
export interface Connection {
	/** @internal */
	[core](): Core;
}

/** A connection's settings, checked, and its way to the server. */
export interface Core {
	/** The REST interface's address, without a trailing slash. */
	readonly base: string;
	/** The GraphQL endpoint's address. */
	readonly graphql: string;
	readonly origin: string;
	readonly credentials: Credentials | undefined;
	readonly sudo: string | undefined;
	readonly timeout: number;
	readonly retries: number;
	readonly backoff: Required<Backoff>;
	readonly redirects: "follow" | "same-origin";
	readonly headers: HeaderValues;
	readonly fetch: Fetch;
}

/** The private field keeps options and token out of sight of any inspection. */
export class CoreHolder implements Connection {
	readonly #core: Core;

	constructor(options: ClientOptions) {
		this.#core = createCore(options);
	}

	/** @internal */
	[core](): Core {
		return this.#core;
	}
}

/**
 * Opens a connection without the façade's methods: with the functions of `@tenon/client/operations` only those operations
 * that are used stand in the bundle. Sends nothing. Throws a UsageError for options that cannot work.
 *
 * @example
 * import { connect, listPipelines } from "@tenon/client/operations";
 * const connection = connect({ baseUrl: "https://platform.example.com", auth: { token } });
 * for await (const pipeline of listPipelines(connection, { id: "acme/web" })) console.log(pipeline.status);
 */
export const connect = (options: ClientOptions): Connection => new CoreHolder(options);

function createCore(options: ClientOptions): Core {
	const { fetch, auth, backoff, headers } = options;
	const url = parseBase(options.baseUrl);
	if (!fetch && typeof globalThis.fetch !== "function")
		throw new UsageError("fetch", "is neither given nor built into this runtime");
	const api = `${url.origin}${url.pathname.replace(/\/+$/, "")}/api`;
	const base = `${api}/v4`;
	return {
		base,
		graphql: `${api}/graphql`,
		origin: url.origin,
		credentials: auth && credentials(auth),
		sudo: sudoText(options.sudo),
		timeout: options.timeout ?? 30_000,
		retries: options.retries ?? 2,
		backoff: { base: 500, cap: 10_000, longest: 60_000, random: Math.random, ...backoff },
		redirects: options.redirects ?? "follow",
		headers: {
			accept: "application/json",
			// A browser has a User-Agent of its own, and would ask the server's leave for another.
			...("document" in globalThis ? {} : { "user-agent": `tenon-client/${version}` }),
			...(headers && checkHeaders(headers)),
		},
		// Looked up for each request: a mock may take the global's place after the client was made.
		fetch: fetch ?? ((input, init) => globalThis.fetch(input, init)),
	};
}

function parseBase(baseUrl: string): URL {
	const url = parseUrl(baseUrl);
	// Not shown: it may hold a password.
	if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash)
		throw new UsageError("baseUrl", "is no http(s) address, or holds credentials, a query or a fragment");
	return url;
}

/** The value of the Sudo header. Throws a UsageError for what names no user. */
export function sudoText(sudo: number | string | null | undefined, operationId?: string): string | undefined {
	if (sudo === undefined || sudo === null) return undefined;
	const text = `${sudo}`;
	if (!isVisible(text) || text === "NaN") throw new UsageError("sudo", "names no user", operationId);
	return text;
}

/** The headers, unchanged. Throws a UsageError for a value that no header can carry, without showing it. */
export function checkHeaders(headers: HeaderValues, operationId?: string): HeaderValues {
	for (const name in headers) {
		if (/[^\t\x20-\x7e\x80-\xff]/.test(headers[name] ?? ""))
			throw new UsageError(`headers.${name}`, "holds a character that no header can carry", operationId);
	}
	return headers;
}
