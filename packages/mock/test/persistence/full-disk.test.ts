import { join } from "node:path";
import { createPlatform, demo, type Platform } from "@tenon/mock";
import { expect, test } from "vitest";
import { FileStore } from "../../src/persistence/file-store";
import { keep } from "../../src/persistence/keeper";
import type { Change, Store } from "../../src/persistence/store";
import { temporaryFolder } from "../support/temporary-folder";

/** A store on a disk that is full while `isFull` is true. */
class SmallDisk implements Store {
	readonly name = "a small disk";
	isFull = false;
	isLong = false;
	/** The next write waits for this promise. */
	gate: Promise<void> | undefined;
	readonly #store: Store;

	constructor(store: Store) {
		this.#store = store;
	}

	load() {
		return this.#store.load();
	}

	async append(change: Change): Promise<void> {
		await this.gate;
		this.#check();
		await this.#store.append(change);
	}

	async replace(state: Parameters<Store["replace"]>[0]): Promise<void> {
		await this.gate;
		this.#check();
		await this.#store.replace(state);
	}

	async stage(snapshots: Parameters<Store["stage"]>[0]) {
		this.#check();
		return this.#store.stage(snapshots);
	}

	close() {
		return this.#store.close();
	}

	#check(): void {
		if (this.isFull) throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
	}
}

async function opened() {
	const folder = temporaryFolder();
	const file = join(folder, "platform.json");
	const errors: unknown[] = [];
	const platform = createPlatform({
		seed: demo,
		clock: "2026-01-05T09:30:00Z",
		onError: (error) => errors.push(error),
	});
	const disk = new SmallDisk(await FileStore.open(file));
	const kept = await keep(platform, disk);
	const restarted = async (): Promise<Platform> => {
		await kept.close();
		const again = createPlatform();
		await (await keep(again, await FileStore.open(file))).close();
		return again;
	};
	return { platform, disk, errors, restarted };
}

const headers = { "PRIVATE-TOKEN": "developer-token", "content-type": "application/json" };
const notes = "http://tenon.test/api/v4/projects/acme%2Fweb/issues/1/notes";
const say = (platform: Platform, body: string): Promise<Response> =>
	platform.fetch(notes, { method: "POST", headers, body: JSON.stringify({ body }) });
const total = async (platform: Platform): Promise<number> =>
	Number((await platform.fetch(notes, { headers })).headers.get("x-total"));
const tables = (platform: Platform): string => JSON.stringify(platform.exportState().tables);
const health = async (platform: Platform): Promise<unknown> =>
	(await platform.fetch("http://tenon.test/_mock/health")).json();

test("on a full disk writes are refused with 507 and change nothing, reads go on, and it is logged once", async () => {
	const { platform, disk, errors, restarted } = await opened();
	expect(await health(platform)).toMatchObject({ status: "ok", storage: "ok" });
	expect((await say(platform, "kept")).status).toBe(201);
	const before = [await total(platform), tables(platform)];
	disk.isFull = true;
	for (const number of [1, 2, 3]) {
		const refused = await say(platform, `lost ${number}`);
		expect([refused.status, await refused.json()]).toEqual([
			507,
			{
				message:
					"507 Insufficient Storage - The change could not be saved, so it was undone: ENOSPC: no space left on device, write",
			},
		]);
		expect([await total(platform), tables(platform)]).toEqual(before);
	}
	expect(errors).toHaveLength(1);
	expect(await health(platform)).toMatchObject({
		status: "degraded",
		storage: { failure: "ENOSPC: no space left on device, write" },
	});
	const advanced = await platform.fetch("http://tenon.test/_mock/clock/advance", {
		method: "POST",
		body: '{"by":"3 days"}',
	});
	expect([advanced.status, platform.clock.iso()]).toEqual([507, "2026-01-05T09:30:00.000Z"]);
	const query = await platform.fetch("http://tenon.test/api/graphql", {
		method: "POST",
		headers,
		body: '{"query":"{ currentUser { username } }"}',
	});
	expect(await query.json()).toEqual({ data: { currentUser: { username: "developer" } } });
	// The first use of a token writes its time. If that write fails, the read still succeeds.
	const first = await platform.fetch(notes, { headers: { "PRIVATE-TOKEN": "owner-token" } });
	const firstQuery = await platform.fetch("http://tenon.test/api/graphql", {
		method: "POST",
		headers: { ...headers, "PRIVATE-TOKEN": "reporter-token" },
		body: '{"query":"{ currentUser { username } }"}',
	});
	expect([first.status, firstQuery.status]).toEqual([200, 200]);

	disk.isFull = false;
	expect((await say(platform, "kept too")).status).toBe(201);
	expect(await health(platform)).toMatchObject({ status: "ok", storage: "ok" });
	disk.isFull = true;
	await say(platform, "lost again");
	expect(errors).toHaveLength(2);
	disk.isFull = false;
	expect(tables(await restarted())).toBe(tables(platform));
});

test("writes that come while one fails are undone and refused with it, and reads see what is kept", async () => {
	const { platform, disk, restarted } = await opened();
	const before = await total(platform);
	let open = (): void => {};
	disk.gate = new Promise((resolve) => {
		open = resolve;
	});
	disk.isFull = true;
	const writes = [say(platform, "first"), say(platform, "second"), say(platform, "third")];
	const reads = [total(platform), total(platform)];
	open();
	expect((await Promise.all(writes)).map(({ status }) => status)).toEqual([507, 507, 507]);
	expect(await Promise.all(reads)).toEqual([before, before]);
	disk.isFull = false;
	expect((await say(platform, "fourth")).status).toBe(201);
	expect(await total(platform)).toBe(before + 1);
	expect(tables(await restarted())).toBe(tables(platform));
});

test("on a full disk a snapshot is refused and forgotten, and one that is deleted is back", async () => {
	const { platform, disk, restarted } = await opened();
	const control = (method: string, path: string, body?: object): Promise<Response> =>
		platform.fetch(`http://tenon.test/_mock${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
	expect((await control("POST", "/snapshot", { snapshot: "kept" })).status).toBe(201);
	disk.isFull = true;
	expect((await control("POST", "/snapshot", { snapshot: "lost" })).status).toBe(507);
	expect((await control("DELETE", "/snapshots/kept")).status).toBe(507);
	expect(platform.snapshots.names).toEqual(["kept"]);
	disk.isFull = false;
	// The disk has room for the snapshot, but not for the line that is written with it.
	disk.append = () => Promise.reject(new Error("ENOSPC"));
	platform.snapshots.take("lost");
	expect((await say(platform, "lost too")).status).toBe(507);
	expect(platform.snapshots.names).toEqual(["kept"]);
	expect((await restarted()).snapshots.names).toEqual(["kept"]);
});

test("where a whole state finds no room, a line still may", async () => {
	const { platform, disk, restarted } = await opened();
	disk.isLong = true;
	disk.replace = () => Promise.reject(new Error("ENOSPC"));
	expect((await say(platform, "kept")).status).toBe(201);
	expect(tables(await restarted())).toBe(tables(platform));
});
