import { describe, expect, test } from "vitest";
import { cast, castOn, type Scene } from "./scene";

const many = (count: number) => Array.from({ length: count }, (_, at) => ({ username: `u${at}` }));

/** Two of each name and each time, so that ties have to be broken. */
const mixed = [
	{ username: "dora", name: "Same", created_at: "2025-03-01T00:00:00.000Z", updated_at: "2025-05-02T00:00:00.000Z" },
	{ username: "berta", name: "Zed", created_at: "2025-01-01T00:00:00.000Z", updated_at: "2025-05-03T00:00:00.000Z" },
	{ username: "carla", name: "Same", created_at: "2025-03-01T00:00:00.000Z", updated_at: "2025-05-01T00:00:00.000Z" },
	{ username: "emma", name: "Abe", created_at: "2025-02-01T00:00:00.000Z", updated_at: "2025-05-03T00:00:00.000Z" },
];
const orders: [string, string, string[]][] = [
	["USER-253", "id", ["dora", "berta", "carla", "emma"]],
	["USER-254", "name", ["emma", "dora", "carla", "berta"]],
	["USER-255", "username", ["berta", "carla", "dora", "emma"]],
	["USER-256", "created_at", ["berta", "emma", "dora", "carla"]],
	["USER-257", "updated_at", ["carla", "dora", "berta", "emma"]],
];
/** Leaves out root and anna, who are newer. */
const these = "created_before=2025-06-01";

/** Pages by their next links, from this query on. */
async function walk({ ask }: Scene, who: string | null, query: string) {
	const pages: { body: { id: number; username: string }[]; headers: Headers }[] = [];
	let path: string | undefined = `/users?${query}`;
	while (path !== undefined) {
		const told = await ask(who, "GET", path);
		expect(told.status).toBe(200);
		pages.push(told);
		if (pages.length > 200) throw new Error("It does not end.");
		path = /<[^>]*\/api\/v4([^>]*)>; rel="next"/.exec(told.headers.get("link") ?? "")?.[1];
	}
	return { pages, names: pages.flatMap((page) => page.body.map((one) => one.username)) };
}

describe("order", () => {
	test("USER-184 by number, the newest first", async () => {
		const { names } = cast(...many(3));
		expect(await names("anna")).toEqual(["u2", "u1", "u0", "anna", "root"]);
	});

	test.each(orders)("%s, USER-258 order_by=%s", async (_claim, key, ascending) => {
		const { names } = cast(...mixed);
		expect(await names("root", `${these}&order_by=${key}`)).toEqual(ascending.toReversed());
		expect(await names("root", `${these}&order_by=${key}&sort=desc`)).toEqual(ascending.toReversed());
		expect(await names("root", `${these}&order_by=${key}&sort=asc`)).toEqual(ascending);
	});

	test("USER-259, CONV-082 other values: 400", async () => {
		const { ask } = cast();
		for (const more of ["", "&pagination=keyset"])
			for (const [query, name] of [
				["order_by=magic", "order_by"],
				["sort=up", "sort"],
			]) {
				const { status, body } = await ask("root", "GET", `/users?${query}${more}`);
				expect([status, body]).toEqual([400, { error: `${name} does not have a valid value` }]);
			}
	});

	test("USER-260 from a regular caller never an error", async () => {
		const { ask } = cast(...mixed);
		for (const [, key] of orders)
			for (const sort of ["asc", "desc"])
				expect((await ask("anna", "GET", `/users?order_by=${key}&sort=${sort}`)).status).toBe(200);
	});
});

describe("pages by number", () => {
	test("USER-171, USER-173 twenty at most, with headers", async () => {
		const { ask } = cast(...many(43));
		const { body, headers } = await ask("anna", "GET", "/users?page=2");
		expect(body.map((one: { username: string }) => one.username)).toEqual(
			Array.from({ length: 20 }, (_, at) => `u${22 - at}`),
		);
		const names = ["x-page", "x-per-page", "x-total", "x-total-pages", "x-next-page", "x-prev-page"];
		expect(names.map((name) => headers.get(name))).toEqual(["2", "20", "45", "3", "3", "1"]);
		expect(headers.get("link")).toContain('rel="next"');
		expect((await ask("anna", "GET", "/users")).body).toHaveLength(20);
	});

	test("USER-172 a hundred at most", async () => {
		const { ask } = cast(...many(120));
		for (const perPage of [100, 101]) {
			const { body, headers } = await ask("anna", "GET", `/users?per_page=${perPage}`);
			expect([body.length, headers.get("x-per-page")]).toEqual([100, "100"]);
		}
	});

	test.each([
		["0", "per_page has a value not allowed"],
		["abc", "per_page is invalid"],
	])("USER-174 per_page=%s: 400", async (value, error) => {
		const { ask } = cast();
		const { status, body } = await ask("anna", "GET", `/users?per_page=${value}`);
		expect([status, body]).toEqual([400, { error }]);
	});

	test("USER-175 beyond the end: none", async () => {
		const { ask } = cast();
		const { status, body, headers } = await ask("anna", "GET", "/users?page=9");
		expect([status, body, headers.get("x-next-page"), headers.get("x-prev-page")]).toEqual([200, [], "", ""]);
	});

	const deep = {
		error:
			"Offset pagination has a maximum allowed offset of 50000 for requests that return objects of type User. Remaining records can be retrieved using keyset pagination.",
	};
	test.each([
		["page=501&per_page=100", 405],
		["page=500&per_page=100", 200],
		["page=2501", 405],
		["page=2500", 200],
	])("USER-181..183, CONV-088, CONV-089 %s: %i", async (query, expected) => {
		const { ask } = cast();
		for (const who of ["anna", "root"]) {
			const { status, body } = await ask(who, "GET", `/users?${query}`);
			expect([status, body]).toEqual([expected, expected === 405 ? deep : []]);
		}
		expect((await ask("anna", "GET", `/users?${query}&pagination=keyset`)).status).toBe(200);
	});

	test("CONV-131, CONV-088 deep page numbers are refused from release 17.0 on", async () => {
		const status = async (release: string) =>
			(await castOn({ release }).ask("anna", "GET", "/users?page=501&per_page=100")).status;
		expect([await status("16.11"), await status("17.0"), await status("18.0")]).toEqual([200, 405, 405]);
	});
});

describe("pages by keyset", () => {
	test("USER-178, CONV-071 the next links lead to every user once", async () => {
		const made = cast(...many(45));
		const { pages, names } = await walk(made, "anna", "pagination=keyset");
		expect(pages.map((page) => page.body.length)).toEqual([20, 20, 7]);
		expect(names).toEqual(await made.names("anna"));
		expect(new Set(names).size).toBe(47);
	});

	test("USER-179, CONV-074..077 a next link while there is more, and no other; cursors, and no totals", async () => {
		const { pages } = await walk(cast(...many(5)), "anna", "pagination=keyset&per_page=3");
		expect(pages.map(({ body }) => body.length)).toEqual([3, 3, 1]);
		for (const [at, { headers }] of pages.entries()) {
			for (const name of ["x-page", "x-per-page", "x-next-page", "x-prev-page", "x-total", "x-total-pages"])
				expect(headers.get(name), name).toBeNull();
			const link = headers.get("link");
			expect(link === null).toBe(at === 2);
			if (link) {
				expect(link).toMatch(/^<[^>]+>; rel="next"$/);
				expect(new URL(link.slice(1, link.indexOf(">"))).searchParams.get("cursor")).toBe(headers.get("x-next-cursor"));
			} else expect(headers.get("x-next-cursor")).toBeNull();
			expect(headers.get("x-prev-cursor") === null).toBe(at === 0);
		}
	});

	test("CONV-074 a hundred at most, twenty unless told", async () => {
		const { ask } = cast(...many(130));
		const length = async (query: string) => (await ask("anna", "GET", `/users?pagination=keyset${query}`)).body.length;
		expect([await length(""), await length("&per_page=500"), await length("&per_page=100")]).toEqual([20, 100, 100]);
	});

	test("CONV-076 the cursor of the page before leads back, to the same records", async () => {
		const { ask } = cast(...many(8));
		const page = (cursor: string | null) =>
			ask(
				"anna",
				"GET",
				`/users?pagination=keyset&order_by=username&sort=asc&per_page=4${cursor ? `&cursor=${cursor}` : ""}`,
			);
		const first = await page(null);
		const second = await page(first.headers.get("x-next-cursor"));
		const third = await page(second.headers.get("x-next-cursor"));
		const back = await page(third.headers.get("x-prev-cursor"));
		expect(third.body).toHaveLength(2);
		expect(back.body).toEqual(second.body);
		expect(back.headers.get("x-next-cursor")).toBe(second.headers.get("x-next-cursor"));
		const again = await page(back.headers.get("x-prev-cursor"));
		expect(again.body).toEqual(first.body);
		expect(again.headers.get("x-prev-cursor")).toBeNull();
	});

	test("CONV-078 the next link keeps the filters", async () => {
		const made = cast(...many(30).map((one, at) => ({ ...one, external: at % 3 === 0, name: `Nö ${at}` })));
		const query = "external=true&pagination=keyset&per_page=4&order_by=name&sort=asc";
		const { pages, names } = await walk(made, "anna", query);
		const link = new URL(/<([^>]*)>/.exec(pages[0]?.headers.get("link") ?? "")?.[1] ?? "");
		expect(Object.fromEntries(link.searchParams)).toMatchObject({
			external: "true",
			pagination: "keyset",
			per_page: "4",
			order_by: "name",
			sort: "asc",
		});
		expect([...link.searchParams.keys()]).toEqual([...link.searchParams.keys()].sort());
		expect(names).toEqual(await made.names("anna", "external=true&order_by=name&sort=asc"));
		expect(names).toHaveLength(10);
	});

	const everyOrder = orders.flatMap(([, key]) => ["asc", "desc"].map((sort) => [key, sort] as const));
	test.each(everyOrder)(
		"USER-180, CONV-079, CONV-081 order_by=%s sort=%s: the same as by numbers",
		async (key, sort) => {
			const made = cast(...mixed, ...many(3));
			const order = `order_by=${key}&sort=${sort}`;
			for (const who of ["anna", "root"]) {
				const { names } = await walk(made, who, `pagination=keyset&per_page=2&${order}`);
				expect(names).toEqual(await made.names(who, order));
				expect(names).toHaveLength(9);
			}
		},
	);

	test("USER-180, CONV-081 by number, the newest first, unless told", async () => {
		const made = cast(...many(4));
		const { names } = await walk(made, "anna", "pagination=keyset&per_page=2");
		expect(names).toEqual(["u3", "u2", "u1", "u0", "anna", "root"]);
	});

	test("CONV-080 deleting what was told, and its neighbours, skips nothing", async () => {
		const made = cast(...many(9));
		const query = "/users?pagination=keyset&order_by=username&sort=asc&per_page=4";
		const first = await made.ask("root", "GET", query);
		const cursor = first.headers.get("x-next-cursor");
		for (const { id, username } of first.body)
			if (username.startsWith("u")) expect((await made.ask("root", "DELETE", `/users/${id}`)).status).toBe(204);
		const second = await made.ask("root", "GET", `${query}&cursor=${cursor}`);
		expect(second.body.map((one: { username: string }) => one.username)).toEqual(["u2", "u3", "u4", "u5"]);
	});

	test("CONV-086 a cursor that is broken, or of another order: 400", async () => {
		const { ask } = cast(...many(5));
		const get = (order: string, cursor: string) =>
			ask("anna", "GET", `/users?pagination=keyset&per_page=2&${order}&cursor=${encodeURIComponent(cursor)}`);
		const cursor = (await get("order_by=name&sort=asc", "")).headers.get("x-next-cursor") ?? "";
		expect((await get("order_by=name&sort=asc", cursor)).status).toBe(200);
		for (const [order, given] of [
			["order_by=name&sort=desc", cursor],
			["order_by=id&sort=asc", cursor],
			["order_by=name&sort=asc", cursor.slice(2)],
			["order_by=name&sort=asc", "%00"],
			["order_by=name&sort=asc", "nonsense!"],
			["order_by=name&sort=asc", btoa("null")],
			["order_by=name&sort=asc", btoa('["users name asc",{},1,"n"]')],
			["order_by=name&sort=asc", btoa('["users name asc","a","1","n"]')],
			["order_by=name&sort=asc", btoa('["users name asc","a",1,"x"]')],
		] as const) {
			const { status, body } = await get(order, given);
			expect([status, body], given).toEqual([400, { error: "cursor is invalid" }]);
		}
	});

	test("CONV-087 another pagination: 400", async () => {
		const { status, body } = await cast().ask("anna", "GET", "/users?pagination=magic");
		expect([status, body]).toEqual([400, { error: "pagination does not have a valid value" }]);
	});

	test("CONV-130 from release 16.5 on", async () => {
		for (const [release, keyset] of [
			["16.4", false],
			["16.5", true],
		] as const) {
			const { headers } = await castOn({ release }).ask("anna", "GET", "/users?pagination=keyset");
			expect(headers.get("x-total") === null, release).toBe(keyset);
		}
	});

	test("CONV-091, USER-181 the 50,001st record is reached by cursor", async () => {
		const { platform } = cast();
		const [root] = platform.state.users.all();
		if (!root) throw new Error("root");
		const { id: _id, ...like } = root;
		for (let at = 0; at < 50_100; at++)
			platform.state.users.insert({ ...like, username: `m${at}`, email: `m${at}@example.com`, admin: false });
		const headers = { "PRIVATE-TOKEN": "anna-token" };
		const list = "http://tenon.test/api/v4/users?pagination=keyset&sort=asc&per_page=100&cursor=";
		let cursor = "";
		let told: { id: number }[] = [];
		let count = 0;
		// Not held against the contract, as the other tests' answers are: there are too many of them.
		for (let page = 0; page < 502; page++) {
			const answer = await platform.fetch(`${list}${cursor}`, { headers });
			told = await answer.json();
			count += told.length;
			cursor = answer.headers.get("x-next-cursor") ?? "";
		}
		expect([count, told.at(-1)?.id, cursor]).toEqual([50_102, 50_102, ""]);
	}, 30_000);
});
