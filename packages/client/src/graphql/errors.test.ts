import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { input, on, type Steps } from "../../test/support/graphql";
import { broken, failure, json, refusal, token } from "../../test/support/script";
import {
	AuthenticationError,
	RateLimitError,
	ResponseParseError,
	ServerError,
	UnprocessableError,
} from "../errors/errors";
import {
	accepted,
	ComplexityError,
	CreateSnippetDocument,
	CurrentUserDocument,
	GraphqlError,
	MutationError,
} from "../graphql";

describe("errors", () => {
	test("SDK-253 errors reject, and hold what came all the same", async () => {
		const entry = { message: "No", path: ["a"], locations: [{ line: 1, column: 2 }] };
		const { graphql } = on([json({ data: { a: null, b: 1 }, errors: [entry] })]);
		const error = await failure<GraphqlError>(graphql.request("query Q { a b }"));
		expect(error).toBeInstanceOf(GraphqlError);
		expect([error.message, error.errors, error.data, error.status]).toEqual(["Q: No", [entry], { a: null, b: 1 }, 200]);
	});

	test("SDK-253 or are returned with the data", async () => {
		const { graphql } = on([json({ data: { a: null }, errors: [{ message: "No" }] }), json({ data: { a: 1 } })]);
		expect(await graphql.result("{ a }")).toEqual({ data: { a: null }, errors: [{ message: "No" }], status: 200 });
		expect(await graphql.result("{ a }")).toEqual({ data: { a: 1 }, errors: [], status: 200 });
	});

	test("SDK-254 a payload's errors are data, unless the helper is used", async () => {
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

	test("a response that is not from a GraphQL server", async () => {
		const odd = [[1], [], "text", {}, { data: null }, { data: [] }, { errors: [] }, { data: null, errors: [] }];
		for (const response of [new Response("<html>"), new Response(""), ...odd.map((one) => json(one))]) {
			const { graphql } = on([response]);
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

	test("SDK-235, SDK-241 no part of an error shows the token or variables", async () => {
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
