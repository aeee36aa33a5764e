/** Queries that are small to write and would be much to carry out: each is refused, and soon. */
import { type Rule, rule } from "../../rule/rule";

const many = (count: number, one: (at: number) => string): string => Array.from({ length: count }, (_, at) => one(at)).join(" ");

/** Milliseconds within which a refusal is soon. */
const soon = 5_000;

const floods: readonly (readonly [slug: string, what: string, query: string])[] = [
	["aliases", "600 aliases", `{ ${many(600, (at) => `a${at}:__typename`)} }`],
	["repeated-fields", "A field 800 times", `{ ${"__typename ".repeat(800)} }`],
	["directives", "A directive 500 times", `{ __typename ${"@skip(if:false) ".repeat(500)} }`],
	[
		"doubling-fragments",
		"Fragments that double at every step",
		`{ ...F0 } ${many(30, (at) => `fragment F${at} on Query { ...F${at + 1} ...F${at + 1} }`)} fragment F30 on Query { __typename }`,
	],
	["fragment-cycle", "Fragments of each other", "{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }"],
	[
		"doubling-introspection",
		"Introspection that doubles at every step",
		`{ __schema { types { ...T0 } } } ${many(20, (at) => `fragment T${at} on __Type { ...T${at + 1} ...T${at + 1} }`)} fragment T20 on __Type { name }`,
	],
	["deep-lists", "A list of 3,000 levels", `{ echo(text: ${"[".repeat(3_000)}${"]".repeat(3_000)}) }`],
	["deep-selections", "A selection of 1,500 levels", `{ ${"a { ".repeat(1_500)} a ${"} ".repeat(1_500)} }`],
];

export const floodChecks: readonly Rule[] = floods.map(([slug, what, query]) =>
	rule(
		"",
		`${what}: refused at once`,
		["executeGraphql"],
		async (t) => {
			const answer = await t.anonymous.graphql(query);
			t.holds(`the status should be below 500, and is ${answer.status}`, answer.status < 500, answer);
			const errors = answer.field("errors");
			t.holds("there should be errors", Array.isArray(errors) && errors.length > 0, answer);
			answer.lacks("data");
			const { milliseconds } = answer.exchange;
			t.holds(`the refusal should come within ${soon} ms, and took ${Math.round(milliseconds)}`, milliseconds < soon, answer);
		},
		{ id: `graphql/floods/${slug}`, level: "SHOULD", phase: "graphql", domain: "graphql", effect: "reads" },
	),
);
