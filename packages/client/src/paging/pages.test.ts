import { describe, expect, test } from "vitest";
import {
	ids,
	itemsOf,
	keysetServer,
	pagesOf,
	queryOf,
	route,
	rows,
	server,
	type Thing,
	things,
	users,
} from "../../test/support/list-server";
import { always, baseUrl, clientOn, failure, json, script } from "../../test/support/script";
import { PaginationError } from "../errors/errors";
import type { ClientOptions } from "../index";
import { list } from "./list";

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
		const { fetch, requests } = keysetServer(250);
		const walk = () => list<Thing>(clientOn(fetch), users, { active: true });
		const whole = await pagesOf(walk().pages());
		const rest = await pagesOf(walk().pages({ cursor: whole[0]?.nextCursor }));
		expect(rest.map(({ items }) => ids(items))).toEqual(whole.slice(1).map(({ items }) => ids(items)));
		expect(whole.map(({ page }) => page)).toEqual([1, 2, 3]);
		expect(rest.map(({ page }) => page)).toEqual([2, 3]);
		expect(requests.every((one) => queryOf(one).active === "true")).toBe(true);
	});

	test("SDK-170 a cursor holds no host, no credential and no filter", async () => {
		const { fetch } = server({ total: 250 });
		const { nextCursor = "" } = await things(fetch, { search: "someone@example.com" });
		const text = nextCursor + atob(nextCursor) + decodeURIComponent(atob(nextCursor));
		for (const word of ["platform", "http", "glpat", "someone", "a/b", "a%2Fb"]) expect(text).not.toContain(word);
	});

	test("SDK-170 resuming uses the client's own address", async () => {
		const { nextCursor: cursor } = await things(server({ total: 250 }).fetch);
		const { fetch, requests } = always(() => json([]));
		await pagesOf(
			list<Thing>(clientOn(fetch, { baseUrl: "https://other.test/p" }), route, { id: "a/b" }).pages({ cursor }),
		);
		expect(requests[0]?.url).toBe("https://other.test/p/api/v4/projects/a%2Fb/things?per_page=20&page=2");
	});

	test("SDK-171 the cursor of another operation, or of other filters, is refused before anything is sent", async () => {
		const { fetch, requests } = server({ total: 250 });
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
		expect(requests).toHaveLength(1);
		// The order in which the filters are written does not matter.
		const same = list<Thing>(clientOn(fetch), route, { status: "failed", id: "a/b" }).pages({ cursor });
		expect((await pagesOf(same, 1))[0]?.page).toBe(2);
	});
});

describe("next links", () => {
	const after = async (link: string, client: Partial<ClientOptions> = {}) => {
		const { fetch, requests } = script(json(rows(1, 3), { headers: { link } }), json([]));
		const error = await things(fetch, {}, {}, client)
			.all()
			.then(
				() => undefined,
				(reason: unknown) => reason,
			);
		return { error, requests };
	};

	test.each([
		["https://elsewhere.test/api/v4/things?page=2", "SDK-227 another host"],
		["http://platform.test/api/v4/things?page=2", "SDK-228 another scheme"],
		["https://platform.test:8443/api/v4/things?page=2", "SDK-228 another port"],
		["https://platform.test.evil.test/api/v4/things?page=2", "SDK-227 a host that only starts with the same name"],
		["https://platform.test@evil.test/api/v4/things?page=2", "SDK-227 a host behind a user name"],
		["https://platform.test/other/things?page=2", "SDK-229 outside the base path"],
		["https://platform.test/api/v4/../../other?page=2", "SDK-229 climbing out of the base path"],
		["//elsewhere.test/api/v4/things?page=2", "SDK-227 a host without a scheme"],
		["https://[bad", "no address"],
	])("SDK-227, SDK-228, SDK-229 %s is refused: %s", async (address) => {
		const { error, requests } = await after(`<${address}>; rel="next"`);
		expect(error).toBeInstanceOf(PaginationError);
		expect(requests).toHaveLength(1);
	});

	test("SDK-229 with a path prefix, its own pages are followed, the host's others are not", async () => {
		const client = { baseUrl: `${baseUrl}/prefix/` };
		expect((await after(`<${baseUrl}/prefix/api/v4/things?page=2>; rel="next"`, client)).requests).toHaveLength(2);
		expect((await after(`<${baseUrl}/api/v4/things?page=2>; rel="next"`, client)).error).toBeInstanceOf(
			PaginationError,
		);
	});

	test("a link without a next one ends the walk, regardless of the pages' length", async () => {
		const { fetch, requests } = script(
			json(rows(1, 100), { headers: { link: `<${baseUrl}/api/v4/x?page=1>; rel="first"` } }),
		);
		expect(await itemsOf(things(fetch))).toHaveLength(100);
		expect(requests).toHaveLength(1);
	});
});
