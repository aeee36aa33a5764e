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
	/** Path and query below the base URL, or a whole address. */
	readonly path: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: string | Uint8Array<ArrayBuffer> | FormData | undefined;
	/** Gives a 429 back at once, for checks of the limits themselves. */
	readonly impatient?: boolean;
	/** Takes back what a rule did: to find nothing left is as good. */
	readonly isUndoing?: boolean;
	/** The server was set to another release than the contract's. */
	readonly isOfOtherRelease?: boolean;
}

/** Sends a request, and gives it back with its response. */
export type Send = (sent: Sent) => Promise<Exchange>;

export interface SenderOptions {
	readonly transport: Transport;
	readonly baseUrl: string;
	/** Whose names the server has, where they are not the specification's. */
	readonly dialect?: Dialect | undefined;
	/** Requests a second, at most. */
	readonly rate?: number | undefined;
	/** Requests under way at one time, at most. */
	readonly concurrency: number;
	/** Milliseconds after which a request without a response counts as unreachable. */
	readonly timeout: number;
	readonly onExchange: (exchange: Exchange) => void;
	/** Called before a wait that the server's rate limit asks for. */
	readonly onWait?: ((seconds: number, url: string) => void) | undefined;
}

/** Statuses of a server, or of a proxy before it, that is not available at the moment. */
const unavailable: readonly number[] = [502, 503, 504];

/** A platform's limits are its own affair: after that many waits a 429 is the response. */
const patience = 3;
const longestWait = 120_000;

/** After that many requests in a row without a response in time an operation gets no more: each would take as long again. */
const mostUnanswered = 6;

/**
 * Whether a request that had no effect, or one that nobody saw, may be sent again. The server may have done what it did not confirm:
 * a second DELETE would find nothing, and a second POST would make another record.
 */
function isRepeatable({ method, operation, row, body, impatient = false, isUndoing = false }: Sent): boolean {
	// The server may have counted it.
	if (impatient) return false;
	if (["GET", "HEAD", "OPTIONS"].includes(method) || isUndoing) return true;
	if (operation === "executeGraphql") return !mutates(body);
	return method !== "DELETE" && row?.retry === "idempotent";
}

/** A connection that ended before a whole response: a server may close one that was idle just as the next request is on its way. */
class BrokenOff extends Unreachable {}

const sleep = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Milliseconds to wait before a request is sent again: those that Retry-After gives, in seconds or as a time, or `usual` where it gives none. */
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

/** Sends requests politely: bounded in rate and number, obeying Retry-After, and waiting after a 429 without it. Throws Unreachable where no response comes. */
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

	/** Allows as many requests again at the same time, for rules that share no records with the others. */
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
			// Others of the operation may have ended meanwhile.
			if (isLate && sent.operation !== undefined)
				this.#unanswered.set(sent.operation, (this.#unanswered.get(sent.operation) ?? 0) + 1);
			const what = `${sent.method} ${url} got no response`;
			throw isLate ? new Unreachable(`${what}: none within ${timeout} ms`) : new BrokenOff(`${what}: ${why}`);
		}
	}

	/** What goes over the wire: the server's names, and header names in lower case where they are translated. */
	#translated({ method, headers, body }: Sent, url: string): Pick<Sent, "headers" | "body"> & { url: string } {
		if (!this.#outward) return { url, headers, body };
		const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
		const wire = this.#outward.request({ method, url, headers: lower, body: body ?? null });
		// The translator gives back headers that have values, and a body of the kind that it was given.
		return { url: wire.url, headers: wire.headers as Sent["headers"], body: (wire.body ?? undefined) as Sent["body"] };
	}
}
