import { describe, expect, test } from "vitest";
import { estimateComplexity } from "../graphql";

describe("SDK-265 the estimate", () => {
	test.each<[string, object, number]>([
		["{ currentUser { name username } }", {}, 3],
		['{ project(fullPath: "a") { id name description } }', {}, 4],
		['{ echo(text: "x { y }") }', {}, 1],
		['{ project(fullPath: "a") { issues { nodes { title } } } }', {}, 7],
		['{ project(fullPath: "a") { issues(first: 10) { nodes { title } } } }', {}, 4],
		['{ project(fullPath: "a") { issues(last: 500) { nodes { title } } } }', {}, 7],
		['{ project(fullPath: "a") { issues(sort: CREATED_ASC, search: "x") { nodes { title } } } }', {}, 19],
		['{ project(fullPath: "a") { issues(iid: "1") { nodes { title } } } }', {}, 4],
		['{ project(fullPath: "a") { repository { rootRef blobs(paths: ["a", "b"]) { nodes { plainData } } } } }', {}, 24],
		["{ a: currentUser { ...U } b: currentUser { ...U } } fragment U on User { name username }", {}, 6],
		["{ currentUser { ... on CurrentUser @include(if: false) { name } ... { username } } }", {}, 2],
		["{ __schema { types { name } } __typename }", {}, 1],
		["query($n: Int = 10) { projects(first: $n) { nodes { id } } }", {}, 3],
		["query($n: Int = 10) { projects(first: $n) { nodes { id } } }", { n: 100 }, 6],
		["query($s: String, $o: [Int!] = [1, 2]) { projects(search: $s) { nodes { id } } }", { s: null }, 6],
		["query($s: String) { projects(search: $s) { nodes { id } } }", { s: "x" }, 16],
		[
			'query($p: [String!]!) { project(fullPath: "a") { repository { blobs(paths: $p) { nodes { path } } } } }',
			{ p: ["a"] },
			12,
		],
		["mutation($i: CreateSnippetInput!) { createSnippet(input: $i) { errors snippet { id } } }", {}, 4],
		["{ # a comment { with braces\n currentUser { name } }", {}, 2],
		['{ echo(text: """block "with" { braces""") }', {}, 1],
		['{ runner(id: "1") { ownerProject { name ... on Project { repository { rootRef } } } } }', {}, 6],
		['{ runner(id: "1") { jobs(first: 1) { nodes { ...J } } } } fragment J on CiJob { project { path } }', {}, 5],
		["{ unknown { deep { deeper } } }", {}, 1],
	])("of %s with %j is %i", (query, variables, score) => {
		expect(estimateComplexity(query, variables as { [name: string]: unknown })).toBe(score);
	});

	test("of several operations the named one, of fragments in a circle an end", () => {
		const query = "query A { currentUser { name } } query B { currentUser { name username } }";
		expect([estimateComplexity(query), estimateComplexity(query, {}, "B")]).toEqual([2, 3]);
		expect(estimateComplexity("{ ...A } fragment A on Query { ...A currentUser { name } }")).toBe(2);
	});

	test("reports a text that ends too early", () => {
		expect(() => estimateComplexity("{ currentUser { name }")).toThrow("ends too early");
	});
});
