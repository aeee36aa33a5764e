import { describe, expect, test } from "vitest";
import {
	groups,
	ids,
	keysetServer,
	pagesOf,
	queryOf,
	rows,
	server,
	type Thing,
	users,
} from "../../test/support/list-server";
import { baseUrl, clientOn, failure, json, refusal, type SentRequest, script } from "../../test/support/script";
import { MethodNotAllowedError, PaginationError } from "../errors/errors";
import type { ClientOptions, Fetch } from "../index";
import { list } from "./list";

describe("keyset", () => {
	const users200 = (fetch: Fetch, params: object = {}) => list<Thing>(clientOn(fetch, { retries: 0 }), users, params);

	test("SDK-178, USER-727 listUsers is iterated by keyset, the cursor passed on untouched", async () => {
		const { fetch, requests } = keysetServer(250);
		expect(ids(await users200(fetch, { active: true }).all())).toEqual(ids(rows(1, 250)));
		expect(requests.map(queryOf)).toEqual([
			{ active: "true", per_page: "100", pagination: "keyset", order_by: "id", sort: "desc" },
			{ active: "true", per_page: "100", pagination: "keyset", order_by: "id", sort: "desc", cursor: btoa("100") },
			{ active: "true", per_page: "100", pagination: "keyset", order_by: "id", sort: "desc", cursor: btoa("200") },
		]);
	});

	test("SDK-172, SDK-178 a full last page without a link is the last", async () => {
		const { fetch, requests } = keysetServer(200);
		expect(await users200(fetch).all()).toHaveLength(200);
		expect(requests).toHaveLength(2);
	});

	test("SDK-168 our cursor can be saved, no matter what the server's contains", async () => {
		const next = new URL(`${baseUrl}/api/v4/users`);
		next.searchParams.set("cursor", "€ \u0000 =");
		const { fetch, requests } = script(json(rows(1, 2), { headers: { link: `<${next.href}>; rel="next"` } }), json([]));
		const { nextCursor: cursor } = await users200(fetch);
		await pagesOf(users200(fetch).pages({ cursor }));
		expect(queryOf(requests[1] as SentRequest).cursor).toBe("€ \u0000 ="); // it was sent
	});

	test("SDK-178 an order that the caller names is kept; one that keyset does not serve, or a page, leaves it off", async () => {
		const first = async (params: object) => {
			const { fetch, requests } = script(json([]));
			await users200(fetch, params).all();
			return requests.map(queryOf)[0];
		};
		expect(await first({ order_by: "name", sort: "asc" })).toMatchObject({
			pagination: "keyset",
			order_by: "name",
			sort: "asc",
		});
		expect(await first({ order_by: "created_at" })).toEqual({ per_page: "100", order_by: "created_at" });
		expect(await first({ page: 2 })).toEqual({ per_page: "100", page: "2" });
	});

	test("SDK-178 awaiting one page uses page numbers, which have the totals", async () => {
		const { fetch, requests } = server({ total: 30 });
		expect(await users200(fetch)).toMatchObject({ total: 30 });
		expect(requests[0]?.query).toBe("");
	});

	test("SDK-179, GROUP-739 listGroups only for a caller without credentials, by name ascending", async () => {
		const first = async (params: object, client: Partial<ClientOptions>) => {
			const { fetch, requests } = script(json([]));
			await list<Thing>(clientOn(fetch, client), groups, params).all();
			return queryOf(requests[0] as SentRequest).pagination; // one was sent
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
		const { fetch, requests } = script(
			json(rows(101, 200), { headers: { "x-next-page": "3" } }),
			tooDeep,
			json(rows(1, 80), link("a")),
			json(rows(81, 180), link("b")),
			json(rows(181, 280), link("c")),
			json(rows(281, 290)),
		);
		expect(ids(await users200(fetch, { page: 2 }).all())).toEqual(ids(rows(101, 290)));
		expect(requests.map((one) => [queryOf(one).pagination, queryOf(one).page, queryOf(one).cursor])).toEqual([
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
		expect(error.message).toContain("keyset pagination does not find the last item");
	});

	test("SDK-180, SDK-181 throws the refusal if only page numbers are allowed, or the order has no keyset", async () => {
		for (const params of [{ pagination: "offset" }, { page: 1, order_by: "email" }]) {
			const { fetch } = script(json(rows(1, 100), { headers: { "x-next-page": "2" } }), tooDeep);
			expect(await failure(users200(fetch, params).all())).toBeInstanceOf(MethodNotAllowedError);
		}
	});

	test("SDK-181 it can be switched off, and asked for by name", async () => {
		const { fetch, requests } = script(json([]), json([]));
		await users200(fetch, { pagination: "offset" }).all();
		await list<Thing>(clientOn(fetch), groups, { pagination: "keyset", order_by: "name" }).all();
		expect(requests.map((one) => queryOf(one).pagination)).toEqual(["offset", "keyset"]);
	});

	test("SDK-182 repeats the first page by page number if the server has no keyset for the list", async () => {
		const no = () => refusal(405, { error: "Keyset pagination is not yet available for this type of request" });
		const { fetch, requests } = script(
			no,
			json(rows(1, 100), { headers: { "x-next-page": "2" } }),
			json(rows(101, 120), { headers: { "x-next-page": "" } }),
		);
		expect(ids(await users200(fetch).all())).toEqual(ids(rows(1, 120)));
		expect(requests.map((one) => [queryOf(one).pagination, queryOf(one).page])).toEqual([
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
