import type { Context } from "../../rule/context";
import { ask, type GraphqlResponse, mutate } from "../../rule/graphql";
import { type Fields, isFields } from "../../rule/response";
import type { Rule } from "../../rule/rule";
import { inner } from "./connections";
import { batch, errorOf, inVain, many, stated, unstated, type Who, writes } from "./lab";
import { createSnippet, file, snippetOf } from "./snippet-lab";

const spam = "[spam] watches";
const message = { spam: "Request denied. Spam detected", challenge: "Request denied. Solve CAPTCHA challenge and retry" };

/** The headers that solve a challenge. */
const solution = (id: unknown, response = `solution-${String(id)}`) => ({ "X-Service-Captcha-Response": response, "X-Service-Spam-Log-Id": String(id) });

/** Configures the server to treat texts with [spam] as spam, and a CAPTCHA service if it has a site key. */
const guarded = async (t: Context, captcha: Fields | null = { siteKey: "demo-site-key" }, settings: Fields = {}): Promise<void> =>
	await t.given.settings({ spam: settings, captcha });

type Kind = readonly [name: string, input: (text: string) => Fields];

const ofNotes = (snippet: unknown, issue: unknown): readonly Kind[] => [
	["createNote", (body) => ({ noteableId: snippet, body: `${body}\n/close` })],
	["createNote", (body) => ({ noteableId: issue, body })],
];

/** The mutations that are checked for spam: creating a snippet, changing one, writing a note. */
async function kinds(t: Context): Promise<readonly Kind[]> {
	const { id } = await snippetOf(t);
	const { iid } = await t.given.record("issues", { project: t.scene("project") });
	const asked = "query ($path: ID!, $iid: String!) { project(fullPath: $path) { issue(iid: $iid) { id } } }";
	const issue = (await ask(t.as("maintainer"), asked, { path: t.scene("project"), iid: String(iid) })).text("project.issue.id");
	const create = (fields: Fields): Fields => ({ title: "Fine", visibilityLevel: "public", blobActions: [file("a")], ...fields });
	// The specification shows only the mutations of snippets.
	const hasNotes = isFields((await mutate(t.as("maintainer"), "createNote", { noteableId: issue, body: "" })).http.field("data"));
	return [
		["createSnippet", (title) => create({ title })],
		["createSnippet", (description) => create({ description })],
		["createSnippet", (content) => create({ blobActions: [file("b"), file("a", content)] })],
		["updateSnippet", (title) => ({ id, title })],
		["updateSnippet", (description) => ({ id, description })],
		...(hasNotes ? ofNotes(id, issue) : []),
	];
}

/** The extensions of a mutation that must be refused for spam. */
function refusal(t: Context, name: string, response: GraphqlResponse): Fields {
	t.same("data", response.http.field("data"), { [name]: null }, response.http);
	t.same("the number of errors", response.errors.length, 1, response.http);
	const { extensions } = response.errors[0] ?? {};
	return isFields(extensions) ? extensions : {};
}

/** The number of a challenge that a new snippet must get. */
async function challenge(t: Context, who: Who = "developer", title = spam, headers = {}): Promise<number> {
	const { spamLogId, needsCaptchaResponse } = refusal(t, "createSnippet", await createSnippet(t, who, { title }, headers));
	t.same("needsCaptchaResponse", needsCaptchaResponse, true);
	return Number(spamLogId);
}
const passes = async (t: Context, who: Who, title: string, headers = {}): Promise<boolean> =>
	(await createSnippet(t, who, { title }, headers)).errors.length === 0;

/** Each kind of change that is spam must be refused with these extensions, under its name or an alias, and change nothing. */
async function refusesEach(t: Context, check: (extensions: Fields, response: GraphqlResponse, name: string) => void): Promise<void> {
	for (const [name, input] of await kinds(t))
		await inVain(t, async () => {
			for (const key of [name, "mine"]) {
				const response = await mutate(t.as("maintainer"), key === name ? name : `${key}: ${name}`, input(spam));
				check(refusal(t, key, response), response, key);
			}
		});
}

/** The message, locations and path that a refusal should have. */
function shape(t: Context, response: GraphqlResponse, text: string, name: string): void {
	const [error] = response.errors;
	t.assume(`the message is "${text}", at ${name}`, error?.message === text && JSON.stringify(error.path) === JSON.stringify([name]), response.http);
	t.assume("there are locations", Array.isArray(error?.locations) && error.locations.length === 1, response.http);
}

export const spamRules: readonly Rule[] = [
	stated(
		"GQL-101, GQL-102, ERR-027",
		"Without a CAPTCHA service, a mutation with spam is refused with spam: true as the only error extension.",
		writes,
		async (t) => {
			await guarded(t, null);
			await refusesEach(t, (extensions, response, name) => {
				t.same("spam", extensions.spam, true);
				t.assume("spam is the only extension", Object.keys(extensions).length === 1, response.http);
				shape(t, response, message.spam, name);
			});
		},
	),
	stated(
		"GQL-103, GQL-104",
		"With a CAPTCHA service, a mutation with spam returns an error with needsCaptchaResponse, captchaSiteKey and a new spamLogId.",
		writes,
		async (t) => {
			await guarded(t);
			const ids = new Set<unknown>();
			await refusesEach(t, (extensions, response, name) => {
				const { needsCaptchaResponse, captchaSiteKey, spamLogId, ...others } = extensions;
				t.same("needsCaptchaResponse and captchaSiteKey", [needsCaptchaResponse, captchaSiteKey], [true, "demo-site-key"]);
				t.holds("there is a spamLogId", spamLogId !== undefined && spamLogId !== null);
				t.assume("spamLogId is a new integer", Number.isInteger(spamLogId) && !ids.has(spamLogId), response.http);
				t.assume("there are no other extensions", Object.keys(others).length === 0, response.http);
				ids.add(spamLogId);
				shape(t, response, message.challenge, name);
			});
		},
	),
	stated("GQL-105, ERR-031", "A mutation that is refused for spam is null in data and creates or changes nothing.", writes, async (t) => {
		for (const captcha of [null, { siteKey: "k" }]) {
			await guarded(t, captcha);
			await refusesEach(t, () => undefined);
		}
	}),
	stated("ERR-030", "Errors for spam and complexity have a message and may have path and extensions.", { domain: "graphql", phase: "graphql" }, async (t) => {
		await guarded(t);
		const complex = await ask(t.as("developer"), `{ ${many(300, (at) => `f${at}: __typename`)} }`);
		for (const { errors, http: response } of [complex, await createSnippet(t, "developer", { title: spam })])
			for (const { message: text, locations = [], path = [], extensions = {} } of errors)
				t.holds("the error has this form", typeof text === "string" && Array.isArray(locations) && Array.isArray(path) && isFields(extensions), response);
		t.holds("both have errors", complex.errors.length > 0);
	}),
	stated("GQL-106", "A mutation is executed when it is sent again with both headers of its CAPTCHA challenge.", writes, async (t) => {
		await guarded(t);
		const written = async () => (await t.given.records("notes")).length + (await t.given.records("snippets")).length;
		for (const [name, input] of await kinds(t)) {
			const before = await written();
			const { spamLogId } = refusal(t, name, await mutate(t.as("maintainer"), name, input(spam)));
			const selection = name === "createNote" ? "note { body }" : "snippet { title description }";
			const solved = await mutate(t.as("maintainer"), name, input(spam), selection, solution(spamLogId));
			t.same(`errors of ${name}`, solved.record(name).errors, [], solved.http);
			t.same(`how many records ${name} makes`, (await written()) - before, name === "updateSnippet" ? 0 : 1);
			const first = { createNote: "note.body", createSnippet: "snippet", updateSnippet: "snippet" }[name] ?? "";
			t.holds("the payload has what was written", name === "createSnippet" || JSON.stringify(solved.at(`${name}.${first}`)).includes(spam), solved.http);
		}
	}),
	unstated("GQL-107, GQL-108", "A wrong CAPTCHA solution, only one of the headers, or another user's challenge returns a new challenge.", writes, async (t) => {
		await guarded(t, null);
		await createSnippet(t, "developer", { title: spam });
		const unchallenged = ((await t.given.control("GET", "/records/spam_logs")) as { readonly rows: readonly Fields[] }).rows.at(-1)?.id;
		await guarded(t);
		const other = await challenge(t, "maintainer");
		const id = await challenge(t);
		const [both] = [solution(id)];
		for (const headers of [
			{ ...both, "X-Service-Captcha-Response": "wrong" },
			{ ...both, "X-Service-Captcha-Response": "" },
			{ "X-Service-Captcha-Response": `solution-${id}` },
			{ "X-Service-Spam-Log-Id": String(id) },
			...[other, unchallenged, 999_999, "abc", -1, `${id}x`].map((one) => solution(one)),
		])
			await inVain(t, async () => {
				const next = await challenge(t, "developer", spam, headers);
				t.holds("the challenge is new", next > id && next !== other);
			});
		t.same("whether the right solution still works", await passes(t, "developer", spam, both), true);
	}),
	unstated("GQL-109", "A CAPTCHA solution works once, and only before the challenge expires.", writes, async (t) => {
		await guarded(t, { siteKey: "k", lifetime: 60, solution: "open sesame" });
		const { now } = (await t.given.control("GET", "/clock")) as { readonly now: string };
		await t.given.setClock(now);
		const [early, late] = [await challenge(t), await challenge(t)];
		await t.given.advance("60 seconds");
		t.same("a solution in time", await passes(t, "developer", "[spam] 1", solution(early, "open sesame")), true);
		await challenge(t, "developer", "[spam] 2", solution(early, "open sesame"));
		await t.given.advance("1 second");
		await challenge(t, "developer", "[spam] 3", solution(late, "open sesame"));
	}),
	unstated("GQL-110", "On a mutation that is not spam, the CAPTCHA headers are ignored and do not use up the challenge.", writes, async (t) => {
		const { id: snippet } = await snippetOf(t);
		for (const log of [1, 999_999, "abc", -1, "", "1x"])
			for (const headers of [solution(log, "anything"), solution(log, ""), { "X-Service-Spam-Log-Id": String(log) }]) {
				t.same(`whether headers of nothing (${log}) pass`, await passes(t, "maintainer", t.unique("fine"), headers), true);
				for (const [name, input] of [
					["updateSnippet", { id: snippet, title: t.unique("fine") }],
					["createNote", { noteableId: snippet, body: t.unique("fine") }],
				] as const)
					t.same(`errors of ${name} with ${log}`, (await mutate(t.as("maintainer"), name, input, "", headers)).record(name).errors, []);
			}
		await guarded(t);
		const id = await challenge(t);
		for (const response of ["wrong", `solution-${id}`]) t.same("whether it passes", await passes(t, "developer", "Fine", solution(id, response)), true);
		t.same("whether the solution still works", await passes(t, "developer", spam, solution(id)), true);
	}),
	unstated("GQL-111", "Only createSnippet, title and description of updateSnippet, and createNote are checked for spam.", writes, async (t) => {
		await guarded(t, null);
		for (const [name, input] of await kinds(t)) {
			const response = await mutate(t.as("maintainer"), name, input("Fine"));
			t.same(`errors of ${name} without spam`, response.record(name).errors, [], response.http);
		}
		const { id } = await snippetOf(t, {}, "developer");
		const blobActions = [{ action: "update", filePath: "tips.md", content: spam }];
		const changed = await mutate(t.as("developer"), "updateSnippet", { id, blobActions, visibilityLevel: "internal" });
		t.same("errors of a file that is spam", changed.record("updateSnippet").errors, [], changed.http);
		await t.given.settings({ spam: { isSpam: "never said" } });
		const noteId = (await mutate(t.as("developer"), "createNote", { noteableId: id, body: "Fine" }, "note { id }")).text("createNote.note.id");
		await guarded(t, null);
		const edited = await mutate(t.as("developer"), "updateNote", { id: noteId, body: spam });
		t.same("errors of a changed note", edited.record("updateNote").errors, [], edited.http);
		for (const [sparesAdministrators, who, expected] of [
			[false, "administrator", false],
			[true, "administrator", true],
			[true, "owner", false],
		] as const) {
			await guarded(t, null, { sparesAdministrators });
			t.same(`whether ${who} passes with ${sparesAdministrators}`, await passes(t, who, spam), expected);
		}
		await guarded(t, null, { next: 2 });
		t.same(
			"the next two changes, whatever they say",
			[await passes(t, "developer", "a"), await passes(t, "developer", "b"), await passes(t, "developer", "c")],
			[false, false, true],
		);
		await t.given.settings({ spam: null });
		t.same("whether spam passes without a spam service", await passes(t, "developer", spam), true);
	}),
	unstated("GQL-112", "CAPTCHA headers do not lift a definite spam verdict. Each mutation of a batch needs its own solution.", writes, async (t) => {
		await guarded(t);
		const id = await challenge(t);
		const refused = await createSnippet(t, "developer", { title: "[certain spam]" }, solution(id));
		t.same("the extensions", refusal(t, "createSnippet", refused), { spam: true }, refused.http);
		shape(t, refused, message.spam, "createSnippet");
		const query = "mutation($i: CreateSnippetInput!) { createSnippet(input: $i) { errors } }";
		const entries = [spam, "Fine", spam].map((title) => ({ query, variables: { i: { title, visibilityLevel: "private", blobActions: [file("a")] } } }));
		const results = await batch(t.as("developer"), entries);
		const ids = results.map((one) => inner(errorOf(one) ?? {}, "extensions", "spamLogId"));
		t.same(
			"which entries get a challenge",
			ids.map((one) => typeof one),
			["number", "undefined", "number"],
		);
		t.holds("the challenges differ", ids[0] !== ids[2]);
		await guarded(t, { siteKey: "k" }, { next: 1 });
		const counted = await challenge(t, "developer", "Fine");
		await challenge(t, "developer", "Fine", solution(counted, "wrong"));
		t.same("whether a verdict by count is lifted by its solution", await passes(t, "developer", "Fine", solution(counted)), true);
	}),
];
