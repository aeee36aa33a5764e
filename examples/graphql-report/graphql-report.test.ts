import { expect, test } from "vitest";
import { stage } from "../support/stage";
import { main } from ".";

test("the table has every project of the group, from few requests below the limit", async () => {
	const { platform, run } = await stage();
	for (let number = 1; number <= 20; number++)
		platform.seed.project(`acme/service-${number}`, { visibility: "public" });
	const { code, out, err } = await run(main, []);
	expect(code, err).toBe(0);
	const lines = out.trim().split("\n");
	const [, count, requests, cost] =
		/^(\d+) projects in (\d+) request\(s\) with a complexity of at most 250; a project costs (\d+)$/m
			.exec(err)
			?.map(Number) ?? [];
	expect(lines[0]).toBe(`# acme: ${count} projects`);
	// A title, a blank line, a head and a rule.
	expect(lines).toHaveLength((count ?? 0) + 4);
	expect(new Set(lines.slice(4).map((line) => line.split("|")[1])).size).toBe(count);
	expect(out).toMatch(/^\| acme\/web \| \w+ on [\w.]+ \| \d+ \| \d+ \| \d+ \| \d+ \| 2 \|$/m);
	expect(out).toMatch(/^\| acme\/service-20 \| – \| 0 \| 0 \| 0 \| 0 \| 0 \|$/m);
	expect(count).toBeGreaterThan(20);
	expect(requests).toBe(Math.ceil((count ?? 0) / Math.floor(250 / (cost ?? 1))));
	expect(platform.journal.calls().map(({ status }) => status)).toEqual(
		Array.from({ length: Math.ceil((count ?? 0) / 20) + (requests ?? 0) }, () => 200),
	);
});

test("a value that the user may not see is a dash, and the others are shown", async () => {
	const { run } = await stage();
	const { code, out } = await run(main, [], { TENON_TOKEN: "outsider-token" });
	expect(code).toBe(0);
	expect(out).toMatch(/^\| acme\/web \|.*\| – \|$/m);
	const none = await run(main, ["--group", "nowhere"]);
	expect(none).toMatchObject({ code: 0, out: expect.stringContaining("# nowhere: 0 projects") });
});
