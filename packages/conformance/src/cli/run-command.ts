import { readFileSync } from "node:fs";
import type { Extension } from "@tenon/contract/generate";
import type { Command } from "commander";
import { githubReport } from "../report/github";
import { overlayOf } from "../report/overlay";
import { progress } from "../report/progress";
import { terminalReport } from "../report/terminal";
import { defaultMode } from "../run/default-mode";
import { type KnownDeviation, parseDeviations } from "../run/deviations";
import { conforms, type Mode } from "../run/result";
import { run } from "../run/run";
import { shortfall } from "../run/shortfall";
import { compareServers } from "./compare-servers";
import { exitCodes } from "./exit-codes";
import { addSelectionOptions, type SelectionCommandOptions, selectionOf } from "./selection-options";
import { addServerOptions, collect, numberFrom, type ServerCommandOptions, serverOf } from "./server-options";
import type { Streams } from "./streams";
import { UsageError } from "./usage-error";
import { formatNames, requestedReports, writeFile, writeReports } from "./write-reports";

interface RunCommandOptions extends ServerCommandOptions, SelectionCommandOptions {
	readonly mode?: string;
	readonly minChecks?: number;
	readonly failOnSkip?: number | `${number}%`;
	readonly report?: readonly string[];
	readonly deviations?: string;
	readonly strict?: boolean;
	readonly seed?: number;
	readonly overlay?: string;
	readonly against?: string;
	readonly againstConfig?: string;
	readonly quiet?: boolean;
	readonly extend?: readonly string[];
}

const modes: readonly Mode[] = ["read-only", "sandbox", "destructive"];

function modeOf(text: string): Mode {
	const mode = modes.find((one) => one === text);
	if (!mode) throw new UsageError(`--mode must be one of ${modes.join(", ")}, not "${text}".`);
	return mode;
}

/** Parses `20` (rules) or `20%` (of the rules). */
function skipLimit(text: string): number | `${number}%` {
	const value = numberFrom(0, 1_000_000)(text.replace(/%$/, ""));
	return text.endsWith("%") ? `${value}%` : value;
}

function deviationsOf(file: string | undefined): KnownDeviation[] {
	if (file === undefined) return [];
	try {
		return parseDeviations(readFileSync(file, "utf8"));
	} catch (error) {
		throw new UsageError(`${file}: ${error instanceof Error ? error.message : String(error)}`);
	}
}

async function extensionsOf(files: readonly string[]): Promise<readonly Extension[]> {
	if (files.length === 0) return [];
	const { ExtensionError, readExtension } = await import("@tenon/contract/generate");
	try {
		return await Promise.all(files.map((file) => readExtension(file)));
	} catch (error) {
		throw error instanceof ExtensionError ? new UsageError(error.message) : error;
	}
}

/** Makes Ctrl-C abort the signal: the run ends and undoes its changes. A second Ctrl-C ends the program at once. */
function untilInterrupted(streams: Streams): { signal: AbortSignal; done: () => void } {
	const controller = new AbortController();
	const stop = () => {
		streams.err.write("\nStopping: removing what the run created. Press Ctrl-C again to stop at once.\n");
		controller.abort();
		process.removeListener("SIGINT", stop);
	};
	process.once("SIGINT", stop);
	return { signal: controller.signal, done: () => process.removeListener("SIGINT", stop) };
}

/** Adds the `run` command, which checks a server or compares it with another one. */
export function addRun(program: Command, streams: Streams, ended: (code: number) => void): void {
	const command = program.command("run").description("Check a server against the rules.");
	addSelectionOptions(addServerOptions(command))
		.option(
			"--mode <mode>",
			"read-only (default), sandbox (changes records and restores them; default with --config tenon-mock) or destructive",
		)
		.option("--min-checks <n>", "fail if fewer rules could be checked (default 1)", numberFrom(0, 1_000_000))
		.option(
			"--fail-on-skip <n|n%>",
			"fail if more rules are skipped because tokens, scene or facts are missing (default 50%)",
			skipLimit,
		)
		.option(
			"--report <format=file>",
			`write a report; repeat it for more: ${formatNames.join(", ")}. Without a file, print it`,
			collect,
		)
		.option("--deviations <file>", "JSON file of known deviations, each until a date: [{ check, reason, expires }]")
		.option("--strict", "also fail if the server deviates from what is only assumed, instead of warning")
		.option("--seed <n>", "seed of random choices (default 1)", numberFrom(0, 2 ** 31))
		.option(
			"--overlay <file>",
			"write an OpenAPI overlay of the operations in which the server departs only from assumptions",
		)
		.option("--against <url>", "send the same requests to a second server, and report the differences")
		.option("--against-config <file>", "tokens and scene of the second server (default: those of the first)")
		.option("--extend <file>", "also check the operations of this OpenAPI file; repeat it for more", collect)
		.option("--quiet", "print no progress and no summary, only reports")
		.action(async (options: RunCommandOptions) => {
			const outputs = requestedReports(options.report ?? []);
			const deviations = deviationsOf(options.deviations);
			const server = serverOf(options);
			const selection = selectionOf(options);
			const mode = options.mode === undefined ? defaultMode(server) : modeOf(options.mode);
			const seed = options.seed ?? 1;
			if (options.extend && options.against !== undefined)
				throw new UsageError("--extend and --against cannot be combined: --extend checks only one server.");
			const extensions = await extensionsOf(options.extend ?? []);
			const { signal, done } = untilInterrupted(streams);
			try {
				if (options.against !== undefined) {
					const second = serverOf({
						...options,
						baseUrl: options.against,
						config: options.againstConfig ?? options.config ?? "",
					});
					ended(
						await compareServers(
							{ left: server, right: second, mode, seed, signal, ...selection },
							streams,
							outputs.length > 0,
						),
					);
					return;
				}
				const report = await run({
					...server,
					...selection,
					mode,
					seed,
					deviations,
					extensions,
					signal,
					...(options.quiet ? {} : { onEvent: progress(streams.err) }),
				});
				const strict = options.strict === true;
				// If a report goes to the standard output, the summary goes to the standard error.
				const out = outputs.some(({ target }) => target === "-") ? streams.err : streams.out;
				if (!options.quiet) out.write(terminalReport(report, { strict, isTerminal: out.isTTY === true }));
				if (process.env.GITHUB_ACTIONS === "true") streams.out.write(githubReport(report));
				writeReports(report, outputs, strict, streams.out);
				if (options.overlay !== undefined) {
					const overlay = overlayOf(report);
					if (overlay) writeFile(options.overlay, `${JSON.stringify(overlay, null, "\t")}\n`);
					else streams.err.write("No overlay written: no operation deviates only from assumptions.\n");
				}
				const gap = shortfall(report, options);
				if (gap !== undefined) streams.err.write(`${gap}\n`);
				ended(
					!conforms(report, { strict })
						? exitCodes.deviates
						: gap === undefined
							? exitCodes.conforms
							: exitCodes.incomplete,
				);
			} finally {
				done();
			}
		});
}
