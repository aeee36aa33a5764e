import type { Context } from "../../rule/context";
import { type ApiResponse, type Fields, isFields } from "../../rule/response";
import { assumed, type Rule, rule } from "../../rule/rule";
import { create, isUndisturbed, list } from "./lab";

const outcomes = ["success", "failed", "skipped", "error"] as const;
const counters = ["total_count", ...outcomes.map((name) => `${name}_count`)];
/** Cases come in this order. */
const order = ["error", "failed", "success", "skipped"];
const unread = "JUnit XML parsing failed";

const report = async (t: Context, pipeline_id: unknown): Promise<ApiResponse> =>
	(await t.as("maintainer").call("getPipelineTestReport", { id: t.scene("project"), pipeline_id })).is(200);
const summary = async (t: Context, pipeline_id: unknown): Promise<ApiResponse> =>
	(await t.as("maintainer").call("getPipelineTestReportSummary", { id: t.scene("project"), pipeline_id })).is(200);

const cases = (...rows: readonly (readonly [string, number])[]): Fields[] =>
	rows.map(([status, execution_time]) => {
		const name = `${status} ${execution_time}`;
		return { status, name, classname: "shop", execution_time, system_output: null, stack_trace: null };
	});

/** Suites in which no two counters are the same, nor two times. */
const suites: readonly Fields[] = [
	{
		name: "unit",
		build_ids: [11],
		suite_error: null,
		test_cases: cases(["skipped", 0], ["success", 0.1], ["failed", 0.5], ["success", 0.2], ["error", 1], ["failed", 2], ["success", 0.7]),
	},
	{ name: "browser", build_ids: [12, 13], suite_error: null, test_cases: cases(["success", 3], ["error", 4], ["skipped", 0], ["skipped", 5], ["error", 9]) },
	{ name: "broken", build_ids: [14], suite_error: unread, test_cases: cases(["success", 1]) },
	{ name: "empty", build_ids: [], suite_error: null, test_cases: [] },
];

/** A pipeline of this status with a test report: one that the control API arranges, or among the newest ones. */
async function reportedIn(t: Context, status: string): Promise<unknown> {
	if (isUndisturbed(t)) return (await t.given.record("pipelines", { project: t.scene("project"), status, test_suites: suites })).id;
	for (const { id } of (await list(t, { status, per_page: 10 })).is(200).items) if (Number(Object((await summary(t, id)).field("total")).count) > 0) return id;
	return undefined;
}
const unreported = "none of the newest failed and passed pipelines of the project has a test report";
const reported = async (t: Context): Promise<unknown> => (await reportedIn(t, "failed")) ?? (await reportedIn(t, "success")) ?? t.skip(unreported);

function suitesOf(response: ApiResponse): Fields[] {
	const { test_suites } = response.fields;
	if (!Array.isArray(test_suites) || !test_suites.every(isFields)) throw response.deviation("test_suites: expected a list of records");
	return test_suites;
}
const casesOf = (suite: Fields): Fields[] => (Array.isArray(suite.test_cases) ? suite.test_cases.filter(isFields) : []);
const sum = (all: readonly Fields[], name: string): number => all.reduce((total, one) => total + Number(one[name]), 0);
const near = (one: unknown, other: number): boolean => Math.abs(Number(one) - other) < 1e-6;

/** Test reports of pipelines. */
export const testReports: readonly Rule[] = [
	assumed(
		"PIPE-159, PIPE-165",
		"A pipeline without test reports has a report and a summary whose counters are 0.",
		["getPipelineTestReport", "getPipelineTestReportSummary"],
		async (t) => {
			const id = (await create(t)).ok.field("id");
			const whole = await report(t, id);
			t.same("the report", whole.json, { total_time: 0, ...Object.fromEntries(counters.map((name) => [name, 0])), test_suites: [] }, whole);
			const short = await summary(t, id);
			const total = { time: 0, count: 0, success: 0, failed: 0, skipped: 0, error: 0, suite_error: null };
			t.same("the summary", short.json, { total, test_suites: [] }, short);
		},
		{ effect: "writes" },
	),
	rule("PIPE-160", "The report's counters and time are the sums of its suites'; total_count counts the cases.", "getPipelineTestReport", async (t) => {
		const all = [await reportedIn(t, "failed"), await reportedIn(t, "success")].filter((id) => id !== undefined);
		if (all.length === 0) t.skip(unreported);
		for (const id of all) {
			const response = await report(t, id);
			const found = suitesOf(response);
			for (const name of counters) t.same(name, response.field(name), sum(found, name), response);
			t.holds("total_time is the sum of the suites'", near(response.field("total_time"), sum(found, "total_time")), response);
			for (const suite of found) if (!suite.suite_error) t.same(`total_count of ${suite.name}`, suite.total_count, casesOf(suite).length, response);
		}
	}),
	assumed("PIPE-161", "total_count is the sum of the counts of passed, failed, skipped and broken cases.", "getPipelineTestReport", async (t) => {
		const response = await report(t, await reported(t));
		for (const one of [response.fields, ...suitesOf(response)]) {
			const parts = outcomes.map((name) => Number(one[`${name}_count`]));
			const total = parts.reduce((a, b) => a + b, 0);
			t.same("total_count", one.total_count, total, response);
		}
		for (const suite of suitesOf(response)) {
			const found = casesOf(suite);
			for (const name of outcomes)
				t.same(`${name}_count of ${suite.name}`, suite[`${name}_count`], found.filter(({ status }) => status === name).length, response);
			t.holds(`total_time of ${suite.name} is the sum of the cases'`, near(suite.total_time, sum(found, "execution_time")), response);
		}
	}),
	assumed("PIPE-162", "Cases come broken first, then failed, passed and skipped ones, the slowest first among each.", "getPipelineTestReport", async (t) => {
		const response = await report(t, await reported(t));
		let pairs = 0;
		for (const suite of suitesOf(response))
			for (const [index, one] of casesOf(suite).entries()) {
				const before = casesOf(suite)[index - 1];
				if (!before) continue;
				pairs += 1;
				const step = order.indexOf(String(one.status)) - order.indexOf(String(before.status));
				t.holds(`${one.name} may come after ${before.name}`, step > 0 || (step === 0 && Number(one.execution_time) <= Number(before.execution_time)), response);
			}
		if (pairs === 0) t.skip("no test report has a suite of two cases");
	}),
	assumed(
		"PIPE-163",
		"A suite whose report could not be parsed says so, and counts nothing; suites keep their order.",
		["getPipelineTestReport", "getPipelineTestReportSummary"],
		async (t) => {
			const test_suites = [...suites].reverse();
			const { id } = await t.given.record("pipelines", { project: t.scene("project"), test_suites });
			const [whole, short] = [await report(t, id), await summary(t, id)];
			const names = test_suites.map(({ name }) => name);
			for (const response of [whole, short]) {
				const found = suitesOf(response);
				const actual = found.map(({ name }) => name);
				t.same("the suites", actual, names, response);
				const zero = Object.fromEntries([...counters, "total_time"].map((name) => [name, 0]));
				const own = response === whole ? { test_cases: [] } : { build_ids: [14] };
				t.same("the suite", found[1], { name: "broken", ...zero, suite_error: unread, ...own }, response);
				const errors = found.map(({ suite_error }) => suite_error);
				t.same("the errors", errors, [null, unread, null, null], response);
			}
			whole.has({ total_count: 12, success_count: 4, failed_count: 2, skipped_count: 3, error_count: 3, total_time: 25.5 });
		},
	),
	rule("PIPE-166", "The summary's total is the sum of its suites.", "getPipelineTestReportSummary", async (t) => {
		const response = await summary(t, await reported(t));
		const found = suitesOf(response);
		const total = Object(response.field("total"));
		t.holds("the total's time is the sum of the suites'", near(total.time, sum(found, "total_time")), response);
		t.same("the total's count", total.count, sum(found, "total_count"), response);
		for (const name of outcomes) t.same(`the total's ${name}`, total[name], sum(found, `${name}_count`), response);
	}),
	assumed("PIPE-167", "The summary counts what the report counts, suite by suite, without the cases.", "getPipelineTestReportSummary", async (t) => {
		const id = await reported(t);
		const [whole, short] = [await report(t, id), await summary(t, id)];
		t.same("the total's count", Object(short.field("total")).count, whole.field("total_count"), short);
		for (const [index, suite] of suitesOf(short).entries()) {
			const { build_ids, ...counted } = suite;
			const { test_cases: _, ...other } = suitesOf(whole)[index] ?? {};
			t.same("the suite", counted, other, short);
			const ids: readonly unknown[] = Array.isArray(build_ids) ? build_ids : [undefined];
			t.holds("build_ids is a list of numbers", ids.every(Number.isInteger), short);
			t.holds("a suite with cases is of a build", ids.length > 0 || Number(suite.total_count) === 0, short);
		}
	}),
];
