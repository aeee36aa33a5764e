import type { OperationRow } from "@tenon/contract";
import { type Dialect, Translator } from "@tenon/contract/dialects";
import type { Exchange } from "../rule/exchange";
import { Unreachable } from "../rule/verdict";
import { mutates } from "../wire/mutates";
import type { Transport } from "../wire/transport";

export interface Sent {
	readonly operation: Exchange["operation"];
	readonly row?: OperationRow;
	readonly actor: Exchange["actor"];
	readonly parameters: readonly string[];
	readonly method: string;
	/** Path and query relative to the base URL, or a complete URL. */
	readonly path: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: string | Uint8Array<ArrayBuffer> | FormData | undefined;
	/** Returns a 429 at once, for checks of the limits themselves. */
	readonly impatient?: boolean;
	/** The request undoes what a rule did, so a 404 is a success. */
	readonly isUndoing?: boolean;
	/** The server was set to another release than the contract's. */
	readonly isOfOtherRelease?: boolean;
}

/** Sends a request and returns it with its response. */
export type Send = (sent: Sent) => Promise<Exchange>;

export interface SenderOptions {
	readonly transport: Transport;
	readonly baseUrl: string;
	/** The product whose names the server uses, if they are not the specification's. */
	readonly dialect?: Dialect | undefined;
	/** The most requests per second. */
	readonly rate?: number | undefined;
	/** The most requests at the same time. */
	readonly concurrency: number;
	/** Milliseconds after which a request without a response counts as unreachable. */
	readonly timeout: number;
	readonly onExchange: (exchange: Exchange) => void;
	/** Called before a wait that the server's rate limit asks for. */
	readonly onWait?: ((seconds: number, url: string) => void) | undefined;
}

/** Statuses of a server, or of a proxy in front of it, that is not available at the moment. */
const unavailable: readonly number[] = [502, 503, 504];

/** After this many waits, a 429 is returned as the response: the server may have any limits. */
const patience = 3;
const longestWait = 120_000;

/** After this many requests in a row that timed out, an operation is not called again: each call would take as long. */
const mostUnanswered = 6;

/**
 * Whether a request without a response may be sent again. The server may have carried it out without confirming it: a second DELETE
 * would find nothing, and a second POST would make another record.
 */
function isRepeatable({ method, operation, row, body, impatient = false, isUndoing = false }: Sent): boolean {
	// The server may have counted it.
	if (impatient) return false;
	if (["GET", "HEAD", "OPTIONS"].includes(method) || isUndoing) return true;
	if (operation === "executeGraphql") return !mutates(body);
	return method !== "DELETE" && row?.retry === "idempotent";
}

/** The connection ended before a whole response: a server may close an idle one just as the next request arrives. */
class BrokenOff extends Unreachable {}

const sleep = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Milliseconds to wait before a request is sent again: from Retry-After, in seconds or as a date, or `usual` without it. */
function waitOf(headers: Headers, usual: number): number {
	const header = headers.get("retry-after") ?? "";
	const milliseconds = Number(header) * 1000 || Date.parse(header) - Date.now();
	return Math.min(milliseconds > 0 ? milliseconds : usual, longestWait);
}

const bodyNote = (body: Sent["body"]): string | undefined =>
	body === undefined || typeof body === "string"
		? body
		: body instanceof FormData
			? `<multipart: ${[...body.keys()].join(", ")}>`
			: `<${body.byteLength} bytes>`;

/** Sends requests within limits of rate and number, and waits after a 429 as Retry-After says. Throws Unreachable without a response. */
export class Sender {
	#free: number;
	readonly #waiting: (() => void)[] = [];
	/** How many of the last requests of an operation got no response in time. */
	readonly #unanswered = new Map<Sent["operation"], number>();
	#next = 0;

	readonly #options: SenderOptions;
	readonly #outward: Translator | undefined;
	readonly #inward: Translator | undefined;

	constructor(options: SenderOptions) {
		const { dialect } = options;
		this.#options = options;
		this.#outward = dialect && new Translator(dialect, "forward");
		this.#inward = dialect && new Translator(dialect, "swap");
		this.#free = options.concurrency;
	}

	/** Doubles how many requests run at the same time, for rules that share no records with the others. */
	widen(): void {
		this.#free += this.#options.concurrency;
	}

	async send(sent: Sent): Promise<Exchange> {
		await this.#enter();
		try {
			for (let attempt = 1; ; attempt++) {
				const exchange = await this.#twiceIfBrokenOff(sent);
				const { status, headers } = exchange.response;
				if (unavailable.includes(status)) {
					if (attempt > patience || !isRepeatable(sent))
						throw new Unreachable(`${sent.method} ${exchange.request.url} is unavailable: status ${status}`);
					await sleep(waitOf(headers, 50 * 2 ** attempt));
					continue;
				}
				if (status !== 429 || sent.impatient || attempt > patience) return exchange;
				const pause = waitOf(headers, 1000);
				this.#options.onWait?.(pause / 1000, exchange.request.url);
				await sleep(pause);
			}
		} finally {
			this.#leave();
		}
	}

	async #enter(): Promise<void> {
		if (this.#free > 0) this.#free--;
		else await new Promise<void>((resolve) => this.#waiting.push(resolve));
		const { rate } = this.#options;
		if (!rate) return;
		const now = performance.now();
		const at = Math.max(now, this.#next);
		this.#next = at + 1000 / rate;
		if (at > now) await sleep(at - now);
	}

	#leave(): void {
		const next = this.#waiting.shift();
		if (next) next();
		else this.#free++;
	}

	async #twiceIfBrokenOff(sent: Sent): Promise<Exchange> {
		try {
			return await this.#once(sent);
		} catch (error) {
			if (error instanceof BrokenOff && isRepeatable(sent)) return await this.#once(sent);
			throw error;
		}
	}

	async #once(sent: Sent): Promise<Exchange> {
		const { transport, baseUrl, timeout, onExchange } = this.#options;
		const url = URL.canParse(sent.path) ? sent.path : `${baseUrl}${sent.path}`;
		const unanswered = this.#unanswered.get(sent.operation) ?? 0;
		if (unanswered >= mostUnanswered)
			throw new Unreachable(
				`${sent.method} ${url} was not sent: ${unanswered} requests of ${sent.operation} in a row got no response within ${timeout} ms`,
			);
		const started = performance.now();
		const wire = this.#translated(sent, url);
		try {
			const { status, headers, text: received } = await transport({ method: sent.method, ...wire }, timeout);
			this.#unanswered.delete(sent.operation);
			const text = this.#inward?.response(sent.method, url, status, received) ?? received;
			const exchange: Exchange = {
				operation: sent.operation,
				actor: sent.actor,
				parameters: sent.parameters,
				...(sent.isOfOtherRelease && { isOfOtherRelease: true }),
				request: { method: sent.method, url: wire.url, headers: wire.headers, body: bodyNote(wire.body) },
				response: { status, headers, text, ...(text !== received && { wireText: received }) },
				milliseconds: performance.now() - started,
			};
			onExchange(exchange);
			return exchange;
		} catch (error) {
			const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : "";
			const why = error instanceof Error ? `${error.message}${cause}` : String(error);
			const isLate = error instanceof Error && error.name === "TimeoutError";
			// Other requests of the operation may have ended meanwhile.
			if (isLate && sent.operation !== undefined)
				this.#unanswered.set(sent.operation, (this.#unanswered.get(sent.operation) ?? 0) + 1);
			const what = `${sent.method} ${url} got no response`;
			throw isLate ? new Unreachable(`${what} within ${timeout} ms`) : new BrokenOff(`${what}: ${why}`);
		}
	}

	/** The request as it is sent: with the server's names and, if there is a dialect, header names in lower case. */
	#translated({ method, headers, body }: Sent, url: string): Pick<Sent, "headers" | "body"> & { url: string } {
		if (!this.#outward) return { url, headers, body };
		const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
		const wire = this.#outward.request({ method, url, headers: lower, body: body ?? null });
		// The translator returns headers with values, and a body of the same kind as its input.
		return { url: wire.url, headers: wire.headers as Sent["headers"], body: (wire.body ?? undefined) as Sent["body"] };
	}
}
