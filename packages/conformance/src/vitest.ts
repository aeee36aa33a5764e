/** Each rule as a vitest test. */
import { beforeAll, describe, test } from "vitest";
import { findingOf } from "./report/finding";
import { allRules } from "./rules";
import { defaultMode } from "./run/default-mode";
import { isWarning, type Result } from "./run/result";
import type { RunOptions } from "./run/run";
import { inOrder } from "./run/run-rules";
import { isSelected, select } from "./run/selection";
import { Session } from "./run/session";
import { Wire } from "./wire/wire";

/** The options of a run, as tests of vitest. */
export type ConformanceTestOptions = Omit<RunOptions, "onEvent" | "signal" | "deviations"> & {
	/** Deviations from what is only assumed fail too; otherwise they are printed as warnings. */
	readonly strict?: boolean;
};

/** Throws what a person needs to act on a failure; warnings are only printed. */
function judgeResult(result: Result, strict: boolean): void {
	if (result.verdict !== "fail" && result.verdict !== "unreachable") return;
	const { reason, title, contract, response, requests, sequence } = findingOf(result);
	const text = [
		reason,
		title,
		...contract.map(({ operation, file, line }) => `${file}:${line} (${operation})`),
		...(sequence ?? requests),
		response,
	]
		.filter((line) => line !== undefined)
		.join("\n");
	if (isWarning(result) && !strict) console.warn(`${result.check.id}: ${text}`);
	else throw new Error(text);
}

/**
 * Defines a test for each rule that the options select. A rule that cannot be checked is a skipped test.
 *
 * @throws RangeError for a pattern that matches no rule. Where no platform responds, the tests fail with Unreachable.
 * @example
 * import { conformanceTests } from "@tenon/conformance/vitest";
 * conformanceTests({ baseUrl: "http://127.0.0.1:4010", tokens: { owner: "owner-token" }, include: ["domain:pipelines"] });
 */
export function conformanceTests(options: ConformanceTestOptions): void {
	const { mode = defaultMode(options), seed = 1, strict = false } = options;
	const rules = select(allRules(), options);
	const wire = new Wire();
	let opened: Promise<Session> | undefined;
	const session = (): Promise<Session> => {
		opened ??= Session.open({
			...options,
			mode,
			seed,
			label: Date.now().toString(36),
			onExchange: (exchange) => wire.judge(exchange),
		});
		return opened;
	};
	describe(`conformance of ${options.baseUrl}`, () => {
		beforeAll(async () => {
			await session();
		});
		for (const rule of inOrder(rules).flat())
			test(`${rule.id} ${rule.title}`, async ({ skip }) => {
				const opened = await session();
				const outcome = await opened.make(rule);
				const { result } = opened.isIncomplete(outcome) ? await opened.complete(rule, outcome) : outcome;
				if (result.verdict === "skipped") skip(result.reason);
				judgeResult(result, strict);
			});
		test("every response matches the contract", () => {
			for (const result of wire.results().filter(({ check }) => isSelected(check, options)))
				judgeResult(result, strict);
		});
	});
}
