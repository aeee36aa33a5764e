import { inspect } from "node:util";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
	always,
	baseUrl,
	broken,
	clientOn,
	failure,
	json,
	refusal,
	script,
	silent,
	stopTime,
} from "../../test/support/script";
import { gitlab } from "../gitlab";
import { createGraphQL } from "../graphql";
import { createClient } from "../index";
import { createRest } from "../rest";

const ok = () => json({ id: 7 });

afterEach(() => void vi.unstubAllEnvs());

describe("the environment", () => {
	test.each(["TENON_URL", "TENON_BASE_URL"])("gives URL and token where neither is passed: %s", async (variable) => {
		vi.stubEnv(variable, "https://from-env.test/prefix");
		vi.stubEnv("TENON_TOKEN", "token-of-the-environment");
		const { fetch, requests } = always(ok);
		vi.stubGlobal("fetch", fetch);
		await createClient().groups.get({ id: 7 });
		await createClient({ auth: "token-of-the-caller" }).withOptions({ retries: 0 }).groups.get({ id: 7 });
		vi.unstubAllGlobals();
		expect(requests.map(({ url, headers }) => [url, headers.get("private-token")])).toEqual([
			["https://from-env.test/prefix/api/v4/groups/7", "token-of-the-environment"],
			["https://from-env.test/prefix/api/v4/groups/7", "token-of-the-caller"],
		]);
	});

	test("its token goes to no URL that the caller passes", async () => {
		vi.stubEnv("TENON_TOKEN", "token-of-the-environment");
		const { fetch, requests } = script(ok);
		await createClient({ baseUrl, fetch }).groups.get({ id: 7 });
		expect(requests[0]?.headers.has("private-token")).toBe(false);
	});

	test.each<[variables: { [name: string]: string }, url: string, sent: [string, string] | undefined]>([
		[
			{ CI_API_V4_URL: "https://gitlab.test/sub/api/v4", CI_JOB_TOKEN: "job" },
			"https://gitlab.test/sub",
			["job-token", "job"],
		],
		[
			{ CI_SERVER_URL: "https://gitlab.test", CI_JOB_TOKEN: "job", TENON_TOKEN: "own" },
			"https://gitlab.test",
			["private-token", "own"],
		],
		[{ CI_SERVER_URL: "https://gitlab.test", CI_API_V4_URL: "" }, "https://gitlab.test", undefined],
		[
			{ CI_SERVER_URL: "https://gitlab.test", CI_JOB_TOKEN: "job", TENON_URL: "https://other.test" },
			"https://other.test",
			undefined,
		],
	])("with the dialect gitlab, those of a CI job: %o", async (variables, url, sent) => {
		for (const name of ["TENON_URL", "TENON_TOKEN", "CI_API_V4_URL", "CI_SERVER_URL", "CI_JOB_TOKEN"])
			vi.stubEnv(name, variables[name]);
		const { fetch, requests } = script(ok);
		await createClient({ dialect: gitlab, fetch }).groups.get({ id: 7 });
		expect(requests[0]?.url).toBe(`${url}/api/v4/groups/7`);
		const credentials = ["private-token", "job-token"].flatMap((name) => {
			const value = requests[0]?.headers.get(name);
			return value ? [[name, value]] : [];
		});
		expect(credentials).toEqual(sent ? [sent] : []);
	});

	test("a CI job's variables count with its dialect only", () => {
		vi.stubEnv("TENON_URL", undefined);
		vi.stubEnv("CI_SERVER_URL", "https://gitlab.test");
		expect(() => createClient()).toThrow("baseUrl is missing");
	});

	test("TENON_URL goes before what tenon-mock exec sets", async () => {
		vi.stubEnv("TENON_URL", "https://of-the-client.test");
		vi.stubEnv("TENON_BASE_URL", "https://of-exec.test");
		const { fetch, requests } = always(ok);
		vi.stubGlobal("fetch", fetch);
		await createClient().groups.get({ id: 7 });
		vi.unstubAllGlobals();
		expect(requests.map(({ url }) => url)).toEqual(["https://of-the-client.test/api/v4/groups/7"]);
	});

	test("a missing URL is an error that says what to do", () => {
		vi.stubEnv("TENON_URL", undefined);
		expect(() => createClient()).toThrow(/baseUrl is missing: .*TENON_URL/);
	});
});

test("auth may be the token alone, and a job's token has its own header", async () => {
	const { fetch, requests } = always(ok);
	await createClient({ baseUrl, fetch, auth: "a-token" }).groups.get({ id: 7 });
	await createClient({ baseUrl, fetch, auth: { token: "a-token", as: "job-token" } }).groups.get({ id: 7 });
	expect(requests.map(({ headers }) => [headers.get("private-token"), headers.get("job-token")])).toEqual([
		["a-token", null],
		[null, "a-token"],
	]);
	expect(() => createClient({ baseUrl, auth: "" })).toThrow("auth.token");
});

test.each<[string, (tenon: ReturnType<typeof clientOn>) => PromiseLike<unknown>]>([
	["a call", (tenon) => tenon.groups.get({ id: 7 })],
	["a list", (tenon) => tenon.groups.list().all()],
	["GraphQL", (tenon) => createGraphQL(tenon).request("{ a }")],
	["the raw client", (tenon) => createRest(tenon).GET("/user")],
])("a deadline of the client bounds %s", async (_, run) => {
	stopTime();
	const ended = failure(run(clientOn(always(silent).fetch, { deadline: 1_000, timeout: 700, retries: 9 })));
	await vi.advanceTimersByTimeAsync(1_000);
	expect(await ended).toMatchObject({ name: "TimeoutError" });
});

describe("retryIf", () => {
	test("replaces the operation's rule, or falls back to it", async () => {
		const seen: object[] = [];
		const { fetch, requests } = script(refusal(409), broken("ECONNRESET"), refusal(503));
		const tenon = clientOn(fetch, {
			retries: 5,
			retryIf: ({ error, ...failed }) => {
				seen.push({ ...failed, error: error?.name });
				return failed.status === 503 ? undefined : true;
			},
		});
		expect(await failure(tenon.pipelines.create({ id: 7, ref: "main" }))).toMatchObject({ status: 503 });
		const failed = { operationId: "createPipeline", isAllowed: false };
		expect(seen).toEqual([
			{ ...failed, attempt: 1, status: 409, error: undefined },
			{ ...failed, attempt: 2, status: undefined, error: "ConnectionError" },
			{ ...failed, attempt: 3, status: 503, error: undefined },
		]);
		expect(requests).toHaveLength(3);
	});

	test("of a call takes the place of the client's, and an abort is the end", async () => {
		const { fetch, requests } = script(refusal(503));
		const tenon = clientOn(fetch, { retryIf: () => true });
		expect(await failure(tenon.groups.get({ id: 7 }, { retryIf: () => false }))).toMatchObject({ status: 503 });
		expect(requests).toHaveLength(1);
		expect(await failure(tenon.groups.get({ id: 7 }, { signal: AbortSignal.abort() }))).toMatchObject({
			name: "AbortError",
		});
	});
});

test("a call shows its state, and not its data", async () => {
	const { fetch } = script(json({ token: "sesame-1234" }), refusal(404));
	const tenon = clientOn(fetch);
	const call = tenon.groups.get({ id: 7 });
	expect(inspect(call)).toBe("ApiPromise { <pending> }");
	await call;
	expect(inspect(call)).toBe("ApiPromise { <fulfilled> }");
	const refused = tenon.groups.get({ id: 7 });
	await failure(refused);
	expect(inspect(refused)).toBe("ApiPromise { <rejected> }");
	expect(inspect(tenon.groups.get({ id: "" }))).toBe("ApiPromise { <rejected> }");
});
