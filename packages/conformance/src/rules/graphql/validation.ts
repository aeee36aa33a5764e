import { ask } from "../../rule/graphql";
import { assumed, type Rule } from "../../rule/rule";
import { writes } from "./lab";

/**
 * Queries that are refused before they run. Each is three lines: the query; the message of its first error; the error's path, and after
 * the colon its code and its other extensions.
 */
const tables = {
	values: `
		{ user(username: 1) { id } }
			Argument 'username' on Field 'user' has an invalid value (1). Expected type 'String'.
			query/user/username : argumentLiteralsIncompatible typeName=Field argumentName=username
		{ users(sort: NOPE) { nodes { id } } }
			Argument 'sort' on Field 'users' has an invalid value (NOPE). Expected type 'Sort'.
			query/users/sort : argumentLiteralsIncompatible typeName=Field argumentName=sort
		{ users(ids: ["1", { a: 2 }]) { nodes { id } } }
			Argument 'ids' on Field 'users' has an invalid value (["1", {a: 2}]). Expected type '[ID!]'.
			query/users/ids : argumentLiteralsIncompatible typeName=Field argumentName=ids
		{ __typename @skip(if: 1) }
			Argument 'if' on Directive 'skip' has an invalid value (1). Expected type 'Boolean!'.
			query/__typename/if : argumentLiteralsIncompatible typeName=Directive argumentName=if
		mutation { issueSetLocked(input: { projectPath: "a", iid: "1", locked: "no" }) { errors } }
			Argument 'locked' on InputObject 'IssueSetLockedInput' has an invalid value ("no"). Expected type 'Boolean!'.
			mutation/issueSetLocked/input/locked : argumentLiteralsIncompatible typeName=InputObject argumentName=locked
		mutation { createSnippet(input: { title: "a", visibilityLevel: public, blobActions: [{ action: create, filePath: 1 }] }) { errors } }
			Argument 'filePath' on InputObject 'SnippetBlobActionInputType' has an invalid value (1). Expected type 'String!'.
			mutation/createSnippet/input/blobActions/filePath : argumentLiteralsIncompatible typeName=InputObject argumentName=filePath
		mutation { issueSetLocked(input: { projectPath: "a", iid: "1" }) { errors } }
			Argument 'locked' on InputObject 'IssueSetLockedInput' is required. Expected type Boolean!
			mutation/issueSetLocked/input : missingRequiredInputObjectAttribute argumentName=locked argumentType=Boolean! inputObjectType=IssueSetLockedInput
		mutation { issueSetLocked(input: { projectPath: "a", iid: "1", locked: true, x: 1 }) { errors } }
			InputObject 'IssueSetLockedInput' doesn't accept argument 'x'
			mutation/issueSetLocked/input/x : argumentNotAccepted name=IssueSetLockedInput typeName=InputObject argumentName=x
		mutation { issueSetLocked(input: { projectPath: "a", iid: "1", iid: "2", locked: true }) { errors } }
			There can be only one input field named "iid"
			mutation/issueSetLocked/input/iid : inputFieldNotUnique name=iid`,
	variables: `
		query($a: Nothing) { echo(text: $a) }
			Nothing isn't a defined input type (on $a)
			query : variableRequiresValidType typeName=Nothing variableName=a
		query($a: [Project!]) { __typename @include(if: $a) }
			Project isn't a valid input type (on $a)
			query : variableRequiresValidType typeName=Project variableName=a
		query($a: Int, $a: Int) { users(first: $a) { nodes { id } } }
			There can only be one variable named "a"
			query : variableNotUnique variableName=a
		query Q($a: String) { __typename }
			Variable $a is declared by Q but not used
			query Q : variableNotUsed variableName=a
		mutation($a: Int) { __typename }
			Variable $a is declared by anonymous mutation but not used
			mutation : variableNotUsed variableName=a
		{ echo(text: $a) }
			Variable $a is used by anonymous query but not declared
			query/echo/text : variableNotDefined variableName=a
		{ ...F } fragment F on Query { echo(text: $a) }
			Variable $a is used by fragment F but not declared
			fragment F/echo/text : variableNotDefined variableName=a
		query($a: String) { echo(text: $a) }
			Nullability mismatch on variable $a and argument text (String / String!)
			query : variableMismatch variableName=a typeName=String argumentName=text errorMessage="Nullability mismatch"
		query($a: Int!) { echo(text: $a) }
			Type mismatch on variable $a and argument text (Int! / String!)
			query : variableMismatch variableName=a typeName=Int! argumentName=text errorMessage="Type mismatch"
		query($a: ID!) { users(ids: $a) { nodes { id } } }
			List dimension mismatch on variable $a and argument ids (ID! / [ID!])
			query : variableMismatch variableName=a typeName=ID! argumentName=ids errorMessage="List dimension mismatch"
		query($a: Int = "x") { users(first: $a) { nodes { id } } }
			Default value for $a doesn't match type Int
			query : defaultValueInvalidType variableName=a typeName=Int`,
	fragments: `
		{ ...F }
			Fragment F was used, but not defined
			query : useAndDefineFragment fragmentName=F
		{ __typename } fragment F on Query { __typename }
			Fragment F was defined, but not used
			fragment F : useAndDefineFragment fragmentName=F
		{ ...F } fragment F on Query { __typename } fragment F on Query { __typename }
			Fragment name "F" must be unique
			fragment F : fragmentNotUnique fragmentName=F
		{ ... on Nothing { id } }
			No such type Nothing, so it can't be a fragment condition
			query/... on Nothing : undefinedType typeName=Nothing
		{ ... on Time { x } }
			Invalid fragment on type Time (must be Union, Interface or Object)
			query/... on Time : fragmentOnNonCompositeType typeName=Time argumentName=Time
		{ ... on Project { id } }
			Fragment on Project can't be spread inside Query
			query/... on Project : cannotSpreadFragment typeName=Project fragmentName=unknown parentName=Query
		{ ...F } fragment F on Project { id }
			Fragment F on Project can't be spread inside Query
			query : cannotSpreadFragment typeName=Project fragmentName=F parentName=Query
		{ ...F } fragment F on Query { ...F }
			Fragment F contains an infinite loop
			fragment F : infiniteLoop fragmentName=F`,
	directives: `
		{ __typename @nothing }
			Directive @nothing is not defined
			query/__typename : undefinedDirective directiveName=nothing
		query @skip(if: true) { __typename }
			'@skip' can't be applied to queries (allowed: fields, fragment spreads, inline fragments)
			query : directiveCannotBeApplied targetName=queries name=skip
		mutation @include(if: true) { __typename }
			'@include' can't be applied to mutations (allowed: fields, fragment spreads, inline fragments)
			mutation : directiveCannotBeApplied targetName=mutations name=include
		fragment F on Query @skip(if: true) { __typename } { ...F }
			'@skip' can't be applied to fragment definitions (allowed: fields, fragment spreads, inline fragments)
			fragment F : directiveCannotBeApplied targetName="fragment definitions" name=skip
		query($a: Int @skip(if: true)) { users(first: $a) { nodes { id } } }
			'@skip' can't be applied to variable definitions (allowed: fields, fragment spreads, inline fragments)
			query : directiveCannotBeApplied targetName="variable definitions" name=skip
		{ __typename @skip(if: true) @skip(if: true) }
			The directive "skip" can only be used once at this location.
			query/__typename : directiveNotUniqueForLocation directiveName=skip
		{ __typename @skip }
			Directive 'skip' is missing required arguments: if
			: missingRequiredArguments className=Directive name=skip arguments=if
		{ __typename @skip(if: true, x: 1) }
			Directive 'skip' doesn't accept argument 'x'
			: argumentNotAccepted name=skip typeName=Directive argumentName=x`,
	fields: `
		{ echo }
			Field 'echo' is missing required arguments: text
			query/echo : missingRequiredArguments className=Field name=echo arguments=text
		{ e: echo(text: "a", x: 1) }
			Field 'echo' doesn't accept argument 'x'
			query/e/x : argumentNotAccepted name=echo typeName=Field argumentName=x
		{ echo(text: "a", text: "b") }
			There can be only one argument named "text"
			query/echo/text : argumentNotUnique name=text
		{ currentUser }
			Field must have selections (field 'currentUser' returns CurrentUser but has no selections. Did you mean 'currentUser { ... }'?)
			query/currentUser : selectionMismatch nodeName="field 'currentUser'" typeName=CurrentUser
		{ queryComplexity { score { a ... { b } } } }
			Selections can't be made on scalars (field 'score' returns Int but has selections [a, ...])
			query/queryComplexity/score : selectionMismatch nodeName="field 'score'" typeName=Int
		{ currentUser { state { x } } }
			Selections can't be made on enums (field 'state' returns UserState but has selections [x])
			query/currentUser/state : selectionMismatch nodeName="field 'state'" typeName=UserState
		{ a: echo(text: "1") a: __typename }
			Field 'a' has a field conflict: echo or __typename?
			query/a : fieldConflict fieldName=a conflicts="echo or __typename"
		{ echo(text: "1") echo(text: "2") }
			Field 'echo' has an argument conflict: {text:"1"} or {text:"2"}?
			query/echo : fieldConflict fieldName=echo conflicts="{text:\\"1\\"} or {text:\\"2\\"}"`,
	operations: `
		query A { __typename } query A { __typename }
			Operation name "A" must be unique
			query A : uniquelyNamedOperations operationName=A
		query A { __typename } { __typename }
			Operation name is required when multiple operations are present
			query : uniquelyNamedOperations
		{ __typename } type A { a: Int }
			Query cannot contain schema definitions
			: queryContainsSchemaDefinitions`,
} as const;

/** The errors of queries that are refused before they run. */
export const validationRules: readonly Rule[] = Object.entries(tables).map(([what, table]) =>
	assumed(
		"GQL-011",
		`Invalid ${what} in a query return an error with a message, a path and a code.`,
		"executeGraphql",
		async (t) => {
			for (const [, query = "", message, path = "", code, more = ""] of table.matchAll(/(\S.*)\n\s+(\S.*)\n\s+(.*?) ?: (\w+)(.*)/g)) {
				const extensions = [...more.matchAll(/(\w+)=(?:(".*")|(\S+))/g)].map(([, name, long, word]) => [name, long ? JSON.parse(long) : word]);
				const expected = { message, path: path.split("/").filter(Boolean), extensions: { code, ...Object.fromEntries(extensions) } };
				const { http, errors } = await ask(t.anonymous, query);
				http.is(200).lacks("data");
				const [error] = errors;
				t.same(`the error of ${query}`, { message: error?.message, path: error?.path, extensions: error?.extensions }, expected, http);
			}
		},
		// A query that is not refused might change something.
		{ ...writes, id: `rules/graphql/refused-${what}` },
	),
);
