/**
 * Python-gitlab, a client of this API family that others wrote, unmodified, as Debian packages it. The walk is
 * python/walk.py; here its platform is served, and what it printed is looked at.
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { operations } from "@tenon/contract";
import { expect } from "vitest";
import { test } from "./peer-house";

const walk = fileURLToPath(new URL("python/walk.py", import.meta.url));

/** A Python with the module, the system's own first: others on the path may not see what the system packages. */
function python(): { path: string } | { reason: string } {
	const all = ["/usr/bin/python3", "python3"].filter((path) => !path.startsWith("/") || existsSync(path));
	for (const path of all) if (spawnSync(path, ["-I", "-c", "import gitlab"]).status === 0) return { path };
	return { reason: "no python3 has the module gitlab (on Debian: apt install python3-gitlab)" };
}

const found = python();
if ("reason" in found) console.warn(`The walk of python-gitlab is skipped: ${found.reason}.`);

/** Runs the walk to its end, beside the server that it asks. */
function run(path: string, url: string): Promise<{ code: number | null; out: string; err: string }> {
	return new Promise((resolve, reject) => {
		// -B and -I: it leaves no files behind, and takes no modules or settings from around it.
		const child = spawn(path, ["-I", "-B", walk, url], { env: { PATH: process.env.PATH, NO_PROXY: "*" } });
		const told = { out: "", err: "" };
		child.stdout.setEncoding("utf8").on("data", (text: string) => {
			told.out += text;
		});
		child.stderr.setEncoding("utf8").on("data", (text: string) => {
			told.err += text;
		});
		child.once("error", reject).once("close", (code) => resolve({ code, ...told }));
	});
}

test.skipIf("reason" in found)(
	"python-gitlab walks every endpoint, by its methods where it has one",
	{ timeout: 60_000 },
	async ({ house }) => {
		const { code, out, err } = await run("path" in found ? found.path : "", house.url);
		expect([code, err], out).toEqual([0, ""]);
		// An alert goes to an address of its own, with a key of its own, and is no call of this interface.
		const walked = new Set(house.walked());
		expect(Object.keys(operations).filter((id) => !walked.has(id))).toEqual(["sendAlert"]);
	},
);
