import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { root } from "../support/requirements";

/** A folder with the packed packages, and with the named third-party packages only. */
export interface OutsideProject {
	readonly folder: string;
	/** Returns the files in a package's tarball. */
	files(name: string): string[];
	/** Runs a program in the folder, and returns its output. If it fails, throws an error with the output. */
	run(command: string, ...args: string[]): string;
}

/** Creates an empty project with the tarballs of packages, and with third-party packages as installed here. */
export function outsideProject(packages: readonly string[], others: readonly string[]): OutsideProject {
	const folder = mkdtempSync(join(tmpdir(), "tenon-packed-"));
	writeFileSync(join(folder, "package.json"), '{ "name": "outside", "type": "module", "private": true }');
	const run = (command: string, ...args: string[]): string =>
		execFileSync(command, args, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
	const listed = new Map<string, string[]>();
	for (const name of packages) {
		const [tarball = ""] = execFileSync("npm", ["pack", "--silent", "--pack-destination", folder], {
			cwd: join(root, "packages", name),
			encoding: "utf8",
		}).match(/\S+\.tgz/) ?? [""];
		const target = join(folder, "node_modules", "@tenon", name);
		mkdirSync(target, { recursive: true });
		run("tar", "-xzf", tarball, "--strip-components=1", "-C", target);
		listed.set(
			name,
			run("tar", "-tzf", tarball)
				.trim()
				.split("\n")
				.map((file) => file.replace(/^package\//, "")),
		);
	}
	for (const name of others) {
		const link = join(folder, "node_modules", name);
		mkdirSync(dirname(link), { recursive: true });
		// A package's own version takes precedence over that of the root, which can differ.
		const places = [
			...packages.map((own) => join(root, "packages", own, "node_modules", name)),
			join(root, "node_modules", name),
		];
		const place = places.find((path) => existsSync(path));
		if (!place) throw new Error(`${name} is not installed.`);
		symlinkSync(place, link);
	}
	return { folder, files: (name) => listed.get(name) ?? [], run };
}
