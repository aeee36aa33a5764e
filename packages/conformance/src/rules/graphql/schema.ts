import { schemaText } from "@tenon/contract/graphql-schema";
import { type Fields, isFields } from "../../rule/answer";
import { ask, type GraphqlAnswer } from "../../rule/graphql";
import { assumed, rule } from "../../rule/rule";
import { keepLock } from "./locking";
import { batch, messageOf, response } from "./post";

const reads = { effect: "reads" } as const;
const many = (count: number, one: (at: number) => string): string => Array.from({ length: count }, (_, at) => one(at)).join(" ");

/** Has a field that is deprecated. */
const deprecated = '{ runner(id: "gid://service/Ci::Runner/1") { active } }';
const without = "?remove_deprecated=true";

/** The field must be refused as one that there is not. */
function gone(response: GraphqlAnswer): void {
	response.refuses("Field 'active' doesn't exist on type 'CiRunner'");
	const extensions = response.errors[0]?.extensions;
	if (!isFields(extensions) || extensions.code !== "undefinedField") throw response.answer.deviation("the error's code should be undefinedField");
}

/** The field must be there still. */
function kept(response: GraphqlAnswer): void {
	if (!Object.hasOwn(response.data, "runner")) throw response.answer.deviation("the deprecated field should be answered");
}

export const schemaChecks = [
	assumed(
		"GQL-019",
		"Introspection (`{ __schema { types { name } } }`) works and lists the contract's types.",
		"executeGraphql",
		async (t) => {
			const answer = await ask(t.as("guest"), "{ __schema { types { name } } }");
			const names = new Set(answer.list("__schema.types").map(({ name }) => name));
			const known = [...schemaText.matchAll(/^(?:type|interface|union|enum|input|scalar) (\w+)/gm)].map(([, name]) => name);
			t.same(
				"the contract's types that are missing",
				known.filter((name) => !names.has(name)),
				[],
			);
		},
		reads,
	),
	assumed(
		"GQL-020",
		"Introspection works without credentials and is not charged against the complexity limit.",
		"executeGraphql",
		async (t) => {
			const charged = await ask(t.anonymous, "{ __schema { types { name } } queryComplexity { score } }");
			t.same("the score of queryComplexity with introspection", charged.at("queryComplexity.score"), 2, charged.answer);
			const wide = await ask(t.anonymous, `{ ${many(100, (at) => `s${at}: __schema { queryType { name } }`)} }`);
			t.same("the last of a hundred introspections", wide.at("s99.queryType.name"), "Query", wide.answer);
		},
		reads,
	),
	assumed(
		"GQL-022",
		"Aliases, named and inline fragments, @include, @skip and __typename work as the GraphQL specification says.",
		"executeGraphql",
		async (t) => {
			const query = `query($yes: Boolean!) {
				one: echo(text: "1") two: echo(text: "2") ...Named ... on Query { __typename }
				skipped: echo(text: "3") @skip(if: $yes) kept: echo(text: "4") @include(if: $yes)
				left: echo(text: "5") @skip(if: false) out: echo(text: "6") @include(if: false)
			}
			fragment Named on Query { currentUser { username } }`;
			const { answer, data } = await ask(t.anonymous, query, { yes: true });
			t.same(
				"the data",
				data,
				{
					one: "nil says: 1",
					two: "nil says: 2",
					currentUser: null,
					__typename: "Query",
					kept: "nil says: 4",
					left: "nil says: 5",
				},
				answer,
			);
		},
		reads,
	),
	assumed(
		"GQL-023",
		"Several mutation fields of one operation run one after another in document order; a failing one leaves the effects of the former.",
		"executeGraphql",
		async (t) => {
			const { projectPath, iid, locked } = await keepLock(t);
			const input = (number: string, to: boolean) => `(input: { projectPath: ${JSON.stringify(projectPath)}, iid: "${number}", locked: ${to} })`;
			const selection = "{ issue { discussionLocked } }";
			const maintainer = t.as("maintainer");
			const both = await ask(
				maintainer,
				`mutation { a: issueSetLocked${input(iid, !locked)} ${selection} b: issueSetLocked${input(iid, locked)} ${selection} }`,
			);
			const states = [both.at("a.issue.discussionLocked"), both.at("b.issue.discussionLocked")];
			t.same("what the two mutations left", states, [!locked, locked], both.answer);
			const failing = await ask(
				maintainer,
				`mutation { a: issueSetLocked${input(iid, !locked)} ${selection} b: issueSetLocked${input("999999999", true)} ${selection} }`,
			);
			t.holds("the second mutation should fail", failing.errors.length === 1, failing.answer);
			const query = "query($path: ID!, $iid: String) { project(fullPath: $path) { issue(iid: $iid) { discussionLocked } } }";
			const after = await ask(maintainer, query, { path: projectPath, iid });
			t.same("what the first one left", after.at("project.issue.discussionLocked"), !locked, after.answer);
		},
	),
	assumed(
		"GQL-032",
		"`?remove_deprecated=true` on the address runs against the schema without deprecated items: selecting a deprecated field → undefinedField error.",
		"executeGraphql",
		async (t) => gone(await response(t.as("guest"), { query: deprecated }, without)),
		reads,
	),
	rule(
		"GQL-033",
		"Without remove_deprecated (or false) the same query succeeds.",
		"executeGraphql",
		async (t) => {
			for (const address of ["", "?remove_deprecated=false"]) kept(await response(t.as("guest"), { query: deprecated }, address));
		},
		reads,
	),
	assumed(
		"GQL-034",
		"`remove_deprecated: true` in the body has the same effect.",
		"executeGraphql",
		async (t) => {
			gone(await response(t.as("guest"), { query: deprecated, remove_deprecated: true }));
			kept(await response(t.as("guest"), { query: deprecated, remove_deprecated: false }));
		},
		reads,
	),
	assumed(
		"GQL-035",
		"With remove_deprecated deprecated arguments and enum values are rejected too, and introspection omits deprecated items.",
		"executeGraphql",
		async (t) => {
			const caller = t.as("guest");
			const path = JSON.stringify(t.scene("project"));
			for (const query of [
				`{ project(fullPath: ${path}) { runners(active: true) { nodes { id } } } }`,
				"{ users(sort: created_asc, first: 1) { nodes { id } } }",
			]) {
				t.holds("there should be data", isFields((await response(caller, { query })).data));
				(await response(caller, { query }, without)).refuses(/active|created_asc/);
			}
			const query = `{ __type(name: "CiRunner") { fields(includeDeprecated: true) { name isDeprecated } }
				sort: __type(name: "Sort") { enumValues(includeDeprecated: true) { name isDeprecated } } }`;
			const items = async (address: string): Promise<readonly Fields[]> => {
				const answer = await response(caller, { query }, address);
				return [...answer.list("__type.fields"), ...answer.list("sort.enumValues")];
			};
			const all = await items("");
			t.holds(
				"the whole schema should have deprecated items",
				all.some(({ isDeprecated }) => isDeprecated === true),
			);
			t.same(
				"the items without deprecated ones",
				await items(without),
				all.filter(({ isDeprecated }) => isDeprecated !== true),
			);
		},
		reads,
	),
	assumed(
		"GQL-036",
		"remove_deprecated on the address applies to every entry of a multiplex.",
		"executeGraphql",
		async (t) => {
			const results = await batch(t.as("guest"), [{ query: "{ __typename }" }, { query: deprecated }, { query: deprecated }], without);
			const message = "Field 'active' doesn't exist on type 'CiRunner'";
			t.same("the messages", results.map(messageOf), [undefined, message, message]);
		},
		reads,
	),
];
