import { describe, expect, test } from "vitest";
import { scene } from "./scene";

/** Groups whose names, paths and ids are ordered differently. */
function three() {
	const made = scene();
	made.make.group("m-path", { name: "Charlie" });
	made.make.group("z-path", { name: "Alpha" });
	made.make.group("a-path", { name: "Bravo" });
	return made;
}

describe("order", () => {
	test("GROUP-195 by name, ascending", async () => {
		const { list } = three();
		expect(await list("root", "/groups", "name")).toEqual(["Alpha", "Bravo", "Charlie"]);
	});

	test.each([
		["GROUP-195, GROUP-196", "name", ["z-path", "a-path", "m-path"]],
		["GROUP-197, GROUP-196", "path", ["a-path", "m-path", "z-path"]],
		["GROUP-198, GROUP-196", "id", ["m-path", "z-path", "a-path"]],
	])("%s order_by=%s, and sort=desc the other way", async (_claim, key, order) => {
		const { list, make } = three();
		for (const path of order) make.member("owner", path, "guest");
		// For an administrator, a member and nobody alike.
		for (const who of ["root", "owner", null]) {
			expect(await list(who, `/groups?order_by=${key}`)).toEqual(order);
			expect(await list(who, `/groups?order_by=${key}&sort=desc`)).toEqual(order.toReversed());
		}
	});

	test("GROUP-199 equal ones are by id ascending, either way", async () => {
		const { list, make } = scene();
		for (const path of ["c", "a", "b"]) make.group(path, { name: "Same" });
		make.group("z", { name: "Zulu" });
		for (const path of ["c", "a", "b", "z"]) make.member("owner", path, "guest");
		for (const who of ["root", "owner"]) {
			expect(await list(who, "/groups")).toEqual(["c", "a", "b", "z"]);
			expect(await list(who, "/groups?sort=desc")).toEqual(["z", "c", "a", "b"]);
		}
	});

	test("GROUP-200 similarity without a search is by name", async () => {
		const { list } = three();
		expect(await list("root", "/groups?order_by=similarity", "name")).toEqual(["Alpha", "Bravo", "Charlie"]);
	});

	test("GROUP-201 similarity with a search: the best match first, the path before the name, whatever sort says", async () => {
		const { list, make } = scene();
		make.group("something", { name: "Garden" });
		make.group("garden-of-many-paths", { name: "Else" });
		make.group("garden", { name: "Other" });
		const order = ["garden", "something", "garden-of-many-paths"];
		for (const sort of ["", "&sort=asc", "&sort=desc"])
			expect(await list("root", `/groups?order_by=similarity&search=garden${sort}`)).toEqual(order);
	});

	test("GROUP-201 of equal matches the one in the newer group comes first, after those in none", async () => {
		const { list, make } = scene();
		make.group("garden", { name: "Same" });
		make.group("first", { name: "First" });
		make.group("second", { name: "Second" });
		make.group("first/garden", { name: "Same" });
		make.group("second/garden", { name: "Same" });
		const found = await list("root", "/groups?order_by=similarity&search=garden");
		expect(found).toEqual(["garden", "second/garden", "first/garden"]);
	});

	test.each([
		["GROUP-202", "order_by", "bogus"],
		["GROUP-203", "sort", "up"],
	])("%s %s=%s is refused", async (_claim, name, value) => {
		const { told } = three();
		const refusal = { error: `${name} does not have a valid value` };
		expect(await told("root", `/groups?${name}=${value}`)).toEqual([400, refusal]);
		expect(await told(null, `/groups?${name}=${value}`)).toEqual([400, refusal]);
	});
});
