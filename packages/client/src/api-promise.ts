import type { Answer, Exchange } from "./exchange";

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
	readonly #answer: Promise<Answer>;

	/** @internal */
	constructor(start: () => Exchange, perform: (exchange: Exchange) => Promise<Answer>) {
		let exchange: Exchange | undefined;
		const answer = new Promise<Answer>((resolve) => {
			exchange = start();
			// One step later, so that asResponse() can still say that nobody is to read the body.
			resolve(Promise.resolve(exchange).then(perform));
		});
		super((resolve, reject) => {
			answer.then(({ data }) => resolve(data as T), reject); // T is what the contract says of the answer
		});
		// Whoever awaits is told of a failure; this only keeps it from being called unhandled when nobody does.
		this.catch(() => {});
		this.#exchange = exchange;
		this.#answer = answer;
	}

	/**
	 * The data and the response, whose body has been read.
	 *
	 * @example
	 * const { response } = await tenon.users.getCurrent().withResponse();
	 * console.log(response.headers.get("x-request-id"));
	 */
	async withResponse(): Promise<{ data: T; response: Response }> {
		const { response } = await this.#answer;
		return { data: await this, response };
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
		const { response, content } = await this.#answer;
		// Asked too late: what was read is given a second time.
		return content === undefined ? response : new Response(content || null, response);
	}
}
