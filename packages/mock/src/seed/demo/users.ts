import { newUser } from "../../state/new-user";
import type { Builder } from "../builder";
import { ago } from "./times";

/** The platform's own accounts, which nobody signs in to: they have no tokens. */
export function bots({ state }: Builder): void {
	const all = [
		["alert-bot", "Alert Bot", "alert_bot"],
		["support-bot", "Support Bot", "support_bot"],
	] as const;
	for (const [username, name, kind] of all)
		state.users.insert({ ...newUser(username, `${username}@example.com`, ago(state, 24 * 390)), name, kind });
}
