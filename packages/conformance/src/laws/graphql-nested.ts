import { numberOf } from "../rule/graphql";
import type { Fields } from "../rule/response";
import type { Rule } from "../rule/rule";
import { nodesOf } from "../rules/graphql/connections";
import { graphqlLaw } from "./graphql-law";
import { at, connectionsOf, reached } from "./graphql-paths";

const pages = { all: "", first: "first: 1", last: "last: 1", none: "first: 0" };

/** Every connection of a record supports `first` and `last`, for any number of nodes. */
export const graphqlNested: readonly Rule[] = Object.entries(reached).map(([slug, { type, first, options }]) =>
	graphqlLaw(
		`nested-${slug}`,
		`first and last set the page size of every connection of the record (${slug.replaceAll("_", " ")})`,
		"ASSUMED",
		async (t) => {
			const path = await first(t);
			const record = (await at(t, "administrator", path, "id")) ?? t.skip("the scene has no such record");
			for (const field of await connectionsOf(t, type)) {
				const selection = Object.entries(pages).map(
					([name, args]) =>
						`${name}: ${field}${args && `(${args})`} { nodes { ${field === "notes" ? "noteableId" : "__typename"} } pageInfo { hasNextPage hasPreviousPage startCursor } }`,
				);
				const found: Fields = (await at(t, "administrator", path, `id ${selection.join(" ")}`, record.id)) ?? {};
				// The list of a disabled feature is null.
				if (found.all === null) continue;
				const total = nodesOf(found.all).length;
				const has = total > 0;
				if (field === "notes") for (const { noteableId } of nodesOf(found.all)) t.same("noteableId of a note", noteableId, numberOf(record.id));
				const info = (name: string): Fields => Object(Object(found[name]).pageInfo);
				t.same(
					`the number of nodes of ${field} with first: 1, last: 1 and first: 0`,
					[...["first", "last", "none"].map((name) => nodesOf(found[name]).length)],
					[...[Number(has), Number(has), 0]],
				);
				t.same(
					`hasNextPage with first: 1, hasPreviousPage with last: 1 and startCursor with first: 0 of ${field}`,
					[info("first").hasNextPage, info("last").hasPreviousPage, info("none").startCursor],
					[...[total > 1, total > 1, null]],
				);
			}
		},
		options,
	),
);
