import type { Answer } from "../../rule/answer";
import type { Rule } from "../../rule/rule";
import { withInternal } from "./kinds";
import type { Notes } from "./notes";
import { onNotes } from "./on-notes";

/** The addresses of a `Link` header by their `rel`. */
const linksOf = (answer: Answer): { readonly [rel: string]: string } =>
	Object.fromEntries([...(answer.header("link") ?? "").matchAll(/<([^>]*)>;\s*rel="(\w+)"/g)].map(([, url = "", rel = ""]) => [rel, url]));

/** Writes notes until there are so many. */
async function atLeast(notes: Notes, count: number): Promise<void> {
	const first = (await notes.list(notes.author, { per_page: 100 })).is(200).items.length;
	for (let there = first; there < count; there++) await notes.make();
}

const total = (answer: Answer): number => Number(answer.header("x-total"));

/** Pages of a list of notes. */
export const notePages: readonly Rule[] = [
	onNotes("NOTE-121", ["list"], async (notes) => {
		const { t } = notes;
		await atLeast(notes, 21);
		const all = (await notes.list(notes.author, { per_page: 100 })).is(200).ids;
		const [first, second] = [await notes.list(notes.author), await notes.list(notes.author, { page: 2 })];
		t.same("the first page", first.is(200).ids, all.slice(0, 20), first);
		t.same("the second page", second.is(200).ids, all.slice(20, 40), second);
	}),
	onNotes(
		"NOTE-122",
		["list"],
		async (notes) => {
			const { t } = notes;
			for (const per_page of [100, 101]) {
				const response = (await notes.list(notes.author, { per_page })).is(200);
				t.same(`x-per-page of per_page=${per_page}`, response.header("x-per-page"), "100", response);
				t.same("the notes on the page", response.items.length, Math.min(100, total(response)), response);
			}
		},
		{ effect: "reads" },
	),
	onNotes(
		"NOTE-123",
		["list"],
		async (notes) => {
			const none = await notes.list(notes.author, { per_page: 0 });
			none.refuses(400, { error: "per_page has a value not allowed" });
			for (const per_page of ["ten", "1.5"]) (await notes.list(notes.author, { per_page })).refuses(400, { error: "per_page is invalid" });
		},
		{ effect: "reads" },
	),
	onNotes(
		"NOTE-124",
		["list"],
		async (notes) => {
			const { t } = notes;
			const first = (await notes.list(notes.author, { page: 1, per_page: 2 })).is(200);
			for (const page of [0, -1]) {
				const response = await notes.list(notes.author, { page, per_page: 2 });
				t.same(`page ${page}`, response.is(200).json, first.json, response);
			}
			const beyond = await notes.list(notes.author, { page: 100_000 });
			t.same("a page beyond the end", beyond.is(200).json, [], beyond);
			(await notes.list(notes.author, { page: "two" })).refuses(400, { error: "page is invalid" });
		},
		{ effect: "reads" },
	),
	onNotes("NOTE-125", ["list"], async (notes) => {
		const { t } = notes;
		await atLeast(notes, 3);
		const names = ["x-page", "x-per-page", "x-total", "x-total-pages", "x-prev-page", "x-next-page"];
		const response = async (page: number) => {
			const answer = (await notes.list(notes.author, { page, per_page: 1 })).is(200);
			t.holds("there should be a link header", answer.header("link") !== null, answer);
			return { answer, headers: names.map((name) => answer.header(name)) };
		};
		const first = await response(1);
		const count = first.headers[2] ?? "";
		t.same("the headers of the first page", first.headers, ["1", "1", count, count, "", "2"], first.answer);
		t.holds("x-total should be a number of at least three", Number(count) >= 3, first.answer);
		const second = await response(2);
		t.same("the headers of the second page", second.headers, ["2", "1", count, count, "1", "3"], second.answer);
		const last = await response(Number(count));
		const before = String(Number(count) - 1);
		t.same("the headers of the last page", last.headers, [count, "1", count, count, before, ""], last.answer);
	}),
	onNotes("NOTE-126", ["list"], async (notes) => {
		const { t } = notes;
		await atLeast(notes, 3);
		const query = { sort: "asc", order_by: "updated_at", per_page: "1" };
		const first = (await notes.list(notes.author, query)).is(200);
		const pages = first.header("x-total-pages");
		const second = (await notes.list(notes.author, { ...query, page: 2 })).is(200);
		const last = (await notes.list(notes.author, { ...query, page: pages })).is(200);
		const rels = [first, second, last].map((answer) => Object.keys(linksOf(answer)).sort());
		const all = ["first", "last", "next", "prev"];
		const wanted = [["first", "last", "next"], all, ["first", "last", "prev"]];
		t.same("the relations on the first, second and last page", rels, wanted, last);
		const goals: { readonly [rel: string]: string | null } = { first: "1", prev: "1", next: "3", last: pages };
		for (const [rel, url] of Object.entries(linksOf(second))) {
			const { sort, order_by, per_page, page } = Object.fromEntries(new URL(url).searchParams);
			t.same(`the query of ${rel}`, { sort, order_by, per_page, page }, { ...query, page: goals[rel] }, second);
		}
	}),
	onNotes("NOTE-127", ["list"], async (notes) => {
		const { t } = notes;
		await atLeast(notes, 3);
		const plain = (await notes.list(notes.author, { per_page: 2, page: 2 })).is(200);
		const response = (await notes.list(notes.author, { per_page: 2, page: 2, pagination: "keyset" })).is(200);
		t.same("the page", response.json, plain.json, response);
		for (const name of ["x-page", "x-total"]) t.same(name, response.header(name), plain.header(name), response);
		t.holds("x-total should be there", response.header("x-total") !== null, response);
	}),
	onNotes(
		"NOTE-128",
		["list"],
		async (notes) => {
			const { t } = notes;
			const outsider = t.as("outsider");
			const plain = await notes.make();
			const before = (await notes.list(outsider, { per_page: 1 })).is(200);
			const all = total((await notes.list(t.as("developer"), { per_page: 1 })).is(200));
			await notes.make({ internal: true }, t.as("developer"));
			const after = (await notes.list(outsider, { per_page: 1 })).is(200);
			t.same("the outsider's first page", after.ids, [plain.number("id")], after);
			t.same("the outsider's x-total", after.header("x-total"), before.header("x-total"), after);
			const team = (await notes.list(t.as("developer"), { per_page: 1 })).is(200);
			t.same("the developer's x-total", total(team), all + 1, team);
		},
		{ on: withInternal },
	),
];
