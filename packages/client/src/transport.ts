import type { Core } from "./connection";
import {
	AbortError,
	type ApiError,
	apiError,
	ConnectionError,
	RedirectError,
	TenonError,
	TimeoutError,
} from "./errors";
import type { Exchange } from "./exchange";
import { parseError } from "./parse-error";
import { codeOf, delayBefore, neverSent } from "./retry";
import { retryClass } from "./route";
import { parseUrl } from "./url";
import { wait } from "./wait";

/** A request as openapi-fetch hands it over. A Request has the same shape, but for the exchange. */
export interface Draft {
	readonly url: string;
	readonly method: string;
	readonly headers: Headers;
	readonly body?: BodyInit | null;
	readonly exchange: Exchange;
}

/** Stands in for the Request class where openapi-fetch builds the request: fetch would copy a real one once more. */
export function draft(url: string, init: object): object {
	return Object.assign(init, { url });
}

interface Received {
	readonly response: Response;
	readonly content: string | Blob | undefined;
}

/** Longest delay that timers take, in milliseconds: a longer one would fire at once. */
const longestTimer = 2 ** 31 - 1;

/**
 * Sends the request, again where its class allows, and gives the answer; what was read of it then stands in
 * `exchange.content`. Rejects with a TenonError if none came, or, unless the exchange is raw, for a refusal.
 */
export async function transmit(core: Core, request: Draft | Request, exchange: Exchange): Promise<Response> {
	const { route, options, until = Infinity, raw } = exchange;
	const kind = retryClass(route);
	// The body of a raw request can be a stream, which is read only once.
	const most = raw && request.body ? 0 : (options.retries ?? core.retries);
	let refreshed = false;
	for (let attempt = 0; ; attempt++) {
		const outcome = await once(core, request, exchange).catch((failure: TenonError) => failure);
		const failed = outcome instanceof TenonError;
		if (!failed && outcome.response.ok) {
			exchange.content = outcome.content;
			return outcome.response;
		}
		let delay: number | undefined;
		if (!failed && outcome.response.status === 401 && core.credentials?.refresh && !refreshed && most > 0) {
			refreshed = true;
			await core.credentials.refresh();
			delay = 0;
		} else if (attempt < most) {
			delay = delayBefore(attempt, failed ? outcome : outcome.response, kind, core.backoff);
		}
		if (delay === undefined || Date.now() + delay >= until) {
			if (failed) throw outcome;
			if (raw) return outcome.response;
			throw refusal(request, exchange, outcome);
		}
		if (kind !== "safe") exchange.unclear ||= failed ? outcome.outcomeUnknown : outcome.response.status >= 500;
		if (!failed && raw) discard(outcome.response);
		if (delay > 0) await wait(delay, options.signal);
	}
}

/** One attempt. Rejects, at once and whatever `fetch` does, when the time is over or the caller gives up. */
function once(core: Core, request: Draft | Request, exchange: Exchange): Promise<Received> {
	const { route, options, until = Infinity } = exchange;
	const { signal, timeout = core.timeout } = options;
	return new Promise((resolve, reject) => {
		const controller = new AbortController();
		const changes = retryClass(route) !== "safe";
		let sent = false;
		const end = () => {
			clearTimeout(timer);
			signal?.removeEventListener("abort", abort);
		};
		const fail = (kind: typeof TenonError, what: string, cause?: unknown) => {
			end();
			const outcomeUnknown = changes && (exchange.unclear || (sent && !neverSent(cause)));
			const error = new kind(
				`${route.id}: ${what}`,
				route.id,
				cause === undefined ? { outcomeUnknown } : { cause, outcomeUnknown },
			);
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
		signal?.addEventListener("abort", abort);
		// The caller reads: his signal must reach the body even after we are done.
		const ending =
			exchange.reads === "nothing" && signal ? AbortSignal.any([signal, controller.signal]) : controller.signal;
		const send = (input: string | Request, init: RequestInit) => {
			sent = true;
			return core.fetch(input, { ...init, signal: ending, redirect: "manual" });
		};
		receive(core, request, exchange, send).then(
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

/** Adds the credential, sends, follows what may be followed, and reads. */
async function receive(
	core: Core,
	request: Draft | Request,
	exchange: Exchange,
	send: (input: string | Request, init: RequestInit) => Promise<Response>,
): Promise<Received> {
	const { method } = request;
	const { reads, raw, authorization, carry } = exchange;
	let { url } = request;
	let { headers } = request;
	let own: RequestInit | undefined;
	if (authorization !== undefined) headers.set("authorization", authorization);
	else if (url.startsWith(`${core.base}/`) || carry) {
		if (core.credentials) {
			const token = core.credentials.token();
			exchange.token = typeof token === "string" ? token : await token;
			if (carry && !core.credentials.session) url = carry(url, headers, exchange.token);
			else core.credentials.write(headers, exchange.token);
			// A browser takes the cookie's place with those that it has.
			if (core.credentials.session && "document" in globalThis) own = { credentials: "include" };
		}
		if (exchange.sudo !== undefined) headers.set("sudo", exchange.sudo);
	}
	let response = await (raw
		? send(request as Request, { ...own, headers })
		: send(url, { ...own, method, headers, body: request.body ?? null }));
	let from = url;
	for (let hops = 0; isRedirect(response); hops++) {
		const target = followed(core, exchange, method, response, from, hops);
		discard(response);
		if (target.origin !== core.origin) headers = bare(headers);
		from = target.href;
		response = await send(from, { method, headers });
	}
	if (raw || (response.ok && reads === "nothing")) return { response, content: undefined };
	return { response, content: await (response.ok && reads === "blob" ? response.blob() : response.text()) };
}

const isRedirect = ({ status, type, headers }: Response): boolean =>
	type === "opaqueredirect" || ([301, 302, 303, 307, 308].includes(status) && headers.has("location"));

/** Where a redirect leads. Throws a RedirectError where it is not to be followed. */
function followed(
	core: Core,
	{ route }: Exchange,
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
	);
}

/** What may be told to another origin: no credential, nor any other header of the caller's. */
function bare(headers: Headers): Headers {
	const kept = new Headers();
	for (const name of ["accept", "user-agent"]) {
		const value = headers.get(name);
		if (value) kept.set(name, value);
	}
	return kept;
}

/** Gives the connection back without reading the rest. */
function discard(response: Response): void {
	response.body?.cancel().catch(() => {});
}

function refusal({ url, method }: Draft | Request, exchange: Exchange, { response, content }: Received): ApiError {
	const { route, secrets, token, authorization, unclear } = exchange;
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
		outcomeUnknown: retryClass(route) !== "safe" && status >= 500,
		ambiguous: unclear && method === "DELETE" && status === 404,
	});
}
