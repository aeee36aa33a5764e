import type { ClientOptions, Connection } from "../connection/connection";
import { type Resources, resources } from "../generated/resources";
import { Facade } from "./facade";

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

/**
 * A client for a platform. Sends nothing yet. Throws a UsageError for options that cannot work: no address, a token that
 * no header can carry.
 *
 * @example
 * const tenon = createClient({ baseUrl: "https://platform.example.com", auth: { token: () => vault.get("pat") } });
 * for await (const user of tenon.users.list({ active: true })) console.log(user.username);
 */
export function createClient(options: ClientOptions = {}): Tenon {
	return new Facade(options, resources) as unknown as Tenon; // the resources are defined one by one, which no type follows
}
