import { describe, expect, test } from "vitest";
import { lab } from "../support/lab";
import { world } from "../support/world";

const notes = "/projects/acme%2Fweb/issues/2/notes";
const places = [
	notes,
	"/projects/acme%2Fweb/snippets/401/notes",
	"/projects/acme%2Fweb/merge_requests/1/notes",
	"/groups/acme/epics/501/notes",
	"/projects/acme%2Fweb/wiki_pages/601/notes",
];
const tooMany = { message: { error: "This endpoint has been requested too many times. Try again later." } };

describe("length of a note", () => {
	// Outside the basic plane: two UTF-16 units and four bytes each.
	test.each([
		["letters", "a"],
		["emoji", "🚀"],
	])("CONV-103, CONV-104 a million %s, and one more", async (_what, character) => {
		const { ask, state } = world();
		const most = character.repeat(1_000_000);
		const made = await ask("owner", "POST", notes, { json: { body: most } });
		expect([made.status, made.body.body === most]).toEqual([201, true]);
		const before = state();
		const created = await ask("owner", "POST", notes, { json: { body: `${most}a` } });
		const updated = await ask("owner", "PUT", `${notes}/${made.body.id}`, { json: { body: `${most}b` } });
		expect([created.status, updated.status]).toEqual([400, 400]);
		expect(state()).toBe(before);
		const kept = await ask("owner", "PUT", `${notes}/${made.body.id}`, {
			json: { body: `b${most.slice(character.length)}` },
		});
		expect([kept.status, kept.body.body.startsWith("b")]).toEqual([200, true]);
	});
});

describe("notes per minute", () => {
	test("CONV-120, ERR-068, ERR-069 past the configured number: 429, nothing is stored, nothing is counted", async () => {
		const { ask, platform, state } = world({ rateLimits: { notes_create: 2 } });
		const create = () => ask("owner", "POST", notes, { json: { body: "Hello" } });
		expect([(await create()).status, (await create()).status]).toEqual([201, 201]);
		const before = state();
		for (let count = 0; count < 5; count++) {
			const { status, body, headers } = await create();
			expect([status, body, headers.get("retry-after")]).toEqual([429, tooMany, "60"]);
		}
		expect(state()).toBe(before);
		// Reading is no writing, and others are others.
		expect((await ask("owner", "GET", notes)).status).toBe(200);
		expect((await ask("developer", "POST", notes, { json: { body: "Hello" } })).status).toBe(201);
		platform.clock.advance("60 seconds");
		expect([(await create()).status, (await create()).status, (await create()).status]).toEqual([201, 201, 429]);
	});

	test("CONV-121 300 a user, over all kinds together", async () => {
		const { ask, platform } = world();
		const there = [];
		for (const place of places) there.push((await ask("owner", "GET", place)).status);
		expect(there).toEqual(places.map(() => 200));
		for (let count = 0; count < 300; count++) {
			const place = places[count % places.length] ?? notes;
			const { status } = await ask("owner", "POST", place, { json: { body: `Number ${count}` } });
			if (status !== 201) throw new Error(`Note ${count} on ${place}: ${status}`);
		}
		for (const place of places) {
			const { status, headers } = await ask("owner", "POST", place, { json: { body: "One more" } });
			expect([status, headers.get("retry-after")], place).toEqual([429, "60"]);
		}
		platform.clock.advance("1 minute");
		expect((await ask("owner", "POST", notes, { json: { body: "One more" } })).status).toBe(201);
	});
});

describe("all requests", () => {
	const names = ["ratelimit-limit", "ratelimit-observed", "ratelimit-remaining", "ratelimit-reset"];

	test("CONV-122 no limit unless one is set", async () => {
		const { get } = lab();
		for (let count = 0; count < 700; count++) {
			const { status, headers } = await get("?per_page=1");
			if (status !== 200 || headers.has("ratelimit-limit")) throw new Error(`Request ${count}: ${status}`);
		}
		expect((await get()).status).toBe(200);
	});

	test("CONV-122 one that is set is told in every answer", async () => {
		const { ask, at, platform } = lab({}, { requestLimit: { requests: 10, period: 60 } });
		const reset = String(platform.clock.now() / 1000 + 60);
		const told = async (who: string | null, path: string) => {
			const { headers } = await ask(who, "GET", path);
			return names.map((name) => headers.get(name));
		};
		expect(await told("owner", at)).toEqual(["10", "1", "9", reset]);
		expect(await told("owner", `${at}/999999`)).toEqual(["10", "2", "8", reset]);
		expect(await told("owner", "/nothing")).toEqual(["10", "3", "7", reset]);
		expect(await told("developer", at)).toEqual(["10", "1", "9", reset]);
		expect(await told(null, at)).toEqual(["10", "1", "9", reset]);
		expect(await told("unknown", at)).toEqual(["10", "2", "8", reset]);
	});

	test("ERR-070 past it: 429 with a text", async () => {
		const { ask, at, get, platform, project, state } = lab({}, { requestLimit: { requests: 3, period: 120 } });
		const until = platform.clock.now() + 120_000;
		for (let count = 0; count < 3; count++) expect((await get()).status).toBe(200);
		platform.clock.advance("20 seconds");
		const before = state();
		const { status, body, headers } = await ask("owner", "POST", `/projects/${project.id}/pipeline?ref=main`);
		expect([status, body]).toEqual([429, "Retry later"]);
		expect(names.map((name) => headers.get(name))).toEqual(["3", "4", "0", String(until / 1000)]);
		expect(headers.get("ratelimit-resettime")).toBe(new Date(until).toUTCString());
		expect(headers.get("retry-after")).toBe("100");
		expect(state()).toBe(before);
		expect((await ask("developer", "GET", at)).status).toBe(200);
		platform.clock.advance("100 seconds");
		expect((await get()).status).toBe(200);
	});
});
