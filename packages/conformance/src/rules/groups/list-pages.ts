import type { Params } from "../../rule/address";
import type { Context } from "../../rule/context";
import { assumed, type Rule, rule } from "../../rule/rule";
import { linksOf } from "./pages";

const list = (t: Context, query: Params = {}) => t.as("administrator").call("listGroups", query);
const keyset = { pagination: "keyset", order_by: "name", sort: "asc" };

/** Pages of the list of groups. */
export const listPages: readonly Rule[] = [
	rule("GROUP-245", "Default page holds 20 groups.", "listGroups", async (t) => {
		const response = (await list(t)).is(200);
		t.same("x-per-page", response.header("x-per-page"), "20", response);
		t.same("the groups on the page", response.items.length, Math.min(20, Number(response.header("x-total"))), response);
	}),
	rule("GROUP-246", "per_page=100 returns up to 100 groups; page=2 continues after them.", "listGroups", async (t) => {
		const all = (await list(t, { per_page: 100 })).is(200);
		t.same("the groups on the page", all.ids.length, Math.min(100, Number(all.header("x-total"))), all);
		const second = (await list(t, { per_page: 2, page: 2 })).is(200);
		t.same("the second page", second.ids, all.ids.slice(2, 4), second);
	}),
	assumed("GROUP-247", "per_page=101 is clamped to 100: at most 100 items and header x-per-page 100.", "listGroups", async (t) => {
		const response = (await list(t, { per_page: 101 })).is(200);
		t.same("x-per-page", response.header("x-per-page"), "100", response);
		t.same("the groups on the page", response.items.length, Math.min(100, Number(response.header("x-total"))), response);
	}),
	assumed(
		"GROUP-248",
		'per_page=0 → 400 {"error":"per_page has a value not allowed"}; per_page=abc → 400 {"error":"per_page is invalid"}.',
		"listGroups",
		async (t) => {
			(await list(t, { per_page: 0 })).refuses(400, { error: "per_page has a value not allowed" });
			(await list(t, { per_page: "abc" })).refuses(400, { error: "per_page is invalid" });
		},
	),
	assumed("GROUP-249", "A page beyond the end → 200 [] with empty x-next-page.", "listGroups", async (t) => {
		const response = await list(t, { page: 100_000, per_page: 100 });
		t.same("a page beyond the end", response.is(200).json, [], response);
		t.same("x-next-page", response.header("x-next-page"), "", response);
	}),
	assumed("GROUP-250", "Offset answers carry x-page, x-per-page, x-total, x-total-pages, x-next-page, x-prev-page and link.", "listGroups", async (t) => {
		const response = (await list(t, { page: 2, per_page: 2 })).is(200);
		const total = Number(response.header("x-total"));
		if (total < 5) t.skip("the server needs five groups");
		const names = ["x-page", "x-per-page", "x-total-pages", "x-next-page", "x-prev-page"];
		const expected = ["2", "2", String(Math.ceil(total / 2)), "3", "1"];
		t.same(
			names.join(", "),
			names.map((name) => response.header(name)),
			expected,
			response,
		);
		t.same("the relations of link", Object.keys(linksOf(response)).sort(), ["first", "last", "next", "prev"], response);
	}),
	rule("GROUP-251", "Without authentication keyset pagination is supported.", "listGroups", async (t) => {
		const first = (await t.anonymous.call("listGroups", { ...keyset, per_page: 1 })).is(200);
		const { next } = linksOf(first);
		if (next === undefined) throw first.deviation("there should be a link to the next page");
		const second = (await t.anonymous.send("GET", next)).is(200);
		t.holds("the next page should have another group", second.ids[0] !== first.ids[0], second);
	}),
	assumed(
		"GROUP-252",
		'Anonymous pagination=keyset&order_by=name&sort=asc&per_page=1 → one group, no x-total header, Link rel="next" with a cursor.',
		"listGroups",
		async (t) => {
			const response = (await t.anonymous.call("listGroups", { ...keyset, per_page: 1 })).is(200);
			t.same("the groups on the page", response.items.length, 1, response);
			t.same("x-total", response.header("x-total"), null, response);
			const next = linksOf(response).next ?? "";
			t.holds("the next link should have a cursor", URL.canParse(next) && new URL(next).searchParams.has("cursor"), response);
		},
	),
	assumed(
		"GROUP-253",
		"Following the keyset Link to the end returns every public group once, in name order; the last page has no Link.",
		"listGroups",
		async (t) => {
			const plain = (await t.anonymous.call("listGroups", { per_page: 1 })).is(200);
			const total = Number(plain.header("x-total"));
			const per_page = Math.min(100, Math.max(1, Math.ceil(total / 3)));
			const found: number[] = [];
			const names: string[] = [];
			let page = (await t.anonymous.call("listGroups", { ...keyset, per_page })).is(200);
			for (;;) {
				found.push(...page.ids);
				names.push(...page.pluck("name").map(String));
				const { next } = linksOf(page);
				if (next === undefined) break;
				t.holds("the links should come to an end", found.length <= total, page);
				page = (await t.anonymous.send("GET", next)).is(200);
			}
			t.same("the number of groups", found.length, total, page);
			t.same("the number of different groups", new Set(found).size, total, page);
			t.same("the last page's link", page.header("link"), null, page);
			const offset = (await t.anonymous.call("listGroups", { per_page: 100 })).is(200);
			t.same("the first names", names.slice(0, 100), offset.pluck("name"), page);
		},
	),
	assumed(
		"GROUP-254",
		'Anonymous pagination=keyset with order_by other than name or sort=desc → 405 {"error":"Keyset pagination is not yet available for this type of request"}.',
		"listGroups",
		async (t) => {
			const error = "Keyset pagination is not yet available for this type of request";
			for (const query of [{ order_by: "id" }, { order_by: "path" }, { sort: "desc" }])
				(await t.anonymous.call("listGroups", { ...keyset, ...query })).refuses(405, { error });
		},
	),
	assumed("GROUP-255", "pagination=keyset from a signed-in caller is ignored: offset headers are returned.", "listGroups", async (t) => {
		const query = { per_page: 1 };
		for (const who of ["administrator", "owner"] as const) {
			const plain = (await t.as(who).call("listGroups", query)).is(200);
			const response = (await t.as(who).call("listGroups", { ...query, pagination: "keyset" })).is(200);
			t.same("the page", response.json, plain.json, response);
			for (const name of ["x-page", "x-per-page", "x-total"]) t.same(name, response.header(name), plain.header(name), response);
			t.holds("x-total should be there", response.header("x-total") !== null, response);
		}
	}),
	assumed(
		"GROUP-256",
		"Anonymous offset request with page × per_page above 50000 → 405 whose error text names the 50000 offset limit and points to keyset pagination.",
		"listGroups",
		async (t) => {
			(await t.anonymous.call("listGroups", { page: 500, per_page: 100 })).is(200);
			const response = (await t.anonymous.call("listGroups", { page: 501, per_page: 100 })).refuses(405);
			const error = response.string("error");
			t.holds("the error should name 50000 and keyset pagination", /50000.*keyset pagination/i.test(error), response);
		},
	),
];
