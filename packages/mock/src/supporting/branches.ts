import type { components } from "@tenon/contract/supporting";
import { accessLevels, type RecordOf } from "../extension/public";
import type { Call } from "./work";

/** Returns a branch in GitLab's format. The platform knows a commit's hash, but not its message. */
export function branch(
	name: string,
	sha: string,
	project: RecordOf<"projects">,
	{ actor, base }: Call,
): components["schemas"]["Branch"] {
	const isProtected = project.protected_refs.includes(name);
	const needed = isProtected ? accessLevels.maintainer : accessLevels.developer;
	return {
		name,
		merged: name !== project.default_branch && sha === project.branches[project.default_branch ?? ""],
		protected: isProtected,
		default: name === project.default_branch,
		can_push: actor.levelToChange(project) >= needed,
		developers_can_push: !isProtected,
		developers_can_merge: !isProtected,
		web_url: `${base}/${project.full_path}/-/tree/${encodeURIComponent(name)}`,
		commit: {
			id: sha,
			short_id: sha.slice(0, 8),
			title: `Commit ${sha.slice(0, 8)}`,
			message: `Commit ${sha.slice(0, 8)}\n`,
			web_url: `${base}/${project.full_path}/-/commit/${sha}`,
		},
	};
}
