import { describe, expect, test } from "vitest";
import { answer, operation, property, type Schema, types, values } from "./support/contract";

const all = ["listReleaseLinks", "getReleaseLink", "createReleaseLink", "updateReleaseLink", "deleteReleaseLink"];
const writes = ["createReleaseLink", "updateReleaseLink", "deleteReleaseLink"];
const kinds = ["other", "runbook", "image", "package"];
const link = answer("getReleaseLink");
const body = (id: string): Schema => {
	const schema = operation(id).body;
	if (!schema) throw new Error(`${id} takes no body`);
	return schema;
};
const required = (id: string): string[] => [
	...Object.values(operation(id).params)
		.filter((one) => one.required)
		.map((one) => one.name),
	...(operation(id).body?.required ?? []),
];

describe("operations", () => {
	const links = "/projects/{id}/releases/{tag_name}/assets/links";

	test.each([
		["LINK-001", "listReleaseLinks", "GET", links, "id tag_name", "200", "list", "safe"],
		["LINK-002", "getReleaseLink", "GET", `${links}/{link_id}`, "id tag_name link_id", "200", "get", "safe"],
		["LINK-003", "createReleaseLink", "POST", links, "id tag_name name url", "201", "create", "non-idempotent"],
		[
			"LINK-004",
			"updateReleaseLink",
			"PUT",
			`${links}/{link_id}`,
			"id tag_name link_id",
			"200",
			"update",
			"idempotent",
		],
		[
			"LINK-005",
			"deleteReleaseLink",
			"DELETE",
			`${links}/{link_id}`,
			"id tag_name link_id",
			"200",
			"delete",
			"idempotent",
		],
	])("%s %s is %s %s", (_claim, id, verb, path, needed, success, method, retry) => {
		const one = operation(id);
		expect([one.verb, one.path]).toEqual([verb, path]);
		expect(required(id)).toEqual(needed.split(" "));
		expect(Object.keys(one.answers).filter((status) => status.startsWith("2"))).toEqual([success]);
		expect(one.raw["x-tenon-method"]).toBe(`releaseLinks.${method}`);
		expect(one.raw["x-tenon-retry"]).toBe(retry);
		expect(one.tags).toEqual(["releases"]);
	});

	test("LINK-001 the list is an array of links", () => {
		expect(operation("listReleaseLinks").answers["200"]?.schema?.type).toBe("array");
		expect(answer("listReleaseLinks")).toBe(link);
	});

	test("LINK-002, LINK-004, LINK-005 reading, changing and deleting answer the link", () => {
		for (const id of ["getReleaseLink", "updateReleaseLink", "deleteReleaseLink"]) {
			expect(operation(id).answers["200"]?.types).toEqual(["application/json"]);
			expect(operation(id).answers["200"]?.schema).toBe(link);
		}
	});

	test("LINK-003..005 the statuses of writes are assumptions", () => {
		for (const [id, status] of [
			["createReleaseLink", "201"],
			["updateReleaseLink", "200"],
			["deleteReleaseLink", "200"],
		] as const)
			expect(operation(id).raw["x-tenon-evidence"]).toMatchObject({ assumed: expect.arrayContaining([status]) });
	});

	test("LINK-009 id is a number or a path, tag_name text, link_id a number", () => {
		for (const id of all) {
			const { params } = operation(id);
			expect(params.id).toMatchObject({ in: "path", required: true });
			expect(types(params.id?.schema ?? {})).toEqual(new Set(["integer", "string"]));
			expect(params.tag_name).toMatchObject({ in: "path", required: true, schema: { type: "string" } });
			if (["listReleaseLinks", "createReleaseLink"].includes(id)) expect(params.link_id).toBeUndefined();
			else expect(params.link_id).toMatchObject({ in: "path", required: true, schema: { type: "integer" } });
		}
	});

	test("LINK-015 the list is paged", () => {
		const { params, answers, raw } = operation("listReleaseLinks");
		expect(params.page).toMatchObject({ in: "query", required: false, schema: { type: "integer", default: 1 } });
		expect(params.per_page).toMatchObject({ in: "query", required: false, schema: { type: "integer", default: 20 } });
		expect(raw["x-tenon-pagination"]).toEqual({ styles: ["offset"], max: 100, defaultOrder: "created_at desc" });
		expect(answers["200"]?.headers).toContain("x-total");
	});

	test("LINK-016 nothing needs a tier or an offering", () => {
		for (const id of all) {
			const { raw, params, answers, body: sent } = operation(id);
			expect(raw).not.toHaveProperty("x-tenon-tier");
			for (const one of Object.values(params)) expect(one).not.toHaveProperty("x-tenon-tier");
			const schemas = [sent, ...Object.values(answers).map((one) => one.schema?.items ?? one.schema)];
			for (const schema of schemas)
				for (const one of Object.values(schema?.properties ?? {})) expect(one).not.toHaveProperty("x-tenon-tier");
		}
	});

	test("LINK-086 refusals are declared; a message may be a list of texts", () => {
		for (const id of all) expect(operation(id).answers).toHaveProperty("404");
		for (const id of writes) {
			const { answers } = operation(id);
			expect(Object.keys(answers)).toEqual(expect.arrayContaining(["400", "401", "403"]));
			const message = property(answers["400"]?.schema?.anyOf?.[0], "message");
			const list = message.anyOf?.find((one) => one.type === "array");
			expect([{}, { type: "string" }]).toContainEqual(list?.items);
		}
	});

	test("reading works without credentials, writing is for developers", () => {
		for (const id of all) {
			const one = operation(id);
			const role = writes.includes(id) ? "developer" : "anonymous";
			expect(one.raw["x-tenon-access"]).toMatchObject({ role, where: "project" });
			expect(one.security).toEqual(writes.includes(id) ? [["privateToken"]] : [["privateToken"], []]);
		}
	});
});

describe("record", () => {
	test("LINK-006 id, name, url and link_type are always there", () => {
		expect(link.required).toEqual(["id", "name", "url", "link_type"]);
		expect(property(link, "id").type).toBe("integer");
		for (const name of ["name", "url", "link_type"]) expect(property(link, name).type).toBe("string");
		expect(values(property(link, "link_type"))).toEqual(kinds);
	});

	test("LINK-007 a new link also tells direct_asset_url", () => {
		const created = answer("createReleaseLink", "201");
		expect([...(created.required ?? [])].sort()).toEqual(["direct_asset_url", "id", "link_type", "name", "url"]);
		expect(property(created, "direct_asset_url").type).toBe("string");
		expect(Object.keys(created.properties ?? {}).sort()).toEqual(Object.keys(link.properties ?? {}).sort());
	});

	test.each([
		["LINK-008", "listReleaseLinks"],
		["LINK-008", "getReleaseLink"],
		["LINK-008", "updateReleaseLink"],
		["LINK-008", "deleteReleaseLink"],
	])("%s in %s direct_asset_url is optional text", (_claim, id) => {
		expect(property(answer(id), "direct_asset_url").type).toBe("string");
		expect(answer(id).required).not.toContain("direct_asset_url");
	});
});

describe("bodies", () => {
	const create = body("createReleaseLink");
	const update = body("updateReleaseLink");

	test("LINK-010 name and url are required text", () => {
		expect(create.required).toEqual(["name", "url"]);
		for (const name of ["name", "url"]) expect(property(create, name).type).toBe("string");
	});

	test("LINK-011 direct_asset_path is optional text", () => {
		expect(property(create, "direct_asset_path")).toMatchObject({ type: "string", maxLength: 128 });
		expect(create.required).not.toContain("direct_asset_path");
	});

	test("LINK-012 link_type is optional and other by default", () => {
		expect(property(create, "link_type")).toMatchObject({ type: "string", enum: kinds, default: "other" });
		expect(create.required).not.toContain("link_type");
	});

	test("LINK-013 the prose tells protocols and uniqueness", () => {
		expect(property(create, "url").description).toMatch(/http, https or ftp; unique in the release/);
		expect(property(create, "name").description).toMatch(/unique in the release/);
	});

	test("LINK-014, LINK-004 a change needs a name or an address", () => {
		expect(Object.keys(update.properties ?? {})).toEqual(["name", "url", "direct_asset_path", "link_type"]);
		expect(update.required).toBeUndefined();
		expect(update.anyOf).toEqual([{ required: ["name"] }, { required: ["url"] }]);
		for (const name of ["name", "url", "direct_asset_path", "link_type"])
			expect(property(update, name).type).toBe("string");
		expect(property(update, "link_type").enum).toEqual(kinds);
		expect(property(update, "link_type").default).toBeUndefined();
	});

	test("a body is taken as JSON, as a form and as multipart alike", () => {
		for (const id of ["createReleaseLink", "updateReleaseLink"]) {
			const { bodies } = operation(id);
			expect(Object.keys(bodies)).toEqual([
				"application/json",
				"application/x-www-form-urlencoded",
				"multipart/form-data",
			]);
			expect(new Set(Object.values(bodies)).size).toBe(1);
		}
	});
});
