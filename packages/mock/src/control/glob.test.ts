import { expect, test } from "vitest";
import { fits } from "./glob";

test.each([
	["/a/b", "/a/b", true],
	["/a/b", "/a/bc", false],
	["*", "", true],
	["*", "/anything/at/all", true],
	["/a/*/c", "/a/b/c", true],
	["/a/*/c", "/a/b/b/c", true],
	["/a/*/c", "/a/c", false],
	["/a/*", "/b/a/", false],
	["*/c", "/a/c/d", false],
	["a*a", "a", false],
	["a*b*b", "ab", false],
	["a*b*b", "abb", true],
	["a*bc*c", "abcbcc", true],
	["/.+/(x", "/.+/(x", true],
	["/.", "/a", false],
])("%s on %s: %s", (pattern, text, verdict) => {
	expect(fits(pattern, text)).toBe(verdict);
});
