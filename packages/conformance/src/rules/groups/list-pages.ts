import type { Params } from "../../rule/address";
import type { Trial } from "../../rule/context";
import { type Check, check } from "../../rule/rule";
import { linksOf } from "./pages";

const list = (t: Trial, query: Params = {}) => t.as("administrator").call("listGroups", query);
const keyset = { pagination: "keyset", order_by: "name", sort: "asc" };

/** Pages of the list of groups. */
export const listPages: readonly Check[] = [
	check("GROUP-245", async (t) => {
		const told = (await list(t)).is(200);
		t.same("x-per-page", told.header("x-per-page"), "20", told);
		t.same("the groups on the page", told.items.length, Math.min(20, Number(told.header("x-total"))), told);
	}),
	check("GROUP-246", async (t) => {
		const all = (await list(t, { per_page: 100 })).is(200);
		t.same("the groups on the page", all.ids.length, Math.min(100, Number(all.header("x-total"))), all);
		const second = (await list(t, { per_page: 2, page: 2 })).is(200);
		t.same("the second page", second.ids, all.ids.slice(2, 4), second);
	}),
	check("GROUP-247", async (t) => {
		const told = (await list(t, { per_page: 101 })).is(200);
		t.same("x-per-page", told.header("x-per-page"), "100", told);
		t.same("the groups on the page", told.items.length, Math.min(100, Number(told.header("x-total"))), told);
	}),
	check("GROUP-248", async (t) => {
		(await list(t, { per_page: 0 })).refuses(400, { error: "per_page has a value not allowed" });
		(await list(t, { per_page: "abc" })).refuses(400, { error: "per_page is invalid" });
	}),
	check("GROUP-249", async (t) => {
		const told = await list(t, { page: 100_000, per_page: 100 });
		t.same("a page beyond the end", told.is(200).json, [], told);
		t.same("x-next-page", told.header("x-next-page"), "", told);
	}),
	check("GROUP-250", async (t) => {
		const told = (await list(t, { page: 2, per_page: 2 })).is(200);
		const total = Number(told.header("x-total"));
		if (total < 5) t.skip("the server needs five groups");
		const names = ["x-page", "x-per-page", "x-total-pages", "x-next-page", "x-prev-page"];
		const expected = ["2", "2", String(Math.ceil(total / 2)), "3", "1"];
		t.same(
			names.join(", "),
			names.map((name) => told.header(name)),
			expected,
			told,
		);
		t.same("the relations of link", Object.keys(linksOf(told)).sort(), ["first", "last", "next", "prev"], told);
	}),
	check("GROUP-251", async (t) => {
		const first = (await t.anonymous.call("listGroups", { ...keyset, per_page: 1 })).is(200);
		const { next } = linksOf(first);
		if (next === undefined) throw first.deviation("there should be a link to the next page");
		const second = (await t.anonymous.send("GET", next)).is(200);
		t.holds("the next page should have another group", second.ids[0] !== first.ids[0], second);
	}),
	check("GROUP-252", async (t) => {
		const told = (await t.anonymous.call("listGroups", { ...keyset, per_page: 1 })).is(200);
		t.same("the groups on the page", told.items.length, 1, told);
		t.same("x-total", told.header("x-total"), null, told);
		const next = linksOf(told).next ?? "";
		t.holds("the next link should have a cursor", URL.canParse(next) && new URL(next).searchParams.has("cursor"), told);
	}),
	check("GROUP-253", async (t) => {
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
	}),
	check("GROUP-254", async (t) => {
		const error = "Keyset pagination is not yet available for this type of request";
		for (const query of [{ order_by: "id" }, { order_by: "path" }, { sort: "desc" }])
			(await t.anonymous.call("listGroups", { ...keyset, ...query })).refuses(405, { error });
	}),
	check("GROUP-255", async (t) => {
		const query = { per_page: 1 };
		for (const who of ["administrator", "owner"] as const) {
			const plain = (await t.as(who).call("listGroups", query)).is(200);
			const told = (await t.as(who).call("listGroups", { ...query, pagination: "keyset" })).is(200);
			t.same("the page", told.json, plain.json, told);
			for (const name of ["x-page", "x-per-page", "x-total"]) t.same(name, told.header(name), plain.header(name), told);
			t.holds("x-total should be there", told.header("x-total") !== null, told);
		}
	}),
	check("GROUP-256", async (t) => {
		(await t.anonymous.call("listGroups", { page: 500, per_page: 100 })).is(200);
		const told = (await t.anonymous.call("listGroups", { page: 501, per_page: 100 })).refuses(405);
		const error = told.string("error");
		t.holds("the error should name 50000 and keyset pagination", /50000.*keyset pagination/i.test(error), told);
	}),
];
