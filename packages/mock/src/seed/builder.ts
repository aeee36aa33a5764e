import type { Group, Project, Runner, RunnerManager, RunnerRule } from "../state/records";
import { WorkBuilder } from "./builder/work";
import { groupOf, projectOf } from "./relations";

/**
 * Creates records with sensible defaults, and the records that they need. `platform.seed` is a builder, and seed
 * functions are called with one.
 *
 * - You can set every field of a record by its name. Times default to the platform's current time.
 * - You can refer to other records by name: to a group or a project by its full path, to a user by the username
 *   (`author`, `user`, `assignees`, `reviewers`).
 * - Missing records are created: the groups above a path, a project for an issue, an author.
 * - A reference to a record that does not exist is an error, which suggests a similar name.
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
	 * Creates a runner with its authentication token, by default `runner-<id>-token`: of projects (the first one owns
	 * it), of a group, or of the instance.
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

	/** Creates a machine of a runner. Its last contact counts as one of the runner's. */
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

	/** Creates the runner settings of a group, a project, or the instance. */
	runnerRule(of: Project | Group | null, fields: Partial<RunnerRule>): RunnerRule {
		return this.state.runnerRules.insert({ ...this.runnerPlace(of), ...fields });
	}
}
