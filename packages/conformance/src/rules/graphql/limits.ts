import { isFields } from "../../rule/answer";
import { byClaim } from "../../rule/by-claim";
import type { Caller } from "../../rule/caller";
import type { Context } from "../../rule/context";
import { ask } from "../../rule/graphql";
import { assumed, rule } from "../../rule/rule";
import { batch, messageOf, post, response } from "./post";

const reads = { effect: "reads" } as const;
const echoes = (count: number): string => Array.from({ length: count }, (_, at) => `e${at}: echo(text: "x")`).join(" ");

/** A query of this score; asking for the score is 3 of it. */
const ofScore = (score: number): string => `{ queryComplexity { score limit } ${echoes(score - 3)} }`;
const tooComplex = (score: number, limit: number): string => `Query has complexity of ${score}, which exceeds max complexity of ${limit}`;

/** What scores as much as the limit runs, and one more is refused. */
async function bounded(t: Context, caller: Caller, limit: number): Promise<void> {
	const most = await ask(caller, ofScore(limit));
	t.same("score and limit at the bound", most.at("queryComplexity"), { score: limit, limit }, most.answer);
	(await ask(caller, ofScore(limit + 1))).refuses(tooComplex(limit + 1, limit));
}

/** The score of a selection, as the guest asks for it. */
async function scoreOf(t: Context, selection: string): Promise<number> {
	const answer = await ask(t.as("guest"), `query($path: ID!) { queryComplexity { score } ${selection} }`, {
		path: t.scene("project"),
	});
	return Number(answer.at("queryComplexity.score")) - 2;
}

const inProject = (selection: string): string => `project(fullPath: $path) { ${selection} }`;
const blobs = (field: string, paths = '["README.md"]'): string => inProject(`repository { blobs(paths: ${paths}) { nodes { ${field} } } }`);

const scores: readonly (readonly [claim: string, ...cases: readonly (readonly [selection: string, score: number])[]])[] = [
	["GQL-051", [inProject("id name description"), 4], [`${inProject("id")} echo(text: "x")`, 3]],
	[
		"GQL-052",
		[inProject("issues { nodes { title } }"), 7],
		[inProject("issues(first: 10) { nodes { title } }"), 4],
		[inProject("issues(last: 50) { nodes { title } }"), 5],
	],
	[
		"GQL-053",
		[inProject("issues(sort: CREATED_ASC) { nodes { title } }"), 9],
		[inProject('issues(search: "x") { nodes { title } }'), 17],
		[inProject('issues(iid: "1") { nodes { title } }'), 4],
	],
	[
		"GQL-054",
		[inProject("repository { rootRef }"), 4],
		[blobs("path"), 12],
		[blobs("rawBlob"), 14],
		[blobs("rawTextBlob"), 14],
		[blobs("base64EncodedBlob"), 16],
		[blobs("plainData"), 20],
		[blobs("path", '["a", "b", "c"]'), 16],
	],
	["GQL-055", [`a: ${inProject("name")} b: ${inProject("name")}`, 4], [`${inProject("...F x: path ...F")} } fragment F on Project { group { name }`, 6]],
];

export const complexityChecks = [
	rule(
		"GQL-047",
		"Unauthenticated complexity limit is 200: a query scoring 200 runs, one scoring 201 is refused.",
		"executeGraphql",
		async (t) => await bounded(t, t.anonymous, 200),
		reads,
	),
	rule(
		"GQL-048",
		"Authenticated complexity limit is 250: 250 runs, 251 is refused.",
		"executeGraphql",
		async (t) => await bounded(t, t.as("guest"), 250),
		reads,
	),
	assumed(
		"GQL-049",
		"An administrator's limit is also 250, as the document gives one authenticated limit.",
		"executeGraphql",
		async (t) => await bounded(t, t.as("administrator"), 250),
		reads,
	),
	rule(
		"GQL-050",
		"Each field adds 1 to the score by default: `{ currentUser { name username } }` scores 3.",
		"executeGraphql",
		async (t) => {
			const answer = await ask(t.as("guest"), "{ currentUser { name username } queryComplexity { score } }");
			t.same("the score", answer.at("queryComplexity.score"), 5, answer.answer);
		},
		reads,
	),
	...scores.map(([claim, ...cases]) =>
		byClaim(
			claim,
			async (t) => {
				for (const [selection, score] of cases) t.same(`the score of ${selection}`, await scoreOf(t, selection), score);
			},
			reads,
		),
	),
	assumed(
		"GQL-056",
		'Too complex → 200 {"errors":[{"message":"Query has complexity of N, which exceeds max complexity of M"}]} without `data`; nothing is executed.',
		"executeGraphql",
		async (t) => {
			const [projectPath, iid] = [t.scene("project"), String(t.scene("issue_iid"))];
			const read = "query($path: ID!, $iid: String) { project(fullPath: $path) { issue(iid: $iid) { discussionLocked } } }";
			const lockOf = async () => (await ask(t.as("maintainer"), read, { path: projectPath, iid })).at("project.issue.discussionLocked");
			const before = await lockOf();
			const input = `projectPath: ${JSON.stringify(projectPath)}, iid: "${iid}", locked: ${before !== true}`;
			const undo = `mutation { issueSetLocked(input: { projectPath: ${JSON.stringify(projectPath)}, iid: "${iid}", locked: ${before === true} }) { errors } }`;
			t.undo("lock of the issue", () => t.as("maintainer").graphql(undo));
			const types = Array.from({ length: 250 }, (_, at) => `t${at}: __typename`).join(" ");
			const refused = await ask(t.as("maintainer"), `mutation { issueSetLocked(input: { ${input} }) { errors } ${types} }`);
			refused.answer.refuses(200, { errors: [{ message: tooComplex(252, 250) }] });
			t.same("the lock", await lockOf(), before);
		},
	),
	assumed(
		"GQL-057",
		"In a multiplex the sum of scores is compared; when over, every entry gets the error with the sum.",
		"executeGraphql",
		async (t) => {
			const [one, two] = await batch(t.anonymous, [`{ ${echoes(100)} }`, `{ ${echoes(100)} }`]);
			t.same("errors at the bound", [messageOf(one), messageOf(two)], [undefined, undefined]);
			const refused = await batch(t.anonymous, [`{ ${echoes(100)} }`, `{ ${echoes(101)} }`]);
			t.same("messages above it", refused.map(messageOf), [tooComplex(201, 200), tooComplex(201, 200)]);
		},
		reads,
	),
	assumed(
		"GQL-058",
		"Asking for the score changes no data: adding queryComplexity leaves the other fields as they were.",
		"executeGraphql",
		async (t) => {
			const query = (more: string) => `query($path: ID!) { project(fullPath: $path) { name path } ${more} }`;
			const variables = { path: t.scene("project") };
			const plain = (await ask(t.anonymous, query(""), variables)).data;
			const { queryComplexity: _, ...rest } = (await ask(t.anonymous, query("queryComplexity { score }"), variables)).data;
			t.same("the other fields", rest, plain);
			t.holds("there should be a project", isFields(plain.project));
		},
		reads,
	),
	assumed(
		"GQL-059",
		"`queryComplexity { score limit }` returns this query's score and 200 (anonymous) or 250 (signed in).",
		"executeGraphql",
		async (t) => {
			for (const [caller, limit] of [
				[t.anonymous, 200],
				[t.as("guest"), 250],
			] as const) {
				const answer = await ask(caller, "{ queryComplexity { score limit } }");
				t.same("score and limit", answer.at("queryComplexity"), { score: 3, limit }, answer.answer);
			}
		},
		reads,
	),
];

/** A query of this depth that names no field in itself. */
function deep(depth: number): string {
	const way = [
		...["project(fullPath: $path)", "issues(first: 1)", "nodes", "notes(first: 1)", "edges", "node", "author"],
		...["groups(first: 1)", "edges", "node", "descendantGroups(first: 1)", "edges", "node", "runners(first: 1)", "nodes"],
		...["createdBy", "projectMemberships(first: 1)", "nodes", "user", "status"],
	].slice(0, depth - 1);
	return `query($path: ID!) { ${way.join(" { ")} { __typename ${"}".repeat(depth)}`;
}

export const nestingChecks = [
	assumed(
		"GQL-060",
		'Depth over 15 (anonymous) or 20 (signed in) → error "Query has depth of N, which exceeds max depth of M"; at the limit it runs.',
		"executeGraphql",
		async (t) => {
			const path = t.scene("project");
			for (const [caller, most] of [
				[t.anonymous, 15],
				[t.as("guest"), 20],
			] as const) {
				t.holds("there should be a project", (await ask(caller, deep(most), { path })).at("project") !== null);
				(await ask(caller, deep(most + 1), { path })).refuses(`Query has depth of ${most + 1}, which exceeds max depth of ${most}`);
			}
		},
		reads,
	),
	assumed(
		"GQL-061",
		'A field name nested in itself more than 2 times in one branch (node, edges, nodes, ofType excepted) → error starting "Recursive query - too many of fields".',
		"executeGraphql",
		async (t) => {
			const rounds = (times: number) => `query($path: ID!) { group(fullPath: $path) { ${"parent { ".repeat(times)} path ${"}".repeat(times)} } }`;
			const path = t.scene("group");
			t.holds("there should be a group", (await ask(t.as("guest"), rounds(3), { path })).at("group") !== null);
			(await ask(t.as("guest"), rounds(4), { path })).refuses(/^Recursive query - too many of fields/);
			const types = `{ __type(name: "Query") { fields { type { ${"ofType { ".repeat(8)} name ${"}".repeat(8)} } } } }`;
			t.holds("ofType should not count", (await ask(t.as("guest"), types)).at("__type") !== null);
		},
		reads,
	),
];

const long = (length: number): string => {
	const query = "{ __typename } #";
	return query + "a".repeat(length - query.length);
};

export const sizeChecks = [
	rule(
		"GQL-062",
		"A query of 10,000 characters is accepted; 10,001 is refused.",
		"executeGraphql",
		async (t) => {
			t.same("the answer to 10,000 characters", (await ask(t.anonymous, long(10_000))).data, { __typename: "Query" });
			const refused = await post(t.anonymous, { query: long(10_001) });
			t.holds("10,001 characters should be refused", refused.status >= 400 && refused.status < 500, refused);
		},
		reads,
	),
	assumed(
		"GQL-063",
		'The size refusal is 422 {"errors":[{"message":"Query too large"}]}; variables do not count.',
		"executeGraphql",
		async (t) => {
			const tooLarge = { errors: [{ message: "Query too large" }] };
			(await post(t.anonymous, { query: long(10_001) })).refuses(422, tooLarge);
			const variables = { more: "x".repeat(20_000) };
			const answer = await response(t.anonymous, { query: long(10_000), variables });
			t.same("the answer with long variables", answer.data, { __typename: "Query" }, answer.answer);
		},
		reads,
	),
	assumed(
		"GQL-064",
		"In a multiplex the lengths of all queries together must not exceed 10,000.",
		"executeGraphql",
		async (t) => {
			const results = await batch(t.anonymous, [long(5_000), long(5_000)]);
			t.same("errors at the bound", results.map(messageOf), [undefined, undefined]);
			const refused = await post(t.anonymous, [{ query: long(5_000) }, { query: long(5_001) }]);
			refused.refuses(422, { errors: [{ message: "Query too large" }] });
		},
		reads,
	),
];
