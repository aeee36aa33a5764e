import { createPlatform, demo, type State } from "@tenon/mock";
import { expect, test } from "vitest";
import { pipelineStatuses } from "../../src/state/records";

const { state } = createPlatform({ seed: demo, clock: "2026-01-05T09:30:00Z" });
const now = state.clock.iso();

/** The fields of any row that hold times. */
interface Times {
	readonly id: number;
	readonly created_at?: string;
	readonly updated_at?: string;
	readonly started_at?: string | null;
	readonly finished_at?: string | null;
	readonly closed_at?: string | null;
	readonly merged_at?: string | null;
	readonly ended_at?: string | null;
	readonly committed_at?: string | null;
	readonly last_used_at?: string | null;
	readonly last_activity_at?: string | null;
}

/** Pairs of fields of which the first never comes after the second. */
const orders: readonly (readonly [keyof Times, keyof Times])[] = [
	["created_at", "updated_at"],
	["created_at", "started_at"],
	["created_at", "closed_at"],
	["created_at", "merged_at"],
	["created_at", "last_used_at"],
	["created_at", "last_activity_at"],
	["started_at", "finished_at"],
	["started_at", "ended_at"],
	["committed_at", "created_at"],
	["finished_at", "updated_at"],
	["closed_at", "updated_at"],
	["merged_at", "updated_at"],
	["ended_at", "updated_at"],
];

/** Alerts begin before the platform hears of them. */
const startsEarlier: ReadonlySet<keyof State> = new Set(["alerts"]);

test("the times of every record are in order, and nothing happened in the future", () => {
	const wrong: string[] = [];
	for (const [name, table] of state.tables())
		for (const row of table.all() as Iterable<Times>) {
			for (const [first, second] of orders) {
				const [a, b] = [row[first], row[second]];
				if (typeof a !== "string" || typeof b !== "string" || a <= b) continue;
				if (second === "started_at" && startsEarlier.has(name as keyof State)) continue;
				wrong.push(`${name} ${row.id}: ${first} ${a} is after ${second} ${b}`);
			}
			for (const field of ["created_at", "updated_at", "started_at", "finished_at", "committed_at"] as const)
				if ((row[field] ?? "") > now) wrong.push(`${name} ${row.id}: ${field} is in the future`);
		}
	expect(wrong).toEqual([]);
});

test("what is in a project or on a record is not older than it, and was written by somebody who had an account", () => {
	const wrong: string[] = [];
	const created = (row: { created_at: string } | undefined): string => row?.created_at ?? "";
	for (const table of [state.issues, state.mergeRequests, state.pipelines, state.releases, state.alerts] as const)
		for (const row of table.all())
			if (row.created_at < created(state.projects.get(row.project_id)))
				wrong.push(`project ${row.project_id}: ${row.id}`);
	const on = {
		Issue: state.issues,
		MergeRequest: state.mergeRequests,
		Snippet: state.snippets,
		Epic: state.epics,
		"WikiPage::Meta": state.wikiPages,
		"AlertManagement::Alert": state.alerts,
	};
	for (const note of state.notes.all()) {
		const noteable = on[note.noteable_type].get(note.noteable_id);
		if (note.created_at < created(noteable)) wrong.push(`note ${note.id} is older than what it is on`);
		if (noteable && "discussion_locked" in noteable && note.created_at > noteable.updated_at)
			wrong.push(`note ${note.id} is newer than the last change of what it is on`);
		if (note.created_at < created(state.users.get(note.author_id)))
			wrong.push(`note ${note.id} is older than its author`);
	}
	expect(wrong).toEqual([]);
});

test("states and times agree", () => {
	for (const issue of state.issues.all())
		expect(issue.closed_at !== null, `issue ${issue.id}`).toBe(issue.state === "closed");
	for (const merge of state.mergeRequests.all())
		expect(merge.merged_at !== null, `merge request ${merge.id}`).toBe(merge.state === "merged");
	for (const alert of state.alerts.all())
		expect(alert.ended_at !== null, `alert ${alert.id}`).toBe(alert.status === "resolved");
});

const ended = ["success", "failed", "canceled"];

test("jobs that ended have a finish, and a pipeline's times and duration are those of its jobs", () => {
	for (const pipeline of state.pipelines.all()) {
		const jobs = state.jobs.in("pipeline", pipeline.id);
		const what = `pipeline ${pipeline.id}, ${pipeline.status}`;
		expect(pipeline.finished_at !== null, what).toBe(ended.includes(pipeline.status));
		for (const job of jobs) {
			const isOver = ended.includes(job.status);
			expect([job.finished_at !== null, job.duration !== null], `job ${job.id} of ${what}`).toEqual([isOver, isOver]);
			expect(job.started_at !== null, `job ${job.id} of ${what}`).toBe(isOver || job.status === "running");
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
	expect([...new Set(web.map(({ status }) => status))].sort()).toEqual([...pipelineStatuses].sort());
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
