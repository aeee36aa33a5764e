/** Makers of runners, their machines, tokens and assignments. */
import type { Runner } from "../state/records";
import type { Builder } from "./builder";
import type { Makers } from "./maker";
import { projectFor } from "./record-makers-places";
import * as relation from "./record-relations";

/** Returns the runner of the fields' `runner_id`, or otherwise the first one. */
function runnerFor(builder: Builder, { runner_id }: { readonly runner_id?: number }): Runner {
	const [first] = builder.state.runners.all();
	return (runner_id === undefined ? first : builder.state.runners.get(runner_id)) ?? builder.runner();
}

const isText = (value: unknown): boolean => typeof value === "string" && value !== "";
const isTime = (value: unknown): boolean =>
	value === null || (typeof value === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value));

type RunnerTable = "runners" | "runnerManagers" | "runnerAssignments" | "runnerTokens";

export const runnerMakers: Pick<Makers, RunnerTable> = {
	runners: {
		inputs: {
			projects: relation.projects,
			token: relation.input("token", "a text", isText),
			token_expires_at: relation.input("token_expires_at", "a time such as 2026-01-05T09:30:00.000Z, or null", isTime),
		},
		make: (builder, fields, { projects, token, token_expires_at }) => {
			const group = fields.group_id == null ? undefined : builder.state.groups.get(fields.group_id);
			const of = {
				...(projects ? { projects } : {}),
				...(group ? { group } : {}),
				...(token === undefined ? {} : { token }),
				...(token_expires_at === undefined ? {} : { token_expires_at }),
			};
			return builder.runner(of, fields);
		},
	},
	runnerManagers: {
		make: (builder, fields) => builder.runnerManager(runnerFor(builder, fields), fields),
	},
	runnerAssignments: {
		make: (builder, fields) => {
			const runner_id = fields.runner_id ?? builder.runner({ projects: [] }).id;
			const project_id = projectFor(builder, fields).id;
			return builder.state.runnerAssignments.insert({ runner_id, project_id, ...fields });
		},
	},
	runnerTokens: {
		make: (builder, fields) => {
			const number = builder.state.runnerTokens.lastId + 1;
			const runner_id = runnerFor(builder, fields).id;
			return builder.state.runnerTokens.insert({ runner_id, text: `runner-token-${number}`, ...fields });
		},
	},
};
