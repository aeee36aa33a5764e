import {
	type Group,
	type Pipeline,
	type PipelineStatus,
	type Project,
	pipelineStatuses,
	type TestCase,
	type TestSuite,
} from "../state/records";
import type { State } from "../state/state";
import { Builder } from "./builder";
import { sha } from "./sha";

const hour = 3_600_000;
const roles = ["owner", "maintainer", "developer", "reporter", "guest"] as const;

/** A time some hours before the platform's now. */
const ago = (state: State, hours: number): string => new Date(state.clock.now() - hours * hour).toISOString();

function people(make: Builder): void {
	const created_at = ago(make.state, 24 * 400);
	make.user({ username: "root", name: "Root Administrator", admin: true, created_at });
	for (const username of roles) make.user({ username, public_email: `${username}@example.com`, created_at });
	make.user({ username: "outsider", created_at });
	make.user({ username: "auditor", auditor: true, created_at });
}

/** `acme` with groups down to three levels below it, an internal and a private group beside it. */
function groups(make: Builder): { acme: Group } {
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

function projects(make: Builder): { web: Project; others: Project[] } {
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

const systemTexts = [
	"changed the description",
	"assigned to @developer",
	"changed title from **Check-out fails** to **Check-out fails on Sundays**",
	"mentioned in merge request !1",
];

/** One issue with 120 notes: every fifth written by the platform, every seventh internal, the rest ordinary. */
function discussion(make: Builder, web: Project): void {
	const { state } = make;
	const issue = make.issue(web, {
		title: "Check-out fails on Sundays",
		description: "Steps: put anything into the cart, wait for Sunday, pay.",
		author_id: make.userId("reporter"),
		created_at: ago(state, 240),
		updated_at: ago(state, 120),
	});
	const on = { type: "Issue", id: issue.id, project_id: web.id } as const;
	for (let number = 1; number <= 120; number++) {
		const system = number % 5 === 0;
		const internal = !system && number % 7 === 0;
		const author = internal ? "developer" : (roles[number % roles.length] ?? "developer");
		make.note(on, {
			body: system
				? (systemTexts[(number / 5) % systemTexts.length] ?? "changed the description")
				: `${internal ? "For the team only: comment" : "Comment"} ${number} of 120.`,
			author_id: make.userId(author),
			system,
			internal,
			created_at: ago(state, 240 - number),
		});
	}
	make.issue(web, { title: "Dark mode", author_id: make.userId("guest"), state: "closed" });
	make.issue(web, { title: "Leaked key", author_id: make.userId("maintainer"), confidential: true });
	make.issue(web, { title: "Old argument", author_id: make.userId("outsider"), discussion_locked: true });
}

function noteables(make: Builder, project: Project): void {
	const author_id = make.userId("developer");
	const projectOf = (type: "MergeRequest" | "Snippet" | "WikiPage::Meta", id: number) => ({
		type,
		id,
		project_id: project.id,
	});
	const merge = make.mergeRequest(project, { title: "Speed up the start page", author_id });
	make.mergeRequest(project, { title: "Remove the old banner", author_id, state: "merged", merged_at: make.state.clock.iso() });
	make.mergeRequest(project, { title: "Draft: new search", author_id: make.userId("maintainer"), discussion_locked: true });
	const snippet = make.snippet(project, { title: "Deployment checklist", author_id });
	const page = make.wikiPage(project);
	make.note(projectOf("MergeRequest", merge.id), { body: "Looks good to me.", author_id: make.userId("maintainer") });
	make.note(projectOf("MergeRequest", merge.id), { body: "approved this merge request", author_id: make.userId("maintainer"), system: true });
	make.note(projectOf("Snippet", snippet.id), { body: "Very helpful.", author_id: make.userId("reporter") });
	make.note(projectOf("WikiPage::Meta", page.id), { body: "Please add the new address.", author_id: make.userId("guest") });
}

function groupNoteables(make: Builder, group: Group): void {
	const epic = make.epic(group, { title: "Move the shop", author_id: make.userId("owner") });
	make.epic(group, { title: "Audit findings", author_id: make.userId("owner"), confidential: true });
	const page = make.wikiPage(group);
	make.note({ type: "Epic", id: epic.id, project_id: null }, { body: "First step is done.", author_id: make.userId("developer") });
	make.note({ type: "WikiPage::Meta", id: page.id, project_id: null }, { body: "Welcome!", author_id: make.userId("owner") });
}

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

/** Sixty pipelines in every status, a child pipeline, and one that passed with a warning. */
function pipelines(make: Builder, web: Project): void {
	for (let number = 1; number <= 60; number++) {
		const made = pipeline(make, web, number);
		if (number !== 49) continue;
		const child = make.pipeline(web, {
			status: made.status,
			source: "parent_pipeline",
			parent_id: made.id,
			user_id: made.user_id,
			created_at: made.created_at,
			started_at: made.started_at,
			finished_at: made.finished_at,
		});
		make.job(child, { name: "deploy", stage: "deploy" });
	}
}

/**
 * A small company to try things on: the users `root owner maintainer developer reporter guest outsider auditor`, each with
 * the token `<name>-token`, the public group `acme` with its subgroups and projects, issues, merge requests and pipelines.
 * The same clock gives the same bytes.
 *
 * @example
 * const platform = createPlatform({ seed: demo });
 */
export function demo(state: State): void {
	const make = new Builder(state);
	people(make);
	const { acme } = groups(make);
	const { web, others } = projects(make);
	discussion(make, web);
	for (const project of [web, ...others]) noteables(make, project);
	groupNoteables(make, acme);
	make.snippet(null, { title: "Personal notes", author_id: make.userId("developer") });
	pipelines(make, web);
	for (const project of others) {
		const made = make.pipeline(project, { status: "success", user_id: make.userId("developer"), duration: 60 });
		make.job(made);
	}
}
