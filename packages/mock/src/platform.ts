import { type OperationRow, operations } from "@tenon/contract";
import { Actor } from "./access/actor";
import { actAs, authenticate, callerOf, checkEntry } from "./access/authenticate";
import { isHostedElsewhere, isServed, whyUnserved } from "./access/gates";
import { RateLimits, sparesAdministrators } from "./access/rate-limits";
import { AlertControl } from "./alerts/control";
import { answerIntake, intakeProject, isIntake } from "./alerts/intake";
import { isAvatar, serveAvatar } from "./avatars/serve";
import type { Context } from "./context";
import { changeSettings } from "./control/change-settings";
import { type Coverage, CoverageCounter } from "./control/coverage";
import { type ControlledOperation, Exchange } from "./control/exchange";
import { asksWhy, explain, isExplained, reasonHeader } from "./control/explain";
import { Faults } from "./control/faults";
import { Journal } from "./control/journal";
import { requestId } from "./control/journal-entry";
import { Overrides, type Resolver } from "./control/overrides";
import { checkStrictly } from "./control/strict";
import { handlers } from "./handlers";
import { aliases } from "./http/aliases";
import { answer } from "./http/answer";
import { asciiUrl } from "./http/ascii-url";
import { type Body, readBody } from "./http/body";
import { openToPages, preflight } from "./http/cors";
import { ApiError, methodNotAllowed, noRoute, notAcceptable, parameterError, retryLater } from "./http/errors";
import { fetchThrough } from "./http/from-fetch";
import { JsonTexts } from "./http/json-text";
import { nest, TooDeep } from "./http/names";
import { readParameters } from "./http/parameters";
import { pairs } from "./http/query";
import type { Door, RawRequest, RawResponse } from "./http/raw";
import { Router } from "./http/router";
import type { Handler } from "./operation";
import { Builder } from "./seed/builder";
import { copySettings, defaultSettings, type Settings } from "./settings";
import { Clock, type ClockData } from "./state/clock";
import { State, type StateData, type StateImage } from "./state/state";
import { readStateFile, type StateFile, writeStateFile } from "./state-file/state-file";
import { wait } from "./wait";

/**
 * Fills a platform.
 *
 * @example
 * const platform = createPlatform({
 * 	seed: (make) => {
 * 		demo(make);
 * 		make.issue({ project: "acme/web", title: "One more", author: "developer" });
 * 	},
 * });
 */
export type Seed = (make: Builder) => void;

export interface PlatformOptions extends Partial<Settings> {
	/** What it holds at first; empty by default. `demo` is the ready-made one, `volume` makes as much as is asked for. */
	seed?: Seed;
	/** A time at which the clock stands still; without it the platform runs with the machine's clock. */
	clock?: string | number | Date;
	/** Told of a failure inside the platform, beside the 500 that the caller gets. Default: `console.error`. */
	onError?: (error: unknown, request: RawRequest) => void;
}

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

const router = new Router([...Object.values(operations).filter((row) => row.domain !== "alerts"), ...aliases]);

/** All that a platform is put back to by `reset`. */
interface Moment {
	readonly image: StateImage;
	readonly clock: ClockData;
	readonly settings: Settings;
}

/** Whether a media type that is asked for meets one that the contract declares: either may be open behind its slash. */
function meets(wanted: string, declared: string): boolean {
	const [kind, sort] = wanted.split("/");
	const [ours, ourSort] = declared.split("/");
	return kind === ours && (sort === "*" || ourSort === "*" || sort === ourSort);
}

/** Throws 406 if the Accept header admits neither JSON, in which the refusals are told, nor what the operation answers with. */
function checkAccept(accept: string | undefined, { answers = [] }: OperationRow): void {
	if (!accept || accept === "*/*" || accept === "application/json") return;
	const wanted = accept.split(",").map((part) => (part.split(";")[0] ?? "").trim().toLowerCase());
	const served = wanted.some(
		(type) =>
			/^(\*\/\*|application\/(\*|json|.*\+json)|text\/(\*|plain)|)$/.test(type) ||
			answers.some((one) => meets(type, one)),
	);
	if (!served) throw notAcceptable((wanted[0] ?? "").split("/").at(-1) ?? "");
}

/**
 * A whole platform in memory. All doors lead to `handle`.
 *
 * @example
 * const platform = createPlatform({ seed: demo, tier: "premium", clock: "2026-01-01T00:00:00Z" });
 * const response = await platform.fetch("http://localhost/api/v4/user", { headers: { "PRIVATE-TOKEN": "owner-token" } });
 */
export class Platform implements Door {
	readonly clock: Clock;
	readonly state: State;
	/** May be changed at any time; the next request finds them. */
	readonly settings: Settings;
	/** The alert settings of projects, which no operation of the contract changes. */
	readonly alerts: AlertControl;
	/** Makes records, at any time. */
	readonly seed: Builder;
	/** Failures on purpose. */
	readonly faults = new Faults();
	/** What was asked, and what was answered. */
	readonly journal: Journal;
	readonly #overrides = new Overrides();
	readonly #coverage = new CoverageCounter();
	readonly #limits = new RateLimits();
	readonly #onError: (error: unknown, request: RawRequest) => void;
	readonly #texts = new JsonTexts();
	#origin = { given: "", origin: "" };
	#requests = 0;
	#start: Moment;
	#pending: (() => Promise<void> | undefined) | undefined;
	/** Loaded at first use: who asks by REST alone does not wait for it. */
	#endpoint: typeof import("./graphql/endpoint") | undefined;

	constructor({ seed, clock, onError, ...settings }: PlatformOptions = {}) {
		this.clock = new Clock(clock);
		this.state = new State(this.clock);
		this.settings = { ...defaultSettings(), ...settings };
		this.alerts = new AlertControl(this.state, this.settings);
		this.journal = new Journal(this.settings);
		this.#onError = onError ?? ((error) => console.error(error));
		this.seed = new Builder(this.state);
		seed?.(this.seed);
		this.#start = this.#moment();
	}

	/**
	 * Everything that it holds, as plain data that can be kept, compared and given to `restore`, here or on another platform.
	 * To take one and to put it back costs what was written since the last one, however much there is; only a look at the
	 * rows, or data that went through JSON, costs the whole.
	 *
	 * @example
	 * const before = platform.snapshot();
	 * await platform.fetch(address, { method: "DELETE", headers });
	 * platform.restore(before);
	 */
	snapshot(): StateData {
		return this.state.toData();
	}

	/** Puts back what `snapshot` gave. Rate limits begin anew; clock and settings stay as they are. */
	restore(snapshot: StateData): void {
		this.state.load(snapshot);
		this.#limits.clear();
	}

	/**
	 * Makes it again what it was when it was created (or forked): the seed's records, the clock, the settings. Rate limits
	 * and the numbers of requests begin anew, so that the same requests are answered with the same bytes.
	 *
	 * @example
	 * afterEach(() => platform.reset());
	 */
	reset(): void {
		this.#become(this.#start);
	}

	/**
	 * Another platform that holds the same, with the same clock and settings. From here on neither sees what is done to the
	 * other. It costs next to nothing, however much there is: both have the records together until one changes them.
	 *
	 * @example
	 * const seeded = createPlatform({ seed: volume({ size: 100_000 }) });
	 * const mine = seeded.fork();
	 */
	fork(): Platform {
		const twin = new Platform({ onError: this.#onError });
		twin.#start = this.#moment();
		twin.reset();
		return twin;
	}

	/**
	 * Everything that it holds, with its clock and its settings, to be written to a file as JSON. Functions among the settings
	 * (a judge of spam) are left out. packages/mock/docs/state-file.md describes the format.
	 *
	 * @example
	 * await writeFile("state.json", JSON.stringify(platform.exportState()));
	 */
	exportState(): StateFile {
		return writeStateFile({ ...this.#moment(), tables: this.snapshot() });
	}

	/**
	 * Replaces everything by what a state file holds; what the file says of clock and settings takes their place too. It
	 * happens as a whole or not at all. The file's rows become the platform's: they are frozen.
	 *
	 * @param file A `StateFile`, or its JSON text.
	 * @throws StateFileError that says what is wrong, where, and what was expected.
	 * @example
	 * platform.importState(await readFile("state.json", "utf8"));
	 */
	importState(file: unknown): void {
		const { tables, clock, settings } = readStateFile(file);
		this.restore(tables);
		if (clock) this.clock.load(clock);
		if (settings) this.#set(settings);
	}

	/**
	 * Has every answer wait for what this gives; without, no longer. `persist` does it.
	 *
	 * @internal
	 */
	keepBy(pending: (() => Promise<void> | undefined) | undefined): void {
		if (pending && this.#pending) throw new Error("The platform is kept already.");
		this.#pending = pending;
	}

	#moment(): Moment {
		return { image: this.state.image(), clock: this.clock.toData(), settings: copySettings(this.settings) };
	}

	#become({ image, clock, settings }: Moment): void {
		this.state.adopt(image);
		this.clock.load(clock);
		this.#set(settings);
		this.#limits.clear();
		this.#requests = 0;
		this.faults.clear();
		this.#overrides.clear();
		this.journal.clear();
	}

	/** Whoever holds the settings holds them still. */
	#set(settings: Settings): void {
		Object.assign(this.settings, copySettings(settings));
	}

	/**
	 * Answers an operation in the platform's place, until the function that it returns is called. Who was added last is asked
	 * first; who gives undefined leaves the call to the others, and in the end to the platform. Neither credentials nor
	 * parameters are looked at before.
	 *
	 * @throws ControlError for an operation that is not known.
	 * @example
	 * const restore = platform.override("getGroup", ({ params }) =>
	 * 	params.id === "acme" ? { status: 200, body: { id: 1, name: "Mine" } } : undefined,
	 * );
	 * restore();
	 */
	override(operation: ControlledOperation, resolver: Resolver): () => void {
		return this.#overrides.add(operation, resolver);
	}

	/**
	 * How much of the contract was exercised since the platform was made: operations, statuses, parameters. `formatCoverage`
	 * makes a text of it.
	 */
	coverage(): Coverage {
		return this.#coverage.report();
	}

	/**
	 * Gives settings other values, looked at first: what comes from outside, as parsed JSON. From TypeScript `settings` can be
	 * changed itself.
	 *
	 * @throws ControlError that says which setting is not known, or which value it does not take; nothing was changed.
	 * @example
	 * platform.configure({ tier: "free", flags: { group_token_revocation: false } });
	 */
	configure(changes: unknown): void {
		changeSettings(this.settings, changes);
	}

	/** The platform as a `fetch` function, to give to any client that takes one. */
	fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response> = fetchThrough(this);

	/** Answers a request. Never rejects: what goes wrong inside is answered with 500. */
	async handle(sent: RawRequest): Promise<RawResponse> {
		const control = sent.url.includes("/_mock/") ? this.#controlPath(sent) : undefined;
		if (control !== undefined) return this.#control(sent, control);
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
		const exchange = new Exchange(this.#requests, begin, request);
		const run = this.#plan(exchange);
		let given: RawResponse;
		if (told?.refused) given = refusal(retryLater(Number(told.headers["retry-after"])), exchange);
		else {
			if (latency > 0) await wait(latency);
			const settled = (): Promise<RawResponse> => this.#settled(exchange, run);
			const spared = this.faults.isEmpty || request.method === "OPTIONS";
			given = spared ? await settled() : await this.faults.strike(exchange, settled);
		}
		try {
			// Nobody is told of what is not kept, be it their own or another's.
			const pending = this.#pending?.();
			if (pending !== undefined) await pending;
		} catch (error) {
			this.#onError(error, request);
			given = refusal(error, exchange);
		}
		const headers: { [name: string]: string } = {
			"x-request-id": requestId(exchange.id),
			...given.headers,
			...told?.headers,
		};
		openToPages(headers, request, this.settings);
		if (isExplained(given.status)) {
			if (this.settings.explain || asksWhy(request.headers["x-mock-explain"])) {
				exchange.reason ??= explain(exchange, given.status, this.state);
				headers["x-mock-reason"] = reasonHeader(exchange.reason);
			}
		} else exchange.reason = undefined;
		const body = request.method === "HEAD" ? null : given.body;
		const answered: RawResponse = { status: given.status, headers, body };
		if (request.method !== "OPTIONS") {
			exchange.answer =
				given.items && body !== null ? { status: given.status, headers, body: null, items: given.items } : answered;
			const judged = this.#note(exchange, answered);
			if (judged !== undefined) await judged;
		}
		return given.broken ? { ...answered, broken: given.broken } : answered;
	}

	/** Carries out a call of the control API. */
	async #control(request: RawRequest, path: string): Promise<RawResponse> {
		const { answerControl, refusedByFailure } = await import("./control/api/api");
		const answer = answerControl(request, path, this);
		try {
			// What it changed is kept as what any other request changed.
			await this.#pending?.();
			return answer;
		} catch (error) {
			this.#onError(error, request);
			return refusedByFailure(error);
		}
	}

	/** The path of a call of the control API; undefined for any other. */
	#controlPath(request: RawRequest): string | undefined {
		const { path } = locate(request);
		const { externalUrl } = this.settings;
		const prefix = externalUrl && URL.canParse(externalUrl) ? new URL(externalUrl).pathname.replace(/\/+$/, "") : "";
		if (path.startsWith("/_mock/")) return path.slice("/_mock".length);
		return prefix !== "" && path.startsWith(`${prefix}/_mock/`) ? path.slice(`${prefix}/_mock`.length) : undefined;
	}

	/** Writes down what came of a request. */
	#note(exchange: Exchange, answered: RawResponse): Promise<void> | undefined {
		exchange.milliseconds = performance.now() - exchange.started;
		this.#coverage.count(exchange);
		exchange.release();
		if (this.settings.strict && exchange.operation !== undefined)
			return this.#judge(exchange, exchange.operation, answered);
		this.journal.record(exchange);
		return undefined;
	}

	/** Holds an answer against the contract, and writes down what came of it. */
	async #judge(exchange: Exchange, operation: ControlledOperation, answered: RawResponse): Promise<void> {
		try {
			const { judge } = await import("./control/judge");
			const verdict = await judge(operation, answered, exchange.request.method === "HEAD");
			exchange.verdict = verdict;
			if (!verdict.ok)
				throw new Error(`The answer to ${operation} breaks the contract: ${verdict.problems.join("; ")}`);
		} catch (error) {
			this.#onError(error, exchange.request);
		}
		this.journal.record(exchange);
	}

	/** What answers a request. */
	#plan(exchange: Exchange): () => RawResponse | Promise<RawResponse> {
		try {
			const run = this.#route(exchange);
			if (!this.#overrides.has(exchange.operation)) return run;
			return async () => (await this.#overrides.resolve(exchange)) ?? run();
		} catch (error) {
			return () => {
				throw error;
			};
		}
	}

	/** The answer, or what is told instead of it. */
	async #settled(exchange: Exchange, run: () => RawResponse | Promise<RawResponse>): Promise<RawResponse> {
		try {
			return await run();
		} catch (error) {
			if (error instanceof ApiError) exchange.reason = error.reason;
			else this.#onError(error, exchange.request);
			return refusal(error, exchange);
		}
	}

	/** Finds what a request asks for, tells the exchange, and gives what answers it. */
	#route(exchange: Exchange): () => RawResponse | Promise<RawResponse> {
		const { request } = exchange;
		const target = locate(request);
		exchange.path = target.path;
		exchange.queryText = target.query;
		const external = this.settings.externalUrl?.replace(/\/+$/, "");
		// Nearly every request comes to the address of the one before.
		if (this.#origin.given !== target.given) this.#origin = { given: target.given, origin: originOf(target.given) };
		const base = (external ?? this.#origin.origin) + (request.prefix ?? "");
		const prefix = external ? new URL(external).pathname.replace(/\/$/, "") : "";
		if (!target.path.startsWith(`${prefix}/`)) throw noRoute();
		const path = target.path.slice(prefix.length);
		exchange.path = path;
		if (path === "/api/graphql") {
			if (graphqlVerbs.has(request.method)) exchange.operation = "executeGraphql";
			return () => this.#graphql(exchange, base);
		}
		if (!path.startsWith("/api/v4/")) {
			if (isIntake(path) && request.method === "POST") exchange.operation = "sendAlert";
			return () => this.#beside(request, path, target.query);
		}

		let below = path.slice("/api/v4".length);
		if (below.endsWith("/")) below = below.slice(0, -1);
		if (below.endsWith(".json")) below = below.slice(0, -".json".length);
		const match = router.find(below);
		if (!match) throw noRoute();
		const row = match.verbs.get(request.method === "HEAD" ? "GET" : request.method);
		if (!row) {
			const verbs = [...match.verbs.keys()].flatMap((verb) => (verb === "GET" ? ["GET", "HEAD"] : [verb]));
			if (request.method === "OPTIONS") return () => preflight(request, verbs);
			throw methodNotAllowed([...verbs, "OPTIONS"]);
		}
		exchange.row = row;
		// The table is keyed by the rows' ids.
		exchange.operation = row.id as ControlledOperation;
		exchange.params = match.params;
		return () => {
			checkAccept(request.headers.accept, row);
			exchange.query = pairs(target.query);
			return this.#call(row, exchange, { base, address: `${base}/api/v4${below}`, path: match.params });
		};
	}

	/** What stands beside the interfaces. */
	#beside(request: RawRequest, path: string, query: string): RawResponse {
		if (isIntake(path)) return this.#intake(request, path);
		if (/^\/api\/v3(\/|$)/.test(path))
			throw new ApiError(410, { error: "API V3 is no longer supported. Use API V4 instead." });
		if (!isAvatar(path)) throw noRoute();
		if (request.method === "OPTIONS") return preflight(request, ["GET", "HEAD"]);
		const sent = new URLSearchParams(query);
		const actor = authenticate(request, (name) => sent.get(name) ?? undefined, this.state);
		return serveAvatar(request.method, path, actor, this.state);
	}

	/** The alert intake, whose addresses lie beside those of the interfaces. */
	#intake(request: RawRequest, path: string): RawResponse {
		if (request.method === "OPTIONS") return preflight(request, ["POST"]);
		const project = intakeProject(path, this.state);
		const limit = this.settings.alertLimit;
		if (project && limit) this.#limits.countOf(`alerts:${project.id}`, limit, this.clock);
		return answerIntake(request, path, this.settings, this.state);
	}

	async #graphql(exchange: Exchange, base: string): Promise<RawResponse> {
		const { request } = exchange;
		if (request.method === "OPTIONS") return preflight(request, ["GET", "HEAD", "POST"]);
		this.#endpoint ??= await import("./graphql/endpoint");
		const { tier, release } = this.settings;
		const setting = `${base} ${tier} ${release}`;
		return this.#endpoint.answerGraphql(request, {
			state: this.state,
			settings: this.settings,
			begin: exchange.time,
			base,
			query: pairs(exchange.queryText),
			json: (one, also, make) => this.#texts.of(one, also, setting, make),
			count: (caller, id) => this.#limits.count(operations[id], caller, this.settings, this.clock),
			onActor: (actor) => {
				exchange.user = actor.user;
			},
			onError: (error) => this.#onError(error, request),
		});
	}

	async #call(
		row: OperationRow,
		exchange: Exchange,
		at: { base: string; address: string; path: { readonly [name: string]: string } },
	): Promise<RawResponse> {
		const { request } = exchange;
		const query = nestQuery(exchange.query);
		const [body, broken] = request.body ? await tryBody(request) : noBody;
		exchange.body = body;
		const sent = (name: string): string | undefined => {
			const fields = body.kind === "form" ? body.fields : body.kind === "json" ? body.value : undefined;
			const inBody =
				fields && typeof fields === "object" && Object.hasOwn(fields, name) ? Reflect.get(fields, name) : undefined;
			const value = inBody ?? query.tree[name];
			return ["string", "number", "boolean"].includes(typeof value) ? String(value) : undefined;
		};
		if (isHostedElsewhere(row.tier, this.settings))
			throw unserved(new ApiError(404, { message: "404 Not Found" }), row, this.settings);
		// Where the credential is a parameter of the operation's own, access tokens and sudo are not looked at.
		const byToken = row.access.role === "token";
		const caller = byToken ? new Actor(this.state) : authenticate(request, sent, this.state);
		exchange.user = caller.user;
		// The table is complete: see handlers.ts.
		const handler: Handler = handlers[row.id as keyof typeof handlers];
		checkEntry(row, caller, handler.onAnonymous !== undefined);
		const actor = byToken ? caller : actAs(caller, request, sent, this.state);
		exchange.user = actor.user;
		if (actor.isAnonymous && handler.onAnonymous) throw handler.onAnonymous();
		if (!isServed(row, this.settings)) throw unserved(handler.onUnserved?.() ?? noRoute(), row, this.settings);
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
		exchange.params = params;
		const { tier, release, strict } = this.settings;
		if (strict) checkStrictly(row, query.tree, body);
		const setting = `${at.base} ${tier} ${release}`;
		const context: Context = {
			state: this.state,
			actor,
			settings: this.settings,
			request,
			base: at.base,
			address: at.address,
			query: exchange.query,
			sent,
			json: (one, also, make) => this.#texts.of(one, also, setting, make),
		};
		return this.state.transaction(() => handler.handle(context, params));
	}
}

function unserved(refused: ApiError, row: OperationRow, settings: Settings): ApiError {
	const { rule, detail } = whyUnserved(row, settings);
	return refused.because(rule, detail);
}

/** A refusal as it is told; texts of the GraphQL endpoint as a list of errors. */
function refusal(error: unknown, { operation }: Exchange): RawResponse {
	const { status, body, headers } =
		error instanceof ApiError ? error : new ApiError(500, { message: "500 Internal Server Error" });
	if (typeof body === "string" && operation === "executeGraphql")
		return answer(status, { errors: [{ message: body }] }, headers);
	if (typeof body === "string") return { status, headers: { "content-type": "text/plain", ...headers }, body };
	return { status, headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) };
}

const graphqlVerbs: ReadonlySet<string> = new Set(["GET", "HEAD", "POST"]);

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

/**
 * Makes a platform: empty, or filled by a seed.
 *
 * @throws TypeError if the clock's time cannot be read.
 * @example
 * const platform = createPlatform({ seed: demo });
 */
export const createPlatform = (options?: PlatformOptions): Platform => new Platform(options);
