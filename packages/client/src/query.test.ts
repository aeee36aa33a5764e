import { InfiniteQueryObserver, QueryClient, QueryObserver } from "@tanstack/query-core";
import { describe, expect, expectTypeOf, test } from "vitest";
import { clientOn, failure, json, refusal, script, silent, until } from "../test/support/script";
import { createQueries } from "./query";

const client = () => new QueryClient({ defaultOptions: { queries: { retry: false } } });
const page = (ids: number[], next: string) =>
	json(
		ids.map((id) => ({ id })),
		{ headers: { "x-next-page": next } },
	);

describe("queries", () => {
	test("a record is fetched once, kept under its key, and invalidated by its resource", async () => {
		const { fetch, requests } = script(json({ id: 7, status: "running" }), json({ id: 7, status: "success" }));
		const queries = createQueries(clientOn(fetch));
		const cache = client();
		const options = queries.pipelines.get({ id: "acme/web", pipeline_id: 7 });
		expect(await cache.fetchQuery({ ...options, staleTime: 60_000 })).toEqual({ id: 7, status: "running" });
		expect(await cache.fetchQuery({ ...options, staleTime: 60_000 })).toEqual({ id: 7, status: "running" });
		expect(requests).toHaveLength(1);
		await cache.invalidateQueries({ queryKey: queries.pipelines.key() });
		expect(await cache.fetchQuery({ ...options, staleTime: 60_000 })).toEqual({ id: 7, status: "success" });
	});

	test("keys have platform, acting user, resource, method and parameters, and no credential", () => {
		const { fetch } = script();
		const tenon = clientOn(fetch);
		const { queryKey } = createQueries(tenon).pipelines.get({ id: 7, pipeline_id: 7 });
		expect(queryKey).toEqual([
			"tenon",
			"https://platform.test/api/v4",
			null,
			"pipelines",
			"get",
			{ id: 7, pipeline_id: 7 },
		]);
		expect(createQueries(tenon.sudo("owner")).pipelines.get.key()).toEqual([
			"tenon",
			"https://platform.test/api/v4",
			"owner",
			"pipelines",
			"get",
		]);
		expect(createQueries(tenon).users.getCurrent().queryKey).toEqual([
			...createQueries(tenon).users.getCurrent.key(),
			{},
		]);
	});

	test("a list gives its first page", async () => {
		const { fetch, requests } = script(page([1, 2], "2"));
		const found = await client().fetchQuery(createQueries(clientOn(fetch)).pipelines.list({ id: 7, per_page: 2 }));
		expect(found.items.map(({ id }) => id)).toEqual([1, 2]);
		expect(found.nextCursor).toBeTypeOf("string");
		expect(requests).toHaveLength(1);
	});

	test("an infinite query goes from page to page", async () => {
		const { fetch, requests } = script(page([1, 2], "2"), page([3, 4], "3"), page([5], ""));
		const options = createQueries(clientOn(fetch)).pipelines.list.infinite({ id: 7, per_page: 2 });
		const observer = new InfiniteQueryObserver(client(), options);
		const seen: number[][] = [];
		observer.subscribe(({ data }) => {
			if (data) seen.push(data.pages.flatMap(({ items }) => items.map(({ id }) => id)));
		});
		await until(() => observer.getCurrentResult().isSuccess);
		await observer.fetchNextPage();
		await observer.fetchNextPage();
		expect(seen.at(-1)).toEqual([1, 2, 3, 4, 5]);
		expect(observer.getCurrentResult().hasNextPage).toBe(false);
		expect(requests.map(({ query }) => query)).toEqual(["per_page=2", "per_page=2&page=2", "per_page=2&page=3"]);
	});

	test("a query that nobody wants any more aborts its request", async () => {
		const { fetch, requests } = script(silent);
		const cache = client();
		const options = createQueries(clientOn(fetch)).groups.get({ id: 7 });
		const unsubscribe = new QueryObserver(cache, options).subscribe(() => {});
		await until(() => requests.length === 1);
		unsubscribe();
		await until(() => requests[0]?.signal.aborted);
	});

	test("a failure is the client's typed error; options are passed on", async () => {
		const { fetch, requests } = script(refusal(404));
		const options = createQueries(clientOn(fetch)).groups.get({ id: 7 }, { sudo: "owner" });
		expect(await failure(client().fetchQuery(options))).toMatchObject({
			name: "NotFoundError",
			operationId: "getGroup",
		});
		expect(requests[0]?.headers.get("sudo")).toBe("owner");
	});

	test("every method that reads is there, typed; those that change something are not, by type", () => {
		const queries = createQueries(clientOn(script().fetch));
		expectTypeOf(queries.users.list.infinite).toBeFunction();
		// @ts-expect-error an operation that writes has no query
		expect(queries.pipelines.create).toBeDefined();
		// @ts-expect-error a record has no pages
		expect(() => queries.pipelines.get.infinite({ id: 7, pipeline_id: 7 })).not.toThrow();
		// @ts-expect-error a missing parameter
		queries.pipelines.get({ id: 7 });
	});
});
