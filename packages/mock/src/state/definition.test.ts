import { expect, test } from "vitest";
import { flag, list, nullable, serial, text, time } from "./columns";
import { emptyTable, table } from "./definition";
import { Undo } from "./undo";

const things = table(
	"things",
	{
		id: serial(7),
		box_id: nullable(serial(1)),
		name: text(),
		title: text().like("name"),
		isOpen: flag(),
		tags: list(text()),
		created_at: time().now(),
		updated_at: time().like("created_at"),
		extra: text().optional(),
	},
	{ groups: { box: "box_id" }, unique: { name: ["box_id", "name"] } },
);
const empty = () => emptyTable(things, new Undo(), () => "now");

test("a new row has the defaults of the values that are missing, in the order of the columns", () => {
	const row = empty().insert({ name: "a", isOpen: true });
	expect(row).toEqual({
		id: 7,
		box_id: null,
		name: "a",
		title: "a",
		isOpen: true,
		tags: [],
		created_at: "now",
		updated_at: "now",
	});
	expect(Object.keys(row)).toEqual(["id", "box_id", "name", "title", "isOpen", "tags", "created_at", "updated_at"]);
	expect(empty().insert({ name: "a", created_at: "then" }).updated_at).toBe("then");
});

test("groups and unique keys are the values of columns; a row without one of them has no key", () => {
	const table = empty();
	const row = table.insert({ box_id: 3, name: "a" });
	table.insert({ name: "b" });
	expect(table.in("box", 3)).toEqual([row]);
	expect(table.one("name", "3:a")).toBe(row);
	expect([...table.keys("box")]).toEqual([3]);
	expect(() => table.insert({ box_id: 3, name: "a" })).toThrow("already has the name");
});
