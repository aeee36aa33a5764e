import type { paths } from "@tenon/contract";
import openapiFetch, { type Client as RawClient } from "openapi-fetch";
import { toQuery } from "../calls/serialize";
import { type ClientOptions, type Connection, CoreHolder, core } from "../connection/connection";
import { UsageError } from "../errors/errors";
import { type Resources, resources } from "../generated/resources";
import type { Exchange } from "../transport/exchange";
import { transmit } from "../transport/transport";

/**
 * The client: every operation of the contract as a method, by resource.
 *
 * @example
 * const tenon: Tenon = createClient({ baseUrl, auth: { token } });
 * await tenon.issueNotes.create({ id: "acme/web", issue_iid: 7, body: "hi" });
 */
export interface Tenon extends Resources, Connection {
	/**
	 * The raw openapi-fetch client over the same transport: any path, typed by the contract; refusals are returned, not thrown.
	 * The timeout ends with the headers, and a request with a body is sent once.
	 *
	 * @example
	 * const { data, error, response } = await tenon.rest.GET("/groups/{id}", { params: { path: { id: 7 } } });
	 */
	readonly rest: RawClient<paths>;

	/**
	 * The same client, acting as someone else; the given one stays as it is. Administrators only.
	 *
	 * @param user number or username; null ends it
	 * @example
	 * const asOwner = tenon.sudo("owner");
	 */
	sudo(user: number | string | null): Tenon;

	/**
	 * The same client with other options; the given one stays as it is. What is left out stays.
	 *
	 * @example
	 * const patient = tenon.withOptions({ timeout: 120_000, retries: 5 });
	 */
	withOptions(options: Partial<ClientOptions>): Tenon;
}

class Facade extends CoreHolder {
	readonly #options: ClientOptions;
	#rest: RawClient<paths> | undefined;

	constructor(options: ClientOptions) {
		// A copy: what the caller changes afterwards in his own object changes no client.
		const own = { ...options, headers: { ...options.headers }, auth: options.auth && { ...options.auth } };
		super(own);
		this.#options = own;
		for (const [name, methods] of Object.entries(resources)) lazily(this, name, () => bind(this, methods));
	}

	get [Symbol.toStringTag](): string {
		return "Tenon";
	}

	get rest(): RawClient<paths> {
		this.#rest ??= rawClient(this);
		return this.#rest;
	}

	sudo(user: number | string | null): Tenon {
		return this.withOptions({ sudo: user });
	}

	withOptions(options: Partial<ClientOptions>): Tenon {
		// With the token that it has by now.
		const auth = this[core]().credentials?.options();
		return createClient({ ...this.#options, auth, ...options });
	}
}

/**
 * A client for a platform. Sends nothing yet. Throws a UsageError for options that cannot work: no address, a token that
 * no header can carry.
 *
 * @example
 * const tenon = createClient({ baseUrl: "https://platform.example.com", auth: { token: () => vault.get("pat") } });
 * for await (const user of tenon.users.list({ active: true })) console.log(user.username);
 */
export function createClient(options: ClientOptions): Tenon {
	return new Facade(options) as unknown as Tenon; // the resources are defined one by one, which no type follows
}

/** A property that is made when it is first read. */
function lazily(target: object, name: string, make: () => unknown): void {
	Object.defineProperty(target, name, {
		configurable: true,
		enumerable: true,
		get() {
			const value = make();
			Object.defineProperty(target, name, { value, enumerable: true });
			return value;
		},
	});
}

type Method = (client: Connection, params?: object, options?: object) => unknown;

/** The functions of a resource as methods of the client. */
function bind(client: Connection, functions: object): object {
	return Object.fromEntries(
		Object.entries(functions).map(([name, run]: [string, Method]) => [
			name,
			(params?: object, options?: object) => run(client, params, options),
		]),
	);
}

function rawClient(client: Connection): RawClient<paths> {
	const settings = client[core]();
	return openapiFetch<paths>({
		baseUrl: settings.base,
		headers: settings.headers,
		querySerializer: (query) => toQuery(query),
		fetch: (request) => {
			const { url, method, signal, headers } = request;
			if (!url.startsWith(`${settings.base}/`)) throw new UsageError("url", "lies outside the client's base address");
			const exchange: Exchange = {
				route: {
					id: `${method} ${new URL(url).pathname}`,
					// Of other verbs only the retry class counts, which is as PUT's.
					verb: method === "HEAD" ? "GET" : (method as "PUT"),
					path: "",
				},
				options: { signal },
				until: undefined,
				sudo: settings.sudo,
				reads: "nothing",
				raw: true,
				secrets: [],
				attempts: 0,
				unclear: false,
			};
			return transmit(settings, { url, method, headers: Object.fromEntries(headers), request }, exchange);
		},
	});
}
