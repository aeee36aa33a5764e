/** Runs the packed client and mock on Deno and Bun, which are installed from the registry. */
import { copyFile, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isBuilt } from "../support/requirements";
import { install, pack, runIn } from "./install";

interface Runtime {
	readonly name: string;
	/** The package in the registry, and the folder of its binaries, one per platform. */
	readonly package: string;
	readonly version: string;
	readonly binaries: string;
	readonly program: string;
	readonly args: readonly string[];
}

const runtimes: readonly Runtime[] = [
	{ name: "Deno", package: "deno", version: "2.9.6", binaries: "@deno", program: "deno", args: ["run", "--allow-all"] },
	{ name: "Bun", package: "bun", version: "1.4.5", binaries: "@oven", program: "bin/bun", args: [] },
];
const packages = ["contract", "client", "mock"];

describe.skipIf(!isBuilt(...packages))("an outside project", () => {
	let folder = "";
	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), "tenon-runtimes-"));
	});
	afterAll(() => rm(folder, { recursive: true, force: true }));

	test.for(runtimes.map((runtime) => [runtime.name, runtime] as const))(
		"SDK-314 the client walks on %s, over GraphQL, aborts, through platform.fetch and listen",
		async ([name, { version, binaries, program, args, ...runtime }], context) => {
			const at = join(folder, runtime.package);
			const tarballs = await pack(packages, folder);
			const missing = await install(name, at, { ...tarballs, [runtime.package]: version });
			if (missing) return context.skip(missing);
			// A registry can have several binaries for a platform. The first one that runs is used.
			const found = await readdir(join(at, "node_modules", binaries)).catch((): string[] => []);
			const candidates = found.map((each) => join(at, "node_modules", binaries, each, program));
			const runs = candidates.map((each) => runIn(at, each, ["--version"]).then(() => each));
			const executable = await Promise.any(runs).catch(() => undefined);
			if (!executable) return context.skip(`${name} has no binary for this machine`);
			await copyFile(fileURLToPath(new URL("walk.mjs", import.meta.url)), join(at, "walk.mjs"));
			expect(await runIn(at, executable, [...args, "walk.mjs"])).toBe("platform.fetch, listen, closed\n");
		},
	);
});
