import type { Caller } from "../../rule/caller";
import type { Context } from "../../rule/context";
import { pause } from "../../rule/eventually";
import { ask } from "../../rule/graphql";
import type { ApiResponse, Fields } from "../../rule/response";
import { assumed, type Rule, rule } from "../../rule/rule";
import { Unreachable } from "../../rule/verdict";
import { batch, by, everyone, inVain, many, messageOf, post, quoted, reads, respond, stated, unstated, writes } from "./lab";
import { found, snippetOf } from "./snippet-lab";

const signedIn = everyone.filter((who) => who !== null && who !== "administrator");
const fields = (count: number): string => many(count, (at) => `f${at}: __typename`);
const tooComplex = (score: number, limit: number): string => `Query has complexity of ${score}, which exceeds max complexity of ${limit}`;

/** A query with a score at the limit runs; with one more it is refused. */
async function bounded(t: Context, caller: Caller, limit: number): Promise<void> {
	const most = await ask(caller, `{ ${fields(limit)} }`);
	t.same("the number of fields at the limit", Object.keys(most.data).length, limit, most.http);
	const { http } = (await ask(caller, `{ ${fields(limit + 1)} }`)).refuses(tooComplex(limit + 1, limit));
	t.assume("the refusal has no data", !Object.hasOwn(http.fields, "data"), http);
	// The same holds for a query in the URL or in a batch, if the server reads it there.
	for (const send of [(query: string) => caller.send("GET", `/api/graphql?query=${encodeURIComponent(query)}`), (query: string) => post(caller, [{ query }])]) {
		const [within, beyond] = [await send(`{ ${fields(limit)} }`), await send(`{ ${fields(limit + 1)} }`)];
		const runs = [within, beyond].map(({ text }) => text.includes('"f0":'));
		t.holds(`a query with a score of ${limit + 1} should also be refused in the URL and in a batch`, !runs[1], beyond);
		t.holds("the refusal should also have a message in the URL and in a batch", !runs[0] || /"message": ?"./.test(beyond.text), beyond);
		t.assume(`a query with a score of ${limit} should also run in the URL and in a batch`, runs[0] === true, within);
	}
	const score = await ask(caller, `{ queryComplexity { score limit } ${fields(limit - 3)} }`);
	t.assume(`score and limit are both ${limit}`, quoted(score.at("queryComplexity")) === quoted({ score: limit, limit }), score.http);
}

const inProject = (selection: string): string => `project(fullPath: $path) { ${selection} }`;
const blobs = (field: string, paths = '["README.md"]'): string => inProject(`repository { blobs(paths: ${paths}) { nodes { ${field} } } }`);

/** The types of the variables that selections use, and of the arguments that they give values to. */
const used = { path: "ID!", first: "Int", text: "String", no: "Boolean = true" };
const taken: { readonly [argument: string]: string } = {
	...{ first: "Int", last: "Int", sort: "IssueSort", search: "String", iid: "String", paths: "[String!]!", text: "String!" },
};

/** A selection with its values moved to variables: the variables and their types. */
function byVariables(selection: string): { readonly moved: string; readonly types: Fields; readonly values: Fields } {
	const [types, values] = [{}, {}] as [Fields, Fields];
	const moved = selection.replace(/(\w+): ("[^"]*"|\[[^\]]*\]|\d+|null|[A-Z_]+)(?=[,)])/g, (_, argument: string, value: string) => {
		const name = `v${Object.keys(values).length}`;
		Object.assign(types, { [name]: taken[argument] });
		Object.assign(values, { [name]: /^[A-Z]/.test(value) ? value : JSON.parse(value) });
		return `${argument}: $${name}`;
	});
	return { moved, types, values };
}

/** A rule about the scores of selections, sent with these variables, and again with all values in variables. */
const scores = (id: string, title: string, ...cases: readonly (readonly [selection: string, score: number, variables?: Fields])[]): Rule =>
	unstated(id, title, reads, async (t) => {
		for (const [selection, score, variables = {}] of cases) {
			const { moved, types, values } = byVariables(selection);
			for (const one of new Set([selection, moved])) {
				const declared = Object.entries({ ...used, ...types }).flatMap(([name, type]) => (one.includes(`$${name}`) ? [`$${name}: ${type}`] : []));
				const query = `query${declared.length > 0 ? `(${declared.join()})` : ""} { queryComplexity { score } ${one} }`;
				const all = { ...variables, ...(one === moved && values) };
				const response = await ask(t.as("guest"), query, { path: t.scene("project"), ...all });
				t.same(`the score of ${one} with ${quoted(all)}`, Number(response.at("queryComplexity.score")) - 2, score, response.http);
			}
		}
	});

const complexity: readonly Rule[] = [
	rule(
		"GQL-047, ERR-028",
		"Without credentials, a query with a complexity score of 200 runs and one with 201 is refused.",
		"executeGraphql",
		(t) => bounded(t, t.anonymous, 200),
		reads,
	),
	rule(
		"GQL-048",
		"With credentials of any kind, a query with a complexity score of 250 runs and one with 251 is refused.",
		"executeGraphql",
		async (t) => {
			for (const who of [...signedIn, "read-only", "plain-administrator"] as const) await bounded(t, t.as(who), 250);
			for (const place of [{ headers: { authorization: `Bearer ${t.token("guest")}` } }, { query: { private_token: t.token("guest") } }]) {
				const send = (count: number) => t.anonymous.send("POST", "/api/graphql", { json: { query: `{ ${fields(count)} }` }, ...place });
				const [within, beyond] = [await send(250), await send(251)];
				t.same(
					`what runs with a token in ${Object.keys(place).join()}`,
					[within, beyond].map(({ text }) => text.includes('"f0":')),
					[true, false],
					beyond,
				);
			}
		},
		reads,
	),
	assumed("GQL-049", "The complexity limit of administrators is also 250.", "executeGraphql", async (t) => await bounded(t, t.as("administrator"), 250), reads),
	stated("GQL-050", "Each field adds 1 to the complexity score of a query.", reads, async (t) => {
		const names = ["id", "username", "name", "state", "webUrl"];
		for (let count = 1; count <= names.length; count++) {
			const response = await ask(t.as("guest"), `{ currentUser { ${names.slice(0, count).join(" ")} } queryComplexity { score } }`);
			t.same(`the score with ${count} fields`, response.at("queryComplexity.score"), count + 3, response.http);
		}
	}),
	scores(
		"GQL-051",
		"Each object and each of its fields adds 1 to the complexity score.",
		[inProject("id name description"), 4],
		['echo(text: "x")', 1],
		[`${inProject("id")} echo(text: "x")`, 3],
		[inProject("group { name } userPermissions { readProject }"), 5],
	),
	scores(
		"GQL-052",
		"The score of a connection with its selection grows by 1% per record of a page, rounded down. The page size comes from first, last or a variable, or is 100.",
		[inProject("issues { nodes { title } }"), 7],
		[inProject("issues(first: 10) { nodes { title } }"), 4],
		[inProject("issues(last: 50) { nodes { title } }"), 5],
		[inProject("issues(first: 0) { nodes { title } }"), 4],
		[inProject("issues(first: 1000) { nodes { title } }"), 7],
		[inProject("issues(first: null) { nodes { title } }"), 7],
		[inProject("issues(first: 33) { nodes { title } }"), 4],
		[inProject("issues(first: 34) { nodes { title } }"), 5],
		[inProject("issues(first: 10) { nodes { title notes(first: 10) { nodes { body } } } }"), 7],
		[inProject("issues(first: $first) { nodes { title } }"), 7],
		[inProject("issues(first: $first) { nodes { title } }"), 4, { first: 10 }],
		[inProject("issues(first: $first) { nodes { title } }"), 7, { first: null }],
		[inProject("issues(first: 10) { nodes { iid } } name @skip(if: $no)"), 4],
		[inProject("path ... @skip(if: $no) { name }"), 2],
		[inProject("issues(first: 10) { nodes { iid } } name @skip(if: $no)"), 5, { no: false }],
		[inProject("issues(first: 10) { nodes { iid } } name @include(if: $no)"), 5],
	),
	scores(
		"GQL-053",
		"On a connection, sort adds 1 and search adds 5 to the score before the page size is applied. With iid, the page size is not applied.",
		[inProject("issues(sort: CREATED_ASC) { nodes { title } }"), 9],
		[inProject('issues(search: "x") { nodes { title } }'), 17],
		[inProject('issues(search: "x", sort: TITLE_ASC) { nodes { title } }'), 19],
		[inProject('issues(iid: "1") { nodes { title } }'), 4],
		[inProject("issues(search: $text) { nodes { title } }"), 7],
		[inProject("issues(search: null, sort: null, iid: null) { nodes { title } }"), 7],
		[inProject("issues(search: $text, first: 10) { nodes { title } }"), 9, { text: "x" }],
	),
	scores(
		"GQL-054",
		"Fields with the contents of blobs, fields that read the repository, and each path of blobs add extra to the complexity score.",
		[inProject("repository { rootRef }"), 4],
		[blobs("path"), 12],
		[blobs("rawBlob"), 14],
		[blobs("rawTextBlob"), 14],
		[blobs("base64EncodedBlob"), 16],
		[blobs("plainData"), 20],
		[blobs("path", "[]"), 10],
		[blobs("path", '["a", "b", "c"]'), 16],
	),
	scores(
		"GQL-055",
		"Aliases and fragments add to the complexity score each time they are used.",
		[`a: ${inProject("name")} b: ${inProject("name")}`, 4],
		[`${inProject("...F x: path ...F")} } fragment F on Project { group { name }`, 6],
		["...F x: __typename ...F } fragment F on Query { currentUser { name }", 5],
		["... on Query { currentUser { ... on User { name username } } }", 3],
	),
	unstated("GQL-056", "A query that is too complex returns one error and no data, and nothing is executed.", writes, async (t) => {
		const { id } = await snippetOf(t);
		const refuses = async () => {
			const query = `mutation { updateSnippet(input: { id: ${quoted(id)}, title: "Too complex" }) { errors } ${fields(250)} }`;
			(await ask(t.as("maintainer"), query)).http.refuses(200, { errors: [{ message: tooComplex(252, 250) }] });
		};
		await inVain(t, refuses, async () => await found(t, "maintainer", id));
	}),
	unstated("GQL-057", "The complexity scores of a batch are added up. Above the limit, every entry returns an error with the sum.", writes, async (t) => {
		for (const [caller, limit] of [
			[t.anonymous, 200],
			[t.as("maintainer"), 250],
		] as const) {
			const half = limit / 2;
			t.same("errors at the limit", (await batch(caller, [`{ ${fields(half)} }`, `{ ${fields(half)} }`])).map(messageOf), [undefined, undefined]);
			const refused = await batch(caller, [`{ ${fields(half)} }`, `{ ${fields(half)} }`, "{ __typename }"]);
			const tooMuch = Array.from({ length: 3 }, () => ({ errors: [{ message: tooComplex(limit + 1, limit) }] }));
			t.same("results above it", refused, tooMuch);
		}
		const { id } = await snippetOf(t);
		const change = `mutation { updateSnippet(input: { id: ${quoted(id)}, title: "Too complex" }) { errors } }`;
		await inVain(
			t,
			async () => await batch(t.as("maintainer"), [change, `{ ${fields(249)} }`]),
			async () => await found(t, "maintainer", id),
		);
	}),
	unstated("GQL-058, GQL-059", "queryComplexity returns the score of the query and the caller's limit, and leaves other data unchanged.", reads, async (t) => {
		const query = (more: string) => `query($path: ID!) { project(fullPath: $path) { name path } ${more} }`;
		for (const [who, limit] of [
			[null, 200],
			["guest", 250],
			["administrator", 250],
		] as const) {
			const plain = await ask(by(t, who), query(""), { path: t.scene("project") });
			const scored = await ask(by(t, who), query("queryComplexity { score limit }"), { path: t.scene("project") });
			t.same("the data", scored.data, { ...plain.data, queryComplexity: { score: 6, limit } }, scored.http);
		}
	}),
];

/** A query of this depth in which no field is nested in itself. */
function deep(depth: number): string {
	const path = [
		...["project(fullPath: $path)", "issues(first: 1)", "nodes", "notes(first: 1)", "edges", "node", "author"],
		...["groups(first: 1)", "edges", "node", "descendantGroups(first: 1)", "edges", "node", "runners(first: 1)", "nodes"],
		...["createdBy", "projectMemberships(first: 1)", "nodes", "user", "status"],
	].slice(0, depth - 1);
	return `query($path: ID!) { ${path.join(" { ")} { __typename ${"}".repeat(depth)}`;
}

const long = (length: number, filler = "a"): string => `{ __typename } #${filler.repeat(length - 16)}`;
/** Whether such a query was refused: by a status, or by errors instead of data. */
const isShutOut = ({ refused, text }: ApiResponse): boolean => refused || (text.includes('"errors"') && !/"__typename"\s*:/.test(text));
const tooLarge = { errors: [{ message: "Query too large" }] };

/** Whether a request that takes this long by the server's clock gets an error. The clock is otherwise stopped. */
async function isCutOff(t: Context, milliseconds: number): Promise<boolean> {
	// The control API returns the time as a text.
	const { now } = (await t.given.control("GET", "/clock")) as { readonly now: string };
	await t.given.setClock(now);
	// A busy machine may read the request after the clock moved: then the server holds the response back for longer.
	for (const latency of [100, 500, 2_500]) {
		await t.given.settings({ latency });
		const response = post(t.anonymous, { query: "{ __typename }" }).then(
			(response) => response.status >= 400,
			(error: unknown) => {
				if (error instanceof Unreachable && error.message.endsWith("503")) return true;
				throw error;
			},
		);
		await pause(latency / 4);
		await t.given.advance(milliseconds);
		const isOver = await response;
		if (isOver || milliseconds <= 30_000) return isOver;
	}
	return false;
}

const size: readonly Rule[] = [
	unstated("GQL-060", "A query may be 15 levels deep without credentials and 20 levels with them; a deeper query is refused.", reads, async (t) => {
		const path = t.scene("project");
		for (const [who, most] of [
			[null, 15],
			["guest", 20],
			["administrator", 20],
		] as const) {
			t.holds("there is a project", (await ask(by(t, who), deep(most), { path })).at("project") !== null);
			// Depth continues inside fragments.
			const inFragment = deep(most + 1).replace(/(project\(.*?\) \{) (.*)\}\}$/, "$1 ...Inner } } fragment Inner on Project { $2 }");
			for (const query of [deep(most + 1), inFragment])
				(await ask(by(t, who), query, { path })).refuses(`Query has depth of ${most + 1}, which exceeds max depth of ${most}`).http.lacks("data");
		}
	}),
	unstated("GQL-061", "A field may be nested in itself at most twice. There is no such limit for node, nodes, edges and ofType.", reads, async (t) => {
		const rounds = (times: number) => `query($path: ID!) { group(fullPath: $path) { ${"parent { ".repeat(times)} path ${"}".repeat(times)} } }`;
		const path = t.scene("group");
		t.holds("there is a group", (await ask(t.as("guest"), rounds(3), { path })).at("group") !== null);
		const renamed = rounds(4).replace(/parent/g, (name, at) => `a${at}: ${name}`);
		for (const query of [rounds(4), renamed]) (await ask(t.as("guest"), query, { path })).refuses(/^Recursive query - too many of fields/).http.lacks("data");
		const types = `{ __type(name: "Query") { fields { type { ${"ofType { ".repeat(8)} name ${"}".repeat(8)} } } } }`;
		t.holds("ofType does not count", (await ask(t.as("guest"), types)).at("__type") !== null);
		const round = "{ __schema { types { fields { type { fields { type { fields { type { fields { name } } } } } } } } } }";
		(await ask(t.as("guest"), round)).refuses(/^Recursive query/);
	}),
	stated("GQL-062", "A query of 10,000 characters is accepted and one of 10,001 is refused. A character is a Unicode code point.", reads, async (t) => {
		t.same("the response to 10,000 characters", (await ask(t.anonymous, long(10_000))).data, { __typename: "Query" });
		for (const refused of [
			await post(t.anonymous, { query: long(10_001) }),
			await post(t.anonymous, [{ query: long(10_001) }]),
			await t.anonymous.send("POST", "/api/graphql", { form: { query: long(10_001) } }),
			await t.anonymous.send("GET", `/api/graphql?query=${encodeURIComponent(long(10_001))}`),
		])
			t.holds("10,001 characters are refused, also in a batch, a form or an address", isShutOut(refused), refused);
		for (const letter of ["é", "\u{1F600}"])
			t.same(`the response to 10,000 times ${letter}`, (await ask(t.anonymous, long(10_000, letter))).data, { __typename: "Query" });
		const wider = await post(t.anonymous, { query: long(10_001, "\u{1F600}") });
		t.assume("10,001 of them are refused", wider.status === 422, wider);
	}),
	unstated("GQL-063", "A query that is too large returns 422. Variables do not count toward its size.", reads, async (t) => {
		(await post(t.anonymous, { query: long(10_001) })).refuses(422, tooLarge);
		const response = await respond(t.anonymous, { query: long(10_000), variables: { more: "x".repeat(20_000) } });
		t.same("the response with long variables", response.data, { __typename: "Query" }, response.http);
	}),
	unstated("GQL-064", "The queries of a batch may have at most 10,000 characters in total.", reads, async (t) => {
		t.same("errors at the limit", (await batch(t.anonymous, [long(5_000), long(5_000)])).map(messageOf), [undefined, undefined]);
		for (const queries of [
			[long(5_000), long(5_001)],
			[long(4_000), long(4_000), long(2_001)],
		])
			(
				await post(
					t.anonymous,
					queries.map((query) => ({ query })),
				)
			).refuses(422, tooLarge);
	}),
	stated("GQL-065", "A request that takes more than 30 seconds is cut off with an error.", writes, async (t) => {
		t.holds("a request of 31 seconds is cut off", await isCutOff(t, 31_000));
	}),
	unstated("GQL-066", "A request of exactly 30 seconds succeeds. One that takes longer is cut off with 503.", writes, async (t) => {
		for (const [milliseconds, isOver] of [
			[29_900, false],
			[30_000, false],
			[30_001, true],
		] as const)
			t.same(`whether a request of ${milliseconds} ms is cut off`, await isCutOff(t, milliseconds), isOver);
	}),
];

/** Queries that are short but expensive to execute: each must be refused quickly. */
const floods: readonly (readonly [slug: string, what: string, query: string])[] = [
	["aliases", "600 aliases", `{ ${many(600, (at) => `a${at}:__typename`)} }`],
	["repeated-fields", "a field repeated 800 times", `{ ${"__typename ".repeat(800)} }`],
	["directives", "a directive repeated 500 times", `{ __typename ${"@skip(if:false) ".repeat(500)} }`],
	[
		"doubling-fragments",
		"fragments that double at every step",
		`{ ...F0 } ${many(30, (at) => `fragment F${at} on Query { ...F${at + 1} ...F${at + 1} }`)} fragment F30 on Query { __typename }`,
	],
	["fragment-cycle", "fragments that include each other", "{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }"],
	[
		"doubling-introspection",
		"introspection that doubles at every step",
		`{ __schema { types { ...T0 } } } ${many(20, (at) => `fragment T${at} on __Type { ...T${at + 1} ...T${at + 1} }`)} fragment T20 on __Type { name }`,
	],
	["deep-lists", "a list nested 3,000 levels deep", `{ echo(text: ${"[".repeat(3_000)}${"]".repeat(3_000)}) }`],
	["deep-selections", "a selection nested 1,500 levels deep", `{ ${"a { ".repeat(1_500)} a ${"} ".repeat(1_500)} }`],
];

/** Milliseconds within which such a query must be refused. */
const soon = 5_000;

export const limitRules: readonly Rule[] = [
	...complexity,
	...size,
	...floods.map(([slug, what, query]) =>
		rule(
			"",
			`A query with ${what} is refused within 5 seconds.`,
			"executeGraphql",
			async (t) => {
				const response = await t.anonymous.graphql(query);
				t.holds(`the status ${response.status} is below 500`, response.status < 500, response);
				const errors = response.field("errors");
				t.holds("there are errors", Array.isArray(errors) && errors.length > 0, response);
				response.lacks("data");
				const { milliseconds } = response.exchange;
				t.holds(`the refusal comes within ${soon} ms (it took ${Math.round(milliseconds)})`, milliseconds < soon, response);
			},
			{ id: `graphql/floods/${slug}`, level: "SHOULD", phase: "graphql", domain: "graphql", effect: "reads" },
		),
	),
];
