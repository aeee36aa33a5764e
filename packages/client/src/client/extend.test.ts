import { beforeEach, expect, test, vi } from "vitest";
import { approvals } from "../../../../test/extend/generated";
import { approveMergeRequest, listApprovalRules } from "../../../../test/extend/generated/functions";
import { always, baseUrl, json, refusal, type SentRequest } from "../../test/support/script";
import { extend } from "../extend";
import { ConflictError, createClient, type Fetch, ValidationError } from "../index";
import { connect } from "../operations";
import { createClient as createSmall, pipelines } from "../resources";
import { validator } from "../schemas";
import { fakeClient } from "../testing";

const rule = {
	id: 1,
	name: "Security",
	approvals_required: 2,
	rule_type: "regular",
	eligible_approvers: [],
	created_at: "2026-01-31T12:00:00Z",
};
const at = { id: "acme/web", merge_request_iid: 7 };

let requests: SentRequest[];
let respond: (one: SentRequest) => Response;
let fetch: Fetch;
beforeEach(() => {
	respond = () => json(rule);
	const all = always((one) => respond(one));
	({ requests, fetch } = all);
});

const tenonOf = (options: object = {}) =>
	extend(createClient({ baseUrl, auth: "t", fetch, backoff: { base: 1, cap: 1 }, ...options }), approvals);

test("the client has its own resources and those of the extension", async () => {
	const tenon = tenonOf();
	expect((await tenon.approvalRules.get({ id: "acme/web", rule_id: 1 })).name).toBe("Security");
	expect(requests[0]).toMatchObject({ method: "GET", path: "/api/v4/projects/acme%2Fweb/approval_rules/1" });
	expect(requests[0]?.headers.get("private-token")).toBe("t");
	await tenon.users.getCurrent();
	expect(requests[1]?.path).toBe("/api/v4/user");
});

test("the client that is extended stays as it is", () => {
	const before = createClient({ baseUrl });
	extend(before, approvals);
	expect(before).not.toHaveProperty("approvalRules");
});

test("a list has pages, and can be walked through to its end", async () => {
	respond = ({ query }) =>
		json([{ ...rule, id: query.includes("page=2") ? 2 : 1 }], {
			headers: { "x-next-page": query.includes("page=2") ? "" : "2" },
		});
	const list = tenonOf().approvalRules.list({ id: "acme/web", rule_type: "regular" });
	expect(requests).toEqual([]);
	const ids: number[] = [];
	for await (const { id } of list) ids.push(id);
	expect(ids).toEqual([1, 2]);
	expect(requests[0]?.query).toContain("rule_type=regular");
});

test("a list without pages is one request", async () => {
	respond = () => json([]);
	expect(await tenonOf().mergeRequestApprovals.list(at).all()).toEqual([]);
	expect(requests).toHaveLength(1);
});

test("requests are retried by the class that the file states", async () => {
	respond = () => refusal(503);
	await expect(tenonOf({ retries: 2 }).mergeRequestApprovals.approve(at)).rejects.toMatchObject({ status: 503 });
	expect(requests).toHaveLength(3);
	respond = () => refusal(500);
	const creation = tenonOf({ retries: 2 }).approvalRules.create({ id: 7, name: "a", approvals_required: 1 });
	await expect(creation).rejects.toMatchObject({ status: 500 });
	expect(requests).toHaveLength(4);
});

test("parameters travel in path, query and body; a Date as a day", async () => {
	respond = () => json(rule, { status: 201 });
	const until = new Date("2026-02-28T10:00:00Z");
	await tenonOf().approvalRules.create({ id: 7, name: "a", approvals_required: 1, until });
	expect(requests[0]).toMatchObject({ method: "POST", path: "/api/v4/projects/7/approval_rules" });
	expect(JSON.parse(String(requests[0]?.body))).toEqual({ name: "a", approvals_required: 1, until: "2026-02-28" });
});

test("refusals are typed errors, which name the operation", async () => {
	respond = () => refusal(409);
	const error = await tenonOf()
		.mergeRequestApprovals.approve(at)
		.catch((reason: unknown) => reason);
	expect(error).toBeInstanceOf(ConflictError);
	expect(error).toMatchObject({ operationId: "approveMergeRequest", status: 409 });
});

test("options, middleware, sudo and withResponse are those of the client", async () => {
	const seen: string[] = [];
	const middleware = [
		(request: Request, next: (request: Request) => Promise<Response>, { operationId }: { operationId: string }) => {
			seen.push(operationId);
			return next(request);
		},
	];
	const tenon = tenonOf({ middleware });
	const { data, response } = await tenon.approvalRules.get({ id: 7, rule_id: 1 }, { sudo: "owner" }).withResponse();
	expect([data.id, response.status, seen]).toEqual([1, 200, ["getApprovalRule"]]);
	expect(requests[0]?.headers.get("sudo")).toBe("owner");
});

test("derived clients have the extension too", async () => {
	const derived = tenonOf()
		.sudo("owner")
		.withOptions({ headers: { "x-mark": "1" } });
	await derived.mergeRequestApprovals.approve(at);
	await derived.groups.get({ id: "acme" });
	for (const { headers } of requests) expect([headers.get("sudo"), headers.get("x-mark")]).toEqual(["owner", "1"]);
	expect(requests).toHaveLength(2);
});

test("functions take any client", async () => {
	const connection = connect({ baseUrl, auth: "t", fetch });
	await approveMergeRequest(connection, at);
	respond = () => json([rule]);
	expect((await listApprovalRules(tenonOf(), { id: 7 })).items[0]?.name).toBe("Security");
	expect(extend(connection, approvals).approvalRules).toBeDefined();
	expect(extend(connection, approvals)).not.toHaveProperty("sudo");
});

test("a client of chosen resources can be extended, and the resources can be chosen one by one", async () => {
	const small = extend(createSmall({ baseUrl, auth: "t", fetch }, { pipelines }), approvals);
	await small.approvalRules.get({ id: 7, rule_id: 1 });
	const { approvalRules } = approvals.resources;
	const chosen = createSmall({ baseUrl, auth: "t", fetch }, { pipelines, approvalRules });
	await chosen.approvalRules.get({ id: 7, rule_id: 1 });
	expect(requests).toHaveLength(2);
});

test("a resource that both have has the methods of both; a method that both have is refused", async () => {
	const { rows, senders } = approvals.resources.approvalRules;
	const clone = { senders, rows: "Pipeline /projects/{id}/pipelines /{pipeline_id}\nclone" };
	const tenon = extend(createClient({ baseUrl, auth: "t", fetch }), { resources: { pipelines: clone } });
	await tenon.pipelines.get({ id: 7, pipeline_id: 1 });
	expect(tenon.pipelines).toHaveProperty("clone");
	expect(rows).toContain("ApprovalRule /projects");
	const again = { senders, rows: "X /x\nget" };
	expect(() => extend(createClient({ baseUrl }), { resources: { pipelines: again } })).toThrow(
		"pipelines.get is already a method of the client",
	);
	expect(() => extend(createClient({ baseUrl }), { resources: { sudo: again } })).toThrow(
		"sudo is a property of the client, and cannot be a resource",
	);
});

test("no inspection shows the token", () => {
	expect(`${JSON.stringify(tenonOf())} ${Object.keys(tenonOf()).join()}`).not.toContain('"t"');
});

test("with the extension the validator validates its parameters and responses", async () => {
	const validate = { validator: validator({ extensions: [approvals] }), validate: "throw" };
	const { approvalRules } = tenonOf(validate);
	await expect(approvalRules.create({ id: 7, name: "", approvals_required: 1 })).rejects.toBeInstanceOf(
		ValidationError,
	);
	expect(requests).toEqual([]);
	respond = () => json({ ...rule, name: 7 });
	await expect(approvalRules.get({ id: 7, rule_id: 1 })).rejects.toMatchObject({
		operationId: "getApprovalRule",
		faults: [{ path: ["name"], expected: "is not a string" }],
	});
	respond = () => json(rule);
	await expect(approvalRules.get({ id: 7, rule_id: 1 })).resolves.toEqual(rule);
	await expect(tenonOf(validate).users.getCurrent()).rejects.toBeInstanceOf(ValidationError);
	const without = tenonOf({ validator: validator(), validate: "throw" });
	await expect(without.approvalRules.get({ id: 7, rule_id: 1 })).resolves.toEqual(rule);
});

test("a fake client can be extended: its stand-ins work, the extension's methods are refused", async () => {
	const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
	const tenon = extend(fakeClient({ users: { getCurrent: () => ({ id: 7 }) } }), approvals);
	expect((await tenon.users.getCurrent()).id).toBe(7);
	await expect(tenon.approvalRules.get({ id: 7, rule_id: 1 })).rejects.toThrow("never called by a fake client");
	warn.mockRestore();
});
