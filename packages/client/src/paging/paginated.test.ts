import { getEventListeners } from "node:events";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import {
	type Asked,
	always,
	baseUrl,
	clientOn,
	failure,
	json,
	refusal,
	script,
	settle,
	silent,
	until,
} from "../../test/support/script";
import {
	AbortError,
	ConnectionError,
	MethodNotAllowedError,
	PaginationError,
	ResponseParseError,
	ServerError,
	UsageError,
} from "../errors/errors";
import type { ClientOptions, Fetch, Page, RequestOptions } from "../index";
import type { Route } from "../transport/route";
import { list } from "./list";

interface Thing {
	id: number;
}

const route: Route = { id: "listThings", verb: "GET", path: "/projects/{id}/things" };
const users: Route = {
	id: "listUsers",
	verb: "GET",
	path: "/users",
	keyset: ["id desc", "id asc", "name asc", "name desc"],
};
const groups: Route = { id: "listGroups", verb: "GET", path: "/groups", keyset: ["name asc"], anonymousKeyset: true };

const things = (fetch: Fetch, params: object = {}, options: RequestOptions = {}, client: Partial<ClientOptions> = {}) =>
	list<Thing>(clientOn(fetch, { retries: 0, ...client }), route, { id: "a/b", ...params }, options);

const rows = (from: number, to: number): Thing[] => Array.from({ length: to - from + 1 }, (_, i) => ({ id: from + i }));
const ids = (found: readonly Thing[]) => found.map(({ id }) => id);
const queryOf = ({ query }: Asked) => Object.fromEntries(new URLSearchParams(query));

interface Server {
	total: number;
	/** Which headers tell of paging. */
	headers?: "all" | "link" | "x" | "none";
	/** Above this many rows the totals are left out. */
	countedUpTo?: number;
}

/** Answers a list as the platform does: offset pages, at most 100 a page. */
function server({ total, headers = "all", countedUpTo = 10_000 }: Server) {
	return always(({ url }) => {
		const address = new URL(url);
		const page = Number(address.searchParams.get("page") ?? 1);
		const size = Math.min(Number(address.searchParams.get("per_page") ?? 20), 100);
		const pages = Math.max(1, Math.ceil(total / size));
		const at = (n: number) => {
			const target = new URL(address);
			target.searchParams.set("page", `${n}`);
			target.searchParams.set("per_page", `${size}`);
			target.searchParams.set("id", "a/b");
			return target.href;
		};
		const told = new Headers();
		if (headers === "all" || headers === "link") {
			const links = [
				...(page > 1 ? [`<${at(page - 1)}>; rel="prev"`] : []),
				...(page < pages ? [`<${at(page + 1)}>; rel="next"`] : []),
				`<${at(1)}>; rel="first"`,
			];
			told.set("link", links.join(", "));
		}
		if (headers === "all" || headers === "x") {
			told.set("x-page", `${page}`);
			told.set("x-per-page", `${size}`);
			told.set("x-next-page", page < pages ? `${page + 1}` : "");
			if (total <= countedUpTo) {
				told.set("x-total", `${total}`);
				told.set("x-total-pages", `${pages}`);
			}
		}
		return json(rows((page - 1) * size + 1, Math.min(page * size, total)), { headers: told });
	});
}

/** Answers a list by keyset: nothing but a link to the next page. */
function keysetServer(total: number, origin = `${baseUrl}/api/v4/users`) {
	return always(({ url }) => {
		const search = new URL(url).searchParams;
		const size = Number(search.get("per_page") ?? 20);
		const after = Number(atob(search.get("cursor") ?? "MA=="));
		const found = rows(after + 1, Math.min(after + size, total));
		const last = found.at(-1)?.id ?? total;
		search.set("cursor", btoa(`${last}`));
		return json(found, last < total ? { headers: { link: `<${origin}?${search}>; rel="next"` } } : {});
	});
}

async function pagesOf(walk: AsyncIterable<Page<Thing>>, most = Number.POSITIVE_INFINITY): Promise<Page<Thing>[]> {
	const found: Page<Thing>[] = [];
	for await (const page of walk) if (found.push(page) >= most) break;
	return found;
}

async function itemsOf(walk: AsyncIterable<Thing>): Promise<Thing[]> {
	const found: Thing[] = [];
	for await (const item of walk) found.push(item);
	return found;
}

describe("awaiting a list", () => {
	test("SDK-162 nothing is sent before; awaiting sends one request, however often", async () => {
		const { fetch, asked } = server({ total: 50 });
		const found = things(fetch);
		await settle();
		expect(asked).toHaveLength(0);
		const page = await found;
		expect(await found).toBe(page);
		expect((await found.withResponse()).data).toBe(page);
		expect(asked).toHaveLength(1);
		expect(ids(page.items)).toEqual(ids(rows(1, 20)));
	});

	test("SDK-163, SDK-174 a page tells where it stands; the server's page size is left to it", async () => {
		const { fetch, asked } = server({ total: 50 });
		expect(await things(fetch)).toEqual({
			items: rows(1, 20),
			page: 1,
			perPage: 20,
			total: 50,
			totalPages: 3,
			nextCursor: expect.any(String),
		});
		expect(asked[0]?.query).toBe("");
		const last = await things(fetch, { page: 3 });
		expect(last).toEqual({ items: rows(41, 50), page: 3, perPage: 20, total: 50, totalPages: 3 });
		expect("nextCursor" in last).toBe(false);
	});

	test("SDK-164, RUNNER-511 totals that the server does not tell are not there, and not invented", async () => {
		const page = await things(server({ total: 10_001 }).fetch);
		expect("total" in page || "totalPages" in page).toBe(false);
		expect((await things(server({ total: 30, countedUpTo: 0 }).fetch).all()).length).toBe(30);
	});

	test("SDK-165 a total of 0 is a total", async () => {
		expect(await things(server({ total: 0 }).fetch)).toMatchObject({ items: [], total: 0, totalPages: 1 });
	});

	test("SDK-123, NOTE-274 the response is at hand without a second request", async () => {
		const { fetch, asked } = server({ total: 3 });
		const { data, response } = await things(fetch).withResponse();
		expect([data.items.length, response.status, response.headers.get("x-total")]).toEqual([3, 200, "3"]);
		expect(asked).toHaveLength(1);
	});

	test("a refusal rejects, and so does an answer that is no list", async () => {
		expect(await failure(things(script(refusal(500)).fetch))).toBeInstanceOf(ServerError);
		expect(await failure(things(script(json({ items: [] })).fetch))).toBeInstanceOf(ResponseParseError);
		expect(await failure(things(script(json(null)).fetch))).toBeInstanceOf(ResponseParseError);
	});
});

describe("iterating a list", () => {
	test.each(["all", "link", "x", "none"] as const)(
		"SDK-166, SDK-172, SDK-174, PIPE-253, GROUP-738, LINK-092, RUNNER-510, USER-728 every item once, in order (headers: %s)",
		async (headers) => {
			const { fetch, asked } = server({ total: 250, headers });
			expect(ids(await itemsOf(things(fetch)))).toEqual(ids(rows(1, 250)));
			expect(asked.map((one) => [queryOf(one).page, queryOf(one).per_page])).toEqual([
				[undefined, "100"],
				["2", "100"],
				["3", "100"],
			]);
		},
	);

	test("SDK-172 without headers a full last page costs one more request, which is empty", async () => {
		const { fetch, asked } = server({ total: 200, headers: "none" });
		expect(await itemsOf(things(fetch))).toHaveLength(200);
		expect(asked).toHaveLength(3);
	});

	test("SDK-166 a page is requested only when its items are needed", async () => {
		const { fetch, asked } = server({ total: 250 });
		const counts: number[] = [];
		for await (const { id } of things(fetch)) if (id % 100 < 2) counts.push(id, asked.length);
		expect(counts).toEqual([1, 1, 100, 1, 101, 2, 200, 2, 201, 3]);
	});

	test("SDK-167 leaving the loop sends nothing further", async () => {
		const { fetch, asked } = server({ total: 250 });
		for await (const { id } of things(fetch)) if (id === 100) break;
		expect(asked).toHaveLength(1);
	});

	test("SDK-167 leaving the loop aborts what was requested ahead", async () => {
		const { fetch, asked } = script(json(rows(1, 100), { headers: { "x-next-page": "2" } }), silent);
		for await (const page of things(fetch).pages({ prefetch: 1 })) {
			await until(() => asked.length === 2);
			expect(page.page).toBe(1);
			break;
		}
		await until(() => asked[1]?.signal.aborted);
	});

	test("SDK-174 a page size that was asked for is kept; one below 1 is refused before anything is sent", async () => {
		const { fetch, asked } = server({ total: 25 });
		expect(await itemsOf(things(fetch, { per_page: 10 }))).toHaveLength(25);
		expect(asked.map((one) => queryOf(one).per_page)).toEqual(["10", "10", "10"]);
		for (const per_page of [0, -1]) {
			expect(await failure(things(fetch, { per_page }))).toBeInstanceOf(UsageError);
			expect(await failure(itemsOf(things(fetch, { per_page })))).toBeInstanceOf(UsageError);
		}
		expect(asked).toHaveLength(3);
	});

	test("SDK-174 above what the server takes, its own size counts", async () => {
		const { fetch, asked } = server({ total: 250 });
		expect(ids(await itemsOf(things(fetch, { per_page: 500 })))).toEqual(ids(rows(1, 250)));
		expect(asked.map((one) => queryOf(one).per_page)).toEqual(["500", "100", "100"]);
	});

	test("SDK-176, PIPE-253, CRED-239 the filters go with every page, and the path stays", async () => {
		const { fetch, asked } = server({ total: 250, headers: "all" });
		await things(fetch, { status: "failed", tags: ["a", "b"], custom_attributes: { k: "v" } }).all();
		expect(asked).toHaveLength(3);
		for (const one of asked) {
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
		expect(same.asked.length).toBeLessThanOrEqual(2);
		const pingPong = always((one) => {
			const next = queryOf(one).page === "2" ? "3" : "2";
			return json(rows(1, 100), { headers: { "x-next-page": next } });
		});
		expect(await failure(itemsOf(things(pingPong.fetch)))).toBeInstanceOf(PaginationError);
		expect(pingPong.asked.length).toBeLessThanOrEqual(4);
	});

	test("SDK-177 a server that gives one page again and again, under ever new numbers, is told", async () => {
		let page = 1;
		const { fetch, asked } = always(() => json(rows(1, 100), { headers: { "x-next-page": `${++page}` } }));
		const error = await failure(itemsOf(things(fetch)));
		expect(error).toBeInstanceOf(PaginationError);
		expect(error.message).toBe("listThings: the server returns the same page again");
		expect(asked).toHaveLength(2);
	});

	test("SDK-183 a list without pages is one request, however long", async () => {
		const { fetch, asked } = script(json(rows(1, 150)));
		const whole = list<Thing>(clientOn(fetch), { ...route, whole: true }, { id: 7 });
		expect(await itemsOf(whole)).toHaveLength(150);
		expect(asked.map(({ query }) => query)).toEqual([""]);
		const managers = script(json(rows(1, 2)));
		expect(await clientOn(managers.fetch).runners.listManagers({ id: 7 }).all()).toHaveLength(2);
		expect(managers.asked).toHaveLength(1);
	});

	test("SDK-187 a timeout counts for each request, a deadline for the whole walk", async () => {
		vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
		onTestFinished(() => void vi.useRealTimers());
		const slow = async (one: Asked) => {
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
		expect(hurried.asked).toHaveLength(4);
	});

	test("SDK-186 an abort rejects the pending page and stops all requests", async () => {
		const controller = new AbortController();
		const { fetch, asked } = script(json(rows(1, 100), { headers: { "x-next-page": "2" } }), (one) => {
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
		expect(asked).toHaveLength(2);
		expect(getEventListeners(controller.signal, "abort")).toEqual([]);
	});

	test("SDK-186 an abort between two pages stops before the next", async () => {
		const controller = new AbortController();
		const { fetch, asked } = server({ total: 250 });
		const error = await failure(
			(async () => {
				for await (const page of things(fetch, {}, { signal: controller.signal }).pages()) if (page) controller.abort();
			})(),
		);
		expect(error).toBeInstanceOf(AbortError);
		expect(asked).toHaveLength(1);
	});
});

describe("pages and cursors", () => {
	test("SDK-168, SDK-169 a saved cursor resumes after its page, also in another process", async () => {
		for (const headers of ["all", "link", "x", "none"] as const) {
			const { fetch } = server({ total: 250, headers });
			const [, second] = await pagesOf(things(fetch, { status: "failed" }).pages(), 2);
			const saved = JSON.parse(JSON.stringify({ cursor: second?.nextCursor }));
			const rest = await pagesOf(things(fetch, { status: "failed" }).pages(saved));
			expect(rest.flatMap(({ items }) => ids(items))).toEqual(ids(rows(201, 250)));
		}
	});

	test("SDK-169 a cursor keeps the page size it was made with, here the server's own", async () => {
		const { fetch } = server({ total: 250 });
		const { nextCursor: cursor } = await things(fetch);
		const rest = await pagesOf(things(fetch).pages({ cursor }));
		expect(rest.flatMap(({ items }) => ids(items))).toEqual(ids(rows(21, 250)));
		expect(rest[0]?.perPage).toBe(20);
	});

	test("SDK-168, SDK-169 so it is by keyset", async () => {
		const { fetch, asked } = keysetServer(250);
		const walk = () => list<Thing>(clientOn(fetch), users, { active: true });
		const whole = await pagesOf(walk().pages());
		const rest = await pagesOf(walk().pages({ cursor: whole[0]?.nextCursor }));
		expect(rest.map(({ items }) => ids(items))).toEqual(whole.slice(1).map(({ items }) => ids(items)));
		expect(whole.map(({ page }) => page)).toEqual([1, 2, 3]);
		expect(rest.map(({ page }) => page)).toEqual([2, 3]);
		expect(asked.every((one) => queryOf(one).active === "true")).toBe(true);
	});

	test("SDK-170 a cursor holds no host, no credential and no filter", async () => {
		const { fetch } = server({ total: 250 });
		const { nextCursor = "" } = await things(fetch, { search: "someone@example.com" });
		const text = nextCursor + atob(nextCursor) + decodeURIComponent(atob(nextCursor));
		for (const word of ["platform", "http", "glpat", "someone", "a/b", "a%2Fb"]) expect(text).not.toContain(word);
	});

	test("SDK-170 resuming uses the client's own address", async () => {
		const { nextCursor: cursor } = await things(server({ total: 250 }).fetch);
		const { fetch, asked } = always(() => json([]));
		await pagesOf(
			list<Thing>(clientOn(fetch, { baseUrl: "https://other.test/p" }), route, { id: "a/b" }).pages({ cursor }),
		);
		expect(asked[0]?.url).toBe("https://other.test/p/api/v4/projects/a%2Fb/things?per_page=20&page=2");
	});

	test("SDK-171 the cursor of another operation, or of other filters, is refused before anything is sent", async () => {
		const { fetch, asked } = server({ total: 250 });
		const { nextCursor: cursor = "" } = await things(fetch, { status: "failed" });
		const others = [
			things(fetch).pages({ cursor }),
			things(fetch, { status: "success" }).pages({ cursor }),
			things(fetch, { status: "failed", id: "other" }).pages({ cursor }),
			list<Thing>(clientOn(fetch), { ...route, id: "listOthers" }, { id: "a/b", status: "failed" }).pages({ cursor }),
			things(fetch, { status: "failed" }).pages({ cursor: "nonsense" }),
			things(fetch, { status: "failed" }).pages({ cursor: btoa("[1,2,3]") }),
		];
		for (const walk of others)
			expect(await failure(pagesOf(walk))).toMatchObject({ name: "UsageError", parameter: "cursor" });
		expect(asked).toHaveLength(1);
		// The order in which the filters are written is none of their meaning.
		const same = list<Thing>(clientOn(fetch), route, { status: "failed", id: "a/b" }).pages({ cursor });
		expect((await pagesOf(same, 1))[0]?.page).toBe(2);
	});
});

describe("collecting", () => {
	test("SDK-175 a limit gives the first items, and no page beyond them is requested", async () => {
		const { fetch, asked } = server({ total: 1000 });
		for (const [limit, requests, prefetch] of [
			[0, 0, 0],
			[1, 1, 0],
			[100, 1, 3],
			[101, 2, 5],
			[250, 3, 1],
		] as const) {
			asked.length = 0;
			expect(ids(await things(fetch).all({ limit, prefetch }))).toEqual(ids(rows(1, limit)));
			await settle();
			expect(asked).toHaveLength(requests);
		}
	});

	test("SDK-188 progress is told after each page", async () => {
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
		const { fetch, asked } = server({ total: 250 });
		expect(await failure(things(fetch).all({ max: 150 }))).toBeInstanceOf(PaginationError);
		expect(asked).toHaveLength(2);
		expect(await things(fetch).all({ max: 250 })).toHaveLength(250);
	});
});

describe("keyset", () => {
	const users200 = (fetch: Fetch, params: object = {}) => list<Thing>(clientOn(fetch, { retries: 0 }), users, params);

	test("SDK-178, USER-727 listUsers is iterated by keyset, the cursor passed on untouched", async () => {
		const { fetch, asked } = keysetServer(250);
		expect(ids(await users200(fetch, { active: true }).all())).toEqual(ids(rows(1, 250)));
		expect(asked.map(queryOf)).toEqual([
			{ active: "true", per_page: "100", pagination: "keyset", order_by: "id", sort: "desc" },
			{ active: "true", per_page: "100", pagination: "keyset", order_by: "id", sort: "desc", cursor: btoa("100") },
			{ active: "true", per_page: "100", pagination: "keyset", order_by: "id", sort: "desc", cursor: btoa("200") },
		]);
	});

	test("SDK-172, SDK-178 a full last page without a link is the last", async () => {
		const { fetch, asked } = keysetServer(200);
		expect(await users200(fetch).all()).toHaveLength(200);
		expect(asked).toHaveLength(2);
	});

	test("SDK-168 whatever the server's cursor holds, ours can be saved", async () => {
		const next = new URL(`${baseUrl}/api/v4/users`);
		next.searchParams.set("cursor", "€ \u0000 =");
		const { fetch, asked } = script(json(rows(1, 2), { headers: { link: `<${next.href}>; rel="next"` } }), json([]));
		const { nextCursor: cursor } = await users200(fetch);
		await pagesOf(users200(fetch).pages({ cursor }));
		expect(queryOf(asked[1] as Asked).cursor).toBe("€ \u0000 ="); // it was sent
	});

	test("SDK-178 an order that the caller names is kept; one that keyset does not serve, or a page, leaves it off", async () => {
		const first = async (params: object) => {
			const { fetch, asked } = script(json([]));
			await users200(fetch, params).all();
			return asked.map(queryOf)[0];
		};
		expect(await first({ order_by: "name", sort: "asc" })).toMatchObject({
			pagination: "keyset",
			order_by: "name",
			sort: "asc",
		});
		expect(await first({ order_by: "created_at" })).toEqual({ per_page: "100", order_by: "created_at" });
		expect(await first({ page: 2 })).toEqual({ per_page: "100", page: "2" });
	});

	test("SDK-178 awaiting one page stays with page numbers, which tell the totals", async () => {
		const { fetch, asked } = server({ total: 30 });
		expect(await users200(fetch)).toMatchObject({ total: 30 });
		expect(asked[0]?.query).toBe("");
	});

	test("SDK-179, GROUP-739 listGroups only for a caller without credentials, by name ascending", async () => {
		const first = async (params: object, client: Partial<ClientOptions>) => {
			const { fetch, asked } = script(json([]));
			await list<Thing>(clientOn(fetch, client), groups, params).all();
			return queryOf(asked[0] as Asked).pagination; // one was sent
		};
		expect(await first({}, { auth: undefined })).toBe("keyset");
		expect(await first({ order_by: "name", sort: "asc" }, { auth: undefined })).toBe("keyset");
		expect(await first({ sort: "desc" }, { auth: undefined })).toBeUndefined();
		expect(await first({ order_by: "path" }, { auth: undefined })).toBeUndefined();
		expect(await first({}, {})).toBeUndefined();
	});

	const tooDeep = () =>
		refusal(405, {
			error: "Offset pagination has a maximum allowed offset of 50000 for requests that return objects of type User.",
		});

	test("SDK-180 an offset walk that meets the highest offset goes on by keyset, without losing or repeating items", async () => {
		const link = (cursor: string) => ({
			headers: { link: `<${baseUrl}/api/v4/users?cursor=${cursor}&pagination=keyset>; rel="next"` },
		});
		const { fetch, asked } = script(
			json(rows(101, 200), { headers: { "x-next-page": "3" } }),
			tooDeep,
			json(rows(1, 80), link("a")),
			json(rows(81, 180), link("b")),
			json(rows(181, 280), link("c")),
			json(rows(281, 290)),
		);
		expect(ids(await users200(fetch, { page: 2 }).all())).toEqual(ids(rows(101, 290)));
		expect(asked.map((one) => [queryOf(one).pagination, queryOf(one).page, queryOf(one).cursor])).toEqual([
			[undefined, "2", undefined],
			[undefined, "3", undefined],
			["keyset", undefined, undefined],
			["keyset", undefined, "a"],
			["keyset", undefined, "b"],
			["keyset", undefined, "c"],
		]);
	});

	test("SDK-180 it raises a typed error where the last item is not found again", async () => {
		const { fetch } = script(json(rows(101, 200), { headers: { "x-next-page": "3" } }), tooDeep, json(rows(1, 80)));
		const error = await failure(users200(fetch, { page: 2 }).all());
		expect(error).toBeInstanceOf(PaginationError);
		expect(error.message).toContain("by keyset the last item is not found again");
	});

	test("SDK-180, SDK-181 where only page numbers are wanted, or the order has no keyset, it raises the refusal", async () => {
		for (const params of [{ pagination: "offset" }, { page: 1, order_by: "email" }]) {
			const { fetch } = script(json(rows(1, 100), { headers: { "x-next-page": "2" } }), tooDeep);
			expect(await failure(users200(fetch, params).all())).toBeInstanceOf(MethodNotAllowedError);
		}
	});

	test("SDK-181 it can be switched off, and asked for by name", async () => {
		const { fetch, asked } = script(json([]), json([]));
		await users200(fetch, { pagination: "offset" }).all();
		await list<Thing>(clientOn(fetch), groups, { pagination: "keyset", order_by: "name" }).all();
		expect(asked.map((one) => queryOf(one).pagination)).toEqual(["offset", "keyset"]);
	});

	test("SDK-182 a server without keyset for the list is asked again by page number, for the first page only", async () => {
		const no = () => refusal(405, { error: "Keyset pagination is not yet available for this type of request" });
		const { fetch, asked } = script(
			no,
			json(rows(1, 100), { headers: { "x-next-page": "2" } }),
			json(rows(101, 120), { headers: { "x-next-page": "" } }),
		);
		expect(ids(await users200(fetch).all())).toEqual(ids(rows(1, 120)));
		expect(asked.map((one) => [queryOf(one).pagination, queryOf(one).page])).toEqual([
			["keyset", undefined],
			[undefined, undefined],
			[undefined, "2"],
		]);
	});

	test("a server that ignores the wish for keyset is walked by its page numbers", async () => {
		const { fetch } = server({ total: 250, headers: "x" });
		expect(ids(await users200(fetch).all())).toEqual(ids(rows(1, 250)));
	});
});

describe("prefetch", () => {
	test("SDK-184 keeps at most n further pages ahead, in order; 0 requests none", async () => {
		for (const prefetch of [0, 1, 3]) {
			const { fetch, asked } = server({ total: 600 });
			const ahead: number[] = [];
			const pages: number[] = [];
			for await (const page of things(fetch).pages({ prefetch })) {
				await settle();
				ahead.push(asked.length - page.page);
				pages.push(page.page);
			}
			expect(pages).toEqual([1, 2, 3, 4, 5, 6]);
			expect(ahead).toEqual([1, 2, 3, 4, 5, 6].map((n) => Math.min(prefetch, 6 - n)));
		}
	});

	test("SDK-185 an error of a page requested ahead surfaces when the walk comes to it", async () => {
		const { fetch } = script(
			json([{ id: 1 }], { headers: { "x-next-page": "2" } }),
			json([{ id: 2 }], { headers: { "x-next-page": "3" } }),
			refusal(500),
		);
		const seen: number[] = [];
		const error = await failure(
			(async () => {
				for await (const page of things(fetch).pages({ prefetch: 5 })) {
					await settle();
					seen.push(page.page);
				}
			})(),
		);
		expect(seen).toEqual([1, 2]);
		expect(error).toBeInstanceOf(ServerError);
	});

	test("SDK-226 walks and pages that are abandoned leave no unhandled rejection", async () => {
		const unhandled = vi.fn();
		process.on("unhandledRejection", unhandled);
		try {
			const failing = () =>
				script(json([{ id: 1 }], { headers: { "x-next-page": "2" } }), new TypeError("fetch failed"), refusal(500))
					.fetch;
			for await (const page of things(failing()).pages({ prefetch: 2 })) if (page) break;
			await things(failing()).pages({ prefetch: 2 }).next();
			await things(failing()).all({ limit: 1, prefetch: 2 });
			const call = clientOn(script(refusal(500)).fetch, { retries: 0 }).runners.get({ id: 7 });
			expect(await failure(call.withResponse())).toBeInstanceOf(ServerError);
			void clientOn(script(refusal(500)).fetch, { retries: 0 }).runners.get({ id: 7 });
			await settle();
			expect(unhandled).not.toHaveBeenCalled();
		} finally {
			process.off("unhandledRejection", unhandled);
		}
	});

	test("a broken connection in the middle of a walk rejects there", async () => {
		const { fetch } = script(json([{ id: 1 }], { headers: { "x-next-page": "2" } }), new TypeError("fetch failed"));
		expect(await failure(itemsOf(things(fetch)))).toBeInstanceOf(ConnectionError);
	});
});

describe("next links", () => {
	const after = async (link: string, client: Partial<ClientOptions> = {}) => {
		const { fetch, asked } = script(json(rows(1, 3), { headers: { link } }), json([]));
		const error = await things(fetch, {}, {}, client)
			.all()
			.then(
				() => undefined,
				(reason: unknown) => reason,
			);
		return { error, asked };
	};

	test("SDK-173, SDK-227 several relations, commas and semicolons in addresses, and any case of the name", async () => {
		const link = [
			`<${baseUrl}/api/v4/x?page=9&q=a,b;rel=%22next%22>; title="next, please"; rel="prev last"`,
			`<${baseUrl}/api/v4/x?q=a,b;c&page=4>; title="x"; REL=next`,
		].join(", ");
		const { fetch, asked } = script(new Response(JSON.stringify(rows(1, 3)), { headers: { LINK: link } }), json([]));
		await things(fetch).all();
		expect(queryOf(asked[1] as Asked).page).toBe("4"); // it was sent
	});

	test.each([
		["https://elsewhere.test/api/v4/things?page=2", "SDK-227 another host"],
		["http://platform.test/api/v4/things?page=2", "SDK-228 another scheme"],
		["https://platform.test:8443/api/v4/things?page=2", "SDK-228 another port"],
		["https://platform.test.evil.test/api/v4/things?page=2", "SDK-227 a host that only begins alike"],
		["https://platform.test@evil.test/api/v4/things?page=2", "SDK-227 a host behind a user name"],
		["https://platform.test/other/things?page=2", "SDK-229 outside the base path"],
		["https://platform.test/api/v4/../../other?page=2", "SDK-229 climbing out of the base path"],
		["//elsewhere.test/api/v4/things?page=2", "SDK-227 a host without a scheme"],
		["https://[bad", "no address"],
	])("SDK-227, SDK-228, SDK-229 %s is refused: %s", async (address) => {
		const { error, asked } = await after(`<${address}>; rel="next"`);
		expect(error).toBeInstanceOf(PaginationError);
		expect(asked).toHaveLength(1);
	});

	test("SDK-229 with a path prefix, its own pages are followed, the host's others are not", async () => {
		const client = { baseUrl: `${baseUrl}/prefix/` };
		expect((await after(`<${baseUrl}/prefix/api/v4/things?page=2>; rel="next"`, client)).asked).toHaveLength(2);
		expect((await after(`<${baseUrl}/api/v4/things?page=2>; rel="next"`, client)).error).toBeInstanceOf(
			PaginationError,
		);
	});

	test("a link without a next one ends the walk, whatever its pages' length", async () => {
		const { fetch, asked } = script(
			json(rows(1, 100), { headers: { link: `<${baseUrl}/api/v4/x?page=1>; rel="first"` } }),
		);
		expect(await itemsOf(things(fetch))).toHaveLength(100);
		expect(asked).toHaveLength(1);
	});
});

describe("pages ahead, where the server says how many there are", () => {
	const numbered = (total: number) => {
		let under = 0;
		let most = 0;
		const { fetch, asked } = always(async ({ query }) => {
			most = Math.max(most, ++under);
			await settle();
			under--;
			const page = Number(new URLSearchParams(query).get("page") ?? 1);
			const pages = Math.ceil(total / 100);
			const headers = {
				"x-page": `${page}`,
				"x-next-page": page < pages ? `${page + 1}` : "",
				"x-total-pages": `${pages}`,
			};
			return json(rows((page - 1) * 100 + 1, Math.min(page * 100, total)), { headers });
		});
		return { fetch, asked, most: () => most };
	};

	test("SDK-184 are requested at the same time, at most as many as the walk says, and come in order", async () => {
		const { fetch, asked, most } = numbered(950);
		const items = await clientOn(fetch).pipelines.list({ id: 7 }).all({ prefetch: 3 });
		expect(items).toEqual(rows(1, 950));
		expect(asked).toHaveLength(10);
		expect(most()).toBe(3);
	});

	test("SDK-184 a list that grows or shrinks meanwhile is walked to its end", async () => {
		for (const [told, real] of [
			[3, 5],
			[5, 3],
		] as const) {
			const { fetch } = always(({ query }) => {
				const page = Number(new URLSearchParams(query).get("page") ?? 1);
				const headers = {
					"x-page": `${page}`,
					"x-next-page": page < (page === 1 ? told : real) ? `${page + 1}` : "",
					"x-total-pages": `${page === 1 ? told : real}`,
				};
				return json(page > real ? [] : rows(page * 100, page * 100 + 99), { headers });
			});
			expect(await clientOn(fetch).pipelines.list({ id: 7 }).all({ prefetch: 4 })).toHaveLength(real * 100);
		}
	});
});
