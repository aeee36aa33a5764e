import { randomUUID } from "node:crypto";
import { type FileHandle, open, readFile, rename, unlink } from "node:fs/promises";
import { dirname } from "node:path";
import type { StateFile } from "../control/state-file";
import { codeOf } from "../lib/code-of";
import { isRecord } from "../lib/is-record";
import { decodeUtf8 } from "../lib/utf8";
import { lock, realFile } from "./lock";
import type { Change, Store } from "./store";

const newLine = 0x0a;
/** A journal up to this long is never too long, in bytes. */
const shortest = 1024 * 1024;

async function contentOf(file: string): Promise<Buffer | undefined> {
	try {
		return await readFile(file);
	} catch (error) {
		if (codeOf(error) === "ENOENT") return undefined;
		throw error;
	}
}

/** Writes `<file>.new`, as a whole or not at all: a rename then puts it in the file's place. */
async function writeBeside(file: string, content: Buffer): Promise<void> {
	const beside = `${file}.new`;
	const handle = await open(beside, "w");
	try {
		await handle.writeFile(content);
		await handle.sync();
	} catch (error) {
		// Half of a file takes the room that is missing.
		await unlink(beside).catch(() => undefined);
		throw error;
	} finally {
		await handle.close();
	}
}

/** Makes new names safe. Not every system lets a folder be opened for that. */
async function syncFolder(folder: string): Promise<void> {
	const handle = await open(folder, "r").catch(() => undefined);
	await handle?.sync().catch(() => undefined);
	await handle?.close();
}

function textOf(bytes: Buffer): string {
	const text = decodeUtf8(bytes);
	if (text === undefined) throw new Error("it is not UTF-8");
	return text;
}

/** Whether a line says what was written. Its rows are validated when the state is imported. */
const isChange = (line: unknown): line is Change =>
	isRecord(line) &&
	isRecord(line.tables) &&
	Object.values(line.tables).every(
		(table) => isRecord(table) && Array.isArray(table.put) && table.put.every(isRecord) && Array.isArray(table.gone),
	);

/** The changes of a journal that goes on from the state of this name. */
function changesIn(content: Buffer, journal: unknown, file: string): Change[] {
	const lines: Buffer[] = [];
	// What does not end with a line's end was being written when the process ended: nobody was told that it is kept.
	for (let from = 0, to = content.indexOf(newLine); to >= 0; from = to + 1, to = content.indexOf(newLine, from))
		lines.push(content.subarray(from, to));
	const parsed = lines.map((line, index): unknown => {
		try {
			return JSON.parse(textOf(line));
		} catch {
			const where = `${file}, line ${index + 1}`;
			// A line that power was cut in: nobody was told that it is kept.
			if (index < lines.length - 1)
				throw new Error(`${where}: it is damaged. Move the file away to go on with the state before it.`);
			process.emitWarning(`${where}, the last one, is damaged: it was left out.`);
			return undefined;
		}
	});
	const [head, ...changes] = parsed;
	// Of another state: it was there before the state was written, which has all of it.
	if (!isRecord(head) || head.journal !== journal) return [];
	const wrong = changes.findIndex((change) => change !== undefined && !isChange(change));
	if (wrong >= 0)
		throw new Error(
			`${file}, line ${wrong + 2}: it is not a change. Move the file away to go on with the state before it.`,
		);
	return changes.filter(isChange);
}

/**
 * Keeps a platform in a state file, and what was written since in a journal beside it: `<file>.journal`, a line of JSON for
 * each change. Both are right at every moment, whenever the process ends.
 */
export class FileStore implements Store {
	readonly #file: string;
	readonly #unlock: () => Promise<void>;
	#journal: FileHandle | undefined;
	#length = 0;
	#stateLength = 0;

	private constructor(file: string, unlock: () => Promise<void>) {
		this.#file = file;
		this.#unlock = unlock;
	}

	/** Opens a file, which need not be there yet. Throws if another process has it. */
	static async open(file: string): Promise<FileStore> {
		const real = await realFile(file);
		return new FileStore(real, await lock(real));
	}

	get isLong(): boolean {
		return this.#journal === undefined || this.#length > Math.max(shortest, this.#stateLength);
	}

	async load(): Promise<{ state: unknown; changes: Change[] } | undefined> {
		const content = await contentOf(this.#file);
		if (content === undefined) return undefined;
		let state: unknown;
		try {
			state = JSON.parse(textOf(content));
		} catch (error) {
			throw new Error(`${this.#file}: it is not JSON: ${error instanceof Error ? error.message : error}`);
		}
		const journal = isRecord(state) ? state.journal : undefined;
		const written = journal === undefined ? undefined : await contentOf(`${this.#file}.journal`);
		return { state, changes: written ? changesIn(written, journal, `${this.#file}.journal`) : [] };
	}

	async append(change: Change): Promise<void> {
		if (!this.#journal) throw new Error(`${this.#file}: there is no journal.`);
		const line = Buffer.from(`${JSON.stringify(change)}\n`);
		try {
			await writeAll(this.#journal, line, this.#length);
			await this.#journal.datasync();
		} catch (error) {
			// Half a line must not stay. If it does the next one is written over it.
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
		// All that needs room comes first: until the state has its new name nothing has changed.
		await writeBeside(`${this.#file}.journal`, line);
		await writeBeside(this.#file, content);
		const opened = await open(`${this.#file}.journal.new`, "r+");
		try {
			await rename(`${this.#file}.new`, this.#file);
			// From here on the old journal counts no more, since the state names another one.
			await rename(`${this.#file}.journal.new`, `${this.#file}.journal`);
		} catch (error) {
			await opened.close();
			// The state may have its new name already, and the journal that it names is not there: no line may be added to the old one.
			await this.#closeJournal();
			throw error;
		}
		await syncFolder(dirname(this.#file));
		await this.#closeJournal();
		this.#journal = opened;
		this.#length = line.length;
		this.#stateLength = content.length;
	}

	async #closeJournal(): Promise<void> {
		await this.#journal?.close();
		this.#journal = undefined;
	}

	async close(): Promise<void> {
		await this.#closeJournal();
		for (const left of [`${this.#file}.new`, `${this.#file}.journal.new`]) await unlink(left).catch(() => undefined);
		await this.#unlock();
	}
}

async function writeAll(handle: FileHandle, content: Buffer, position: number): Promise<void> {
	for (let at = 0; at < content.length; ) {
		const { bytesWritten } = await handle.write(content, at, content.length - at, position + at);
		at += bytesWritten;
	}
}
