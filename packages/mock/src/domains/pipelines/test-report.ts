import type { Pipeline, TestCase, TestSuite } from "../../state/records";

/** The order of test cases by status. Within a status, the slowest come first. */
const order: readonly TestCase["status"][] = ["error", "failed", "success", "skipped"];

const inOrder = (a: TestCase, b: TestCase): number =>
	order.indexOf(a.status) - order.indexOf(b.status) || b.execution_time - a.execution_time;

interface Counters {
	total_time: number;
	total_count: number;
	success_count: number;
	failed_count: number;
	skipped_count: number;
	error_count: number;
}

/** Returns a sum of seconds, without the rounding errors of adding fractions. */
const seconds = (values: number[]): number => Number(values.reduce((sum, one) => sum + one, 0).toFixed(6));

function countersOf(suite: TestSuite): Counters {
	const cases = suite.suite_error === null ? suite.test_cases : [];
	const count = (status: TestCase["status"]): number => cases.filter((one) => one.status === status).length;
	return {
		total_time: seconds(cases.map((one) => one.execution_time)),
		total_count: cases.length,
		success_count: count("success"),
		failed_count: count("failed"),
		skipped_count: count("skipped"),
		error_count: count("error"),
	};
}

function sum(all: readonly Counters[]): Counters {
	const add = (pick: (one: Counters) => number): number => all.reduce((total, one) => total + pick(one), 0);
	return {
		total_time: seconds(all.map((one) => one.total_time)),
		total_count: add((one) => one.total_count),
		success_count: add((one) => one.success_count),
		failed_count: add((one) => one.failed_count),
		skipped_count: add((one) => one.skipped_count),
		error_count: add((one) => one.error_count),
	};
}

/** Returns every suite with its cases. A suite whose report could not be read has an error and no cases. */
export function testReport({ test_suites }: Pipeline): object {
	return {
		...sum(test_suites.map(countersOf)),
		test_suites: test_suites.map((suite) => ({
			name: suite.name,
			...countersOf(suite),
			suite_error: suite.suite_error,
			test_cases: suite.suite_error === null ? [...suite.test_cases].sort(inOrder) : [],
		})),
	};
}

/** The counts of a test suite. */
export interface SuiteSummary extends Readonly<Counters> {
	readonly name: string;
	readonly build_ids: readonly number[];
	readonly suite_error: string | null;
}

/** Returns the counts of every suite, without its cases. */
export function testReportSummary({ test_suites }: Pipeline) {
	const total = sum(test_suites.map(countersOf));
	return {
		total: {
			time: total.total_time,
			count: total.total_count,
			success: total.success_count,
			failed: total.failed_count,
			skipped: total.skipped_count,
			error: total.error_count,
			suite_error: null,
		},
		test_suites: test_suites.map(
			(suite): SuiteSummary => ({
				name: suite.name,
				...countersOf(suite),
				build_ids: suite.build_ids,
				suite_error: suite.suite_error,
			}),
		),
	};
}
