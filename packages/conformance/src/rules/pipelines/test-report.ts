import type { OperationId } from "@tenon/contract";
import { type Answer, type Fields, isFields } from "../../rule/answer";
import { byClaim } from "../../rule/by-claim";
import type { Context } from "../../rule/context";
import { assumed, type Rule, rule } from "../../rule/rule";
import { create, list } from "./lab";
import { readable } from "./visibility";

const counters = ["total_count", "success_count", "failed_count", "skipped_count", "error_count"] as const;

const report = async (t: Context, pipeline_id: unknown): Promise<Answer> =>
	(await t.as("maintainer").call("getPipelineTestReport", { id: t.scene("project"), pipeline_id })).is(200);
const summary = async (t: Context, pipeline_id: unknown): Promise<Answer> =>
	(await t.as("maintainer").call("getPipelineTestReportSummary", { id: t.scene("project"), pipeline_id })).is(200);

/** A pipeline with a test report among the newest finished ones; skips where there is none. */
async function reported(t: Context): Promise<unknown> {
	for (const status of ["failed", "success"])
		for (const { id } of (await list(t, { status, per_page: 10 })).is(200).items)
			if (Number(Object((await summary(t, id)).field("total")).count) > 0) return id;
	return t.skip("none of the newest failed and passed pipelines of the project has a test report");
}

function suitesOf(answer: Answer): Fields[] {
	const { test_suites } = answer.fields;
	if (!Array.isArray(test_suites) || !test_suites.every(isFields)) throw answer.deviation("test_suites should be a list");
	return test_suites;
}

const casesOf = (suite: Fields): Fields[] => (Array.isArray(suite.test_cases) ? suite.test_cases.filter(isFields) : []);

const sum = (suites: readonly Fields[], name: string): number => suites.reduce((total, suite) => total + Number(suite[name]), 0);

const near = (one: unknown, other: number): boolean => Math.abs(Number(one) - other) < 1e-6;

/** Who may read a pipeline may read its reports; others of a private project do not see it. */
const access = (claim: string, operation: OperationId): Rule =>
	byClaim(claim, async (t) => {
		for (const place of ["project", "internal_project", "private_project"] as const) {
			const { id, expected } = await readable(t, t.scene(place));
			const [one] = (await t.as("owner").call("listPipelines", { id, per_page: 1 })).is(200).items;
			if (!one) continue;
			for (const { who, status } of expected) {
				const caller = who === "anonymous" ? t.anonymous : t.as(who);
				(await caller.call(operation, { id, pipeline_id: one.id })).is(status);
			}
		}
	});

const order = ["error", "failed", "success", "skipped"];

/** Test reports of pipelines. */
export const testReports: readonly Rule[] = [
	assumed(
		"PIPE-159",
		"A pipeline without test reports answers 200 with all six counters 0 and test_suites [].",
		"getPipelineTestReport",
		async (t) => {
			const response = await report(t, (await create(t)).is(201).field("id"));
			response.has({ ...Object.fromEntries(counters.map((name) => [name, 0])), total_time: 0, test_suites: [] });
		},
		{ effect: "writes" },
	),
	rule(
		"PIPE-160",
		"Root counters and total_time are the sums over test_suites, and each suite's total_count equals the number of its test_cases.",
		"getPipelineTestReport",
		async (t) => {
			const response = await report(t, await reported(t));
			const suites = suitesOf(response);
			for (const name of counters) t.same(name, response.field(name), sum(suites, name), response);
			t.holds("total_time should be the sum of the suites'", near(response.field("total_time"), sum(suites, "total_time")), response);
			for (const suite of suites) if (!suite.suite_error) t.same(`total_count of ${suite.name}`, suite.total_count, casesOf(suite).length, response);
		},
	),
	assumed(
		"PIPE-161",
		"In the root and each suite total_count = success_count + failed_count + skipped_count + error_count.",
		"getPipelineTestReport",
		async (t) => {
			const response = await report(t, await reported(t));
			for (const one of [response.fields, ...suitesOf(response)]) {
				const { success_count, failed_count, skipped_count, error_count } = one;
				const parts = [success_count, failed_count, skipped_count, error_count].map(Number);
				t.same(
					"total_count",
					one.total_count,
					parts.reduce((a, b) => a + b, 0),
					response,
				);
			}
		},
	),
	assumed(
		"PIPE-162",
		"Within a suite cases come by status error, failed, success, skipped and inside a status by falling execution_time.",
		"getPipelineTestReport",
		async (t) => {
			const response = await report(t, await reported(t));
			let pairs = 0;
			for (const suite of suitesOf(response)) {
				const cases = casesOf(suite);
				for (const [index, one] of cases.entries()) {
					const before = cases[index - 1];
					if (!before) continue;
					pairs += 1;
					const step = order.indexOf(String(one.status)) - order.indexOf(String(before.status));
					const falls = step > 0 || (step === 0 && Number(one.execution_time) <= Number(before.execution_time));
					t.holds(`${one.name} should not stand after ${before.name}`, falls, response);
				}
			}
			if (pairs === 0) t.skip("no test report has a suite of two cases");
		},
	),
	access("PIPE-164", "getPipelineTestReport"),
	assumed(
		"PIPE-165",
		"A pipeline without test reports answers 200 with total counters 0, suite_error null and test_suites [].",
		"getPipelineTestReportSummary",
		async (t) => {
			const response = await summary(t, (await create(t)).is(201).field("id"));
			const total = { time: 0, count: 0, success: 0, failed: 0, skipped: 0, error: 0, suite_error: null };
			response.has({ total, test_suites: [] });
		},
		{ effect: "writes" },
	),
	rule(
		"PIPE-166",
		"total.time, count, success, failed, skipped, error are the sums of the suites' total_time and *_count values.",
		"getPipelineTestReportSummary",
		async (t) => {
			const response = await summary(t, await reported(t));
			const suites = suitesOf(response);
			const total = Object(response.field("total"));
			t.holds("the total's time should be the sum of the suites'", near(total.time, sum(suites, "total_time")), response);
			t.same("the total's count", total.count, sum(suites, "total_count"), response);
			for (const name of ["success", "failed", "skipped", "error"]) t.same(`the total's ${name}`, total[name], sum(suites, `${name}_count`), response);
		},
	),
	assumed(
		"PIPE-167",
		"For the same pipeline total.count equals total_count of the test report; suites hold no test_cases.",
		"getPipelineTestReportSummary",
		async (t) => {
			const id = await reported(t);
			const [whole, short] = [await report(t, id), await summary(t, id)];
			t.same("the total's count", Object(short.field("total")).count, whole.field("total_count"), short);
			for (const suite of suitesOf(short)) t.same("test_cases in a suite", suite.test_cases, undefined, short);
		},
	),
	access("PIPE-168", "getPipelineTestReportSummary"),
];
