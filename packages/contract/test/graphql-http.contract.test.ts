import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test, vi } from "vitest";

/*
 * The GraphQL endpoint is no path of the REST contract, so the contract is read twice: as it is, and through a
 * root of one path that leads to components.pathItems.graphql.
 */
const contract = resolve(process.env.CONTRACT_ROOT ?? join(dirname(fileURLToPath(import.meta.url)), "../openapi.json"));
const folder = mkdtempSync(join(tmpdir(), "tenon-graphql-"));
const only = join(folder, "graphql.json");
writeFileSync(only, JSON.stringify({ paths: { "/graphql": { $ref: `${contract}#/components/pathItems/graphql` } } }));
afterAll(() => rmSync(folder, { recursive: true }));

const { document } = await import("./support/contract");
vi.resetModules();
vi.stubEnv("CONTRACT_ROOT", only);
const { operation, operations, property, types } = await import("./support/contract");
vi.unstubAllEnvs();

const post = operation("executeGraphql");
const get = operation("executeGraphqlQuery");
const [request, batch, ...otherRequests] = post.body?.anyOf ?? [];
const [response, results, ...otherResponses] = post.answers["200"]?.schema?.anyOf ?? [];
const error = property(response, "errors").items;

describe("operations", () => {
	test("GQL-001 POST with query, variables and operationName as JSON, answered by data and errors", () => {
		expect(operations().map((one) => `${one.verb} ${one.id}`)).toEqual([
			"GET executeGraphqlQuery",
			"POST executeGraphql",
		]);
		expect(post.servers).toMatchObject([{ url: "{base_url}/api" }]);
		expect(document()["x-tenon-graphql"]).toEqual({ url: "{base_url}/api/graphql", pathItem: "graphql" });
		expect(Object.keys(post.bodies)).toContain("application/json");
		expect(request?.required).toEqual(["query"]);
		expect(property(request, "query").type).toBe("string");
		expect(property(request, "variables").type).toBe("object");
		expect(property(request, "operationName").type).toBe("string");
		expect(Object.keys(post.answers).filter((status) => status.startsWith("2"))).toEqual(["200"]);
		expect(post.answers["200"]?.types).toEqual(["application/graphql-response+json", "application/json"]);
		expect(Object.keys(response?.properties ?? {})).toEqual(["data", "errors"]);
	});

	test("GQL-002 GET with the query in the address; a mutation is refused with 422", () => {
		expect(get.params.query).toMatchObject({ in: "query", required: true, schema: { type: "string" } });
		expect(get.params.variables).toMatchObject({ in: "query", required: false, schema: { type: "string" } });
		expect(get.params.variables?.description).toMatch(/JSON text/);
		expect(get.params.operationName).toMatchObject({ in: "query", required: false, schema: { type: "string" } });
		expect(get.answers["200"]?.schema).toBe(response);
		expect(get.answers["422"]?.description).toMatch(/mutation was sent by GET/);
		expect(get.body).toBeUndefined();
	});

	test("several queries go in one request and are answered by a list", () => {
		expect([otherRequests, otherResponses]).toEqual([[], []]);
		expect(batch?.type).toBe("array");
		expect(batch?.items).toBe(request);
		expect(results?.type).toBe("array");
		expect(results?.items).toBe(response);
	});

	test("a form carries one query", () => {
		const form = post.bodies["application/x-www-form-urlencoded"];
		expect(post.bodies["multipart/form-data"]).toBe(form);
		expect(form?.required).toEqual(["query"]);
		expect(property(form, "variables").type).toBe("string");
	});

	test("remove_deprecated is a parameter of the address", () => {
		for (const one of [get, post])
			expect(one.params.remove_deprecated).toMatchObject({ in: "query", schema: { type: "boolean", default: false } });
	});

	test("a query has 10,000 characters at most", () => {
		expect(property(request, "query").maxLength).toBe(10_000);
		expect(get.params.query?.schema.maxLength).toBe(10_000);
	});

	test("GQL-042 no version stands in the address", () => {
		const given = document()["x-tenon-graphql"] as { url: string };
		for (const address of [given.url, ...(post.servers ?? []).map((one) => one.url), post.path])
			expect(address).not.toMatch(/v\d/);
		expect(`${post.servers?.[0]?.url}${post.path}`).toBe(given.url);
	});

	test("a refusal of the whole request is one object with errors", () => {
		for (const one of [get, post]) {
			const refusals = Object.keys(one.answers).filter((status) => status >= "400");
			expect(refusals).toEqual(["400", "401", "403", "422", "429", "500", "503"]);
			for (const status of refusals.filter((each) => each !== "400")) {
				expect(one.answers[status]?.schema?.type).toBe("object");
				expect(one.answers[status]?.schema?.required).toEqual(["errors"]);
				expect(property(one.answers[status]?.schema, "errors").items).toBe(error);
			}
			expect(one.answers["429"]?.headers).toEqual(["retry-after"]);
		}
	});
});

describe("answer", () => {
	test("GQL-015 errors have a message and may tell more; data is an object or null", () => {
		expect(types(property(response, "data"))).toEqual(new Set(["object", "null"]));
		expect(property(response, "errors").type).toBe("array");
		expect(error?.required).toEqual(["message"]);
		expect(Object.keys(error?.properties ?? {})).toEqual(["message", "locations", "path", "extensions"]);
		expect(property(error, "message").type).toBe("string");
		expect(property(error, "locations").items?.required).toEqual(["line", "column"]);
		expect(types(property(error, "path").items ?? {})).toEqual(new Set(["string", "integer"]));
		expect(property(error, "extensions")).toMatchObject({ type: "object", additionalProperties: true });
	});
});

describe("spam", () => {
	test("GQL-113 both headers are named, and that one version of one CAPTCHA provider is supported", () => {
		expect(post.params["X-Service-Captcha-Response"]).toMatchObject({
			in: "header",
			required: false,
			schema: { type: "string" },
		});
		expect(post.params["X-Service-Spam-Log-Id"]).toMatchObject({
			in: "header",
			required: false,
			schema: { type: "integer" },
		});
		expect(post.params["X-Service-Captcha-Response"]?.description).toMatch(
			/Only one version of one CAPTCHA provider is supported/,
		);
	});

	test("GQL-114 the extensions of an error name what spam and a challenge tell", () => {
		const extensions = property(error, "extensions");
		expect(property(extensions, "spam").type).toBe("boolean");
		expect(property(extensions, "needsCaptchaResponse").type).toBe("boolean");
		expect(property(extensions, "captchaSiteKey").type).toBe("string");
		expect(property(extensions, "spamLogId").type).toBe("integer");
		expect(extensions.required).toBeUndefined();
	});
});

describe("credentials", () => {
	test("AUTH-094 four ways to authenticate, and none", () => {
		for (const one of [get, post])
			expect(one.security).toEqual([
				["graphqlBearer"],
				["graphqlAccessToken"],
				["graphqlPrivateToken"],
				["graphqlSession"],
				[],
			]);
		expect(document().components).toMatchObject({
			securitySchemes: {
				graphqlBearer: { type: "http", scheme: "bearer" },
				graphqlAccessToken: { type: "apiKey", in: "query", name: "access_token" },
				graphqlPrivateToken: { type: "apiKey", in: "query", name: "private_token" },
				graphqlSession: { type: "apiKey", in: "cookie", name: "_service_session" },
			},
		});
	});

	test("ERR-032 an invalid credential answers 401", () => {
		for (const one of [get, post]) expect(one.answers["401"]?.schema?.required).toEqual(["errors"]);
		expect(post.raw["x-tenon-evidence"]).toMatchObject({ stated: expect.arrayContaining(["200", "401"]) });
	});
});
