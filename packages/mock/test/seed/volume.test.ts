import { createPlatform, volume } from "@tenon/mock";
import { expect, test } from "vitest";
import { restOperations } from "../support/operations";
import { startOfTime, world } from "../support/world";

const size = 2_000;

test("a volume seed makes as many records as configured, reports progress, and gives the same bytes each time", () => {
	const progress: number[] = [];
	const make = (onProgress?: (made: number, of: number) => void) =>
		createPlatform({ seed: volume({ size, ...(onProgress && { onProgress }) }), clock: startOfTime });
	const { state, ...platform } = make((made, of) => {
		expect(of).toBe(size);
		progress.push(made);
	});
	const { users, groups, projects, issues, notes, pipelines, runners } = state;
	// The volume also has the eight users of the demo.
	const all = [users, groups, projects, issues, notes, pipelines, runners].map((table) => table.size);
	expect(all.reduce((sum, one) => sum + one, -8)).toBe(size);
	expect(all).toEqual([208, 40, 100, 400, 760, 460, 40]);
	expect(progress).toHaveLength(100);
	expect(progress.at(-1)).toBe(size);
	expect(platform.clock.iso()).toBe(startOfTime);
	expect(JSON.stringify(state.toData())).toBe(JSON.stringify(make().snapshot()));
});

test("a size that is too small is refused", () => {
	for (const size of [0, 99, 1.5, Number.NaN]) expect(() => volume({ size })).toThrow("a whole number of at least 100");
});

test("what it makes holds together: it goes through a state file", () => {
	const platform = createPlatform({ seed: volume({ size }), clock: startOfTime });
	const other = createPlatform();
	other.importState(JSON.stringify(platform.exportState()));
	expect(JSON.stringify(other.exportState())).toBe(JSON.stringify(platform.exportState()));
});

test("all its responses conform, and the lists have pages", { timeout: 60_000 }, async () => {
	const { platform, ask } = world({ seed: volume({ size }) });
	const { state } = platform;
	// The first issue has the most notes.
	const [issue] = state.issues.all();
	const [note] = state.notes.in("noteable", `Issue:${issue?.id}`);
	const [group] = state.groups.all();
	const [project] = state.projects.all();
	const [pipeline] = state.pipelines.in("project", project?.id ?? 0);
	const [runner] = [...state.runners.all()].filter((one) => one.runner_type === "project_type");
	const words: { [name: string]: number | undefined } = {
		issue_iid: issue?.iid,
		note_id: note?.id,
		pipeline_id: pipeline?.id,
		runner_id: runner?.id,
		user_id: 3,
	};
	const pages = new Map<string, number>();
	for (const operation of restOperations.filter(({ verb }) => verb === "GET")) {
		const path = operation.path
			.replace("/projects/{id}/issues", `/projects/${issue?.project_id}/issues`)
			.replace("/projects/{id}", `/projects/${project?.id}`)
			.replace("/groups/{id}", `/groups/${group?.id}`)
			.replace("/runners/{id}", `/runners/${runner?.id}`)
			.replace("/users/{id}", "/users/3")
			.replace(/\{([^}]+)\}/g, (_, name: string) => String(words[name] ?? 1));
		for (const who of ["root", "owner", "guest"])
			for (let page = 1; page <= 3; page++) {
				// Every response is validated against the contract.
				const { status, body } = await ask(who, "GET", `${path}?per_page=7&page=${page}`);
				expect(status, `${operation.id} ${path}`).toBeLessThan(500);
				if (status !== 200 || !Array.isArray(body) || body.length === 0) break;
				pages.set(operation.id, Math.max(page, pages.get(operation.id) ?? 0));
			}
	}
	const full = [...pages].filter(([, page]) => page === 3).map(([id]) => id);
	expect(full).toEqual(
		expect.arrayContaining([
			"listUsers",
			"listGroups",
			"listGroupProjects",
			"listPipelines",
			"listIssueNotes",
			"listAllRunners",
		]),
	);
});
