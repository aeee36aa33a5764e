import { createPlatform, demo, type Platform } from "@tenon/mock";
import { persist } from "@tenon/mock/browser";
import { expect, test } from "vitest";

const clock = "2026-01-05T09:30:00.000Z";
const notes = "https://platform.example.com/api/v4/projects/acme%2Fweb/issues/1/notes";
const headers = { "PRIVATE-TOKEN": "developer-token", "content-type": "application/json" };

const say = (platform: Platform, body: string): Promise<number> =>
	platform.fetch(notes, { method: "POST", headers, body: JSON.stringify({ body }) }).then(({ status }) => status);
const text = (platform: Platform): string => JSON.stringify(platform.snapshot());

test("a platform that is kept in the browser is there again after a reload", async () => {
	const name = `kept-${Math.random()}`;
	const platform = createPlatform({ seed: demo, clock });
	await persist(platform, { name });
	expect(await Promise.all(["one", "two", "three"].map((body) => say(platform, body)))).toEqual([201, 201, 201]);
	const removed = await platform.fetch(`${notes}/1001`, {
		method: "DELETE",
		headers: { ...headers, "PRIVATE-TOKEN": "root-token" },
	});
	expect(removed.status).toBe(204);
	// Like after a reload: nothing was closed, and another platform loads the stored state.
	const again = createPlatform({ seed: demo, clock });
	const kept = await persist(again, { name });
	expect(text(again)).toBe(text(platform));
	expect(again.clock.iso()).toBe(clock);

	again.seed.user("ada");
	again.clock.advance("1 day");
	await kept.close();
	const third = createPlatform();
	await (await persist(third, { name })).close();
	expect(text(third)).toBe(text(again));
	expect(third.clock.iso()).toBe("2026-01-06T09:30:00.000Z");
});

test("many changes become a new state, and platforms of other names are others", async () => {
	const name = `long-${Math.random()}`;
	const platform = createPlatform({ seed: demo, clock });
	await persist(platform, { name });
	for (let number = 0; number < 8; number++) expect(await say(platform, "x".repeat(200_000))).toBe(201);
	const again = createPlatform();
	await (await persist(again, { name })).close();
	expect(text(again)).toBe(text(platform));
	const other = createPlatform({ seed: demo, clock });
	await (await persist(other, { name: `other-${name}` })).close();
	expect(text(other)).not.toBe(text(platform));
});

test("named snapshots are kept in the browser, in their order, and a database without them is taken over", async () => {
	const name = `snapshots-${Math.random()}`;
	const platform = createPlatform({ seed: demo, clock });
	const state = JSON.stringify({ ...platform.exportState(), settings: undefined });
	// The first release stored files in this format.
	await new Promise<void>((resolve, reject) => {
		const request = indexedDB.open(`tenon-mock:${name}`, 1);
		request.onerror = () => reject(request.error);
		request.onupgradeneeded = () => {
			request.result.createObjectStore("state").put(state, "state");
			request.result.createObjectStore("changes", { autoIncrement: true });
		};
		request.onsuccess = () => {
			request.result.close();
			resolve();
		};
	});
	const first = createPlatform();
	const kept = await persist(first, { name });
	expect(text(first)).toBe(text(platform));
	for (const snapshot of ["z", "gone", "a"]) {
		first.seed.issue({ project: "acme/web", author: "developer", title: snapshot });
		const body = JSON.stringify({ snapshot });
		const taken = await first.fetch("https://platform.example.com/_mock/snapshot", { method: "POST", body });
		expect(taken.status).toBe(201);
	}
	await first.fetch("https://platform.example.com/_mock/snapshots/gone", { method: "DELETE" });
	await kept.close();
	const again = createPlatform();
	await persist(again, { name });
	expect(again.snapshots.names).toEqual(["z", "a"]);
	// The list of snapshots does not load the rows.
	expect(again.snapshots.list()).toEqual(first.snapshots.list());
	expect(again.snapshots.list()[0]?.rows).toBeGreaterThan(0);
	expect(JSON.stringify(again.snapshots.get("z"))).toBe(JSON.stringify(first.snapshots.get("z")));
	expect(again.snapshots.diff("z").issues?.added).toHaveLength(2);
});
