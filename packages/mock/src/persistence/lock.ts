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
 * Returns the path of a file with symbolic links resolved. The file need not exist.
 *
 * @throws Error if it is a folder, or a file with several hard links: saving it would leave the other links with the
 * old content.
 */
export async function realFile(file: string): Promise<string> {
	try {
		const real = await realpath(file);
		const found = await stat(real);
		if (found.isDirectory()) throw new Error(`${file} is a folder: use the path of a file.`);
		if (found.nlink > 1)
			throw new Error(`${file} has ${found.nlink} hard links, and saving would break them. Use a copy of the file.`);
		return real;
	} catch (error) {
		if (codeOf(error) !== "ENOENT") throw error;
		const target = await readlink(file).catch(() => undefined);
		if (target !== undefined) return realFile(resolve(dirname(file), target));
		return join(await realpath(dirname(resolve(file))), basename(file));
	}
}

/** Returns when a process started, by the system's count; undefined if that is unknown or it is not running. */
async function startOf(pid: number | string): Promise<string | undefined> {
	const line = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
	// The program's name comes first, in parentheses, and may contain any character. The start time is field 22.
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

/** Throws if a lock's owner is running. `owner` is the file in the lock folder: `<pid>.<start>.<random>.<host>`. */
async function checkGone(owner: string, lock: string): Promise<void> {
	const [pid = "", start, , ...host] = owner.split(".");
	const machine = host.join(".");
	if (machine !== hostname())
		throw new Error(
			`${lock}: process ${pid} on ${machine} has the file open. If that process has ended, remove this folder.`,
		);
	if (!isRunning(Number(pid))) return;
	const now = await startOf(pid);
	// Another process may have the same number by now.
	if (now !== undefined && now !== start) return;
	const who = Number(pid) === process.pid ? "this process" : `process ${pid}`;
	throw new Error(`${lock}: ${who} has the file open.`);
}

/**
 * Locks a file against other processes: creates the folder `<file>.lock` with one file whose name is the owner. Each
 * step is one rename, which succeeds for only one process. So if several find the lock of a dead process, only one gets
 * it.
 *
 * @param file The path that `realFile` returns: otherwise two paths of the same file would have two locks.
 * @returns A function that unlocks the file.
 * @throws Error if another process, or this one, has locked it.
 */
export async function lock(file: string): Promise<() => Promise<void>> {
	const folder = `${file}.lock`;
	const me = [process.pid, (await startOf("self")) ?? "", randomUUID().slice(0, 8), hostname()].join(".");
	const mine = `${folder}-${me}`;
	await mkdir(mine);
	try {
		await writeFile(join(mine, me), "");
		while (!(await take(folder, mine, me))) {
			// Another process was faster, or is unlocking it: try again.
		}
	} finally {
		await rm(mine, { recursive: true, force: true });
	}
	return async () => {
		await unlink(join(folder, me)).catch(() => undefined);
		await rmdir(folder).catch(() => undefined);
	};
}

/** Takes a lock that is free, or that a dead process left. Returns false if another process was faster. */
async function take(folder: string, mine: string, me: string): Promise<boolean> {
	try {
		// Fails if the folder exists and contains a file.
		await rename(mine, folder);
		return true;
	} catch (error) {
		// On Windows a rename never replaces a folder, not even an empty one.
		if (!["ENOTEMPTY", "EEXIST", "EPERM"].includes(String(codeOf(error)))) throw error;
	}
	const [owner] = await readdir(folder).catch((): string[] => []);
	if (owner === undefined) {
		await rmdir(folder).catch(() => undefined);
		return false;
	}
	await checkGone(owner, folder);
	try {
		// The name belongs to the dead process only, so this cannot take a lock from a running one.
		await rename(join(folder, owner), join(folder, me));
		return true;
	} catch (error) {
		if (codeOf(error) !== "ENOENT") throw error;
		return false;
	}
}
