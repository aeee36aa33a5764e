import { operations } from "@tenon/contract";
import { expect, test } from "vitest";
import { checkWalks } from "./check";

// The time bounds the walk on a slow machine; the seed is fixed, so that a failure is everyone's failure.
test("CONV-046, ERR-061 whatever is asked in whatever order, nothing breaks", { timeout: 120_000 }, async () => {
	const { fault, interrupted, tally } = await checkWalks({
		seed: 20_260_105,
		runs: 300,
		maxSteps: 30,
		timeLimit: 12_000,
	});
	expect(fault).toBeUndefined();
	// A walk that only meets refusals would prove little: nearly every operation must also succeed in it.
	if (interrupted) return;
	expect(Object.keys(operations).filter((id) => tally.done.has(id)).length).toBeGreaterThan(90);
});
