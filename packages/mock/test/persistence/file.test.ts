import { existsSync, linkSync, lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { createPlatform, demo, type Platform, StateFileError } from "@tenon/mock";
import { type Persistence, persist } from "@tenon/mock/node";
import { expect, onTestFinished, test } from "vitest";
import { newStateFile } from "../support/temporary-folder";
import { startOfTime } from "../support/world";

async function opened(file: string, platform = createPlatform({ seed: demo, clock: startOfTime })) {
	const kept = await persist(platform, { file });
	onTestFinished(() => kept.close());
	return { platform, kept };
}

const say = (platform: Platform, body: string): Promise<number> =>
	platform
		.fetch("http://tenon.test/api/v4/projects/acme%2Fweb/issues/1/notes", {
			method: "POST",
			headers: { "PRIVATE-TOKEN": "developer-token", "content-type": "application/json" },
			body: JSON.stringify({ body }),
		})
		.then(({ status }) => status);

const text = (platform: Platform): string => JSON.stringify({ ...platform.exportState(), settings: {} });
/** Returns the state that a new process would load from the file that is on the disk now. */
async function found(file: string): Promise<string> {
	const copy = newStateFile();
	writeFileSync(copy, readFileSync(file));
	writeFileSync(`${copy}.journal`, readFileSync(`${file}.journal`));
	const platform = createPlatform();
	const kept = await persist(platform, { file: copy });
	await kept.close();
	return text(platform);
}

test("the first time the seed is written, and from then on the file decides", async () => {
	const file = newStateFile();
	const { platform, kept } = await opened(file);
	expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ format: "tenon-mock-state", version: 1 });
	expect(await say(platform, "kept")).toBe(201);
	await kept.close();
	const again = await opened(file, createPlatform({ tier: "free" }));
	expect(text(again.platform)).toBe(text(platform));
	// The tier comes from the options of the new platform.
	expect(again.platform.settings.tier).toBe("free");
	expect(existsSync(`${file}.lock`)).toBe(true);
	await again.kept.close();
	expect(existsSync(`${file}.lock`)).toBe(false);
});

test("when a response arrives, what the request wrote is on the disk: new rows, changes, removals, and the clock", async () => {
	const file = newStateFile();
	const { platform } = await opened(file);
	const headers = { "PRIVATE-TOKEN": "root-token", "content-type": "application/json" };
	const ask = (method: string, path: string, body?: object) =>
		platform.fetch(`http://tenon.test/api/v4${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
	for (const [method, path, body] of [
		["POST", "/users", { email: "ada@example.com", username: "ada", name: "Ada", password: "long-enough-7" }],
		["PUT", "/groups/acme", { description: "Changed." }],
		["DELETE", "/users/8"],
		["POST", "/projects/acme%2Fweb/pipeline?ref=main"],
		["POST", "/runners/reset_registration_token"],
		["DELETE", "/projects/acme%2Fweb/issues/1/notes/1001"],
	] as const) {
		const response = await ask(method, path, body);
		expect(response.ok, `${method} ${path}: ${response.status}`).toBe(true);
		expect(await found(file)).toBe(text(platform));
	}
	platform.clock.advance("3 days");
	await ask("GET", "/user");
	expect(await found(file)).toBe(text(platform));
});

test("what the control API changes is on the disk when it responds", async () => {
	const file = newStateFile();
	const { platform } = await opened(file);
	const control = (method: string, path: string, body: object) =>
		platform.fetch(`http://tenon.test/_mock${path}`, { method, body: JSON.stringify(body) });
	expect((await control("POST", "/clock/advance", { by: "3 days" })).ok).toBe(true);
	expect(await found(file)).toBe(text(platform));
	expect((await control("PUT", "/state", createPlatform({ clock: startOfTime }).exportState())).status).toBe(204);
	expect(platform.state.users.size).toBe(0);
	expect(await found(file)).toBe(text(platform));
});

test("what is written past the requests is kept by flush, and with the next request", async () => {
	const file = newStateFile();
	const { platform, kept } = await opened(file);
	platform.seed.user("ada");
	expect(await found(file)).not.toBe(text(platform));
	await kept.flush();
	expect(await found(file)).toBe(text(platform));
	platform.reset();
	await platform.fetch("http://tenon.test/api/v4/user");
	expect(await found(file)).toBe(text(platform));
	platform.importState(createPlatform().exportState());
	await kept.flush();
	expect(await found(file)).toBe(text(platform));
});

test("a request that writes nothing touches nothing, and a refused one keeps nothing", async () => {
	const file = newStateFile();
	const { platform } = await opened(file);
	await say(platform, "first");
	const before = readFileSync(`${file}.journal`, "utf8");
	const headers = { "PRIVATE-TOKEN": "developer-token" };
	await platform.fetch("http://tenon.test/api/v4/user", { headers });
	await platform.fetch("http://tenon.test/api/v4/projects/acme%2Fweb", { method: "DELETE", headers });
	expect(readFileSync(`${file}.journal`, "utf8")).toBe(before);
});

test("many writes at once go to the disk together, and all are there", async () => {
	const file = newStateFile();
	const { platform } = await opened(file);
	const bodies = Array.from({ length: 200 }, (_, number) => `note ${number}`);
	expect(new Set(await Promise.all(bodies.map((body) => say(platform, body))))).toEqual(new Set([201]));
	const lines = readFileSync(`${file}.journal`, "utf8").trim().split("\n").length - 1;
	expect(lines).toBeLessThan(100);
	expect(await found(file)).toBe(text(platform));
});

test("when the journal has become longer than the state, a new state takes its place", async () => {
	const file = newStateFile();
	const { platform } = await opened(file);
	const journal = () => readFileSync(`${file}.journal`).length;
	const before = JSON.parse(readFileSync(file, "utf8")).journal;
	let longest = 0;
	for (let number = 0; number < 14; number++) {
		expect(await say(platform, "x".repeat(200_000))).toBe(201);
		longest = Math.max(longest, journal());
	}
	expect(longest).toBeLessThan(3_500_000);
	expect(JSON.parse(readFileSync(file, "utf8")).journal).not.toBe(before);
	expect(await found(file)).toBe(text(platform));
});

test("what was half written when the process ended is dropped, and the rest is whole", async () => {
	const file = newStateFile();
	const { platform, kept } = await opened(file);
	await say(platform, "whole");
	const whole = text(platform);
	const journal = readFileSync(`${file}.journal`);
	await say(platform, "lost");
	await kept.close();
	const longer = readFileSync(`${file}.journal`);
	// The process ended after any byte of the last line.
	for (const length of [journal.length + 1, journal.length + 40, longer.length - 2, longer.length - 1]) {
		writeFileSync(`${file}.journal`, longer.subarray(0, length));
		expect(await found(file)).toBe(whole);
	}
	writeFileSync(`${file}.journal`, longer);
	expect(await found(file)).toBe(text(platform));
	// The process ended after it wrote the new state, and before it wrote the journal.
	const state = readFileSync(file, "utf8");
	writeFileSync(file, JSON.stringify({ ...JSON.parse(whole), journal: "another" }));
	expect(await found(file)).toBe(whole);
	writeFileSync(file, state);
	writeFileSync(`${file}.new`, "half a sta");
	expect(await found(file)).toBe(text(platform));
});

test("reports a damaged journal and an invalid state, and changes nothing", async () => {
	const file = newStateFile();
	const { platform, kept } = await opened(file);
	for (const body of ["one", "two", "three"]) await say(platform, body);
	await kept.close();
	const lines = readFileSync(`${file}.journal`, "utf8").split("\n");
	writeFileSync(`${file}.journal`, lines.with(2, "#").join("\n"));
	const fresh = () => createPlatform({ seed: demo, clock: startOfTime });
	await expect(persist(fresh(), { file })).rejects.toThrow(`${file}.journal, line 3: it is damaged`);
	writeFileSync(file, "{");
	await expect(persist(fresh(), { file })).rejects.toThrow(`${file}: it is not JSON`);
	writeFileSync(file, JSON.stringify({ format: "tenon-mock-state", version: 7 }));
	const other = fresh();
	const before = text(other);
	await expect(persist(other, { file })).rejects.toThrow(StateFileError);
	await expect(persist(other, { file })).rejects.toThrow(`${file}: The state cannot be imported: version: expected 1`);
	expect(text(other)).toBe(before);
	expect(readFileSync(file, "utf8")).toContain('"version":7');
	expect(existsSync(`${file}.lock`)).toBe(false);
	// Another file can be used for the same platform.
	await opened(newStateFile(), other);
});

test("an exported state is accepted as a file, even if the journal of another is there", async () => {
	const file = newStateFile();
	const { platform, kept } = await opened(file);
	await say(platform, "of before");
	await kept.close();
	const other = createPlatform({ seed: demo, clock: startOfTime });
	other.seed.user("ada");
	writeFileSync(file, JSON.stringify(other.exportState()));
	const again = await opened(file);
	expect(text(again.platform)).toBe(text(other));
});

test("a file is open once, and a platform is kept once", async () => {
	const file = newStateFile();
	const { platform } = await opened(file);
	await expect(persist(createPlatform(), { file })).rejects.toThrow("this process has the file open");
	await expect(persist(platform, { file: newStateFile() })).rejects.toThrow("The platform is already persisted.");
	const other = newStateFile();
	const locked = (pid: number, start: string, host = hostname()): void => {
		rmSync(`${other}.lock`, { recursive: true, force: true });
		mkdirSync(`${other}.lock`);
		writeFileSync(join(`${other}.lock`, `${pid}.${start}.aaaaaaaa.${host}`), "");
	};
	// Process 1 exists on every machine. The lock has another start time, so the process of the lock has ended.
	const startOf1 = readFileSync("/proc/1/stat", "utf8").split(") ").at(-1)?.split(" ")[19] ?? "";
	locked(1, startOf1);
	await expect(persist(createPlatform(), { file: other })).rejects.toThrow("process 1 has the file open");
	locked(4_194_999, "1", "other.example.com");
	await expect(persist(createPlatform(), { file: other })).rejects.toThrow("process 4194999 on other.example.com");
	locked(1, "7");
	await opened(other, createPlatform());
});

test("a file reached by a link is kept where it is, and the link stays a link", async () => {
	const file = newStateFile();
	const link = join(file, "..", "link.json");
	symlinkSync("platform.json", link);
	const { platform, kept } = await opened(link);
	await expect(persist(createPlatform(), { file })).rejects.toThrow("this process has the file open");
	await say(platform, "kept");
	await kept.close();
	expect(lstatSync(link).isSymbolicLink()).toBe(true);
	expect(text((await opened(file)).platform)).toBe(text(platform));
});

test("a folder, and a file with two names, are refused", async () => {
	const file = newStateFile();
	await expect(persist(createPlatform(), { file: join(file, "..") })).rejects.toThrow("is a folder");
	writeFileSync(file, "");
	linkSync(file, `${file}.twin`);
	await expect(persist(createPlatform(), { file })).rejects.toThrow("has 2 hard links");
});

test("what cannot be kept is refused and undone, and the next that can is kept", async () => {
	const file = newStateFile();
	const errors: unknown[] = [];
	const platform = createPlatform({ seed: demo, clock: startOfTime, onError: (error) => errors.push(error) });
	const kept: Persistence = await persist(platform, { file });
	onTestFinished(() => kept.close().catch(() => undefined));
	await say(platform, "first");
	rmSync(join(file, ".."), { recursive: true });
	// The journal can still be written, but would not be found. A new state cannot be written.
	const before = text(platform);
	const reset = await platform.fetch("http://tenon.test/_mock/reset", { method: "POST" });
	expect([reset.status, text(platform)]).toEqual([507, before]);
	expect(errors).toHaveLength(1);
	mkdirSync(join(file, ".."));
	platform.reset();
	expect(await say(platform, "third")).toBe(201);
	expect(await found(file)).toBe(text(platform));
});
