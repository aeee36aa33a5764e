/** Rotates a token and continues with the new one. */
import { adoptToken, CredentialsError, createClient } from "@tenon/client";

const tenon = createClient({ baseUrl: "https://platform.example.com", auth: { token: "owner-token", as: "bearer" } });
try {
	const in90Days = new Date(Date.now() + 90 * 86_400_000);
	const rotation = tenon.groups.rotatePersonalAccessToken({ id: "acme", token_id: 7, expires_at: in90Days });
	const { token, expires_at }: { token: string; expires_at: string | null } = await adoptToken(tenon, rotation);
	console.log(token.length, expires_at);
} catch (error) {
	if (error instanceof CredentialsError) console.error("sign in again:", error.cause);
	else throw error;
}
