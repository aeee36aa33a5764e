import type { Answer, Exchange } from "../transport/exchange";

/**
 * The answer of a call: await it for the data, or ask for the response as well. The request is sent once, whether or
 * not anyone awaits it, and a failure that nobody awaits does not end the process.
 *
 * @example
 * const group = await tenon.groups.get({ id: "acme" });
 * const { data, response } = await tenon.groups.get({ id: "acme" }).withResponse();
 */
export class ApiPromise<T> extends Promise<T> {
	/** What `then` gives is a plain promise. */
	static override get [Symbol.species](): PromiseConstructor {
		return Promise;
	}

	readonly #exchange: Exchange | undefined;
	readonly #outcome: Promise<Outcome>;
	#data: Promise<T> | undefined;

	/** @internal */
	constructor(start: () => Exchange, perform: (exchange: Exchange) => Promise<Answer>) {
		// Never settles by itself: `then` stands in for it.
		super(() => {});
		try {
			this.#exchange = start();
			this.#outcome = run(this.#exchange, perform);
		} catch (error) {
			this.#outcome = Promise.resolve({ error });
		}
	}

	// biome-ignore lint/suspicious/noThenProperty: it is a promise
	override then<A = T, B = never>(
		onFulfilled?: ((value: T) => A | PromiseLike<A>) | null,
		onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
	): Promise<A | B> {
		this.#data ??= this.#awaited();
		return this.#data.then(onFulfilled, onRejected);
	}

	async #awaited(): Promise<T> {
		const { data } = await this.#settled();
		return data as T; // T is what the contract says of the answer
	}

	/**
	 * The data and the response, whose body has been read.
	 *
	 * @example
	 * const { response } = await tenon.users.getCurrent().withResponse();
	 * console.log(response.headers.get("x-request-id"));
	 */
	async withResponse(): Promise<{ data: T; response: Response }> {
		const { data, response } = await this.#settled();
		return { data: data as T, response }; // as above
	}

	/**
	 * The response alone, with its body unread if this is asked in the same breath as the call. Refusals reject all the
	 * same. Awaiting the promise itself then gives undefined.
	 *
	 * @example
	 * const response = await tenon.groups.getAvatar({ id: "acme" }).asResponse();
	 * await response.body?.pipeTo(file);
	 */
	async asResponse(): Promise<Response> {
		if (this.#exchange) this.#exchange.reads = "nothing";
		const { response, content } = await this.#settled();
		// Asked too late: what was read is given a second time.
		return content === undefined ? response : new Response(content || null, response);
	}

	async #settled(): Promise<Answer> {
		const outcome = await this.#outcome;
		if ("error" in outcome) throw outcome.error;
		return outcome;
	}
}

type Outcome = Answer | { readonly error: unknown };

/**
 * A failure is an outcome like any other, so that one that nobody awaits is no unhandled rejection, and there is only ever one
 * that waits: engines then follow the chain, and the error's stack shows the caller.
 */
async function run(exchange: Exchange, perform: (exchange: Exchange) => Promise<Answer>): Promise<Outcome> {
	// One step later, so that asResponse() can still say that nobody is to read the body; and one more, so that whoever awaits
	// the promise stands in the stack of what goes wrong at once.
	await undefined;
	await undefined;
	try {
		return await perform(exchange);
	} catch (error) {
		return { error };
	}
}
