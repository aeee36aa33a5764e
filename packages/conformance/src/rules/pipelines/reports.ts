import { isDeepStrictEqual } from "node:util";
import type { Context } from "../../rule/context";
import { type ApiResponse, type Fields, isFields } from "../../rule/response";
import { assumed, type Rule, rule } from "../../rule/rule";
import { create, list } from "./lab";

const outcomes = ["success", "failed", "skipped", "error"] as const;
const counters = ["total_count", ...outcomes.map((name) => `${name}_count`)];
/** The order of cases by status. */
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

/** Suites in which all counters and all times are different. */
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

/** A pipeline in this status with a test report: one made through the control API, or one of the newest ones. */
async function reportedIn(t: Context, status: string): Promise<unknown> {
	if (t.given.hasControl) return (await t.given.record("pipelines", { project: t.scene("project"), status, test_suites: suites })).id;
	for (const { id } of (await list(t, { status, per_page: 10 })).is(200).items) {
		const short = await t.as("maintainer").call("getPipelineTestReportSummary", { id: t.scene("project"), pipeline_id: id });
		// A pipeline without test reports need not have an empty summary.
		if (short.status !== 404 && Number(Object(short.is(200).field("total")).count) > 0) return id;
	}
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
		"The test report and summary of a pipeline without test reports have counters of 0 and no suites.",
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
	rule(
		"PIPE-160..162",
		"The counters and time of a test report are the sums of its suites. Cases are sorted by error, failed, success, skipped, then by execution_time descending.",
		"getPipelineTestReport",
		async (t) => {
			const all = [await reportedIn(t, "failed"), await reportedIn(t, "success")].filter((id) => id !== undefined);
			if (all.length === 0) t.skip(unreported);
			for (const id of all) {
				const response = await report(t, id);
				const found = suitesOf(response);
				for (const name of counters) t.same(name, response.field(name), sum(found, name), response);
				t.holds("total_time is the sum of the suites'", near(response.field("total_time"), sum(found, "total_time")), response);
				for (const one of [response.fields, ...found]) {
					const total = outcomes.reduce((count, name) => count + Number(one[`${name}_count`]), 0);
					t.assume("total_count should be the sum of the others", one.total_count === total, response);
				}
				for (const suite of found) {
					const rows = casesOf(suite);
					t.same(`total_count of ${suite.name}`, suite.total_count, rows.length, response);
					for (const name of outcomes) {
						const count = rows.filter(({ status }) => status === name).length;
						t.assume(`${name}_count of ${suite.name} should be ${count}`, suite[`${name}_count`] === count, response);
					}
					t.assume(`total_time of ${suite.name} should be the sum of the cases'`, near(suite.total_time, sum(rows, "execution_time")), response);
					const place = ({ status }: Fields) => order.indexOf(String(status));
					const sorted = rows.toSorted((a, b) => place(a) - place(b) || Number(b.execution_time) - Number(a.execution_time));
					t.assume(`the cases of ${suite.name} should be in order`, isDeepStrictEqual(rows, sorted), response);
				}
			}
		},
	),
	rule(
		"PIPE-163, PIPE-160, PIPE-166",
		"Totals of the report and the summary are sums of their suites in any order. A suite that could not be parsed has a suite_error and counters of 0.",
		["getPipelineTestReport", "getPipelineTestReportSummary"],
		async (t) => {
			const test_suites = [...suites].reverse();
			const { id } = await t.given.record("pipelines", { project: t.scene("project"), test_suites });
			const [whole, short] = [await report(t, id), await summary(t, id)];
			const names = test_suites.map(({ name }) => name);
			for (const name of counters) {
				t.same(`${name} of the report`, whole.field(name), sum(suitesOf(whole), name), whole);
				const own = Object(short.field("total"))[name === "total_count" ? "count" : name.replace("_count", "")];
				t.same(`${name} of the summary`, own, sum(suitesOf(short), name), short);
			}
			t.assume("total_count should be 12 and total_time 25.5", whole.field("total_count") === 12 && near(whole.field("total_time"), 25.5), whole);
			for (const response of [whole, short]) {
				const found = suitesOf(response);
				const actual = found.map(({ name }) => name);
				t.assume("the suites should be in order", isDeepStrictEqual(actual, names), response);
				const zero = Object.fromEntries([...counters, "total_time"].map((name) => [name, 0]));
				const own = response === whole ? { test_cases: [] } : { build_ids: [14] };
				const expected = { name: "broken", ...zero, suite_error: unread, ...own };
				t.assume(`the suite should be ${JSON.stringify(expected)}`, isDeepStrictEqual(found[1], expected), response);
				const errors = found.map(({ suite_error }) => suite_error);
				t.assume("no other suite should have an error", isDeepStrictEqual(errors, [null, unread, null, null]), response);
			}
		},
	),
	rule(
		"PIPE-166, PIPE-167",
		"The total of a test report summary is the sum of its suites. The suites have the counters of the test report, without the cases.",
		"getPipelineTestReportSummary",
		async (t) => {
			const id = await reported(t);
			const [whole, short] = [await report(t, id), await summary(t, id)];
			const found = suitesOf(short);
			const total = Object(short.field("total"));
			t.holds("the total's time is the sum of the suites'", near(total.time, sum(found, "total_time")), short);
			t.same("the total's count", total.count, sum(found, "total_count"), short);
			for (const name of outcomes) t.same(`the total's ${name}`, total[name], sum(found, `${name}_count`), short);
			t.assume("the total's count should be the report's", total.count === whole.field("total_count"), short);
			for (const [index, { build_ids, ...counted }] of found.entries()) {
				const { test_cases: _, ...other } = suitesOf(whole)[index] ?? {};
				t.assume(`the suite ${counted.name} should be that of the report`, isDeepStrictEqual(counted, other), short);
				const ids: readonly unknown[] = Array.isArray(build_ids) ? build_ids : [undefined];
				t.assume("build_ids should be a list of numbers", ids.every(Number.isInteger), short);
				t.assume("a suite with cases should have build_ids", ids.length > 0 || Number(counted.total_count) === 0, short);
			}
		},
	),
];
