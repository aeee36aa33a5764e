import { expect, test } from "vitest";
import { removedIn } from "./deprecation";

test.each([
	["GQL-038", "15.7", "17.0"],
	["GQL-038", "16.6", "17.0"],
	["GQL-039", "15.6", "16.0"],
	["GQL-039", "15.5", "16.0"],
	["GQL-039", "16.7", "18.0"],
	["GQL-038", "18.1", "19.0"],
])("%s what was deprecated in %s is removed in %s", (_claim, release, expected) => {
	expect(removedIn(release)).toBe(expected);
});
