import { describe, expect, test } from "vitest";
import { scene } from "./scene";

const numbered = (count: number): string[] =>
	Array.from({ length: count }, (_, index) => `group-${String(index + 1).padStart(3, "0")}`);

/** So many public groups, in the order of their names. */
function many(count: number) {
	const made = scene();
	made.groups(numbered(count));
	return made;
}

describe("numbered pages", () => {
	test("GROUP-245 a page holds 20 groups", async () => {
		const { list } = many(25);
		expect(await list("root", "/groups")).toEqual(numbered(20));
		expect(await list("root", "/groups?page=2")).toEqual(numbered(25).slice(20));
	});

	test("GROUP-246, GROUP-247, CONV-054 up to 100, and no more", async () => {
		const { ask, list } = many(105);
		expect(await list("root", "/groups?per_page=100")).toEqual(numbered(100));
		expect(await list("root", "/groups?per_page=100&page=2")).toEqual(numbered(105).slice(100));
		const { body, headers } = await ask("root", "GET", "/groups?per_page=101");
		expect([body.length, headers.get("x-per-page")]).toEqual([100, "100"]);
	});

	test("GROUP-248 no page of nothing, and no page size that is no number", async () => {
		const { told } = many(1);
		expect(await told("root", "/groups?per_page=0")).toEqual([400, { error: "per_page has a value not allowed" }]);
		expect(await told("root", "/groups?per_page=abc")).toEqual([400, { error: "per_page is invalid" }]);
	});

	test("GROUP-249 beyond the end there is nothing", async () => {
		const { ask } = many(3);
		const { status, body, headers } = await ask("root", "GET", "/groups?page=9");
		expect([status, body, headers.get("x-next-page"), headers.get("x-total")]).toEqual([200, [], "", "3"]);
	});

	test("GROUP-250 the headers tell where the page stands", async () => {
		const { ask } = many(5);
		const { headers } = await ask("root", "GET", "/groups?page=2&per_page=2&order_by=id");
		const names = ["x-page", "x-per-page", "x-total", "x-total-pages", "x-next-page", "x-prev-page"];
		expect(names.map((name) => headers.get(name))).toEqual(["2", "2", "5", "3", "3", "1"]);
		const at = (page: number) => `<http://tenon.test/api/v4/groups?order_by=id&page=${page}&per_page=2>`;
		expect(headers.get("link")).toBe(
			`${at(1)}; rel="prev", ${at(3)}; rel="next", ${at(1)}; rel="first", ${at(3)}; rel="last"`,
		);
	});

	test("GROUP-256, CONV-090 without credentials pages end at 50,000 records", async () => {
		const { list, told } = many(1);
		const refusal = {
			error:
				"Offset pagination has a maximum allowed offset of 50000 for requests that return objects of type Group. Remaining records can be retrieved using keyset pagination.",
		};
		expect(await list(null, "/groups?page=500&per_page=100")).toEqual([]);
		expect(await told(null, "/groups?page=501&per_page=100")).toEqual([405, refusal]);
		expect(await told(null, "/groups?page=2501")).toEqual([405, refusal]);
		expect(await list("root", "/groups?page=501&per_page=100")).toEqual([]);
	});
});

describe("keyset pages", () => {
	test("GROUP-251, GROUP-252, CONV-072, CONV-083 without credentials, one record a page", async () => {
		const { ask } = many(3);
		const path = "/groups?pagination=keyset&order_by=name&sort=asc&per_page=1";
		const { status, body, headers } = await ask(null, "GET", path);
		expect([status, body.length, body[0].full_path]).toEqual([200, 1, "group-001"]);
		expect([headers.has("x-total"), headers.has("x-page")]).toEqual([false, false]);
		expect(headers.get("link")).toMatch(/^<[^>]*[?&]cursor=[^>]+>; rel="next"$/);
	});

	test("GROUP-253, CONV-072 the links lead through all public groups, once each, by name", async () => {
		const { ask, make } = many(7);
		make.group("hidden", { visibility: "private" });
		make.group("twin", { name: "Group-003" });
		const found: string[] = [];
		let path: string | undefined = "/groups?pagination=keyset&per_page=3";
		while (path !== undefined) {
			const { body, headers } = await ask(null, "GET", path);
			found.push(...body.map((one: { full_path: string }) => one.full_path));
			path = /<http:\/\/tenon\.test\/api\/v4([^>]+)>; rel="next"/.exec(headers.get("link") ?? "")?.[1];
			if (path === undefined) expect(headers.has("link")).toBe(false);
		}
		expect(found).toEqual([...numbered(3), "twin", ...numbered(7).slice(3)]);
	});

	test("GROUP-253 filters stay in the link", async () => {
		const { ask, make } = many(3);
		make.group("orchard");
		make.group("orchard-two");
		const { body, headers } = await ask(null, "GET", "/groups?pagination=keyset&per_page=1&search=orchard");
		expect(body[0].full_path).toBe("orchard");
		const next = /api\/v4([^>]+)>/.exec(headers.get("link") ?? "")?.[1] ?? "";
		const after = await ask(null, "GET", next);
		expect(after.body.map((one: { full_path: string }) => one.full_path)).toEqual(["orchard-two"]);
		expect(after.headers.has("link")).toBe(false);
	});

	test.each(["order_by=id", "order_by=path", "sort=desc", "order_by=similarity", "order_by=name&sort=desc"])(
		"GROUP-254, CONV-083 %s is not served",
		async (order) => {
			const { told } = many(2);
			const refusal = { error: "Keyset pagination is not yet available for this type of request" };
			expect(await told(null, `/groups?pagination=keyset&${order}`)).toEqual([405, refusal]);
		},
	);

	test("GROUP-255, CONV-084 from a signed-in caller it is ignored", async () => {
		const { ask, make } = many(3);
		make.member("owner", "group-001", "owner");
		for (const who of ["root", "owner"]) {
			const { status, headers } = await ask(who, "GET", "/groups?pagination=keyset&per_page=1&order_by=id");
			expect([status, headers.get("x-page"), headers.get("x-per-page")]).toEqual([200, "1", "1"]);
			expect(headers.get("x-total")).toBe(who === "root" ? "3" : "1");
		}
	});
});

describe("in a minute", () => {
	test.each(["owner", null])("GROUP-257 200 requests of %s, and no more", async (who) => {
		const { ask, platform } = many(1);
		for (let count = 0; count < 200; count++) expect((await ask(who, "GET", "/groups")).status).toBe(200);
		const { status, headers } = await ask(who, "GET", "/groups");
		expect([status, headers.get("retry-after")]).toEqual([429, "60"]);
		expect((await ask("root", "GET", "/groups")).status).toBe(200);
		platform.clock.advance("1 minute");
		expect((await ask(who, "GET", "/groups")).status).toBe(200);
	});
});
