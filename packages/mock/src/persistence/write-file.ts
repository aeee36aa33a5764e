import { type FileHandle, mkdir, open, unlink } from "node:fs/promises";
import { dirname } from "node:path";

/** Writes `<file>.new`, as a whole or not at all: a rename then puts it in the file's place. */
export async function writeBeside(file: string, content: Buffer): Promise<void> {
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
export async function syncFolder(folder: string): Promise<void> {
	const handle = await open(folder, "r").catch(() => undefined);
	await handle?.sync().catch(() => undefined);
	await handle?.close();
}

/** Makes a folder if it is not there, in a folder that is. */
export async function makeFolder(folder: string): Promise<void> {
	const made = await mkdir(folder, { recursive: true });
	if (made !== undefined) await syncFolder(dirname(made));
}

export async function writeAll(handle: FileHandle, content: Buffer, position: number): Promise<void> {
	for (let at = 0; at < content.length; ) {
		const { bytesWritten } = await handle.write(content, at, content.length - at, position + at);
		at += bytesWritten;
	}
}
