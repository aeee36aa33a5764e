import type { Builder } from "../builder";
import { ago, roles } from "./times";

/** A user for each role, an administrator, an auditor, and one who belongs nowhere. */
export function people(make: Builder): void {
	const created_at = ago(make.state, 24 * 400);
	make.user({ username: "root", name: "Root Administrator", admin: true, created_at });
	for (const username of roles) make.user({ username, public_email: `${username}@example.com`, created_at });
	make.user({ username: "outsider", created_at });
	make.user({ username: "auditor", auditor: true, created_at });
}
