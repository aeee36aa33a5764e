import { expect, test } from "vitest";
import { Builder } from "../seed/builder";
import { demo } from "../seed/demo";
import { Clock } from "./clock";
import type { Project } from "./records";
import { State } from "./state";

const byContact = { by: (row: { contacted_at: string | null }) => row.contacted_at };

function scene() {
	const state = new State(new Clock("2026-01-05T09:30:00Z"));
	demo(new Builder(state));
	const make = new Builder(state);
	const project = make.project("acme/linked");
	const listed = () => state.projectRunners.ordered(byContact, project.id);
	const ids = () => [...listed().rows()].map(({ id }) => id);
	return { state, make, project, listed, ids };
}

/** The expected list, computed without an index. */
function plain(state: State, project: Project): number[] {
	return state.runnerAssignments
		.in("project", project.id)
		.map(({ runner_id }) => state.runners.get(runner_id))
		.filter((runner) => runner !== undefined)
		.sort((a, b) => ((a.contacted_at ?? "") < (b.contacted_at ?? "") ? -1 : 1) || a.id - b.id)
		.map(({ id }) => id);
}

test("linked rows keep up with links and rows that come, change and go, and with what is taken back", () => {
	const { state, make, project, ids } = scene();
	const [a, b] = [1, 2].map((day) => make.runner({ projects: [project] }, { contacted_at: `2026-01-0${day}` }));
	if (!a || !b) throw new Error("no runners");
	expect(ids()).toEqual([a.id, b.id]);
	const c = make.runner({ projects: [project] }, { contacted_at: "2026-01-03" });
	expect(ids()).toEqual([a.id, b.id, c.id]);
	state.runners.update(a.id, { contacted_at: "2026-01-09" });
	expect(ids()).toEqual([b.id, c.id, a.id]);
	expect(() =>
		state.transaction(() => {
			state.runners.update(b.id, { contacted_at: "2026-01-30" });
			for (const one of state.runnerAssignments.in("runner", c.id)) state.runnerAssignments.delete(one.id);
			state.runners.delete(a.id);
			expect(ids()).toEqual([b.id]);
			throw new Error("no");
		}),
	).toThrow("no");
	expect(ids()).toEqual([b.id, c.id, a.id]);
	expect(ids()).toEqual(plain(state, project));
	state.load(JSON.parse(JSON.stringify(state.toData())));
	expect(ids()).toEqual([b.id, c.id, a.id]);
});

test("a row that several links lead to stands once, until the last of them is gone", () => {
	const { state, make } = scene();
	const [from, into] = [make.group("from"), make.group("into")];
	const ids = () => [...state.sharedGroups.ordered({ by: (row) => row.id }, from.id).rows()].map(({ id }) => id);
	expect(ids()).toEqual([]);
	const [first, second] = [make.share("from", "into", "guest"), make.share("from", "into", "developer")];
	expect(ids()).toEqual([into.id]);
	state.shares.delete(first.id);
	expect(ids()).toEqual([into.id]);
	state.shares.update(second.id, { expires_at: "2026-02-01" });
	expect(ids()).toEqual([]);
	state.shares.update(second.id, { expires_at: null });
	expect(ids()).toEqual([into.id]);
});

test("rows in several groups are found in each, and move with what they are in", () => {
	const { state, make } = scene();
	const below = (path: string) => state.groups.in("below", path).map(({ full_path }) => full_path);
	make.group("Top");
	make.group("Top/mid");
	const leaf = make.group("Top/mid/leaf");
	expect(below("top")).toEqual(["Top/mid", "Top/mid/leaf"]);
	expect(below("top/mid")).toEqual(["Top/mid/leaf"]);
	const byName = { group: "below", by: (row: { name: string }) => row.name } as const;
	expect(state.groups.ordered(byName, "top").size).toBe(2);
	state.groups.update(leaf.id, { full_path: "other/mid/leaf" });
	expect(below("top")).toEqual(["Top/mid"]);
	expect(below("other")).toEqual(["other/mid/leaf"]);
	expect(state.groups.ordered(byName, "top").size).toBe(1);
	state.groups.delete(leaf.id);
	expect(below("other")).toEqual([]);
});
