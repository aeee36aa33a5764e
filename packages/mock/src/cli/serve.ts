import type { Platform } from "../platform/platform";
import type { Server } from "../server/listen";
import { accessLog } from "./access-log";
import type { ServeCommandOptions } from "./command-options";
import { coverageText } from "./coverage-text";
import { openInBrowser } from "./open-in-browser";
import { hasRoles, seedNames } from "./seed-and-settings";
import { StartError, start } from "./start";
import type { Streams } from "./streams";
import { tlsOf } from "./tls-options";

// An import reads all exports of the module, including `promises`: 5 ms on Node 24.
const { rmSync, writeFileSync } = process.getBuiltinModule("node:fs");

function welcome({ url, certificate }: Server, seeds: readonly string[], caOut?: string): string {
	const path = seeds.includes("demo") ? "projects/acme%2Fweb/pipelines" : "groups/org-1/projects";
	const lines = [
		`Tenon mock listens on ${url}`,
		`  REST      ${url}/api/v4`,
		`  GraphQL   ${url}/api/graphql`,
		`  Control   ${url}/_mock/`,
	];
	if (certificate) lines.push(`  TLS       SHA-256 ${certificate.fingerprint}`);
	if (caOut !== undefined)
		lines.push(`            trust ${caOut}, e.g. NODE_EXTRA_CA_CERTS=${caOut} or curl --cacert ${caOut}`);
	const curl = caOut === undefined ? (certificate ? "curl -k" : "curl") : `curl --cacert ${caOut}`;
	if (seeds.some(hasRoles))
		lines.push(
			"  Tokens    root-token owner-token maintainer-token developer-token reporter-token guest-token outsider-token auditor-token",
			`  Try       ${curl} -H 'PRIVATE-TOKEN: developer-token' '${url}/api/v4/${path}?per_page=5' -i`,
		);
	else if (seeds.some((seed) => seed !== "empty")) lines.push("  Tokens    <username>-token for each user of the seed");
	return `${lines.join("\n")}\n`;
}

/** Resolves on Ctrl-C, or when another process ends the program. */
export const interrupted = (): Promise<void> =>
	new Promise((resolve) => {
		process.once("SIGINT", resolve);
		process.once("SIGTERM", resolve);
	});

/** Announces that the server is ready: writes the process id and the URL to the files of the options. */
function announceReady(url: string, pidFile: string | undefined, readyFd: number | undefined): void {
	try {
		if (pidFile !== undefined) writeFileSync(pidFile, `${process.pid}\n`);
		if (readyFd !== undefined) writeFileSync(readyFd, `${url}\n`);
	} catch (error) {
		throw new StartError(error instanceof Error ? error.message : String(error));
	}
}

function writeOut(file: string, text: string): void {
	try {
		writeFileSync(file, text);
	} catch (error) {
		throw new StartError(error instanceof Error ? error.message : String(error));
	}
}

const listening = ({ url, certificate }: Server): object => ({
	listening: url,
	...(certificate ? { fingerprint: certificate.fingerprint } : {}),
});

/** `tenon-mock serve`: serves a platform until it is stopped. `prepare` is called before it takes requests. */
export async function serve(
	options: ServeCommandOptions,
	{ out, err }: Streams,
	prepare?: (platform: Platform) => void,
): Promise<number> {
	const tls = tlsOf(options);
	const { tlsCaOut: caOut, readyFd, pidFile } = options;
	const log = accessLog(out, options.json === true);
	try {
		const started = await start(options, err, options.quiet ? () => {} : log, {
			prepare,
			...(tls ? { tls } : {}),
		});
		const { url } = started.server;
		try {
			// Before the announcement: a client needs the certificate for its first request.
			if (caOut !== undefined) writeOut(caOut, started.server.certificate?.pem ?? "");
			announceReady(url, pidFile, readyFd);
			out.write(
				options.json
					? `${JSON.stringify(listening(started.server))}\n`
					: welcome(started.server, seedNames(options), caOut),
			);
			if (options.open) openInBrowser(`${url}/_mock/`, (text) => err.write(`tenon-mock: ${text}\n`));
			await interrupted();
			if (options.coverage) out.write(coverageText(started.coverage(), options.json === true));
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
