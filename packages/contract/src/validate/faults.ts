import type * as z from "zod/mini";
import type { Fault } from "../fault";

type Issue = z.core.$ZodIssue;

/**
 * Validates a value, and returns its faults.
 *
 * @param closed whether a value outside an enum is a fault; if not, any value of the same type is valid
 * @example
 * faultsOf(Pipeline, { id: "7" }, true); // [{ path: ["id"], expected: "is not a number" }, …]
 */
export function faultsOf(schema: z.ZodMiniType, value: unknown, closed: boolean): Fault[] {
	const result = schema.safeParse(value);
	return result.success ? [] : result.error.issues.flatMap((issue) => read(issue, value, [], closed));
}

function read(issue: Issue, root: unknown, before: readonly (string | number)[], closed: boolean): Fault[] {
	const path = [...before, ...issue.path.map((step) => (typeof step === "symbol" ? String(step) : step))];
	if (issue.code === "invalid_union") {
		const branches = issue.errors.map((issues) => issues.flatMap((one) => read(one, root, path, closed)));
		if (branches.some((faults) => faults.length === 0)) return [];
		// The branch that fits best has the most useful faults.
		const deepest = (faults: readonly Fault[]) => Math.max(...faults.map((fault) => fault.path.length));
		const [nearest] = [...branches].sort((a, b) => deepest(b) - deepest(a) || a.length - b.length);
		if (nearest && deepest(nearest) > path.length) return nearest;
		const expected = [...new Set(branches.flatMap((faults) => faults.map((fault) => fault.expected)))];
		return [{ path, expected: expected.join(", or ") }];
	}
	if (issue.code === "invalid_value") {
		const value = at(root, path);
		if (value === undefined) return [{ path, expected: "is missing" }];
		if (!closed && issue.values.some((one) => typeof one === typeof value)) return [];
		return [{ path, expected: `is none of ${issue.values.map((one) => JSON.stringify(one)).join(", ")}` }];
	}
	return [{ path, expected: expectation(issue, at(root, path) === undefined) }];
}

function expectation(issue: Issue, isMissing: boolean): string {
	switch (issue.code) {
		case "invalid_type":
			return isMissing ? "is missing" : `is not ${/^[aeiou]/.test(issue.expected) ? "an" : "a"} ${issue.expected}`;
		case "too_small":
			return `is below ${issue.minimum}`;
		case "too_big":
			return `is above ${issue.maximum}`;
		case "invalid_format":
			return `is not of the form ${issue.format}`;
		default:
			return isMissing ? "is missing" : lowered(issue.message);
	}
}

/** The validators' own messages begin with "Expected". */
const lowered = (message: string): string => message.replace(/^Expected /, "is not as expected: ");

function at(root: unknown, path: readonly (string | number)[]): unknown {
	let value = root;
	for (const step of path) value = typeof value === "object" && value !== null ? Reflect.get(value, step) : undefined;
	return value;
}
