import { afterAll, expect, test } from "vitest";
import { mutants } from "./index";
import { nameOf, tryToKill } from "./kill";

let killed = 0;

test("there are enough broken servers to speak of, each with a name of its own", () => {
	expect(mutants.length).toBeGreaterThanOrEqual(60);
	expect(new Set(mutants.map(nameOf)).size).toBe(mutants.length);
});

test.each(mutants.map((mutant) => [nameOf(mutant), mutant] as const))(
	"a check of the same area reports: %s",
	async (_name, mutant) => {
		const { caughtBy } = await tryToKill(mutant);
		expect(caughtBy).not.toEqual([]);
		killed += 1;
	},
);

afterAll(() => {
	console.log(`Kill score: ${killed} of ${mutants.length} broken servers.`);
});
