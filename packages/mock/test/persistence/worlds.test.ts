import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createWorlds, demo, type Platform, type Worlds, type WorldsOptions } from "@tenon/mock";
import { type Persistence, persist } from "@tenon/mock/node";
import { expect, onTestFinished, test } from "vitest";
import { checkedFetch } from "../../../../test/support/contract-check";
import { newStateFile } from "../support/temporary-folder";
import { startOfTime } from "../support/world";

interface Opened {
	worlds: Worlds;
	kept: Persistence;
	fetch: typeof fetch;
	control(method: string, path: string, body?: object): Promise<Response>;
	say(world: string | undefined, body: string): Promise<number>;
}

async function opened(file: string, options: WorldsOptions = {}): Promise<Opened> {
	const worlds = createWorlds({ seed: demo, clock: startOfTime, ...options });
	const kept = await persist(worlds, { file });
	onTestFinished(() => kept.close().catch(() => undefined));
	const fetch = checkedFetch(worlds.fetch);
	return {
		worlds,
		kept,
		fetch,
		control: (method, path, body) =>
			worlds.fetch(`http://tenon.test${path}`, { method, ...(body && { body: JSON.stringify(body) }) }),
		say: async (world, body) => {
			const headers = {
				"PRIVATE-TOKEN": "developer-token",
				"content-type": "application/json",
				...(world === undefined ? {} : { "X-Mock-World": world }),
			};
			const address = "http://tenon.test/api/v4/projects/acme%2Fweb/issues/1/notes";
			return (await fetch(address, { method: "POST", headers, body: JSON.stringify({ body }) })).status;
		},
	};
}

const text = (platform: Platform): string => JSON.stringify({ ...platform.exportState(), settings: {} });
const bodies = (platform: Platform): string[] =>
	[...platform.state.notes.all()].map(({ body }) => body).filter((body) => body.startsWith("said "));

test("every world is there again, with its notes, its clock and its snapshots, in the order of their making", async () => {
	const file = newStateFile();
	const { worlds, kept, say, control } = await opened(file);
	for (const world of ["Zebra", "ant", undefined, "bee"]) expect(await say(world, `said in ${world}`)).toBe(201);
	expect((await control("POST", "/_mock/worlds", { world: "copy", from: "ant" })).status).toBe(201);
	expect((await control("POST", "/_world/ant/_mock/clock/advance", { by: "3 days" })).status).toBe(200);
	expect((await control("POST", "/_world/ant/_mock/snapshot", { snapshot: "mine" })).status).toBe(201);
	const texts = () => new Map(worlds.names.map((name) => [name, text(worlds.get(name))]));
	const before = texts();
	await kept.close();

	const again = await opened(file);
	expect(again.worlds.names).toEqual(["default", "Zebra", "ant", "bee", "copy"]);
	for (const [name, state] of before) expect(text(again.worlds.get(name)), name).toBe(state);
	expect(again.worlds.get("ant").snapshots.names).toEqual(["mine"]);
	expect(again.worlds.get("bee").snapshots.names).toEqual([]);
	expect(again.worlds.get("ant").clock.iso()).toBe("2026-01-08T09:30:00.000Z");
	expect(await again.say("copy", "said later")).toBe(201);
	expect([bodies(again.worlds.get("ant")), bodies(again.worlds.get("copy"))]).toEqual([
		["said in ant"],
		["said in ant", "said later"],
	]);
});

test("what a response acknowledged is on the disk, in every world", async () => {
	const file = newStateFile();
	const { worlds, say } = await opened(file);
	for (const round of [1, 2])
		for (const world of [undefined, "one", "two"]) {
			expect(await say(world, `said ${round}`)).toBe(201);
			// The files that a process would find if it started now.
			const copy = newStateFile();
			cpSync(dirname(file), dirname(copy), { recursive: true, filter: (path) => !path.endsWith(".lock") });
			const found = await opened(copy);
			expect(found.worlds.names).toEqual(worlds.names);
			for (const name of worlds.names) expect(text(found.worlds.get(name))).toBe(text(worlds.get(name)));
			await found.kept.close();
		}
});

test("a deleted world stays deleted, and a new one of its name is another", async () => {
	const file = newStateFile();
	const { worlds, say, control, kept } = await opened(file);
	await say("one", "said first");
	await say("two", "said first");
	expect((await control("DELETE", "/_mock/worlds/one")).status).toBe(204);
	expect(readdirSync(`${file}.worlds`).filter((name) => name.includes("one"))).toEqual([]);
	// The world is deleted and created again at once, while the old one is still being written.
	const old = worlds.get("two");
	old.seed.user("ada");
	const late = old.fetch("http://tenon.test/api/v4/user");
	worlds.delete("two");
	expect(await say("two", "said again")).toBe(201);
	await late;
	expect((await control("DELETE", "/_mock/worlds/none")).status).toBe(404);
	await kept.close();
	const again = await opened(file);
	expect(again.worlds.names).toEqual(["default", "two"]);
	expect(bodies(again.worlds.get("two"))).toEqual(["said again"]);
	expect(again.worlds.get("two").state.users.one("username", "ada")).toBeUndefined();
});

test("the world without a name starts again when it is deleted, and is still kept", async () => {
	const file = newStateFile();
	const { worlds, say, control, kept } = await opened(file);
	await say(undefined, "said first");
	worlds.get().snapshots.take("old");
	expect((await control("DELETE", "/_mock/worlds/default")).status).toBe(204);
	expect(bodies(worlds.get())).toEqual([]);
	expect(await say(undefined, "said again")).toBe(201);
	await kept.close();
	const again = await opened(file);
	expect(bodies(again.worlds.get())).toEqual(["said again"]);
	expect(again.worlds.get().snapshots.names).toEqual([]);
});

test("the world that was unused longest makes room on the disk too", async () => {
	const file = newStateFile();
	const first = await opened(file, { max: 3 });
	for (const world of ["one", "two", "three"]) await first.say(world, "said");
	await first.kept.close();
	const { worlds, say, kept } = await opened(file, { max: 2 });
	// A stored world is only removed when its room is needed.
	expect(worlds.names).toEqual(["default", "one", "two", "three"]);
	await say("one", "said again");
	await say("four", "said");
	await kept.close();
	expect((await opened(file)).worlds.names).toEqual(["default", "one", "four"]);
});

test("a damaged world is reported when it is used, the others work, and it can be deleted", async () => {
	const file = newStateFile();
	const first = await opened(file);
	await first.say("one", "said");
	await first.say("two", "said");
	await first.kept.close();
	writeFileSync(join(`${file}.worlds`, "0001-one.json"), "{");
	const { worlds, say, control, fetch } = await opened(file);
	const response = await worlds.fetch("http://tenon.test/_world/one/api/v4/user");
	expect(response.status).toBe(500);
	expect((await response.json()).message).toMatch(/The world one cannot be read: .*0001-one.json: it is not JSON/);
	expect(() => worlds.get("one")).toThrow("The world one cannot be read");
	expect(await say("two", "said again")).toBe(201);
	expect((await fetch("http://tenon.test/api/v4/user")).status).toBe(401);
	expect(readFileSync(join(`${file}.worlds`, "0001-one.json"), "utf8")).toBe("{");
	expect((await control("DELETE", "/_mock/worlds/one")).status).toBe(204);
	expect(await say("one", "said again")).toBe(201);
});

test("worlds that were there before they are kept, and two files of one name", async () => {
	const file = newStateFile();
	const worlds = createWorlds({ seed: demo, clock: startOfTime });
	worlds.get("early").seed.user("ada");
	const kept = await persist(worlds, { file });
	await expect(persist(worlds, { file: newStateFile() })).rejects.toThrow("The platform is already persisted.");
	await kept.close();
	// The process was killed after it stored the new world, and before it removed the deleted one of the same name.
	const folder = `${file}.worlds`;
	const empty = { format: "tenon-mock-state", version: 1, tables: {} };
	writeFileSync(join(folder, "0002-early.json"), JSON.stringify(empty));
	const again = await opened(file);
	expect(again.worlds.get("early").state.users.size).toBe(0);
	await again.kept.close();
	expect(readdirSync(folder).sort()).toEqual(["0002-early.json", "0002-early.json.journal"]);
	// Once the file is closed, worlds run without being stored. Worlds that nobody used are not there.
	expect(again.worlds.names).toEqual(["default", "early"]);
	renameSync(file, `${file}.old`);
	await expect(opened(file)).rejects.toThrow(`${file} does not exist, but ${folder} does`);
});

test("a world that cannot be kept is refused with 507 and is not there", async () => {
	const file = newStateFile();
	const errors: unknown[] = [];
	const { worlds, control, say } = await opened(file, { onError: (error) => errors.push(error) });
	// A file is in the place of the folder.
	writeFileSync(`${file}.worlds`, "");
	const made = await control("POST", "/_mock/worlds", { world: "one" });
	expect([made.status, (await made.json()).message]).toEqual([507, expect.stringContaining("could not be saved")]);
	expect(worlds.names).toEqual(["default"]);
	const headers = { "PRIVATE-TOKEN": "developer-token", "X-Mock-World": "two" };
	const notes = "http://tenon.test/api/v4/projects/acme%2Fweb/issues/1/notes";
	const write = await worlds.fetch(notes, { method: "POST", headers, body: new URLSearchParams({ body: "said" }) });
	expect([write.status, errors.length]).toEqual([507, 1]);
	// Reads still succeed.
	expect((await worlds.fetch(notes, { headers })).status).toBe(200);
	rmSync(`${file}.worlds`);
	expect(await say("two", "said again")).toBe(201);
	expect(bodies(worlds.get("two"))).toEqual(["said again"]);
});

test("a deleted world that was brought back is kept again", async () => {
	const file = newStateFile();
	const { worlds, kept, say, control } = await opened(file);
	for (const world of ["ant", undefined]) expect(await say(world, `said in ${world}`)).toBe(201);
	expect((await control("POST", "/_world/ant/_mock/snapshot", { snapshot: "mine" })).status).toBe(201);
	const names = ["default", "ant"];
	for (const name of names) {
		const before = text(worlds.get(name));
		const deleted = await control("DELETE", `/_mock/worlds/${name}`);
		expect(bodies(worlds.get(name))).toEqual([]);
		const undone = await control("POST", `/_mock/undo/${deleted.headers.get("x-mock-undo")}`);
		expect([undone.status, text(worlds.get(name))]).toEqual([204, before]);
	}
	expect(await say("ant", "said later")).toBe(201);
	const texts = names.map((name) => text(worlds.get(name)));
	await kept.close();
	const again = await opened(file);
	expect(names.map((name) => text(again.worlds.get(name)))).toEqual(texts);
	expect(again.worlds.get("ant").snapshots.names).toEqual(["mine"]);
});
