/**
 * Python-gitlab, an unmodified third-party client of this API, from Debian's package. Serves a platform for the script
 * python/walk.py, and checks the output of the script.
 */
import { operations } from "@tenon/contract";
import { describe, expect } from "vitest";
import { pythonWith } from "../support/requirements";
import { test } from "./peer-server";
import { walk } from "./walk";

const python = pythonWith("gitlab");

// With -B and -I, Python leaves no files behind, and does not use modules or settings of the environment.
const options = ["-I", "-B"];

// An alert is sent to its own URL with its own key, and is not a call of this API.
describe.each([
	["specification", ["sendAlert"]],
	["gitlab", ["revokeGroupToken", "sendAlert"]],
] as const)("in the names of %s", (dialect, left) => {
	test.override({ dialect });

	test.skipIf(!python)("python-gitlab walks every endpoint, by its methods where it has one", async ({ server }) => {
		const { code, out, err } = await walk({ program: python ?? "", options }, "python/walk.py", server.url, dialect);
		expect([code, err], out).toEqual([0, ""]);
		const walked = new Set(server.walked());
		expect(Object.keys(operations).filter((id) => !walked.has(id))).toEqual(left);
	});
});
