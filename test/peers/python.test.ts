/**
 * Python-gitlab, a client of this API family that others wrote, unmodified, as Debian packages it. The walk is
 * python/walk.py; here its platform is served, and what it printed is looked at.
 */
import { operations } from "@tenon/contract";
import { describe, expect } from "vitest";
import { pythonWith } from "../support/requirements";
import { test } from "./peer-house";
import { walk } from "./walk";

const python = pythonWith("gitlab");

// -B and -I: it leaves no files behind, and takes no modules or settings from around it.
const options = ["-I", "-B"];

// An alert goes to an address of its own, with a key of its own, and is no call of this interface.
describe.each([
	["specification", ["sendAlert"]],
	["gitlab", ["revokeGroupToken", "sendAlert"]],
] as const)("in the names of %s", (dialect, left) => {
	test.override({ dialect });

	test.skipIf(!python)("python-gitlab walks every endpoint, by its methods where it has one", async ({ house }) => {
		const { code, out, err } = await walk({ program: python ?? "", options }, "python/walk.py", house.url, dialect);
		expect([code, err], out).toEqual([0, ""]);
		const walked = new Set(house.walked());
		expect(Object.keys(operations).filter((id) => !walked.has(id))).toEqual(left);
	});
});
