import { type ClientOptions, type Connection, core } from "../connection/connection";
import { UsageError } from "../errors/errors";
import { lazily, methodsOf, type Resource, type ResourcesByName } from "./facade";
import { rowsOf } from "./rows";

/**
 * Your own operations, as `extend` accepts them: the resources that `tenon-contract generate` writes.
 *
 * @example
 * const { resources } = company; // or import it from ./company/resources.js
 * const onlyMethods: ClientExtension<typeof resources> = { resources }; // without the table and the validators
 */
export interface ClientExtension<Chosen extends ResourcesByName = ResourcesByName> {
	readonly resources: Chosen;
}

type MethodsOf<Chosen> = Chosen extends Resource<infer Methods> ? Methods : never;

/** The methods that derive another client. */
interface Derived<Client, Chosen> {
	/** See `Tenon`. */
	sudo(user: number | string | null): Extended<Client, Chosen>;
	/** See `Tenon`. */
	withOptions(options: Partial<ClientOptions>): Extended<Client, Chosen>;
}

/**
 * The type of a client with additional resources. If both have a resource, it has the methods of both.
 *
 * @example
 * const approve = (tenon: Extended<Tenon, typeof company.resources>) =>
 *   tenon.mergeRequestApprovals.approve({ id: "acme/web", merge_request_iid: 7 });
 */
export type Extended<Client, Chosen> = Omit<Client, keyof Chosen | keyof Derived<Client, Chosen>> & {
	readonly [Name in keyof Chosen]: MethodsOf<Chosen[Name]> & (Name extends keyof Client ? Client[Name] : unknown);
} & (Client extends { withOptions: unknown } ? Derived<Client, Chosen> : unknown);

/** The methods that a client can have besides its resources. */
interface Derivable extends Connection {
	sudo?(user: number | string | null): Derivable;
	withOptions?(options: Partial<ClientOptions>): Derivable;
}

/**
 * Adds your own operations to a client. Pagination, retries by class, sudo, typed errors, middleware and all options
 * work as for the contract's operations. Returns a new client; the one that you pass does not change. Throws a
 * UsageError if the client already has a method with the same name, or a property with the name of a resource.
 *
 * @param client a client from `createClient`, or the result of another `extend`
 * @param extension the exports of `tenon-contract generate`, or `{ resources }` of its file `resources.ts`, for small bundles
 * @example
 * import { createClient } from "@tenon/client";
 * import { extend } from "@tenon/client/extend";
 * const tenon = extend(createClient({ baseUrl, auth }), company); // which ./company/index.js exports
 * for await (const rule of tenon.approvalRules.list({ id: "acme/web" })) console.log(rule.name);
 * await tenon.pipelines.list({ id: "acme/web" });
 */
export function extend<Client extends Connection, Chosen extends ResourcesByName>(
	client: Client,
	extension: ClientExtension<Chosen>,
): Extended<Client, Chosen> {
	// The properties are added by name, which TypeScript cannot follow.
	return extended(client, extension.resources) as unknown as Extended<Client, Chosen>;
}

function extended(client: Derivable, resources: ResourcesByName): Derivable {
	// Inherits everything from the client. Its private fields are reached through its own `core` method.
	const result: Derivable = Object.create(client, { [core]: { value: () => client[core]() } });
	const put = (name: string, value: unknown): void => void Object.defineProperty(result, name, { value });
	if (client.sudo) put("sudo", (user: string) => client.sudo && extended(client.sudo(user), resources));
	if (client.withOptions)
		put("withOptions", (options: object) => client.withOptions && extended(client.withOptions(options), resources));
	for (const [name, resource] of Object.entries(resources)) {
		const before: unknown = Reflect.get(client, name);
		if (before !== undefined) check(name, resource, before);
		lazily(result, name, () => Object.assign({ ...(before ?? {}) }, methodsOf(result, resource)));
	}
	return result;
}

/** Throws if the client has another property of this name, or already has a method of the resource. */
function check(name: string, { rows }: Resource<object>, before: unknown): void {
	if (typeof before !== "object" || before === null)
		throw new UsageError(name, "is a property of the client, and cannot be a resource");
	for (const row of rowsOf(rows))
		if (Object.hasOwn(before, row.name))
			throw new UsageError(`${name}.${row.name}`, "is already a method of the client");
}
