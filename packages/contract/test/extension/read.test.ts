import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type * as z from "zod/mini";
import { methodOf } from "../../generate/extension/method-name";
import { readExtension } from "../../src/generate";
import * as ours from "../../src/validators";
import { document, readCompany, withSchema } from "./support";

const approvals = await readExtension(
	fileURLToPath(new URL("../../../../test/extend/approvals.yaml", import.meta.url)),
);

const validatorsOf = async ({ contract }: Awaited<ReturnType<typeof readCompany>>) =>
	(await contract.validators?.()) as { readonly [name: string]: z.ZodMiniType }; // schemas by name

const accepts = async (widget: object, values: unknown[], more: { readonly [name: string]: unknown } = {}) => {
	const { Widget } = await validatorsOf(await readCompany(withSchema(widget, more)));
	return values.map((value) => Widget?.safeParse(value).success);
};

test("the example has a row for each operation", () => {
	expect(approvals.contract.name).toBe("approvals");
	expect(
		Object.values(approvals.contract.operations).map(({ verb, path, method }) => `${method} ${verb} ${path}`),
	).toEqual([
		"approvalRules.list GET /projects/{id}/approval_rules",
		"approvalRules.create POST /projects/{id}/approval_rules",
		"approvalRules.get GET /projects/{id}/approval_rules/{rule_id}",
		"approvalRules.update PUT /projects/{id}/approval_rules/{rule_id}",
		"approvalRules.delete DELETE /projects/{id}/approval_rules/{rule_id}",
		"mergeRequestApprovals.approve POST /projects/{id}/merge_requests/{merge_request_iid}/approve",
		"mergeRequestApprovals.list GET /projects/{id}/merge_requests/{merge_request_iid}/approvals",
	]);
});

test.each([
	["Merge requests", "listMergeRequests", "mergeRequests.list"],
	["merge_requests", "getMergeRequest", "mergeRequests.get"],
	["MergeRequests", "listProjectMergeRequests", "mergeRequests.listProject"],
	["Merge request approvals", "approveMergeRequest", "mergeRequestApprovals.approve"],
	["Users", "getCurrentUser", "users.getCurrent"],
	["Policies", "deletePolicy", "policies.delete"],
	["Status", "getStatus", "status.get"],
	["Search", "findAnything", "search.findAnything"],
	["Widgets", "widgets", "widgets.widgets"],
])("the method of %s and %s is %s", (tag, id, method) => {
	expect(methodOf(tag, id)).toBe(method);
});

test("what a file leaves out is filled in", async () => {
	const { contract } = await readCompany(document());
	expect(contract.name).toBe("company");
	expect(contract.operations).toEqual({
		getWidget: {
			id: "getWidget",
			domain: "widgets",
			method: "widgets.get",
			verb: "GET",
			path: "/widgets/{widget_id}",
			parameters: [{ name: "widget_id", in: "path", required: true, schema: { type: "integer" } }],
			statuses: [200],
			anonymous: false,
			access: { role: "signed-in", where: "instance", scopes: ["api", "read_api"] },
			retry: "safe",
			evidence: { stated: [], assumed: [] },
		},
	});
});

test("what a file says is kept, and what it says in part is completed", async () => {
	const { contract } = await readCompany(
		document(
			{
				"x-tenon-method": "gadgets.fetch",
				"x-tenon-retry": "non-idempotent",
				"x-tenon-access": { role: "developer" },
				"x-tenon-evidence": { stated: ["200"], assumed: [] },
				"x-tenon-tier": { tier: "premium" },
				"x-internal": true,
			},
			{},
			"/projects/{id}/widgets",
		),
	);
	expect(contract.operations).toMatchObject({
		getWidget: {
			method: "gadgets.fetch",
			retry: "non-idempotent",
			access: { role: "developer", where: "project", scopes: ["api", "read_api"] },
			evidence: { stated: ["200"], assumed: [] },
			tier: { tier: "premium" },
		},
	});
});

test("an operation without a tag has the file's name as its resource", async () => {
	const { contract } = await readCompany(document({ tags: [] }));
	expect(contract.operations).toMatchObject({ getWidget: { method: "company.getWidget", domain: "company" } });
});

test("an operation that takes no credentials is anonymous", async () => {
	const { contract } = await readCompany(document({ security: [] }));
	expect(contract.operations).toMatchObject({ getWidget: { anonymous: true, access: { role: "anonymous" } } });
});

test("a list has offset pages if it declares page and per_page, and comes whole otherwise", async () => {
	const { operations } = approvals.contract;
	expect(operations).toMatchObject({
		listApprovalRules: { pagination: { styles: ["offset"], max: 100 } },
		listMergeRequestApprovals: { pagination: { styles: [] } },
	});
});

test("the validators are those that the files have", async () => {
	const all = await validatorsOf(approvals);
	expect(Object.keys(all)).toEqual(
		expect.arrayContaining([
			"ApprovalRule",
			"CreateApprovalRuleBody",
			"listApprovalRulesParameters",
			"approveMergeRequestResponses",
		]),
	);
	const { CreateApprovalRuleBody: body } = all;
	const valid = { name: "Security", approvals_required: 2, until: null };
	expect(body?.safeParse(valid).success).toBe(true);
	expect(body?.safeParse({ ...valid, until: "tomorrow" }).success).toBe(false);
	expect(body?.safeParse({ ...valid, name: "" }).success).toBe(false);
});

test("schemas of our contract are reused", async () => {
	const { Approval, ...rest } = await validatorsOf(approvals);
	expect(Object.keys(rest)).not.toContain("UserBasic");
	// Zod's own description of the schema.
	const { shape } = (Approval as unknown as { _zod: { def: { shape: Record<string, unknown> } } })._zod.def;
	expect(shape.user).toBe(ours.UserBasic);
});

test("the document is in one piece, with the metadata", () => {
	const text = JSON.stringify(approvals.document);
	expect(text).not.toContain("approval-lists.yaml");
	expect(text).not.toContain("@tenon/contract");
	expect(approvals.document).toMatchObject({
		components: { schemas: { UserBasic: { type: "object" } }, responses: { NotFound: {} } },
		paths: { "/projects/{id}/approval_rules": { get: { "x-tenon-method": "approvalRules.list" } } },
	});
	expect(approvals.files.map((file) => file.replace(/.*\//, ""))).toEqual(["approvals.yaml", "approval-lists.yaml"]);
});

test("a file may be JSON, and path items may be in files of their own", async () => {
	const { get, parameters } =
		(document().paths as Record<string, { get: object; parameters: object }>)["/widgets/{widget_id}"] ?? {};
	const { contract } = await readCompany(
		JSON.stringify({ ...document(), paths: { "/widgets/{widget_id}": { $ref: "widget.json" } } }),
		{ "widget.json": JSON.stringify({ get: { ...get, responses: { 204: { description: "Gone." } } }, parameters }) },
	);
	expect(contract.operations).toMatchObject({ getWidget: { statuses: [204] } });
});

test("anchors and merge keys of YAML mean what they do elsewhere", async () => {
	const { contract } = await readCompany(`
openapi: 3.0.3
info: { title: Company, version: "1" }
x-shared: &shared { tags: [Widgets], responses: { default: { description: Any. }, 200: { description: It. } } }
paths:
  /widgets: { get: { <<: *shared, operationId: listWidgets }, post: { <<: *shared, tags: [Gadgets], operationId: createWidget } }
`);
	expect(Object.values(contract.operations).map(({ method, statuses }) => [method, statuses])).toEqual([
		["widgets.list", [200]],
		["gadgets.createWidget", [200]],
	]);
});

test("the schemas of OpenAPI 3.0 mean the same in the contract's subset", async () => {
	expect(await accepts({ type: "string", nullable: true, enum: ["a"] }, ["a", null, "b"])).toEqual([true, true, false]);
	expect(await accepts({ oneOf: [{ type: "string" }, { type: "integer" }] }, ["a", 7, true])).toEqual([
		true,
		true,
		false,
	]);
	const other = { Other: { type: "object", required: ["id"], properties: { id: { type: "integer" } } } };
	const ref = { $ref: "#/components/schemas/Other" };
	expect(await accepts({ allOf: [ref], nullable: true }, [{ id: 1 }, null, {}], other)).toEqual([true, true, false]);
	expect(await accepts({ ...ref, nullable: true }, [{ id: 1 }, null, {}], other)).toEqual([true, true, false]);
	expect(await accepts({ properties: { id: { type: "integer", format: "int64" } } }, [{ id: 1 }, { id: "1" }])).toEqual(
		[true, false],
	);
	expect(await accepts({ type: "object", properties: {}, additionalProperties: false }, [{}, { id: 1 }])).toEqual([
		true,
		false,
	]);
	expect(await accepts({ items: { type: "string" } }, [["a"], [1]])).toEqual([true, false]);
	expect(await accepts({ type: "object" }, [{ a: 1 }, 7])).toEqual([true, false]);
});
