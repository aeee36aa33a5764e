import type { Builder } from "../builder";
import { ago } from "./times";

/**
 * Invitations of and into groups of each visibility, a group below the private one, a shared project that is archived, and users that a provider or a
 * subgroup brought in: what the lists of groups, projects and users tell apart. Beside them tokens to try revocation on.
 */
export function neighbours(make: Builder): void {
	const created_at = ago(make.state, 24 * 150);
	for (const host of ["partners", "skunkworks", "acme/frontend"]) make.share("friends", host, "guest");
	for (const guest of ["partners", "skunkworks"]) make.share(guest, "acme/backend", "guest");
	make.group("skunkworks/hangar", { visibility: "private", created_at });
	make.group("leaving/annex", { created_at });
	make.share("acme", "leaving/annex", "guest");
	make.project("friends/attic", {
		name: "Tools Attic",
		visibility: "internal",
		archived: true,
		merge_requests_access_level: "disabled",
		starred_by_ids: [make.userId("developer")],
		created_at,
	});
	make.share("acme", "friends/attic", "developer");
	make.samlUser("temp", "acme");
	make.token({ user_id: make.userId("ada.baker"), text: "throwaway-personal", name: "Throwaway", scopes: ["api"] });
	for (const place of ["acme", "acme/web", "acme/backend"])
		make.resourceToken(place, "developer", { text: `throwaway-of-${place}`, name: "Throwaway" });
	const backend = make.state.group("acme/backend");
	make.user({ username: "intern", provisioned_by_group_id: backend?.id ?? null, created_at });
}
