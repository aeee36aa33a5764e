import { readFile, rename, writeFile } from "node:fs/promises";
import { snapshotHelp } from "./help";
import { type Options, parseOptions } from "./parse-options";
import type { Streams } from "./streams";
import { UsageError } from "./usage-error";

const options = {
	url: { type: "string" },
	world: { type: "string" },
	token: { type: "string" },
	help: { type: "boolean", short: "h" },
} as const satisfies Options;

const defaultUrl = "http://127.0.0.1:4010";

/** The running platform does not do as it is asked; the message says why. */
class Refused extends Error {}

async function ask(url: string, headers: { [name: string]: string }, state?: string): Promise<string> {
	const address = `${url}/_mock/state`;
	const sent = state === undefined ? {} : { method: "PUT", body: state };
	let response: Response;
	try {
		response = await fetch(address, { ...sent, headers: { ...headers, "content-type": "application/json" } });
	} catch (error) {
		const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
		throw new Refused(
			`There is no answer from ${address}: ${cause}. Start a platform by tenon-mock serve, or say where by --url.`,
		);
	}
	const text = await response.text();
	if (!response.ok) throw new Refused(`${address} answered ${response.status}: ${messageOf(text)}`);
	return text;
}

/** What an error says, where it is one of the control API's. */
function messageOf(text: string): string {
	try {
		const told: unknown = JSON.parse(text);
		const isTold = typeof told === "object" && told !== null && "message" in told;
		return isTold ? String(told.message) : text;
	} catch {
		return text;
	}
}

/** `tenon-mock snapshot`: fetches the state of a running platform into a file, or gives it the state of one. */
export async function snapshot(args: readonly string[], { out, err }: Streams): Promise<number> {
	const { values, positionals } = parseOptions(args, options, 2);
	if (values.help) {
		out.write(snapshotHelp);
		return 0;
	}
	const [action, file] = positionals;
	if (action !== "save" && action !== "load")
		throw new UsageError(`snapshot takes save or load; not "${action ?? ""}".`);
	if (file === undefined) throw new UsageError(`snapshot ${action} takes a file.`);
	const url = (values.url ?? defaultUrl).replace(/\/+$/, "");
	if (!URL.canParse(url)) throw new UsageError(`--url takes an address; not "${url}".`);
	const headers = {
		...(values.world === undefined ? {} : { "X-Mock-World": values.world }),
		...(values.token === undefined ? {} : { "X-Mock-Control-Token": values.token }),
	};
	try {
		if (action === "save") {
			const state = await ask(url, headers);
			// Whoever reads the file finds the old one or the new one, never half of one.
			await writeFile(`${file}.new`, state);
			await rename(`${file}.new`, file);
			out.write(`Saved the state of ${url} in ${file}.\n`);
		} else {
			await ask(url, headers, await readFile(file, "utf8"));
			out.write(`${url} holds now the state of ${file}.\n`);
		}
		return 0;
	} catch (error) {
		const isTold = error instanceof Refused || (error instanceof Error && "code" in error);
		if (!isTold) throw error;
		err.write(`tenon-mock: ${error.message}\n`);
		return 1;
	}
}
