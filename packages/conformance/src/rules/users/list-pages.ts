import { byClaim } from "../../rule/by-claim";
import type { Context } from "../../rule/context";
import { pause } from "../../rule/eventually";
import { assumed, type Rule, rule } from "../../rule/rule";
import { flock, idsOf } from "./listed";
import type { Person } from "./person";

const writes = { effect: "writes" } as const;
const orders = ["id", "name", "username", "created_at", "updated_at"] as const;
type Order = (typeof orders)[number];

const deep =
	"Offset pagination has a maximum allowed offset of 50000 for requests that return objects of type User. Remaining records can be retrieved using keyset pagination.";

/** Four users, and in what order each key puts them; found by the word. */
async function ordered(t: Context): Promise<{ word: string; people: readonly Person[]; by: Record<Order, number[]> }> {
	const mark = t.unique("order");
	const { people } = await flock(
		t,
		["c", "a", "d", "b"].map((letter, index) => ({
			username: `${letter}-${mark}`,
			name: `${["Mia", "Zoe", "Ada", "Kim"][index] ?? ""} ${mark.replaceAll("-", "")}`,
		})),
	);
	const [c, a, d, b] = people.map(({ id }) => id);
	for (const id of [d, b, c, a]) {
		await pause(5);
		(await t.as("administrator").call("updateUser", { id, note: t.unique("note") })).is(200);
	}
	const ids = (...given: readonly (number | undefined)[]) => given.flatMap((id) => id ?? []);
	return {
		word: mark.replaceAll("-", ""),
		people,
		by: {
			id: ids(c, a, d, b),
			name: ids(d, b, c, a),
			username: ids(a, b, c, d),
			created_at: ids(c, a, d, b),
			updated_at: ids(d, b, c, a),
		},
	};
}

/** The next page's address of an answer. */
const nextOf = (link: string | null): string | undefined => /<([^>]+)>; rel="next"/.exec(link ?? "")?.[1];

/** The ids of every page by keyset, from these parameters on. */
async function walk(t: Context, who: "administrator" | "outsider", params: object): Promise<readonly number[]> {
	const caller = t.as(who);
	let answer = (await caller.call("listUsers", { pagination: "keyset", ...params })).is(200);
	const ids = [...answer.ids];
	for (let pages = 1; pages < 100; pages++) {
		const next = nextOf(answer.header("link"));
		if (next === undefined) return ids;
		const { pathname, search } = new URL(next);
		answer = (await caller.send("GET", pathname.slice(pathname.indexOf("/api/v4")) + search)).is(200);
		ids.push(...answer.ids);
	}
	throw answer.deviation("the next links should come to an end");
}

export const userPages: readonly Rule[] = [
	rule("USER-171", "GET /users without page params returns at most 20 users.", "listUsers", async (t) => {
		const listed = (await t.as("outsider").call("listUsers")).is(200);
		if (Number(listed.header("x-total") ?? 21) <= 20) t.skip("the server has no more than twenty users");
		t.same("the users of a page", listed.items.length, 20, listed);
	}),
	assumed("USER-172", "per_page=100 returns up to 100 users; per_page=101 is clamped to 100 (x-per-page: 100).", "listUsers", async (t) => {
		for (const per_page of [100, 101]) {
			const listed = (await t.as("outsider").call("listUsers", { per_page })).is(200);
			t.same("x-per-page", listed.header("x-per-page"), "100", listed);
			const total = Number(listed.header("x-total") ?? 100);
			t.same("the users of a page", listed.items.length, Math.min(total, 100), listed);
		}
	}),
	assumed("USER-173", "Offset pages carry x-page, x-per-page, x-total, x-total-pages, x-next-page, x-prev-page and link headers.", "listUsers", async (t) => {
		const listed = (await t.as("outsider").call("listUsers", { page: 2, per_page: 2 })).is(200);
		t.same("x-page", listed.header("x-page"), "2", listed);
		t.same("x-per-page", listed.header("x-per-page"), "2", listed);
		t.same("x-prev-page", listed.header("x-prev-page"), "1", listed);
		t.same("x-next-page", listed.header("x-next-page"), "3", listed);
		t.same("x-total-pages", listed.header("x-total-pages"), String(Math.ceil(Number(listed.header("x-total")) / 2)), listed);
		t.holds("there should be a next link", nextOf(listed.header("link")) !== undefined, listed);
	}),
	assumed(
		"USER-174",
		'per_page=0 answers 400 {"error":"per_page has a value not allowed"}; per_page=abc answers 400 {"error":"per_page is invalid"}.',
		"listUsers",
		async (t) => {
			for (const [per_page, error] of [
				["0", "per_page has a value not allowed"],
				["abc", "per_page is invalid"],
			] as const)
				(await t.as("outsider").call("listUsers", { per_page })).refuses(400, { error });
		},
	),
	assumed("USER-175", "A page beyond the end answers 200 [] with empty x-next-page and x-prev-page.", "listUsers", async (t) => {
		const listed = (await t.as("outsider").call("listUsers", { page: 9, per_page: 100, username: "a" })).is(200);
		t.same("the users beyond the end", listed.items, [], listed);
		for (const name of ["x-next-page", "x-prev-page"]) t.same(name, listed.header(name), "", listed);
	}),
	rule(
		"USER-178",
		"With pagination=keyset walking rel=next links returns every visible user exactly once.",
		"listUsers",
		async (t) => {
			const { word, people } = await flock(t, [{}, {}, {}, {}, {}]);
			const walked = await walk(t, "outsider", { search: word, order_by: "id", sort: "desc", per_page: 2 });
			t.same("the users of all pages", walked, people.map(({ id }) => id).toReversed());
		},
		writes,
	),
	assumed(
		"USER-179",
		'A keyset page has a Link header rel="next" only while more rows exist; it carries no x-total, x-total-pages or x-page.',
		"listUsers",
		async (t) => {
			const { word } = await flock(t, [{}, {}, {}]);
			const caller = t.as("outsider");
			const params = { pagination: "keyset", search: word, order_by: "id", per_page: 2 };
			const first = (await caller.call("listUsers", params)).is(200);
			t.same("the users of a full page", first.items.length, 2, first);
			const next = nextOf(first.header("link"));
			if (next === undefined) throw first.deviation("there should be a next link while there are more");
			const { pathname, search } = new URL(next);
			const last = (await caller.send("GET", pathname.slice(pathname.indexOf("/api/v4")) + search)).is(200);
			t.same("the users of the last page", last.items.length, 1, last);
			t.same("the next link of the last page", nextOf(last.header("link")), undefined, last);
			for (const page of [first, last]) for (const name of ["x-total", "x-total-pages", "x-page"]) t.same(name, page.header(name), null, page);
		},
		writes,
	),
	assumed(
		"USER-180",
		"Keyset works with order_by id, name, username, created_at, updated_at in asc and desc; default id desc; for regular and administrator callers.",
		"listUsers",
		async (t) => {
			const { word, by } = await ordered(t);
			for (const who of ["administrator", "outsider"] as const) {
				for (const order_by of orders)
					for (const sort of ["asc", "desc"]) {
						const walked = await walk(t, who, { search: word, order_by, sort, per_page: 3 });
						const expected = sort === "asc" ? by[order_by] : by[order_by].toReversed();
						t.same(`${order_by} ${sort} by keyset`, walked, expected);
					}
				const plain = (await t.as(who).call("listUsers", { pagination: "keyset", per_page: 4 })).is(200);
				t.same("the usual order by keyset", plain.ids, by.id.toReversed(), plain);
			}
		},
		writes,
	),
	rule("USER-181", "Offset pagination beyond 50,000 records is refused: such a result must be read with keyset pagination.", "listUsers", async (t) => {
		const refused = await t.as("outsider").call("listUsers", { page: 501, per_page: 100 });
		t.holds("a page so deep should be refused", refused.status >= 400 && refused.status < 500, refused);
		(await t.as("outsider").call("listUsers", { page: 501, per_page: 100, pagination: "keyset" })).is(200);
	}),
	assumed("USER-182", "page × per_page of exactly 50000 (page=500&per_page=100) answers 200; page=501&per_page=100 answers 405.", "listUsers", async (t) => {
		(await t.as("outsider").call("listUsers", { page: 500, per_page: 100 })).is(200);
		(await t.as("outsider").call("listUsers", { page: 501, per_page: 100 })).is(405);
	}),
	assumed(
		"USER-183",
		'The offset-limit error is 405 with {"error":"Offset pagination has a maximum allowed offset of 50000 for requests that return objects of type User. Remaining records can be retrieved using keyset pagination."}.',
		"listUsers",
		async (t) => {
			(await t.as("outsider").call("listUsers", { page: 501, per_page: 100 })).refuses(405, { error: deep });
		},
	),
	assumed(
		"USER-184",
		"Default order without search is id descending.",
		"listUsers",
		async (t) => {
			const { people } = await flock(t, [{}, {}, {}]);
			const listed = (await t.as("outsider").call("listUsers", { per_page: 100 })).is(200);
			t.same(
				"the order",
				listed.ids,
				[...listed.ids].sort((a, b) => b - a),
				listed,
			);
			t.same("the newest", listed.ids.slice(0, 3), people.map(({ id }) => id).toReversed(), listed);
		},
		writes,
	),
	...orders.map((order_by, index) =>
		byClaim(
			`USER-${253 + index}`,
			async (t) => {
				const { people, by } = await ordered(t);
				const [first] = people;
				const since = new Date(Date.parse(first?.made.string("created_at") ?? "") - 1_000).toISOString();
				const list = async (sort: object) =>
					idsOf(await t.as("administrator").call("listUsers", { created_after: since, per_page: 100, order_by, ...sort }), people);
				const descending = by[order_by].toReversed();
				t.same(`the order by ${order_by}`, await list({}), descending);
				t.same(`the order by ${order_by}, descending`, await list({ sort: "desc" }), descending);
				t.same(`the order by ${order_by}, ascending`, await list({ sort: "asc" }), by[order_by]);
			},
			writes,
		),
	),
	assumed(
		"USER-258",
		"Ties under order_by are broken by id in the same direction.",
		"listUsers",
		async (t) => {
			const name = t.unique("same").replaceAll("-", "");
			const { people } = await flock(t, [{ name }, { name }, { name }]);
			const ids = people.map(({ id }) => id);
			for (const [sort, expected] of [
				["asc", ids],
				["desc", ids.toReversed()],
			] as const) {
				const params = { search: name, order_by: "name", sort };
				t.same(`the order of one name, ${sort}`, idsOf(await t.as("administrator").call("listUsers", params), people), expected);
			}
		},
		writes,
	),
	assumed(
		"USER-259",
		'order_by=magic answers 400 {"error":"order_by does not have a valid value"}; sort=up answers 400 {"error":"sort does not have a valid value"}.',
		"listUsers",
		async (t) => {
			for (const [name, value] of [
				["order_by", "magic"],
				["sort", "up"],
			] as const)
				(await t.as("administrator").call("listUsers", { [name]: value })).refuses(400, {
					error: `${name} does not have a valid value`,
				});
		},
	),
];
