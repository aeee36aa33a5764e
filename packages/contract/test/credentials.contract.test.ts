import { describe, expect, test } from "vitest";
import { answer, operation, operations, property, type Schema, types } from "./support/contract";

const lists = ["listGroupPersonalAccessTokens", "listGroupResourceAccessTokens", "listGroupSshKeys"];
const tokenDeletions = ["deleteGroupPersonalAccessToken", "deleteGroupResourceAccessToken"];
const deletions = [...tokenDeletions, "deleteGroupSshKey"];
const rotations = ["rotateGroupPersonalAccessToken", "rotateGroupResourceAccessToken"];
const all = [...lists, ...deletions, ...rotations];

/** Names of the parameters and body properties without which a request is refused. */
function required(id: string): string[] {
	const one = operation(id);
	const params = Object.values(one.params).filter((param) => param.required);
	return [...params.map((param) => param.name), ...(one.body?.required ?? [])].sort();
}

const query = (id: string, name: string): Schema => {
	const param = operation(id).params[name];
	if (param?.in !== "query") throw new Error(`${id} has no query parameter ${name}`);
	expect(param.required).toBe(false);
	return param.schema;
};

function expectTypes(schema: Schema, ...expected: string[]): void {
	expect(types(schema)).toEqual(new Set(expected));
}

const names = (schema: Schema): string[] => Object.keys(schema.properties ?? {}).sort();
const statuses = (id: string): string[] => Object.keys(operation(id).answers).sort();

describe("operations", () => {
	test.each([
		[
			"CRED-001",
			"listGroupPersonalAccessTokens",
			"GET",
			"personal_access_tokens",
			"id",
			"200",
			"listPersonalAccessTokens",
		],
		[
			"CRED-002",
			"listGroupResourceAccessTokens",
			"GET",
			"resource_access_tokens",
			"id",
			"200",
			"listResourceAccessTokens",
		],
		["CRED-003", "listGroupSshKeys", "GET", "ssh_keys", "id", "200", "listSshKeys"],
		[
			"CRED-004",
			"deleteGroupPersonalAccessToken",
			"DELETE",
			"personal_access_tokens/{token_id}",
			"id token_id",
			"204",
			"deletePersonalAccessToken",
		],
		[
			"CRED-005",
			"deleteGroupResourceAccessToken",
			"DELETE",
			"resource_access_tokens/{token_id}",
			"id token_id",
			"204",
			"deleteResourceAccessToken",
		],
		["CRED-006", "deleteGroupSshKey", "DELETE", "keys/{key_id}", "id key_id", "204", "deleteSshKey"],
		[
			"CRED-007",
			"rotateGroupPersonalAccessToken",
			"POST",
			"personal_access_tokens/{token_id}/rotate",
			"id token_id",
			"200",
			"rotatePersonalAccessToken",
		],
		[
			"CRED-008",
			"rotateGroupResourceAccessToken",
			"POST",
			"resource_access_tokens/{token_id}/rotate",
			"id token_id",
			"200",
			"rotateResourceAccessToken",
		],
	])("%s %s is %s /groups/{id}/manage/%s", (_claim, id, verb, path, needed, success, method) => {
		const one = operation(id);
		expect([one.verb, one.path]).toEqual([verb, `/groups/{id}/manage/${path}`]);
		expect(required(id)).toEqual(needed.split(" "));
		expect(statuses(id).filter((status) => status.startsWith("2"))).toEqual([success]);
		expect(one.raw["x-tenon-method"]).toBe(`credentials.${method}`);
		expect(one.raw["x-tenon-retry"]).toBe(verb === "GET" ? "safe" : "non-idempotent");
		expect(one.raw["x-tenon-tier"]).toEqual({ offering: "hosted" });
		expect(one.tags).toEqual(["credentials"]);
	});

	test.each([
		["CRED-001", "listGroupPersonalAccessTokens", "scopes"],
		["CRED-002", "listGroupResourceAccessTokens", "resource_type"],
		["CRED-003", "listGroupSshKeys", "usage_type"],
	])("%s %s answers an array of records with %s", (_claim, id, name) => {
		expect(operation(id).answers["200"]?.schema?.type).toBe("array");
		expect(answer(id).required).toContain(name);
	});

	test.each([
		["CRED-004", "deleteGroupPersonalAccessToken"],
		["CRED-005", "deleteGroupResourceAccessToken"],
		["CRED-006", "deleteGroupSshKey"],
	])("%s %s answers without a body", (_claim, id) => {
		expect(operation(id).answers["204"]).toMatchObject({ types: [], schema: undefined });
		expect(operation(id).bodies).toEqual({});
	});

	test("CRED-009 the group is id and the token is token_id", () => {
		for (const id of [...tokenDeletions, ...rotations]) {
			const { params, path } = operation(id);
			const inPath = Object.values(params).filter((param) => param.in === "path");
			expect(inPath.map((param) => param.name)).toEqual(["id", "token_id"]);
			expect(path).toMatch(/^\/groups\/\{id\}\/manage\/\w+\/\{token_id\}(\/rotate)?$/);
		}
		for (const id of all) expectTypes(operation(id).params.id?.schema ?? {}, "integer", "string");
	});

	test.each([
		["CRED-004, CRED-144", "deleteGroupPersonalAccessToken"],
		["CRED-005, CRED-160", "deleteGroupResourceAccessToken"],
	])("%s the token of %s is a number or self", (_claim, id) => {
		expect(operation(id).params.token_id?.schema.anyOf).toEqual([
			{ type: "integer" },
			{ type: "string", enum: ["self"] },
		]);
	});

	test("CRED-006, CRED-173 key_id is a number in the path", () => {
		expect(operation("deleteGroupSshKey").params.key_id).toMatchObject({
			in: "path",
			required: true,
			schema: { type: "integer" },
		});
	});

	test.each([
		["CRED-007, CRED-188", "rotateGroupPersonalAccessToken"],
		["CRED-008, CRED-216", "rotateGroupResourceAccessToken"],
	])("%s expires_at of %s is an optional date", (_claim, id) => {
		const { bodies, raw } = operation(id);
		expect(Object.keys(bodies)).toEqual([
			"application/json",
			"application/x-www-form-urlencoded",
			"multipart/form-data",
		]);
		for (const body of Object.values(bodies)) {
			expect(names(body)).toEqual(["expires_at"]);
			expect(body.required).toBeUndefined();
			expect(property(body, "expires_at")).toMatchObject({ type: "string", format: "date" });
		}
		expect(raw.requestBody).toMatchObject({ required: false });
	});

	test("owners of the group and administrators may call them, writes with scope api", () => {
		for (const id of all)
			expect(operation(id).raw["x-tenon-access"]).toEqual({
				role: "owner",
				where: "group",
				or: ["administrator"],
				scopes: lists.includes(id) ? ["api", "read_api"] : ["api"],
			});
	});

	test("nothing else stands below /manage", () => {
		const found = operations().filter((one) => one.path.includes("/manage/"));
		expect(found.map((one) => one.id).sort()).toEqual([...all].sort());
	});
});

describe("statuses", () => {
	test.each([
		["CRED-021", "listGroupPersonalAccessTokens", ["200", "400", "401", "403", "404"]],
		["CRED-021", "listGroupResourceAccessTokens", ["200", "400", "401", "403", "404"]],
		["CRED-021", "listGroupSshKeys", ["200", "400", "401", "403", "404"]],
		["CRED-022, CRED-148", "deleteGroupPersonalAccessToken", ["204", "400", "401", "403", "404"]],
		["CRED-022, CRED-164", "deleteGroupResourceAccessToken", ["204", "400", "401", "403", "404"]],
		["CRED-022, CRED-175", "deleteGroupSshKey", ["204", "400", "401", "403", "404"]],
		["CRED-194", "rotateGroupPersonalAccessToken", ["200", "400", "401", "403", "404", "405"]],
		["CRED-222, CRED-223", "rotateGroupResourceAccessToken", ["200", "400", "401", "403", "404"]],
	])("%s %s declares its statuses and no other", (_claim, id, expected) => {
		expect(statuses(id)).toEqual(expected);
	});

	test.each([
		["CRED-148", "deleteGroupPersonalAccessToken", ["204", "400", "401", "403", "role"]],
		["CRED-164", "deleteGroupResourceAccessToken", ["204", "400", "401", "403", "role"]],
		["CRED-175", "deleteGroupSshKey", ["204", "400", "401", "403", "role"]],
		["CRED-194", "rotateGroupPersonalAccessToken", ["200", "400", "401", "403", "404", "405", "role"]],
		["CRED-222", "rotateGroupResourceAccessToken", ["200", "403", "404", "role"]],
	])("%s %s marks as stated what is stated", (_claim, id, stated) => {
		expect(operation(id).raw["x-tenon-evidence"]).toMatchObject({ stated });
	});

	test("CRED-022 the 404 of a deletion is about the group, an unknown token or key is 401", () => {
		for (const id of deletions) {
			expect(operation(id).answers["404"]?.description).toMatch(
				/^The group does not exist, or the caller may not see it.*An unknown token or key is a 401\.$/,
			);
			expect(operation(id).raw["x-tenon-evidence"]).toMatchObject({ assumed: expect.arrayContaining(["404"]) });
		}
	});
});

describe("token records", () => {
	const token = answer("listGroupPersonalAccessTokens");
	const resource = answer("listGroupResourceAccessTokens");
	const fields = [
		"id",
		"name",
		"revoked",
		"created_at",
		"description",
		"scopes",
		"user_id",
		"last_used_at",
		"active",
		"expires_at",
	];

	test("CRED-025, CRED-026 a personal access token has ten fields, all always there", () => {
		expect(names(token)).toEqual([...fields].sort());
		expect(token.required).toEqual(fields);
	});

	test.each([
		["CRED-026", "id", ["integer"]],
		["CRED-026", "user_id", ["integer"]],
		["CRED-026", "name", ["string"]],
		["CRED-026", "revoked", ["boolean"]],
		["CRED-026", "active", ["boolean"]],
		["CRED-026", "created_at", ["string"]],
		["CRED-026", "scopes", ["array"]],
		["CRED-027", "description", ["string", "null"]],
		["CRED-027", "last_used_at", ["string", "null"]],
		["CRED-028, CRED-029", "expires_at", ["string", "null"]],
	])("%s %s has its type", (_claim, name, expected) => {
		expectTypes(property(token, name), ...expected);
	});

	test.each([
		["CRED-026", "created_at", "date-time"],
		["CRED-027", "last_used_at", "date-time"],
		["CRED-028", "expires_at", "date"],
	])("%s %s is a %s", (_claim, name, format) => {
		expect(property(token, name).format).toBe(format);
	});

	test("CRED-026 scopes holds text", () => {
		expect(property(token, "scopes").items).toEqual({ type: "string" });
	});

	test("CRED-029 without an expiry expires_at is null", () => {
		expect(property(token, "expires_at").description).toMatch(/null if it never expires/);
	});

	test("CRED-033, CRED-034, CRED-035 a resource access token adds its role and what it belongs to", () => {
		expect(names(resource)).toEqual([...fields, "access_level", "resource_type", "resource_id"].sort());
		expect([...(resource.required ?? [])].sort()).toEqual(names(resource));
		for (const name of fields) expect(property(resource, name)).toBe(property(token, name));
		expect(property(resource, "resource_type")).toMatchObject({ type: "string", enum: ["group", "project"] });
		expect(property(resource, "resource_type").description).toMatch(/belongs to a group or to a project/);
		expect(property(resource, "access_level")).toMatchObject({ type: "integer", enum: [10, 20, 30, 40, 50] });
		expectTypes(property(resource, "resource_id"), "integer");
	});

	test.each([
		["CRED-007, CRED-038", "rotateGroupPersonalAccessToken", token],
		["CRED-008, CRED-039", "rotateGroupResourceAccessToken", resource],
	])("%s %s answers the record plus token", (_claim, id, record) => {
		const rotated = answer(id);
		expect(names(rotated)).toEqual([...names(record), "token"].sort());
		for (const name of names(record)) expect(property(rotated, name)).toBe(property(record, name));
		expectTypes(property(rotated, "token"), "string");
		expect(rotated.required).toEqual(expect.arrayContaining([...fields, "token"]));
		expect(operation(id).raw["x-tenon-reveals"]).toEqual(["token"]);
	});

	test("CRED-040 a rotation may leave out role and owner of the token", () => {
		const rotated = answer("rotateGroupResourceAccessToken");
		expect([...(rotated.required ?? [])].sort()).toEqual([...fields, "token"].sort());
		for (const name of ["access_level", "resource_type", "resource_id"])
			expect(rotated.properties).toHaveProperty(name);
	});
});

describe("SSH key record", () => {
	const key = answer("listGroupSshKeys");

	test("CRED-041 it has seven fields, and not the key itself", () => {
		expect(key.required).toEqual(["id", "title", "created_at", "expires_at", "last_used_at", "usage_type", "user_id"]);
		expect(names(key)).toEqual([...(key.required ?? [])].sort());
	});

	test.each([
		["CRED-042", "id", ["integer"], undefined],
		["CRED-042", "user_id", ["integer"], undefined],
		["CRED-042", "title", ["string"], undefined],
		["CRED-042", "created_at", ["string"], "date-time"],
		["CRED-042", "expires_at", ["string", "null"], "date-time"],
		["CRED-042", "last_used_at", ["string", "null"], "date-time"],
	])("%s %s has its type", (_claim, name, expected, format) => {
		expectTypes(property(key, name), ...expected);
		expect(property(key, name).format).toBe(format);
	});

	test("CRED-043 usage_type has three values", () => {
		expect(property(key, "usage_type")).toMatchObject({
			type: "string",
			enum: ["auth", "signing", "auth_and_signing"],
		});
	});
});

describe("parameters", () => {
	const tokenLists: [id: string, claims: string[]][] = [
		["listGroupPersonalAccessTokens", ["CRED-057", "CRED-058", "CRED-059", "CRED-060"]],
		["listGroupResourceAccessTokens", ["CRED-093", "CRED-094", "CRED-095", "CRED-096"]],
	];

	describe.each(tokenLists)("%s", (id, [times, filters, state, sort]) => {
		test(`${times} four times bound the list`, () => {
			for (const name of ["created_after", "created_before", "last_used_after", "last_used_before"])
				expect(query(id, name)).toEqual({ type: "string", format: "date-time" });
		});

		test(`${filters} revoked is a boolean, search is text`, () => {
			expect(query(id, "revoked")).toEqual({ type: "boolean" });
			expect(query(id, "search")).toEqual({ type: "string" });
		});

		test(`${state} state is active or inactive`, () => {
			expect(query(id, "state")).toEqual({ type: "string", enum: ["active", "inactive"] });
		});

		test(`${sort} sort has eight values`, () => {
			expect(query(id, "sort").enum).toEqual([
				"created_asc",
				"created_desc",
				"expires_asc",
				"expires_desc",
				"last_used_asc",
				"last_used_desc",
				"name_asc",
				"name_desc",
			]);
		});
	});

	test("CRED-129 listGroupSshKeys is bounded by four times", () => {
		for (const name of ["created_after", "created_before", "expires_before", "expires_after"])
			expect(query("listGroupSshKeys", name)).toEqual({ type: "string", format: "date-time" });
	});

	test("every list is paged and says so in headers", () => {
		for (const id of lists) {
			expect(query(id, "page")).toMatchObject({ type: "integer", default: 1 });
			expect(query(id, "per_page")).toMatchObject({ type: "integer", default: 20 });
			expect(operation(id).raw["x-tenon-pagination"]).toMatchObject({ styles: ["offset"], max: 100 });
			expect(operation(id).answers["200"]?.headers).toEqual([
				"x-page",
				"x-per-page",
				"x-next-page",
				"x-prev-page",
				"x-total",
				"x-total-pages",
				"link",
			]);
		}
	});
});
