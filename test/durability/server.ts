import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const cli = fileURLToPath(new URL("../../packages/mock/src/cli/index.ts", import.meta.url));
const notes = "/api/v4/projects/acme%2Fweb/issues/1/notes";
const headers = { "PRIVATE-TOKEN": "developer-token", "content-type": "application/json" };

/** `tenon-mock serve --data <file>` in its own process. */
export class DataServer {
	readonly child: ChildProcess;
	/** The URL of the server; undefined if it refused to start. */
	readonly url: Promise<string | undefined>;
	output = "";

	/** @param fileSize the maximum size of a file of the process, in KiB */
	constructor(file: string, fileSize?: number) {
		const command = [process.execPath, "--import", "tsx", cli, "serve", "--port", "0", "--quiet", "--data", file];
		const limited = fileSize === undefined ? "" : `trap '' XFSZ; ulimit -f ${fileSize};`;
		this.child = spawn("bash", ["-c", `${limited} exec "$@"`, "bash", ...command], { stdio: "pipe" });
		this.url = new Promise((resolve) => {
			this.child.on("exit", () => resolve(undefined));
			for (const stream of [this.child.stdout, this.child.stderr])
				stream?.on("data", (chunk: Buffer) => {
					this.output += chunk.toString();
					const found = /http:\/\/127\.0\.0\.1:\d+/.exec(this.output)?.[0];
					if (found) resolve(found);
				});
		});
	}

	/** Kills the process, as the system does when memory runs out. */
	async kill(): Promise<void> {
		const isOver = this.child.exitCode !== null || this.child.signalCode !== null;
		const ended = isOver ? undefined : once(this.child, "exit");
		this.child.kill("SIGKILL");
		await ended;
	}
}

/** Sends JSON by POST. Returns the status; undefined if there was no response. */
export async function post(address: string, body: object): Promise<number | undefined> {
	try {
		const response = await fetch(address, { method: "POST", headers, body: JSON.stringify(body) });
		await response.text();
		return response.status;
	} catch {
		return undefined;
	}
}

/** Creates a note. Returns the status; undefined if there was no response. */
export const say = (url: string, body: string): Promise<number | undefined> => post(url + notes, { body });

/** Returns the texts of all notes that start with `beginning`. */
export async function heard(url: string, beginning: string): Promise<string[]> {
	const texts: string[] = [];
	for (let page = 1; ; page++) {
		const response = await fetch(`${url}${notes}?per_page=100&page=${page}`, { headers });
		if (response.status !== 200) throw new Error(`A read got the status ${response.status}.`);
		const found: { readonly body: string }[] = await response.json();
		if (found.length === 0) return texts;
		texts.push(...found.map(({ body }) => body).filter((body) => body.startsWith(beginning)));
	}
}
