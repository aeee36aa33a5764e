import { describe, expect, test } from "vitest";
import { graphqlWorld } from "../support/graphql";

const { gql, make, platform } = graphqlWorld();
make.user({ username: "lister" });
make.group("lists");
const project = make.project("lists/many");
const empty = make.project("lists/none");
const issues = Array.from({ length: 130 }, () => make.issue(project));
const iids = issues.map((issue) => String(issue.iid));

interface Page {
	nodes: { iid: string }[];
	edges: { cursor: string; node: { iid: string } }[];
	pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null };
}

async function page(args: string, path = project.full_path): Promise<Page> {
	const { data, errors } = await gql(
		"lister",
		`{ project(fullPath: "${path}") { issues(${["sort: CREATED_ASC", args].filter(Boolean).join(", ")}) {
			nodes { iid } edges { cursor node { iid } }
			pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
		} } }`,
	);
	expect(errors).toBeUndefined();
	return data.project.issues;
}
const iidsOf = ({ nodes }: Page): string[] => nodes.map(({ iid }) => iid);
const refusal = async (args: string): Promise<string> => {
	const { errors } = await gql("lister", `{ project(fullPath: "lists/many") { issues(${args}) { nodes { iid } } } }`);
	return errors?.[0].message;
};

describe("the length of a page", () => {
	test.each([
		["GQL-043..044", "", 100],
		["GQL-045", "first: 100", 100],
		["GQL-045", "first: 101", 100],
		["GQL-045", "last: 1000", 100],
		["GQL-045", "first: 7", 7],
		["GQL-045", "first: 0", 0],
	])("%s issues(%s) gives %i", async (_claim, args, length) => {
		expect((await page(args)).nodes).toHaveLength(length);
	});

	test("GQL-097 first and last together are refused", async () => {
		expect(await refusal("first: 1, last: 1")).toBe("Can only provide either `first` or `last`, not both");
	});

	test("a negative length is refused", async () => {
		expect(await refusal("first: -1")).toBe("`first` must not be negative");
	});
});

describe("from page to page", () => {
	test("GQL-095 forward, every item comes once", async () => {
		const found: string[] = [];
		let after: string | null = null;
		for (let more = true; more; ) {
			const one: Page = await page(`first: 30${after ? `, after: "${after}"` : ""}`);
			found.push(...iidsOf(one));
			more = one.pageInfo.hasNextPage;
			after = one.pageInfo.endCursor;
		}
		expect(found).toEqual(iids);
	});

	test("GQL-096 backward, items keep their order within a page", async () => {
		const pages: string[][] = [];
		let before: string | null = null;
		for (let more = true; more; ) {
			const one: Page = await page(`last: 50${before ? `, before: "${before}"` : ""}`);
			pages.unshift(iidsOf(one));
			more = one.pageInfo.hasPreviousPage;
			before = one.pageInfo.startCursor;
		}
		expect(pages.map((one) => one.length)).toEqual([30, 50, 50]);
		expect(pages.flat()).toEqual(iids);
	});

	test("GQL-098 whether more items come before and after", async () => {
		const told = async (args: string): Promise<[boolean, boolean]> => {
			const { pageInfo } = await page(args);
			return [pageInfo.hasPreviousPage, pageInfo.hasNextPage];
		};
		const { edges } = await page("first: 100");
		const cursor = edges[9]?.cursor;
		expect(await told("")).toEqual([false, true]);
		expect(await told("first: 10")).toEqual([false, true]);
		expect(await told(`first: 10, after: "${cursor}"`)).toEqual([true, true]);
		expect(await told(`after: "${edges[99]?.cursor}"`)).toEqual([true, false]);
		expect(await told("last: 10")).toEqual([true, false]);
		expect(await told(`last: 10, before: "${cursor}"`)).toEqual([false, true]);
		expect(await told(`last: 9, before: "${cursor}"`)).toEqual([false, true]);
		expect(await told(`last: 5, before: "${cursor}"`)).toEqual([true, true]);
	});

	test("GQL-099 an empty page has no cursors, and a malformed cursor is refused", async () => {
		const { nodes, pageInfo } = await page("", empty.full_path);
		expect(nodes).toEqual([]);
		expect(pageInfo).toEqual({ hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null });
		for (const cursor of ["nonsense", btoa("{}"), btoa('{"key":1,"at":0}'), btoa('{"key":"1","at":-1}'), "%%%"])
			expect(await refusal(`after: "${cursor}"`)).toMatch(/^Invalid cursor: /);
	});

	test("the cursors of edges stand for their items", async () => {
		const { edges, pageInfo, nodes } = await page("first: 5");
		expect(edges.map((edge) => edge.node)).toEqual(nodes);
		expect([edges[0]?.cursor, edges[4]?.cursor]).toEqual([pageInfo.startCursor, pageInfo.endCursor]);
		expect(iidsOf(await page(`first: 1, after: "${edges[2]?.cursor}"`))).toEqual(["4"]);
	});

	test("GQL-095 an item that came or went in between moves nothing", async () => {
		const other = make.project("lists/moving");
		const made = Array.from({ length: 10 }, (_, at) => make.issue(other, { created_at: `2026-01-0${1 + (at % 5)}` }));
		const first = await page("first: 4", other.full_path);
		const gone = platform.state.issues.one("iid", `${other.id}:${first.nodes[0]?.iid}`);
		platform.state.issues.delete(gone?.id ?? 0);
		const second = await page(`first: 4, after: "${first.pageInfo.endCursor}"`, other.full_path);
		make.issue(other, { created_at: "2025-12-31" });
		const third = await page(`first: 4, after: "${second.pageInfo.endCursor}"`, other.full_path);
		const found = [first, second, third].flatMap(iidsOf);
		expect([...found].sort()).toEqual(made.map((issue) => String(issue.iid)).sort());
	});
});

describe("counts", () => {
	const count = async (args: string): Promise<unknown> => {
		const { data, errors } = await gql(
			"lister",
			`{ project(fullPath: "lists/many") { issues(first: 1) { count${args} } } }`,
		);
		return errors?.[0].message ?? data.project.issues.count;
	};

	test.each([
		["", 130],
		["(limit: 50)", 51],
		["(limit: 129)", 130],
		["(limit: 130)", 130],
		["(limit: 500)", 130],
		["(limit: 0)", "`limit` must be greater than 0"],
		["(limit: -1)", "`limit` must be greater than 0"],
	])("GQL-100 count%s", async (args, expected) => {
		expect(await count(args)).toBe(expected);
	});

	test("GQL-089 what the caller may not see is neither listed nor counted", async () => {
		const other = make.project("lists/partly");
		make.issue(other);
		make.issue(other, { confidential: true });
		const query = '{ project(fullPath: "lists/partly") { issues { count nodes { iid } } } }';
		expect((await gql("lister", query)).data.project.issues).toEqual({ count: 1, nodes: [{ iid: "1" }] });
		expect((await gql("root", query)).data.project.issues.count).toBe(2);
	});
});
