/** Code that users of an extension write, and code that must not compile. */

import type * as contract from "@tenon/contract";
import { expectTypeOf, test } from "vitest";
import {
	type ApprovalRule,
	type ApprovalsOperationId,
	approvals,
	type UserBasic,
} from "../../../test/extend/generated";
import { approveMergeRequest } from "../../../test/extend/generated/functions";
import { type Extended, extend } from "../src/extend";
import { type ApiPromise, createClient, type Paginated, type Tenon } from "../src/index";
import { connect } from "../src/operations";
import { createClient as createSmall, pipelines } from "../src/resources";
import { fakeClient } from "../src/testing";

const tenon = extend(createClient({ baseUrl: "https://platform.test" }), approvals);
const at = { id: "acme/web", merge_request_iid: 7 };

test("methods have the types of the file", () => {
	expectTypeOf(tenon.approvalRules.list).returns.toEqualTypeOf<Paginated<ApprovalRule>>();
	expectTypeOf(tenon.approvalRules.delete).returns.toEqualTypeOf<ApiPromise<void>>();
	void tenon.approvalRules.list({ id: "acme/web" });
	void tenon.approvalRules.list({ id: 7, page: 2, rule_type: "regular" }, { sudo: "owner", timeout: 5 });
	void tenon.approvalRules.create({ id: 7, name: "a", approvals_required: 1, until: new Date() });
	void tenon.approvalRules.create({ id: 7, name: "a", approvals_required: 1, until: null });
	// @ts-expect-error a missing parameter
	void tenon.approvalRules.list({});
	// @ts-expect-error an unknown parameter
	void tenon.approvalRules.list({ id: 7, rule: "regular" });
	// @ts-expect-error a value that the file does not list
	void tenon.approvalRules.list({ id: 7, rule_type: "strict" });
	// @ts-expect-error a string instead of a number
	void tenon.approvalRules.create({ id: 7, name: "a", approvals_required: "1" });
	// @ts-expect-error an unknown option
	void tenon.mergeRequestApprovals.approve(at, { timeOut: 5 });
	// @ts-expect-error no such method
	void tenon.approvalRules.remove({ id: 7, rule_id: 1 });
});

test("results have the types of the file, and records of the contract are the contract's", async () => {
	const approval = await tenon.mergeRequestApprovals.approve(at);
	expectTypeOf(approval.user).toEqualTypeOf<contract.UserBasic>();
	expectTypeOf<UserBasic>().toEqualTypeOf<contract.UserBasic>();
	expectTypeOf(approval.source).toEqualTypeOf<ApprovalRule | null>();
	// @ts-expect-error misspelt
	approval.usr;
	for await (const rule of tenon.approvalRules.list({ id: 7 })) expectTypeOf(rule).toEqualTypeOf<ApprovalRule>();
});

test("stand-ins have the types of the file", () => {
	const fake = fakeClient({ approvalRules: { list: () => [{ name: "Security" }] } }, approvals);
	expectTypeOf(fake.approvalRules.list).toEqualTypeOf(tenon.approvalRules.list);
	const takes = (client: Extended<Tenon, typeof approvals.resources>): void => void client;
	takes(fake);
	// @ts-expect-error a field that the file does not have
	fakeClient({ approvalRules: { list: () => [{ title: "Security" }] } }, approvals);
	// @ts-expect-error no such resource
	fakeClient({ approvalRule: {} }, approvals);
	// @ts-expect-error no such resource without the extension
	fakeClient({ approvalRules: {} });
});

test("the contract's methods stay, also on derived clients", () => {
	void tenon.pipelines.list({ id: "acme/web" });
	const derived = tenon.sudo("owner").withOptions({ retries: 0 });
	void derived.pipelines.list({ id: 7 });
	void derived.mergeRequestApprovals.approve(at);
	expectTypeOf(derived).toEqualTypeOf<Extended<Tenon, typeof approvals.resources>>();
	// @ts-expect-error no such resource
	tenon.approvalRule;
});

test("what takes a client takes an extended one", () => {
	expectTypeOf(tenon).toExtend<Tenon>();
	expectTypeOf(approveMergeRequest(tenon, at)).toEqualTypeOf<
		ApiPromise<import("../../../test/extend/generated").Approval>
	>();
	const connection = extend(connect({}), approvals);
	void connection.approvalRules.list({ id: 7 });
	// @ts-expect-error a connection without methods has no sudo
	connection.sudo;
});

test("a client has the resources that were chosen, and those of the extension", () => {
	const small = extend(createSmall({}, { pipelines }), approvals);
	void small.pipelines.list({ id: 7 });
	void small.sudo(null).approvalRules.list({ id: 7 });
	// @ts-expect-error a resource that was not chosen
	small.users;
});

test("a resource that both have has the methods of both", () => {
	const { approvalRules } = approvals.resources;
	const both = extend(createClient({}), { resources: { pipelines: approvalRules } });
	void both.pipelines.list({ id: 7 });
	expectTypeOf(both.pipelines.retry).toBeFunction();
	expectTypeOf(both.pipelines.getLatest).toBeFunction();
});

test("the extension knows its operations", () => {
	expectTypeOf<ApprovalsOperationId>().toEqualTypeOf<keyof (typeof approvals)["operations"]>();
	// @ts-expect-error an object that is not an extension
	extend(createClient({}), { operations: approvals.operations });
});
