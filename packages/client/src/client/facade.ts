import { type ClientOptions, type Connection, CoreHolder, core } from "../connection/connection";
import { type Route, route } from "../transport/route";
import { rowsOf } from "./rows";
import { withEnvironment } from "./with-environment";

/** Each method has its own parameter type, which TypeScript cannot follow here: hence `never`. */
type Method = (client: Connection, params: never, options?: object) => unknown;
type Sender = (client: Connection, route: Route, params: never, options?: object) => unknown;

/**
 * The methods of a resource, as `createClient` of `@tenon/client/resources` accepts them.
 *
 * @example
 * const mine: Resource<Pipelines> = pipelines;
 */
export interface Resource<Methods> {
	/** @internal The table of the methods, in the format that `rowsOf` reads. */
	readonly rows: string;
	/** @internal */
	readonly senders: { readonly [name: string]: Sender };
	/** @internal Hand-written methods. */
	readonly helpers?: { readonly [name: string]: Method };
	/** Only carries the type; always undefined. */
	readonly methods?: Methods;
}

/** Resources, by their names on the client. */
export interface ResourcesByName {
	readonly [name: string]: Resource<object>;
}

/** A client that defines each resource when it is first used. */
export class Facade extends CoreHolder {
	readonly #options: ClientOptions;
	readonly #resources: ResourcesByName;

	constructor(options: ClientOptions, resources: ResourcesByName) {
		// A copy, so that later changes to the caller's object do not change the client.
		const { headers, auth, ...rest } = withEnvironment(options);
		const own = { ...rest, headers: { ...headers }, auth: typeof auth === "object" ? { ...auth } : auth };
		super(own);
		this.#options = own;
		this.#resources = resources;
		for (const name in resources) lazily(this, name, () => methodsOf(this, resources[name]));
	}

	get [Symbol.toStringTag](): string {
		return "Tenon";
	}

	sudo(user: number | string | null): Facade {
		return this.withOptions({ sudo: user });
	}

	withOptions(options: Partial<ClientOptions>): Facade {
		// With the current token.
		const auth = this[core]().credentials?.options();
		return new Facade({ ...this.#options, auth, ...options }, this.#resources);
	}
}

/** Defines a property whose value is created when it is first read. */
export function lazily(target: object, name: string, make: () => unknown): void {
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

/** Returns the methods of a resource, bound to a client. */
export function methodsOf(
	client: Connection,
	{ rows, senders, helpers = {} }: Resource<object> = { rows: "", senders: {} },
): object {
	const methods: { [name: string]: (params?: object, options?: object) => unknown } = {};
	for (const { name, sender, route: text } of rowsOf(rows)) {
		let parsed: Route | undefined;
		methods[name] = (params = {}, options) => {
			parsed ??= route(text);
			return senders[sender]?.(client, parsed, params as never, options);
		};
	}
	for (const [name, run] of Object.entries(helpers))
		methods[name] = (params = {}, options) => run(client, params as never, options);
	return methods;
}
