import { type OperationRow, operations } from "@tenon/contract";
import { Actor } from "./access/actor";
import { actAs, authenticate, callerOf, checkEntry } from "./access/authenticate";
import { isHostedElsewhere, isServed } from "./access/gates";
import { RateLimits, sparesAdministrators } from "./access/rate-limits";
import { AlertControl } from "./alerts/control";
import { answerIntake, intakeProject, isIntake } from "./alerts/intake";
import type { Context } from "./context";
import { handlers } from "./handlers";
import { aliases } from "./http/aliases";
import { answer } from "./http/answer";
import { asciiUrl } from "./http/ascii-url";
import { type Body, readBody } from "./http/body";
import { ApiError, methodNotAllowed, noRoute, notAcceptable, parameterError, retryLater } from "./http/errors";
import { fromRequest, plainRequest } from "./http/from-fetch";
import { JsonTexts } from "./http/json-text";
import { nest, TooDeep } from "./http/names";
import { readParameters } from "./http/parameters";
import { pairs } from "./http/query";
import type { RawRequest, RawResponse } from "./http/raw";
import { Router } from "./http/router";
import type { Handler } from "./operation";
import { defaultSettings, type Settings } from "./settings";
import { Clock } from "./state/clock";
import { State, type StateData } from "./state/state";

/** Fills an empty state. */
export type Seed = (state: State) => void;

export interface PlatformOptions extends Partial<Settings> {
	/** What it holds at first; empty by default. `demo` is the ready-made one. */
	seed?: Seed;
	/** A time at which the clock stands still; without it the platform runs with the machine's clock. */
	clock?: string | number | Date;
	/** Told of a failure inside the platform, beside the 500 that the caller gets. Default: `console.error`. */
	onError?: (error: unknown, request: RawRequest) => void;
}

const exposed =
	"Link, X-Total, X-Total-Pages, X-Per-Page, X-Page, X-Next-Page, X-Prev-Page, X-Next-Cursor, X-Prev-Cursor, X-Request-Id, Retry-After, RateLimit-Limit, RateLimit-Observed, RateLimit-Remaining, RateLimit-Reset";

/** Where a request's path leads, once the installation's prefix is off. */
interface Target {
	/** Scheme and host as sent. */
	readonly given: string;
	readonly path: string;
	readonly query: string;
}

const absolute = /^([a-z][a-z0-9+.-]*:\/\/[^/?#]*)(.*)$/i;

/** The origin that links are written with. A host that is none is not repeated. */
function originOf(given: string): string {
	// Credentials in an address are no part of it.
	const [, scheme = "http:", host = ""] = /^([^/]+)\/\/(?:[^@]*@)?(.*)$/.exec(given) ?? [];
	const plain = /^(?:[\w.-]+|\[[\d.:a-f]+\])(?::\d+)?$/i.test(host) && URL.canParse(`http://${host}`);
	return `${scheme}//${plain ? host : "localhost"}`;
}

function locate(request: RawRequest): Target {
	const [, given, rest] = absolute.exec(request.url) ?? [];
	const whole = (rest ?? request.url).split("#", 1)[0] ?? "";
	const mark = whole.indexOf("?");
	return {
		given: given ?? `http://${request.headers.host ?? ""}`,
		path: mark < 0 ? whole : whole.slice(0, mark),
		query: mark < 0 ? "" : whole.slice(mark + 1),
	};
}

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Throws 406 if the Accept header admits neither JSON nor anything. */
function checkAccept(accept: string | undefined): void {
	if (!accept || accept === "*/*" || accept === "application/json") return;
	const wanted = accept.split(",").map((part) => (part.split(";")[0] ?? "").trim().toLowerCase());
	const served = wanted.some((type) => /^(\*\/\*|application\/(\*|json|.*\+json)|text\/(\*|plain)|)$/.test(type));
	if (!served) throw notAcceptable((wanted[0] ?? "").split("/").at(-1) ?? "");
}

/**
 * A whole platform in memory. All doors lead to `handle`.
 *
 * @example
 * const platform = createPlatform({ seed: demo, tier: "premium", clock: "2026-01-01T00:00:00Z" });
 * const response = await platform.fetch("http://localhost/api/v4/user", { headers: { "PRIVATE-TOKEN": "owner-token" } });
 */
export class Platform {
	readonly clock: Clock;
	readonly state: State;
	/** May be changed at any time; the next request finds them. */
	readonly settings: Settings;
	/** The alert settings of projects, which no operation of the contract changes. */
	readonly alerts: AlertControl;
	readonly #router = new Router([...Object.values(operations).filter((row) => row.domain !== "alerts"), ...aliases]);
	readonly #limits = new RateLimits();
	readonly #onError: (error: unknown, request: RawRequest) => void;
	readonly #texts = new JsonTexts();
	#origin = { given: "", origin: "" };
	#requests = 0;
	/** Loaded at first use: who asks by REST alone does not wait for it. */
	#endpoint: typeof import("./graphql/endpoint") | undefined;

	constructor({ seed, clock, onError, ...settings }: PlatformOptions = {}) {
		this.clock = new Clock(clock);
		this.state = new State(this.clock);
		this.settings = { ...defaultSettings(), ...settings };
		this.alerts = new AlertControl(this.state, this.settings);
		this.#onError = onError ?? ((error) => console.error(error));
		seed?.(this.state);
	}

	/** Everything that it holds, as plain data that can be kept, compared and given to `restore`. */
	snapshot(): StateData {
		return this.state.toData();
	}

	/** Puts back what `snapshot` gave. Rate limits begin anew. */
	restore(snapshot: StateData): void {
		this.state.load(snapshot);
		this.#limits.clear();
	}

	/** The platform as a `fetch` function, to give to any client that takes one. */
	fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response> = async (input, init) => {
		const answer = await this.handle(plainRequest(input, init) ?? (await fromRequest(new Request(input, init))));
		init?.signal?.throwIfAborted();
		// The bytes are ours alone; the cast is for the type's wish for a buffer that is not shared.
		return new Response(answer.body as BodyInit | null, { status: answer.status, headers: answer.headers });
	};

	/** Answers a request. Never rejects: what goes wrong inside is answered with 500. */
	async handle(sent: RawRequest): Promise<RawResponse> {
		this.#requests += 1;
		const begin = this.clock.now();
		const url = asciiUrl(sent.url);
		const request = url === sent.url ? sent : { ...sent, url };
		const { requestLimit: limit, latency } = this.settings;
		// Questions about a path are no calls of it.
		const told =
			limit && request.method !== "OPTIONS"
				? this.#limits.countAll(callerOf(request, this.state), limit, this.clock)
				: undefined;
		let given: RawResponse;
		try {
			if (told?.refused) throw retryLater(Number(told.headers["retry-after"]));
			if (latency > 0) await wait(latency);
			given = await this.#answer(request, begin);
		} catch (error) {
			if (!(error instanceof ApiError)) this.#onError(error, request);
			given = refusal(error, /\/api\/graphql$/.test(request.url.split("?", 1)[0] ?? ""));
		}
		const headers: { [name: string]: string } = {
			"x-request-id": this.#requests.toString(16).padStart(12, "0"),
			...given.headers,
			...told?.headers,
		};
		if (request.headers.origin !== undefined) {
			headers["access-control-allow-origin"] = "*";
			headers["access-control-expose-headers"] = exposed;
		}
		return { status: given.status, headers, body: request.method === "HEAD" ? null : given.body };
	}

	async #answer(request: RawRequest, begin: number): Promise<RawResponse> {
		const target = locate(request);
		const external = this.settings.externalUrl?.replace(/\/+$/, "");
		// Nearly every request comes to the address of the one before.
		if (this.#origin.given !== target.given) this.#origin = { given: target.given, origin: originOf(target.given) };
		const base = external ?? this.#origin.origin;
		const prefix = external ? new URL(external).pathname.replace(/\/$/, "") : "";
		if (!target.path.startsWith(`${prefix}/`)) throw noRoute();
		const path = target.path.slice(prefix.length);
		if (path === "/api/graphql") return this.#graphql(request, begin, base, target.query);
		if (!path.startsWith("/api/v4/")) return isIntake(path) ? this.#intake(request, path) : beside(path);

		let below = path.slice("/api/v4".length);
		if (below.endsWith("/")) below = below.slice(0, -1);
		if (below.endsWith(".json")) below = below.slice(0, -".json".length);
		const match = this.#router.find(below);
		if (!match) throw noRoute();
		const row = match.verbs.get(request.method === "HEAD" ? "GET" : request.method);
		if (!row) {
			const verbs = [...match.verbs.keys()].flatMap((verb) => (verb === "GET" ? ["GET", "HEAD"] : [verb]));
			if (request.method === "OPTIONS") return preflight(request, verbs);
			throw methodNotAllowed([...verbs, "OPTIONS"]);
		}
		checkAccept(request.headers.accept);
		return this.#call(row, request, {
			base,
			address: `${base}/api/v4${below}`,
			path: match.params,
			query: pairs(target.query),
		});
	}

	/** The alert intake, whose addresses lie beside those of the interfaces. */
	#intake(request: RawRequest, path: string): RawResponse {
		if (request.method === "OPTIONS") return preflight(request, ["POST"]);
		const project = intakeProject(path, this.state);
		const limit = this.settings.alertLimit;
		if (project && limit) this.#limits.countOf(`alerts:${project.id}`, limit, this.clock);
		return answerIntake(request, path, this.settings, this.state);
	}

	async #graphql(request: RawRequest, begin: number, base: string, query: string): Promise<RawResponse> {
		if (request.method === "OPTIONS") return preflight(request, ["GET", "HEAD", "POST"]);
		this.#endpoint ??= await import("./graphql/endpoint");
		const { tier, release } = this.settings;
		const setting = `${base} ${tier} ${release}`;
		return this.#endpoint.answerGraphql(request, {
			state: this.state,
			settings: this.settings,
			begin,
			base,
			query: pairs(query),
			json: (one, also, make) => this.#texts.of(one, also, setting, make),
			count: (caller, id) => this.#limits.count(operations[id], caller, this.settings, this.clock),
			onError: (error) => this.#onError(error, request),
		});
	}

	async #call(
		row: OperationRow,
		request: RawRequest,
		at: { base: string; address: string; path: { readonly [name: string]: string }; query: [string, string][] },
	): Promise<RawResponse> {
		const query = nestQuery(at.query);
		const [body, broken] = request.body ? await tryBody(request) : noBody;
		const sent = (name: string): string | undefined => {
			const fields = body.kind === "form" ? body.fields : body.kind === "json" ? body.value : undefined;
			const inBody =
				fields && typeof fields === "object" && Object.hasOwn(fields, name) ? Reflect.get(fields, name) : undefined;
			const value = inBody ?? query.tree[name];
			return ["string", "number", "boolean"].includes(typeof value) ? String(value) : undefined;
		};
		if (isHostedElsewhere(row.tier, this.settings)) throw new ApiError(404, { message: "404 Not Found" });
		// Where the credential is a parameter of the operation's own, access tokens and sudo are not looked at.
		const byToken = row.access.role === "token";
		const caller = byToken ? new Actor(this.state) : authenticate(request, sent, this.state);
		// The table is complete: see handlers.ts.
		const handler: Handler = handlers[row.id as keyof typeof handlers];
		checkEntry(row, caller, handler.onAnonymous !== undefined);
		const actor = byToken ? caller : actAs(caller, request, sent, this.state);
		if (actor.isAnonymous && handler.onAnonymous) throw handler.onAnonymous();
		if (!isServed(row, this.settings)) throw handler.onUnserved?.() ?? noRoute();
		const counted = actor.user ? `user:${actor.user.id}` : `ip:${request.ip ?? ""}`;
		if (!sparesAdministrators(row, actor)) this.#limits.count(row, counted, this.settings, this.clock);
		if (broken) throw broken;

		for (const [name, refuse] of Object.entries(handler.onInvalid))
			if (!/^\d+$/.test(at.path[name] ?? "")) throw refuse();
		for (const name of handler.lenient) {
			const value = query.tree[name];
			const listed = row.parameters.find((one) => one.name === name)?.schema.enum;
			if (typeof value === "string" && !listed?.includes(value)) delete query.tree[name];
		}
		const params = readParameters(row, { path: at.path, query, body }, (one) => isServed(one, this.settings), handler);
		const { tier, release } = this.settings;
		const setting = `${at.base} ${tier} ${release}`;
		const context: Context = {
			state: this.state,
			actor,
			settings: this.settings,
			request,
			base: at.base,
			address: at.address,
			query: at.query,
			sent,
			json: (one, also, make) => this.#texts.of(one, also, setting, make),
		};
		return this.state.transaction(() => handler.handle(context, params));
	}
}

/** A refusal as it is told; texts of the GraphQL endpoint as a list of errors. */
function refusal(error: unknown, byGraphql = false): RawResponse {
	const { status, body, headers } =
		error instanceof ApiError ? error : new ApiError(500, { message: "500 Internal Server Error" });
	if (typeof body === "string" && byGraphql) return answer(status, { errors: [{ message: body }] }, headers);
	if (typeof body === "string") return { status, headers: { "content-type": "text/plain", ...headers }, body };
	return { status, headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) };
}

const noBody: [Body, undefined] = [{ kind: "none" }, undefined];

/** The body, or what is wrong with it: that is told only to callers who may come in. */
const tryBody = (request: RawRequest): Promise<[Body, unknown]> =>
	readBody(request).then(
		(body): [Body, unknown] => [body, undefined],
		(error: unknown): [Body, unknown] => [noBody[0], error],
	);

function nestQuery(query: readonly (readonly [string, string])[]): ReturnType<typeof nest> {
	try {
		return nest(query);
	} catch (error) {
		if (error instanceof TooDeep) throw parameterError("A parameter name is nested too deep");
		throw error;
	}
}

/** What stands beside the REST interface. */
function beside(path: string): RawResponse {
	if (/^\/api\/v3(\/|$)/.test(path))
		throw new ApiError(410, { error: "API V3 is no longer supported. Use API V4 instead." });
	throw noRoute();
}

function preflight(request: RawRequest, verbs: readonly string[]): RawResponse {
	const allow = [...verbs, "OPTIONS"].join(", ");
	if (request.headers.origin === undefined) return { status: 204, headers: { allow }, body: null };
	return {
		status: 204,
		headers: {
			allow,
			"access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS",
			"access-control-allow-headers": request.headers["access-control-request-headers"] ?? "*",
			"access-control-max-age": "7200",
		},
		body: null,
	};
}

/**
 * Makes a platform: empty, or filled by a seed.
 *
 * @throws TypeError if the clock's time cannot be read.
 * @example
 * const platform = createPlatform({ seed: demo });
 */
export const createPlatform = (options?: PlatformOptions): Platform => new Platform(options);
