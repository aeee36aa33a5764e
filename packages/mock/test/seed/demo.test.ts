import { createPlatform, demo } from "@tenon/mock";
import { expect, test } from "vitest";
import { pipelineStatuses } from "../../src/state/records";
import { inconsistencies } from "../support/consistency";

const { state } = createPlatform({ seed: demo, clock: "2026-01-05T09:30:00Z" });

test("the times of every record are in order, nothing happened in the future, and states and times agree", () => {
	expect(inconsistencies(state)).toEqual([]);
});

test("a state that is not consistent is noticed", () => {
	const { state: other } = createPlatform({ seed: demo, clock: "2026-01-05T09:30:00Z" });
	other.issues.update(201, { closed_at: "2026-01-05T09:30:00.000Z" });
	other.notes.update(1001, { created_at: "2020-01-05T09:30:00.000Z" });
	other.pipelines.update(701, { finished_at: "2027-01-05T09:30:00.000Z" });
	expect(inconsistencies(other)).toEqual([
		expect.stringContaining("issues 201: closed_at"),
		expect.stringContaining("pipelines 701: finished_at"),
		"pipelines 701: finished_at is in the future",
		"note 1001 is older than what it is on",
		"note 1001 is older than its author",
		"issue 201: its state and its times do not agree",
	]);
});

test("what is in a project is not older than it, and the last note on an issue or a merge request is a change of it", () => {
	const wrong: string[] = [];
	const created = (row: { created_at: string } | undefined): string => row?.created_at ?? "";
	for (const table of [state.issues, state.mergeRequests, state.pipelines, state.releases, state.alerts] as const)
		for (const row of table.all())
			if (row.created_at < created(state.projects.get(row.project_id)))
				wrong.push(`project ${row.project_id}: ${row.id}`);
	for (const note of state.notes.all()) {
		const issue = note.noteable_type === "Issue" ? state.issues.get(note.noteable_id) : undefined;
		const merge = note.noteable_type === "MergeRequest" ? state.mergeRequests.get(note.noteable_id) : undefined;
		const changed = (issue ?? merge)?.updated_at;
		if (changed !== undefined && note.created_at > changed)
			wrong.push(`note ${note.id} is newer than the last change of what it is on`);
	}
	expect(wrong).toEqual([]);
});

test("jobs that ran have a start, and a pipeline's times and duration are those of its jobs", () => {
	for (const pipeline of state.pipelines.all()) {
		const jobs = state.jobs.in("pipeline", pipeline.id);
		const what = `pipeline ${pipeline.id}, ${pipeline.status}`;
		for (const job of jobs) {
			const isStarted = ["running", "success", "failed", "canceled"].includes(job.status);
			expect(job.started_at !== null, `job ${job.id} of ${what}`).toBe(isStarted);
			if (job.started_at && job.finished_at)
				expect((Date.parse(job.finished_at) - Date.parse(job.started_at)) / 1000).toBe(job.duration);
		}
		const starts = jobs.flatMap(({ started_at }) => started_at ?? []).sort();
		expect(pipeline.started_at, what).toBe(starts[0] ?? (jobs.length > 0 ? null : pipeline.started_at));
		if (!pipeline.finished_at || jobs.length === 0) continue;
		expect(pipeline.finished_at, what).toBe(
			jobs
				.flatMap(({ finished_at }) => finished_at ?? [])
				.sort()
				.at(-1),
		);
		expect(pipeline.duration, what).toBe(jobs.reduce((sum, { duration }) => sum + (duration ?? 0), 0));
	}
});

test("a commit has one author and one date", () => {
	const commits = new Map<string, string>();
	for (const { sha, user_id, committed_at, id } of state.pipelines.all()) {
		const known = commits.get(sha) ?? `${user_id} ${committed_at}`;
		expect(`${user_id} ${committed_at}`, `pipeline ${id}`).toBe(known);
		commits.set(sha, known);
	}
	expect(commits.size).toBeGreaterThan(40);
});

test("pipelines have every status, most are over, and the few that are at work are the newest", () => {
	const web = state.pipelines.in("project", 101).filter(({ parent_id }) => parent_id === null);
	expect(web).toHaveLength(60);
	// Two statuses exist only in GitLab. The demo has none of them, because it is used with both dialects.
	const shared = pipelineStatuses.filter((one) => one !== "canceling" && one !== "waiting_for_callback");
	expect([...new Set(web.map(({ status }) => status))].sort()).toEqual(shared.sort());
	expect(web.filter(({ status }) => status === "success").length).toBeGreaterThan(30);
	const atWork = web.filter(({ status }) => ["running", "pending", "preparing", "created"].includes(status));
	expect(Math.min(...atWork.map(({ iid }) => iid))).toBeGreaterThan(47);
});

test("names that documents and users rely on stay", () => {
	const roles = ["root", "owner", "maintainer", "developer", "reporter", "guest", "outsider", "auditor"];
	expect([...state.users.all()].slice(0, 8).map(({ id, username }) => [id, username])).toEqual(
		roles.map((username, index) => [index + 1, username]),
	);
	for (const username of roles) expect(state.tokens.one("text", `${username}-token`)).toBeDefined();
	expect([state.group("acme")?.id, state.project("acme/web")?.id]).toEqual([11, 101]);
	const notes = state.notes.in("noteable", "Issue:201");
	expect([notes.length, notes[0]?.id, notes.at(-1)?.id]).toEqual([120, 1001, 1120]);
	expect(new Set(notes.map(({ body }) => body)).size).toBeGreaterThan(100);
});

test("the people have profiles, and no two merge requests have the same title", () => {
	for (const id of [1, 2, 3, 4, 5, 6, 7, 8]) {
		const user = state.users.get(id);
		expect(user?.name, user?.username).toMatch(/^\S+ \S+$/);
		expect([user?.location, user?.time_zone], user?.username).not.toContain(null);
	}
	const titles = [...state.mergeRequests.all()].map(({ title }) => title);
	expect(new Set(titles).size).toBe(titles.length);
});
