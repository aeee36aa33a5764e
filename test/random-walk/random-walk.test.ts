import { operations } from "@tenon/contract";
import { expect, test } from "vitest";
import { checkWalks } from "./check";

// The seed is fixed, so that a failure can be reproduced on every machine.
test("CONV-046, ERR-061 any requests in any order break nothing", { timeout: 120_000 }, async () => {
	const { fault, tally } = await checkWalks({ seed: 20_260_105, runs: 200, maxSteps: 30 });
	expect(fault).toBeUndefined();
	// A walk in which everything is refused would prove little, so every operation must also succeed.
	expect(Object.keys(operations).filter((id) => !tally.done.has(id))).toEqual([]);
});
