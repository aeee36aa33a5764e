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
	// As after a reload: nothing was closed, and another platform begins with what is kept.
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
