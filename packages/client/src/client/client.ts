import type { ClientOptions, Connection } from "../connection/connection";
import { type Resources, resources } from "../generated/resources";
import { Facade } from "./facade";

/**
 * The client. It has every operation of the contract as a method, grouped by resource.
 *
 * @example
 * const tenon: Tenon = createClient({ baseUrl, auth: { token } });
 * await tenon.issueNotes.create({ id: "acme/web", issue_iid: 7, body: "hi" });
 */
export interface Tenon extends Resources, Connection {
	/**
	 * Returns a client that acts as another user. The original client does not change. Administrators only.
	 *
	 * @param user id or username; null stops acting as another user
	 * @example
	 * const asOwner = tenon.sudo("owner");
	 */
	sudo(user: number | string | null): Tenon;

	/**
	 * Returns a client with other options. The original client does not change. Options that you leave out keep their
	 * values.
	 *
	 * @example
	 * const patient = tenon.withOptions({ timeout: 120_000, retries: 5 });
	 */
	withOptions(options: Partial<ClientOptions>): Tenon;
}

/**
 * Creates a client for a platform. Sends nothing yet. Throws a UsageError for invalid options, such as a missing base
 * URL or a token that cannot be sent in a header.
 *
 * @example
 * const tenon = createClient({ baseUrl: "https://platform.example.com", auth: { token: () => vault.get("pat") } });
 * for await (const user of tenon.users.list({ active: true })) console.log(user.username);
 */
export function createClient(options: ClientOptions = {}): Tenon {
	return new Facade(options, resources) as unknown as Tenon; // the resources are defined at run time, which TypeScript cannot follow
}
