import { writeFileSync } from "node:fs";
import type { Deviation } from "../record/deviations";
import { createProxy } from "../record/proxy";
import type { Server } from "../server/listen";
import { accessLog } from "./access-log";
import type { RecordCommandOptions } from "./command-options";
import { interrupted } from "./serve";
import { open, StartError } from "./start";
import type { Streams } from "./streams";

const lineOf = ({ operation, problem, request, status, count }: Deviation): string =>
	`${operation ?? "no operation"}  ${problem}  (${status} to ${request}${count > 1 ? `, ${count} times` : ""})\n`;

/** Writes a file as JSON, or throws a StartError with the reason. */
function write(file: string, value: unknown): void {
	try {
		writeFileSync(file, `${JSON.stringify(value, null, "\t")}\n`);
	} catch (error) {
		throw new StartError(error instanceof Error ? error.message : String(error));
	}
}

async function needsValidators(): Promise<void> {
	try {
		await import("@tenon/contract/validators");
	} catch {
		throw new StartError("record needs the package zod to validate responses against the contract: npm install zod.");
	}
}

/** `tenon-mock record`: runs a proxy to a real server until it is stopped, and reports the deviations. */
export async function record(options: RecordCommandOptions, { out, err }: Streams): Promise<number> {
	const { to: upstream, unknown, port, host, timeout, har, out: report, json: asJson = false } = options;
	const reportOne = (deviation: Deviation): void =>
		void out.write(asJson ? `${JSON.stringify({ deviation })}\n` : `!!! ${lineOf(deviation)}`);
	const proxy = createProxy({ upstream, unknown, onDeviation: reportOne, timeout });
	let server: Server | undefined;
	try {
		await needsValidators();
		server = await open(proxy, { port, host, onAnswer: options.quiet ? () => {} : accessLog(out, asJson) });
		const { url } = server;
		out.write(asJson ? `${JSON.stringify({ listening: url, to: upstream })}\n` : `Recording ${upstream} at ${url}\n`);
		await interrupted();
		await server.close();
		server = undefined;
		if (har !== undefined) write(har, proxy.toHar());
		if (report !== undefined) write(report, proxy.deviations);
	} catch (error) {
		await server?.close();
		if (!(error instanceof StartError)) throw error;
		err.write(`tenon-mock: ${error.message}\n`);
		return 1;
	}
	const { recorded, unrecorded, deviations } = proxy;
	if (asJson) out.write(`${JSON.stringify({ recorded, unrecorded, deviations })}\n`);
	else {
		const rest = unrecorded > 0 ? `, ${unrecorded} more did not fit in the recording` : "";
		out.write(
			`\n${recorded} responses${har === undefined ? "" : ` in ${har}`}${rest}; ${deviations.length} deviations\n`,
		);
		for (const deviation of deviations) out.write(lineOf(deviation));
	}
	return 0;
}
