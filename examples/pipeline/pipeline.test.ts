import { expect, test } from "vitest";
import { stage } from "../support/stage";
import { main } from ".";

const quick = { wait: 0.05, run: 0.1 };

test("starts a pipeline with variables and inputs, reports its progress, and succeeds", async () => {
	const clock = "2026-01-05T09:30:00Z";
	const { platform, run } = await stage({ clock, pipelines: { wait: 5, run: 60, coverage: 91.5 } });
	const running = run(main, [
		...["--ref", "develop", "--interval", "0.05"],
		...["--variable", "DEPLOY_TO=staging", "--variable", "FLAGS=a=b"],
		...["--input", "replicas=3", "--input", "name=blue"],
	]);
	// Each request finds the pipeline further on.
	for (const span of ["10 seconds", "1 minute", "5 minutes"]) {
		await platform.journal.waitFor({ operation: "getPipeline" }, { timeout: 30_000 });
		platform.clock.advance(span);
		platform.journal.clear();
	}
	const { code, out, err } = await running;
	expect([code, out]).toEqual([0, expect.stringMatching(/^#\d+ success in \d+ s, coverage 91\.50 %/)]);
	expect(err).toMatch(/^#\d+ on develop at [0-9a-f]{8}: http/);
	expect(err).toMatch(/^ +\d+\.\d s {2}pending$/m);
	expect(err).toMatch(/^ +\d+\.\d s {2}success$/m);
	expect(err).toMatch(/^ +\d+\.\d s {2}running$/m);
	const [made] = [...platform.state.pipelines.all()].slice(-1);
	expect(made?.variables.map(({ key, value }) => `${key}=${value}`)).toEqual(["DEPLOY_TO=staging", "FLAGS=a=b"]);
	expect(made?.inputs).toEqual({ replicas: 3, name: "blue" });
});

test("exits with 1 if the pipeline fails", async () => {
	const { run } = await stage({ pipelines: { ...quick, fail: ["test"] } });
	const { code, out } = await run(main, ["--interval", "0.05"]);
	expect([code, out]).toEqual([1, expect.stringMatching(/^#\d+ failed in /)]);
});

test("exits with 4 if the pipeline still runs at the timeout", async () => {
	const { run } = await stage();
	const late = await run(main, ["--interval", "0.05", "--timeout", "0.2"]);
	expect([late.code, late.out]).toEqual([4, expect.stringMatching(/^#\d+ is still pending after 0\.2 s$/m)]);
});

test("Ctrl-C cancels the pipeline, except with --leave", async () => {
	const { platform, run } = await stage();
	for (const leave of [false, true]) {
		const interruption = new AbortController();
		const running = run(main, leave ? ["--leave"] : [], {}, interruption.signal);
		// The second request comes 2 seconds later.
		await platform.journal.waitFor({ operation: "getPipeline" });
		interruption.abort();
		const { code, out } = await running;
		expect(code).toBe(130);
		expect(out).toMatch(leave ? /^$/ : /^#\d+ canceled$/m);
		platform.journal.clear();
	}
});

test("refuses a variable without a value before it sends a request", async () => {
	const { platform, run } = await stage();
	const { code, err } = await run(main, ["--variable", "STAGING"]);
	expect([code, err]).toEqual([2, expect.stringContaining('--variable must be NAME=VALUE, not "STAGING".')]);
	expect(platform.journal.calls()).toEqual([]);
});
