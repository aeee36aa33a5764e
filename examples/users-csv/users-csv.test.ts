import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { stage } from "../support/stage";
import { main } from ".";
import { csvLine } from "./csv-line";

async function folder(): Promise<string> {
	const path = await mkdtemp(join(tmpdir(), "users-csv-"));
	onTestFinished(() => rm(path, { recursive: true }));
	return path;
}

test("quotes fields where necessary, and escapes formulas", () => {
	expect(csvLine([1, "a,b", 'say "hi"', "two\nlines", null, undefined, -5])).toBe(
		'1,"a,b","say ""hi""","two\nlines",,,-5\r\n',
	);
	expect(csvLine(["=HYPERLINK(1,2)", "@me", "a=b"])).toBe("\"'=HYPERLINK(1,2)\",'@me,a=b\r\n");
});

test("writes every user once, in the order of their ids", async () => {
	const { platform, run } = await stage();
	platform.seed.user({ username: "quoted", name: 'Quentin "Q", the one' });
	const dir = await folder();
	const out = join(dir, "users.csv");
	const { code, out: output, err } = await run(main, ["--out", out, "--page-size", "10"]);
	expect(code, err).toBe(0);
	const [head, ...rows] = (await readFile(out, "utf8")).trimEnd().split("\r\n");
	expect(head).toBe("id,username,name,state,public_email,created_at,last_activity_on,web_url");
	expect(output).toContain(`${rows.length} users`);
	const ids = rows.map((row) => Number(row.split(",")[0]));
	expect(ids).toEqual([...new Set(ids)].sort((one, other) => one - other));
	expect(ids.length).toBeGreaterThan(40);
	expect(rows.at(-1)).toContain(',quoted,"Quentin ""Q"", the one",active,');
	expect(await readdir(dir)).toEqual(["users.csv"]);

	expect(await run(main, ["--out", out])).toMatchObject({ code: 2, err: expect.stringContaining("Use --resume") });
});

test("an interrupted export resumes at its cursor, and has the same bytes", async () => {
	const { platform, run } = await stage();
	const dir = await folder();
	const [whole, broken] = [join(dir, "whole.csv"), join(dir, "broken.csv")];
	await run(main, ["--out", whole, "--page-size", "10"]);

	platform.faults.add({ operation: "listUsers", status: 500, after: 2 });
	const first = await run(main, ["--out", broken, "--page-size", "10"]);
	expect(first).toMatchObject({ code: 1, err: expect.stringContaining("20 users") });
	// The rest of an unfinished page.
	await appendFile(broken, "21,half");
	platform.faults.clear();
	platform.journal.clear();

	const second = await run(main, ["--out", broken, "--page-size", "10", "--resume"]);
	expect(second.code, second.err).toBe(0);
	expect(await readFile(broken, "utf8")).toBe(await readFile(whole, "utf8"));
	// The first two pages are not requested again.
	const pages = Math.ceil((await readFile(whole, "utf8")).trimEnd().split("\r\n").slice(1).length / 10);
	expect(platform.journal.calls("listUsers")).toHaveLength(pages - 2);
});

test("--resume needs an interrupted export", async () => {
	const { run } = await stage();
	expect(await run(main, ["--resume"])).toMatchObject({ code: 2, err: expect.stringContaining("needs --out") });
	const out = join(await folder(), "users.csv");
	const none = await run(main, ["--out", out, "--resume"]);
	expect(none).toMatchObject({ code: 2, err: expect.stringContaining("no interrupted export") });
	for (const text of ["", "{", "null", '{"cursor":7,"bytes":0,"rows":0}', '{"cursor":"a","bytes":-0.5,"rows":0}']) {
		await writeFile(`${out}.progress`, text);
		const damaged = await run(main, ["--out", out, "--resume"]);
		expect(damaged, text).toMatchObject({ code: 2, err: expect.stringContaining("is damaged. Start again") });
	}
});
