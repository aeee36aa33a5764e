import type { Group, Project, Runner, RunnerManager, RunnerRule } from "../state/records";
import { WorkBuilder } from "./builder/work";
import { groupOf, projectOf } from "./relations";

/**
 * Makes records with sane defaults, and what they need around them; `platform.seed` is one, and a seed is given one.
 *
 * - Every field of a record can be given, by its name; times default to the platform's now.
 * - Records relate by names too: a group or a project by its full path, a person by the username (`author`, `user`,
 *   `assignees`, `reviewers`).
 * - What is left out is made: the groups above a path, a project for an issue, an author.
 * - What is named and is not there is an error, which says what name may be meant.
 *
 * @example
 * const platform = createPlatform({ seed: demo });
 * const { seed } = platform;
 * seed.user("ada");
 * seed.project({ full_path: "acme/mobile/app", members: { ada: "maintainer" } });
 * const issue = seed.issue({ project: "acme/mobile/app", title: "It crashes", author: "ada" });
 * seed.note({ on: issue, body: "On start-up." });
 * seed.pipeline({ project: "acme/mobile/app", status: "failed", user: "ada" });
 */
export class Builder extends WorkBuilder {
	/**
	 * A runner with its authentication token, by default `runner-<id>-token`: of the projects (the first
	 * owns it), of the group, or of the instance.
	 *
	 * @example
	 * seed.runner({ projects: ["acme/web"], token: "my-runner-token" }, { tag_list: ["docker"] });
	 */
	runner(
		of: {
			projects?: readonly (Project | string)[];
			group?: Group | string;
			token?: string;
			token_expires_at?: string | null;
		} = {},
		fields: Partial<Runner> = {},
	): Runner {
		const created = fields.created_at ?? this.state.clock.iso();
		const runner = this.state.runners.insert({
			runner_type: of.group ? "group_type" : of.projects ? "project_type" : "instance_type",
			group_id: of.group ? groupOf(of.group, this.state).id : null,
			created_at: created,
			...fields,
		});
		for (const project of of.projects ?? [])
			this.state.runnerAssignments.insert({
				runner_id: runner.id,
				project_id: projectOf(project, this.state).id,
				created_at: created,
			});
		const text = of.token ?? `runner-${runner.id}-token`;
		this.state.runnerTokens.insert({ runner_id: runner.id, text, expires_at: of.token_expires_at ?? null });
		return runner;
	}

	/** A machine of a runner; its last contact counts as one of the runner's. */
	runnerManager(runner: Runner, fields: Partial<RunnerManager> = {}): RunnerManager {
		const manager = this.state.runnerManagers.insert({
			runner_id: runner.id,
			system_id: `machine-${this.state.runnerManagers.count("runner", runner.id) + 1}`,
			created_at: runner.created_at,
			...fields,
		});
		const known = this.state.runners.get(runner.id)?.contacted_at ?? "";
		if (manager.contacted_at !== null && manager.contacted_at > known)
			this.state.runners.update(runner.id, { contacted_at: manager.contacted_at });
		return manager;
	}

	/** What a group, a project, or the instance sets for its runners. */
	runnerRule(of: Project | Group | null, fields: Partial<RunnerRule>): RunnerRule {
		return this.state.runnerRules.insert({ ...this.runnerPlace(of), ...fields });
	}
}
