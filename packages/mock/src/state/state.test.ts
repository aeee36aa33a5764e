import { expect, test } from "vitest";
import { Builder } from "../seed/builder";
import { demo } from "../seed/demo";
import { Clock } from "./clock";
import { State } from "./state";

const filled = (): State => {
	const state = new State(new Clock("2026-01-05T09:30:00Z"));
	demo(new Builder(state));
	return state;
};

test("the same seed and the same clock give the same bytes", () => {
	expect(JSON.stringify(filled().toData())).toBe(JSON.stringify(filled().toData()));
});

test("what a transaction wrote is taken back when it throws: new rows, changes, removals and numbers", () => {
	const state = filled();
	const before = JSON.stringify(state.toData());
	const make = new Builder(state);
	const project = state.project("acme/web");
	if (!project) throw new Error("the demo has no acme/web");
	expect(() =>
		state.transaction(() => {
			make.pipeline(project);
			const [pipeline] = state.pipelines.in("project", project.id);
			if (pipeline) state.pipelines.update(pipeline.id, { name: "changed" });
			const [note] = state.notes.all();
			if (note) state.notes.delete(note.id);
			expect(JSON.stringify(state.toData())).not.toBe(before);
			throw new Error("no");
		}),
	).toThrow("no");
	expect(JSON.stringify(state.toData())).toBe(before);
	const next = make.pipeline(project);
	expect(next.iid).toBe(63);
});

test("a standing order keeps up with what is written after it was built", () => {
	const state = filled();
	const view = { group: "project", by: (row: { updated_at: string }) => row.updated_at } as const;
	const project = state.project("acme/web");
	if (!project) throw new Error("the demo has no acme/web");
	const list = () => state.pipelines.ordered(view, project.id);
	const [oldest] = list().slice(0, 1);
	if (!oldest) throw new Error("no pipelines");
	state.pipelines.update(oldest.id, { updated_at: "2030-01-01T00:00:00.000Z" });
	expect(list().slice(0, 1, true)[0]?.id).toBe(oldest.id);
	state.pipelines.delete(oldest.id);
	expect(list().slice(0, 1, true)[0]?.id).not.toBe(oldest.id);
	expect(list().size).toBe(state.pipelines.in("project", project.id).length);
});

test("data goes out and comes back whole, and ids go on where they were", () => {
	const state = filled();
	const data = JSON.parse(JSON.stringify(state.toData()));
	const other = new State(state.clock);
	other.load(data);
	expect(other.toData()).toEqual(state.toData());
	expect(new Builder(other).user({ username: "next" }).id).toBe(new Builder(state).user({ username: "next" }).id);
	expect(() => other.load({})).toThrow("The state has no table users");
});
