import { expect, test } from "vitest";
import { kind, kinds } from "./kinds";
import { all, askAll, operations, scene } from "./scene";

const ofOne = operations.filter(({ one }) => one);

test.each(kinds)("NOTE-134 get gives the list's entry: $name", async (kind) => {
	const { note, list, get } = scene(kind);
	note();
	note({ internal: true, author_id: 1 });
	note({ system: true, created_at: "2025-01-01T00:00:00.000Z" });
	const { body } = await list("developer");
	expect(body).toHaveLength(3);
	for (const entry of body) expect(await get("developer", entry.id)).toMatchObject({ status: 200, body: entry });
	for (const entry of body) expect((await get("developer", entry.id)).body).toEqual(entry);
});

test.each(kinds)("NOTE-135 an unknown note is not found: $name", async (kind) => {
	const here = scene(kind);
	here.note();
	expect(await askAll(here, "root", here.at, 999_999, ofOne)).toEqual(all(404, { message: "404 Not found" }, 3));
});

test.each(kinds)("NOTE-136 a note is found on its own parent only: $name", async (one) => {
	const here = scene(one);
	const { note, sibling, make, lab, parent, place, get } = here;
	const { id } = note();
	const elsewhere = [sibling().at];
	for (const other of Object.values(kind)) {
		if (other === one || other.place !== one.place) continue;
		// Of the same number over the installation, so that the kind alone tells them apart.
		elsewhere.push(`${place}${other.make(make, lab, { id: parent.id }).at}/notes`);
	}
	expect(elsewhere.length).toBeGreaterThan(1);
	for (const at of elsewhere)
		for (const { status } of await askAll(here, "root", at, id, ofOne)) expect(status).toBe(404);
	expect((await get("root", id)).body.body).toBe("A note.");
});

test.each(kinds)("NOTE-137 a note that is not for the caller's eyes is not found: $name", async (kind) => {
	const here = scene(kind);
	const { note, make, get, at, ask, inVain } = here;
	const hidden = make.project("lab/hidden", { visibility: "private" });
	const internal = note({ internal: true });
	const mention = note({ system: true, mentions_project_id: hidden.id });
	for (const { id } of [internal, mention]) {
		const told = await inVain(() => ask("outsider", "GET", `${at}/${id}`));
		expect(told).toMatchObject({ status: 404, body: { message: "404 Note Not Found" } });
		expect((await get("reporter", id)).status).toBe(200);
	}
});
