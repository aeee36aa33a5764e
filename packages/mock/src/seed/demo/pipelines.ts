import type { Job, Pipeline, PipelineStatus, Project, TestCase, TestSuite } from "../../state/records";
import { sha } from "../../state/sha";
import type { Builder } from "../builder";
import { ago, roles } from "./times";

const second = 1_000;
const minute = 60 * second;

/** The pipelines of `web` that did not succeed, by their numbers. Only the newest are still at work. */
const statuses: { readonly [number: number]: PipelineStatus } = {
	3: "failed",
	5: "canceled",
	7: "failed",
	9: "skipped",
	13: "failed",
	17: "canceled",
	19: "failed",
	21: "skipped",
	26: "failed",
	29: "canceled",
	33: "manual",
	37: "failed",
	40: "skipped",
	43: "failed",
	45: "manual",
	47: "canceled",
	48: "running",
	49: "running",
	50: "scheduled",
	51: "failed",
	54: "running",
	56: "waiting_for_resource",
	57: "pending",
	58: "preparing",
	59: "created",
	60: "running",
};
/** Whose configuration could not be read: it has no jobs. */
const broken = 7;
/** From this one on pipelines run on the commits at the tips of the branches. */
const firstAtTip = 46;

/** Hours between two pipelines, in turn: people sleep. */
const gaps = [2, 1, 4, 2, 12, 3, 1, 5];

/** How many minutes ago each pipeline was created. */
function minutesAgo(number: number): number {
	const newest = [66, 58, 52, 47, 41, 36, 25, 20, 14, 9, 7, 6, 4];
	const recent = newest[number - 48];
	if (recent !== undefined) return recent;
	let hours = 2;
	for (let later = 47; later > number; later--) hours += gaps[later % gaps.length] ?? 0;
	return hours * 60 + ((number * 17) % 40);
}

/** The jobs that a pipeline of this status has: `build` before `test`. */
function jobStatuses(status: PipelineStatus, number: number): [PipelineStatus, PipelineStatus] {
	switch (status) {
		case "failed":
			return number % 2 === 0 ? ["failed", "skipped"] : ["success", "failed"];
		case "canceled":
		case "running":
		case "manual":
		case "scheduled":
			return ["success", status];
		case "pending":
		case "preparing":
		case "waiting_for_resource":
			return [status, "created"];
		default:
			return [status, status];
	}
}

const hasEnded = (status: PipelineStatus): boolean => ["success", "failed", "canceled"].includes(status);
const hasStarted = (status: PipelineStatus): boolean => status === "running" || hasEnded(status);

const iso = (time: number): string => new Date(time).toISOString();

/** When a job begins at the earliest, and how it goes on from there. */
function jobTimes(status: PipelineStatus, from: number, seconds: number) {
	if (!hasStarted(status))
		return { started_at: null, finished_at: null, duration: null, queued_duration: null, end: from };
	const end = from + seconds * second;
	const isOver = hasEnded(status);
	return {
		started_at: iso(from),
		finished_at: isOver ? iso(end) : null,
		duration: isOver ? seconds : null,
		queued_duration: 0,
		end: isOver ? end : from,
	};
}

/** One of the plans for a pipeline's jobs: names, stages, statuses, seconds. */
type Plan = readonly (readonly [name: string, stage: string, status: PipelineStatus, seconds: number])[];

/** Makes a pipeline whose times and duration are those of its jobs, one after the other. */
function withJobs(
	make: Builder,
	project: Project,
	given: Partial<Pipeline> & { readonly status: PipelineStatus },
	created: number,
	queued: number,
	plan: Plan,
): { pipeline: Pipeline; jobs: Job[] } {
	const began = plan.some(([, , status]) => hasStarted(status)) ? created + queued * second : null;
	let end = began ?? created;
	const jobs = plan.map(([name, stage, status, seconds]) => {
		const { end: next, ...times } = jobTimes(status, end, seconds);
		end = next;
		return { name, stage, status, ...times };
	});
	const isOver = hasEnded(given.status);
	const pipeline = make.pipeline(project, {
		...given,
		created_at: iso(created),
		updated_at: iso(end),
		started_at: began === null ? null : iso(began),
		finished_at: isOver ? iso(end) : null,
		duration: isOver ? jobs.reduce((sum, { duration }) => sum + (duration ?? 0), 0) : null,
		queued_duration: began === null ? 0 : queued,
	});
	// Coverage is what the tests report.
	const made = jobs.map((job) =>
		make.job(pipeline, {
			...job,
			coverage: job.name === "test" && job.status === "success" ? pipeline.coverage : null,
		}),
	);
	return { pipeline, jobs: made };
}

function cases(suite: string, failed: boolean): TestCase[] {
	return ["adds a plant to the cart", "empties the cart", "pays by card", "pays by gift card"].map((name, index) => {
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

const suites = (failed: boolean, { id }: Job): TestSuite[] =>
	["unit", "browser"].map((name, index) => ({
		name,
		build_ids: [id],
		suite_error: null,
		test_cases: cases(`shop.${name}`, failed && index === 1),
	}));

const sources = ["push", "web", "push", "api", "trigger", "merge_request_event"];

/** The commit that a pipeline ran on, with the person who wrote it and the time. */
function commitOf(make: Builder, project: Project, number: number, ref: string, created: number) {
	if (ref in project.tags)
		return { sha: project.tags[ref] ?? "", user_id: make.userId("maintainer"), committed_at: ago(make.state, 31 * 24) };
	if (number < firstAtTip)
		return {
			sha: sha(`${project.full_path}:${ref}:${number}`),
			user_id: make.userId(roles[number % 3] ?? "developer"),
			committed_at: iso(created - 5 * minute),
		};
	return {
		sha: project.branches[ref] ?? "",
		user_id: make.userId(ref === "main" ? "maintainer" : "developer"),
		committed_at: iso(make.state.clock.now() - (minutesAgo(firstAtTip) + 10) * minute),
	};
}

function pipeline(make: Builder, project: Project, number: number): Pipeline {
	const { state } = make;
	const status = statuses[number] ?? "success";
	const created = state.clock.now() - minutesAgo(number) * minute;
	const isTag = number % 12 === 0 && number < 60;
	const ref = isTag ? "v1.0" : number % 3 === 0 ? "develop" : "main";
	const isNightly = number % 10 === 0;
	const isBroken = number === broken;
	const [build, test] = jobStatuses(status, number);
	const { pipeline: made, jobs } = withJobs(
		make,
		project,
		{
			status,
			source: isNightly ? "schedule" : (sources[number % sources.length] ?? "push"),
			ref,
			tag: isTag,
			...commitOf(make, project, number, ref, created),
			name: isNightly ? `Nightly ${number}` : null,
			yaml_errors: isBroken ? "jobs:test config should implement a script: or a trigger: keyword" : null,
			coverage: status === "success" ? 84 + ((number * 7) % 30) / 10 : null,
			variables:
				number % 4 === 0
					? [
							{ key: "DEPLOY_TO", value: "staging", variable_type: "env_var", raw: false },
							{ key: "CONFIG", value: "debug: false\n", variable_type: "file", raw: false },
						]
					: [],
		},
		created,
		12 + ((number * 7) % 30),
		isBroken
			? []
			: [
					["build", "build", build, 70 + ((number * 37) % 80)],
					["test", "test", test, 140 + ((number * 53) % 200)],
				],
	);
	const job = jobs.find(({ name }) => name === "test");
	if (job && hasEnded(test) && test !== "canceled")
		return state.pipelines.update(made.id, { test_suites: suites(test === "failed", job) });
	return made;
}

/** A pipeline that another one started, as far as that. */
function childOf(make: Builder, web: Project, parent: Pipeline): void {
	const from = Date.parse(parent.finished_at ?? parent.started_at ?? parent.created_at);
	const given = {
		status: parent.status,
		source: "parent_pipeline",
		parent_id: parent.id,
		user_id: parent.user_id,
		ref: parent.ref,
		sha: parent.sha,
		committed_at: parent.committed_at,
	};
	withJobs(make, web, given, from, 5, [["deploy", "deploy", parent.status, 45]]);
}

/** Sixty pipelines of `web` in every status, two running ones with a child pipeline; and one of each other project. */
export function pipelines(make: Builder, web: Project, others: readonly Project[]): void {
	const made: Pipeline[] = [];
	for (let number = 1; number <= 60; number++) {
		const one = pipeline(make, web, number);
		made.push(one);
		if (number === 49) childOf(make, web, one);
	}
	const running = made[53];
	if (running) childOf(make, web, running);
	for (const [index, project] of others.entries()) {
		const created = make.state.clock.now() - (30 + index * 26) * 60 * minute;
		const given = {
			status: "success",
			user_id: make.userId("developer"),
			committed_at: iso(created - 5 * minute),
		} as const;
		withJobs(make, project, given, created, 20, [["build", "build", "success", 60 + index * 15]]);
	}
}
