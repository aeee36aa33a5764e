import { call, download, upload } from "../calls/call";
import { sendTo } from "../calls/send-to";
import { type ClientOptions, type Connection, CoreHolder, core } from "../connection/connection";
import { helpers, type Resources, resources } from "../generated/resources";
import { list } from "../paging/list";
import { type Route, route } from "../transport/route";

/**
 * The client: every operation of the contract as a method, by resource.
 *
 * @example
 * const tenon: Tenon = createClient({ baseUrl, auth: { token } });
 * await tenon.issueNotes.create({ id: "acme/web", issue_iid: 7, body: "hi" });
 */
export interface Tenon extends Resources, Connection {
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

	constructor(options: ClientOptions) {
		// A copy: what the caller changes afterwards in his own object changes no client.
		const own = {
			...options,
			headers: { ...options.headers },
			auth: typeof options.auth === "object" ? { ...options.auth } : options.auth,
		};
		super(own);
		this.#options = own;
		for (const [name, rows] of Object.entries(resources)) lazily(this, name, () => methodsOf(this, name, rows));
	}

	get [Symbol.toStringTag](): string {
		return "Tenon";
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
export function createClient(options: ClientOptions = {}): Tenon {
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

/** Parameters of their own types, which the table does not follow. */
type Method = (client: Connection, params: never, options?: object) => unknown;
type Sender = (client: Connection, route: Route, params: never, options?: object) => unknown;

const senders: { readonly [name: string]: Sender } = { list, call, upload, download, sendTo };
const byHand: { readonly [resource: string]: { readonly [name: string]: Method } } = helpers;

/** The methods of a resource, from its table. */
function methodsOf(client: Connection, resource: string, rows: string): object {
	const methods: { [name: string]: (params?: object, options?: object) => unknown } = {};
	for (const row of rows.split("\n")) {
		const [name = "", sender = "", ...rest] = row.split(" ");
		const send = senders[sender];
		let parsed: Route | undefined;
		methods[name] = (params = {}, options) => {
			parsed ??= route(rest.join(" "));
			return send?.(client, parsed, params as never, options);
		};
	}
	for (const [name, run] of Object.entries(byHand[resource] ?? {}))
		methods[name] = (params = {}, options) => run(client, params as never, options);
	return methods;
}
