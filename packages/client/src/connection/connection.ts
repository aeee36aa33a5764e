import { type Auth, type Credentials, credentials, isVisible } from "../credentials/credentials";
import { type TenonError, UsageError } from "../errors/errors";
import { type HeaderValues, merged, type WireHeaders } from "../lib/headers";
import { isLoopback, parseUrl } from "../lib/url";
import { checkNumbers, checkPatience } from "./check-options";
import type { Events } from "./events";
import type { Limit } from "./limit-concurrency";
import type { Middleware } from "./middleware";
import type { ValidateMode, Validator } from "./validation";
import { version } from "./version";

/**
 * What is passed to `fetch`, and what it gives: the global function, or a replacement. The methods pass an
 * address and an init, the raw client a Request and an init.
 *
 * @example
 * const logged: Fetch = (input, init) => (console.log(init?.method), fetch(input, init));
 */
export type Fetch = (input: string | Request, init?: RequestInit) => Promise<Response>;

/**
 * What a product calls by another name, as it is applied to each request and response: `gitlab` of `@tenon/client/gitlab`.
 *
 * @example
 * import { gitlab } from "@tenon/client/gitlab";
 * const tenon = createClient({ baseUrl: "https://gitlab.example.com", auth: { token }, dialect: gitlab });
 */
export interface Dialect {
	/** Gives a `fetch` that takes the specification's names, and sends and reads the product's through this one. */
	readonly translate: (fetch: Fetch) => Fetch;
	/** Fields that the specification requires in some response, and the product leaves out there. */
	readonly omits?: readonly string[];
	/** Where a program that runs on the product's own CI finds the product, by the variables of its environment. */
	readonly fromEnvironment?: (variables: Variables) => Pick<ClientOptions, "baseUrl" | "auth">;
}

/** Variables of the environment by name. */
export interface Variables {
	readonly [name: string]: string | undefined;
}

/**
 * How long to wait between attempts, where the server does not say.
 *
 * @example
 * createClient({ baseUrl, backoff: { base: 200, cap: 5_000 } });
 */
export interface Backoff {
	/** Milliseconds: upper bound of the wait before the second attempt; it doubles with each one. Default 500. */
	readonly base?: number;
	/** Milliseconds that no bound passes. Default 10,000. */
	readonly cap?: number;
	/** Milliseconds: a server that asks for a longer wait is not waited for, and its response thrown as an error. Default 60,000. */
	readonly longest?: number;
	/** Where in [0, bound) the wait lies. Default `Math.random`. */
	readonly random?: () => number;
}

/** A request that failed. */
export interface FailedAttempt {
	readonly operationId: string;
	/** Which attempt of the call, from 1. */
	readonly attempt: number;
	/** The status of the refusal; undefined where no response came. */
	readonly status: number | undefined;
	/** Why no response came. */
	readonly error: TenonError | undefined;
	/** Whether the operation's rule allows another attempt. */
	readonly isAllowed: boolean;
}

/**
 * Whether a failed request is sent again: true or false, or undefined for the operation's own rule. True may create a thing
 * twice: the rule exists to prevent that.
 *
 * @example
 * createClient({ baseUrl, auth, retryIf: ({ status }) => (status === 409 ? true : undefined) });
 */
export type RetryIf = (failed: FailedAttempt) => boolean | undefined;

/**
 * Where the platform is, who calls, and how patiently.
 *
 * @example
 * const options: ClientOptions = { baseUrl: "https://platform.example.com", auth: { token }, timeout: 10_000 };
 */
export interface ClientOptions extends Events {
	/**
	 * URL of the installation, without `/api/v4`; may hold a path prefix. Absent, `createClient` reads the environment variable
	 * `TENON_URL` or `TENON_BASE_URL`, and `TENON_TOKEN` as the token where no `auth` is passed. With the dialect `gitlab`, a CI
	 * job's own too.
	 */
	readonly baseUrl?: string | undefined;
	/** A token, or more about it. Absent: requests carry no credential, and reach what is public. */
	readonly auth?: Auth | string | undefined;
	/** Act as this user, by number or username. Administrators only. */
	readonly sudo?: number | string | null | undefined;
	/** Milliseconds that one attempt may take, the response's body included. Default 30,000; 0 for no limit. */
	readonly timeout?: number | undefined;
	/** Milliseconds that a whole call may take, where it has no deadline of its own. Default: no limit. */
	readonly deadline?: number | undefined;
	/** How often a failed request is sent again, as far as its operation allows. Default 2. */
	readonly retries?: number | undefined;
	/** Decides whether a failed request is sent again, in place of the rule for its operation. */
	readonly retryIf?: RetryIf | undefined;
	readonly backoff?: Backoff | undefined;
	/** Sent with every request. The credential's own header cannot be set here. */
	readonly headers?: HeaderValues | undefined;
	/**
	 * Whose names the server has, where they are not the specification's: `gitlab` of `@tenon/client/gitlab`. Parameters, results
	 * and types keep the specification's names; middleware sees them too.
	 */
	readonly dialect?: Dialect | undefined;
	/** Takes the place of the global `fetch`, which is otherwise looked up for each request. */
	readonly fetch?: Fetch | undefined;
	/**
	 * Redirects of a GET to another origin: `follow` (the default) without any credential, or `same-origin` to refuse them.
	 * Within the origin they are followed, five at most; those of other verbs never are.
	 */
	readonly redirects?: "follow" | "same-origin" | undefined;
	/** Stand between the transport and `fetch`, the first one outermost. Each is called once an attempt. */
	readonly middleware?: readonly Middleware[] | undefined;
	/** Bounds how many requests are under way at once; see `limitConcurrency`. Clients that share one share its bound. */
	readonly limit?: Limit | undefined;
	/** Knows what the contract says about parameters and responses: `validator()` of `@tenon/client/schemas`. */
	readonly validator?: Validator | undefined;
	/**
	 * What becomes of a request or a response that the validator finds to break the contract: `throw` (the default where there is
	 * a validator) rejects with a ValidationError, `warn` calls `onWarning` or else the console, `off` does not look. An
	 * explicit `off` also lifts the client's own check of an avatar's size.
	 */
	readonly validate?: ValidateMode | undefined;
}

/**
 * What any call takes as its last argument.
 *
 * @example
 * await tenon.groups.get({ id: "acme" }, { signal, timeout: 5_000, sudo: "owner" });
 */
export interface RequestOptions {
	/** Ends the call, its waits included, with an AbortError. */
	readonly signal?: AbortSignal | undefined;
	/** Milliseconds that one attempt may take, the response's body included; 0 for no limit. */
	readonly timeout?: number | undefined;
	/** Milliseconds that the whole call may take: attempts, waits and, of a list, all pages. */
	readonly deadline?: number | undefined;
	/** How often the request is sent again if it fails, as far as the operation allows. */
	readonly retries?: number | undefined;
	/** As the client's option of this name, for this call. */
	readonly retryIf?: RetryIf | undefined;
	/** Act as this user, by number or username; null: as the token's own, whatever the client says. */
	readonly sudo?: number | string | null | undefined;
	/** Sent with this call's requests, over the client's. The credential's own header cannot be set here. */
	readonly headers?: HeaderValues | undefined;
	/** As the client's option of this name, for this call. */
	readonly validate?: ValidateMode | undefined;
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
	readonly deadline: number;
	readonly retries: number;
	readonly retryIf: RetryIf | undefined;
	readonly backoff: Required<Backoff>;
	readonly redirects: "follow" | "same-origin";
	/** Sent with every request. */
	readonly headers: WireHeaders;
	readonly fetch: Fetch;
	readonly middleware: readonly Middleware[];
	readonly limit: Limit | undefined;
	readonly events: Events;
	readonly validator: Validator | undefined;
	readonly validate: ValidateMode | undefined;
	/** Deprecated things that were reported already. */
	readonly reported: Set<string>;
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
 * that are used are in the bundle. Sends nothing. Throws a UsageError for options that cannot work.
 *
 * @example
 * import { connect, listPipelines } from "@tenon/client/operations";
 * const connection = connect({ baseUrl: "https://platform.example.com", auth: { token } });
 * for await (const pipeline of listPipelines(connection, { id: "acme/web" })) console.log(pipeline.status);
 */
export const connect = (options: ClientOptions = {}): Connection => new CoreHolder(options);

function createCore(options: ClientOptions): Core {
	const { fetch, backoff, headers, validator, validate } = options;
	const auth = typeof options.auth === "string" ? { token: options.auth } : options.auth;
	const url = parseBase(options.baseUrl);
	checkPatience(options);
	checkNumbers(backoff ?? {}, ["base", "cap", "longest"]);
	if (!fetch && typeof globalThis.fetch !== "function") throw new UsageError("fetch", "is missing in this runtime");
	if (validate && validate !== "off" && !validator)
		throw new UsageError("validate", "needs the option validator, from @tenon/client/schemas");
	if (auth && url.protocol === "http:" && !isLoopback(url))
		options.onWarning?.(`Credentials travel unencrypted to ${url.host}: the URL is http, not https.`);
	// Looked up for each request: a mock may take the global's place after the client was made.
	const send: Fetch = fetch ?? ((input, init) => globalThis.fetch(input, init));
	const api = `${url.origin}${url.pathname.replace(/\/+$/, "")}/api`;
	const base = `${api}/v4`;
	return {
		base,
		graphql: `${api}/graphql`,
		origin: url.origin,
		credentials: auth && credentials(auth),
		sudo: sudoText(options.sudo),
		timeout: options.timeout ?? 30_000,
		deadline: options.deadline ?? Infinity,
		retryIf: options.retryIf,
		retries: options.retries ?? 2,
		backoff: { base: 500, cap: 10_000, longest: 60_000, random: Math.random, ...backoff },
		redirects: options.redirects ?? "follow",
		headers: merged([
			{ accept: "application/json" },
			// A browser has a User-Agent of its own, and would ask the server's leave for another.
			"document" in globalThis ? undefined : { "user-agent": `tenon-client/${version}` },
			headers,
		]),
		fetch: options.dialect ? options.dialect.translate(send) : send,
		middleware: options.middleware ?? [],
		limit: options.limit,
		events: options,
		validator,
		validate,
		reported: new Set(),
	};
}

function parseBase(baseUrl = ""): URL {
	const url = parseUrl(baseUrl);
	// Not shown: it may hold a password.
	if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash)
		throw new UsageError("baseUrl", "must be an http(s) URL without credentials, query or fragment");
	return url;
}

/** The value of the Sudo header. Throws a UsageError for what names no user. */
export function sudoText(sudo: number | string | null | undefined, operationId?: string): string | undefined {
	if (sudo === undefined || sudo === null) return undefined;
	const text = `${sudo}`;
	if (!isVisible(text) || text === "NaN") throw new UsageError("sudo", "names no user", operationId);
	return text;
}
