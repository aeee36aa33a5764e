import { expect, test } from "vitest";
import { idsOf, kinds } from "./kinds";
import { scene } from "./scene";

test.each(kinds)("NOTE-265, NOTE-266 a deleted note is gone, and no other: $name", async (kind) => {
	const { notes, remove, get, list } = scene(kind);
	const [a = 0, b = 0, c = 0] = idsOf(notes(3));
	const kept = (await get("guest", c)).body;
	const told = await remove("developer", b);
	expect(told.status).toBe(204);
	expect(told.body).toBeUndefined();
	expect((await get("root", b)).status).toBe(404);
	const listed = await list("guest");
	expect(idsOf(listed.body)).toEqual([c, a]);
	expect(listed.headers.get("x-total")).toBe("2");
	expect((await get("guest", c)).body).toEqual(kept);
});

test.each(kinds)("NOTE-267 what is gone cannot be deleted again: $name", async (kind) => {
	const { note, remove, inVain } = scene(kind);
	const { id } = note();
	expect((await remove("developer", id)).status).toBe(204);
	const again = await inVain(() => remove("developer", id));
	expect(again).toMatchObject({ status: 404, body: { message: "404 Not found" } });
});

test.each(kinds)("NOTE-268 a note that has changed since is kept: $name", async (kind) => {
	const { note, put, remove, get, platform, inVain } = scene(kind);
	const { id } = note();
	const seen = new Date(platform.clock.now()).toUTCString();
	platform.clock.advance("5 minutes");
	expect((await put("developer", id, { body: "new" })).status).toBe(200);
	const told = await inVain(() => remove("developer", id, { headers: { "If-Unmodified-Since": seen } }));
	expect(told).toMatchObject({ status: 412, body: { message: "412 Precondition Failed" } });
	expect((await get("developer", id)).body.body).toBe("new");
	const now = new Date(platform.clock.now()).toUTCString();
	expect((await remove("developer", id, { headers: { "If-Unmodified-Since": now } })).status).toBe(204);
});

test.each(kinds)("NOTE-269 a number is never given twice: $name", async (kind) => {
	const { post, remove } = scene(kind);
	const first = (await post("developer", { body: "text" })).body.id;
	expect((await remove("developer", first)).status).toBe(204);
	const second = (await post("developer", { body: "text" })).body.id;
	expect(second).toBeGreaterThan(first);
});
