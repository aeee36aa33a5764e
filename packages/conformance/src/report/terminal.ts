import { conforms, type Report } from "../run/result";
import { type Finding, findingsOf } from "./finding";
import { type Paint, painter } from "./paint";
import { type Summary, skipReasons, summarize, summaryBy } from "./summary";

const columns = [
	"pass",
	"fail",
	"warning",
	"known",
	"skipped",
	"unreachable",
] as const satisfies readonly (keyof Summary)[];

const colourOf = {
	pass: "green",
	fail: "red",
	warning: "yellow",
	known: "cyan",
	skipped: "dim",
	unreachable: "red",
} as const;

function table(report: Report, paint: Paint): string {
	const groups = summaryBy(report.results, ({ check }) => check.domain);
	const shown = columns.filter((column) => [...groups.values()].some((counts) => counts[column] > 0));
	const line = (name: string, counts: Summary) =>
		`  ${name.padEnd(12)}${shown
			.map((column) => {
				const text = String(counts[column] || "·").padStart(12);
				return counts[column] ? paint(colourOf[column], text) : paint("dim", text);
			})
			.join("")}`;
	const head = paint("dim", `  ${"".padEnd(12)}${shown.map((column) => column.padStart(12)).join("")}`);
	const rows = [...groups].map(([name, counts]) => line(name, counts));
	return [head, ...rows, line("all", summarize(report.results))].join("\n");
}

const indent = (text: string): string => text.replace(/^/gm, "      ");

function told(finding: Finding, paint: Paint): string {
	const { id, title, severity, reason, claims, contract, request, answer, sequence } = finding;
	const colour = severity === "failure" ? "red" : severity === "warning" ? "yellow" : "cyan";
	const mark = severity === "failure" ? "✗" : severity === "warning" ? "!" : "~";
	const lines = [`${paint(colour, `${mark} ${id}`)}  ${title}`, `    ${reason}`];
	for (const claim of claims)
		if (claim.statement !== title) lines.push(paint("dim", `    ${claim.id}: ${claim.statement}`));
	for (const { operation, line } of contract)
		lines.push(paint("dim", `    contract: openapi.json:${line} (${operation})`));
	if (sequence) lines.push("    smallest sequence:", ...sequence.map((step) => `      ${step}`));
	if (request) lines.push(paint("dim", indent(request)));
	if (answer) lines.push(paint("dim", indent(answer.slice(0, 600))));
	return lines.join("\n");
}

/** At most so many findings are told at length; the files hold all. */
const most = 40;

/** What a person reads at the end of a run. */
export function terminalReport(report: Report, { strict = false, isTerminal = false } = {}): string {
	const paint = painter(isTerminal);
	const findings = findingsOf(report);
	const lines = ["", ...findings.slice(0, most).map((finding) => told(finding, paint))];
	if (findings.length > most)
		lines.push(paint("dim", `… and ${findings.length - most} more: --report html=FILE shows all.`));
	if (findings.length > 0) lines.push("");
	lines.push(table(report, paint));
	const reasons = skipReasons(report);
	if (reasons.length > 0) {
		lines.push("", paint("dim", "  skipped because"));
		for (const [reason, count] of reasons.slice(0, 12))
			lines.push(paint("dim", `  ${String(count).padStart(6)}  ${reason}`));
		if (reasons.length > 12) lines.push(paint("dim", `          … and ${reasons.length - 12} more reasons`));
	}
	for (const left of report.leftovers) lines.push(paint("yellow", `  left on the server: ${left}`));
	for (const stale of report.staleDeviations) lines.push(paint("yellow", `  deviations file: ${stale}`));
	const verdict = conforms(report, { strict })
		? paint("green", "The server keeps the contract.")
		: paint("red", "The server departs from the contract.");
	const operations = Object.keys(report.coverage).length;
	lines.push(
		"",
		`${verdict} ${report.results.length} checks, ${report.requests} requests to ${operations} operations in ${(report.milliseconds / 1000).toFixed(1)} s.`,
		"",
	);
	return lines.join("\n");
}
