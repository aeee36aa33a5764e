import type { Coverage } from "./coverage";

const percent = (covered: number, total: number): string =>
	`${String(total === 0 ? 100 : Math.floor((covered / total) * 100)).padStart(3)} %  ${covered} of ${total}`;

/**
 * Formats coverage as text: how much of the contract was exercised and, for each operation that was called, what was
 * not.
 *
 * @example
 * console.log(formatCoverage(platform.coverage()));
 */
export function formatCoverage({ operations, totals }: Coverage): string {
	const lines = [
		"Coverage of the contract",
		`  operations   ${percent(totals.operations.covered, totals.operations.total)}`,
		`  successes    ${percent(totals.successes.covered, totals.successes.total)}`,
		`  error paths  ${percent(totals.errors.covered, totals.errors.total)}`,
		`  parameters   ${percent(totals.parameters.covered, totals.parameters.total)}`,
	];
	const called = operations.filter(({ calls }) => calls > 0);
	const width = Math.max(0, ...called.map(({ operation }) => operation.length));
	if (called.length > 0) lines.push("");
	for (const { operation, calls, statuses, missingStatuses, missingParameters } of called) {
		const seen = Object.entries(statuses).map(([status, count]) => (count > 1 ? `${status} ×${count}` : status));
		lines.push(
			`  ${operation.padEnd(width)}  ${String(calls).padStart(5)} ${calls === 1 ? "call " : "calls"}  ${seen.join(", ")}`,
		);
		const missing = [
			missingStatuses.length > 0 ? `statuses ${missingStatuses.join(", ")}` : "",
			missingParameters.length > 0 ? `parameters ${missingParameters.join(", ")}` : "",
		].filter((part) => part !== "");
		if (missing.length > 0) lines.push(`  ${" ".repeat(width)}  never: ${missing.join("; ")}`);
	}
	const silent = operations.filter(({ calls }) => calls === 0).map(({ operation }) => operation);
	if (silent.length > 0) lines.push("", `  Never called: ${silent.join(", ")}`);
	return `${lines.join("\n")}\n`;
}
