import { expect, test } from "vitest";
import { idsOf, kind, kinds } from "./kinds";
import { scene } from "./scene";

test.each(kinds)("NOTE-107 a list holds the notes of its $name only, and may be empty", async (kind) => {
	const { list, note, sibling, make, ask } = scene(kind);
	const empty = await list("guest");
	expect(empty.status).toBe(200);
	expect(empty.body).toEqual([]);
	const other = sibling();
	const mine = note();
	const theirs = make.note(other.parent);
	expect(idsOf((await list("guest")).body)).toEqual([mine.id]);
	expect(idsOf((await ask("guest", "GET", other.at)).body)).toEqual([theirs.id]);
});

test.each(kinds)("NOTE-108, NOTE-109 newest first, and sort=asc the other way round: $name", async (kind) => {
	const { notes, list } = scene(kind);
	const oldestFirst = idsOf(notes(4));
	const newestFirst = oldestFirst.toReversed();
	expect(idsOf((await list("guest")).body)).toEqual(newestFirst);
	expect(idsOf((await list("guest", "sort=desc")).body)).toEqual(newestFirst);
	expect(idsOf((await list("guest", "order_by=created_at")).body)).toEqual(newestFirst);
	expect(idsOf((await list("guest", "sort=asc")).body)).toEqual(oldestFirst);
});

test.each(kinds)("NOTE-110, NOTE-111 order_by=updated_at follows the last change: $name", async (kind) => {
	const { notes, list, put } = scene(kind);
	const [a = 0, b = 0, c = 0] = idsOf(notes(3));
	expect(idsOf((await list("guest", "order_by=updated_at")).body)).toEqual([c, b, a]);
	expect((await put("developer", a, { body: "Edited." })).status).toBe(200);
	expect(idsOf((await list("guest", "order_by=updated_at")).body)).toEqual([a, c, b]);
	expect(idsOf((await list("guest", "order_by=updated_at&sort=asc")).body)).toEqual([b, c, a]);
	expect(idsOf((await list("guest")).body)).toEqual([c, b, a]);
});

test("NOTE-112 a back-dated note stands where its time puts it", async () => {
	const { notes, post, list } = scene(kind.issue);
	const [a = 0, b = 0] = idsOf(notes(2));
	const made = await post("owner", { body: "Before all.", created_at: "2020-01-01T00:00:00Z" });
	expect(made.status).toBe(201);
	expect(made.body.id).toBeGreaterThan(b);
	for (const query of ["", "order_by=created_at"])
		expect(idsOf((await list("guest", query)).body)).toEqual([b, a, made.body.id]);
	expect(idsOf((await list("guest", "sort=asc")).body)).toEqual([made.body.id, a, b]);
});

test.each(kinds)("NOTE-113 of equal times the number decides, and pages fit together: $name", async (kind) => {
	const { note, list } = scene(kind);
	const ids = idsOf(Array.from({ length: 7 }, () => note()));
	for (const order of ["created_at", "updated_at"])
		for (const sort of ["asc", "desc"]) {
			const paged: number[] = [];
			for (const page of [1, 2, 3])
				paged.push(...idsOf((await list("guest", `order_by=${order}&sort=${sort}&per_page=3&page=${page}`)).body));
			expect(paged).toEqual(sort === "asc" ? ids : ids.toReversed());
		}
});

test.each(kinds)("NOTE-114, NOTE-115 other directions and orders are refused: $name", async (kind) => {
	const { list, note } = scene(kind);
	note();
	for (const word of ["up", "ASC"])
		expect(await list("guest", `sort=${word}`)).toMatchObject({
			status: 400,
			body: { error: "sort does not have a valid value" },
		});
	for (const word of ["id", "body"])
		expect(await list("guest", `order_by=${word}`)).toMatchObject({
			status: 400,
			body: { error: "order_by does not have a valid value" },
		});
});

test.each([
	{ ids: "NOTE-116", query: "", wanted: ["comment", "activity", "comment", "activity"] },
	{ ids: "NOTE-116", query: "activity_filter=all_notes", wanted: ["comment", "activity", "comment", "activity"] },
	{ ids: "NOTE-117", query: "activity_filter=only_comments", wanted: ["comment", "comment"] },
	{ ids: "NOTE-118", query: "activity_filter=only_activity", wanted: ["activity", "activity"] },
])("$ids of comments and activity '$query' gives $wanted", async ({ query, wanted }) => {
	const { notes, list } = scene(kind.issue);
	notes(4, (index) => ({ system: index % 2 === 0 }));
	for (const who of ["guest", "owner"]) {
		const told = await list(who, query);
		expect(told.body.map(({ system }: { system: boolean }) => (system ? "activity" : "comment"))).toEqual(wanted);
		expect(told.headers.get("x-total")).toBe(String(wanted.length));
	}
});

test("NOTE-119 any other activity_filter is refused", async () => {
	const { list } = scene(kind.issue);
	for (const word of ["some", "ALL_NOTES", "0"])
		expect(await list("guest", `activity_filter=${word}`)).toMatchObject({
			status: 400,
			body: { error: "activity_filter does not have a valid value" },
		});
});

test.each([kind.snippet, kind.mergeRequest, kind.epic, kind.projectWikiPage, kind.groupWikiPage])(
	"NOTE-120 activity_filter on $name is no error",
	async (kind) => {
		const { notes, list } = scene(kind);
		notes(2);
		for (const word of ["all_notes", "only_comments", "whatever"]) {
			const told = await list("guest", `activity_filter=${word}`);
			expect(told.status).toBe(200);
			expect(told.body).toHaveLength(2);
		}
	},
);
