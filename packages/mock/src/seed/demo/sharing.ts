import type { Builder } from "../builder";
import { ago } from "./times";

const mebibyte = 1024 * 1024;

/** What tells the groups and projects of `places` apart in lists: topics, stars, sizes, storages, attributes. */
function differences(make: Builder): void {
	const { state } = make;
	const change = (fullPath: string, changes: Parameters<typeof state.projects.update>[1]): void => {
		const project = state.project(fullPath);
		if (project) state.projects.update(project.id, changes);
	};
	const sizes = state.project("acme/web")?.statistics;
	if (!sizes) return;
	change("acme/web", {
		topics: ["web", "shop"],
		starred_by_ids: ["developer", "reporter"].map((name) => make.userId(name)),
		forks_count: 2,
		has_security_reports: true,
		custom_attributes: [{ key: "team", value: "storefront" }],
		statistics: {
			...sizes,
			repository_size: 40 * mebibyte,
			wiki_size: mebibyte,
			job_artifacts_size: 12 * mebibyte,
			container_registry_size: 300 * mebibyte,
		},
	});
	change("acme/backend/api/core/engine", {
		topics: ["services"],
		starred_by_ids: [make.userId("developer")],
		statistics: { ...sizes, repository_size: 8 * mebibyte, container_registry_size: 100 * mebibyte },
	});
	const frontend = state.group("acme/frontend");
	if (frontend) state.groups.update(frontend.id, { custom_attributes: [{ key: "region", value: "emea" }] });
}

/**
 * Groups that are archived, and marked for deletion; `friends`, which shares projects with `acme` and is invited there as
 * `acme/frontend` is at theirs; and the users that `acme` brought in by SAML and by provisioning.
 */
export function sharing(make: Builder): void {
	const created_at = ago(make.state, 24 * 200);
	make.user({ username: "newcomer", created_at });
	make.group("friends", { description: "They build with us.", created_at });
	make.group("acme/museum", { description: "What nobody builds any more.", archived: true, created_at });
	make.group("leaving", {
		description: "Not needed any more.",
		marked_for_deletion_on: ago(make.state, 24 * 3).slice(0, 10),
		created_at,
	});
	make.member("newcomer", "friends", "owner");
	make.project("friends/tools", { description: "Helpers for everyone.", topics: ["helpers"], created_at });
	make.project("friends/plans", { visibility: "private", issues_access_level: "disabled", created_at });
	make.project("acme/museum/exhibit", { archived: true, created_at });
	for (const project of ["friends/tools", "friends/plans"]) make.share("acme", project, "developer");
	make.share("friends", "acme", "reporter");
	make.share("acme/frontend", "friends", "developer");
	differences(make);

	for (const username of ["developer", "reporter", "newcomer"]) make.samlUser(username, "acme");
	const acme = make.state.group("acme");
	for (const username of ["newcomer", "temp"]) {
		const state = username === "temp" ? "blocked" : "active";
		const user = make.state.users.one("username", username) ?? make.user({ username, state, created_at });
		make.state.users.update(user.id, { provisioned_by_group_id: acme?.id ?? null });
	}
}
