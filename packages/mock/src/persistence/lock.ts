import { randomUUID } from "node:crypto";
import {
	mkdir,
	readdir,
	readFile,
	readlink,
	realpath,
	rename,
	rm,
	rmdir,
	stat,
	unlink,
	writeFile,
} from "node:fs/promises";
import { hostname } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { codeOf } from "../lib/code-of";

/**
 * A file's own path, behind symbolic links. One that is not there yet has it too.
 *
 * @throws Error for a folder, and for a file with several names: to save it would leave the other names with the old content.
 */
export async function realFile(file: string): Promise<string> {
	try {
		const real = await realpath(file);
		const found = await stat(real);
		if (found.isDirectory()) throw new Error(`${file} is a folder: name a file in it.`);
		if (found.nlink > 1)
			throw new Error(
				`${file} has ${found.nlink} names (hard links), and saving would separate them: use a copy of it.`,
			);
		return real;
	} catch (error) {
		if (codeOf(error) !== "ENOENT") throw error;
		const target = await readlink(file).catch(() => undefined);
		if (target !== undefined) return realFile(resolve(dirname(file), target));
		return join(await realpath(dirname(resolve(file))), basename(file));
	}
}

/** When a process started, by the system's count; undefined where the system does not say, or it does not run. */
async function startOf(pid: number | string): Promise<string | undefined> {
	const line = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
	// The program's name comes first, in brackets, and may have any character. The time is the 22nd field of all.
	return line?.slice(line.lastIndexOf(")") + 2).split(" ")[19];
}

function isRunning(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return codeOf(error) === "EPERM";
	}
}

/** The owner of a lock, as the name of the file in its folder says it: `<pid>.<start>.<random>.<host>`. */
async function checkGone(owner: string, lock: string): Promise<void> {
	const [pid = "", start, , ...host] = owner.split(".");
	const machine = host.join(".");
	if (machine !== hostname())
		throw new Error(`${lock}: process ${pid} on ${machine} has it open. If it does not, remove this folder.`);
	if (!isRunning(Number(pid))) return;
	const now = await startOf(pid);
	// Another process may have got its number since.
	if (now !== undefined && now !== start) return;
	const who = Number(pid) === process.pid ? "this process" : `process ${pid}`;
	throw new Error(`${lock}: ${who} has it open.`);
}

/**
 * Locks a file against other processes: the folder `<file>.lock`, with one file in it that names the owner. Each step is one
 * rename, which succeeds for one process only, so that of several that find the lock of a dead process one gets it.
 *
 * @param file Its own path, as `realFile` returns it: else two names of it have two locks.
 * @returns A function that unlocks it.
 * @throws Error if another process has it locked, or this one.
 */
export async function lock(file: string): Promise<() => Promise<void>> {
	const folder = `${file}.lock`;
	const me = [process.pid, (await startOf("self")) ?? "", randomUUID().slice(0, 8), hostname()].join(".");
	const mine = `${folder}-${me}`;
	await mkdir(mine);
	try {
		await writeFile(join(mine, me), "");
		while (!(await take(folder, mine, me))) {
			// Another process was faster, or is giving it back: look again.
		}
	} finally {
		await rm(mine, { recursive: true, force: true });
	}
	return async () => {
		await unlink(join(folder, me)).catch(() => undefined);
		await rmdir(folder).catch(() => undefined);
	};
}

/** Takes the lock if nobody has it, or from a process that is gone. False if another was faster. */
async function take(folder: string, mine: string, me: string): Promise<boolean> {
	try {
		// Fails if there is a folder with a file in it.
		await rename(mine, folder);
		return true;
	} catch (error) {
		// Windows renames over no folder, also none that is empty.
		if (!["ENOTEMPTY", "EEXIST", "EPERM"].includes(String(codeOf(error)))) throw error;
	}
	const [owner] = await readdir(folder).catch((): string[] => []);
	if (owner === undefined) {
		await rmdir(folder).catch(() => undefined);
		return false;
	}
	await checkGone(owner, folder);
	try {
		// The name is the dead process's alone: this takes no lock from anybody else.
		await rename(join(folder, owner), join(folder, me));
		return true;
	} catch (error) {
		if (codeOf(error) !== "ENOENT") throw error;
		return false;
	}
}
