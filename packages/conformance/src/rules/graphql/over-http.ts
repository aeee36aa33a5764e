/** What the specification of GraphQL over HTTP asks of every server, as far as the contract leaves it open. */
import type { Answer } from "../../rule/answer";
import type { SendOptions } from "../../rule/caller";
import type { Context } from "../../rule/context";
import { type Rule, rule } from "../../rule/rule";

const json = { "content-type": "application/json" };
const typename = { __typename: "Query" };

async function send(t: Context, body: unknown, headers: SendOptions["headers"] = json): Promise<Answer> {
	const bytes = new TextEncoder().encode(typeof body === "string" ? body : JSON.stringify(body));
	return await t.anonymous.send("POST", "/api/graphql", { body: bytes, headers });
}

/** The answer must be of 200, in JSON, and of this data. */
function gives(t: Context, answer: Answer, data: unknown): void {
	const type = answer.is(200).header("content-type") ?? "";
	t.holds(`the content type should be application/json, and is ${type}`, type.startsWith("application/json"), answer);
	t.same("the answer", answer.json, { data }, answer);
}

type Audit = readonly [slug: string, level: "MUST" | "SHOULD", title: string, run: (t: Context) => Promise<void>];

const query = "{ __typename }";

/** Requests that are well-formed, and cannot be carried out. */
const faulty = [
	["syntax", "A query that cannot be parsed", { query: "{" }],
	["validation", "A query that is not valid", { query: "{ 8f31403dfe404bccbb0e835f2629c6a7 }" }],
	["coercion", "A variable that cannot be coerced", { query: "query($id: ID!) { project(fullPath: $id) { id } }", variables: { id: null } }],
] as const;

const newType = { ...json, accept: "application/graphql-response+json" };

const audits: readonly Audit[] = [
	[
		"accept-json",
		"MUST",
		"With Accept: application/json the answer is of that type",
		async (t) => gives(t, await send(t, { query }, { ...json, accept: "application/json" }), typename),
	],
	[
		"accept-any",
		"SHOULD",
		"With Accept: */* the answer is of type application/json",
		async (t) => gives(t, await send(t, { query }, { ...json, accept: "*/*" }), typename),
	],
	["accept-missing", "SHOULD", "Without Accept the answer is of type application/json", async (t) => gives(t, await send(t, { query }), typename)],
	[
		"answers-utf-8",
		"MUST",
		"Answers are encoded in UTF-8",
		async (t) => {
			const answer = await send(t, { query: '{ echo(text: "Grüße, 世界 🏃") }' });
			gives(t, answer, { echo: "nil says: Grüße, 世界 🏃" });
		},
	],
	[
		"reads-utf-8",
		"MUST",
		"A request that names UTF-8 is read so",
		async (t) => {
			const type = { "content-type": "application/json; charset=utf-8" };
			gives(t, await send(t, { query: '{ __type(name: "Run🏃Swim🏊") { name } }' }, type), { __type: null });
		},
	],
	[
		"assumes-utf-8",
		"MUST",
		"A request that names no encoding is read as UTF-8",
		async (t) => gives(t, await send(t, { query: '{ echo(text: "🏊") }' }), { echo: "nil says: 🏊" }),
	],
	["post-json", "MUST", "POST with application/json is accepted", async (t) => gives(t, await send(t, { query }), typename)],
	[
		"operation-name",
		"MUST",
		"operationName may be a text",
		async (t) =>
			gives(
				t,
				await send(t, {
					query: 'query A { __typename } query B { __type(name: "None") { name } }',
					operationName: "A",
				}),
				typename,
			),
	],
	...(["operationName", "variables", "extensions"] as const).map(
		(name): Audit => [`null-${name}`.toLowerCase(), "MUST", `${name} may be null`, async (t) => gives(t, await send(t, { query, [name]: null }), typename)],
	),
	[
		"variables",
		"MUST",
		"variables may be an object",
		async (t) => {
			const asked = { query: "query($name: String!) { __type(name: $name) { name } }", variables: { name: "Query" } };
			gives(t, await send(t, asked), { __type: { name: "Query" } });
		},
	],
	["extensions", "MUST", "extensions may be an object", async (t) => gives(t, await send(t, { query, extensions: { any: { value: 1 } } }), typename)],
	["malformed-json", "SHOULD", "A body that is no JSON is refused with 400", async (t) => void (await send(t, '{ "not a JSON')).is(400)],
	...faulty.map(
		([slug, what, body]): Audit => [
			`${slug}-status`,
			"SHOULD",
			`${what} is answered with 200, as answers are application/json`,
			async (t) => {
				const answer = (await send(t, body)).is(200);
				t.holds("there should be errors", Array.isArray(answer.field("errors")), answer);
				answer.lacks("data");
			},
		],
	),
	[
		"response-type",
		"SHOULD",
		"With Accept: application/graphql-response+json the answer is of that type",
		async (t) => {
			const answer = (await send(t, { query, operationName: null, extensions: {} }, newType)).is(200);
			const type = answer.header("content-type") ?? "";
			t.holds(`the type should be application/graphql-response+json, and is ${type}`, type.startsWith(newType.accept), answer);
			t.same("the answer", answer.json, { data: typename }, answer);
		},
	],
	...faulty.map(
		([slug, what, body]): Audit => [
			`response-type-${slug}`,
			"SHOULD",
			`${what} is answered with 400 where application/graphql-response+json is asked for`,
			async (t) => {
				const answer = (await send(t, body, newType)).is(400);
				t.holds("there should be errors", Array.isArray(answer.field("errors")), answer);
				answer.lacks("data");
			},
		],
	),
	[
		"response-type-malformed-json",
		"SHOULD",
		"A body that is no JSON is refused with 400 where application/graphql-response+json is asked for",
		async (t) => void (await send(t, '{ "not a JSON', newType)).is(400),
	],
];

export const overHttpChecks: readonly Rule[] = audits.map(([slug, level, title, run]) =>
	rule("", title, ["executeGraphql"], run, {
		id: `graphql/http/${slug}`,
		level,
		phase: "graphql",
		domain: "graphql",
		effect: "reads",
	}),
);
