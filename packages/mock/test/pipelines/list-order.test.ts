import { describe, expect, test } from "vitest";
import { lab } from "../support/lab";

const keys = [
	"id",
	"iid",
	"project_id",
	"sha",
	"ref",
	"status",
	"source",
	"created_at",
	"updated_at",
	"web_url",
	"name",
];

describe("items", () => {
	test("PIPE-015, PIPE-016 an item has exactly the keys of a list item, and name is null without one", async () => {
		const { get, pipeline } = lab();
		pipeline({ status: "success", coverage: 30 });
		pipeline({ name: "Nightly" });
		const { status, body } = await get();
		expect(status).toBe(200);
		expect(body).toHaveLength(2);
		for (const item of body) expect(Object.keys(item).sort()).toEqual([...keys].sort());
		expect(body.map((one: { name: unknown }) => one.name)).toEqual(["Nightly", null]);
	});
});

describe("order", () => {
	test("PIPE-061 newest first by default", async () => {
		const { ids, pipeline } = lab();
		const [a, b, c] = [pipeline(), pipeline(), pipeline()].map(({ id }) => id);
		expect(await ids()).toEqual([c, b, a]);
		expect(await ids("order_by=id")).toEqual([c, b, a]);
		expect(await ids("sort=desc")).toEqual([c, b, a]);
	});

	test("PIPE-062 sort=asc alone gives the oldest first", async () => {
		const { ids, pipeline } = lab();
		const made = [pipeline(), pipeline(), pipeline()].map(({ id }) => id);
		expect(await ids("sort=asc")).toEqual(made);
	});

	test.each([
		["PIPE-063", "status", { status: "success" }, { status: "canceled" }, { status: "pending" }],
		["PIPE-064", "ref", { ref: "main" }, { ref: "develop" }, { ref: "feature" }],
		[
			"PIPE-065",
			"updated_at",
			{ updated_at: "2026-01-04T00:00:00.000Z" },
			{ updated_at: "2026-01-02T00:00:00.000Z" },
			{ updated_at: "2026-01-03T00:00:00.000Z" },
		],
		["PIPE-066", "user_id", { user_id: 5 }, { user_id: 2 }, { user_id: 3 }],
	] as const)("%s order_by=%s, both ways", async (_claim, key, last, first, middle) => {
		const { ids, pipeline } = lab();
		const [c, a, b] = [pipeline(last), pipeline(first), pipeline(middle)].map(({ id }) => id);
		expect(await ids(`order_by=${key}&sort=asc`)).toEqual([a, b, c]);
		expect(await ids(`order_by=${key}&sort=desc`)).toEqual([c, b, a]);
		expect(await ids(`order_by=${key}`)).toEqual([c, b, a]);
	});

	test.each([
		["PIPE-067", "order_by", "created_at"],
		["PIPE-067", "order_by", "lock_version"],
		["PIPE-068", "sort", "ascending"],
		["PIPE-077", "scope", "stuck"],
		["PIPE-079", "status", "canceling"],
	])("%s %s=%s is not one of the values", async (_claim, name, value) => {
		const { get } = lab();
		const { status, body } = await get(`?${name}=${value}`);
		expect(status).toBe(400);
		expect(body).toEqual({ error: `${name} does not have a valid value` });
	});
});

describe("pages", () => {
	test("PIPE-103 twenty on a page: of 21 the second page has one", async () => {
		const { ids, pipeline } = lab();
		const made = Array.from({ length: 21 }, () => pipeline().id).reverse();
		expect(await ids()).toEqual(made.slice(0, 20));
		expect(await ids("page=2")).toEqual(made.slice(20));
	});

	test("PIPE-104 a page holds 100 at most, never none, and past the end there is nothing", async () => {
		const { get, ids, pipeline } = lab();
		for (let count = 0; count < 101; count++) pipeline();
		expect(await ids("per_page=100")).toHaveLength(100);
		const clamped = await get("?per_page=101");
		expect(clamped.body).toHaveLength(100);
		expect(clamped.headers.get("x-per-page")).toBe("100");
		const none = await get("?per_page=0");
		expect([none.status, none.body]).toEqual([400, { error: "per_page has a value not allowed" }]);
		const beyond = await get("?page=7");
		expect([beyond.status, beyond.body]).toEqual([200, []]);
	});

	test("PIPE-105 the paging headers count what passes the filters, and links keep them", async () => {
		const { at, get, pipeline } = lab();
		for (let count = 0; count < 5; count++) pipeline({ status: "success" });
		pipeline({ status: "failed" });
		const { headers } = await get("?status=success&per_page=2&page=2");
		const names = ["x-page", "x-per-page", "x-total", "x-total-pages", "x-next-page", "x-prev-page"];
		expect(names.map((name) => headers.get(name))).toEqual(["2", "2", "5", "3", "3", "1"]);
		const link = (page: number) => `<http://tenon.test/api/v4${at}?page=${page}&per_page=2&status=success>`;
		expect(headers.get("link")).toBe(
			`${link(1)}; rel="prev", ${link(3)}; rel="next", ${link(1)}; rel="first", ${link(3)}; rel="last"`,
		);
	});

	test("PIPE-106 without a pipeline: an empty list of one page", async () => {
		const { get } = lab();
		const { status, body, headers } = await get();
		expect([status, body]).toEqual([200, []]);
		expect([headers.get("x-total"), headers.get("x-total-pages")]).toEqual(["0", "1"]);
	});
});
