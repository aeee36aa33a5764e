import { rename, writeFile } from "node:fs/promises";
import { codeOf } from "../lib/code-of";
import type { RunningCommandOptions } from "./command-options";
import type { Streams } from "./streams";

/** Thrown if the running platform refuses, or if there is none; the message says why. */
class Refused extends Error {}

/** The control API of a platform that runs in another process. */
export class RunningPlatform {
	readonly url: string;
	readonly #headers: Readonly<Record<string, string>>;

	constructor({ url, world, token }: RunningCommandOptions) {
		this.url = url;
		this.#headers = {
			"content-type": "application/json",
			...(world === undefined ? {} : { "X-Mock-World": world }),
			...(token === undefined ? {} : { "X-Mock-Control-Token": token }),
		};
	}

	/** Sends a GET, or a PUT with a body, to a control API path. Returns the response's text, or throws Refused. */
	async ask(path: string, body?: string): Promise<string> {
		const address = `${this.url}/_mock${path}`;
		const sent = body === undefined ? {} : { method: "PUT", body };
		let response: Response;
		try {
			response = await fetch(address, { ...sent, headers: this.#headers });
		} catch (error) {
			const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
			throw new Refused(
				`No response from ${address}: ${cause}. Start a platform with tenon-mock serve, or set its URL with --url.`,
			);
		}
		const text = await response.text();
		if (!response.ok) throw new Refused(`${address} returned ${response.status}: ${messageOf(text)}`);
		return text;
	}
}

/** Returns the message of an error of the control API, or otherwise the whole text. */
function messageOf(text: string): string {
	try {
		const parsed: unknown = JSON.parse(text);
		const hasMessage = typeof parsed === "object" && parsed !== null && "message" in parsed;
		return hasMessage ? String(parsed.message) : text;
	} catch {
		return text;
	}
}

/** Runs a function, and reports what the platform or the system refuses, with exit code 1. */
export async function reporting(err: Streams["err"], work: () => Promise<void>): Promise<number> {
	try {
		await work();
		return 0;
	} catch (error) {
		if (!(error instanceof Error) || !(error instanceof Refused || codeOf(error) !== undefined)) throw error;
		err.write(`tenon-mock: ${error.message}\n`);
		return 1;
	}
}

/** Writes a file so that readers see either the old text or the new one, and never an incomplete one. */
export async function writeWhole(file: string, text: string): Promise<void> {
	await writeFile(`${file}.new`, text);
	await rename(`${file}.new`, file);
}
