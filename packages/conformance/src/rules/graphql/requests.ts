import { isDeepStrictEqual } from "node:util";
import type { SendOptions } from "../../rule/caller";
import type { Context } from "../../rule/context";
import { ask, mutate } from "../../rule/graphql";
import { type ApiResponse, type Fields, isFields, pluck } from "../../rule/response";
import { type Rule, rule } from "../../rule/rule";
import { batch, errorOf, inVain, many, messageOf, post, quoted, reads, respond, stated, unstated, writes } from "./lab";
import { found, snippetOf } from "./snippet-lab";

const json = { "content-type": "application/json" };
const typename = { __typename: "Query" };
const query = "{ __typename }";
const echoed = (t: Context, text: string): string => `"${t.user("guest").username}" says: ${text}`;

const send = async (t: Context, body: unknown, headers: SendOptions["headers"] = json): Promise<ApiResponse> =>
	await t.anonymous.send("POST", "/api/graphql", { body: new TextEncoder().encode(typeof body === "string" ? body : quoted(body)), headers });

/** The response has this data and no errors, except that it may report what it does not find. Any response may have extensions. */
function hasData(t: Context, response: ApiResponse, data: Fields): void {
	const { extensions: _, errors, ...rest } = response.fields;
	const finds = !Object.values(data).includes(null);
	t.same("the response", finds && errors !== undefined ? { ...rest, errors } : rest, { data }, response);
	if (!finds) t.assume("what is not found should be no error", errors === undefined, response);
}

/** The response must be 200 with this data as JSON. If the request has no Accept header, the content type may be GraphQL's own. */
function gives(t: Context, response: ApiResponse, data: Fields): void {
	const accepted = response.exchange.request.headers.accept === undefined ? /^application\/(graphql-response\+)?json\b/i : /^application\/json\b/i;
	t.holds("the content type should be application/json", accepted.test(response.is(200).header("content-type") ?? ""), response);
	hasData(t, response, data);
}

/** A mutation that retitles a snippet. */
const retitle = (id: unknown, title: string): string => `updateSnippet(input: { id: ${quoted(id)}, title: ${quoted(title)} }) { snippet { title } }`;
const read = (id: unknown): string => `{ snippets(ids: [${quoted(id)}]) { nodes { title } } }`;

/** Single requests. */
const requests: readonly Rule[] = [
	rule("GQL-003", "A query sent as JSON by POST returns its data.", "executeGraphql", async (t) => gives(t, await send(t, { query }), typename), reads),
	stated("GQL-004", "The variables of the request body are applied to the query.", reads, async (t) => {
		for (const path of [t.scene("project"), t.scene("internal_project")])
			for (const more of [{}, { operationName: "Q" }]) {
				const response = await respond(t.as("developer"), {
					query: "query Q($p: ID!) { project(fullPath: $p) { fullPath } }",
					variables: { p: path },
					...more,
				});
				t.same(`the project's path with ${JSON.stringify(more)}`, response.at("project.fullPath"), path, response.http);
			}
	}),
	unstated("GQL-005", "variables may be an object, its JSON text, or null. Any other value returns 422.", reads, async (t) => {
		const query = 'query($t: String! = "-") { echo(text: $t) }';
		for (const [variables, text] of [
			['{"t":"x"}', "x"],
			[{ t: "x" }, "x"],
			[null, "-"],
			["", "-"],
			["null", "-"],
			[{}, "-"],
		] as const) {
			const response = await respond(t.as("guest"), { query, variables });
			t.same(`echo with variables ${quoted(variables)}`, response.at("echo"), echoed(t, text), response.http);
		}
		for (const variables of ["text", "[1]", [1], "7", 7, true]) {
			const refused = await respond(t.as("guest"), { query, variables });
			refused.http.is(422);
			t.holds("the refusal has a message", refused.message !== undefined, refused.http);
		}
	}),
	unstated("GQL-006", "operationName selects one of several operations. Without it, or with an unknown name, the request is refused.", reads, async (t) => {
		const query = 'query A { echo(text: "a") } query B { echo(text: "b") }';
		for (const name of ["A", "B"]) {
			const one = await respond(t.as("guest"), { query, operationName: name });
			t.same(`operation ${name}`, one.at("echo"), echoed(t, name.toLowerCase()), one.http);
		}
		for (const operationName of [undefined, null, ""]) (await respond(t.as("guest"), { query, operationName })).refuses(/operation name/i);
		(await respond(t.as("guest"), { query, operationName: "C" })).refuses('No operation named "C"');
		(await respond(t.as("guest"), { query: "query A { __typename }", operationName: "B" })).refuses('No operation named "B"');
	}),
	unstated("GQL-007", "GET runs the query in the URL with variables and operationName. A mutation returns 422 and changes nothing.", writes, async (t) => {
		const at = (query: string, more = "") => `/api/graphql?query=${encodeURIComponent(query)}${more}`;
		gives(t, await t.anonymous.send("GET", at(query)), typename);
		const more = `&variables=${encodeURIComponent('{"t":"x"}')}&operationName=B`;
		const asked = await t.as("guest").send("GET", at("query A { __typename } query B($t: String!) { echo(text: $t) }", more));
		hasData(t, asked.is(200), { echo: echoed(t, "x") });
		const { id } = await snippetOf(t);
		const change = retitle(id, "By GET");
		const refuses = async () => {
			for (const [query, more] of [
				[`mutation { ${change} }`, ""],
				[`mutation M { ${change} }`, "&operationName=M"],
				[`query Q { __typename } mutation M { ...F } fragment F on Mutation { ${change} }`, "&operationName=M"],
			] as const) {
				const refused = await t.as("maintainer").send("GET", at(query, more));
				refused.refuses(422, { errors: [{ message: "Mutations are forbidden in GET requests" }] });
			}
		};
		const beside = at(`query Q { __typename } mutation M { ${change} }`, "&operationName=Q");
		gives(t, await t.as("maintainer").send("GET", beside), typename);
		await inVain(t, refuses, async () => await found(t, "maintainer", id));
	}),
	unstated("GQL-008", "query and variables may be sent as form fields, urlencoded or multipart, and return the same data as JSON.", reads, async (t) => {
		const sent = { query: "query($t: String!) { echo(text: $t) }", variables: '{"t":"x"}' };
		const multipart = new FormData();
		for (const [name, value] of Object.entries(sent)) multipart.append(name, value);
		for (const options of [{ form: sent }, { body: multipart }]) {
			const form = await t.as("guest").send("POST", "/api/graphql", options);
			hasData(t, form.is(200), { echo: echoed(t, "x") });
		}
	}),
	unstated("GQL-009", "A missing, null or blank query returns the error Unexpected end of document, by POST and by GET.", reads, async (t) => {
		const errors = [{ message: "Unexpected end of document", locations: [] }];
		for (const json of [{}, { query: "" }, { query: " \n" }, { query: null }]) (await post(t.anonymous, json)).refuses(200, { errors });
		for (const query of ["", "?query=", "?query=%20"]) (await t.anonymous.send("GET", `/api/graphql${query}`)).refuses(200, { errors });
	}),
	unstated("GQL-010", "A query with a syntax error returns one error with its location, and no data.", reads, async (t) => {
		const faulty = {
			"{ project(": 11,
			"{ a } }": 7,
			"query {": 8,
			'{ echo(text: "x': 14,
			'{ echo(text: "\\q") }': 15,
			"{ a ? }": 5,
			"{ a(x: 01) }": 9,
			"query ($x) { a }": 10,
			"{ ...on }": 9,
			"{}": 2,
		};
		for (const [query, column] of Object.entries(faulty)) {
			const refused = await ask(t.anonymous, query);
			refused.http.is(200).lacks("data");
			const [{ locations } = { locations: [] }, ...others] = refused.errors;
			t.same(`the number of errors of ${query}`, others.length + 1, 1, refused.http);
			const [{ line, column: actual } = { line: 0, column: 0 }] = [locations].flat().filter(isFields);
			t.same(`the line of the fault in ${query}`, line, 1, refused.http);
			// Some parsers report where the faulty token begins, others the exact place.
			t.holds(`the column ${actual} should be near ${column} in ${query}`, Math.abs(Number(actual) - column) <= 3, refused.http);
		}
	}),
	unstated("GQL-011", "The error for an unknown field has its name, type, location and path through operation, aliases and fragments.", reads, async (t) => {
		const unknown = (name: string, typeName: string, path: readonly string[], column: number) => ({
			message: `Field '${name}' doesn't exist on type '${typeName}'`,
			locations: [{ line: 1, column }],
			path,
			extensions: { code: "undefinedField", typeName, fieldName: name },
		});
		for (const [query, ...errors] of [
			["{ brokenQuery }", unknown("brokenQuery", "Query", ["query", "brokenQuery"], 3)],
			[
				'query Q { p: project(fullPath: "a") { x ...F } } fragment F on Project { y }',
				unknown("x", "Project", ["query Q", "p", "x"], 39),
				unknown("y", "Project", ["fragment F", "y"], 74),
			],
		] as const)
			(await ask(t.anonymous, query)).http.refuses(200, { errors });
	}),
	unstated("GQL-012", "A query returns at most 5 validation errors.", reads, async (t) => {
		for (const [query, expected] of Object.entries({ "{ a b c d e f g }": 5, "{ a b c d e f }": 5, "{ a b c d e }": 5, "{ a b c d }": 4, "{ a }": 1 })) {
			const refused = await ask(t.anonymous, query);
			refused.http.lacks("data");
			t.same(`the number of errors of ${query}`, refused.errors.length, expected, refused.http);
		}
	}),
	unstated("GQL-013", "A variable with an invalid value is refused with an error that contains the value and each problem in it.", writes, async (t) => {
		const problem = (path: readonly unknown[], explanation: string) => ({ path, explanation });
		const missing = "Expected value to not be null";
		for (const [value, explanation] of [
			[null, missing],
			[{ a: 1 }, 'Could not coerce value {"a":1} to ID'],
			[false, "Could not coerce value false to ID"],
		] as const) {
			const refused = await ask(t.anonymous, "query($x: ID!) { project(fullPath: $x) { id } }", { x: value });
			refused.refuses(/^Variable \$x of type ID! was provided invalid value/).http.lacks("data");
			const [error] = refused.errors;
			t.same("the extensions", error?.extensions, { value, problems: [problem([], explanation)] }, refused.http);
			t.same("the locations", error?.locations, [{ line: 1, column: 7 }], refused.http);
		}
		const input = { visibilityLevel: "secret", blobActions: [{ action: "create" }], extra: 1 };
		const refused = await post(t.anonymous, { query: "mutation($i: CreateSnippetInput!) { createSnippet(input: $i) { errors } }", variables: { i: input } });
		const problems = [
			problem(["extra"], "Field is not defined on CreateSnippetInput"),
			problem(["title"], missing),
			problem(["visibilityLevel"], 'Expected "secret" to be one of: private, internal, public'),
			problem(["blobActions", 0, "filePath"], missing),
		];
		t.same("the extensions of an input", errorOf(refused.fields)?.extensions, { value: input, problems }, refused);
		t.holds(
			"the message should name the invalid fields",
			String(messageOf(refused.fields)).includes("for extra (Field is not defined on CreateSnippetInput), title ("),
			refused,
		);
	}),
	unstated("GQL-014", "Syntax, validation, permission, complexity and domain errors return status 200 and JSON.", writes, async (t) => {
		const lock = { projectPath: t.scene("project"), iid: "999999999", locked: true };
		const faulty = ["{ nothing }", "{", `{ ${many(300, (at) => `a${at}: __typename`)} }`];
		const responses = [...(await Promise.all(faulty.map((one) => ask(t.as("outsider"), one)))), await mutate(t.as("outsider"), "issueSetLocked", lock)];
		for (const one of responses) t.same("the number of errors", one.errors.length, 1, one.http);
		const blank = { projectPath: t.scene("project"), title: " ", visibilityLevel: "public" };
		for (const { http: response } of [...responses, await mutate(t.as("maintainer"), "createSnippet", blank)])
			t.same("the type", [response.is(200).status, response.header("content-type")?.split(";")[0]?.toLowerCase()], [200, "application/json"], response);
	}),
	unstated("GQL-016", "A body that is not valid JSON returns 400.", reads, async (t) => {
		for (const body of ["{", "nonsense", '{"query": "{ __typename }"', "[{]"]) (await send(t, body)).is(400);
	}),
	unstated("GQL-018", "A request above the request limit returns 429 with errors and a Retry-After header.", writes, async (t) => {
		await t.given.settings({ requestLimit: { requests: 1, period: 60 } });
		(await t.as("owner").graphql(query)).is(200);
		const refused = await t.as("owner").send("POST", "/api/graphql", { json: { query }, impatient: true });
		refused.refuses(429, { errors: [{ message: "Retry later" }] });
		t.holds("Retry-After is within the minute", /^[1-9]\d?$/.test(refused.header("retry-after") ?? ""), refused);
	}),
	unstated("GQL-024", "PUT, PATCH and DELETE on the GraphQL URL return 404 or 405 and have no effect.", writes, async (t) => {
		const { id } = await snippetOf(t);
		const refuses = async () => {
			for (const method of ["PUT", "PATCH", "DELETE"])
				(await t.as("maintainer").send(method, "/api/graphql", { json: { query: `mutation { ${retitle(id, method)} }` } })).is(404, 405);
		};
		await inVain(t, refuses, async () => await found(t, "maintainer", id));
	}),
	unstated("GQL-025", "A Content-Type with a charset is accepted.", reads, async (t) => {
		for (const type of ["application/json; charset=utf-8", "application/json;charset=UTF-8"])
			gives(t, await send(t, { query }, { "content-type": type }), typename);
	}),
];

/** Several queries in one request. */
const batches: readonly Rule[] = [
	stated("GQL-026", "If one request contains several queries, all of them are executed.", reads, async (t) => {
		const entries = Array.from({ length: 20 }, (_, at) => ({
			query: `query($with: Boolean!) { f${at}: __typename more: __typename @include(if: $with) }`,
			variables: { with: at % 2 === 1 },
		}));
		const expected = entries.map(({ variables }, at) => ({ [`f${at}`]: "Query", ...(variables.with && { more: "Query" }) }));
		// The form of a batch is not stated.
		const first = await post(t.anonymous, entries);
		const isRefused = first.status >= 400 && first.status < 500;
		t.assume("a list of queries should be accepted", !isRefused, first);
		if (isRefused) return;
		const placeOf = (data: Fields) => entries.findIndex((_, at) => Object.hasOwn(data, `f${at}`));
		const sorted = (results: readonly Fields[]) => results.toSorted((one, two) => placeOf(one) - placeOf(two));
		const results = pluck(first.items, "data").filter(isFields);
		t.same("the results", sorted(results), expected);
		t.assume("the results should be in the order of the queries", isDeepStrictEqual(results, expected));
		const beside = await post(t.anonymous, [{ query: "{ nothing }" }, ...entries]);
		const others = Array.isArray(beside.json) ? pluck(beside.items, "data").filter(isFields) : [];
		t.assume("a query that fails should not affect the others", isDeepStrictEqual(sorted(others), expected), beside);
	}),
	unstated("GQL-027", "A list of queries, each with its own variables and operationName, returns a list of results in the same order.", reads, async (t) => {
		const results = await batch(t.anonymous, [
			'{ echo(text: "1") }',
			{ query: "query($t: String!) { echo(text: $t) }", variables: { t: "2" } },
			{ query: 'query A { echo(text: "a") } query B { echo(text: "b") }', operationName: "B" },
			{ query: "query($t: String!) { echo(text: $t) }", variables: '{"t":"4"}' },
		]);
		const letters = results.map(({ data }) => (isFields(data) ? String(data.echo).slice(-1) : undefined));
		t.same("the last letters of the results", letters, ["1", "2", "b", "4"]);
	}),
	unstated("GQL-028", "A batch entry that fails does not affect the results of the other entries.", reads, async (t) => {
		const faulty = ["{ nothing }", "{", "", "query A { __typename } query B { __typename }", "query($x: ID!) { project(fullPath: $x) { id } }"];
		const results = await batch(
			t.anonymous,
			faulty.flatMap((one) => [one, query]),
		);
		for (const [at, one] of results.entries())
			if (at % 2 === 1) t.same("an entry between failing ones", one, { data: typename });
			else t.holds(`${faulty[at / 2]} has an error and no data`, messageOf(one) !== undefined && (one.data ?? null) === null);
		const broken = { errors: [{ message: "The neighbour", path: ["user"] }] };
		const { http: response } = await ask(t.anonymous, '{ a: __typename user(username: "nobody") { id } b: echo(text: "x") }');
		t.same("the neighbours of a field that fails", response.field("data"), { a: "Query", user: null, b: "nil says: x" }, response);
		t.same("the path of its error", errorOf(response.fields)?.path, broken.errors[0]?.path, response);
	}),
	unstated("GQL-029", "Credentials apply to all entries of a batch. An invalid token returns one 401 object, not a list.", writes, async (t) => {
		const response = await post(t.bearing(t.unique("no-such-token")), [{ query }, { query }]);
		t.holds("the response is one object", isFields(response.is(401).json), response);
		const { id, title } = await snippetOf(t);
		const me = "{ currentUser { username } }";
		const results = await batch(t.as("read-only"), [me, `mutation { ${retitle(id, "Read only")} }`, me]);
		const { username } = t.user("read-only");
		const own = { currentUser: { username } };
		t.same("the data with a token that only reads", pluck(results, "data"), [own, { updateSnippet: null }, own]);
		t.same("the title", (await found(t, "maintainer", id))?.title, title);
	}),
	unstated("GQL-030", "The mutations of a batch run in order, and each entry sees the changes of the entries before it.", writes, async (t) => {
		const { id, title } = await snippetOf(t);
		const results = await batch(t.as("maintainer"), [read(id), `mutation { ${retitle(id, "One")} }`, read(id), `mutation { ${retitle(id, "Two")} }`, read(id)]);
		const seen = results.map((one) => /"title":("[^"]*")/.exec(quoted(one))?.[1]);
		t.same("the titles that each entry saw", seen, [title, "One", "One", "Two", "Two"].map(quoted));
	}),
	unstated("GQL-031", "An empty batch returns an empty list. A batch of one query returns a list of one result.", reads, async (t) => {
		t.same("the response to no query", (await post(t.anonymous, [])).is(200).json, []);
		t.same("the response to one", await batch(t.anonymous, [query]), [{ data: typename }]);
	}),
	unstated("GQL-023", "The mutations of one operation run in order. If one of them fails, the others still take effect.", writes, async (t) => {
		const { id } = await snippetOf(t);
		const missing = "gid://service/ProjectSnippet/999999999";
		const response = await ask(
			t.as("maintainer"),
			`mutation { a: ${retitle(id, "A")} b: ${retitle(missing, "B")} c: ${retitle(id, "C")} d: ${retitle(id, "D")} }`,
		);
		const titled = (title: string) => ({ snippet: { title } });
		t.same("the data", response.http.field("data"), { a: titled("A"), b: null, c: titled("C"), d: titled("D") }, response.http);
		t.same("the paths of errors", pluck(response.errors, "path"), [["b"]], response.http);
		t.same("the title in the end", (await found(t, "maintainer", id))?.title, "D");
	}),
];

type Audit = readonly [slug: string, level: "MUST" | "SHOULD", title: string, run: (t: Context) => Promise<void>];

/** Well-formed requests that cannot be executed. */
const faulty = [
	["syntax", "a query that cannot be parsed", { query: "{" }],
	["validation", "an invalid query", { query: "{ 8f31403dfe404bccbb0e835f2629c6a7 }" }],
	["coercion", "a variable that cannot be coerced", { query: "query($id: ID!) { project(fullPath: $id) { id } }", variables: { id: null } }],
] as const;

const newType = { ...json, accept: "application/graphql-response+json" };
const utf8 = { "content-type": "application/json; charset=utf-8" };

/** A request whose response is data. */
const plain = (slug: string, level: Audit[1], title: string, body: unknown, data: Fields = typename, headers?: SendOptions["headers"]): Audit => [
	slug,
	level,
	title,
	async (t) => gives(t, await send(t, body, headers), data),
];

/** Requirements of the GraphQL over HTTP specification that the contract leaves open. */
const audits: readonly Audit[] = [
	plain("accept-json", "SHOULD", "With Accept: application/json, the response has the content type application/json.", { query }, typename, {
		...json,
		accept: "application/json",
	}),
	plain("accept-any", "SHOULD", "With Accept: */*, the response has the content type application/json.", { query }, typename, { ...json, accept: "*/*" }),
	plain("encodes-utf-8", "SHOULD", "Responses are encoded in UTF-8.", { query: '{ echo(text: "Grüße, 世界 🏃") }' }, { echo: "nil says: Grüße, 世界 🏃" }),
	plain(
		"reads-utf-8",
		"SHOULD",
		"A request with charset=utf-8 is read as UTF-8.",
		{ query: '{ project(fullPath: "Run🏃Swim🏊") { name } }' },
		{ project: null },
		utf8,
	),
	plain("assumes-utf-8", "MUST", "A request without a charset is read as UTF-8.", { query: '{ project(fullPath: "🏊") { name } }' }, { project: null }),
	plain("operation-name", "SHOULD", "operationName may be a string.", {
		query: 'query A { __typename } query B { project(fullPath: "none") { name } }',
		operationName: "A",
	}),
	...["operationName", "variables", "extensions"].map((name) => plain(`null-${name}`.toLowerCase(), "SHOULD", `${name} may be null.`, { query, [name]: null })),
	plain("extensions", "SHOULD", "extensions may be an object.", { query, extensions: { any: { value: 1 } } }),
	[
		"response-type",
		"SHOULD",
		"With Accept: application/graphql-response+json, the response has the content type application/graphql-response+json.",
		async (t) => {
			const response = (await send(t, { query, operationName: null, extensions: {} }, newType)).is(200);
			t.holds(`the type is ${newType.accept}`, response.header("content-type")?.startsWith(newType.accept) === true, response);
			hasData(t, response, typename);
		},
	],
	...faulty.map(
		([slug, what, body]): Audit => [
			`response-type-${slug}`,
			"SHOULD",
			`With Accept: application/graphql-response+json, ${what} returns 400.`,
			async (t) => {
				const response = (await send(t, body, newType)).is(400);
				t.holds("the response has errors", Array.isArray(response.field("errors")), response);
				response.lacks("data");
			},
		],
	),
	[
		"response-type-malformed-json",
		"SHOULD",
		"With Accept: application/graphql-response+json, a body that is not valid JSON returns 400.",
		async (t) => void (await send(t, '{ "not a JSON', newType)).is(400),
	],
];

export const requestRules: readonly Rule[] = [
	...audits.map(([slug, level, title, run]) =>
		rule("", title, "executeGraphql", run, { id: `graphql/http/${slug}`, level, phase: "graphql", domain: "graphql", effect: "reads" }),
	),
	...requests,
	...batches,
];
