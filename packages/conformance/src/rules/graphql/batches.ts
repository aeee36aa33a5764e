import { isFields } from "../../rule/answer";
import { assumed, rule } from "../../rule/rule";
import { keepLock } from "./locking";
import { batch, messageOf, post } from "./post";

const reads = { effect: "reads" } as const;

export const batchChecks = [
	rule(
		"GQL-026",
		"Several queries may be sent in one request (multiplex) and all are executed.",
		"executeGraphql",
		async (t) => {
			const results = await batch(t.anonymous, ['{ echo(text: "1") }', '{ echo(text: "2") }']);
			t.same(
				"the results",
				results.map(({ data }) => data),
				[{ echo: "nil says: 1" }, { echo: "nil says: 2" }],
			);
		},
		{ ...reads },
	),
	assumed(
		"GQL-027",
		"The multiplex form is a JSON array of {query, variables, operationName}; the answer is a JSON array with one result per entry in request order.",
		"executeGraphql",
		async (t) => {
			const results = await batch(t.anonymous, [
				'{ echo(text: "1") }',
				{ query: "query($t: String!) { echo(text: $t) }", variables: { t: "2" } },
				{ query: 'query A { echo(text: "a") } query B { echo(text: "b") }', operationName: "B" },
			]);
			const last = results.map(({ data }) => (isFields(data) ? String(data.echo).slice(-1) : undefined));
			t.same("the last letters of the results", last, ["1", "2", "b"]);
		},
		reads,
	),
	assumed(
		"GQL-028",
		"One failing entry of a multiplex leaves the others' data intact.",
		"executeGraphql",
		async (t) => {
			const [broken, whole, cut] = await batch(t.anonymous, ["{ nothing }", "{ __typename }", "{"]);
			t.same("the entry between failing ones", whole, { data: { __typename: "Query" } });
			t.holds("the other two should have errors", messageOf(broken) !== undefined && messageOf(cut) !== undefined);
		},
		reads,
	),
	assumed(
		"GQL-029",
		"Authentication applies to all entries; an invalid token → one 401 object, not an array.",
		"executeGraphql",
		async (t) => {
			const answer = await post(t.bearing(t.unique("no-such-token")), [{ query: "{ __typename }" }, { query: "{ __typename }" }]);
			answer.is(401);
			t.holds("the answer should be one object", isFields(answer.json), answer);
		},
		reads,
	),
	assumed("GQL-030", "Mutations in a multiplex run in order, each seeing the state left by the former.", "executeGraphql", async (t) => {
		const { projectPath, iid, locked } = await keepLock(t);
		const input = `projectPath: ${JSON.stringify(projectPath)}, iid: "${iid}"`;
		const lock = (to: boolean) => `mutation { issueSetLocked(input: { ${input}, locked: ${to} }) { issue { discussionLocked } } }`;
		const read = `{ project(fullPath: ${JSON.stringify(projectPath)}) { issue(iid: "${iid}") { discussionLocked } } }`;
		const results = await batch(t.as("maintainer"), [read, lock(!locked), read, lock(locked), read]);
		const states = results.map((one) => /"discussionLocked":(true|false)/.exec(JSON.stringify(one))?.[1]);
		t.same("what each entry saw", states, [locked, !locked, !locked, locked, locked].map(String));
	}),
	assumed(
		"GQL-031",
		"An empty array → 200 `[]`; an array of one gives an array of one.",
		"executeGraphql",
		async (t) => {
			t.same("the answer to no query", (await post(t.anonymous, [])).is(200).json, []);
			t.same("the answer to one", await batch(t.anonymous, ["{ __typename }"]), [{ data: { __typename: "Query" } }]);
		},
		reads,
	),
];
