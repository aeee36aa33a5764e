import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { repository } from "../generate/repository";
import type { Finding } from "./rule";

/** The part of redocly's report that this module reads. */
interface Report {
	problems: {
		ruleId: string;
		message: string;
		location: { pointer?: string; source: { ref: string } }[];
	}[];
}

/**
 * Returns the findings of redocly's strict rules, with the exceptions of redocly.yaml. Throws if it returns no report.
 */
export async function redocly(root = "openapi/openapi.yaml"): Promise<Finding[]> {
	const cli = join(dirname(createRequire(import.meta.url).resolve("@redocly/cli/package.json")), "bin/cli.js");
	const child = spawn(
		process.execPath,
		[cli, "lint", root, "--extends=recommended-strict", "--format=json", "--max-problems=1000"],
		{
			cwd: repository,
			env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
		},
	);
	const chunks: { out: string; err: string } = { out: "", err: "" };
	child.stdout.setEncoding("utf8").on("data", (text: string) => {
		chunks.out += text;
	});
	child.stderr.setEncoding("utf8").on("data", (text: string) => {
		chunks.err += text;
	});
	await new Promise((resolve, reject) => child.on("close", resolve).on("error", reject));
	const start = chunks.out.indexOf("{");
	if (start < 0) throw new Error(`redocly gave no report.\n${chunks.err}`);
	const report: Report = JSON.parse(chunks.out.slice(start));
	return report.problems.map(({ ruleId, message, location: [first] }) => ({
		at: first ? `${relative(repository, first.source.ref)} ${first.pointer ?? ""}`.trim() : root,
		rule: `redocly/${ruleId}`,
		says: message.replace(/\s+/g, " "),
	}));
}
