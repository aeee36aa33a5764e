import type { Har } from "../control/har";
import { nearestOperations } from "../control/nearest-operations";
import { redactUrl } from "../control/redact";
import { isRebound } from "../control-api/guard";
import { fetchThrough } from "../request/http/from-fetch";
import { jsonResponse } from "../request/http/json-response";
import type { RawHandler, RawRequest, RawResponse } from "../request/http/raw";
import { type Deviation, Deviations, problemsOf } from "./deviations";
import { forward, rebase, type Upstream } from "./forward";
import { operationAt, type Place, placeOf } from "./locate";
import { Recording } from "./recording";

/** The options of `createProxy`. */
export interface ProxyOptions {
	/** The base URL of the real server, such as `https://platform.example.com`, with or without a path. */
	upstream: string;
	/** The function that sends the requests. Default: the runtime's `fetch`. */
	fetch?: (input: string, init: RequestInit) => Promise<Response>;
	/** What to do with requests that are not an operation of the contract. Default: `pass`, the upstream gets them. */
	unknown?: "pass" | "refuse";
	/** The largest accepted response, in bytes; for a larger one the proxy returns 502. Default: 64 MiB. */
	maxBody?: number;
	/** The maximum time for a response of the upstream, in milliseconds; then the proxy returns 504. Default: 60,000. */
	timeout?: number;
	/** Called with each kind of deviation when it first occurs. */
	onDeviation?: (deviation: Deviation) => void;
}

/** Returns why the upstream could not be reached: the message of the error's cause, if it has one. */
function causeOf(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	const { cause } = error;
	if (!(cause instanceof Error)) return error.message;
	return cause.message || ("code" in cause ? String(cause.code) : error.message);
}

/**
 * A proxy to a real server. It passes every request on, with its credentials, records the response, and validates it
 * against the contract. Requires the package `zod`.
 */
export class RecordingProxy implements RawHandler {
	readonly #upstream: Upstream;
	readonly #unknown: "pass" | "refuse";
	readonly #recording = new Recording();
	readonly #deviations: Deviations;

	constructor(options: ProxyOptions) {
		const { upstream, unknown = "pass", maxBody = 64 * 1024 * 1024, timeout = 60_000, onDeviation } = options;
		if (!URL.canParse(upstream) || !/^https?:$/.test(new URL(upstream).protocol))
			throw new TypeError(`upstream must be a URL such as https://platform.example.com, not "${upstream}".`);
		const { origin, pathname } = new URL(upstream);
		const url = origin + pathname.replace(/\/+$/, "");
		const ask = options.fetch ?? ((input, init) => fetch(input, init));
		this.#upstream = { url, fetch: ask, maxBody, timeout };
		this.#unknown = unknown;
		this.#deviations = new Deviations(onDeviation);
	}

	/** The deviations from the contract so far, each once, in the order in which they first occurred. */
	get deviations(): Deviation[] {
		return this.#deviations.all;
	}

	/** The number of recorded exchanges. */
	get recorded(): number {
		return this.#recording.size;
	}

	/** The number of exchanges that were not recorded because the recording was full: it can have 512 MiB of bodies. */
	get unrecorded(): number {
		return this.#recording.left;
	}

	/** Returns the requests and responses so far, as an HTTP Archive for `platform.replay`. Secrets are hidden. */
	toHar(): Har {
		return this.#recording.toHar();
	}

	/** The proxy as a `fetch` function, for any client that accepts one. */
	fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response> = fetchThrough(this);

	/** Returns the upstream's response. Never rejects: returns 502 if the upstream fails, 504 if it takes too long. */
	async handle(request: RawRequest): Promise<RawResponse> {
		// Otherwise a page on the web could send requests to the upstream from this machine (DNS rebinding).
		if (isRebound(request))
			return jsonResponse(403, {
				message: "The recorder only accepts requests to localhost or an IP address, not to other host names.",
			});
		const place = placeOf(request);
		const operation = operationAt(request.method, place.path);
		if (operation === undefined && (this.#unknown === "refuse" || place.path.startsWith("/_mock/")))
			return refused(request, place);
		const started = Date.now();
		const begin = performance.now();
		const shown = `${request.method} ${redactUrl(place.path + (place.query === "" ? "" : `?${place.query}`))}`;
		let response: RawResponse;
		try {
			response = await forward(request, place, this.#upstream);
		} catch (error) {
			const isLate = error instanceof Error && error.name === "TimeoutError";
			return jsonResponse(isLate ? 504 : 502, { message: `The upstream did not respond: ${causeOf(error)}` });
		}
		const url = this.#upstream.url + place.path + (place.query === "" ? "" : `?${place.query}`);
		this.#recording.add({ request, url, response, operation, started, milliseconds: performance.now() - begin });
		const problems =
			request.method === "OPTIONS"
				? []
				: operation === undefined
					? ["the contract has no such operation"]
					: await problemsOf(operation, response, request.method === "HEAD").catch((error: unknown) => [
							`the response cannot be validated: ${causeOf(error)}`,
						]);
		this.#deviations.add(problems, { operation, request: shown, status: response.status });
		return { ...response, headers: rebase(response.headers, this.#upstream.url, place.base) };
	}
}

function refused({ method }: RawRequest, { path }: Place): RawResponse {
	const [guess] = nearestOperations(method, path);
	const hint = guess ? ` Did you mean ${guess.method} ${guess.path}?` : "";
	return jsonResponse(404, {
		message: `The contract has no operation for this request, so it was not sent to the upstream.${hint}`,
	});
}

/**
 * Creates a proxy to a real server, which records the responses and reports where they deviate from the contract.
 *
 * @throws TypeError if `upstream` is not an http(s) URL.
 * @example
 * const proxy = createProxy({ upstream: "https://platform.example.com" });
 * const tenon = createClient({ baseUrl: "http://localhost", auth: { token }, fetch: proxy.fetch });
 * await tenon.pipelines.list({ id: "acme/web" });
 * console.log(proxy.deviations);
 * await writeFile("pipelines.har", JSON.stringify(proxy.toHar()));
 */
export const createProxy = (options: ProxyOptions): RecordingProxy => new RecordingProxy(options);
