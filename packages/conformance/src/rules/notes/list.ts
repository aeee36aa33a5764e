import { pause } from "../../rule/eventually";
import { type Rule, rule } from "../../rule/rule";
import { kind, notIssue, withTimes } from "./kinds";
import { Notes } from "./notes";
import { onKind, onNotes } from "./on-notes";
import { newSnippet } from "./places";

/** The notes of the scene's issue under an activity filter; skips where it has not both comments and activity. */
const filtered = (claim: string, filter: string, wanted: readonly boolean[]): Rule =>
	onKind(claim, kind.issue, async (notes) => {
		const { t } = notes;
		await notes.make();
		if (!(await notes.system())) t.skip("the scene's issue has no note of the platform's own");
		const response = await notes.all(t.as("guest"), { activity_filter: filter });
		const kinds = [...new Set(response.map(({ system }) => system === true))].sort();
		t.same(`system of the notes with activity_filter=${filter}`, kinds, wanted);
	});

const isFalling = (times: readonly unknown[]): boolean =>
	times.every((time, index) => index === 0 || Date.parse(String(times[index - 1])) >= Date.parse(String(time)));

/** Three notes of times that differ, oldest first. */
async function three(notes: Notes): Promise<[number, number, number]> {
	const ids: number[] = [];
	for (let count = 0; count < 3; count++) {
		ids.push((await notes.make()).number("id"));
		await pause(3);
	}
	const [a = 0, b = 0, c = 0] = ids;
	return [a, b, c];
}

/** What a list of notes holds, and in which order. */
export const noteLists: readonly Rule[] = [
	onNotes("NOTE-107", ["list"], async (notes) => {
		const { t } = notes;
		const made = await notes.make();
		const listed = (await notes.list(t.as("guest"), { per_page: 100 })).is(200);
		t.holds("the new note should be listed", listed.ids.includes(made.number("id")), listed);
		const parent = (note: object) => JSON.stringify(["noteable_type", "noteable_id"].map((name) => Object(note)[name]));
		listed.every("of the addressed parent", (note) => parent(note) === parent(made.fields));
		if (notes.kind !== kind.snippet) return;
		const empty = await notes.at({ snippet_id: await newSnippet(t, t.scene("project")) }).list(t.as("owner"));
		t.same("the notes of what has none", empty.is(200).json, [], empty);
	}),
	onNotes("NOTE-108", ["list"], async (notes) => {
		const [a, b, c] = await three(notes);
		const listed = (await notes.list(notes.author, { per_page: 100 })).is(200);
		notes.t.same("the first of the list", listed.ids.slice(0, 3), [c, b, a], listed);
		notes.t.holds("created_at should fall", isFalling(listed.pluck("created_at")), listed);
	}),
	onNotes("NOTE-109", ["list"], async (notes) => {
		const { t } = notes;
		const ids = await three(notes);
		const [plain, desc] = [await notes.list(notes.author), await notes.list(notes.author, { sort: "desc" })];
		t.same("the list with sort=desc", desc.is(200).json, plain.is(200).json, desc);
		const rising = await notes.all(notes.author, { sort: "asc" });
		t.same(
			"the last of the list with sort=asc",
			rising.slice(-3).map(({ id }) => id),
			ids,
		);
		t.holds("created_at should rise", isFalling(rising.map(({ created_at }) => created_at).reverse()));
	}),
	onNotes("NOTE-110", ["list"], async (notes) => {
		const [a, b, c] = await three(notes);
		(await notes.update(notes.author, a, { body: "Edited." })).is(200);
		const listed = (await notes.list(notes.author, { order_by: "updated_at" })).is(200);
		notes.t.same("the first of the list", listed.ids.slice(0, 3), [a, c, b], listed);
		notes.t.holds("updated_at should fall", isFalling(listed.pluck("updated_at")), listed);
	}),
	onNotes("NOTE-111", ["list"], async (notes) => {
		const [a, b, c] = await three(notes);
		(await notes.update(notes.author, a, { body: "Edited." })).is(200);
		const rising = await notes.all(notes.author, { order_by: "updated_at", sort: "asc" });
		notes.t.same(
			"the last of the list",
			rising.slice(-3).map(({ id }) => id),
			[b, c, a],
		);
	}),
	onKind("NOTE-112", kind.issue, async (notes) => {
		const { t } = notes;
		await notes.make();
		const made = await notes.make({ created_at: "1971-02-03T04:05:06Z" }, t.as("owner"));
		const rising = (await notes.list(t.as("guest"), { order_by: "created_at", sort: "asc" })).is(200);
		t.same("the first of the list", rising.ids[0], made.number("id"), rising);
		const falling = await notes.all(t.as("guest"), { order_by: "created_at" });
		t.same("the last of the list", falling.at(-1)?.id, made.number("id"));
	}),
	onNotes(
		"NOTE-113",
		["list"],
		async (notes) => {
			const { t } = notes;
			const ids: number[] = [];
			for (let count = 0; count < 4; count++) ids.push((await notes.make({ created_at: "1971-02-03T04:05:06Z" }, t.as("owner"))).number("id"));
			const paged: number[] = [];
			for (const page of [1, 2]) paged.push(...(await notes.list(t.as("guest"), { sort: "asc", per_page: 2, page })).is(200).ids);
			t.same("the pages of notes of one time", paged, ids);
			const falling = (await notes.all(t.as("guest"), { sort: "desc" })).map(({ id }) => id);
			t.same("the notes of one time, falling", falling.slice(-4), ids.toReversed());
		},
		// The others take no time, so that none can be had twice.
		{ on: withTimes },
	),
	onNotes(
		"NOTE-114",
		["list"],
		async (notes) => {
			const response = await notes.list(notes.author, { sort: "up" });
			response.refuses(400, { error: "sort does not have a valid value" });
		},
		{ effect: "reads" },
	),
	onNotes(
		"NOTE-115",
		["list"],
		async (notes) => {
			const response = await notes.list(notes.author, { order_by: "body" });
			response.refuses(400, { error: "order_by does not have a valid value" });
		},
		{ effect: "reads" },
	),
	rule(
		"NOTE-116",
		"activity_filter omitted or all_notes returns user comments and system notes together.",
		"listIssueNotes",
		async (t) => {
			const notes = new Notes(t, kind.issue);
			if (!(await notes.system())) t.skip("the scene's issue has no note of the platform's own");
			await notes.make();
			for (const query of [{}, { activity_filter: "all_notes" }]) {
				const response = await notes.all(t.as("guest"), query);
				const kinds = [...new Set(response.map(({ system }) => system))].sort();
				t.same(`system of the notes of ${JSON.stringify(query)}`, kinds, [false, true]);
			}
		},
		{ effect: "writes" },
	),
	filtered("NOTE-117", "only_comments", [false]),
	filtered("NOTE-118", "only_activity", [true]),
	onKind(
		"NOTE-119",
		kind.issue,
		async (notes) => {
			for (const activity_filter of ["some", "ALL_NOTES"])
				(await notes.list(notes.author, { activity_filter })).refuses(400, {
					error: "activity_filter does not have a valid value",
				});
		},
		{ effect: "reads" },
	),
	onNotes(
		"NOTE-120",
		["list"],
		async (notes) => {
			const plain = (await notes.list(notes.author)).is(200);
			for (const activity_filter of ["only_comments", "whatever"]) {
				const response = (await notes.list(notes.author, { activity_filter })).is(200);
				notes.t.same(`the list with activity_filter=${activity_filter}`, response.json, plain.json, response);
			}
		},
		{ on: notIssue, effect: "reads" },
	),
];
