import { describe, expect, test } from "vitest";
import { lab } from "../support/lab";
import { world } from "../support/world";

const notes = "/projects/acme%2Fweb/issues/1/notes";
const pipelines = "/projects/acme%2Fweb/pipelines";
const lists = [
	[notes, 120],
	[pipelines, 60],
] as const;

const idsOf = (body: { id: number }[]): number[] => body.map(({ id }) => id);

/** The address of each relation of a Link header, without the part that is the same for all. */
const links = (headers: Headers): { [rel: string]: URL } =>
	Object.fromEntries(
		[...(headers.get("link") ?? "").matchAll(/<([^>]*)>; rel="(\w+)"/g)].map(([, url = "", rel = ""]) => [
			rel,
			new URL(url),
		]),
	);

describe.each(lists)("%s", (path, total) => {
	test("CONV-051 twenty at most unless asked otherwise", async () => {
		const { ask } = world();
		const { body, headers } = await ask("owner", "GET", path);
		expect(body).toHaveLength(20);
		expect(headers.get("x-per-page")).toBe("20");
	});

	test("CONV-053 a page is a part of the whole order", async () => {
		const { ask } = world();
		const all = idsOf((await ask("owner", "GET", `${path}?per_page=100`)).body);
		expect(idsOf((await ask("owner", "GET", `${path}?page=2&per_page=5`)).body)).toEqual(all.slice(5, 10));
	});

	test("CONV-055 more than 100 on a page is taken as 100", async () => {
		const { ask } = world();
		const { status, body, headers } = await ask("owner", "GET", `${path}?per_page=101`);
		expect([status, body.length]).toEqual([200, Math.min(100, total)]);
		expect(headers.get("x-per-page")).toBe("100");
	});

	test.each([
		["CONV-056, ERR-047", "per_page=0", "per_page has a value not allowed"],
		["CONV-058", "per_page=many", "per_page is invalid"],
		["CONV-058", "per_page=1.5", "per_page is invalid"],
		["CONV-058", "page=first", "page is invalid"],
	])("%s %s", async (_claim, query, error) => {
		const { ask } = world();
		const { status, body } = await ask("owner", "GET", `${path}?${query}`);
		expect([status, body]).toEqual([400, { error }]);
	});

	test("CONV-057, CONV-059 below the first page or size: the first, and the usual", async () => {
		const { ask } = world();
		const first = await ask("owner", "GET", path);
		for (const query of ["per_page=-1", "per_page=-100", "page=0", "page=-3"]) {
			const { status, body, headers } = await ask("owner", "GET", `${path}?${query}`);
			expect([status, body], query).toEqual([200, first.body]);
			expect([headers.get("x-page"), headers.get("x-per-page")], query).toEqual(["1", "20"]);
		}
	});

	test("CONV-060 past the end there is nothing, and no page beside it", async () => {
		const { ask } = world();
		const { status, body, headers } = await ask("owner", "GET", `${path}?page=99`);
		expect([status, body]).toEqual([200, []]);
		expect([headers.get("x-next-page"), headers.get("x-prev-page")]).toEqual(["", ""]);
		expect(headers.get("x-total")).toBe(String(total));
		expect(Object.keys(links(headers))).toEqual(["first", "last"]);
	});

	test("CONV-061, CONV-063, CONV-064, CONV-065 the headers of the first page, one between, and the last", async () => {
		const { ask } = world();
		const pages = Math.ceil(total / 50);
		const seen = [];
		for (let page = 1; page <= pages; page++) {
			const { headers } = await ask("owner", "GET", `${path}?per_page=50&page=${page}`);
			seen.push(page);
			const told = (name: string) => headers.get(name);
			expect([told("x-page"), told("x-per-page")]).toEqual([String(page), "50"]);
			expect([told("x-total"), told("x-total-pages")]).toEqual([String(total), String(pages)]);
			expect(told("x-prev-page")).toBe(page === 1 ? "" : String(page - 1));
			expect(told("x-next-page")).toBe(page === pages ? "" : String(page + 1));
			const expected = [...(page > 1 ? ["prev"] : []), ...(page < pages ? ["next"] : []), "first", "last"];
			expect(Object.keys(links(headers))).toEqual(expected);
			expect((told("link") ?? "").split(", ")).toHaveLength(expected.length);
			const { prev, next, first, last } = links(headers);
			const numbers = [prev, next, first, last].map((url) => url?.searchParams.get("page"));
			expect(numbers).toEqual([
				page > 1 ? String(page - 1) : undefined,
				page < pages ? String(page + 1) : undefined,
				"1",
				String(pages),
			]);
		}
		expect(seen.length).toBeGreaterThan(1);
	});

	test("CONV-067 following next gives every record once, in order", async () => {
		const { ask } = world();
		const all = [
			...(await ask("owner", "GET", `${path}?per_page=100`)).body,
			...(await ask("owner", "GET", `${path}?per_page=100&page=2`)).body,
		];
		const walked: number[] = [];
		for (let at: string | undefined = `${path}?per_page=7`; at; ) {
			const { body, headers } = await ask("owner", "GET", at);
			walked.push(...idsOf(body));
			at = links(headers).next?.href.split("/api/v4")[1];
		}
		expect(walked).toEqual(idsOf(all));
		expect(new Set(walked).size).toBe(total);
	});

	test("CONV-085 keyset is not offered: asking for it changes nothing", async () => {
		const { ask } = world();
		const asked = await ask("owner", "GET", `${path}?pagination=keyset&per_page=5`);
		const plain = await ask("owner", "GET", `${path}?per_page=5`);
		expect([asked.status, asked.body]).toEqual([200, plain.body]);
		expect(asked.headers.get("x-total")).toBe(String(total));
		expect(asked.headers.get("x-next-cursor")).toBeNull();
	});
});

test("CONV-061 every list has them: variables of a pipeline too", async () => {
	const { get, pipeline } = lab();
	const { headers } = await get(`/${pipeline().id}/variables`);
	for (const name of ["x-page", "x-per-page", "x-next-page", "x-prev-page", "x-total", "x-total-pages", "link"])
		expect(headers.has(name), name).toBe(true);
});

test("CONV-064 an empty list has one page", async () => {
	const { get } = lab();
	const { body, headers } = await get();
	expect([body, headers.get("x-total"), headers.get("x-total-pages")]).toEqual([[], "0", "1"]);
	expect(Object.keys(links(headers))).toEqual(["first", "last"]);
});

test("CONV-066 links are absolute on the external address, keep the filters, and are sorted", async () => {
	const { at, platform, pipeline } = lab({}, { externalUrl: "https://code.example.org/tenon/" });
	for (let count = 0; count < 250; count++) pipeline({ status: "success" });
	const response = await platform.fetch(
		`http://127.0.0.1:4000/tenon/api/v4${at}?status=success&per_page=500&ref=main&order_by=ref&page=2`,
		{ headers: { "PRIVATE-TOKEN": "owner-token" } },
	);
	const rest = "per_page=100&ref=main&status=success";
	const url = (page: number) => `<https://code.example.org/tenon/api/v4${at}?order_by=ref&page=${page}&${rest}>`;
	expect(response.headers.get("link")).toBe(
		`${url(1)}; rel="prev", ${url(3)}; rel="next", ${url(1)}; rel="first", ${url(3)}; rel="last"`,
	);
});

test("CONV-066 links hold no token", async () => {
	const { platform, at } = lab();
	const response = await platform.fetch(`http://tenon.test/api/v4${at}?private_token=owner-token&scope=running`);
	expect(response.status).toBe(200);
	expect(response.headers.get("link")).not.toContain("token=");
	expect(response.headers.get("link")).toContain("scope=running");
});

test("CONV-068 above 10,000 records no total is told", async () => {
	const { at, ask, pipeline } = lab();
	for (let count = 0; count < 10_000; count++) pipeline();
	const full = await ask("owner", "GET", `${at}?per_page=100`);
	expect([full.headers.get("x-total"), full.headers.get("x-total-pages")]).toEqual(["10000", "100"]);
	expect(Object.keys(links(full.headers))).toEqual(["next", "first", "last"]);
	pipeline();
	const over = await ask("owner", "GET", `${at}?per_page=100`);
	expect(over.body).toHaveLength(100);
	expect([over.headers.has("x-total"), over.headers.has("x-total-pages")]).toEqual([false, false]);
	expect(Object.keys(links(over.headers))).toEqual(["next", "first"]);
	expect([over.headers.get("x-page"), over.headers.get("x-next-page")]).toEqual(["1", "2"]);
	const last = await ask("owner", "GET", `${at}?per_page=100&page=101`);
	expect([last.body.length, last.headers.get("x-next-page")]).toEqual([1, ""]);
	expect(Object.keys(links(last.headers))).toEqual(["prev", "first"]);
	// What is counted is what matches.
	const some = await ask("owner", "GET", `${at}?status=failed`);
	expect(some.headers.get("x-total")).toBe("0");
});

test("CONV-070 pages read what is there now", async () => {
	const { ids, pipeline } = lab();
	const [a, b, c] = [pipeline().id, pipeline().id, pipeline().id];
	expect(await ids("per_page=2")).toEqual([c, b]);
	const d = pipeline().id;
	expect(await ids("per_page=2&page=2")).toEqual([b, a]);
	expect(await ids("per_page=2")).toEqual([d, c]);
});
