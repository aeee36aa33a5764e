import { type FileHandle, mkdir, open, unlink } from "node:fs/promises";
import { dirname } from "node:path";

/** Writes `<file>.new`, as a whole or not at all. A later rename replaces the file by it. */
export async function writeBeside(file: string, content: Buffer): Promise<void> {
	const beside = `${file}.new`;
	const handle = await open(beside, "w");
	try {
		await handle.writeFile(content);
		await handle.sync();
	} catch (error) {
		// An incomplete file would occupy space that is already short.
		await unlink(beside).catch(() => undefined);
		throw error;
	} finally {
		await handle.close();
	}
}

/** Makes renames in a folder durable. Not every system allows opening a folder for that. */
export async function syncFolder(folder: string): Promise<void> {
	const handle = await open(folder, "r").catch(() => undefined);
	await handle?.sync().catch(() => undefined);
	await handle?.close();
}

/** Creates a folder if it does not exist. */
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
