import { describe, expect, test } from "vitest";
import { UsageError } from "../errors/errors";
import { globalId, parseGlobalId } from "../graphql";

describe("Global IDs", () => {
	test("SDK-270 are written and read", () => {
		expect(globalId("Ci::Runner", 7)).toBe("gid://service/Ci::Runner/7");
		expect(parseGlobalId("gid://service/Ci::Runner/7")).toEqual({ className: "Ci::Runner", id: 7 });
		expect(parseGlobalId("gid://service/Ci::Runner/7", "Ci::Runner").id).toBe(7);
	});

	test.each(["7", "", "gid://other/User/7", "gid://service/user/7", "gid://service/User/x", "gid://service/User/7/8"])(
		"SDK-270 %j is invalid",
		(text) => {
			expect(() => parseGlobalId(text)).toThrow(UsageError);
		},
	);

	test("SDK-270 another class, a wrong class's name, a wrong number", () => {
		expect(() => parseGlobalId("gid://service/User/7", "Project")).toThrow("does not name a Project");
		for (const name of ["", "ci::Runner", "Ci::", "a b"]) expect(() => globalId(name, 7)).toThrow(UsageError);
		for (const id of [-1, 1.5, Number.NaN]) expect(() => globalId("User", id)).toThrow(UsageError);
	});
});
