import type { ClientOptions, Connection } from "../connection/connection";
import { Facade, type Resource, type ResourcesByName } from "./facade";

/**
 * The type of a client with only some of the resources.
 *
 * @example
 * const showStatus = async (tenon: ClientOf<{ pipelines: Resource<Pipelines> }>) =>
 *   console.log((await tenon.pipelines.getLatest({ id: "acme/web" })).status);
 */
export type ClientOf<Chosen> = Connection & {
	readonly [Name in keyof Chosen]: Chosen[Name] extends Resource<infer Methods> ? Methods : never;
} & {
	/** See `Tenon`. */
	sudo(user: number | string | null): ClientOf<Chosen>;
	/** See `Tenon`. */
	withOptions(options: Partial<ClientOptions>): ClientOf<Chosen>;
};

/**
 * Creates a client with only these resources, for small bundles. Otherwise the same as `createClient` of
 * `@tenon/client`.
 *
 * @param resources the resources, by their names on the client
 * @example
 * import { createClient, pipelines, users } from "@tenon/client/resources";
 * const tenon = createClient({ baseUrl: "https://platform.example.com", auth: { token } }, { pipelines, users });
 * const { items } = await tenon.pipelines.list({ id: "acme/web" });
 */
export function createClient<Chosen extends ResourcesByName>(
	options: ClientOptions,
	resources: Chosen,
): ClientOf<Chosen> {
	return new Facade(options, resources) as unknown as ClientOf<Chosen>; // the resources are defined at run time, which TypeScript cannot follow
}
