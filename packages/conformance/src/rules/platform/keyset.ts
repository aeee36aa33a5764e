import { linksOf } from "../../laws/walk";
import type { Answer } from "../../rule/answer";
import type { Context } from "../../rule/context";
import { assumed, rule } from "../../rule/rule";

const list = async (t: Context, params: Record<string, unknown> = {}) => await t.as("administrator").call("listUsers", { pagination: "keyset", ...params });
const cursorOf = (answer: Answer) => linksOf(answer).get("next")?.searchParams.get("cursor") ?? undefined;
const users = { operations: ["listUsers"] } as const;

/** Three users of the check's own, whom a search finds. */
async function three(t: Context): Promise<{ search: string; ids: number[] }> {
	const search = t.unique("walker");
	const ids: number[] = [];
	for (const suffix of ["a", "b", "c"]) ids.push((await t.given.user({ name: `${search} ${suffix}` })).number("id"));
	return { search, ids };
}

/** Pages by cursor. */
export const keysetChecks = [
	rule("CONV-071", "Keyset pagination works on GET /users.", "listUsers", async (t) => {
		const first = (await list(t, { per_page: 2 })).is(200);
		const second = (await list(t, { per_page: 2, cursor: cursorOf(first) })).is(200);
		const four = (await t.as("administrator").call("listUsers", { per_page: 4 })).is(200).ids;
		t.same("two pages of two", [...first.ids, ...second.ids], four, second);
	}),
	rule("CONV-072", "Keyset pagination works on GET /groups for an unauthenticated caller.", "listGroups", async (t) => {
		const asked = { pagination: "keyset", order_by: "name", sort: "asc", per_page: 1 };
		const first = (await t.anonymous.call("listGroups", asked)).is(200);
		const second = (await t.anonymous.call("listGroups", { ...asked, cursor: cursorOf(first) })).is(200);
		const two = (await t.anonymous.call("listGroups", { per_page: 2 })).is(200).ids;
		t.same("two pages of one", [...first.ids, ...second.ids], two, second);
	}),
	assumed(
		"CONV-074",
		"`pagination=keyset` is asked with `order_by` and `sort`; a page answers at most per_page records (default 20, max 100).",
		"listUsers",
		async (t) => {
			const order = { order_by: "id", sort: "asc" };
			const [plain, three] = [(await list(t, order)).is(200), (await list(t, { ...order, per_page: 3 })).is(200)];
			t.holds("a page should have twenty records at most", plain.items.length <= 20, plain);
			t.same("a page of three", three.ids, plain.ids.slice(0, 3), three);
			t.holds("a page should have a hundred records at most", (await list(t, { per_page: 500 })).is(200).items.length <= 100);
		},
	),
	assumed("CONV-075", 'A keyset page with more behind it carries `Link: <…cursor=…>; rel="next"` and no prev, first or last link.', "listUsers", async (t) => {
		const answer = (await list(t, { per_page: 1 })).is(200);
		t.same("links", [...linksOf(answer).keys()], ["next"], answer);
		t.holds("the link should carry a cursor", !!cursorOf(answer), answer);
	}),
	assumed(
		"CONV-076",
		"Keyset responses carry no x-page, x-next-page, x-prev-page, x-total, x-total-pages; X-NEXT-CURSOR / X-PREV-CURSOR carry the bare cursors when such pages exist.",
		"listUsers",
		async (t) => {
			const answer = (await list(t, { per_page: 1 })).is(200);
			for (const name of ["x-page", "x-next-page", "x-prev-page", "x-total", "x-total-pages"]) t.same(name, answer.header(name), null, answer);
			t.same("x-next-cursor", answer.header("x-next-cursor"), cursorOf(answer), answer);
		},
	),
	assumed(
		"CONV-077",
		'The last keyset page has no Link rel="next".',
		[],
		async (t) => {
			const { search } = await three(t);
			t.same("the links of the only page", [...linksOf((await list(t, { search })).is(200)).keys()], []);
		},
		{ ...users, effect: "writes" },
	),
	assumed(
		"CONV-078, CONV-079",
		"The keyset next link keeps every filter of the request and adds an opaque `cursor`; replaying it returns the following records without gap or repeat.",
		[],
		async (t) => {
			const { search, ids } = await three(t);
			const asked = { search, order_by: "id", sort: "asc", per_page: 2 };
			const first = (await list(t, asked)).is(200);
			const next = linksOf(first).get("next")?.searchParams;
			t.same("the filter in the link", next?.get("search"), search, first);
			const second = (await t.as("administrator").send("GET", `/api/v4/users?${next}`)).is(200);
			t.same("the walk", [...first.ids, ...second.ids], ids, second);
			const { search: _, per_page: __, ...order } = asked;
			t.same("by page numbers", (await t.as("administrator").call("listUsers", { search, ...order })).ids, ids);
		},
		{ ...users, effect: "writes" },
	),
	assumed(
		"CONV-080",
		"Keyset pages stay correct when a record already passed is deleted meanwhile: no later record is skipped.",
		[],
		async (t) => {
			const { search, ids } = await three(t);
			const asked = { search, order_by: "id", sort: "asc", per_page: 2 };
			const first = (await list(t, asked)).is(200);
			(await t.as("administrator").call("deleteUser", { id: ids[0], hard_delete: true })).is(204);
			const second = (await list(t, { ...asked, cursor: cursorOf(first) })).is(200);
			t.same("the second page", second.ids, [ids[2]], second);
		},
		{ ...users, effect: "writes" },
	),
	assumed(
		"CONV-081",
		"Keyset on /users accepts order_by id, name, username, created_at, updated_at with sort asc or desc; defaults id desc.",
		"listUsers",
		async (t) => {
			for (const order_by of ["id", "name", "username", "created_at", "updated_at"])
				for (const sort of ["asc", "desc"]) {
					const answer = (await list(t, { order_by, sort, per_page: 5 })).is(200);
					const offset = await t.as("administrator").call("listUsers", { order_by, sort, per_page: 5 });
					t.same(`${order_by} ${sort}`, answer.ids, offset.ids, answer);
				}
			const usual = (await list(t, { per_page: 5 })).is(200);
			t.same(
				"the usual order",
				usual.ids,
				[...usual.ids].sort((a, b) => b - a),
				usual,
			);
		},
	),
	assumed("CONV-082", 'An order_by value outside that list → 400 {"error":"order_by does not have a valid value"}.', "listUsers", async (t) => {
		(await list(t, { order_by: "shoe_size" })).refuses(400, { error: "order_by does not have a valid value" });
	}),
	assumed(
		"CONV-083",
		'Anonymous keyset on /groups works for order_by=name with sort=asc (the endpoint\'s defaults) only; another order → 405 {"error":"Keyset pagination is not yet available for this type of request"}.',
		"listGroups",
		async (t) => {
			(await t.anonymous.call("listGroups", { pagination: "keyset" })).is(200);
			for (const order of [{ order_by: "id" }, { order_by: "name", sort: "desc" }])
				(await t.anonymous.call("listGroups", { pagination: "keyset", ...order })).refuses(405, {
					error: "Keyset pagination is not yet available for this type of request",
				});
		},
	),
	assumed("CONV-084", "An authenticated caller's `pagination=keyset` on /groups is ignored: offset headers come back.", "listGroups", async (t) => {
		const answer = (await t.as("owner").call("listGroups", { pagination: "keyset" })).is(200);
		t.same("x-page", answer.header("x-page"), "1", answer);
	}),
	assumed("CONV-086", "A malformed or foreign `cursor` → 400 with an `error` text, never another caller's records.", "listUsers", async (t) => {
		const groups = (await t.anonymous.call("listGroups", { pagination: "keyset", per_page: 1 })).is(200);
		for (const cursor of ["nonsense", cursorOf(groups) ?? "e30"]) {
			const answer = (await list(t, { cursor })).is(400);
			t.holds("the refusal should say why", answer.string("error") !== "", answer);
		}
	}),
];
