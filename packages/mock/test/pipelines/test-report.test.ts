import type { TestCase, TestSuite } from "@tenon/mock";
import { describe, expect, test } from "vitest";
import { lab } from "../support/lab";

const counters = ["total_count", "success_count", "failed_count", "skipped_count", "error_count"] as const;

const testCase = (
	status: TestCase["status"],
	execution_time: number,
	name = `${status} ${execution_time}`,
): TestCase => ({
	status,
	name,
	classname: "shop",
	execution_time,
	system_output: null,
	stack_trace: null,
});

const unit: TestSuite = {
	name: "unit",
	build_ids: [11],
	suite_error: null,
	test_cases: [
		testCase("skipped", 0),
		testCase("success", 0.1),
		testCase("failed", 0.5),
		testCase("success", 0.2),
		testCase("error", 1),
		testCase("failed", 2),
	],
};
const browser: TestSuite = {
	name: "browser",
	build_ids: [12, 13],
	suite_error: null,
	test_cases: [testCase("success", 3), testCase("error", 4), testCase("skipped", 0)],
};
const unread: TestSuite = {
	name: "broken",
	build_ids: [14],
	suite_error: "JUnit XML parsing failed",
	test_cases: [testCase("success", 1)],
};

/** The report and the summary of a pipeline with these suites. */
async function reports(test_suites: TestSuite[]) {
	const { get, pipeline } = lab();
	const { id } = pipeline({ status: "success", test_suites });
	const report = await get(`/${id}/test_report`);
	const summary = await get(`/${id}/test_report_summary`);
	expect([report.status, summary.status]).toEqual([200, 200]);
	return { report: report.body, summary: summary.body };
}

const sum = (suites: { [name: string]: number }[], name: string): number =>
	suites.reduce((total, suite) => total + (suite[name] ?? Number.NaN), 0);

describe("the report", () => {
	test("PIPE-159 without reports all counters are 0", async () => {
		expect((await reports([])).report).toEqual({
			total_time: 0,
			total_count: 0,
			success_count: 0,
			failed_count: 0,
			skipped_count: 0,
			error_count: 0,
			test_suites: [],
		});
	});

	test("PIPE-160, PIPE-161 counters add up, in suites and over them", async () => {
		const { report } = await reports([unit, browser]);
		const { test_suites } = report;
		expect(test_suites.map((one: { name: string }) => one.name)).toEqual(["unit", "browser"]);
		for (const name of counters) expect(report[name], name).toBe(sum(test_suites, name));
		expect(report.total_time).toBeCloseTo(sum(test_suites, "total_time"), 9);
		expect(test_suites[0]).toMatchObject({
			total_time: 3.8,
			total_count: 6,
			success_count: 2,
			failed_count: 2,
			skipped_count: 1,
			error_count: 1,
		});
		for (const one of [report, ...test_suites])
			expect(one.total_count).toBe(one.success_count + one.failed_count + one.skipped_count + one.error_count);
		for (const one of test_suites) expect(one.total_count).toBe(one.test_cases.length);
	});

	test("PIPE-162 cases come by status, and the slowest first", async () => {
		const { report } = await reports([unit]);
		expect(report.test_suites[0].test_cases.map((one: TestCase) => one.name)).toEqual([
			"error 1",
			"failed 2",
			"failed 0.5",
			"success 0.2",
			"success 0.1",
			"skipped 0",
		]);
	});

	test("PIPE-163 a report that could not be read", async () => {
		const { report } = await reports([unread, browser]);
		expect(report.test_suites[0]).toEqual({
			name: "broken",
			total_time: 0,
			total_count: 0,
			success_count: 0,
			failed_count: 0,
			skipped_count: 0,
			error_count: 0,
			suite_error: "JUnit XML parsing failed",
			test_cases: [],
		});
		expect(report.total_count).toBe(3);
	});
});

describe("the summary", () => {
	test("PIPE-165 without reports", async () => {
		expect((await reports([])).summary).toEqual({
			total: { time: 0, count: 0, success: 0, failed: 0, skipped: 0, error: 0, suite_error: null },
			test_suites: [],
		});
	});

	test("PIPE-166 the total is the sum of the suites", async () => {
		const { summary } = await reports([unit, browser, unread]);
		const { total, test_suites } = summary;
		expect(test_suites).toHaveLength(3);
		expect(total.time).toBeCloseTo(sum(test_suites, "total_time"), 9);
		for (const name of counters)
			expect(total[name.replace(/_count$/, "").replace("total", "count")], name).toBe(sum(test_suites, name));
		expect(total).toMatchObject({ time: 10.8, count: 9, success: 3, failed: 2, skipped: 2, error: 2 });
	});

	test("PIPE-167 counts what the report counts, without the cases", async () => {
		const { report, summary } = await reports([unit, browser]);
		expect(summary.total.count).toBe(report.total_count);
		expect(summary.total.count).toBe(9);
		for (const suite of summary.test_suites) expect(suite).not.toHaveProperty("test_cases");
		expect(summary.test_suites[1].build_ids).toEqual([12, 13]);
	});
});
