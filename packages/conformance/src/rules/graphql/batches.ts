import { isFields } from "../../rule/answer";
import { check } from "../../rule/rule";
import { keepLock } from "./locking";
import { batch, messageOf, post } from "./post";

const reads = { effect: "reads" } as const;

export const batchChecks = [
	check(
		"GQL-026",
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
	check(
		"GQL-027",
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
	check(
		"GQL-028",
		async (t) => {
			const [broken, whole, cut] = await batch(t.anonymous, ["{ nothing }", "{ __typename }", "{"]);
			t.same("the entry between failing ones", whole, { data: { __typename: "Query" } });
			t.holds("the other two should have errors", messageOf(broken) !== undefined && messageOf(cut) !== undefined);
		},
		reads,
	),
	check(
		"GQL-029",
		async (t) => {
			const answer = await post(t.bearing(t.unique("no-such-token")), [
				{ query: "{ __typename }" },
				{ query: "{ __typename }" },
			]);
			answer.is(401);
			t.holds("the answer should be one object", isFields(answer.json), answer);
		},
		reads,
	),
	check("GQL-030", async (t) => {
		const { projectPath, iid, locked } = await keepLock(t);
		const input = `projectPath: ${JSON.stringify(projectPath)}, iid: "${iid}"`;
		const lock = (to: boolean) =>
			`mutation { issueSetLocked(input: { ${input}, locked: ${to} }) { issue { discussionLocked } } }`;
		const read = `{ project(fullPath: ${JSON.stringify(projectPath)}) { issue(iid: "${iid}") { discussionLocked } } }`;
		const results = await batch(t.as("maintainer"), [read, lock(!locked), read, lock(locked), read]);
		const states = results.map((one) => /"discussionLocked":(true|false)/.exec(JSON.stringify(one))?.[1]);
		t.same("what each entry saw", states, [locked, !locked, !locked, locked, locked].map(String));
	}),
	check(
		"GQL-031",
		async (t) => {
			t.same("the answer to no query", (await post(t.anonymous, [])).is(200).json, []);
			t.same("the answer to one", await batch(t.anonymous, ["{ __typename }"]), [{ data: { __typename: "Query" } }]);
		},
		reads,
	),
];
