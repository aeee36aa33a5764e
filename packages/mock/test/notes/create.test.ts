import { expect, test } from "vitest";
import { startOfTime } from "../support/world";
import { idsOf, kinds } from "./kinds";
import { scene } from "./scene";

const longest = 1_000_000;

test.each(kinds)("NOTE-163 a new note is answered, read and listed: $name", async (kind) => {
	const { note, post, get, list, make } = scene(kind);
	const before = note();
	const made = await post("guest", { body: "text" });
	expect(made).toMatchObject({ status: 201, body: { body: "text", system: false } });
	expect(made.body.author).toMatchObject({ id: make.userId("guest"), username: "guest" });
	expect(made.body.id).not.toBe(before.id);
	expect((await get("developer", made.body.id)).body).toEqual(made.body);
	expect((await list("developer")).body[0]).toEqual(made.body);
	expect((await list("developer")).body).toHaveLength(2);
});

test.each(kinds)("NOTE-164 a new note is of the time of its request: $name", async (kind) => {
	const { post, get, platform } = scene(kind);
	expect((await post("guest", { body: "text" })).body).toMatchObject({
		created_at: startOfTime,
		updated_at: startOfTime,
	});
	platform.clock.advance("90 minutes");
	const { body } = await post("guest", { body: "text" });
	expect(body).toMatchObject({ created_at: "2026-01-05T11:00:00.000Z", updated_at: "2026-01-05T11:00:00.000Z" });
	expect((await get("guest", body.id)).body).toEqual(body);
});

test.each(kinds)("NOTE-165 a note needs a body: $name", async (kind) => {
	const { ask, at, inVain, post } = scene(kind);
	for (const request of [
		() => ask("owner", "POST", at),
		() => post("owner", {}),
		() => ask("owner", "POST", at, { form: { text: "no" } }),
	])
		expect(await inVain(request)).toMatchObject({ status: 400, body: { error: "body is missing" } });
});

test.each(kinds)("NOTE-166 a blank body is refused: $name", async (kind) => {
	const { post, ask, at, inVain } = scene(kind);
	const refusal = { status: 400, body: { message: '400 Bad request - Note {:note=>["can\'t be blank"]}' } };
	for (const body of ["", " ", "\n\t \r\n"]) {
		expect(await inVain(() => post("owner", { body }))).toMatchObject(refusal);
		expect(await inVain(() => ask("owner", "POST", at, { form: { body } }))).toMatchObject(refusal);
	}
});

test.each(kinds)("NOTE-167 a body may have 1,000,000 characters: $name", async (kind) => {
	const { post, platform } = scene(kind);
	const made = await post("guest", { body: "x".repeat(longest) });
	expect(made.status).toBe(201);
	expect(made.body.body).toHaveLength(longest);
	expect(platform.state.notes.get(made.body.id)?.body).toHaveLength(longest);
});

test.each(kinds)("NOTE-168, NOTE-169 one character more is refused: $name", async (kind) => {
	const { post, inVain } = scene(kind);
	const told = await inVain(() => post("guest", { body: "x".repeat(longest + 1) }));
	expect(told.status).toBe(400);
	expect(told.body.message).toContain("is too long (maximum is 1000000 characters)");
});

test.each(kinds)("NOTE-170 characters count, not bytes: $name", async (kind) => {
	const { post, inVain, get } = scene(kind);
	// Two bytes each, and then four, which are two units of a JavaScript text.
	for (const character of ["é", "😀"]) {
		const body = character.repeat(longest);
		const made = await post("guest", { body });
		expect(made.status).toBe(201);
		expect((await get("guest", made.body.id)).body.body === body).toBe(true);
	}
	expect((await inVain(() => post("guest", { body: "😀".repeat(longest + 1) }))).status).toBe(400);
});

test.each(kinds)("NOTE-171 the body stays as it was sent: $name", async (kind) => {
	const { post, get, list } = scene(kind);
	for (const body of [
		"  **Bold** <b>and</b> [link](https://example.com) \r\n\r\n- one\n- two\n\n```\n/close\n```\n",
		"\u0000 and \"quotes\" \\ 'too' & <script>alert(1)</script> #{x} ",
	]) {
		const made = await post("guest", { body });
		expect(made).toMatchObject({ status: 201, body: { body } });
		expect((await get("guest", made.body.id)).body.body).toBe(body);
		expect((await list("guest")).body[0].body).toBe(body);
	}
});

test.each(kinds)("NOTE-172, NOTE-173 an emoji alone is an ordinary note: $name", async (kind) => {
	const { post, get, list, make, lab, ask, place } = scene(kind);
	const ordinary = await post("developer", { body: "text" });
	const made = await post("developer", { body: ":+1:" });
	expect(made).toMatchObject({ status: 201, body: { body: ":+1:", system: false } });
	expect(Object.keys(made.body)).toEqual(Object.keys(ordinary.body));
	expect(await get("guest", made.body.id)).toMatchObject({ status: 200, body: made.body });
	expect((await list("guest")).body).toHaveLength(2);
	const own = kind.make(make, lab, { author_id: make.userId("guest") });
	const mine = await ask("guest", "POST", `${place}${own.at}/notes`, { json: { body: ":+1:" } });
	expect(mine).toMatchObject({ status: 201, body: { body: ":+1:" } });
	expect((await ask("guest", "GET", `${place}${own.at}/notes`)).body).toEqual([mine.body]);
});

test.each(kinds)("NOTE-174 nothing takes more than 5,000 notes: $name", async (kind) => {
	const { notes, post, inVain, list, sibling, ask } = scene(kind);
	notes(4_999);
	expect((await post("owner", { body: "The last." })).status).toBe(201);
	const told = await inVain(() => post("owner", { body: "One too many." }));
	expect(told.status).toBe(400);
	expect(told.body.message).toContain("Maximum number of comments exceeded");
	expect((await list("owner")).headers.get("x-total")).toBe("5000");
	expect((await ask("owner", "POST", sibling().at, { json: { body: "Here is room." } })).status).toBe(201);
});

test.each(kinds)("NOTE-175 unknown parameters are ignored: $name", async (kind) => {
	const { ask, at, list } = scene(kind);
	const json = await ask("guest", "POST", at, { json: { body: "text", foo: 1, system: true, author: { id: 1 } } });
	expect(json).toMatchObject({ status: 201, body: { system: false, author: { username: "guest" } } });
	expect(json.body).not.toHaveProperty("foo");
	const query = await ask("guest", "POST", `${at}?foo=1`, { form: { body: "text", foo: "1" } });
	expect(query.status).toBe(201);
	expect(idsOf((await list("guest")).body)).toEqual([query.body.id, json.body.id]);
});
