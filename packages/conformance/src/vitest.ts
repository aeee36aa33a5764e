/** A vitest test for each check. */
import { beforeAll, describe, test } from "vitest";
import { findingOf } from "./report/finding";
import { phases } from "./rule/rule";
import { allChecks } from "./rules";
import { isWarning, type Result } from "./run/result";
import type { RunOptions } from "./run/run";
import { isSelected, select } from "./run/selection";
import { Session } from "./run/session";
import { Wire } from "./wire/wire";

/** The options of a run, as tests of vitest. */
export type ConformanceTestOptions = Omit<RunOptions, "onEvent" | "signal" | "deviations"> & {
	/** Deviations from what is only assumed fail too; otherwise they are told as warnings. */
	readonly strict?: boolean;
};

/** Throws what a person needs to act on a failure; warnings are only told. */
function judgeResult(result: Result, strict: boolean): void {
	if (result.verdict !== "fail" && result.verdict !== "unreachable") return;
	const { reason, claims, contract, request, answer, sequence } = findingOf(result);
	const text = [
		reason,
		...claims.map(({ id, evidence, statement }) => `${id} (${evidence}): ${statement}`),
		...contract.map(({ operation, line }) => `openapi.json:${line} (${operation})`),
		...(sequence ?? []),
		request,
		answer,
	]
		.filter((line) => line !== undefined)
		.join("\n");
	if (isWarning(result) && !strict) console.warn(`${result.check.id}: ${text}`);
	else throw new Error(text);
}

/**
 * Defines a test for each check that the options select, in a describe block a phase. A check that cannot be made is a skipped test.
 *
 * @throws RangeError for a pattern that selects no check. Where no platform answers, the tests fail with Unreachable.
 * @example
 * import { conformanceTests } from "@tenon/conformance/vitest";
 * conformanceTests({ baseUrl: "http://127.0.0.1:4010", tokens: { owner: "owner-token" }, include: ["domain:pipelines"] });
 */
export function conformanceTests(options: ConformanceTestOptions): void {
	const { mode = "sandbox", seed = 1, strict = false } = options;
	const checks = select(allChecks(), options);
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
		for (const phase of phases) {
			const inPhase = checks.filter((check) => check.phase === phase);
			if (inPhase.length === 0) continue;
			describe(phase, () => {
				for (const check of inPhase)
					test(`${check.id} ${check.title}`, async ({ skip }) => {
						const { result } = await (await session()).make(check);
						if (result.verdict === "skipped") skip(result.reason);
						judgeResult(result, strict);
					});
			});
		}
		test("every answer is one that the contract declares", () => {
			for (const result of wire.results().filter(({ check }) => isSelected(check, options)))
				judgeResult(result, strict);
		});
	});
}
