import { expect, test } from "vitest";
import { world } from "../support/world";

test("a very long line with blanks in it does not slow down quick actions", async () => {
	const { ask } = world();
	const started = process.cpuUsage();
	const title = { body: `/title${" ".repeat(100_000)}x\rNew` };
	expect((await ask("developer", "POST", "/projects/acme%2Fweb/issues/1/notes", { json: title })).status).toBe(202);
	// A pattern that backtracks at every space would take minutes of CPU time.
	expect(process.cpuUsage(started).user).toBeLessThan(5_000_000);
});
