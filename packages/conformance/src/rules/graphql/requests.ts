import { ask, GraphqlAnswer, mutate } from "../../rule/graphql";
import { assumed, rule } from "../../rule/rule";
import { post, response } from "./post";

const reads = { effect: "reads" } as const;
const echoed = (t: { user(name: "guest"): { username: string } }, text: string): string => `"${t.user("guest").username}" says: ${text}`;

export const requestChecks = [
	rule(
		"GQL-003",
		'POST with {"query":"{ __typename }"} and Content-Type application/json → 200 {"data":{"__typename":"Query"}}.',
		"executeGraphql",
		async (t) => {
			const answer = await t.anonymous.send("POST", "/api/graphql", {
				body: '{"query":"{ __typename }"}',
				headers: { "content-type": "application/json" },
			});
			t.same("the answer", answer.is(200).json, { data: { __typename: "Query" } }, answer);
		},
		reads,
	),
	rule(
		"GQL-004",
		'`variables` in the body are applied: query($p: ID!){ project(fullPath:$p){ id } } with {"p":"a/b"} returns that project.',
		"executeGraphql",
		async (t) => {
			const path = t.scene("project");
			const answer = await ask(t.anonymous, "query($p: ID!) { project(fullPath: $p) { fullPath } }", { p: path });
			t.same("the project's path", answer.at("project.fullPath"), path, answer.answer);
		},
		reads,
	),
	assumed(
		"GQL-005",
		'`variables` may also be a JSON text; text that is not a JSON object, or an array → 422 {"errors":[{"message":…}]}.',
		"executeGraphql",
		async (t) => {
			const query = 'query($t: String! = "-") { echo(text: $t) }';
			const asText = await response(t.as("guest"), { query, variables: '{"t":"x"}' });
			t.same("echo of variables as text", asText.at("echo"), echoed(t, "x"), asText.answer);
			for (const variables of ["text", "[1]", [1]]) {
				const refused = await response(t.as("guest"), { query, variables });
				refused.answer.is(422);
				t.holds("the refusal should have a message", refused.message !== undefined, refused.answer);
			}
		},
		reads,
	),
	assumed(
		"GQL-006",
		"With several operations `operationName` selects the one executed; without it → an error that an operation name is required.",
		"executeGraphql",
		async (t) => {
			const query = 'query A { echo(text: "a") } query B { echo(text: "b") }';
			const one = await response(t.as("guest"), { query, operationName: "B" });
			t.same("the operation named B", one.at("echo"), echoed(t, "b"), one.answer);
			(await response(t.as("guest"), { query })).refuses(/operation name/i);
		},
		reads,
	),
	assumed(
		"GQL-007",
		'GET with `query` in the query string answers queries; a mutation → 422 {"errors":[{"message":"Mutations are forbidden in GET requests"}]}.',
		"executeGraphql",
		async (t) => {
			const at = (query: string) => `/api/graphql?query=${encodeURIComponent(query)}`;
			const asked = (await t.anonymous.send("GET", at("{ __typename }"))).is(200);
			t.same("the answer to GET", asked.json, { data: { __typename: "Query" } }, asked);
			const refused = await t.as("guest").send("GET", at("mutation { __typename }"));
			refused.refuses(422, { errors: [{ message: "Mutations are forbidden in GET requests" }] });
		},
	),
	assumed(
		"GQL-008",
		"Query text may also come as form field `query`, giving the same answer as JSON.",
		"executeGraphql",
		async (t) => {
			const query = '{ echo(text: "x") }';
			const form = await t.as("guest").send("POST", "/api/graphql", { form: { query } });
			const json = await post(t.as("guest"), { query });
			t.same("the answer to the form", form.is(200).json, json.is(200).json, form);
			t.same("its data", new GraphqlAnswer(form).at("echo"), echoed(t, "x"), form);
		},
		reads,
	),
	assumed(
		"GQL-009",
		'A missing or empty query → 200 {"errors":[{"message":"Unexpected end of document","locations":[]}]}.',
		"executeGraphql",
		async (t) => {
			for (const json of [{}, { query: "" }])
				(await post(t.anonymous, json)).refuses(200, {
					errors: [{ message: "Unexpected end of document", locations: [] }],
				});
		},
		reads,
	),
	assumed(
		"GQL-010",
		"A syntax error → 200 with one error carrying `locations`, and no `data`.",
		"executeGraphql",
		async (t) => {
			const refused = await ask(t.anonymous, "{ project(");
			refused.answer.is(200).lacks("data");
			const [error, ...more] = refused.errors;
			t.same("further errors", more, [], refused.answer);
			const places = error?.locations;
			t.holds("the error should carry locations", Array.isArray(places) && places.length > 0, refused.answer);
		},
		reads,
	),
	assumed(
		"GQL-011",
		"A field that does not exist → 200, no data, error \"Field 'x' doesn't exist on type 'Query'\" with locations, path and extensions {code:\"undefinedField\", typeName, fieldName}.",
		"executeGraphql",
		async (t) => {
			(await ask(t.anonymous, "{ brokenQuery }")).answer.refuses(200, {
				errors: [
					{
						message: "Field 'brokenQuery' doesn't exist on type 'Query'",
						locations: [{ line: 1, column: 3 }],
						path: ["query", "brokenQuery"],
						extensions: { code: "undefinedField", typeName: "Query", fieldName: "brokenQuery" },
					},
				],
			});
		},
		reads,
	),
	assumed(
		"GQL-012",
		"At most 5 validation errors are returned for one query.",
		"executeGraphql",
		async (t) => {
			for (const [query, expected] of [
				["{ a b c d e f g }", 5],
				["{ a b c d e }", 5],
				["{ a b c d }", 4],
			] as const) {
				const refused = await ask(t.anonymous, query);
				t.same(`the number of errors of ${query}`, refused.errors.length, expected, refused.answer);
			}
		},
		reads,
	),
	assumed(
		"GQL-013",
		'A variable of the wrong type → error "Variable $x of type T! was provided invalid value" with extensions.value and extensions.problems.',
		"executeGraphql",
		async (t) => {
			const refused = await ask(t.anonymous, "query($x: ID!) { project(fullPath: $x) { id } }", { x: null });
			refused.refuses(/^Variable \$x of type ID! was provided invalid value/);
			const extensions = refused.errors[0]?.extensions;
			t.same("the error's extensions", extensions, { value: null, problems: [{ path: [], explanation: "Expected value to not be null" }] }, refused.answer);
		},
		reads,
	),
	assumed("GQL-014", "Answers are `application/json`; status is 200 for validation, permission, complexity and domain errors.", "executeGraphql", async (t) => {
		const project = t.scene("project");
		const aliases = Array.from({ length: 300 }, (_, at) => `a${at}: __typename`).join(" ");
		const lock = { projectPath: project, iid: String(t.scene("issue_iid")), locked: true };
		const blank = { projectPath: project, title: " ", visibilityLevel: "public" };
		const answers = [
			await ask(t.as("outsider"), "{ nothing }"),
			await ask(t.as("outsider"), `{ ${aliases} }`),
			await mutate(t.as("outsider"), "issueSetLocked", lock),
		];
		for (const one of answers) t.holds("there should be errors", one.errors.length > 0, one.answer);
		const refused = await mutate(t.as("maintainer"), "createSnippet", blank);
		for (const { answer } of [...answers, refused]) {
			answer.is(200);
			const type = answer.header("content-type") ?? "";
			t.holds(`the type should be application/json, and is ${type}`, /^application\/json\b/.test(type), answer);
		}
	}),
	assumed(
		"GQL-016",
		"Malformed JSON body → 400.",
		"executeGraphql",
		async (t) => {
			for (const body of ["{", "nonsense", '{"query": "{ __typename }"'])
				(await t.anonymous.send("POST", "/api/graphql", { body, headers: { "content-type": "application/json" } })).is(400);
		},
		reads,
	),
	assumed("GQL-024", "PUT, PATCH or DELETE on the GraphQL address → 404 or 405 and no effect.", "executeGraphql", async (t) => {
		for (const method of ["PUT", "PATCH", "DELETE"]) (await t.as("guest").send(method, "/api/graphql", { json: { query: "{ __typename }" } })).is(404, 405);
	}),
	assumed(
		"GQL-025",
		"A Content-Type with charset parameter (application/json; charset=utf-8) is accepted.",
		"executeGraphql",
		async (t) => {
			const answer = await t.anonymous.send("POST", "/api/graphql", {
				body: '{"query":"{ __typename }"}',
				headers: { "content-type": "application/json; charset=utf-8" },
			});
			t.same("the answer", answer.is(200).json, { data: { __typename: "Query" } }, answer);
		},
		reads,
	),
];
