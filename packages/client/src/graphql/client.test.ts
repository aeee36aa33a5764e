import { inspect } from "node:util";
import { parse, print } from "graphql";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import {
	always,
	baseUrl,
	broken,
	clientOn,
	failure,
	json,
	refusal,
	script,
	token,
	until,
} from "../../test/support/script";
import type { RequestOptions } from "../connection/connection";
import {
	AbortError,
	AuthenticationError,
	ConnectionError,
	PaginationError,
	RateLimitError,
	ResponseParseError,
	ServerError,
	TimeoutError,
	UnprocessableError,
	UsageError,
} from "../errors/errors";
import {
	accepted,
	CaptchaRequiredError,
	type Challenge,
	ComplexityError,
	CreateSnippetDocument,
	CurrentUserDocument,
	createGraphQL,
	estimateComplexity,
	GraphqlError,
	type GraphqlOptions,
	globalId,
	MutationError,
	ProjectIssuesDocument,
	parseGlobalId,
	RunnerDocument,
	SpamError,
} from "../graphql";

type Steps = Parameters<typeof script>;

/** A GraphQL client on a scripted fetch. */
function on(steps: Steps, options: GraphqlOptions = {}, clientOptions: Parameters<typeof clientOn>[1] = {}) {
	const { fetch, asked } = script(...steps);
	return { graphql: createGraphQL(clientOn(fetch, clientOptions), options), asked };
}
const bodyOf = (asked: { body: BodyInit | null | undefined } | undefined): unknown => JSON.parse(String(asked?.body));
const input = { title: "Tips", visibilityLevel: "public" as const, blobActions: [] };
const me = { currentUser: { username: "owner" } };
const errors = (message: string, extensions?: object): object => ({
	data: { createSnippet: null },
	errors: [{ message, path: ["createSnippet"], ...(extensions ? { extensions } : {}) }],
});
const challenge = (spamLogId: number): object =>
	errors("Request denied. Solve CAPTCHA challenge and retry", {
		needsCaptchaResponse: true,
		captchaSiteKey: "site-key",
		spamLogId,
	});
const done = { data: { createSnippet: { snippet: { id: "gid://service/PersonalSnippet/1" }, errors: [] } } };

describe("a request", () => {
	test("SDK-252, SDK-152 query, variables and name go to the endpoint, with the token as a bearer", async () => {
		const { graphql, asked } = on([json({ data: { runner: null } })]);
		const id = "gid://service/Ci::Runner/7";
		expect(await graphql.request(RunnerDocument, { id })).toEqual({ runner: null });
		expect([asked[0]?.method, asked[0]?.url]).toEqual(["POST", `${baseUrl}/api/graphql`]);
		expect(bodyOf(asked[0])).toEqual({ query: String(RunnerDocument), variables: { id }, operationName: "Runner" });
		expect(asked[0]?.headers.get("authorization")).toBe(`Bearer ${token}`);
		expect(asked[0]?.headers.get("private-token")).toBeNull();
		expect(asked[0]?.headers.get("content-type")).toBe("application/json");
	});

	test("SDK-252 variables that are not given are not sent", async () => {
		const { graphql, asked } = on([json({ data: me })]);
		expect(await graphql.request(CurrentUserDocument)).toEqual(me);
		expect(bodyOf(asked[0])).not.toHaveProperty("variables");
	});

	test("SDK-251 a plain text works too", async () => {
		const { graphql, asked } = on([json({ data: { metadata: { version: "18.9" } } })]);
		const query = "query($x: Int) { metadata { version } }";
		const { metadata } = await graphql.request<{ metadata: { version: string } }>(query, { x: 1 });
		expect(metadata.version).toBe("18.9");
		expect(bodyOf(asked[0])).toEqual({ query, variables: { x: 1 } });
	});

	test("SDK-125 the address follows from the client's, with its path prefix", async () => {
		const { graphql, asked } = on([json({ data: me })], {}, { baseUrl: `${baseUrl}/platform/` });
		await graphql.request(CurrentUserDocument);
		expect(asked[0]?.url).toBe(`${baseUrl}/platform/api/graphql`);
	});

	test("SDK-269 remove_deprecated goes into the address", async () => {
		const { graphql, asked } = on([json({ data: me })], { removeDeprecated: true });
		await graphql.request(CurrentUserDocument);
		expect(asked[0]?.url).toBe(`${baseUrl}/api/graphql?remove_deprecated=true`);
	});

	test.each(["access_token", "private_token"] as const)(
		"SDK-153 %s goes into the address when asked for",
		async (tokenIn) => {
			const { graphql, asked } = on([json({ data: me })], { tokenIn, removeDeprecated: true });
			await graphql.request(CurrentUserDocument);
			expect(asked[0]?.url).toBe(`${baseUrl}/api/graphql?remove_deprecated=true&${tokenIn}=${token}`);
			expect(asked[0]?.headers.get("authorization")).toBeNull();
		},
	);

	test("SDK-146 a session's cookie, also over REST", async () => {
		const { fetch, asked } = script(json({ data: me }), json({ id: 1 }));
		const tenon = clientOn(fetch, { auth: { token: "session-1", as: "session" } });
		await createGraphQL(tenon).request(CurrentUserDocument);
		await tenon.users.getCurrent();
		for (const one of asked) {
			expect(one.headers.get("cookie")).toBe("_service_session=session-1");
			expect([one.headers.get("authorization"), one.headers.get("private-token")]).toEqual([null, null]);
		}
	});

	test("SDK-146, SDK-153 a session stays a cookie, also where a token would go into the address", async () => {
		const { graphql, asked } = on(
			[json({ data: {} })],
			{ tokenIn: "access_token" },
			{ auth: { token: "s3ss10n", as: "session" } },
		);
		await graphql.request("{ a }");
		expect([asked[0]?.query, asked[0]?.headers.get("cookie")]).toEqual(["", "_service_session=s3ss10n"]);
		expect(asked[0]?.headers.has("authorization")).toBe(false);
	});

	test("SDK-161 sudo does not go along", async () => {
		const { graphql, asked } = on([json({ data: me })], {}, { sudo: "owner" });
		await graphql.request(CurrentUserDocument);
		expect(asked[0]?.headers.get("sudo")).toBeNull();
	});

	test("SDK-272 address and credentials suffice, without a client", async () => {
		const { fetch, asked } = script(json({ data: me }));
		expect(await createGraphQL({ baseUrl, auth: { token }, fetch }).request(CurrentUserDocument)).toEqual(me);
		expect(asked[0]?.headers.get("authorization")).toBe(`Bearer ${token}`);
	});

	test("SDK-249 a parsed document is printed, where it is said by what", async () => {
		const parsed = parse("query Q { a }");
		const { graphql, asked } = on([json({ data: { a: 1 } }), json([{ data: { a: 1 } }])], { print });
		await graphql.request(parsed);
		await graphql.batch([[parsed]]);
		expect(bodyOf(asked[0])).toEqual({ query: "query Q {\n  a\n}", operationName: "Q" });
		expect(bodyOf(asked[1])).toEqual([{ query: "query Q {\n  a\n}" }]);
	});

	test("SDK-304 headers are the client's and the call's, whatever the case of their names, through the client's fetch", async () => {
		const { graphql, asked } = on([json({ data: {} })], {}, { headers: { "X-One": "client", "X-Two": "client" } });
		await graphql.request("{ a }", {}, { headers: { "x-one": "call", "x-two": null, ACCEPT: "text/x" } });
		const sent = asked[0]?.headers;
		expect([sent?.get("x-one"), sent?.get("x-two"), sent?.get("accept")]).toEqual(["call", null, "text/x"]);
	});

	test("variables that are no JSON are the caller's fault, and nothing is sent", async () => {
		const { graphql, asked } = on([]);
		const round: { [name: string]: unknown } = {};
		round.again = round;
		for (const fault of [round, { size: 7n }]) {
			expect(await failure(graphql.request("query($a: X) { a }", fault))).toBeInstanceOf(UsageError);
			expect(await failure(graphql.batch([["query($a: X) { a }", fault]]))).toBeInstanceOf(UsageError);
		}
		expect(asked).toEqual([]);
	});

	test("a parsed document is refused", async () => {
		const { graphql, asked } = on([]);
		const parsed = { kind: "Document", definitions: [] };
		expect(await failure(graphql.request(parsed))).toBeInstanceOf(UsageError);
		expect(asked).toEqual([]);
	});
});

describe("errors", () => {
	test("SDK-253 errors reject, and hold what came all the same", async () => {
		const entry = { message: "No", path: ["a"], locations: [{ line: 1, column: 2 }] };
		const { graphql } = on([json({ data: { a: null, b: 1 }, errors: [entry] })]);
		const error = await failure<GraphqlError>(graphql.request("query Q { a b }"));
		expect(error).toBeInstanceOf(GraphqlError);
		expect([error.message, error.errors, error.data, error.status]).toEqual(["Q: No", [entry], { a: null, b: 1 }, 200]);
	});

	test("SDK-253 or are given beside the data", async () => {
		const { graphql } = on([json({ data: { a: null }, errors: [{ message: "No" }] }), json({ data: { a: 1 } })]);
		expect(await graphql.result("{ a }")).toEqual({ data: { a: null }, errors: [{ message: "No" }], status: 200 });
		expect(await graphql.result("{ a }")).toEqual({ data: { a: 1 }, errors: [], status: 200 });
	});

	test("SDK-254 a payload's errors are data, unless the helper is asked", async () => {
		const payload = { snippet: null, errors: ["Title can't be blank", "Content can't be blank"] };
		const { graphql } = on([json({ data: { createSnippet: payload } })]);
		const { createSnippet } = await graphql.request(CreateSnippetDocument, { input });
		expect(createSnippet).toEqual(payload);
		expect(() => accepted(createSnippet)).toThrow(MutationError);
		expect(() => accepted(createSnippet)).toThrow("Title can't be blank Content can't be blank");
		expect(() => accepted(null)).toThrow(MutationError);
		expect(accepted({ errors: [], snippet: 1 })).toEqual({ errors: [], snippet: 1 });
	});

	test.each([
		[401, AuthenticationError],
		[422, UnprocessableError],
		[429, RateLimitError],
		[503, ServerError],
	])("SDK-255 status %i rejects with its class", async (status, kind) => {
		const { graphql } = on([refusal(status, { errors: [{ message: "Invalid token" }] })], {}, { retries: 0 });
		const error = await failure<AuthenticationError>(graphql.request(CurrentUserDocument));
		expect(error).toBeInstanceOf(kind);
		expect(error.body).toEqual({ errors: [{ message: "Invalid token" }] });
		expect([error.reason, error.messages]).toEqual(["Invalid token", ["Invalid token"]]);
		expect(error.message).toBe(`${status} executeGraphql CurrentUser: Invalid token`);
	});

	test("an answer that is none of a GraphQL server", async () => {
		const odd = [[1], [], "text", {}, { data: null }, { data: [] }, { errors: [] }, { data: null, errors: [] }];
		for (const answer of [new Response("<html>"), new Response(""), ...odd.map((one) => json(one))]) {
			const { graphql } = on([answer]);
			expect(await failure(graphql.request("{ a }"))).toBeInstanceOf(ResponseParseError);
		}
	});

	test("SDK-268 what the server says of the cost is read", async () => {
		const message = "Query has complexity of 251, which exceeds max complexity of 250";
		const { graphql } = on([json({ errors: [{ message }] })]);
		const error = await failure<ComplexityError>(graphql.request("{ a }"));
		expect(error).toBeInstanceOf(ComplexityError);
		expect([error.score, error.limit, error.estimated]).toEqual([251, 250, false]);
	});

	test("SDK-235, SDK-241 neither token nor variables show, wherever one looks", async () => {
		const secret = "very-secret-title";
		const message = `Variable $input of type T! was provided invalid value for title (${secret})`;
		const entry = { message, extensions: { value: secret } };
		const steps: Steps = [json({ errors: [entry] }), broken(), refusal(422, { errors: [entry] })];
		const { graphql } = on(steps, {}, { retries: 0 });
		for (const _ of steps) {
			const error = await failure(graphql.request(CreateSnippetDocument, { input: { ...input, title: secret } }));
			const seen = [error.message, error.stack, JSON.stringify(error), inspect(error), String(error.cause)].join("\n");
			expect(seen).not.toContain(secret);
			expect(seen).not.toContain(token);
		}
		expect(inspect(graphql) + JSON.stringify(graphql)).not.toContain(token);
	});
});

describe("retries", () => {
	test("SDK-256 a query is sent again as a GET is", async () => {
		const { graphql, asked } = on([refusal(503), broken(), json({ data: me })]);
		expect(await graphql.request(CurrentUserDocument)).toEqual(me);
		expect(asked).toHaveLength(3);
	});

	test.each([
		["query Q { mutation { subscription } }", true],
		["{ a, mutation }", true],
		["fragment F on T { mutation } query Q { ...F }", true],
		['query Q($mutation: In = { a: "} mutation M {" }) { a } # mutation M { b }', true],
		["mutation { a }", false],
		[",mutation M { a }", false],
		["\uFEFFmutation M @live { a }", false],
		["fragment F on T { a }\rmutation M($a: In = { query: 1 }) { ...F }", false],
		["query Q { a } mutation M { b }", false],
	])("SDK-256 what may change something is sent once: %s", async (text, again) => {
		const { fetch, asked } = always(() => refusal(503));
		const graphql = createGraphQL(clientOn(fetch));
		expect(await failure(graphql.request(text))).toBeInstanceOf(ServerError);
		expect(asked).toHaveLength(again ? 3 : 1);
	});

	test.each<[string, Steps[number], boolean]>([
		["a failure of the server", refusal(503), false],
		["a lost connection", broken(), false],
		["a connection that was never made", broken("ECONNREFUSED"), true],
		["a limit", refusal(429), true],
	])("SDK-256 a mutation after %s: sent again: %s", async (_what, step, again) => {
		const { graphql, asked } = on(again ? [step, json(done)] : [step]);
		const outcome = graphql.request(CreateSnippetDocument, { input });
		if (again) await outcome;
		else expect(await failure(outcome)).toMatchObject({ outcomeUnknown: true });
		expect(asked).toHaveLength(again ? 2 : 1);
	});

	test("a token that was refused is asked for once more", async () => {
		let turn = 0;
		const { graphql, asked } = on(
			[refusal(401), json({ data: me })],
			{},
			{
				auth: { token: () => `token-${++turn}`, refresh: () => undefined },
			},
		);
		await graphql.request(CurrentUserDocument);
		expect(asked.map(({ headers }) => headers.get("authorization"))).toEqual(["Bearer token-1", "Bearer token-2"]);
	});
});

describe("a batch", () => {
	test("SDK-257 one request; the results in order, one's failure leaving the others", async () => {
		const { graphql, asked } = on([
			json([{ data: me }, { data: null, errors: [{ message: "No" }] }, { data: { a: 1 } }]),
		]);
		const [one, two, three] = await graphql.batch([
			[CurrentUserDocument],
			[RunnerDocument, { id: "gid://service/Ci::Runner/7" }],
			["{ a }"],
		]);
		expect(one).toEqual({ ok: true, data: me });
		expect([two.ok, two.data, two.error?.message]).toEqual([false, null, "Runner: No"]);
		expect(three).toEqual({ ok: true, data: { a: 1 } });
		expect(bodyOf(asked[0])).toEqual([
			{ query: String(CurrentUserDocument) },
			{ query: String(RunnerDocument), variables: { id: "gid://service/Ci::Runner/7" } },
			{ query: "{ a }" },
		]);
	});

	test.each([[{ data: {} }], [[{ data: {} }]], [[]], ["text"]])(
		"SDK-258 %j is no answer to two queries",
		async (answer) => {
			const { graphql } = on([json(answer)]);
			expect(await failure(graphql.batch([["{ a }"], ["{ b }"]]))).toBeInstanceOf(ResponseParseError);
		},
	);

	test("SDK-259 an empty one sends nothing", async () => {
		const { graphql, asked } = on([]);
		expect(await graphql.batch([])).toEqual([]);
		expect(asked).toEqual([]);
	});

	test("SDK-282 challenged entries alone are sent again, one at a time, and keep their places", async () => {
		const solver = vi.fn(({ spamLogId }: Challenge) => `answer-${spamLogId}`);
		const { graphql, asked } = on([json([challenge(1), { data: me }, challenge(2)]), json(done), json(errors("No"))], {
			captcha: solver,
		});
		const results = await graphql.batch([
			[CreateSnippetDocument, { input }],
			[CurrentUserDocument],
			[CreateSnippetDocument, { input: { ...input, title: "Other" } }],
		]);
		expect(results.map(({ ok }) => ok)).toEqual([true, true, false]);
		expect(results[0].data).toEqual(done.data);
		expect(asked.slice(1).map(({ headers }) => headers.get("x-service-spam-log-id"))).toEqual(["1", "2"]);
		expect(asked.slice(1).map((one) => Array.isArray(bodyOf(one)))).toEqual([false, false]);
		expect(solver).toHaveBeenCalledTimes(2);
	});

	test.each<[string, Steps[number], string]>([
		["refused", refusal(500), "ServerError"],
		["lost", broken(), "ConnectionError"],
		["odd", json({}), "ResponseParseError"],
	])(
		"SDK-257, SDK-282 an entry whose second sending is %s leaves the others as they are",
		async (_what, step, name) => {
			const { graphql, asked } = on([json([challenge(1), { data: me }]), step], { captcha: () => "x" });
			const [one, two] = await graphql.batch([[CreateSnippetDocument, { input }], [CurrentUserDocument]]);
			expect([one.ok, one.error?.name]).toEqual([false, name]);
			expect(two).toEqual({ ok: true, data: me });
			expect(asked).toHaveLength(2);
		},
	);

	test("a challenge without a solver fails its entry alone", async () => {
		const { graphql } = on([json([challenge(1), { data: me }])]);
		const [one, two] = await graphql.batch([[CreateSnippetDocument, { input }], [CurrentUserDocument]]);
		expect(one.error).toBeInstanceOf(CaptchaRequiredError);
		expect(two.ok).toBe(true);
	});
});

describe("spam and CAPTCHA", () => {
	test("SDK-273 spam rejects and is not sent again", async () => {
		const captcha = vi.fn(() => "x");
		const { graphql, asked } = on([json(errors("Request denied. Spam detected", { spam: true }))], { captcha });
		expect(await failure(graphql.request(CreateSnippetDocument, { input }))).toBeInstanceOf(SpamError);
		expect([asked.length, captcha.mock.calls.length]).toEqual([1, 0]);
	});

	test("SDK-274 a challenge without a solver rejects with what is needed to solve it", async () => {
		const { graphql } = on([json(challenge(67))]);
		const error = await failure<CaptchaRequiredError>(graphql.request(CreateSnippetDocument, { input }));
		expect(error).toBeInstanceOf(CaptchaRequiredError);
		expect([error.siteKey, error.spamLogId, error.answers, error.cause]).toEqual(["site-key", 67, 0, undefined]);
	});

	test("SDK-275..276, SDK-280 the solver's answer goes with the same mutation, and nowhere else", async () => {
		const captcha = vi.fn(async (_challenge: Challenge) => "the-answer");
		const { graphql, asked } = on([json(challenge(67)), json(done), json({ data: me })], { captcha });
		expect(await graphql.request(CreateSnippetDocument, { input })).toEqual(done.data);
		await graphql.request(CurrentUserDocument);
		expect(captcha).toHaveBeenCalledTimes(1);
		expect(captcha.mock.calls[0]?.[0]).toMatchObject({
			siteKey: "site-key",
			spamLogId: 67,
			operation: "CreateSnippet",
		});
		expect(bodyOf(asked[1])).toEqual(bodyOf(asked[0]));
		const sent = asked.map(({ headers }) => [
			headers.get("x-service-captcha-response"),
			headers.get("x-service-spam-log-id"),
		]);
		expect(sent).toEqual([
			[null, null],
			["the-answer", "67"],
			[null, null],
		]);
	});

	test.each([
		[undefined, 1],
		[3, 3],
	])("SDK-277 with captchaAttempts %s, %i answers are tried", async (captchaAttempts, times) => {
		const captcha = vi.fn(() => "wrong");
		let id = 0;
		const { fetch, asked } = always(() => json(challenge(++id)));
		const graphql = createGraphQL(clientOn(fetch), { captcha, captchaAttempts });
		const error = await failure<CaptchaRequiredError>(graphql.request(CreateSnippetDocument, { input }));
		expect([error.name, error.answers, error.spamLogId]).toEqual(["CaptchaRequiredError", times, times + 1]);
		expect([captcha.mock.calls.length, asked.length]).toEqual([times, times + 1]);
	});

	test.each<[string, () => string | Promise<string>]>([
		[
			"throws",
			() => {
				throw new Error("closed");
			},
		],
		["rejects", () => Promise.reject(new Error("closed"))],
		["gives nothing", () => ""],
		["gives no text", () => undefined as never],
	])("SDK-278 a solver that %s ends the call, with the cause", async (_what, captcha) => {
		const { graphql, asked } = on([json(challenge(1))], { captcha });
		const error = await failure<CaptchaRequiredError>(graphql.request(CreateSnippetDocument, { input }));
		expect(error).toBeInstanceOf(CaptchaRequiredError);
		expect(error.cause).toBeInstanceOf(Error);
		expect(asked).toHaveLength(1);
	});

	test("SDK-278, SDK-235 an answer that no header can carry is not sent, and not shown", async () => {
		for (const bad of ["so\nlution", "sölution", "so lution"]) {
			const { graphql, asked } = on([json(challenge(1))], { captcha: () => bad });
			const error = await failure<CaptchaRequiredError>(graphql.request(CreateSnippetDocument, { input }));
			expect(error).toBeInstanceOf(CaptchaRequiredError);
			expect(inspect(error) + inspect(error.cause)).not.toContain("lution");
			expect(asked).toHaveLength(1);
		}
	});

	test("SDK-235 a server that quotes the answer brings it into no error", async () => {
		const { graphql } = on([json(challenge(1)), refusal(400, { errors: [{ message: "bad the-answer" }] })], {
			captcha: () => "the-answer",
		});
		const error = await failure<AuthenticationError>(graphql.request(CreateSnippetDocument, { input }));
		expect(inspect(error) + JSON.stringify(error.body)).not.toContain("the-answer");
	});

	test("SDK-277 what another mutation of the same text has changed is not done a second time", async () => {
		const text = "mutation { a: createSnippet { errors } b: createSnippet { errors } }";
		const { errors: refused } = challenge(1) as { errors: object[] };
		const captcha = vi.fn(() => "x");
		const entry = { ...refused[0], path: ["b"] };
		const { graphql, asked } = on([json({ data: { a: { errors: [] }, b: null }, errors: [entry] })], { captcha });
		const error = await failure<CaptchaRequiredError>(graphql.request(text));
		expect(error).toBeInstanceOf(CaptchaRequiredError);
		expect(error.data).toEqual({ a: { errors: [] }, b: null });
		expect([captcha.mock.calls.length, asked.length]).toEqual([0, 1]);
	});

	test("SDK-279 aborting ends the call at once, and the solver is told", async () => {
		let told: AbortSignal | undefined;
		const captcha = ({ signal }: Challenge): Promise<string> => {
			told = signal;
			return new Promise(() => undefined);
		};
		const { graphql, asked } = on([json(challenge(1))], { captcha });
		const controller = new AbortController();
		const call = failure(graphql.request(CreateSnippetDocument, { input }, { signal: controller.signal }));
		await until(() => told);
		controller.abort();
		expect(await call).toBeInstanceOf(AbortError);
		expect([told?.aborted, asked.length]).toEqual([true, 1]);
	});

	test("a solver that hangs is given up", async () => {
		const captcha = (): Promise<string> => new Promise(() => undefined);
		const { graphql } = on([json(challenge(1))], { captcha, captchaTimeout: 5 });
		expect(await failure(graphql.request(CreateSnippetDocument, { input }))).toMatchObject({
			name: "CaptchaRequiredError",
			cause: { name: "TimeoutError" },
		});
	});

	test("SDK-281 the solver's time does not count", async () => {
		vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
		onTestFinished(() => void vi.useRealTimers());
		const captcha = (): Promise<string> => new Promise((resolve) => setTimeout(resolve, 60, "x"));
		for (const options of [{ timeout: 40 }, { deadline: 40 }] satisfies RequestOptions[]) {
			const { graphql } = on([json(challenge(1)), json(done)], { captcha });
			const solved = graphql.request(CreateSnippetDocument, { input }, options);
			await vi.advanceTimersByTimeAsync(60);
			expect(await solved).toEqual(done.data);
		}
	});

	test("SDK-283 challenges at the same time are solved each with its own number", async () => {
		const seen: number[] = [];
		const captcha = ({ spamLogId }: Challenge): string => {
			seen.push(spamLogId);
			return "x";
		};
		const { graphql } = on([json(challenge(1)), json(challenge(2)), json(done), json(done)], { captcha });
		await Promise.all([1, 2].map(() => graphql.request(CreateSnippetDocument, { input })));
		expect(seen.sort()).toEqual([1, 2]);
	});

	test("SDK-284 the solver is called for mutations only, and once for a number", async () => {
		const captcha = vi.fn(() => "x");
		const { graphql, asked } = on([json(challenge(1)), json(challenge(2)), json(challenge(2))], {
			captcha,
			captchaAttempts: 5,
		});
		expect(await failure(graphql.request("query { createSnippet }"))).toBeInstanceOf(CaptchaRequiredError);
		expect(captcha).not.toHaveBeenCalled();
		expect(await failure(graphql.request(CreateSnippetDocument, { input }))).toBeInstanceOf(CaptchaRequiredError);
		expect([captcha.mock.calls.length, asked.length]).toEqual([1, 3]);
	});
});

describe("before it is sent", () => {
	const fields = (count: number): string => `{ ${Array.from({ length: count }, (_, at) => `f${at}: a`).join(" ")} }`;

	test("SDK-267 10,000 characters go, one more does not; a batch counts all", async () => {
		const long = (length: number): string => `{ a } #${"x".repeat(length - 7)}`;
		const { graphql, asked } = on([json({ data: {} }), json([{ data: {} }, { data: {} }])]);
		await graphql.request(long(10_000));
		expect(await failure(graphql.request(long(10_001)))).toBeInstanceOf(UsageError);
		await graphql.batch([[long(5_000)], [long(5_000)]]);
		expect(await failure(graphql.batch([[long(5_000)], [long(5_001)]]))).toBeInstanceOf(UsageError);
		expect(asked).toHaveLength(2);
	});

	test.each<[string, string | undefined, number]>([
		["without credentials", undefined, 200],
		["with credentials", token, 250],
	])("SDK-264 %s a query of the limit goes, one more does not", async (_what, given, limit) => {
		const { graphql, asked } = on(
			[json({ data: {} })],
			{ complexity: estimateComplexity },
			{ auth: given ? { token: given } : undefined },
		);
		await graphql.request(fields(limit));
		const error = await failure<ComplexityError>(graphql.request(fields(limit + 1)));
		expect([error.name, error.score, error.limit, error.estimated]).toEqual([
			"ComplexityError",
			limit + 1,
			limit,
			true,
		]);
		expect(asked).toHaveLength(1);
	});

	test("SDK-266 a batch is added up", async () => {
		const { graphql, asked } = on([json([{ data: {} }, { data: {} }])], { complexity: estimateComplexity });
		await graphql.batch([[fields(125)], [fields(125)]]);
		expect(await failure(graphql.batch([[fields(125)], [fields(126)]]))).toBeInstanceOf(ComplexityError);
		expect(asked).toHaveLength(1);
	});
});

describe("pages of a connection", () => {
	const page = (titles: string[], endCursor: string | null, hasNextPage: boolean): Response =>
		json({
			data: {
				project: { issues: { nodes: titles.map((title) => ({ title })), pageInfo: { hasNextPage, endCursor } } },
			},
		});
	const collect = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
		const out: T[] = [];
		for await (const item of items) out.push(item);
		return out;
	};
	const variables = { fullPath: "acme/web", first: 2 };

	test("SDK-260, SDK-262 every node, by the cursors", async () => {
		const { graphql, asked } = on([page(["a", "b"], "c1", true), page(["c"], "c2", false)]);
		const issues = await collect(graphql.paginate(ProjectIssuesDocument, variables, (data) => data.project?.issues));
		expect(issues.map(({ title }) => title)).toEqual(["a", "b", "c"]);
		expect(asked.map((one) => (bodyOf(one) as { variables: unknown }).variables)).toEqual([
			variables,
			{ ...variables, after: "c1" },
		]);
	});

	test("SDK-260 edges, a start, and nothing where nothing is to be seen", async () => {
		const edges = [{ node: 1 }, null, { node: null }, { node: 2 }];
		const query = "query($after: String) { a(after: $after) { edges { node } pageInfo { hasNextPage endCursor } } }";
		interface Data {
			a: { edges: ({ node: number | null } | null)[]; pageInfo: { hasNextPage: boolean; endCursor: string } } | null;
		}
		const document = { toString: () => query } as {
			toString(): string;
			__apiType?: (variables: { after?: string }) => Data;
		};
		const { graphql, asked } = on([
			json({ data: { a: { edges, pageInfo: { hasNextPage: false, endCursor: "x" } } } }),
			json({ data: { a: null } }),
		]);
		expect(await collect(graphql.paginate(document, {}, (data) => data.a, { after: "saved" }))).toEqual([1, 2]);
		expect(bodyOf(asked[0])).toMatchObject({ variables: { after: "saved" } });
		expect(await collect(graphql.paginate(document, {}, (data) => data.a, { optional: true }))).toEqual([]);
	});

	test("SDK-261 a document that cannot be paged says so", async () => {
		const { graphql, asked } = on([json({ data: { a: { nodes: [] } } })]);
		const select = (data: unknown): never => (data as { a: never }).a;
		expect(await failure(collect(graphql.paginate({ toString: () => "{ a { nodes } }" }, {}, select)))).toMatchObject({
			message: expect.stringContaining("$after"),
		});
		expect(asked).toEqual([]);
		const document = { toString: () => "query($after: String) { a(after: $after) { nodes } }" };
		expect(await failure(collect(graphql.paginate(document, {}, select)))).toMatchObject({
			message: expect.stringContaining("pageInfo { hasNextPage endCursor }"),
		});
	});

	test.each([["c1"], [null]])("SDK-262 a cursor that stays at %j is told, not followed for ever", async (next) => {
		const { graphql } = on([page(["a"], "c1", true), page(["b"], next, true)]);
		const walk = collect(graphql.paginate(ProjectIssuesDocument, variables, (data) => data.project?.issues));
		expect(await failure(walk)).toBeInstanceOf(PaginationError);
	});

	test("SDK-262 cursors that go round are told", async () => {
		const { graphql, asked } = on([page(["a"], "c1", true), page(["b"], "c2", true), page(["a"], "c1", true)]);
		const walk = collect(graphql.paginate(ProjectIssuesDocument, variables, (data) => data.project?.issues));
		expect(await failure(walk)).toBeInstanceOf(PaginationError);
		expect(asked).toHaveLength(3);
	});

	test("SDK-187 a deadline covers the whole walk", async () => {
		vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
		try {
			let at = 0;
			const { fetch, asked } = always(async () => {
				await new Promise((resolve) => setTimeout(resolve, 60));
				return page(["a"], `c${++at}`, true);
			});
			const graphql = createGraphQL(clientOn(fetch));
			const options = { deadline: 150 };
			const walk = failure(
				collect(graphql.paginate(ProjectIssuesDocument, variables, (data) => data.project?.issues, options)),
			);
			await vi.advanceTimersByTimeAsync(150);
			expect(await walk).toBeInstanceOf(TimeoutError);
			expect(asked).toHaveLength(3);
		} finally {
			vi.useRealTimers();
		}
	});

	test("SDK-263 a page above 100 is refused, unless the connection allows more", async () => {
		const { graphql, asked } = on([page([], null, false)]);
		const walk = (maxPage?: number) =>
			collect(
				graphql.paginate(ProjectIssuesDocument, { ...variables, first: 101 }, (data) => data.project?.issues, {
					...(maxPage === undefined ? {} : { maxPage }),
				}),
			);
		expect(await failure(walk())).toBeInstanceOf(UsageError);
		expect(asked).toEqual([]);
		expect(await walk(200)).toEqual([]);
	});

	test("leaving the loop sends no further request", async () => {
		const { graphql, asked } = on([page(["a", "b"], "c1", true)]);
		for await (const _ of graphql.paginate(ProjectIssuesDocument, variables, (data) => data.project?.issues)) break;
		expect(asked).toHaveLength(1);
	});
});

describe("Global IDs", () => {
	test("SDK-270 are written and read", () => {
		expect(globalId("Ci::Runner", 7)).toBe("gid://service/Ci::Runner/7");
		expect(parseGlobalId("gid://service/Ci::Runner/7")).toEqual({ className: "Ci::Runner", id: 7 });
		expect(parseGlobalId("gid://service/Ci::Runner/7", "Ci::Runner").id).toBe(7);
	});

	test.each(["7", "", "gid://other/User/7", "gid://service/user/7", "gid://service/User/x", "gid://service/User/7/8"])(
		"SDK-270 %j is none",
		(text) => {
			expect(() => parseGlobalId(text)).toThrow(UsageError);
		},
	);

	test("SDK-270 another class, a wrong class's name, a wrong number", () => {
		expect(() => parseGlobalId("gid://service/User/7", "Project")).toThrow("does not name a Project");
		for (const name of ["", "ci::Runner", "Ci::", "a b"]) expect(() => globalId(name, 7)).toThrow(UsageError);
		for (const id of [-1, 1.5, Number.NaN]) expect(() => globalId("User", id)).toThrow(UsageError);
	});
});

test("a connection that cannot be made is told as over REST", async () => {
	const { graphql } = on([broken("ECONNREFUSED"), broken("ECONNREFUSED"), broken("ECONNREFUSED")]);
	expect(await failure(graphql.request(CurrentUserDocument))).toBeInstanceOf(ConnectionError);
});
