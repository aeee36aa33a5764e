import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createPlatform } from "@tenon/mock";
import { persist } from "@tenon/mock/node";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder";

const cli = fileURLToPath(new URL("../../src/cli/index.ts", import.meta.url));
const notes = "/api/v4/projects/acme%2Fweb/issues/1/notes";
const headers = { "PRIVATE-TOKEN": "developer-token", "content-type": "application/json" };

interface Running {
	child: ChildProcess;
	url: string;
}

async function serve(file: string): Promise<Running> {
	const args = ["--import", "tsx", cli, "serve", "--port", "0", "--quiet", "--data", file];
	const child = spawn(process.execPath, args, { stdio: "pipe" });
	onTestFinished(() => void child.kill("SIGKILL"));
	let text = "";
	const url = await new Promise<string>((resolve, reject) => {
		child.on("exit", (code) => reject(new Error(`ended with ${code}: ${text}`)));
		for (const stream of [child.stdout, child.stderr])
			stream.on("data", (chunk: Buffer) => {
				text += chunk.toString();
				const found = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0];
				if (found) resolve(found);
			});
	});
	return { child, url };
}

/** Returns the id of the note that a request created, changed or deleted. Undefined if there was no response. */
async function outcomeOf(url: string, method: string, body?: object): Promise<{ id?: number } | undefined> {
	try {
		const response = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
		if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`);
		return response.status === 204 ? {} : await response.json();
	} catch (error) {
		// The process was killed before it responded, so the write may be lost.
		if (error instanceof TypeError) return undefined;
		throw error;
	}
}

test("killed at any moment during 1,000 writes, nothing that was acknowledged is lost and the file is whole", async () => {
	const folder = temporaryFolder();
	const file = join(folder, "platform.json");
	/** The text that each note must have. Null if the note must not exist. */
	const known = new Map<number, string | null>();
	/** The notes whose last write got no response, so that it may or may not have happened. */
	const unsure = new Set<number>();
	let acknowledged = 0;
	let sent = 0;
	for (const writes of [260, 280, 300, 300]) {
		const { child, url } = await serve(file);
		const ended = once(child, "exit");
		let begun = 0;
		const work = async (): Promise<void> => {
			const mine: number[] = [];
			while (begun < writes) {
				begun += 1;
				sent += 1;
				// Eight writes run at once. Some of them are killed at the beginning, and some later.
				if (begun === writes - 20) setTimeout(() => child.kill("SIGKILL"), writes % 7);
				const old = mine.at(-1);
				const body = `note ${sent}`;
				if (old !== undefined && sent % 5 === 0) {
					unsure.add(old);
					if (!(await outcomeOf(`${url}${notes}/${old}`, "PUT", { body }))) return;
					known.set(old, body);
					unsure.delete(old);
				} else if (old !== undefined && sent % 7 === 0) {
					unsure.add(old);
					if (!(await outcomeOf(`${url}${notes}/${old}`, "DELETE"))) return;
					known.set(old, null);
					unsure.delete(old);
					mine.pop();
				} else {
					const made = await outcomeOf(`${url}${notes}`, "POST", { body });
					if (made?.id === undefined) return;
					known.set(made.id, body);
					mine.push(made.id);
				}
				acknowledged += 1;
			}
		};
		await Promise.all(Array.from({ length: 8 }, work));
		child.kill("SIGKILL");
		await ended;
	}
	expect(sent).toBeGreaterThan(1_000);
	expect(acknowledged).toBeGreaterThan(1_000);

	JSON.parse(readFileSync(file, "utf8"));
	const platform = createPlatform();
	const kept = await persist(platform, { file });
	onTestFinished(() => kept.close());
	const wrong = [...known].filter(
		([id, body]) => !unsure.has(id) && (platform.state.notes.get(id)?.body ?? null) !== body,
	);
	expect(wrong).toEqual([]);
	const texts = [...platform.state.notes.all()].filter(({ body }) => /^note \d+$/.test(body));
	// Every text was sent, and none occurs twice.
	expect(texts.length).toBeLessThanOrEqual(sent);
	expect(new Set(texts.map(({ body }) => body)).size).toBe(texts.length);
});
