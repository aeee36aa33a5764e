/**
 * Python-gitlab, a third-party client of this API family, unmodified, as Debian packages it. The walk is
 * python/walk.py; this test serves its platform, and checks its output.
 */
import { operations } from "@tenon/contract";
import { describe, expect } from "vitest";
import { pythonWith } from "../support/requirements";
import { test } from "./peer-server";
import { walk } from "./walk";

const python = pythonWith("gitlab");

// -B and -I: it leaves no files behind, and does not use other modules or settings of the environment.
const options = ["-I", "-B"];

// An alert is sent to an address of its own, with a key of its own, and is not a call of this API.
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
