import type { Builder } from "../builder";
import { ago } from "./times";

/**
 * People to try deletion and sign-in on: `ivo.smith`, who alone owns a private group, `hana.smith`, who owns one together with
 * `eve.smith`, and tokens of `root` and `outsider` that may do less than theirs, and an
 * OAuth token of `developer`.
 */
export function owners(make: Builder): void {
	const { state } = make;
	const created_at = ago(state, 24 * 40);
	for (const [path, ...names] of [
		["hermitage", "ivo.smith"],
		["two-desks", "hana.smith", "eve.smith"],
	] as const) {
		make.group(path, { visibility: "private", created_at });
		for (const name of names) make.member(name, path, "owner");
	}
	make.token({ user_id: make.userId("root"), text: "root-plain", name: "Scripts", scopes: ["api"] });
	const oauth = { kind: "oauth", scopes: ["api"] } as const;
	make.token({ ...oauth, user_id: make.userId("developer"), text: "developer-oauth", name: "Editor" });
	make.token({ user_id: make.userId("outsider"), text: "outsider-reads-users", name: "People", scopes: ["read_user"] });
}
