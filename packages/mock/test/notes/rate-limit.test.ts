import { expect, test } from "vitest";
import { kind, kinds } from "./kinds";
import { scene } from "./scene";

const refusal = { message: { error: "This endpoint has been requested too many times. Try again later." } };

test.each(kinds)("NOTE-234, NOTE-236 above the limit that is set a note is refused: $name", async (kind) => {
	const { post, inVain, platform } = scene(kind, { rateLimits: { notes_create: 2 } });
	for (let count = 0; count < 2; count++) expect((await post("guest", { body: "text" })).status).toBe(201);
	const told = await inVain(() => post("guest", { body: "text" }));
	expect(told).toMatchObject({ status: 429, body: refusal });
	expect(told.body).toEqual(refusal);
	expect(told.headers.get("retry-after")).toBe("60");
	platform.clock.advance("1 minute");
	expect((await post("guest", { body: "text" })).status).toBe(201);
});

test("NOTE-235 without one set it is three hundred a minute, over all kinds together", async () => {
	const { ask, make, lab, platform, inVain } = scene(kind.issue);
	const paths = kinds.map((one) => {
		const place = one.place === "projects" ? lab.project.id : lab.group.id;
		return `/${one.place}/${place}${one.make(make, lab).at}/notes`;
	});
	for (let round = 0; round < 50; round++) {
		for (const path of paths) expect((await ask("guest", "POST", path, { json: { body: "text" } })).status).toBe(201);
		platform.clock.advance("1 second");
	}
	for (const path of paths)
		expect((await inVain(() => ask("guest", "POST", path, { json: { body: "text" } }))).status).toBe(429);
	platform.clock.advance("10 seconds");
	expect((await ask("guest", "POST", paths[0] ?? "", { json: { body: "text" } })).status).toBe(201);
});

test.each(kinds)("NOTE-237 the limit is a user's own, and counts nothing but writing anew: $name", async (kind) => {
	const { post, list, get, put, remove } = scene(kind, { rateLimits: { notes_create: 1 } });
	const { id } = (await post("guest", { body: "text" })).body;
	expect((await post("guest", { body: "text" })).status).toBe(429);
	expect((await post("developer", { body: "text" })).status).toBe(201);
	for (let count = 0; count < 3; count++) {
		expect((await list("guest")).status).toBe(200);
		expect((await get("guest", id)).status).toBe(200);
		expect((await put("guest", id, { body: `text ${count}` })).status).toBe(200);
	}
	expect((await remove("guest", id)).status).toBe(204);
	expect((await post("guest", { body: "text" })).status).toBe(429);
});
