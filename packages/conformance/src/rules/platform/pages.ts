import { linksOf } from "../../laws/walk";
import { keyOf, wholeList } from "../../laws/whole-list";
import type { Context } from "../../rule/context";
import { assumed, rule } from "../../rule/rule";

const _users = { operations: ["listUsers"] } as const;
const list = async (t: Context, params: Record<string, unknown> = {}) => await t.as("administrator").call("listUsers", params);

const paging = ["x-page", "x-per-page", "x-next-page", "x-prev-page", "x-total", "x-total-pages"] as const;

/** Pages by number. */
export const pageChecks = [
	rule("CONV-051", "A paginated collection endpoint called without paging parameters returns at most 20 records.", "listUsers", async (t) => {
		const all = await wholeList(t.as("administrator"), "listUsers", {});
		if (all.length <= 20) t.skip("there are no more than twenty users: make some");
		t.same("the length of the plain list", (await list(t)).is(200).items.length, 20);
	}),
	rule("CONV-053", "`page=2&per_page=5` returns records 6 to 10 of the unpaged order.", "listUsers", async (t) => {
		const ten = (await list(t, { per_page: 10 })).is(200).ids;
		t.same("records 6 to 10", (await list(t, { page: 2, per_page: 5 })).is(200).ids, ten.slice(5));
	}),
	rule("CONV-054", "`per_page=100` returns up to 100 groups.", "listGroups", async (t) => {
		const answer = (await t.as("owner").call("listGroups", { per_page: 100 })).is(200);
		t.same("x-per-page", answer.header("x-per-page"), "100", answer);
		t.same("the number of groups", String(Math.min(answer.items.length, 100)), answer.header("x-total"), answer);
	}),
	assumed("CONV-055", "`per_page=101` is not an error: it is clamped to 100, and header x-per-page says 100.", "listUsers", async (t) => {
		const answer = (await list(t, { per_page: 101 })).is(200);
		t.same("x-per-page", answer.header("x-per-page"), "100", answer);
	}),
	assumed("CONV-056, ERR-047", '`per_page=0` → 400 {"error":"per_page has a value not allowed"}.', "listUsers", async (t) => {
		(await list(t, { per_page: 0 })).refuses(400, { error: "per_page has a value not allowed" });
	}),
	assumed("CONV-057", "A negative `per_page` falls back to 20.", "listUsers", async (t) => {
		const answer = (await list(t, { per_page: -3 })).is(200);
		t.same("x-per-page", answer.header("x-per-page"), "20", answer);
	}),
	assumed(
		"CONV-058",
		'A non-integer `per_page` → 400 {"error":"per_page is invalid"}; a non-integer `page` → 400 {"error":"page is invalid"}.',
		"listUsers",
		async (t) => {
			for (const name of ["page", "per_page"]) (await list(t, { [name]: "many" })).refuses(400, { error: `${name} is invalid` });
		},
	),
	assumed("CONV-059", "`page` of 0 or below is served as page 1 (x-page: 1).", "listUsers", async (t) => {
		const first = (await list(t, { page: 1 })).is(200);
		for (const page of [0, -2]) {
			const answer = (await list(t, { page })).is(200);
			t.same("x-page", answer.header("x-page"), "1", answer);
			t.same("the records", answer.ids, first.ids, answer);
		}
	}),
	assumed("CONV-060", "A page past the end → 200 with `[]`, x-next-page and x-prev-page empty, x-total unchanged.", "listUsers", async (t) => {
		const first = (await list(t)).is(200);
		const beyond = (await list(t, { page: 900, per_page: 50 })).is(200);
		t.same("the page", beyond.json, [], beyond);
		const response = ["x-next-page", "x-prev-page", "x-total"].map((name) => beyond.header(name));
		t.same("x-next-page, x-prev-page, x-total", response, ["", "", first.header("x-total")], beyond);
	}),
	assumed("CONV-061", "Every offset page carries x-page, x-per-page, x-next-page, x-prev-page, x-total, x-total-pages and link.", "listUsers", async (t) => {
		const answer = (await list(t)).is(200);
		for (const name of [...paging, "link"]) t.holds(`${name} should be there`, answer.header(name) !== null, answer);
	}),
	assumed("CONV-063", "x-next-page is present but empty on the last page; x-prev-page is present but empty on the first.", "listUsers", async (t) => {
		const first = (await list(t, { per_page: 2 })).is(200);
		t.same("x-prev-page of the first", first.header("x-prev-page"), "", first);
		const last = (await list(t, { per_page: 2, page: first.header("x-total-pages") })).is(200);
		t.same("x-next-page of the last", last.header("x-next-page"), "", last);
	}),
	assumed(
		"CONV-064",
		"x-total is the number of matching records and x-total-pages its ceiling by per_page, at least 1 (empty list: x-total 0, x-total-pages 1).",
		"listUsers",
		async (t) => {
			const all = await wholeList(t.as("administrator"), "listUsers", {});
			const answer = (await list(t, { per_page: 7 })).is(200);
			const expected = [String(all.length), String(Math.ceil(all.length / 7))];
			t.same("totals", [answer.header("x-total"), answer.header("x-total-pages")], expected, answer);
			const none = (await list(t, { search: t.unique("nobody") })).is(200);
			t.same("totals of none", [none.header("x-total"), none.header("x-total-pages")], ["0", "1"], none);
		},
	),
	assumed(
		"CONV-065",
		"`link` lists prev, next, first, last in that order, comma-space joined; prev and next only when such a page exists.",
		"listUsers",
		async (t) => {
			const rels = async (page: number) => [...linksOf((await list(t, { per_page: 2, page })).is(200)).keys()];
			const pages = Number((await list(t, { per_page: 2 })).header("x-total-pages"));
			if (pages < 3) t.skip("there are too few users: make some");
			t.same("links of the first page", await rels(1), ["next", "first", "last"]);
			t.same("links of the second page", await rels(2), ["prev", "next", "first", "last"]);
			t.same("links of the last page", await rels(pages), ["prev", "first", "last"]);
			const raw = (await list(t, { per_page: 2 })).header("link") ?? "";
			t.same("links joined by a comma and a space", raw.split(", <").length, 3);
		},
	),
	assumed(
		"CONV-066",
		"Each `link` URL is absolute on the configured external base, keeps every filter of the request, and carries the effective per_page; its query keys are sorted.",
		"listUsers",
		async (t) => {
			const answer = (await list(t, { search: "e", humans: true, per_page: 500 })).is(200);
			const { searchParams, pathname } = linksOf(answer).get("first") ?? t.skip("there is no link to the first page");
			t.same("the query", [...searchParams.keys()], [...searchParams.keys()].sort(), answer);
			t.same(
				"filters and per_page",
				["search", "humans", "per_page", "page"].map((name) => searchParams.get(name)),
				["e", "true", "100", "1"],
				answer,
			);
			t.holds("the path should be the list's", pathname.endsWith("/api/v4/users"), answer);
		},
	),
	assumed(
		"CONV-067",
		'Following `rel="next"` until it is absent yields every matching record once, in the order of the unpaged list.',
		"listUsers",
		async (t) => {
			const whole = (await wholeList(t.as("administrator"), "listUsers", {})).map(keyOf);
			const size = Math.max(Math.ceil(whole.length / 6), 1);
			const walked: string[] = [];
			let query: string | undefined = `per_page=${size}`;
			while (query !== undefined && walked.length <= whole.length) {
				const page = (await t.as("administrator").send("GET", `/api/v4/users?${query}`)).is(200);
				walked.push(...page.items.map(keyOf));
				query = linksOf(page).get("next")?.search.slice(1);
			}
			t.same("the records by rel=next", walked, whole);
		},
	),
	assumed(
		"CONV-069",
		"The runner managers list, which the document leaves out of its paginated lists, returns everything, ignores page and per_page, and sends no pagination headers.",
		["listRunnerManagers"],
		async (t) => {
			const id = (await t.given.runner()).number("id");
			const answer = await t.as("owner").call("listRunnerManagers", { id, page: 7, per_page: 1 });
			t.same(
				"x-page, x-total and link",
				["x-page", "x-total", "link"].map((name) => answer.is(200).header(name)),
				[null, null, null],
				answer,
			);
		},
		{ effect: "writes" },
	),
	assumed(
		"CONV-070",
		"Offset pages read the current state: a record created between two page requests may shift later pages; no snapshot is promised.",
		["listIssueNotes"],
		async (t) => {
			const where = { id: t.scene("project"), issue_iid: t.scene("issue_iid"), per_page: 3 };
			const first = (await t.as("owner").call("listIssueNotes", where)).is(200).ids;
			if (first.length < 3) t.skip("the issue has fewer than three notes: write some");
			const made = (await t.given.issueNote()).number("id");
			const second = (await t.as("owner").call("listIssueNotes", { ...where, page: 2 })).is(200).ids;
			t.same("the first of the second page, the third of the first before a note was written", second[0], first[2]);
			const now = (await t.as("owner").call("listIssueNotes", where)).is(200).ids;
			t.same("the first page now", now, [made, first[0], first[1]]);
		},
		{ effect: "writes" },
	),
	assumed("CONV-085", "`pagination=keyset` on a list without keyset support is ignored and answered with offset headers.", ["listPipelines"], async (t) => {
		const answer = await t.as("owner").call("listPipelines", { id: t.scene("project"), pagination: "keyset" });
		t.same("x-page", answer.is(200).header("x-page"), "1", answer);
	}),
	assumed("CONV-087", 'A `pagination` value outside its enum → 400 {"error":"pagination does not have a valid value"}.', "listUsers", async (t) => {
		(await list(t, { pagination: "sideways" })).refuses(400, { error: "pagination does not have a valid value" });
	}),
	assumed(
		"CONV-089",
		'Deep offsets on /users: page*per_page up to 50,000 → 200; above → 405 {"error":"Offset pagination has a maximum allowed offset of 50000 for requests that return objects of type User. Remaining records can be retrieved using keyset pagination."}.',
		"listUsers",
		async (t) => {
			(await list(t, { page: 500, per_page: 100 })).is(200);
			(await list(t, { page: 501, per_page: 100 })).refuses(405, {
				error:
					"Offset pagination has a maximum allowed offset of 50000 for requests that return objects of type User. Remaining records can be retrieved using keyset pagination.",
			});
		},
	),
	assumed(
		"CONV-088",
		"From release 17.0 GET /users answers an offset request that reaches beyond the first 50,000 records with a refusal that points to keyset pagination; below 17.0 it answers.",
		"listUsers",
		async (t) => {
			const answer = (await list(t, { page: 501, per_page: 100 })).is(405);
			t.holds("the refusal should point to keyset pagination", answer.text.includes("keyset"), answer);
		},
	),
	assumed("CONV-090", "The same deep-offset refusal (405, type Group) holds for anonymous GET /groups.", "listGroups", async (t) => {
		const answer = (await t.anonymous.call("listGroups", { page: 501, per_page: 100 })).is(405);
		t.holds("the refusal should name the type Group", answer.text.includes("type Group"), answer);
	}),
];
