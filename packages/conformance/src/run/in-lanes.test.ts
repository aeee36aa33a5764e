import { expect, it } from "vitest";
import { inLanes } from "./in-lanes";

/** Resolves after this many turns, however long they take. */
async function later(turns: number): Promise<void> {
	for (let turn = 0; turn < turns; turn++) await Promise.resolve();
}

it("runs items of one queue one after the other, and the longest queue first", async () => {
	const items = [..."a", ..."bb", ..."ccc", ...".."].map((queue) => (queue === "." ? {} : { alone: queue }));
	const begun: (string | undefined)[] = [];
	const running = new Set<string>();
	await inLanes<{ alone?: string }>(items, 2, async ({ alone }) => {
		expect(running).not.toContain(alone);
		begun.push(alone);
		if (alone !== undefined) running.add(alone);
		await Promise.resolve();
		if (alone !== undefined) running.delete(alone);
	});
	expect(begun.slice(0, 2)).toEqual(["c", "b"]);
	expect(begun).toHaveLength(items.length);
	expect(begun.slice(-2)).toEqual([undefined, undefined]);
});

it("runs fillers in as many lanes again and in those that have no item, and leaves the rest", async () => {
	const begun: string[] = [];
	const fillers = ["one", "two", "three", "four", "five"].map((name) => async () => {
		begun.push(name);
		// Longer than the task whose end the lane waits for.
		await later(4);
	});
	const queue = { alone: "queue" };
	await inLanes([queue, queue], 2, () => later(2), fillers);
	expect(begun).toEqual(["one", "two", "three"]);
	expect(fillers).toHaveLength(2);
});
