import { type Connection, core } from "../connection/connection";
import { UsageError } from "../errors/errors";

/**
 * Makes a client use the new token that rotating its own token returns. Every request that begins after the response
 * uses the new token; a request that was refused because the old token is no longer valid is sent again with it.
 * Clients that were derived from this client earlier keep the old token.
 *
 * @param client the client that uses the token
 * @param rotation the call that rotates the token
 * @returns The result of the rotation. If the rotation rejects, so does this, and the client keeps the old token.
 * @example
 * const { expires_at, token } = await adoptToken(tenon, tenon.groups.rotatePersonalAccessToken({ id: "acme", token_id: 7 }));
 * await vault.put("pat", token);
 */
export async function adoptToken<Rotated extends { readonly token: string }>(
	client: Connection,
	rotation: PromiseLike<Rotated>,
): Promise<Rotated> {
	const { credentials } = client[core]();
	if (!credentials) throw new UsageError("auth", "is missing: the client has no token to replace");
	await credentials.adopt(rotation);
	return await rotation;
}
