import type { Params } from "../../rule/address";
import type { Context } from "../../rule/context";
import { pause } from "../../rule/eventually";
import { succeed } from "../../rule/graphql";
import type { Rule } from "../../rule/rule";
import { kind, kinds, notIssue, withTimes } from "./kinds";
import { freshIssue, Notes, noteAssumed, noteRule } from "./lab";

/** Notes with different times, oldest first. */
async function several(notes: Notes, count = 3): Promise<number[]> {
	const ids: number[] = [];
	for (; ids.length < count; await pause(3)) ids.push((await notes.make()).number("id"));
	return ids;
}

const isSorted = (times: readonly unknown[], sort: "asc" | "desc"): boolean =>
	times.every((time, index) => {
		const step = Date.parse(String(time)) - Date.parse(String(times[Math.max(index - 1, 0)]));
		return sort === "asc" ? step >= 0 : step <= 0;
	});

/** Every caller who may read the rule's notes must get them in this order, and the whole page must be sorted by time. */
async function comesAs(notes: Notes, query: Params, expected: readonly number[]): Promise<void> {
	const { t } = notes;
	const { sort = "desc", order_by = "created_at" } = query;
	const page = (await notes.list(t.as("guest"), { ...query, per_page: 100 })).is(200);
	t.holds(`${order_by} is sorted ${sort}`, isSorted(page.pluck(String(order_by)), sort === "asc" ? "asc" : "desc"), page);
	const times = new Set(notes.mine(await notes.all(t.as("guest"), query)).map((note) => note[String(order_by)]));
	// On a server that stores whole seconds, several notes can have the same time, in any order.
	const inOrder = (ids: readonly unknown[]) => (times.size === ids.length ? ids : ids.toSorted());
	for (const who of ["guest", "developer"] as const)
		t.same(`the notes by ${JSON.stringify(query)}`, inOrder(await notes.ids(t.as(who), query)), inOrder(expected));
}

/** Comments and system notes by turns on an issue of the rule's own. Every note that is not one of `comments` is a system note. */
async function mixed(t: Context): Promise<{ readonly notes: Notes; readonly comments: readonly unknown[] }> {
	const notes = await freshIssue(t);
	const comments: unknown[] = [];
	for (const locked of [true, false, true, false]) {
		if (t.given.hasControl) await notes.record({ system: true });
		else await succeed(t.as("maintainer"), "issueSetLocked", { projectPath: notes.where.id, iid: String(notes.where.issue_iid), locked });
		await pause(3);
		comments.push((await notes.make(locked ? {} : { internal: true }, t.as("developer"))).field("id"));
		await pause(3);
	}
	// Other rules filter the notes of an open issue.
	await notes.create(t.as("developer"), { body: "/close" });
	return { notes, comments };
}

/** The notes in a list, and their order. */
export const noteLists: readonly Rule[] = [
	noteRule("NOTE-107", "A list has only the notes of its parent. It is empty for a parent without notes.", { verbs: "list", own: true }, async (notes, t) => {
		if (notes.own !== undefined) t.same("the notes of a new parent", (await notes.list(t.as("guest"))).is(200).json, []);
		const made = await notes.make();
		// On every page.
		const listed = await notes.all(t.as("guest"));
		const first = (await notes.list(t.as("guest"), { per_page: 100 })).is(200);
		t.holds("the list has the new note", first.ids.includes(made.number("id")), first);
		const parent = ({ noteable_type, noteable_id }: Params) => JSON.stringify([noteable_type, noteable_id]);
		for (const note of [...first.items, ...listed]) t.same("the parent of a listed note", parent(note), parent(made.fields), first);
		if (!t.given.hasControl) return;
		const sibling = await notes.sibling();
		const theirs = await sibling.record();
		t.same("the notes of the sibling", await sibling.ids(t.as("guest")), [theirs]);
		// A parent of another kind may have the same id.
		const other = kinds.find(({ table, place }) => table !== notes.kind.table && place === notes.kind.place) ?? notes.kind;
		const namesake = await Notes.made(t, other, { id: notes.own });
		const namesakes = await namesake.record();
		t.same("the notes of the other kind", await namesake.ids(t.as("guest")), [namesakes]);
		t.same("the notes", await notes.ids(t.as("guest")), [made.number("id")]);
	}),
	noteRule("NOTE-112", "A note created with a created_at is sorted by it, not by its id.", { verbs: "list", on: withTimes, own: true }, async (notes) => {
		const [a = 0, b = 0] = await several(notes, 2);
		const old: number[] = [];
		for (const created_at of ["2020-01-01T00:00:00Z", "2019-12-31T23:00:00-02:00", "2019-06-01T00:00:00Z"])
			old.push((await notes.make({ created_at }, notes.t.as("owner"))).number("id"));
		const [first = 0, second = 0, third = 0] = old;
		await comesAs(notes, {}, [b, a, second, first, third]);
		await comesAs(notes, { order_by: "created_at", sort: "asc" }, [third, first, second, a, b]);
		if (notes.kind === kind.issue) await comesAs(notes, { activity_filter: "only_comments" }, [b, a, second, first, third]);
	}),
	noteAssumed("NOTE-113", "Notes with the same time are sorted by id, in the direction of sort.", { verbs: "list", own: true }, async (notes, t) => {
		const ids: number[] = [];
		if (t.given.hasControl) {
			await t.given.setClock("2030-01-01T00:00:00Z");
			while (ids.length < 7) ids.push(await notes.record());
		} else if (!withTimes.includes(notes.kind)) return;
		else while (ids.length < 5) ids.push((await notes.make({ created_at: "1971-02-03T04:05:06Z" }, t.as("owner"))).number("id"));
		for (const order_by of ["created_at", "updated_at"])
			for (const sort of ["asc", "desc"] as const) {
				const expected = sort === "asc" ? ids : ids.toReversed();
				t.same(`the notes by ${order_by} ${sort}`, await notes.ids(t.as("guest"), { order_by, sort }), expected);
				if (notes.own === undefined) continue;
				const paged: number[] = [];
				for (const page of [1, 2, 3]) paged.push(...(await notes.list(t.as("guest"), { order_by, sort, per_page: 3, page })).is(200).ids);
				t.same(`the pages by ${order_by} ${sort}`, paged, expected);
			}
	}),
	noteRule(
		"NOTE-116..118",
		"activity_filter lists only comments, only system notes or both, in the order of the list. Only system notes have system true.",
		{ verbs: "list", on: kind.issue },
		async (_, t) => {
			const { notes, comments } = await mixed(t);
			for (const who of ["guest", "developer"] as const)
				for (const order of [{}, { sort: "asc" }, { order_by: "updated_at" }, { order_by: "updated_at", sort: "asc" }]) {
					const whole = await notes.all(t.as(who), order);
					const activity = await notes.all(t.as(who), { ...order, activity_filter: "only_activity" });
					if ([...whole, ...activity].every(({ id }) => comments.includes(id))) t.skip("locking the discussion writes no system note on this server");
					t.holds(
						"the list without a filter has the system notes too",
						activity.every(({ id }) => whole.some((one) => one.id === id)),
					);
					for (const { id, system } of whole) t.same(`system of note ${String(id)}`, system, !comments.includes(id));
					for (const [activity_filter, passes] of [
						["all_notes", [true, false]],
						["only_comments", [false]],
						["only_activity", [true]],
					] as const) {
						const expected = whole.filter(({ system }) => passes.some((one) => one === system));
						t.same(`the notes of ${activity_filter}`, await notes.all(t.as(who), { ...order, activity_filter }), expected);
						const page = await notes.list(t.as(who), { ...order, activity_filter, per_page: 1 });
						t.same("x-total of the filtered list", page.header("x-total") ?? String(expected.length), String(expected.length), page);
					}
				}
		},
	),
	noteAssumed("NOTE-120", "activity_filter is ignored in lists of notes on anything but issues.", { verbs: "list", on: notIssue }, async (notes) => {
		const ids = (await several(notes, 2)).reverse();
		if (notes.t.given.hasControl) ids.unshift(await notes.record({ system: true }));
		for (const activity_filter of ["all_notes", "only_comments", "only_activity", "whatever"])
			notes.t.same(`the notes with activity_filter=${activity_filter}`, await notes.ids(notes.author, { activity_filter }), ids);
	}),
];

/** Pages of a list of notes. */
export const notePages: readonly Rule[] = [
	noteAssumed("NOTE-128", "Notes that the caller may not read are left out of every page and of x-total.", "list", async (notes, t) => {
		const { id } = await t.given.record("projects", { full_path: `${t.scene("group")}/${t.unique("hidden")}`, visibility: "private" });
		const open: number[] = [];
		const sorts = [{}, { internal: true }, { system: true, mentions_project_id: id }];
		for (let index = 0; index < 9; index++) {
			const made = await notes.record(sorts[index % 3]);
			if (index % 3 === 0) open.unshift(made);
		}
		for (const [page, ids] of [open.slice(0, 2), open.slice(2)].entries()) {
			const response = (await notes.list(t.as("outsider"), { per_page: 2, page: page + 1 })).is(200);
			t.same(
				"the outsider's page, x-total and x-total-pages",
				[response.ids, response.header("x-total"), response.header("x-total-pages")],
				[ids, "3", "2"],
				response,
			);
		}
		t.same("the reporter's x-total", (await notes.list(t.as("reporter"))).header("x-total"), "9");
	}),
];
