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
 * The global `fetch`, or a replacement for it. The methods call it with a URL and an init, the raw client with a
 * Request and an init.
 *
 * @example
 * const logged: Fetch = (input, init) => (console.log(init?.method), fetch(input, init));
 */
export type Fetch = (input: string | Request, init?: RequestInit) => Promise<Response>;

/**
 * The names that a product uses instead of the specification's. The client translates each request and response. For example `gitlab` from `@tenon/client/gitlab`.
 * `@tenon/client/gitlab`.
 *
 * @example
 * import { gitlab } from "@tenon/client/gitlab";
 * const tenon = createClient({ baseUrl: "https://gitlab.example.com", auth: { token }, dialect: gitlab });
 */
export interface Dialect {
	/**
	 * Wraps a `fetch`: the returned function uses the specification's names, and the wrapped one sends and receives the
	 * product's.
	 */
	readonly translate: (fetch: Fetch) => Fetch;
	/** Fields that the specification requires in some response, but that the product leaves out there. */
	readonly omits?: readonly string[];
	/** Returns the base URL and the token of the product whose CI runs the program, from its environment variables. */
	readonly fromEnvironment?: (variables: Variables) => Pick<ClientOptions, "baseUrl" | "auth">;
}

/** Environment variables by name. */
export interface Variables {
	readonly [name: string]: string | undefined;
}

/**
 * How long to wait between attempts if the server does not say.
 *
 * @example
 * createClient({ baseUrl, backoff: { base: 200, cap: 5_000 } });
 */
export interface Backoff {
	/**
	 * The upper bound of the wait before the second attempt, in milliseconds. It doubles with each attempt. Defaults to
	 * 500.
	 */
	readonly base?: number;
	/** The highest upper bound, in milliseconds. Defaults to 10,000. */
	readonly cap?: number;
	/**
	 * The longest wait that a server can ask for, in milliseconds. If it asks for more, its response is thrown as an
	 * error. Defaults to 60,000.
	 */
	readonly longest?: number;
	/** Returns a number in [0, 1) that sets the wait between 0 and the bound. Defaults to `Math.random`. */
	readonly random?: () => number;
}

/** A request that failed. */
export interface FailedAttempt {
	readonly operationId: string;
	/** The number of the attempt within the call, from 1. */
	readonly attempt: number;
	/** The status of the response. Undefined if there was no response. */
	readonly status: number | undefined;
	/** The reason why there was no response. */
	readonly error: TenonError | undefined;
	/** Whether the operation's rule allows another attempt. */
	readonly isAllowed: boolean;
}

/**
 * Decides whether a failed request is sent again: true or false, or undefined to use the operation's own rule. That
 * rule prevents duplicates: with true, a request can create a record twice.
 *
 * @example
 * createClient({ baseUrl, auth, retryIf: ({ status }) => (status === 409 ? true : undefined) });
 */
export type RetryIf = (failed: FailedAttempt) => boolean | undefined;

/**
 * The options of a client: where the platform is, the credentials, timeouts and retries.
 *
 * @example
 * const options: ClientOptions = { baseUrl: "https://platform.example.com", auth: { token }, timeout: 10_000 };
 */
export interface ClientOptions extends Events {
	/**
	 * The URL of the installation, without `/api/v4`. It can have a path prefix. If you leave it out, `createClient` reads the
	 * environment variable `TENON_URL` or `TENON_BASE_URL`, and, without `auth`, the token from `TENON_TOKEN`. With the dialect
	 * `gitlab`, it also reads the variables of a CI job.
	 */
	readonly baseUrl?: string | undefined;
	/** A token, or an object with details. Without it, requests carry no credential and only reach public data. */
	readonly auth?: Auth | string | undefined;
	/** The id or username of the user to act as. Administrators only. */
	readonly sudo?: number | string | null | undefined;
	/**
	 * The time limit of one attempt, including the response body, in milliseconds. Defaults to 30,000; 0 means no limit.
	 */
	readonly timeout?: number | undefined;
	/** The time limit of a whole call that sets no `deadline` itself, in milliseconds. Defaults to no limit. */
	readonly deadline?: number | undefined;
	/** How many times a failed request is sent again, if its operation allows it. Defaults to 2. */
	readonly retries?: number | undefined;
	/** Decides whether a failed request is sent again, instead of the operation's own rule. */
	readonly retryIf?: RetryIf | undefined;
	readonly backoff?: Backoff | undefined;
	/** Headers to send with every request. They cannot include the header of the credential. */
	readonly headers?: HeaderValues | undefined;
	/**
	 * The names that the server uses if they are not the specification's: `gitlab` from `@tenon/client/gitlab`.
	 * Parameters, results, types and middleware keep the specification's names.
	 */
	readonly dialect?: Dialect | undefined;
	/** Replaces the global `fetch`. By default, the global is looked up for each request. */
	readonly fetch?: Fetch | undefined;
	/**
	 * What to do with a GET that is redirected to another origin: `follow` it without any credential (the default), or
	 * refuse it (`same-origin`). Redirects within the origin are followed, at most five. Other verbs are never
	 * redirected.
	 */
	readonly redirects?: "follow" | "same-origin" | undefined;
	/** Middleware between the transport and `fetch`, the first one outermost. Each is called once per attempt. */
	readonly middleware?: readonly Middleware[] | undefined;
	/** Limits how many requests run at the same time; see `limitConcurrency`. Clients with the same limit share it. */
	readonly limit?: Limit | undefined;
	/** Validates parameters and responses against the contract: `validator()` from `@tenon/client/schemas`. */
	readonly validator?: Validator | undefined;
	/**
	 * What to do if the validator finds that a request or a response violates the contract. `throw` (the default) rejects
	 * with a ValidationError, `warn` calls `onWarning` or else writes to the console, `off` skips the validation. If you
	 * set `off`, the client does not check the size of an avatar either.
	 */
	readonly validate?: ValidateMode | undefined;
}

/**
 * The options of a call, passed as its last argument.
 *
 * @example
 * await tenon.groups.get({ id: "acme" }, { signal, timeout: 5_000, sudo: "owner" });
 */
export interface RequestOptions {
	/** Ends the call, including its waits, with an AbortError. */
	readonly signal?: AbortSignal | undefined;
	/** The time limit of one attempt, including the response body, in milliseconds; 0 means no limit. */
	readonly timeout?: number | undefined;
	/** The time limit of the whole call, in milliseconds: attempts, waits and, for a list, all pages. */
	readonly deadline?: number | undefined;
	/** How many times the request is sent again if it fails and its operation allows it. */
	readonly retries?: number | undefined;
	/** Overrides the client's option of this name for this call. */
	readonly retryIf?: RetryIf | undefined;
	/**
	 * The id or username of the user to act as; null to act as the owner of the token, even if the client has a `sudo`.
	 */
	readonly sudo?: number | string | null | undefined;
	/** Headers to send with this call; they override the client's. They cannot include the header of the credential. */
	readonly headers?: HeaderValues | undefined;
	/** Overrides the client's option of this name for this call. */
	readonly validate?: ValidateMode | undefined;
}

/**
 * The key of a connection's core. It is in the global symbol registry, so that two copies of the package work together.
 */
export const core: unique symbol = Symbol.for("tenon.core") as never; // `Symbol.for` is not typed as unique

/**
 * The first argument of the functions of `@tenon/client/operations`: a client, or the result of {@link connect}.
 *
 * @example
 * const connection = connect({ baseUrl, auth: { token } });
 * const pipeline = await getPipeline(connection, { id: "acme/web", pipeline_id: 7 });
 */
export interface Connection {
	/** @internal */
	[core](): Core;
}

/** The checked settings of a connection, and the `fetch` that reaches the server. */
export interface Core {
	/** The base URL of the REST API, without a trailing slash. */
	readonly base: string;
	/** The URL of the GraphQL endpoint. */
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
	/** The headers that are sent with every request. */
	readonly headers: WireHeaders;
	readonly fetch: Fetch;
	readonly middleware: readonly Middleware[];
	readonly limit: Limit | undefined;
	readonly events: Events;
	readonly validator: Validator | undefined;
	readonly validate: ValidateMode | undefined;
	/** The deprecations that were already reported. */
	readonly reported: Set<string>;
}

/** Keeps the core in a private field, so that no inspection shows the options or the token. */
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
 * Creates a connection for the functions of `@tenon/client/operations`: the bundle then only contains the operations
 * that you use. Sends nothing. Throws a UsageError for invalid options.
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
		options.onWarning?.(`Credentials are sent unencrypted to ${url.host}: the URL is http, not https.`);
	// Looked up for each request: a mock can replace the global after the client was created.
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
			// A browser sets its own User-Agent; a different one would cause a CORS preflight request.
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
	// The message does not show the URL: it can contain a password.
	if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash)
		throw new UsageError("baseUrl", "must be an http(s) URL without credentials, query or fragment");
	return url;
}

/** Returns the value of the Sudo header. Throws a UsageError if the value cannot name a user. */
export function sudoText(sudo: number | string | null | undefined, operationId?: string): string | undefined {
	if (sudo === undefined || sudo === null) return undefined;
	const text = `${sudo}`;
	if (!isVisible(text) || text === "NaN") throw new UsageError("sudo", "must name a user", operationId);
	return text;
}
