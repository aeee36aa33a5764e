import type { Group, Project } from "../../state/records";
import type { Builder } from "../builder";
import { ago, roles } from "./times";

/** `acme` with groups down to three levels below it, an internal and a private group beside it. */
export function groups(make: Builder): { acme: Group } {
	const created_at = ago(make.state, 24 * 365);
	const acme = make.group("acme", { name: "Acme", description: "Everything that Acme builds.", created_at });
	make.group("acme/backend", { description: "Services.", created_at });
	make.group("acme/backend/api", { name: "API", created_at });
	make.group("acme/backend/api/core", { created_at });
	make.group("acme/frontend", { description: "What people see.", created_at });
	make.group("partners", { visibility: "internal", description: "For everyone who is signed in.", created_at });
	make.group("skunkworks", { visibility: "private", description: "For members only.", created_at });
	for (const role of roles) make.member(role, "acme", role);
	make.member("owner", "partners", "owner");
	make.member("developer", "partners", "developer");
	make.member("owner", "skunkworks", "owner");
	make.member("developer", "skunkworks", "developer");
	return { acme };
}

/** The projects of those groups, one of each visibility in `acme`. */
export function projects(make: Builder): { web: Project; others: Project[] } {
	const created_at = ago(make.state, 24 * 300);
	const web = make.project("acme/web", { description: "The shop.", created_at });
	const others = [
		make.project("acme/portal", { visibility: "internal", created_at }),
		make.project("acme/vault", { visibility: "private", created_at }),
		make.project("acme/backend/api/core/engine", { created_at }),
		make.project("partners/handbook", { created_at }),
		make.project("skunkworks/rocket", { created_at }),
	];
	return { web, others };
}
