import type { Connection } from "../connection/connection";
import type { Result } from "./perform";
import { reportUnawaited } from "./report-unawaited";

/** How a call is sent, once it is known whether the caller reads the body. */
type Start = (isUnread: boolean) => Promise<Result>;

/** The response distinguishes the two. */
type Outcome = Result | { readonly response?: undefined; readonly error: unknown };

/**
 * The result of a call: await it for the data, or ask for the response as well. The request is sent once, whether or
 * not anyone awaits it, and a failure that nobody awaits does not end the process.
 *
 * @example
 * const group = await tenon.groups.get({ id: "acme" });
 * const { data, response } = await tenon.groups.get({ id: "acme" }).withResponse();
 */
export class ApiPromise<T> extends Promise<T> {
	/** What `then` returns is a plain promise. */
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
		// Never settles by itself: `then` replaces it.
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
	 * A failure is an outcome like any other, so that one that nobody awaits is not an unhandled rejection, and there is only ever one
	 * that waits: engines then follow the chain, and the error's stack shows the caller.
	 */
	async #run(start: Start, client: Connection | undefined): Promise<Outcome> {
		// One step later, so that asResponse() can still say that the caller reads the body; and one more, so that whoever awaits
		// the promise is in the stack of what goes wrong at once.
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

	/** For `console.log`: the state, without the data, which may hold secrets. */
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
		return outcome.data as T; // T is what the contract says of the data
	}

	/**
	 * The data and the response, whose body has been read.
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
	 * The response alone, with its body unread if you call this in the same breath as the method. Refusals reject all the
	 * same. `timeout` and `deadline` cover the body: give a longer one to a large file. Awaiting the promise itself then
	 * returns undefined.
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
		// Asked too late: what was read is returned a second time.
		return content === undefined ? response : new Response(content || null, response);
	}
}
