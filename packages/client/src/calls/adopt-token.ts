import { type Connection, core } from "../connection/connection";
import { UsageError } from "../errors/errors";

/**
 * Hands the token that a rotation gives to the client that rotated its own: every request that begins once the response is there
 * uses the new one, and one that was refused because the old one is gone is sent again with it. Clients that were derived
 * before keep the old one.
 *
 * @param client whose token it is
 * @param rotation the call that rotates it
 * @returns What the rotation gives; rejects as it does, and the old token then stays.
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
