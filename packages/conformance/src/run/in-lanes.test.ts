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
