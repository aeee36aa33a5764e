import { randomUUID } from "node:crypto";
import { type FileHandle, open, rename, unlink } from "node:fs/promises";
import { dirname } from "node:path";
import type { StateFile } from "../control/state-file";
import { lock, realFile } from "./lock";
import { numberedFiles } from "./numbered-files";
import { readKept } from "./read-kept";
import { SnapshotFiles } from "./snapshot-files";
import type { Change, Loaded, Staged, Store } from "./store";
import { makeFolder, syncFolder, writeAll, writeBeside } from "./write-file";

/** The length up to which a journal is never too long, in bytes. */
const shortest = 1024 * 1024;

/**
 * Stores a platform in a state file, and later changes in a journal next to it: `<file>.journal`, with a line of JSON
 * for each change. Both are consistent at every moment, whenever the process ends. Named snapshots are in
 * `<file>.snapshots`.
 */
export class FileStore implements Store {
	/** The path of the file, with symbolic links resolved. */
	readonly file: string;
	readonly #prepare: () => Promise<void>;
	readonly #unlock: () => Promise<void>;
	readonly #snapshots: SnapshotFiles;
	#journal: FileHandle | undefined;
	#length = 0;
	#stateLength = 0;

	private constructor(file: string, prepare: () => Promise<void>, unlock: () => Promise<void>) {
		this.file = file;
		this.#prepare = prepare;
		this.#unlock = unlock;
		this.#snapshots = new SnapshotFiles(file);
	}

	/** Opens a file, which need not exist. Throws if another process has locked it. */
	static async open(file: string): Promise<FileStore> {
		const real = await realFile(file);
		return new FileStore(real, async () => {}, await lock(real));
	}

	/** Opens a file in a folder that belongs to a locked file of this process. The first write creates the folder. */
	static within(file: string): FileStore {
		return new FileStore(
			file,
			() => makeFolder(dirname(file)),
			async () => {},
		);
	}

	get name(): string {
		return this.file;
	}

	get isLong(): boolean {
		return this.#journal === undefined || this.#length > Math.max(shortest, this.#stateLength);
	}

	load(): Loaded | undefined {
		const kept = readKept(this.file);
		if (kept) return { ...kept, snapshots: this.#snapshots.load() };
		for (const folder of [`${this.file}.snapshots`, `${this.file}.worlds`])
			if (numberedFiles(folder).length > 0)
				throw new Error(`${this.file} does not exist, but ${folder} does: restore the file, or remove the folder.`);
		return undefined;
	}

	async append(change: Change): Promise<void> {
		if (!this.#journal) throw new Error(`${this.file}: there is no journal.`);
		const line = Buffer.from(`${JSON.stringify(change)}\n`);
		try {
			await writeAll(this.#journal, line, this.#length);
			await this.#journal.datasync();
		} catch (error) {
			// Remove an incomplete line. If that fails, the next line overwrites it.
			await this.#journal.truncate(this.#length).catch(() => undefined);
			throw error;
		}
		this.#length += line.length;
	}

	async replace(state: StateFile): Promise<void> {
		const journal = randomUUID();
		const { tables, ...head } = state;
		const content = Buffer.from(`${JSON.stringify({ ...head, journal, tables })}\n`);
		const line = Buffer.from(`${JSON.stringify({ journal })}\n`);
		await this.#prepare();
		// First write everything that needs space: nothing is changed until the new state is renamed.
		await writeBeside(`${this.file}.journal`, line);
		await writeBeside(this.file, content);
		const opened = await open(`${this.file}.journal.new`, "r+");
		try {
			await rename(`${this.file}.new`, this.file);
			// From here on the old journal is ignored, since the state names the new one.
			await rename(`${this.file}.journal.new`, `${this.file}.journal`);
		} catch (error) {
			await opened.close();
			// The state may be renamed already, while the journal that it names is missing: do not append to the old journal.
			await this.#closeJournal();
			throw error;
		}
		await syncFolder(dirname(this.file));
		await this.#closeJournal();
		this.#journal = opened;
		this.#length = line.length;
		this.#stateLength = content.length;
	}

	stage(snapshots: ReadonlyMap<string, StateFile | undefined>): Promise<Staged> {
		return this.#snapshots.stage(snapshots);
	}

	async #closeJournal(): Promise<void> {
		await this.#journal?.close();
		this.#journal = undefined;
	}

	async close(): Promise<void> {
		await this.#closeJournal();
		for (const left of [`${this.file}.new`, `${this.file}.journal.new`]) await unlink(left).catch(() => undefined);
		await this.#snapshots.close();
		await this.#unlock();
	}
}
