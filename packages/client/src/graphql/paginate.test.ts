import { describe, expect, test, vi } from "vitest";
import { bodyOf, on } from "../../test/support/graphql";
import { always, clientOn, failure, json, stopTime } from "../../test/support/script";
import { PaginationError, TimeoutError, UsageError } from "../errors/errors";
import { createGraphQL, ProjectIssuesDocument } from "../graphql";

describe("pages of a connection", () => {
	const page = (titles: string[], endCursor: string | null, hasNextPage: boolean): Response =>
		json({
			data: {
				project: { issues: { nodes: titles.map((title) => ({ title })), pageInfo: { hasNextPage, endCursor } } },
			},
		});
	const collect = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
		const out: T[] = [];
		for await (const item of items) out.push(item);
		return out;
	};
	const variables = { fullPath: "acme/web", first: 2 };

	test("SDK-260, SDK-262 every node, by the cursors", async () => {
		const { graphql, requests } = on([page(["a", "b"], "c1", true), page(["c"], "c2", false)]);
		const issues = await collect(graphql.paginate(ProjectIssuesDocument, variables, (data) => data.project?.issues));
		expect(issues.map(({ title }) => title)).toEqual(["a", "b", "c"]);
		expect(requests.map((one) => (bodyOf(one) as { variables: unknown }).variables)).toEqual([
			variables,
			{ ...variables, after: "c1" },
		]);
	});

	test("SDK-260 edges, a start, and nothing where nothing is to be seen", async () => {
		const edges = [{ node: 1 }, null, { node: null }, { node: 2 }];
		const query = "query($after: String) { a(after: $after) { edges { node } pageInfo { hasNextPage endCursor } } }";
		interface Data {
			a: { edges: ({ node: number | null } | null)[]; pageInfo: { hasNextPage: boolean; endCursor: string } } | null;
		}
		const document = { toString: () => query } as {
			toString(): string;
			__apiType?: (variables: { after?: string }) => Data;
		};
		const { graphql, requests } = on([
			json({ data: { a: { edges, pageInfo: { hasNextPage: false, endCursor: "x" } } } }),
			json({ data: { a: null } }),
		]);
		expect(await collect(graphql.paginate(document, {}, (data) => data.a, { after: "saved" }))).toEqual([1, 2]);
		expect(bodyOf(requests[0])).toMatchObject({ variables: { after: "saved" } });
		expect(await collect(graphql.paginate(document, {}, (data) => data.a, { optional: true }))).toEqual([]);
	});

	test("SDK-261 a document that cannot be paged says so", async () => {
		const { graphql, requests } = on([json({ data: { a: { nodes: [] } } })]);
		const select = (data: unknown): never => (data as { a: never }).a;
		expect(await failure(collect(graphql.paginate({ toString: () => "{ a { nodes } }" }, {}, select)))).toMatchObject({
			message: expect.stringContaining("$after"),
		});
		expect(requests).toEqual([]);
		const document = { toString: () => "query($after: String) { a(after: $after) { nodes } }" };
		expect(await failure(collect(graphql.paginate(document, {}, select)))).toMatchObject({
			message: expect.stringContaining("pageInfo { hasNextPage endCursor }"),
		});
	});

	test.each([["c1"], [null]])(
		"SDK-262 reports a cursor that stays at %j, instead of following it forever",
		async (next) => {
			const { graphql } = on([page(["a"], "c1", true), page(["b"], next, true)]);
			const walk = collect(graphql.paginate(ProjectIssuesDocument, variables, (data) => data.project?.issues));
			expect(await failure(walk)).toBeInstanceOf(PaginationError);
		},
	);

	test("SDK-262 reports cursors that repeat", async () => {
		const { graphql, requests } = on([page(["a"], "c1", true), page(["b"], "c2", true), page(["a"], "c1", true)]);
		const walk = collect(graphql.paginate(ProjectIssuesDocument, variables, (data) => data.project?.issues));
		expect(await failure(walk)).toBeInstanceOf(PaginationError);
		expect(requests).toHaveLength(3);
	});

	test("SDK-187 a deadline covers the whole walk", async () => {
		stopTime();
		let at = 0;
		const { fetch, requests } = always(async () => {
			await new Promise((resolve) => setTimeout(resolve, 60));
			return page(["a"], `c${++at}`, true);
		});
		const graphql = createGraphQL(clientOn(fetch));
		const options = { deadline: 150 };
		const walk = failure(
			collect(graphql.paginate(ProjectIssuesDocument, variables, (data) => data.project?.issues, options)),
		);
		await vi.advanceTimersByTimeAsync(150);
		expect(await walk).toBeInstanceOf(TimeoutError);
		expect(requests).toHaveLength(3);
	});

	test("SDK-263 a page above 100 is refused, unless the connection allows more", async () => {
		const { graphql, requests } = on([page([], null, false)]);
		const walk = (maxPage?: number) =>
			collect(
				graphql.paginate(ProjectIssuesDocument, { ...variables, first: 101 }, (data) => data.project?.issues, {
					...(maxPage === undefined ? {} : { maxPage }),
				}),
			);
		expect(await failure(walk())).toBeInstanceOf(UsageError);
		expect(requests).toEqual([]);
		expect(await walk(200)).toEqual([]);
	});

	test("leaving the loop sends no further request", async () => {
		const { graphql, requests } = on([page(["a", "b"], "c1", true)]);
		for await (const _ of graphql.paginate(ProjectIssuesDocument, variables, (data) => data.project?.issues)) break;
		expect(requests).toHaveLength(1);
	});
});
