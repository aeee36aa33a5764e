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

/** All requests of a rule are shown if it has at most this many; otherwise only the one that shows the deviation. */
const mostRequests = 4;

function describe(finding: Finding, paint: Paint): string {
	const { id, title, severity, reason, contract, request, response, requests, sequence } = finding;
	const colour = severity === "failure" ? "red" : severity === "warning" ? "yellow" : "cyan";
	const mark = severity === "failure" ? "✗" : severity === "warning" ? "!" : "~";
	const lines = [`${paint(colour, `${mark} ${id}`)}  ${title}`, `    ${reason}`];
	for (const { operation, file, line } of contract)
		lines.push(paint("dim", `    contract: ${file}:${line} (${operation})`));
	if (sequence) lines.push("    shortest sequence:", ...sequence.map((step) => `      ${step}`));
	const shown = requests.length <= mostRequests ? requests : request ? [request] : [];
	lines.push(...shown.map((one) => paint("dim", indent(one))));
	if (requests.length > shown.length)
		lines.push(paint("dim", `      (the last of ${requests.length} requests; --report html=FILE or json shows all)`));
	if (response) lines.push(paint("dim", indent(response.slice(0, 600))));
	return lines.join("\n");
}

/** The most leftovers that are shown; the JSON and HTML reports contain all. */
const mostLeftovers = 8;

/** The most findings that are shown; report files contain all. */
const most = 40;

/** Returns the summary that is printed at the end of a run. */
export function terminalReport(report: Report, { strict = false, isTerminal = false } = {}): string {
	const paint = painter(isTerminal);
	const findings = findingsOf(report);
	const lines = ["", ...findings.slice(0, most).map((finding) => describe(finding, paint))];
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
	const repeated = report.results.filter(({ repeatedBecause }) => repeatedBecause !== undefined);
	if (repeated.length > 0)
		lines.push(
			"",
			paint("dim", `  ${repeated.length} rules failed at first and passed when repeated: other clients may be at work`),
		);
	for (const left of report.leftovers.slice(0, mostLeftovers))
		lines.push(paint("yellow", `  left on the server: ${left}`));
	if (report.leftovers.length > mostLeftovers)
		lines.push(paint("yellow", `  … and ${report.leftovers.length - mostLeftovers} more: --report json shows all`));
	for (const stale of report.staleDeviations) lines.push(paint("yellow", `  deviations file: ${stale}`));
	const verdict = conforms(report, { strict })
		? paint("green", "The server conforms to the contract.")
		: paint("red", "The server does not conform to the contract.");
	const operations = Object.keys(report.coverage).length;
	lines.push(
		"",
		`${verdict} ${report.results.length} rules, ${report.requests} requests to ${operations} operations in ${(report.milliseconds / 1000).toFixed(1)} s.`,
		"",
	);
	return lines.join("\n");
}
