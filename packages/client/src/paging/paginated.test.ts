import { describe, expect, test } from "vitest";
import { ids, rows, server, things } from "../../test/support/list-server";
import { failure, json, refusal, script, settle } from "../../test/support/script";
import { PaginationError, ResponseParseError, ServerError } from "../errors/errors";

describe("awaiting a list", () => {
	test("SDK-162 nothing is sent before; awaiting sends one request, however often", async () => {
		const { fetch, requests } = server({ total: 50 });
		const found = things(fetch);
		await settle();
		expect(requests).toHaveLength(0);
		const page = await found;
		expect(await found).toBe(page);
		expect((await found.withResponse()).data).toBe(page);
		expect(requests).toHaveLength(1);
		expect(ids(page.items)).toEqual(ids(rows(1, 20)));
	});

	test("SDK-163, SDK-174 a page has its position; the server chooses the page size", async () => {
		const { fetch, requests } = server({ total: 50 });
		expect(await things(fetch)).toEqual({
			items: rows(1, 20),
			page: 1,
			perPage: 20,
			total: 50,
			totalPages: 3,
			nextCursor: expect.any(String),
		});
		expect(requests[0]?.query).toBe("");
		const last = await things(fetch, { page: 3 });
		expect(last).toEqual({ items: rows(41, 50), page: 3, perPage: 20, total: 50, totalPages: 3 });
		expect("nextCursor" in last).toBe(false);
	});

	test("SDK-164, RUNNER-511 totals that the server does not send are missing, not invented", async () => {
		const page = await things(server({ total: 10_001 }).fetch);
		expect("total" in page || "totalPages" in page).toBe(false);
		expect((await things(server({ total: 30, countedUpTo: 0 }).fetch).all()).length).toBe(30);
	});

	test("SDK-165 a total of 0 is a total", async () => {
		expect(await things(server({ total: 0 }).fetch)).toMatchObject({ items: [], total: 0, totalPages: 1 });
	});

	test("SDK-123, NOTE-274 the response is at hand without a second request", async () => {
		const { fetch, requests } = server({ total: 3 });
		const { data, response } = await things(fetch).withResponse();
		expect([data.items.length, response.status, response.headers.get("x-total")]).toEqual([3, 200, "3"]);
		expect(requests).toHaveLength(1);
	});

	test("a refusal rejects, and so does a response that is not a list", async () => {
		expect(await failure(things(script(refusal(500)).fetch))).toBeInstanceOf(ServerError);
		expect(await failure(things(script(json({ items: [] })).fetch))).toBeInstanceOf(ResponseParseError);
		expect(await failure(things(script(json(null)).fetch))).toBeInstanceOf(ResponseParseError);
	});
});

describe("collecting", () => {
	test("SDK-175 a limit gives the first items, and no page beyond them is requested", async () => {
		const { fetch, requests } = server({ total: 1000 });
		for (const [limit, count, prefetch] of [
			[0, 0, 0],
			[1, 1, 0],
			[100, 1, 3],
			[101, 2, 5],
			[250, 3, 1],
		] as const) {
			requests.length = 0;
			expect(ids(await things(fetch).all({ limit, prefetch }))).toEqual(ids(rows(1, limit)));
			await settle();
			expect(requests).toHaveLength(count);
		}
	});

	test("SDK-188 reports progress after each page", async () => {
		const seen: object[] = [];
		await things(server({ total: 250 }).fetch).all({ onPage: (progress) => seen.push(progress) });
		expect(seen).toEqual([
			{ items: 100, pages: 1, total: 250 },
			{ items: 200, pages: 2, total: 250 },
			{ items: 250, pages: 3, total: 250 },
		]);
		const untold: object[] = [];
		await things(server({ total: 20_000 }).fetch).all({ limit: 100, onPage: (progress) => untold.push(progress) });
		expect(untold).toEqual([{ items: 100, pages: 1 }]);
	});

	test("SDK-188 more than max items raise a typed error, exactly max do not", async () => {
		const { fetch, requests } = server({ total: 250 });
		expect(await failure(things(fetch).all({ max: 150 }))).toBeInstanceOf(PaginationError);
		expect(requests).toHaveLength(2);
		expect(await things(fetch).all({ max: 250 })).toHaveLength(250);
	});
});
