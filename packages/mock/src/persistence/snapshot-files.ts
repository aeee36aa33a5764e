import { closeSync, openSync, readSync } from "node:fs";
import { readdir, rename, unlink } from "node:fs/promises";
import { join } from "node:path";
import type { StateFile } from "../control/state-file";
import { type NumberedFile, numberedFile, numberedFiles } from "./numbered-files";
import { readJson } from "./read-kept";
import { factsIn, headLength } from "./snapshot-head";
import type { KeptSnapshot, Staged } from "./store";
import { makeFolder, syncFolder, writeBeside } from "./write-file";

/** Returns the first characters of a file. */
function beginningOf(file: string): string {
	const descriptor = openSync(file, "r");
	try {
		const bytes = Buffer.alloc(headLength);
		return bytes.toString("latin1", 0, readSync(descriptor, bytes, 0, headLength, 0));
	} finally {
		closeSync(descriptor);
	}
}

/** The named snapshots of a platform. Each is a state file in the folder `<file>.snapshots`. */
export class SnapshotFiles {
	readonly #folder: string;
	#files: ReadonlyMap<string, NumberedFile> = new Map();

	/** @param file The state file of the platform. */
	constructor(file: string) {
		this.#folder = `${file}.snapshots`;
	}

	/** Returns the snapshots by name, in the order in which the names were first used. */
	load(): Map<string, KeptSnapshot> {
		const files = numberedFiles(this.#folder);
		this.#files = new Map(files.map((one) => [one.name, one]));
		return new Map(
			files.map(({ name, file }) => {
				const path = join(this.#folder, file);
				return [name, { ...factsIn(beginningOf(path)), read: () => readJson(path) }];
			}),
		);
	}

	/** Writes snapshots next to their files; `commit` renames them, and removes the files of deleted snapshots. */
	async stage(changed: ReadonlyMap<string, StateFile | undefined>): Promise<Staged> {
		const files = new Map(this.#files);
		const written: string[] = [];
		const removed: string[] = [];
		let last = Math.max(0, ...[...files.values()].map(({ number }) => number));
		const discard = async (): Promise<void> => {
			for (const file of written) await unlink(`${file}.new`).catch(() => undefined);
		};
		try {
			await makeFolder(this.#folder);
			for (const [name, state] of changed) {
				const there = files.get(name);
				if (state === undefined) {
					files.delete(name);
					if (there) removed.push(join(this.#folder, there.file));
					continue;
				}
				const numbered = there ?? numberedFile(++last, name);
				files.set(name, numbered);
				const file = join(this.#folder, numbered.file);
				await writeBeside(file, Buffer.from(`${JSON.stringify(state)}\n`));
				written.push(file);
			}
		} catch (error) {
			await discard();
			throw error;
		}
		const commit = async (): Promise<void> => {
			for (const file of written) await rename(`${file}.new`, file);
			for (const file of removed) await unlink(file);
			await syncFolder(this.#folder);
			this.#files = files;
		};
		return { commit, discard };
	}

	/** Removes unfinished files of a process that was killed. */
	async close(): Promise<void> {
		const left = await readdir(this.#folder).catch((): string[] => []);
		for (const file of left) if (file.endsWith(".new")) await unlink(join(this.#folder, file)).catch(() => undefined);
	}
}
