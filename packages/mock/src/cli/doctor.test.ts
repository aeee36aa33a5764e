import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../test/support/temporary-folder";
import { tenonMock } from "../../test/support/tenon-mock";
import { persist } from "../persistence/persist";
import { createPlatform } from "../platform/platform";
import { createWorlds } from "../platform/worlds";
import { demo } from "../seed/demo";

/** What doctor reports about a file. */
async function dataOf(file: string): Promise<[verdict: string, detail: string]> {
	const { out } = await tenonMock("doctor", "--json", "--port", "0", "--data", file);
	const lines = out.trimEnd().split("\n");
	const found = lines.map((line) => JSON.parse(line)).find(({ check }) => check === "data");
	return [found.verdict, found.detail];
}

test("doctor --data opens the file, and sees who has it open", async () => {
	const folder = temporaryFolder();
	const file = join(folder, "platform.json");
	expect(await dataOf(file)).toEqual(["ok", `${file} is not there yet, and ${folder} can be written`]);
	const platform = createPlatform({ seed: demo });
	const kept = await persist(platform, { file });
	expect(await dataOf(file)).toEqual(["no", expect.stringContaining("this process has the file open")]);
	await kept.close();
	const before = readFileSync(file, "utf8");
	expect(await dataOf(file)).toEqual([
		"ok",
		expect.stringMatching(/holds \d{3,} records, and no process has it open$/),
	]);
	expect([readdirSync(folder).sort(), readFileSync(file, "utf8")]).toEqual([
		["platform.json", "platform.json.journal"],
		before,
	]);
	const worlds = createWorlds({ seed: demo });
	const many = await persist(worlds, { file });
	for (const name of ["one", "two"]) worlds.get(name).snapshots.take("before");
	await many.close();
	expect(await dataOf(file)).toEqual([
		"ok",
		expect.stringMatching(/holds \d{3,} records, 2 snapshots, 2 worlds with a name, and no process has it open$/),
	]);
	const snapshot = `${file}.worlds/0002-two.json.snapshots/0001-before.json`;
	const whole = readFileSync(snapshot, "utf8");
	writeFileSync(snapshot, "{");
	expect(await dataOf(file)).toEqual([
		"no",
		expect.stringMatching(/^The world two: The snapshot before: .*0001-before.json: it is not JSON/),
	]);
	writeFileSync(snapshot, whole);
	expect(await dataOf(folder)).toEqual(["no", expect.stringContaining("is a folder")]);

	const journal = `${file}.journal`;
	const [head = ""] = readFileSync(journal, "utf8").split("\n");
	writeFileSync(journal, `${head}\n{"tables":{"users":{"lastId":1}}}\n`);
	expect(await dataOf(file)).toEqual(["no", expect.stringContaining(`${journal}, line 2: it is not a change.`)]);
	writeFileSync(file, Buffer.concat([Buffer.from(before.slice(0, -2)), Buffer.from([0xff, 0x7d, 0x0a])]));
	expect(await dataOf(file)).toEqual(["no", expect.stringContaining("it is not UTF-8")]);
	writeFileSync(file, '{"users":[]}');
	const wrong = `${file}: The state cannot be imported: format: expected "tenon-mock-state", found nothing`;
	expect(await dataOf(file)).toEqual(["no", wrong]);
});
