/**
 * Python-gitlab, a client of this API family that others wrote, unmodified, as Debian packages it. The walk is
 * python/walk.py; here its platform is served, and what it printed is looked at.
 */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { operations } from "@tenon/contract";
import { describe, expect } from "vitest";
import { pythonWith } from "../support/requirements";
import { test } from "./peer-house";

const walk = fileURLToPath(new URL("python/walk.py", import.meta.url));

const python = pythonWith("gitlab");

/** Runs the walk to its end, beside the server that it asks. */
function run(path: string, url: string, dialect: string): Promise<{ code: number | null; out: string; err: string }> {
	return new Promise((resolve, reject) => {
		// -B and -I: it leaves no files behind, and takes no modules or settings from around it.
		const child = spawn(path, ["-I", "-B", walk, url, dialect], { env: { PATH: process.env.PATH, NO_PROXY: "*" } });
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

// An alert goes to an address of its own, with a key of its own, and is no call of this interface.
describe.each([
	["specification", ["sendAlert"]],
	["gitlab", ["revokeGroupToken", "sendAlert"]],
] as const)("in the names of %s", (dialect, left) => {
	test.override({ dialect });

	test.skipIf(!python)(
		"python-gitlab walks every endpoint, by its methods where it has one",
		{ timeout: 60_000 },
		async ({ house }) => {
			const { code, out, err } = await run(python ?? "", house.url, dialect);
			expect([code, err], out).toEqual([0, ""]);
			const walked = new Set(house.walked());
			expect(Object.keys(operations).filter((id) => !walked.has(id))).toEqual(left);
		},
	);
});
