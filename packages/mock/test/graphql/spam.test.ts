import { beforeEach, describe, expect, test } from "vitest";
import { type GraphqlWorld, graphqlWorld } from "../support/graphql";

let there: GraphqlWorld;
beforeEach(() => {
	there = graphqlWorld({ spam: {} });
});

const create = "mutation($i: CreateSnippetInput!) { createSnippet(input: $i) { snippet { id title } errors } }";
const input = (title: string): { i: object } => ({
	i: { title, visibilityLevel: "public", blobActions: [{ action: "create", filePath: "a", content: "b" }] },
});
const update = "mutation($i: UpdateSnippetInput!) { updateSnippet(input: $i) { snippet { id title } errors } }";
const answered = (spamLogId: number | string, response = `solution-${spamLogId}`) => ({
	headers: { "X-Service-Captcha-Response": response, "X-Service-Spam-Log-Id": String(spamLogId) },
});
const snippets = (): number => there.platform.state.snippets.size;

/** The challenge of a flagged createSnippet. */
async function challenge(who = "developer", title = "[spam] watches"): Promise<number> {
	const { errors } = await there.gql(who, create, input(title));
	expect(errors?.[0].message).toBe("Request denied. Solve CAPTCHA challenge and retry");
	return errors?.[0].extensions.spamLogId;
}

describe("without a CAPTCHA service", () => {
	test("GQL-101..102, GQL-105, ERR-027, ERR-030..031 spam is refused at the top, and nothing is made", async () => {
		const before = snippets();
		const { status, data, errors } = await there.gql("developer", create, input("[spam] watches"));
		expect(status).toBe(200);
		expect(data).toEqual({ createSnippet: null });
		expect(errors).toEqual([
			{
				message: "Request denied. Spam detected",
				locations: [{ line: 1, column: 37 }],
				path: ["createSnippet"],
				extensions: { spam: true },
			},
		]);
		expect(snippets()).toBe(before);
	});

	test.each<[string, object]>([
		["title", { title: "[spam]" }],
		["description", { description: "[spam]" }],
		["files", { blobActions: [{ action: "create", filePath: "a", content: "[spam]" }] }],
	])("GQL-111 createSnippet is looked at: its %s", async (_what, given) => {
		const result = await there.gql("developer", create, { i: { ...input("Fine").i, ...given } });
		expect(result.errors?.[0].extensions).toEqual({ spam: true });
	});

	test("what is not spam passes", async () => {
		const { data, errors } = await there.gql("developer", create, input("Watches"));
		expect(errors).toBeUndefined();
		expect(data.createSnippet.errors).toEqual([]);
	});

	test("nothing is looked at where the check is off", async () => {
		there.platform.settings.spam = null;
		expect((await there.gql("developer", create, input("[spam]"))).errors).toBeUndefined();
	});

	test("a judge of one's own, a text of one's own, and the next ones whatever they say", async () => {
		const refusal = async (title: string): Promise<boolean> =>
			(await there.gql("developer", create, input(title))).errors !== undefined;
		there.platform.settings.spam = { isSpam: ({ text, username }) => username === "developer" && /cheap/.test(text) };
		expect([await refusal("cheap"), await refusal("dear")]).toEqual([true, false]);
		there.platform.settings.spam = { isSpam: "casino" };
		expect([await refusal("casino"), await refusal("[spam]")]).toEqual([true, false]);
		there.platform.settings.spam = { next: 2 };
		expect([await refusal("a"), await refusal("b"), await refusal("c")]).toEqual([true, true, false]);
	});

	test("GQL-111 updateSnippet is looked at when title or description change", async () => {
		const { data } = await there.gql("developer", create, input("Fine"));
		const { id } = data.createSnippet.snippet;
		const changed = async (change: object): Promise<boolean> =>
			(await there.gql("developer", update, { i: { id, ...change } })).errors === undefined;
		expect(await changed({ title: "[spam]" })).toBe(false);
		expect(await changed({ description: "[spam]" })).toBe(false);
		expect(await changed({ blobActions: [{ action: "update", filePath: "a", content: "[spam]" }] })).toBe(true);
		const { data: after } = await there.gql(
			"developer",
			`{ snippets(ids: ["${id}"]) { nodes { title description } } }`,
		);
		expect(after.snippets.nodes).toEqual([{ title: "Fine", description: null }]);
	});

	test("GQL-111 administrators may be spared", async () => {
		expect((await there.gql("root", create, input("[spam]"))).errors).toHaveLength(1);
		there.platform.settings.spam = { sparesAdministrators: true };
		expect((await there.gql("root", create, input("[spam]"))).errors).toBeUndefined();
		expect((await there.gql("owner", create, input("[spam]"))).errors).toHaveLength(1);
	});
});

describe("with a CAPTCHA service", () => {
	beforeEach(() => {
		there.platform.settings.captcha = { siteKey: "demo-site-key" };
	});

	test("GQL-103..105 spam is challenged, and nothing is made", async () => {
		const before = snippets();
		const { data, errors } = await there.gql("developer", create, input("[spam] watches"));
		expect(data).toEqual({ createSnippet: null });
		expect(errors).toEqual([
			{
				message: "Request denied. Solve CAPTCHA challenge and retry",
				locations: [{ line: 1, column: 37 }],
				path: ["createSnippet"],
				extensions: { needsCaptchaResponse: true, captchaSiteKey: "demo-site-key", spamLogId: expect.any(Number) },
			},
		]);
		expect(snippets()).toBe(before);
	});

	test("GQL-106 the right answer carries the mutation out", async () => {
		const id = await challenge();
		const { data, errors } = await there.gql("developer", create, input("[spam] watches"), answered(id));
		expect(errors).toBeUndefined();
		expect(data.createSnippet.snippet.title).toBe("[spam] watches");
	});

	test.each<[string, (id: number) => ReturnType<typeof answered> | { headers: Record<string, string> }]>([
		["GQL-107 a wrong answer", (id) => answered(id, "wrong")],
		["GQL-107 the answer alone", (id) => ({ headers: { "X-Service-Captcha-Response": `solution-${id}` } })],
		["GQL-107 the number alone", (id) => ({ headers: { "X-Service-Spam-Log-Id": String(id) } })],
		["GQL-108 an unknown number", () => answered(999_999)],
		["GQL-108 no number", () => answered("abc")],
	])("%s is challenged anew", async (_what, headers) => {
		const id = await challenge();
		const { data, errors } = await there.gql("developer", create, input("[spam] watches"), headers(id));
		expect(data).toEqual({ createSnippet: null });
		expect(errors?.[0].extensions.needsCaptchaResponse).toBe(true);
		expect(errors?.[0].extensions.spamLogId).not.toBe(id);
	});

	test("GQL-108 another user's challenge is challenged anew", async () => {
		const id = await challenge("maintainer");
		const { errors } = await there.gql("developer", create, input("[spam] watches"), answered(id));
		expect(errors?.[0].extensions.needsCaptchaResponse).toBe(true);
		expect(errors?.[0].extensions.spamLogId).not.toBe(id);
	});

	test("GQL-108 a refusal that was no challenge is not answered", async () => {
		const { captcha } = there.platform.settings;
		there.platform.settings.captcha = null;
		await there.gql("developer", create, input("[spam] watches"));
		there.platform.settings.captcha = captcha;
		const last = there.platform.state.spamLogs.lastId;
		const { errors } = await there.gql("developer", create, input("[spam] watches"), answered(last));
		expect(errors?.[0].extensions.spamLogId).toBe(last + 1);
	});

	test("GQL-109 an answer works once", async () => {
		const id = await challenge();
		expect((await there.gql("developer", create, input("[spam] 1"), answered(id))).errors).toBeUndefined();
		expect(
			(await there.gql("developer", create, input("[spam] 2"), answered(id))).errors?.[0].extensions,
		).toMatchObject({
			needsCaptchaResponse: true,
		});
	});

	test("an answer that comes too late is challenged anew", async () => {
		there.platform.settings.captcha = { siteKey: "k", lifetime: 60, answer: "open sesame" };
		const [early, late] = [await challenge(), await challenge()];
		there.platform.clock.advance("60 seconds");
		expect(
			(await there.gql("developer", create, input("[spam]"), answered(early, "open sesame"))).errors,
		).toBeUndefined();
		there.platform.clock.advance("1 second");
		expect((await there.gql("developer", create, input("[spam]"), answered(late, "open sesame"))).errors).toHaveLength(
			1,
		);
	});

	test("GQL-110 on a mutation that is not flagged the headers say nothing", async () => {
		const id = await challenge();
		expect((await there.gql("developer", create, input("Fine"), answered(id, "wrong"))).errors).toBeUndefined();
		expect((await there.gql("developer", create, input("Fine"), answered(id))).errors).toBeUndefined();
		// Not used up by that.
		expect((await there.gql("developer", create, input("[spam]"), answered(id))).errors).toBeUndefined();
	});

	test("GQL-112 a certain verdict is not lifted", async () => {
		const id = await challenge();
		const { errors } = await there.gql("developer", create, input("[certain spam]"), answered(id));
		expect(errors?.[0]).toMatchObject({ message: "Request denied. Spam detected", extensions: { spam: true } });
		expect(errors?.[0].extensions).not.toHaveProperty("needsCaptchaResponse");
	});

	test("a verdict by count stands until its challenge is answered", async () => {
		there.platform.settings.spam = { next: 1 };
		const id = await challenge("developer", "Fine");
		expect((await there.gql("developer", create, input("Fine"), answered(id, "wrong"))).errors).toHaveLength(1);
		const next = await there.gql("developer", create, input("Fine"), answered(id));
		expect(next.errors).toBeUndefined();
	});

	test("in a batch each flagged mutation needs an answer of its own", async () => {
		const query = (title: string): object => ({ query: create, variables: input(title) });
		const results = await there.batch("developer", [query("[spam] 1"), query("Fine"), query("[spam] 2")]);
		expect(results.map((one) => one.errors?.[0].extensions.spamLogId)).toEqual([
			expect.any(Number),
			undefined,
			expect.any(Number),
		]);
		expect(results[0]?.errors?.[0].extensions.spamLogId).not.toBe(results[2]?.errors?.[0].extensions.spamLogId);
	});
});
