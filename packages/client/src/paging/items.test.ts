import { getEventListeners } from "node:events";
import { describe, expect, test, vi } from "vitest";
import { ids, itemsOf, queryOf, route, rows, server, type Thing, things } from "../../test/support/list-server";
import {
	always,
	clientOn,
	failure,
	json,
	type SentRequest,
	script,
	silent,
	stopTime,
	until,
} from "../../test/support/script";
import { AbortError, PaginationError, UsageError } from "../errors/errors";
import { list } from "./list";

describe("iterating a list", () => {
	test.each(["all", "link", "x", "none"] as const)(
		"SDK-166, SDK-172, SDK-174, PIPE-253, GROUP-738, LINK-092, RUNNER-510, USER-728 every item once, in order (headers: %s)",
		async (headers) => {
			const { fetch, requests } = server({ total: 250, headers });
			expect(ids(await itemsOf(things(fetch)))).toEqual(ids(rows(1, 250)));
			expect(requests.map((one) => [queryOf(one).page, queryOf(one).per_page])).toEqual([
				[undefined, "100"],
				["2", "100"],
				["3", "100"],
			]);
		},
	);

	test("SDK-172 without headers a full last page costs one more request, which is empty", async () => {
		const { fetch, requests } = server({ total: 200, headers: "none" });
		expect(await itemsOf(things(fetch))).toHaveLength(200);
		expect(requests).toHaveLength(3);
	});

	test("SDK-166 a page is requested only when its items are needed", async () => {
		const { fetch, requests } = server({ total: 250 });
		const counts: number[] = [];
		for await (const { id } of things(fetch)) if (id % 100 < 2) counts.push(id, requests.length);
		expect(counts).toEqual([1, 1, 100, 1, 101, 2, 200, 2, 201, 3]);
	});

	test("SDK-167 leaving the loop sends nothing further", async () => {
		const { fetch, requests } = server({ total: 250 });
		for await (const { id } of things(fetch)) if (id === 100) break;
		expect(requests).toHaveLength(1);
	});

	test("SDK-167 leaving the loop aborts what was requested ahead", async () => {
		const { fetch, requests } = script(json(rows(1, 100), { headers: { "x-next-page": "2" } }), silent);
		for await (const page of things(fetch).pages({ prefetch: 1 })) {
			await until(() => requests.length === 2);
			expect(page.page).toBe(1);
			break;
		}
		await until(() => requests[1]?.signal.aborted);
	});

	test("SDK-174 keeps the page size of the request; refuses one below 1 before it sends a request", async () => {
		const { fetch, requests } = server({ total: 25 });
		expect(await itemsOf(things(fetch, { per_page: 10 }))).toHaveLength(25);
		expect(requests.map((one) => queryOf(one).per_page)).toEqual(["10", "10", "10"]);
		for (const per_page of [0, -1]) {
			expect(await failure(things(fetch, { per_page }))).toBeInstanceOf(UsageError);
			expect(await failure(itemsOf(things(fetch, { per_page })))).toBeInstanceOf(UsageError);
		}
		expect(requests).toHaveLength(3);
	});

	test("SDK-174 above what the server takes, its own size counts", async () => {
		const { fetch, requests } = server({ total: 250 });
		expect(ids(await itemsOf(things(fetch, { per_page: 500 })))).toEqual(ids(rows(1, 250)));
		expect(requests.map((one) => queryOf(one).per_page)).toEqual(["500", "100", "100"]);
	});

	test("SDK-176, PIPE-253, CRED-239 the filters go with every page, and the path stays", async () => {
		const { fetch, requests } = server({ total: 250, headers: "all" });
		await things(fetch, { status: "failed", tags: ["a", "b"], custom_attributes: { k: "v" } }).all();
		expect(requests).toHaveLength(3);
		for (const one of requests) {
			expect(one.path).toBe("/api/v4/projects/a%2Fb/things");
			expect(one.query).toContain("status=failed&tags[]=a&tags[]=b&custom_attributes[k]=v");
		}
	});

	test("starts at the page that the parameters ask for", async () => {
		expect(ids(await itemsOf(things(server({ total: 250 }).fetch, { page: 3 })))).toEqual(ids(rows(201, 250)));
	});

	test("SDK-177 pages that repeat end with an error instead of endless requests", async () => {
		const same = always(() => json(rows(1, 100), { headers: { "x-next-page": "1" } }));
		expect(await failure(itemsOf(things(same.fetch, { page: 1 })))).toBeInstanceOf(PaginationError);
		expect(same.requests.length).toBeLessThanOrEqual(2);
		const pingPong = always((one) => {
			const next = queryOf(one).page === "2" ? "3" : "2";
			return json(rows(1, 100), { headers: { "x-next-page": next } });
		});
		expect(await failure(itemsOf(things(pingPong.fetch)))).toBeInstanceOf(PaginationError);
		expect(pingPong.requests.length).toBeLessThanOrEqual(4);
	});

	test("SDK-177 reports a server that repeats one page under new numbers", async () => {
		let page = 1;
		const { fetch, requests } = always(() => json(rows(1, 100), { headers: { "x-next-page": `${++page}` } }));
		const error = await failure(itemsOf(things(fetch)));
		expect(error).toBeInstanceOf(PaginationError);
		expect(error.message).toBe("listThings: the server returns the same page again");
		expect(requests).toHaveLength(2);
	});

	test("SDK-183 a list without pages is one request, however long", async () => {
		const { fetch, requests } = script(json(rows(1, 150)));
		const whole = list<Thing>(clientOn(fetch), { ...route, whole: true }, { id: 7 });
		expect(await itemsOf(whole)).toHaveLength(150);
		expect(requests.map(({ query }) => query)).toEqual([""]);
		const managers = script(json(rows(1, 2)));
		expect(await clientOn(managers.fetch).runners.listManagers({ id: 7 }).all()).toHaveLength(2);
		expect(managers.requests).toHaveLength(1);
	});

	test("SDK-187 a timeout counts for each request, a deadline for the whole walk", async () => {
		stopTime();
		const slow = async (one: SentRequest) => {
			await new Promise((resolve) => setTimeout(resolve, 30));
			return json([{ id: Number(queryOf(one).page ?? 1) }], {
				headers: { "x-next-page": `${Number(queryOf(one).page ?? 1) + 1}` },
			});
		};
		const patient = always(slow);
		const all = things(patient.fetch, {}, { timeout: 50 }).all({ limit: 5 });
		await vi.advanceTimersByTimeAsync(150);
		expect(await all).toHaveLength(5);
		const hurried = always(slow);
		const error = failure(things(hurried.fetch, {}, { deadline: 100 }).all());
		await vi.advanceTimersByTimeAsync(100);
		expect((await error).name).toBe("TimeoutError");
		expect(hurried.requests).toHaveLength(4);
	});

	test("SDK-186 an abort rejects the pending page and stops all requests", async () => {
		const controller = new AbortController();
		const { fetch, requests } = script(json(rows(1, 100), { headers: { "x-next-page": "2" } }), (one) => {
			queueMicrotask(() => controller.abort("enough"));
			return silent(one);
		});
		const seen: number[] = [];
		const error = await failure(
			(async () => {
				for await (const { id } of things(fetch, {}, { signal: controller.signal })) seen.push(id);
			})(),
		);
		expect(error).toBeInstanceOf(AbortError);
		expect(error.cause).toBe("enough");
		expect(seen).toHaveLength(100);
		expect(requests).toHaveLength(2);
		expect(getEventListeners(controller.signal, "abort")).toEqual([]);
	});

	test("SDK-186 an abort between two pages stops before the next", async () => {
		const controller = new AbortController();
		const { fetch, requests } = server({ total: 250 });
		const error = await failure(
			(async () => {
				for await (const page of things(fetch, {}, { signal: controller.signal }).pages()) if (page) controller.abort();
			})(),
		);
		expect(error).toBeInstanceOf(AbortError);
		expect(requests).toHaveLength(1);
	});
});
