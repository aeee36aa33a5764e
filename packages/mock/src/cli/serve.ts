import { rmSync, writeFileSync } from "node:fs";
import { accessLog } from "./access-log";
import { coverageText } from "./coverage-text";
import { serveHelp } from "./help";
import { type Options, parseOptions, wholeNumber } from "./parse-options";
import { serverOptions } from "./platform-options";
import type { Streams } from "./run";
import { StartError, start } from "./start";

const options = {
	...serverOptions,
	quiet: { type: "boolean" },
	"pid-file": { type: "string" },
	"ready-fd": { type: "string" },
} as const satisfies Options;

export const defaultPort = 4010;

function welcome(url: string, seed = "demo"): string {
	const path = seed === "demo" ? "projects/acme%2Fweb/pipelines" : "groups/org-1/projects";
	const lines = [
		`Tenon mock listens on ${url}`,
		`  REST      ${url}/api/v4`,
		`  GraphQL   ${url}/api/graphql`,
		`  Control   ${url}/_mock/health`,
	];
	if (seed !== "empty")
		lines.push(
			"  Tokens    root-token owner-token maintainer-token developer-token reporter-token guest-token outsider-token auditor-token",
			`  Try       curl -H 'PRIVATE-TOKEN: developer-token' '${url}/api/v4/${path}?per_page=5' -i`,
		);
	return `${lines.join("\n")}\n`;
}

/** Waits for Ctrl-C, or for whoever started the program to end it. */
const asked = (): Promise<void> =>
	new Promise((resolve) => {
		process.once("SIGINT", resolve);
		process.once("SIGTERM", resolve);
	});

/** Tells whoever waits that it answers: the process by its file, the address by the open file. */
function tellReady(url: string, pidFile: string | undefined, readyFd: number | undefined): void {
	try {
		if (pidFile !== undefined) writeFileSync(pidFile, `${process.pid}\n`);
		if (readyFd !== undefined) writeFileSync(readyFd, `${url}\n`);
	} catch (error) {
		throw new StartError(error instanceof Error ? error.message : String(error));
	}
}

/** `tenon-mock serve`: starts a platform on a port, until it is told to stop. */
export async function serve(args: readonly string[], { out, err }: Streams): Promise<number> {
	const given = parseOptions(args, options).values;
	if (given.help) {
		out.write(serveHelp);
		return 0;
	}
	const readyFd = wholeNumber("ready-fd", given["ready-fd"], 1, 1_000_000);
	const pidFile = given["pid-file"];
	const log = accessLog(out, given.json === true);
	try {
		const started = await start(given, defaultPort, err, given.quiet ? () => {} : log);
		const { url } = started.server;
		try {
			tellReady(url, pidFile, readyFd);
			out.write(given.json ? `${JSON.stringify({ listening: url })}\n` : welcome(url, given.seed));
			await asked();
			if (given.coverage) out.write(coverageText(started.coverage(), given.json === true));
		} finally {
			await started.close();
			if (pidFile !== undefined) rmSync(pidFile, { force: true });
		}
		return 0;
	} catch (error) {
		if (!(error instanceof StartError)) throw error;
		err.write(`tenon-mock: ${error.message}\n`);
		return 1;
	}
}
