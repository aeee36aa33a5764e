import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createPlatform, demo, type Platform } from "@tenon/mock";
import { persist } from "@tenon/mock/node";
import { expect, onTestFinished, test } from "vitest";
import { newStateFile } from "../support/temporary-folder";
import { startOfTime } from "../support/world";

async function opened(file: string, platform = createPlatform({ seed: demo, clock: startOfTime })) {
	const kept = await persist(platform, { file });
	onTestFinished(() => kept.close());
	return { platform, kept };
}

const control = (platform: Platform, method: string, path: string, body?: object): Promise<Response> =>
	platform.fetch(`http://tenon.test/_mock${path}`, { method, ...(body && { body: JSON.stringify(body) }) });

test("snapshots are on the disk when the call that took or deleted them returns, in their order", async () => {
	const file = newStateFile();
	const { platform, kept } = await opened(file);
	for (const name of ["B", "a", "b"]) {
		platform.seed.issue({ project: "acme/web", author: "developer", title: name });
		expect((await control(platform, "POST", "/snapshot", { snapshot: name })).status).toBe(201);
	}
	// This must also work on a file system that does not distinguish B from b.
	const files = () => readdirSync(`${file}.snapshots`).sort();
	expect(files()).toEqual(["0001-~b.json", "0002-a.json", "0003-b.json"]);
	expect((await control(platform, "DELETE", "/snapshots/a")).status).toBe(204);
	expect(files()).toEqual(["0001-~b.json", "0003-b.json"]);
	// A snapshot that is taken again keeps its position.
	expect((await control(platform, "POST", "/snapshot", { snapshot: "B" })).status).toBe(201);
	const texts = platform.snapshots.names.map((name) => JSON.stringify(platform.snapshots.get(name)));
	await kept.close();

	const again = await opened(file, createPlatform());
	expect(again.platform.snapshots.names).toEqual(["B", "b"]);
	expect(again.platform.snapshots.names.map((name) => JSON.stringify(again.platform.snapshots.get(name)))).toEqual(
		texts,
	);
	expect(again.platform.snapshots.diff("B", "b")).toEqual({});
	again.platform.seed.user("ada");
	expect(again.platform.snapshots.diff("b").users?.added).toMatchObject([{ username: "ada" }]);
	expect((await control(again.platform, "POST", "/restore", { snapshot: "b" })).status).toBe(204);
	expect(JSON.stringify(again.platform.snapshot())).toBe(texts[1]);
	expect(again.platform.snapshots.take()).toBe("snapshot-3");
	await again.kept.close();
	expect(files()).toEqual(["0001-~b.json", "0003-b.json", "0004-snapshot-3.json"]);
});

test("when a snapshot was taken and how many rows it holds is kept, and known without reading its rows", async () => {
	const file = newStateFile();
	const { platform, kept } = await opened(file);
	const before = Date.now();
	platform.snapshots.take("a");
	platform.seed.user("ada");
	platform.snapshots.take("b");
	const list = platform.snapshots.list();
	for (const { takenAt } of list) expect(Date.parse(takenAt ?? "")).toBeGreaterThanOrEqual(before);
	const [first = 0, second = 0] = list.map(({ rows }) => rows ?? 0);
	const countOf = (name: string): number =>
		Object.values(platform.snapshots.get(name)).reduce((sum, { rows }) => sum + rows.length, 0);
	expect([first, second]).toEqual([countOf("a"), countOf("b")]);
	expect(second).toBeGreaterThan(first);
	await kept.close();

	const [fileOfA, fileOfB] = [`${file}.snapshots/0001-a.json`, `${file}.snapshots/0002-b.json`];
	writeFileSync(fileOfA, readFileSync(fileOfA, "utf8").slice(0, 500));
	// An earlier release wrote files in this format.
	const { snapshot: _, ...older } = JSON.parse(readFileSync(fileOfB, "utf8"));
	writeFileSync(fileOfB, JSON.stringify(older));
	const again = await opened(file, createPlatform());
	expect(again.platform.snapshots.list()).toEqual([list[0], { name: "b", takenAt: null, rows: null }]);
	expect(again.platform.snapshots.diff("b")).toEqual({});
	expect(() => again.platform.snapshots.get("a")).toThrow("it is not JSON");
	// Such a file is loaded like any other state file.
	again.platform.snapshots.take("c");
	await again.kept.flush();
	const whole = readFileSync(`${file}.snapshots/0003-c.json`, "utf8");
	expect(() => createPlatform().importState(whole)).not.toThrow();
	expect(() => createPlatform().importState({ ...JSON.parse(whole), snapshot: 3 })).toThrow(
		"snapshot: expected an object, found 3",
	);
});

test("a snapshot that was half written when the process ended is dropped", async () => {
	const file = newStateFile();
	const { platform, kept } = await opened(file);
	platform.snapshots.take("whole");
	await kept.close();
	writeFileSync(`${file}.snapshots/0002-half.json.new`, '{"format":"tenon-mock-sta');
	const again = await opened(file, createPlatform());
	expect(again.platform.snapshots.names).toEqual(["whole"]);
	await again.kept.close();
	expect(readdirSync(`${file}.snapshots`)).toEqual(["0001-whole.json"]);
});

test("a damaged snapshot is reported when it is used, with its file, and the others work", async () => {
	const file = newStateFile();
	const { platform, kept } = await opened(file);
	for (const name of ["one", "two", "three"]) platform.snapshots.take(name);
	await kept.close();
	writeFileSync(`${file}.snapshots/0001-one.json`, "{");
	const other = JSON.parse(readFileSync(`${file}.snapshots/0002-two.json`, "utf8"));
	writeFileSync(`${file}.snapshots/0002-two.json`, JSON.stringify({ ...other, version: 7 }));
	const again = await opened(file, createPlatform());
	const restored = async (snapshot: string) => {
		const response = await control(again.platform, "POST", "/restore", { snapshot });
		return [response.status, response.status === 204 ? "" : (await response.json()).message];
	};
	expect(await restored("one")).toEqual([500, expect.stringContaining("0001-one.json: it is not JSON")]);
	expect(await restored("two")).toEqual([400, expect.stringContaining("version: expected 1")]);
	expect(await restored("three")).toEqual([204, ""]);
	expect((await control(again.platform, "DELETE", "/snapshots/one")).status).toBe(204);
	expect(existsSync(`${file}.snapshots/0001-one.json`)).toBe(false);
});

test("snapshots without their state file are refused, and a file without snapshots has none", async () => {
	const file = newStateFile();
	const { platform, kept } = await opened(file);
	platform.snapshots.take("lonely");
	await kept.close();
	renameSync(file, `${file}.old`);
	await expect(persist(createPlatform(), { file })).rejects.toThrow(
		`${file} does not exist, but ${file}.snapshots does: restore the file, or remove the folder.`,
	);
	rmSync(`${file}.snapshots`, { recursive: true });
	renameSync(`${file}.old`, file);
	expect((await opened(file, createPlatform())).platform.snapshots.names).toEqual([]);
});
