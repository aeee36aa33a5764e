import type { Fields } from "../../rule/answer";
import type { Context } from "../../rule/context";
import { ask, type GraphqlAnswer } from "../../rule/graphql";
import { assumed, rule } from "../../rule/rule";

const reads = { effect: "reads" } as const;
const fields = "nodes { id } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }";

/** A page of the notes of the scene's issue. */
async function notes(t: Context, args: string, selection = fields): Promise<GraphqlAnswer> {
	const query = `query($path: ID!, $iid: String) { project(fullPath: $path) { issue(iid: $iid) { notes${args && `(${args})`} { ${selection} } } } }`;
	return await ask(t.as("developer"), query, { path: t.scene("project"), iid: String(t.scene("issue_iid")) });
}

interface Page {
	readonly ids: readonly unknown[];
	readonly info: Fields;
}

async function page(t: Context, args: string): Promise<Page> {
	const response = await notes(t, args);
	const ids = response.list("project.issue.notes.nodes").map(({ id }) => id);
	return { ids, info: response.record("project.issue.notes.pageInfo") };
}

/** The first page of at most a hundred notes; skips where they are too few to page through. */
async function whole(t: Context, least = 6): Promise<Page> {
	const first = await page(t, "first: 100");
	if (first.ids.length < least) t.skip(`the scene's issue has fewer than ${least} notes: name another as issue_iid`);
	return first;
}

/** All notes, from page to page of so many. */
async function walked(t: Context, step: number): Promise<unknown[]> {
	const ids: unknown[] = [];
	for (let after = "", turn = 0; turn < 1_000; turn++) {
		const { ids: some, info } = await page(t, `first: ${step}${after}`);
		ids.push(...some);
		if (info.hasNextPage !== true) return ids;
		after = `, after: ${JSON.stringify(info.endCursor)}`;
	}
	return ids;
}

const hundred = async (t: Context, args: string): Promise<void> => {
	if ((await page(t, "first: 100")).info.hasNextPage !== true) t.skip("the scene's issue has no more than 100 notes: name one with more as issue_iid");
	t.same(`the number of nodes for ${args || "no argument"}`, (await page(t, args)).ids.length, 100);
};

export const pagingChecks = [
	rule(
		"GQL-043",
		"Connections return at most 100 nodes per page, save those whose description in the schema names another bound.",
		"executeGraphql",
		async (t) => {
			for (const args of ["", "first: 1000", "last: 1000"]) await hundred(t, args);
		},
		reads,
	),
	rule(
		"GQL-044",
		"Without first/last a connection returns up to its page bound, 100 unless its description says otherwise.",
		"executeGraphql",
		async (t) => await hundred(t, ""),
		reads,
	),
	assumed(
		"GQL-045",
		"`first: 100` is honoured; `first: 101` is clamped to 100 without error.",
		"executeGraphql",
		async (t) => {
			for (const args of ["first: 100", "first: 101"]) await hundred(t, args);
			t.same("the number of nodes for first: 3", (await page(t, "first: 3")).ids.length, 3);
		},
		reads,
	),
	assumed(
		"GQL-095",
		"`first`/`after` walk forward: following endCursor while hasNextPage yields every item once.",
		"executeGraphql",
		async (t) => {
			const { ids } = await whole(t);
			const all = await walked(t, 40);
			t.same("the number of different items", new Set(all).size, all.length);
			t.same("the items of the first page", all.slice(0, ids.length), ids);
			const { count } = (await notes(t, "", "count")).record("project.issue.notes");
			t.same("the number of items", all.length, count);
		},
		reads,
	),
	assumed(
		"GQL-096",
		"`last`/`before` walk backward and keep item order within the page.",
		"executeGraphql",
		async (t) => {
			await whole(t);
			const all = await walked(t, 100);
			const back: unknown[] = [];
			for (let before = "", turn = 0; turn < 1_000; turn++) {
				const { ids, info } = await page(t, `last: 40${before}`);
				back.unshift(...ids);
				if (info.hasPreviousPage !== true) break;
				before = `, before: ${JSON.stringify(info.startCursor)}`;
			}
			t.same("the items from back to front", back, all);
		},
		reads,
	),
	assumed(
		"GQL-097",
		'first and last together → error "Can only provide either `first` or `last`, not both".',
		"executeGraphql",
		async (t) => {
			const refused = await notes(t, "first: 1, last: 1");
			t.same("the message", refused.message, "Can only provide either `first` or `last`, not both", refused.answer);
		},
		reads,
	),
	assumed(
		"GQL-098",
		"hasPreviousPage is true when `after` is given (or `last` cut items off), hasNextPage when more items follow (or `before` is given).",
		"executeGraphql",
		async (t) => {
			await whole(t);
			const response = async (args: string) => {
				const { info } = await page(t, args);
				return [info.hasPreviousPage, info.hasNextPage];
			};
			const cursor = (await page(t, "first: 3")).info.endCursor;
			t.same("first: 2", await response("first: 2"), [false, true]);
			t.same("first: 2 after the third", await response(`first: 2, after: "${cursor}"`), [true, true]);
			t.same("last: 2", await response("last: 2"), [true, false]);
			t.same("last: 2 before the third", await response(`last: 2, before: "${cursor}"`), [false, true]);
			t.same("last: 1 before the third", await response(`last: 1, before: "${cursor}"`), [true, true]);
		},
		reads,
	),
	assumed(
		"GQL-099",
		"startCursor and endCursor are null on an empty page; a malformed cursor → an error, not an empty page.",
		"executeGraphql",
		async (t) => {
			const query = `query($path: ID!, $search: String) { project(fullPath: $path) { issues(search: $search) { ${fields} } } }`;
			const response = await ask(t.as("developer"), query, { path: t.scene("project"), search: t.unique("nothing") });
			const { nodes, pageInfo } = response.record("project.issues");
			const none = { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null };
			t.same("the empty page", { nodes, pageInfo }, { nodes: [], pageInfo: none }, response.answer);
			for (const cursor of ["nonsense", "%%%"]) {
				const refused = await notes(t, `first: 1, after: "${cursor}"`);
				t.holds(`the cursor ${cursor} should be refused`, refused.errors.length > 0, refused.answer);
			}
		},
		reads,
	),
	assumed(
		"GQL-100",
		"Countable connections have `count(limit: Int): Int!`: exact without limit, limit + 1 when more exist; limit 0 or below → error.",
		"executeGraphql",
		async (t) => {
			await whole(t);
			const all = (await walked(t, 100)).length;
			const count = async (args: string) => (await notes(t, "first: 1", `count${args}`)).at("project.issue.notes.count");
			for (const [args, expected] of [
				["", all],
				["(limit: 2)", 3],
				[`(limit: ${all - 1})`, all],
				[`(limit: ${all})`, all],
				[`(limit: ${all + 1})`, all],
			] as const)
				t.same(`count${args}`, await count(args), expected);
			for (const limit of [0, -1]) {
				const refused = await notes(t, "first: 1", `count(limit: ${limit})`);
				t.holds(`limit: ${limit} should be refused`, refused.errors.length > 0, refused.answer);
			}
		},
		reads,
	),
];
