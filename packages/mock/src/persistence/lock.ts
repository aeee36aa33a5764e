import { open, readFile, unlink } from "node:fs/promises";

/** Whether a process of this number runs, other than this one. */
function isRunning(pid: number): boolean {
	if (!Number.isSafeInteger(pid) || pid <= 0 || pid === process.pid) return false;
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === "EPERM";
	}
}

/** The locks that this process holds: its own number in a file says nothing after a restart in a container. */
const held = new Set<string>();

/**
 * Makes a file that says who is at work, and gives what takes it away again. One that a process left behind which runs no
 * more is taken over.
 *
 * @throws Error if another one is at work.
 */
export async function lock(file: string): Promise<() => Promise<void>> {
	for (;;) {
		if (held.has(file)) throw new Error(`${file}: this process has it open already.`);
		try {
			const handle = await open(file, "wx");
			await handle.writeFile(`${process.pid}\n`);
			await handle.close();
			break;
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
			const pid = Number(await readFile(file, "utf8").catch(() => ""));
			if (isRunning(pid)) throw new Error(`${file}: process ${pid} has it open.`);
			await unlink(file).catch(() => undefined);
		}
	}
	held.add(file);
	return async () => {
		held.delete(file);
		await unlink(file).catch(() => undefined);
	};
}
