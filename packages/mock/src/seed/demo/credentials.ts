import type { Builder } from "../builder";
import { ago } from "./times";

/** The date some days from the platform's now. */
const inDays = (make: Builder, days: number): string => ago(make.state, -24 * days).slice(0, 10);

/**
 * What the group `acme` looks after: `developer` and `maintainer` as its enterprise users, a service account, tokens that are
 * active, expired and revoked, tokens of the group, of a subgroup and of a project, and SSH keys.
 */
export function credentials(make: Builder): void {
	const { state } = make;
	make.user({ username: "acme-deployer", name: "Acme Deployer", created_at: ago(state, 24 * 180) });
	make.enterpriseUser("acme-deployer", "acme", "service_account");
	for (const username of ["maintainer", "developer"]) make.enterpriseUser(username, "acme");
	const user_id = make.userId("developer");
	const token = { user_id, scopes: ["api"], created_at: ago(state, 24 * 60) };
	make.token({
		...token,
		text: "developer-laptop",
		name: "Laptop",
		description: "Deploys from the command line",
		expires_at: inDays(make, 90),
		last_used_at: ago(state, 15),
	});
	make.token({ ...token, text: "developer-expired", name: "Old script", expires_at: inDays(make, -10) });
	make.token({ ...token, text: "developer-revoked", name: "Lost phone", expires_at: inDays(make, 30), revoked: true });
	make.resourceToken("acme", "owner", { text: "acme-bot", name: "Housekeeping", expires_at: inDays(make, 200) });
	make.resourceToken("acme/backend", "maintainer", { text: "backend-bot", name: "Releases", scopes: ["api"] });
	make.resourceToken("acme/web", "developer", { text: "web-bot", name: "Checks", expires_at: inDays(make, 60) });
	make.sshKey({
		user_id,
		title: "Laptop",
		created_at: ago(state, 24 * 100),
		last_used_at: ago(state, 20),
		expires_at: ago(state, -24 * 250),
	});
	make.sshKey({ user_id: make.userId("maintainer"), title: "Signing key", usage_type: "signing" });
}
