import { parse, print } from "graphql";
import { describe, expect, test, vi } from "vitest";
import { bodyOf, challenge, done, errors, input, me, on, type Steps } from "../../test/support/graphql";
import { always, baseUrl, broken, clientOn, failure, json, refusal, script, token } from "../../test/support/script";
import { ConnectionError, ResponseParseError, ServerError, UsageError } from "../errors/errors";
import {
	CaptchaRequiredError,
	type Challenge,
	ComplexityError,
	CreateSnippetDocument,
	CurrentUserDocument,
	createGraphQL,
	estimateComplexity,
	RunnerDocument,
} from "../graphql";

describe("a request", () => {
	test("SDK-252, SDK-152 query, variables and name go to the endpoint, with the token as a bearer", async () => {
		const { graphql, requests } = on([json({ data: { runner: null } })]);
		const id = "gid://service/Ci::Runner/7";
		expect(await graphql.request(RunnerDocument, { id })).toEqual({ runner: null });
		expect([requests[0]?.method, requests[0]?.url]).toEqual(["POST", `${baseUrl}/api/graphql`]);
		expect(bodyOf(requests[0])).toEqual({ query: String(RunnerDocument), variables: { id }, operationName: "Runner" });
		expect(requests[0]?.headers.get("authorization")).toBe(`Bearer ${token}`);
		expect(requests[0]?.headers.get("private-token")).toBeNull();
		expect(requests[0]?.headers.get("content-type")).toBe("application/json");
	});

	test("SDK-252 variables that are not given are not sent", async () => {
		const { graphql, requests } = on([json({ data: me })]);
		expect(await graphql.request(CurrentUserDocument)).toEqual(me);
		expect(bodyOf(requests[0])).not.toHaveProperty("variables");
	});

	test("SDK-251 a plain text works too", async () => {
		const { graphql, requests } = on([json({ data: { metadata: { version: "18.9" } } })]);
		const query = "query($x: Int) { metadata { version } }";
		const { metadata } = await graphql.request<{ metadata: { version: string } }>(query, { x: 1 });
		expect(metadata.version).toBe("18.9");
		expect(bodyOf(requests[0])).toEqual({ query, variables: { x: 1 } });
	});

	test("SDK-125 the address follows from the client's, with its path prefix", async () => {
		const { graphql, requests } = on([json({ data: me })], {}, { baseUrl: `${baseUrl}/platform/` });
		await graphql.request(CurrentUserDocument);
		expect(requests[0]?.url).toBe(`${baseUrl}/platform/api/graphql`);
	});

	test("SDK-269 remove_deprecated goes into the address", async () => {
		const { graphql, requests } = on([json({ data: me })], { removeDeprecated: true });
		await graphql.request(CurrentUserDocument);
		expect(requests[0]?.url).toBe(`${baseUrl}/api/graphql?remove_deprecated=true`);
	});

	test.each(["access_token", "private_token"] as const)(
		"SDK-153 %s goes into the address when asked for",
		async (tokenIn) => {
			const { graphql, requests } = on([json({ data: me })], { tokenIn, removeDeprecated: true });
			await graphql.request(CurrentUserDocument);
			expect(requests[0]?.url).toBe(`${baseUrl}/api/graphql?remove_deprecated=true&${tokenIn}=${token}`);
			expect(requests[0]?.headers.get("authorization")).toBeNull();
		},
	);

	test("SDK-146 a session's cookie, also over REST", async () => {
		const { fetch, requests } = script(json({ data: me }), json({ id: 1 }));
		const tenon = clientOn(fetch, { auth: { token: "session-1", as: "session" } });
		await createGraphQL(tenon).request(CurrentUserDocument);
		await tenon.users.getCurrent();
		for (const one of requests) {
			expect(one.headers.get("cookie")).toBe("_service_session=session-1");
			expect([one.headers.get("authorization"), one.headers.get("private-token")]).toEqual([null, null]);
		}
	});

	test("SDK-146, SDK-153 a session stays a cookie, also where a token would go into the address", async () => {
		const { graphql, requests } = on(
			[json({ data: {} })],
			{ tokenIn: "access_token" },
			{ auth: { token: "s3ss10n", as: "session" } },
		);
		await graphql.request("{ a }");
		expect([requests[0]?.query, requests[0]?.headers.get("cookie")]).toEqual(["", "_service_session=s3ss10n"]);
		expect(requests[0]?.headers.has("authorization")).toBe(false);
	});

	test("SDK-161 sudo does not go along", async () => {
		const { graphql, requests } = on([json({ data: me })], {}, { sudo: "owner" });
		await graphql.request(CurrentUserDocument);
		expect(requests[0]?.headers.get("sudo")).toBeNull();
	});

	test("SDK-272 address and credentials suffice, without a client", async () => {
		const { fetch, requests } = script(json({ data: me }));
		expect(await createGraphQL({ baseUrl, auth: { token }, fetch }).request(CurrentUserDocument)).toEqual(me);
		expect(requests[0]?.headers.get("authorization")).toBe(`Bearer ${token}`);
	});

	test("SDK-249 a parsed document is printed, where it is said by what", async () => {
		const parsed = parse("query Q { a }");
		const { graphql, requests } = on([json({ data: { a: 1 } }), json([{ data: { a: 1 } }])], { print });
		await graphql.request(parsed);
		await graphql.batch([[parsed]]);
		expect(bodyOf(requests[0])).toEqual({ query: "query Q {\n  a\n}", operationName: "Q" });
		expect(bodyOf(requests[1])).toEqual([{ query: "query Q {\n  a\n}" }]);
	});

	test("SDK-304 headers of the client and the call merge regardless of case, and are sent through the client's fetch", async () => {
		const { graphql, requests } = on([json({ data: {} })], {}, { headers: { "X-One": "client", "X-Two": "client" } });
		await graphql.request("{ a }", {}, { headers: { "x-one": "call", "x-two": null, ACCEPT: "text/x" } });
		const sent = requests[0]?.headers;
		expect([sent?.get("x-one"), sent?.get("x-two"), sent?.get("accept")]).toEqual(["call", null, "text/x"]);
	});

	test("variables that are not JSON are the caller's error, and nothing is sent", async () => {
		const { graphql, requests } = on([]);
		const round: { [name: string]: unknown } = {};
		round.again = round;
		for (const fault of [round, { size: 7n }]) {
			expect(await failure(graphql.request("query($a: X) { a }", fault))).toBeInstanceOf(UsageError);
			expect(await failure(graphql.batch([["query($a: X) { a }", fault]]))).toBeInstanceOf(UsageError);
		}
		expect(requests).toEqual([]);
	});

	test("a parsed document is refused", async () => {
		const { graphql, requests } = on([]);
		const parsed = { kind: "Document", definitions: [] };
		expect(await failure(graphql.request(parsed))).toBeInstanceOf(UsageError);
		expect(requests).toEqual([]);
	});
});

describe("retries", () => {
	test("SDK-256 a query is sent again as a GET is", async () => {
		const { graphql, requests } = on([refusal(503), broken(), json({ data: me })]);
		expect(await graphql.request(CurrentUserDocument)).toEqual(me);
		expect(requests).toHaveLength(3);
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
		const { fetch, requests } = always(() => refusal(503));
		const graphql = createGraphQL(clientOn(fetch));
		expect(await failure(graphql.request(text))).toBeInstanceOf(ServerError);
		expect(requests).toHaveLength(again ? 3 : 1);
	});

	test.each<[string, Steps[number], boolean]>([
		["a failure of the server", refusal(503), false],
		["a lost connection", broken(), false],
		["a connection that was never made", broken("ECONNREFUSED"), true],
		["a limit", refusal(429), true],
	])("SDK-256 a mutation after %s: sent again: %s", async (_what, step, again) => {
		const { graphql, requests } = on(again ? [step, json(done)] : [step]);
		const outcome = graphql.request(CreateSnippetDocument, { input });
		if (again) await outcome;
		else expect(await failure(outcome)).toMatchObject({ outcomeUnknown: true });
		expect(requests).toHaveLength(again ? 2 : 1);
	});

	test("asks once more for a token that was refused", async () => {
		let turn = 0;
		const { graphql, requests } = on(
			[refusal(401), json({ data: me })],
			{},
			{
				auth: { token: () => `token-${++turn}`, refresh: () => undefined },
			},
		);
		await graphql.request(CurrentUserDocument);
		expect(requests.map(({ headers }) => headers.get("authorization"))).toEqual(["Bearer token-1", "Bearer token-2"]);
	});
});

describe("a batch", () => {
	test("SDK-257 one request; the results in order, one's failure leaving the others", async () => {
		const { graphql, requests } = on([
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
		expect(bodyOf(requests[0])).toEqual([
			{ query: String(CurrentUserDocument) },
			{ query: String(RunnerDocument), variables: { id: "gid://service/Ci::Runner/7" } },
			{ query: "{ a }" },
		]);
	});

	test.each([[{ data: {} }], [[{ data: {} }]], [[]], ["text"]])(
		"SDK-258 %j is not a response to two queries",
		async (response) => {
			const { graphql } = on([json(response)]);
			expect(await failure(graphql.batch([["{ a }"], ["{ b }"]]))).toBeInstanceOf(ResponseParseError);
		},
	);

	test("SDK-259 an empty one sends nothing", async () => {
		const { graphql, requests } = on([]);
		expect(await graphql.batch([])).toEqual([]);
		expect(requests).toEqual([]);
	});

	test("SDK-282 challenged entries alone are sent again, one at a time, and keep their places", async () => {
		const solver = vi.fn(({ spamLogId }: Challenge) => `solution-${spamLogId}`);
		const { graphql, requests } = on(
			[json([challenge(1), { data: me }, challenge(2)]), json(done), json(errors("No"))],
			{
				captcha: solver,
			},
		);
		const results = await graphql.batch([
			[CreateSnippetDocument, { input }],
			[CurrentUserDocument],
			[CreateSnippetDocument, { input: { ...input, title: "Other" } }],
		]);
		expect(results.map(({ ok }) => ok)).toEqual([true, true, false]);
		expect(results[0].data).toEqual(done.data);
		expect(requests.slice(1).map(({ headers }) => headers.get("x-service-spam-log-id"))).toEqual(["1", "2"]);
		expect(requests.slice(1).map((one) => Array.isArray(bodyOf(one)))).toEqual([false, false]);
		expect(solver).toHaveBeenCalledTimes(2);
	});

	test.each<[string, Steps[number], string]>([
		["refused", refusal(500), "ServerError"],
		["lost", broken(), "ConnectionError"],
		["odd", json({}), "ResponseParseError"],
	])(
		"SDK-257, SDK-282 an entry whose second sending is %s leaves the others as they are",
		async (_what, step, name) => {
			const { graphql, requests } = on([json([challenge(1), { data: me }]), step], { captcha: () => "x" });
			const [one, two] = await graphql.batch([[CreateSnippetDocument, { input }], [CurrentUserDocument]]);
			expect([one.ok, one.error?.name]).toEqual([false, name]);
			expect(two).toEqual({ ok: true, data: me });
			expect(requests).toHaveLength(2);
		},
	);

	test("a challenge without a solver fails its entry alone", async () => {
		const { graphql } = on([json([challenge(1), { data: me }])]);
		const [one, two] = await graphql.batch([[CreateSnippetDocument, { input }], [CurrentUserDocument]]);
		expect(one.error).toBeInstanceOf(CaptchaRequiredError);
		expect(two.ok).toBe(true);
	});
});

describe("before it is sent", () => {
	const fields = (count: number): string => `{ ${Array.from({ length: count }, (_, at) => `f${at}: a`).join(" ")} }`;

	test("SDK-267 10,000 characters go, one more does not; a batch counts all", async () => {
		const long = (length: number): string => `{ a } #${"x".repeat(length - 7)}`;
		const { graphql, requests } = on([json({ data: {} }), json([{ data: {} }, { data: {} }])]);
		await graphql.request(long(10_000));
		expect(await failure(graphql.request(long(10_001)))).toBeInstanceOf(UsageError);
		await graphql.batch([[long(5_000)], [long(5_000)]]);
		expect(await failure(graphql.batch([[long(5_000)], [long(5_001)]]))).toBeInstanceOf(UsageError);
		expect(requests).toHaveLength(2);
	});

	test.each<[string, string | undefined, number]>([
		["without credentials", undefined, 200],
		["with credentials", token, 250],
	])("SDK-264 %s a query of the limit goes, one more does not", async (_what, credential, limit) => {
		const { graphql, requests } = on(
			[json({ data: {} })],
			{ complexity: estimateComplexity },
			{ auth: credential ? { token: credential } : undefined },
		);
		await graphql.request(fields(limit));
		const error = await failure<ComplexityError>(graphql.request(fields(limit + 1)));
		expect([error.name, error.score, error.limit, error.estimated]).toEqual([
			"ComplexityError",
			limit + 1,
			limit,
			true,
		]);
		expect(requests).toHaveLength(1);
	});

	test("SDK-266 a batch is added up", async () => {
		const { graphql, requests } = on([json([{ data: {} }, { data: {} }])], { complexity: estimateComplexity });
		await graphql.batch([[fields(125)], [fields(125)]]);
		expect(await failure(graphql.batch([[fields(125)], [fields(126)]]))).toBeInstanceOf(ComplexityError);
		expect(requests).toHaveLength(1);
	});
});

test("reports a failed connection as over REST", async () => {
	const { graphql } = on([broken("ECONNREFUSED"), broken("ECONNREFUSED"), broken("ECONNREFUSED")]);
	expect(await failure(graphql.request(CurrentUserDocument))).toBeInstanceOf(ConnectionError);
});
