import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { githubReport } from "../report/github";
import { htmlReport } from "../report/html";
import { jsonReport } from "../report/json";
import { junitReport } from "../report/junit";
import { sarifReport } from "../report/sarif";
import type { Report } from "../run/result";
import { UsageError } from "./usage-error";

type Write = (report: Report, options: { strict: boolean }) => string;

const formats: Readonly<Record<string, Write>> = {
	html: htmlReport,
	json: jsonReport,
	junit: junitReport,
	sarif: sarifReport,
	github: githubReport,
};

export const formatNames = Object.keys(formats);

interface RequestedReport {
	readonly write: Write;
	/** A file, or `-` for the standard output. */
	readonly target: string;
}

/** Parses reports such as `html=report.html`, or `json` for the standard output. Throws if a format is unknown. */
export const requestedReports = (pairs: readonly string[]): RequestedReport[] =>
	pairs.map((pair) => {
		const [name = "", ...rest] = pair.split("=");
		const write = formats[name];
		if (!write) throw new UsageError(`There is no report format "${name}". Use one of ${formatNames.join(", ")}.`);
		return { write, target: rest.join("=") || "-" };
	});

/** Writes a file, and creates its folder if it is missing. Throws a UsageError if that fails. */
export function writeFile(file: string, text: string): void {
	try {
		mkdirSync(dirname(file), { recursive: true });
		writeFileSync(file, text);
	} catch (error) {
		throw new UsageError(`${file} cannot be written: ${error instanceof Error ? error.message : String(error)}`);
	}
}

export function writeReports(
	report: Report,
	reports: readonly RequestedReport[],
	strict: boolean,
	out: { write(text: string): unknown },
): void {
	for (const { write, target } of reports) {
		const text = write(report, { strict });
		if (target === "-") out.write(text);
		else writeFile(target, text);
	}
}
