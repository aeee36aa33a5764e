import {
	type DocumentNode,
	getNamedType,
	type InlineFragmentNode,
	Kind,
	NoUnusedFragmentsRule,
	parse,
	type SelectionSetNode,
	specifiedRules,
	TypeInfo,
	validate,
	visit,
	visitWithTypeInfo,
} from "graphql";
import { describe, expect, test } from "vitest";
import { documents, schema } from "./support/graphql-schema";

const typeName = (info: TypeInfo): string => getNamedType(info.getType() ?? undefined)?.name ?? "";
const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});

describe("the documents", () => {
	const operations = documents.flatMap(({ file, operation, document }) =>
		operation ? [{ file, operation, document }] : [],
	);
	const kebab = (name: string): string => name.replace(/\B[A-Z]/g, "-$&").toLowerCase();

	test.each(documents.map(({ file, ...rest }) => [file, rest] as const))(
		"%s is valid, and has one definition with the name of the file",
		(file, { own, operation, document }) => {
			const rules = operation ? specifiedRules : specifiedRules.filter((rule) => rule !== NoUnusedFragmentsRule);
			expect(validate(schema, document, rules).map(({ message }) => message)).toEqual([]);
			expect(own).toHaveLength(1);
			expect(own.map((node) => ("name" in node && node.name ? kebab(node.name.value) : ""))).toEqual([file]);
		},
	);

	test("there is one for each mutation and for the most common queries", () => {
		const names = operations.map(({ operation }) => operation.name?.value);
		expect(names).toEqual(
			expect.arrayContaining(mutations.map(({ name }) => `${name[0]?.toUpperCase()}${name.slice(1)}`)),
		);
		expect(names).toEqual(
			expect.arrayContaining([
				"CurrentUser",
				"Project",
				"ProjectIssues",
				"ProjectMergeRequests",
				"ProjectPipelines",
				"ProjectReleases",
				"ProjectAlerts",
				"Group",
				"Runner",
				"Runners",
				"RepositoryBlobs",
			]),
		);
		const used = new Set(operations.flatMap(({ document }) => document.definitions.slice(1)));
		expect(
			documents.filter(
				({ own, operation }) =>
					!operation && !own.some((node) => node.kind === Kind.FRAGMENT_DEFINITION && used.has(node)),
			),
		).toEqual([]);
	});

	test.each(operations.map(({ file, document, operation }) => [file, { document, operation }] as const))(
		"%s pages every list, selects the errors of a mutation and nothing deprecated",
		(_, { document, operation }) => {
			const info = new TypeInfo(schema);
			const depth: string[] = [];
			visit(
				document,
				visitWithTypeInfo(info, {
					Field: {
						enter(node) {
							const name = node.name.value;
							expect(info.getFieldDef()?.deprecationReason ?? null, name).toBeNull();
							const type = typeName(info);
							const selected = node.selectionSet?.selections ?? [];
							const selects = (field: string): boolean =>
								selected.some((one) => one.kind === Kind.FIELD && one.name.value === field);
							if (info.getParentType() === schema.getMutationType()) expect(selects("errors")).toBe(true);
							if (!type.endsWith("Connection")) return;
							if (selects("nodes") || selects("edges")) {
								expect(selects("pageInfo"), name).toBe(true);
								if (depth.length === 0 && operation.operation === "query")
									expect(
										node.arguments?.map((one) => one.name.value),
										name,
									).toEqual(expect.arrayContaining(["first", "after"]));
							}
							depth.push(name);
						},
						leave(node) {
							if (depth.at(-1) === node.name.value) depth.pop();
						},
					},
					FragmentDefinition(node) {
						if (node.name.value !== "PageInfoFields") return;
						const fields = node.selectionSet.selections.map((one) => (one.kind === Kind.FIELD ? one.name.value : ""));
						expect(fields).toEqual(["hasNextPage", "endCursor"]);
					},
				}),
			);
		},
	);

	// A field costs 1, or more if it reads the repository. `sort` and `search` add to that.
	// A page of 100 items doubles the cost of its connection.
	const expensive: Record<string, number> = {
		rawBlob: 2,
		rawTextBlob: 2,
		plainData: 5,
		base64EncodedBlob: 3,
		rootRef: 2,
		blobs: 2,
	};

	function cost(document: DocumentNode): number {
		const fragments = new Map<string, SelectionSetNode>();
		for (const node of document.definitions)
			if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node.selectionSet);
		const inlined: DocumentNode = visit(document, {
			FragmentDefinition: () => null,
			FragmentSpread(node): InlineFragmentNode {
				const selectionSet = fragments.get(node.name.value);
				if (!selectionSet) throw new Error(`There is no fragment ${node.name.value}`);
				return { kind: Kind.INLINE_FRAGMENT, selectionSet };
			},
		});
		const info = new TypeInfo(schema);
		const open = [0];
		const add = (score: number): void => void open.push((open.pop() ?? 0) + score);
		visit(
			inlined,
			visitWithTypeInfo(info, {
				Field: {
					enter() {
						open.push(0);
					},
					leave(node) {
						const args = node.arguments?.map((one) => one.name.value) ?? [];
						const children = open.pop() ?? 0;
						const all =
							children +
							(expensive[node.name.value] ?? 1) +
							(args.includes("sort") ? 1 : 0) +
							(args.includes("search") ? 5 : 0);
						add(typeName(info).endsWith("Connection") ? 2 * all : all);
					},
				},
			}),
		);
		return open[0] ?? 0;
	}

	test("counts costs as the platform does", () => {
		const of = (text: string): number => cost(parse(text));
		expect(of("{ currentUser { name username } }")).toBe(3);
		expect(of('{ project(fullPath: "a/b") { issues { nodes { title } } } }')).toBe(7);
		expect(of('{ project(fullPath: "a/b") { ...F } } fragment F on Project { id name }')).toBe(3);
	});

	test.each(operations.map(({ file, document }) => [file, document] as const))(
		"%s costs at most 250 at the largest page",
		(_, document) => {
			expect(cost(document)).toBeLessThanOrEqual(250);
		},
	);
});
