import type { Connection } from "../connection/connection";
import type { Result } from "./perform";
import { reportUnawaited } from "./report-unawaited";

/** Sends a call; `isUnread` says whether the caller reads the body. */
type Start = (isUnread: boolean) => Promise<Result>;

/** A success has a `response`, a failure has none. */
type Outcome = Result | { readonly response?: undefined; readonly error: unknown };

/**
 * The result of a call. Await it for the data, or call `withResponse` for the response too. The request is sent
 * once, even if nothing awaits the promise, and a failure that nothing awaits does not end the process.
 *
 * @example
 * const group = await tenon.groups.get({ id: "acme" });
 * const { data, response } = await tenon.groups.get({ id: "acme" }).withResponse();
 */
export class ApiPromise<T> extends Promise<T> {
	/** Makes `then` return a plain promise. */
	static override get [Symbol.species](): PromiseConstructor {
		return Promise;
	}

	readonly #outcome: Promise<Outcome>;
	#data: Promise<T> | undefined;
	#isUnread = false;
	#isAwaited = false;
	#state = "pending";

	/** @internal */
	constructor(prepare: () => Start, client?: Connection) {
		// The promise itself never settles: `then` is overridden.
		super(() => {});
		let start: Start;
		try {
			start = prepare();
		} catch (error) {
			this.#outcome = Promise.resolve(this.#failed(error, client));
			return;
		}
		this.#outcome = this.#run(start, client);
	}

	/**
	 * Returns a failure as an outcome instead of rejecting: if nothing awaits it, it is not an unhandled rejection. Only
	 * one promise waits at any time, so that engines can follow the chain and the stack of the error shows the caller.
	 */
	async #run(start: Start, client: Connection | undefined): Promise<Outcome> {
		// One turn later, so that asResponse() can still be called; another one, so that the stack of an immediate failure
		// shows the code that awaits the promise.
		await undefined;
		await undefined;
		try {
			const result = await start(this.#isUnread);
			this.#state = "fulfilled";
			return result;
		} catch (error) {
			return this.#failed(error, client);
		}
	}

	#failed(error: unknown, client: Connection | undefined): Outcome {
		this.#state = "rejected";
		reportUnawaited(client, error, () => this.#isAwaited);
		return { error };
	}

	/** Shows the state in `console.log`, but not the data, which can contain secrets. */
	[Symbol.for("nodejs.util.inspect.custom")](): string {
		return `ApiPromise { <${this.#state}> }`;
	}

	// biome-ignore lint/suspicious/noThenProperty: it is a promise
	override then<A = T, B = never>(
		onFulfilled?: ((value: T) => A | PromiseLike<A>) | null,
		onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
	): Promise<A | B> {
		this.#isAwaited = true;
		this.#data ??= this.#read();
		return this.#data.then(onFulfilled, onRejected);
	}

	async #read(): Promise<T> {
		const outcome = await this.#outcome;
		if (!outcome.response) throw outcome.error;
		return outcome.data as T; // the contract defines T as the type of the data
	}

	/**
	 * Returns the data and the response. The body of the response has already been read.
	 *
	 * @example
	 * const { response } = await tenon.users.getCurrent().withResponse();
	 * console.log(response.headers.get("x-request-id"));
	 */
	async withResponse(): Promise<{ data: T; response: Response }> {
		this.#isAwaited = true;
		const outcome = await this.#outcome;
		if (!outcome.response) throw outcome.error;
		return { data: outcome.data as T, response: outcome.response }; // as above
	}

	/**
	 * Returns the response without parsing it. Call this in the same statement as the method to get an unread body. A
	 * refusal still rejects. `timeout` and `deadline` include the body, so raise them for a large file. If you then await
	 * the promise itself, it resolves with undefined.
	 *
	 * @example
	 * const response = await tenon.groups.getAvatar({ id: "acme" }).asResponse();
	 * await response.body?.pipeTo(file);
	 */
	async asResponse(): Promise<Response> {
		this.#isUnread = true;
		this.#isAwaited = true;
		const outcome = await this.#outcome;
		if (!outcome.response) throw outcome.error;
		const { response, content } = outcome;
		// Called too late to leave the body unread: the content that was read is returned in a new response.
		return content === undefined ? response : new Response(content || null, response);
	}
}
