import { expect, test } from "vitest";
import { stage } from "../support/stage";
import { main } from ".";
import { isOlder } from "./findings";

test("compares versions by their numbers", () => {
	expect(isOlder("9.5.0", "16.1")).toBe(true);
	expect(isOlder("16.0.9", "16.1")).toBe(true);
	expect(isOlder("16.1.0", "16.1")).toBe(false);
	expect(isOlder("16.10.0", "16.9")).toBe(false);
	expect(isOlder("17.0.0-rc1", "17.0.1")).toBe(true);
});

test("lists every runner of a project with its findings, and counts them by tag", async () => {
	const { run } = await stage();
	const { code, out, err } = await run(main, ["--project", "acme/web"]);
	expect(code, err).toBe(0);
	expect(out).toMatch(/^#\d+ +web-01 +project +online +.*docker.* +outdated: 16\.0\.1 on s_web02; unprotected$/m);
	expect(out).toMatch(/^#\d+ +web-00 +project +stale +– +stale; outdated: 14\.10\.0 on s_web00$/m);
	expect(out).toMatch(/^#\d+ +web-02 +project +never_contacted +– +never contacted; unprotected$/m);
	expect(out).toMatch(/^#\d+ +shared-01 +instance +online +not shown +not shown$/m);
	expect(out).toMatch(/^browser +1 +1 +1$/m);
	expect(out).toMatch(/^\d+ runners, \d+ with findings$/m);
});

test("--minimum, --tag, --json and --check", async () => {
	const { run } = await stage();
	const args = ["--project", "acme/web", "--tag", "browser", "--json", "--check"];
	const { code, out } = await run(main, [...args, "--minimum", "15"]);
	expect(code).toBe(1);
	expect(JSON.parse(out)).toMatchObject([{ name: "web-01", findings: ["unprotected"] }]);
	const none = await run(main, ["--project", "acme/web", "--tag", "none-has-this", "--json", "--check"]);
	expect([none.code, JSON.parse(none.out)]).toEqual([0, []]);
	expect(await run(main, ["--all", "--group", "acme"])).toMatchObject({ code: 2 });
});

test("only administrators may list the whole installation", async () => {
	const { run } = await stage();
	expect(await run(main, ["--all"])).toMatchObject({ code: 1, err: expect.stringContaining("403") });
	const { code, out } = await run(main, ["--all"], { TENON_TOKEN: "root-token" });
	expect([code, out]).toEqual([0, expect.stringMatching(/^#\d+ +shared-01 +instance/m)]);
});
