/** Creates outside projects that install the packed packages from tarballs, as a user does. */
import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { root } from "../support/requirements";

const run = promisify(execFile);

/** The value of `dependencies` in package.json. */
export interface Dependencies {
	readonly [name: string]: string;
}

/** Packs packages into a folder, and returns them as dependencies. */
export async function pack(names: readonly string[], folder: string): Promise<Dependencies> {
	const packed = names.map(async (name) => {
		const args = ["pack", "--silent", "--pack-destination", folder];
		const { stdout } = await run("npm", args, { cwd: join(root, "packages", name) });
		return [`@tenon/${name}`, `file:${join(folder, stdout.trim())}`];
	});
	return Object.fromEntries(await Promise.all(packed));
}

/** Installs a project's dependencies. If this fails, prints the reason once and returns it. */
export async function install(name: string, folder: string, dependencies: Dependencies): Promise<string | undefined> {
	await mkdir(folder, { recursive: true });
	const manifest = { name: "outside", private: true, type: "module", dependencies };
	await writeFile(join(folder, "package.json"), JSON.stringify(manifest));
	const args = ["install", "--silent", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"];
	try {
		await run("npm", args, { cwd: folder });
		return undefined;
	} catch (error) {
		const { stderr = "", message } = error as Error & { stderr?: string }; // as execFile rejects
		const missing = `its packages cannot be installed: ${(stderr || message).trim().replaceAll("\n", " ")}`;
		console.warn(`Skipped: ${name} (${missing})`);
		return missing;
	}
}

/** Runs a program in a folder, and returns its output. If it fails, the error contains the output. */
export async function runIn(folder: string, program: string, args: readonly string[]): Promise<string> {
	const { stdout } = await run(program, args, { cwd: folder }).catch(
		(error: Error & { stdout: string; stderr: string }) => {
			throw new Error(`${error.message}\n${error.stdout}${error.stderr}`);
		},
	);
	return stdout;
}
