import { ask } from "../../rule/graphql";
import { assumed, type Rule } from "../../rule/rule";
import { writes } from "./lab";

/** A query, and its first error: the message, its path by names, and its extensions. */
type Refused = readonly [query: string, message: string, path: readonly string[], extensions: { readonly [name: string]: unknown }];

const values: readonly Refused[] = [
	[
		"{ user(username: 1) { id } }",
		"Argument 'username' on Field 'user' has an invalid value (1). Expected type 'String'.",
		["query", "user", "username"],
		{ code: "argumentLiteralsIncompatible", typeName: "Field", argumentName: "username" },
	],
	[
		'mutation { issueSetLocked(input: { projectPath: "a", iid: "1", locked: "no" }) { errors } }',
		"Argument 'locked' on InputObject 'IssueSetLockedInput' has an invalid value (\"no\"). Expected type 'Boolean!'.",
		["mutation", "issueSetLocked", "input", "locked"],
		{ code: "argumentLiteralsIncompatible", typeName: "InputObject", argumentName: "locked" },
	],
	[
		'mutation { issueSetLocked(input: { projectPath: "a", iid: "1" }) { errors } }',
		"Argument 'locked' on InputObject 'IssueSetLockedInput' is required. Expected type Boolean!",
		["mutation", "issueSetLocked", "input"],
		{
			code: "missingRequiredInputObjectAttribute",
			argumentName: "locked",
			argumentType: "Boolean!",
			inputObjectType: "IssueSetLockedInput",
		},
	],
	[
		'mutation { issueSetLocked(input: { projectPath: "a", iid: "1", locked: true, x: 1 }) { errors } }',
		"InputObject 'IssueSetLockedInput' doesn't accept argument 'x'",
		["mutation", "issueSetLocked", "input", "x"],
		{ code: "argumentNotAccepted", name: "IssueSetLockedInput", typeName: "InputObject", argumentName: "x" },
	],
];

const variables: readonly Refused[] = [
	[
		"query($a: Nothing) { echo(text: $a) }",
		"Nothing isn't a defined input type (on $a)",
		["query"],
		{ code: "variableRequiresValidType", typeName: "Nothing", variableName: "a" },
	],
	[
		"query($a: Project) { __typename @include(if: $a) }",
		"Project isn't a valid input type (on $a)",
		["query"],
		{ code: "variableRequiresValidType", typeName: "Project", variableName: "a" },
	],
	["query Q($a: String) { __typename }", "Variable $a is declared by Q but not used", ["query Q"], { code: "variableNotUsed", variableName: "a" }],
	[
		"{ echo(text: $a) }",
		"Variable $a is used by anonymous query but not declared",
		["query", "echo", "text"],
		{ code: "variableNotDefined", variableName: "a" },
	],
	[
		"query($a: String) { echo(text: $a) }",
		"Nullability mismatch on variable $a and argument text (String / String!)",
		["query"],
		{ code: "variableMismatch", variableName: "a", typeName: "String", argumentName: "text", errorMessage: "Nullability mismatch" },
	],
	[
		"query($a: Int!) { echo(text: $a) }",
		"Type mismatch on variable $a and argument text (Int! / String!)",
		["query"],
		{ code: "variableMismatch", variableName: "a", typeName: "Int!", argumentName: "text", errorMessage: "Type mismatch" },
	],
	[
		'query($a: Int = "x") { users(first: $a) { nodes { id } } }',
		"Default value for $a doesn't match type Int",
		["query"],
		{ code: "defaultValueInvalidType", variableName: "a", typeName: "Int" },
	],
];

const fragments: readonly Refused[] = [
	["{ ...F }", "Fragment F was used, but not defined", ["query"], { code: "useAndDefineFragment", fragmentName: "F" }],
	[
		"{ __typename } fragment F on Query { __typename }",
		"Fragment F was defined, but not used",
		["fragment F"],
		{ code: "useAndDefineFragment", fragmentName: "F" },
	],
	[
		"{ ... on Nothing { id } }",
		"No such type Nothing, so it can't be a fragment condition",
		["query", "... on Nothing"],
		{ code: "undefinedType", typeName: "Nothing" },
	],
	[
		"{ ... on Project { id } }",
		"Fragment on Project can't be spread inside Query",
		["query", "... on Project"],
		{ code: "cannotSpreadFragment", typeName: "Project", fragmentName: "unknown", parentName: "Query" },
	],
	["{ ...F } fragment F on Query { ...F }", "Fragment F contains an infinite loop", ["fragment F"], { code: "infiniteLoop", fragmentName: "F" }],
];

const others: readonly Refused[] = [
	["{ __typename @nothing }", "Directive @nothing is not defined", ["query", "__typename"], { code: "undefinedDirective", directiveName: "nothing" }],
	[
		"query @skip(if: true) { __typename }",
		"'@skip' can't be applied to queries (allowed: fields, fragment spreads, inline fragments)",
		["query"],
		{ code: "directiveCannotBeApplied", targetName: "queries", name: "skip" },
	],
	['{ echo(text: "a", text: "b") }', 'There can be only one argument named "text"', ["query", "echo", "text"], { code: "argumentNotUnique", name: "text" }],
	[
		'{ a: echo(text: "1") a: __typename }',
		"Field 'a' has a field conflict: echo or __typename?",
		["query", "a"],
		{ code: "fieldConflict", fieldName: "a", conflicts: "echo or __typename" },
	],
	[
		'{ echo(text: "1") echo(text: "2") }',
		'Field \'echo\' has an argument conflict: {text:"1"} or {text:"2"}?',
		["query", "echo"],
		{ code: "fieldConflict", fieldName: "echo", conflicts: '{text:"1"} or {text:"2"}' },
	],
];

const refusals = (what: string, id: string, cases: readonly Refused[]): Rule =>
	assumed(
		"GQL-011",
		`What is wrong with ${what} is said in one sentence, with its path and a code.`,
		"executeGraphql",
		async (t) => {
			for (const [query, message, path, extensions] of cases) {
				const { http, errors } = await ask(t.anonymous, query);
				http.is(200).lacks("data");
				const [error] = errors;
				const shown = { message: error?.message, path: error?.path, extensions: error?.extensions };
				t.same(`the error of ${query}`, shown, { message, path, extensions }, http);
			}
		},
		// A query that was not refused might change something.
		{ ...writes, id: `rules/graphql/${id}` },
	);

/** What a query is refused with before it runs. */
export const validationRules: readonly Rule[] = [
	refusals("a value", "refused-values", values),
	refusals("a variable", "refused-variables", variables),
	refusals("a fragment", "refused-fragments", fragments),
	refusals("directives, arguments and fields", "refused-fields", others),
];
