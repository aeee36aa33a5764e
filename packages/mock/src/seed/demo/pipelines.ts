import {
	type Pipeline,
	type PipelineStatus,
	type Project,
	pipelineStatuses,
	type TestCase,
	type TestSuite,
} from "../../state/records";
import { sha } from "../../state/sha";
import type { Builder } from "../builder";
import { roles } from "./times";

const hour = 3_600_000;

const started: ReadonlySet<PipelineStatus> = new Set(["running", "success", "failed", "canceled"]);
const finished: ReadonlySet<PipelineStatus> = new Set(["success", "failed", "canceled"]);

function cases(suite: string, failed: boolean): TestCase[] {
	return ["adds to the cart", "empties the cart", "pays", "pays by voucher"].map((name, index) => {
		const status = failed && index === 2 ? "failed" : index === 3 ? "skipped" : "success";
		return {
			status,
			name,
			classname: suite,
			execution_time: Math.round((0.25 + index * 0.5) * 100) / 100,
			system_output: status === "failed" ? "expected 200, got 500" : null,
			stack_trace: null,
		};
	});
}

const suites = (failed: boolean, jobId: number): TestSuite[] =>
	["unit", "browser"].map((name, index) => ({
		name,
		build_ids: [jobId + index],
		suite_error: null,
		test_cases: cases(`shop.${name}`, failed && index === 1),
	}));

/** The jobs that a pipeline of this status has: `build` before `test`. */
function jobStatuses(status: PipelineStatus): [PipelineStatus, PipelineStatus] {
	switch (status) {
		case "failed":
		case "running":
		case "manual":
		case "scheduled":
			return ["success", status];
		case "canceled":
			return ["success", "canceled"];
		case "pending":
		case "preparing":
		case "waiting_for_resource":
			return [status, "created"];
		default:
			return [status, status];
	}
}

const sources = ["push", "web", "schedule", "api", "trigger", "merge_request_event"];

function pipeline(make: Builder, project: Project, number: number): Pipeline {
	const { state } = make;
	const status = pipelineStatuses[(number - 1) % pipelineStatuses.length] ?? "success";
	const created = state.clock.now() - (61 - number) * hour;
	const startedAt = started.has(status) ? created + 30_000 : null;
	const finishedAt = finished.has(status) && startedAt !== null ? startedAt + (120 + number) * 1000 : null;
	const tagged = number % 12 === 0;
	const ref = tagged ? "v1.0" : number % 3 === 0 ? "develop" : "main";
	const broken = number === 7;
	const iso = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());
	const made = make.pipeline(project, {
		status: broken ? "failed" : status,
		source: sources[number % sources.length] ?? "push",
		ref,
		tag: tagged,
		// Only the newer half ran on today's commits.
		...(number <= 30 ? { sha: sha(`${project.full_path}:${ref}:${number}`) } : {}),
		user_id: make.userId(roles[number % 3] ?? "developer"),
		name: number % 10 === 0 ? `Nightly ${number}` : null,
		yaml_errors: broken ? "jobs:test config should implement a script: or a trigger: keyword" : null,
		created_at: new Date(created).toISOString(),
		updated_at: iso(finishedAt ?? startedAt ?? created) ?? "",
		started_at: iso(startedAt),
		finished_at: iso(finishedAt),
		duration: finishedAt === null || startedAt === null ? null : (finishedAt - startedAt) / 1000,
		queued_duration: startedAt === null ? 0 : 30,
		coverage: status === "success" ? 80 + (number % 20) : null,
		variables:
			number % 4 === 0
				? [
						{ key: "DEPLOY_TO", value: "staging", variable_type: "env_var", raw: false },
						{ key: "CONFIG", value: "debug: false\n", variable_type: "file", raw: false },
					]
				: [],
	});
	if (broken) return made;
	const [build, test] = jobStatuses(status);
	make.job(made, { name: "build", stage: "build", status: build });
	const job = make.job(made, { name: "test", stage: "test", status: test });
	if (status === "success" || status === "failed")
		return state.pipelines.update(made.id, { test_suites: suites(status === "failed", job.id) });
	return made;
}

/** A pipeline that another one started, as far as that. */
function childOf(make: Builder, web: Project, parent: Pipeline): void {
	const child = make.pipeline(web, {
		status: parent.status,
		source: "parent_pipeline",
		parent_id: parent.id,
		user_id: parent.user_id,
		created_at: parent.created_at,
		started_at: parent.started_at,
		finished_at: parent.finished_at,
	});
	make.job(child, { name: "deploy", stage: "deploy" });
}

/** Sixty pipelines in every status; two that run have a child pipeline. */
export function pipelines(make: Builder, web: Project): void {
	const made: Pipeline[] = [];
	for (let number = 1; number <= 60; number++) {
		const one = pipeline(make, web, number);
		made.push(one);
		if (number === 49) childOf(make, web, one);
	}
	const earlier = made[37];
	if (earlier) childOf(make, web, earlier);
}
