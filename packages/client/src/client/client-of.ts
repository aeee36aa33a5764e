import type { ClientOptions, Connection } from "../connection/connection";
import { Facade, type Resource, type ResourcesByName } from "./facade";

/**
 * A client that has some of the resources.
 *
 * @example
 * const showStatus = async (tenon: ClientOf<{ pipelines: Resource<Pipelines> }>) =>
 *   console.log((await tenon.pipelines.getLatest({ id: "acme/web" })).status);
 */
export type ClientOf<Chosen> = Connection & {
	readonly [Name in keyof Chosen]: Chosen[Name] extends Resource<infer Methods> ? Methods : never;
} & {
	/** As the method of `Tenon`. */
	sudo(user: number | string | null): ClientOf<Chosen>;
	/** As the method of `Tenon`. */
	withOptions(options: Partial<ClientOptions>): ClientOf<Chosen>;
};

/**
 * A client with these resources: a bundle holds no others. Otherwise as `createClient` of `@tenon/client`.
 *
 * @param resources by the names that they have on the client
 * @example
 * import { createClient, pipelines, users } from "@tenon/client/resources";
 * const tenon = createClient({ baseUrl: "https://platform.example.com", auth: { token } }, { pipelines, users });
 * const { items } = await tenon.pipelines.list({ id: "acme/web" });
 */
export function createClient<Chosen extends ResourcesByName>(
	options: ClientOptions,
	resources: Chosen,
): ClientOf<Chosen> {
	return new Facade(options, resources) as unknown as ClientOf<Chosen>; // the resources are defined one by one, which no type follows
}
