import type { Core } from "../connection/connection";
import { tellOfHeaders } from "../connection/deprecated";
import { emit } from "../connection/events";
import { type Dispatch, through } from "../connection/middleware";
import {
	AbortError,
	type ApiError,
	apiError,
	ConnectionError,
	RedirectError,
	TenonError,
	TimeoutError,
} from "../errors/errors";
import { parseError } from "../errors/parse-error";
import type { WireHeaders } from "../lib/headers";
import { onAbort } from "../lib/on-abort";
import { parseUrl } from "../lib/url";
import { wait } from "../lib/wait";
import type { Exchange } from "./exchange";
import { codeOf, delayBefore, neverSent } from "./retry";
import { retryClass } from "./route";

/** A request, put together. */
export interface Draft {
	readonly url: string;
	readonly method: string;
	readonly headers: WireHeaders;
	readonly body?: string | FormData | undefined;
	/** Set where the raw client has made the request: it holds method and body. */
	readonly request?: Request;
}

interface Received {
	readonly response: Response;
	readonly content: string | Blob | undefined;
}

/** A refused token, and the answer that refused it. */
interface Refused extends Received {
	readonly token: string;
}

/** Longest delay that timers take, in milliseconds: a longer one would fire at once. */
const longestTimer = 2 ** 31 - 1;

/**
 * Sends the request, again where its class allows, and gives the answer; what was read of it then stands in
 * `exchange.content`. Rejects with a TenonError if none came, or, unless the exchange is raw, for a refusal.
 */
export async function transmit(core: Core, draft: Draft, exchange: Exchange): Promise<Response> {
	const { route, options, until = Infinity, raw } = exchange;
	const kind = retryClass(route);
	// The body of a raw request can be a stream, which is read only once.
	const most = draft.request?.body ? 0 : (options.retries ?? core.retries);
	let refused: Refused | undefined;
	let renewed = false;
	for (let attempt = 0; ; attempt++) {
		const outcome = await inTurn(core, draft, exchange, refused).catch((failure: TenonError) => failure);
		refused = undefined;
		const failed = outcome instanceof TenonError;
		if (!failed && outcome.response.ok) {
			exchange.content = outcome.content;
			if (core.events.onDeprecated) tellOfHeaders(core, route, outcome.response.headers);
			return outcome.response;
		}
		let delay: number | undefined;
		if (!failed && outcome.response.status === 401 && exchange.token !== undefined && !renewed && most > 0) {
			// Whether there is another token to try shows on the way.
			renewed = true;
			refused = { ...outcome, token: exchange.token };
			attempt--;
			continue;
		}
		if (attempt < most) delay = delayBefore(attempt, failed ? outcome : outcome.response, kind, core.backoff);
		if (delay === undefined || Date.now() + delay >= until) {
			if (!failed && raw) return outcome.response;
			const error = failed ? outcome : refusal(draft, exchange, outcome);
			// A timer knows nothing of who called; here the engine does.
			Error.captureStackTrace?.(error, transmit);
			throw error;
		}
		if (kind !== "safe") exchange.unclear ||= failed ? outcome.outcomeUnknown : outcome.response.status >= 500;
		if (!failed && raw) discard(outcome.response);
		const waits = delay;
		emit(core.events.onRetry, () => ({
			operationId: route.id,
			attempt: exchange.attempts,
			reason: failed ? `${outcome.name}${told(codeOf(outcome.cause))}` : outcome.response.status,
			delay: waits,
		}));
		if (delay > 0) await wait(delay, options.signal);
	}
}

/** One attempt, when there is room for it. */
function inTurn(core: Core, draft: Draft, exchange: Exchange, refused: Refused | undefined): Promise<Received> {
	const { limit } = core;
	if (!limit) return once(core, draft, exchange, refused);
	const { signal } = exchange.options;
	const { until } = exchange;
	const ends = [signal, until === undefined ? undefined : AbortSignal.timeout(Math.max(0, until - Date.now()) + 1)];
	const given = ends.filter((one) => one !== undefined);
	const end = given.length > 0 ? AbortSignal.any(given) : undefined;
	let begun = false;
	return limit(() => {
		begun = true;
		return once(core, draft, exchange, refused);
	}, end).catch((cause) => {
		// Still in the line: an attempt that is made now ends at once, with the error that fits.
		if (begun) throw cause;
		return once(core, draft, exchange, refused);
	});
}

/** One attempt. Rejects, at once and whatever `fetch` does, when the time is over or the caller gives up. */
function once(core: Core, draft: Draft, exchange: Exchange, refused: Refused | undefined): Promise<Received> {
	const { route, options, until = Infinity } = exchange;
	const { signal, timeout = core.timeout } = options;
	return new Promise((resolve, reject) => {
		const controller = new AbortController();
		const changes = retryClass(route) !== "safe";
		const before = exchange.attempts;
		let release: (() => void) | undefined;
		const end = () => {
			clearTimeout(timer);
			release?.();
		};
		const fail = (kind: typeof TenonError, what: string, cause?: unknown) => {
			end();
			const { attempts, unclear } = exchange;
			const outcomeUnknown = changes && (unclear || (attempts > before && !neverSent(cause)));
			const facts = { outcomeUnknown, attempts };
			const error = new kind(`${route.id}: ${what}`, route.id, cause === undefined ? facts : { cause, ...facts });
			reject(error);
			controller.abort(error);
		};
		const abort = () => fail(AbortError, "aborted", signal?.reason);
		const limit = Math.min(timeout || Infinity, until - Date.now());
		const late = () =>
			fail(TimeoutError, `no whole answer within ${limit < timeout || !timeout ? "the deadline" : `${timeout} ms`}`);
		const timer = limit < longestTimer && limit > 0 ? setTimeout(late, limit) : undefined;
		if (signal?.aborted) return abort();
		if (limit <= 0) return late();
		release = onAbort(signal, abort);
		// The caller reads: his signal must reach the body even after we are done.
		const ending =
			exchange.reads === "nothing" && signal ? AbortSignal.any([signal, controller.signal]) : controller.signal;
		receive(core, draft, exchange, ending, refused).then(
			(received) => {
				end();
				resolve(received);
			},
			(cause) => {
				if (!(cause instanceof TenonError))
					return fail(ConnectionError, `the connection failed${told(codeOf(cause))}`, cause);
				end();
				reject(cause);
			},
		);
	});
}

const told = (code: string | undefined): string => (code ? ` (${code})` : "");

/** Adds the credential, sends, follows what may be followed, and reads. Gives the earlier refusal where there is no other token. */
async function receive(
	core: Core,
	{ method, body, request, headers: given, ...draft }: Draft,
	exchange: Exchange,
	signal: AbortSignal,
	refused: Refused | undefined,
): Promise<Received> {
	const { credentials } = core;
	const { reads, raw, route, authorization, carry } = exchange;
	const headers = { ...given };
	const init: RequestInit & { headers: WireHeaders } = { headers, signal, redirect: "manual" };
	let { url } = draft;
	if (authorization !== undefined) headers.authorization = authorization;
	else if (url.startsWith(`${core.base}/`) || carry) {
		if (credentials) {
			const token = refused ? credentials.renewed(refused.token) : credentials.token();
			const usable = typeof token === "string" ? token : await token;
			if (usable === undefined) return refused as Refused; // only `renewed` gives none, and only then is it asked
			exchange.token = usable;
			if (carry && !credentials.session) url = carry(url, headers, usable);
			else credentials.write(headers, usable);
			// A browser takes the cookie's place with those that it has.
			if (credentials.session && "document" in globalThis) init.credentials = "include";
		}
		if (exchange.sudo !== undefined) headers.sudo = exchange.sudo;
	}
	if (refused && raw) discard(refused.response);
	exchange.attempts++;
	const dispatch: Dispatch = (input, more) => follow(core, exchange, method, url, input, { ...init, ...more });
	const context = { operationId: route.id, path: route.path, attempt: exchange.attempts };
	const send = core.middleware.length > 0 ? through(core.middleware, context, dispatch) : dispatch;
	const { onRequest, onResponse } = core.events;
	emit(onRequest, () => ({ ...context, method }));
	const began = onResponse && performance.now();
	const response = await (request ? send(request, init) : send(url, { ...init, method, body: body ?? null }));
	emit(onResponse, () => ({
		...context,
		method,
		status: response.status,
		requestId: response.headers.get("x-request-id") ?? undefined,
		milliseconds: performance.now() - (began ?? 0),
	}));
	if (raw || (response.ok && reads === "nothing")) return { response, content: undefined };
	return { response, content: await (response.ok && reads === "blob" ? response.blob() : response.text()) };
}

/** Sends a request, and follows redirects as far as they may be followed. */
async function follow(
	core: Core,
	exchange: Exchange,
	method: string,
	address: string,
	input: string | Request,
	init: RequestInit & { headers: WireHeaders },
): Promise<Response> {
	let from = typeof input === "string" ? input : input.url;
	let { headers } = init;
	// A middleware may send the request elsewhere: not with what is meant for the platform.
	if (typeof input !== "string" && new URL(from).origin !== new URL(address).origin) headers = bare(headers);
	let response = await core.fetch(input, { ...init, headers });
	for (let hops = 0; isRedirect(response); hops++) {
		const target = redirected(core, exchange, method, response, from, hops);
		discard(response);
		if (target.origin !== core.origin) headers = bare(headers);
		from = target.href;
		const { signal, redirect } = init;
		response = await core.fetch(from, { method, headers, signal: signal ?? null, redirect: redirect ?? "manual" });
	}
	return response;
}

const isRedirect = ({ status, type, headers }: Response): boolean =>
	type === "opaqueredirect" || ([301, 302, 303, 307, 308].includes(status) && headers.has("location"));

/** Where a redirect leads. Throws a RedirectError where it is not to be followed. */
function redirected(
	core: Core,
	{ route, attempts }: Exchange,
	method: string,
	response: Response,
	from: string,
	hops: number,
): URL {
	// A browser hides where an opaque redirect leads.
	const location = response.headers.get("location");
	const target = location === null ? undefined : parseUrl(location, from);
	if (target) target.username = target.password = "";
	const fault =
		method !== "GET" && method !== "HEAD"
			? "of a changing request"
			: !target || !/^https?:$/.test(target.protocol)
				? "to an address that cannot be used"
				: hops >= 5
					? "after five others"
					: target.origin !== core.origin && core.redirects === "same-origin" && "to another origin";
	if (target && !fault) return target;
	throw new RedirectError(
		`${response.status} ${route.id}: a redirect ${fault} is not followed`,
		route.id,
		response.status,
		target?.href,
		attempts,
	);
}

/** What may be told to another origin: no credential, nor any other header of the caller's. */
function bare({ accept, "user-agent": agent }: WireHeaders): WireHeaders {
	return { ...(accept ? { accept } : {}), ...(agent ? { "user-agent": agent } : {}) };
}

/** Gives the connection back without reading the rest. */
function discard(response: Response): void {
	response.body?.cancel().catch(() => {});
}

function refusal({ url, method }: Draft, exchange: Exchange, { response, content }: Received): ApiError {
	const { route, secrets, token, authorization, unclear, attempts } = exchange;
	const { status, headers, statusText } = response;
	// A server that quotes the request must not bring a secret into a message or a log.
	let text = typeof content === "string" ? content : "";
	for (const secret of [token, authorization?.split(" ")[1], ...secrets]) {
		if (typeof secret === "string" && secret.length > 3) text = text.replaceAll(secret, "…");
	}
	let body: unknown = text.slice(0, 2000) || undefined;
	try {
		body = JSON.parse(text);
	} catch {
		// A proxy's page, plain text or nothing: kept as it is.
	}
	const facts = parseError(body);
	return apiError({
		...facts,
		reason: (facts.reason || statusText).slice(0, 500),
		status,
		operationId: route.id,
		method,
		path: new URL(url).pathname,
		headers,
		body,
		attempts,
		outcomeUnknown: retryClass(route) !== "safe" && status >= 500,
		ambiguous: unclear && method === "DELETE" && status === 404,
	});
}
