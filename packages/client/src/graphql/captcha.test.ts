import { inspect } from "node:util";
import { describe, expect, test, vi } from "vitest";
import { bodyOf, challenge, done, errors, input, me, on } from "../../test/support/graphql";
import { always, clientOn, failure, json, refusal, stopTime, until } from "../../test/support/script";
import type { RequestOptions } from "../connection/connection";
import { AbortError, type AuthenticationError } from "../errors/errors";
import {
	CaptchaRequiredError,
	type Challenge,
	CreateSnippetDocument,
	CurrentUserDocument,
	createGraphQL,
	SpamError,
} from "../graphql";

describe("spam and CAPTCHA", () => {
	test("SDK-273 spam rejects and is not sent again", async () => {
		const captcha = vi.fn(() => "x");
		const { graphql, requests } = on([json(errors("Request denied. Spam detected", { spam: true }))], { captcha });
		expect(await failure(graphql.request(CreateSnippetDocument, { input }))).toBeInstanceOf(SpamError);
		expect([requests.length, captcha.mock.calls.length]).toEqual([1, 0]);
	});

	test("SDK-274 a challenge without a solver rejects with what is needed to solve it", async () => {
		const { graphql } = on([json(challenge(67))]);
		const error = await failure<CaptchaRequiredError>(graphql.request(CreateSnippetDocument, { input }));
		expect(error).toBeInstanceOf(CaptchaRequiredError);
		expect([error.siteKey, error.spamLogId, error.solutions, error.cause]).toEqual(["site-key", 67, 0, undefined]);
	});

	test("SDK-275..276, SDK-280 sends the solver's solution with the same mutation only", async () => {
		const captcha = vi.fn(async (_challenge: Challenge) => "the-solution");
		const { graphql, requests } = on([json(challenge(67)), json(done), json({ data: me })], { captcha });
		expect(await graphql.request(CreateSnippetDocument, { input })).toEqual(done.data);
		await graphql.request(CurrentUserDocument);
		expect(captcha).toHaveBeenCalledTimes(1);
		expect(captcha.mock.calls[0]?.[0]).toMatchObject({
			siteKey: "site-key",
			spamLogId: 67,
			operation: "CreateSnippet",
		});
		expect(bodyOf(requests[1])).toEqual(bodyOf(requests[0]));
		const sent = requests.map(({ headers }) => [
			headers.get("x-service-captcha-response"),
			headers.get("x-service-spam-log-id"),
		]);
		expect(sent).toEqual([
			[null, null],
			["the-solution", "67"],
			[null, null],
		]);
	});

	test.each([
		[undefined, 1],
		[3, 3],
	])("SDK-277 with captchaAttempts %s, tries %i solutions", async (captchaAttempts, times) => {
		const captcha = vi.fn(() => "wrong");
		let id = 0;
		const { fetch, requests } = always(() => json(challenge(++id)));
		const graphql = createGraphQL(clientOn(fetch), { captcha, captchaAttempts });
		const error = await failure<CaptchaRequiredError>(graphql.request(CreateSnippetDocument, { input }));
		expect([error.name, error.solutions, error.spamLogId]).toEqual(["CaptchaRequiredError", times, times + 1]);
		expect([captcha.mock.calls.length, requests.length]).toEqual([times, times + 1]);
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
		["returns no string", () => undefined as never],
	])("SDK-278 a solver that %s ends the call, with the cause", async (_what, captcha) => {
		const { graphql, requests } = on([json(challenge(1))], { captcha });
		const error = await failure<CaptchaRequiredError>(graphql.request(CreateSnippetDocument, { input }));
		expect(error).toBeInstanceOf(CaptchaRequiredError);
		expect(error.cause).toBeInstanceOf(Error);
		expect(requests).toHaveLength(1);
	});

	test("SDK-278, SDK-235 a solution that does not fit in a header is neither sent nor shown", async () => {
		for (const bad of ["se\ncret", "sëcret", "se cret"]) {
			const { graphql, requests } = on([json(challenge(1))], { captcha: () => bad });
			const error = await failure<CaptchaRequiredError>(graphql.request(CreateSnippetDocument, { input }));
			expect(error).toBeInstanceOf(CaptchaRequiredError);
			expect(inspect(error) + inspect(error.cause)).not.toContain("cret");
			expect(requests).toHaveLength(1);
		}
	});

	test("SDK-235 no error contains a solution that the server quotes", async () => {
		const { graphql } = on([json(challenge(1)), refusal(400, { errors: [{ message: "bad the-solution" }] })], {
			captcha: () => "the-solution",
		});
		const error = await failure<AuthenticationError>(graphql.request(CreateSnippetDocument, { input }));
		expect(inspect(error) + JSON.stringify(error.body)).not.toContain("the-solution");
	});

	test("SDK-277 what another mutation of the same text has changed is not done a second time", async () => {
		const text = "mutation { a: createSnippet { errors } b: createSnippet { errors } }";
		const { errors: refused } = challenge(1) as { errors: object[] };
		const captcha = vi.fn(() => "x");
		const entry = { ...refused[0], path: ["b"] };
		const { graphql, requests } = on([json({ data: { a: { errors: [] }, b: null }, errors: [entry] })], { captcha });
		const error = await failure<CaptchaRequiredError>(graphql.request(text));
		expect(error).toBeInstanceOf(CaptchaRequiredError);
		expect(error.data).toEqual({ a: { errors: [] }, b: null });
		expect([captcha.mock.calls.length, requests.length]).toEqual([0, 1]);
	});

	test("SDK-279 aborting ends the call at once, and aborts the solver's signal", async () => {
		let solverSignal: AbortSignal | undefined;
		const captcha = ({ signal }: Challenge): Promise<string> => {
			solverSignal = signal;
			return new Promise(() => undefined);
		};
		const { graphql, requests } = on([json(challenge(1))], { captcha });
		const controller = new AbortController();
		const call = failure(graphql.request(CreateSnippetDocument, { input }, { signal: controller.signal }));
		await until(() => solverSignal);
		controller.abort();
		expect(await call).toBeInstanceOf(AbortError);
		expect([solverSignal?.aborted, requests.length]).toEqual([true, 1]);
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
		stopTime();
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
		const { graphql, requests } = on([json(challenge(1)), json(challenge(2)), json(challenge(2))], {
			captcha,
			captchaAttempts: 5,
		});
		expect(await failure(graphql.request("query { createSnippet }"))).toBeInstanceOf(CaptchaRequiredError);
		expect(captcha).not.toHaveBeenCalled();
		expect(await failure(graphql.request(CreateSnippetDocument, { input }))).toBeInstanceOf(CaptchaRequiredError);
		expect([captcha.mock.calls.length, requests.length]).toEqual([1, 3]);
	});
});
