import { expect, it } from "vitest";
import { inLanes } from "./in-lanes";

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

it("runs what a task returns when no item may begin", async () => {
	const begun: string[] = [];
	await inLanes<{ name: string; alone?: string }>(
		[{ name: "first" }, { name: "second" }, { name: "third" }],
		1,
		async ({ name }) => {
			begun.push(name);
			if (name === "third") return undefined;
			return async () => {
				begun.push(`rest of the ${name}`);
			};
		},
	);
	expect(begun).toEqual(["first", "second", "third", "rest of the first", "rest of the second"]);
});
