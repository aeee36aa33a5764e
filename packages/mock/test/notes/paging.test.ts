import { expect, test } from "vitest";
import { idsOf, kinds } from "./kinds";
import { scene } from "./scene";

/** The addresses of a `Link` header by their `rel`. */
const linksOf = (headers: Headers): { [rel: string]: string } =>
	Object.fromEntries(
		(headers.get("link") ?? "").split(", ").map((part) => {
			const [, address = "", rel = ""] = /^<([^>]*)>; rel="(\w+)"$/.exec(part) ?? [];
			return [rel, address];
		}),
	);

test.each(kinds)("NOTE-121 a page has twenty notes: $name", async (kind) => {
	const { notes, list } = scene(kind);
	const ids = idsOf(notes(21)).toReversed();
	expect(idsOf((await list("guest")).body)).toEqual(ids.slice(0, 20));
	expect(idsOf((await list("guest", "page=2")).body)).toEqual(ids.slice(20));
});

test.each(kinds)("NOTE-122 a page has a hundred notes at most: $name", async (kind) => {
	const { notes, list } = scene(kind);
	notes(103);
	for (const size of [100, 101, 5000]) {
		const told = await list("guest", `per_page=${size}`);
		expect(told.status).toBe(200);
		expect(told.body).toHaveLength(100);
		expect(told.headers.get("x-per-page")).toBe("100");
		expect(told.headers.get("x-total-pages")).toBe("2");
	}
	expect((await list("guest", "per_page=100&page=2")).body).toHaveLength(3);
});

test.each(kinds)("NOTE-123 a page of nothing, or of no number, is refused: $name", async (kind) => {
	const { notes, list } = scene(kind);
	notes(1);
	const refusals = {
		"0": "per_page has a value not allowed",
		ten: "per_page is invalid",
		"1.5": "per_page is invalid",
	};
	for (const [size, error] of Object.entries(refusals))
		expect(await list("guest", `per_page=${size}`)).toMatchObject({ status: 400, body: { error } });
});

test.each(kinds)("NOTE-124 pages before the first are the first, those after the last empty: $name", async (kind) => {
	const { notes, list } = scene(kind);
	const ids = idsOf(notes(3)).toReversed();
	for (const page of [0, -1, -20]) {
		const told = await list("guest", `page=${page}&per_page=2`);
		expect(told.status).toBe(200);
		expect(idsOf(told.body)).toEqual(ids.slice(0, 2));
		expect(told.headers.get("x-page")).toBe("1");
	}
	const beyond = await list("guest", "page=9");
	expect(beyond.status).toBe(200);
	expect(beyond.body).toEqual([]);
	expect(await list("guest", "page=two")).toMatchObject({ status: 400, body: { error: "page is invalid" } });
});

test.each(kinds)("NOTE-125 headers tell the page and its neighbours: $name", async (kind) => {
	const { notes, list } = scene(kind);
	notes(5);
	const told = async (page: number): Promise<(string | null)[]> => {
		const { headers } = await list("guest", `per_page=2&page=${page}`);
		expect(headers.get("link")).toBeTruthy();
		return ["x-page", "x-per-page", "x-total", "x-total-pages", "x-prev-page", "x-next-page"].map((name) =>
			headers.get(name),
		);
	};
	expect(await told(1)).toEqual(["1", "2", "5", "3", "", "2"]);
	expect(await told(2)).toEqual(["2", "2", "5", "3", "1", "3"]);
	expect(await told(3)).toEqual(["3", "2", "5", "3", "2", ""]);
});

test.each(kinds)("NOTE-126 links lead to the neighbours and keep the order: $name", async (kind) => {
	const { notes, list, at } = scene(kind);
	notes(5);
	const linksAt = async (page: number) =>
		linksOf((await list("guest", `sort=asc&order_by=updated_at&per_page=2&page=${page}`)).headers);
	expect(Object.keys(await linksAt(1)).sort()).toEqual(["first", "last", "next"]);
	expect(Object.keys(await linksAt(2)).sort()).toEqual(["first", "last", "next", "prev"]);
	expect(Object.keys(await linksAt(3)).sort()).toEqual(["first", "last", "prev"]);
	const pages: { [rel: string]: string } = { first: "1", prev: "1", next: "3", last: "3" };
	for (const [rel, address] of Object.entries(await linksAt(2))) {
		const url = new URL(address);
		expect(url.pathname).toBe(`/api/v4${at}`);
		expect(Object.fromEntries(url.searchParams)).toEqual({
			sort: "asc",
			order_by: "updated_at",
			per_page: "2",
			page: pages[rel],
		});
	}
	// With a single page too there are a first and a last.
	expect(Object.keys(linksOf((await list("guest")).headers)).sort()).toEqual(["first", "last"]);
});

test.each(kinds)("NOTE-127 pagination=keyset is ignored: $name", async (kind) => {
	const { notes, list } = scene(kind);
	const ids = idsOf(notes(3)).toReversed();
	const told = await list("guest", "pagination=keyset&per_page=2&page=2");
	expect(told.status).toBe(200);
	expect(idsOf(told.body)).toEqual(ids.slice(2));
	expect(told.headers.get("x-page")).toBe("2");
	expect(told.headers.get("x-total")).toBe("3");
	expect(told.headers.get("x-next-cursor")).toBeNull();
	expect(told.headers.get("link")).not.toContain("cursor");
});

test.each(kinds)("NOTE-128 notes not for the caller's eyes count on no page: $name", async (kind) => {
	const { notes, list, make } = scene(kind);
	const hidden = make.project("lab/hidden", { visibility: "private" });
	const made = notes(9, (index) => ({
		internal: index % 3 === 1,
		...(index % 3 === 2 ? { system: true, mentions_project_id: hidden.id } : {}),
	}));
	const open = idsOf(made.filter((_, index) => index % 3 === 0)).toReversed();
	const first = await list("outsider", "per_page=2");
	expect(idsOf(first.body)).toEqual(open.slice(0, 2));
	expect(first.headers.get("x-total")).toBe("3");
	expect(first.headers.get("x-total-pages")).toBe("2");
	expect(idsOf((await list("outsider", "per_page=2&page=2")).body)).toEqual(open.slice(2));
	expect((await list("developer")).headers.get("x-total")).toBe("9");
});
