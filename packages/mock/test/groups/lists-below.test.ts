import { describe, expect, test } from "vitest";
import { scene } from "./scene";

/** The two lists of groups below one; what is said of both is asked of both. */
const both = ["subgroups", "descendant_groups"] as const;

/** `top` with a child of each visibility, and a grandchild. */
function family(visibility: "public" | "internal" | "private" = "public") {
	const made = scene();
	made.make.group("top", { visibility });
	made.make.group("top/open", { visibility: "public" });
	made.make.group("top/inner", { visibility: "internal" });
	made.make.group("top/closed", { visibility: "private" });
	made.make.group("top/open/low", { visibility: "public" });
	return made;
}

/** `top` with children that differ in name, path and id. */
function children() {
	const made = scene();
	made.make.group("top");
	made.make.group("top/m-path", { name: "Charlie" });
	made.make.group("top/z-path", { name: "Alpha" });
	made.make.group("top/a-path", { name: "Bravo" });
	return made;
}

describe("which groups", () => {
	test("GROUP-391 subgroups are direct children", async () => {
		const { ask, list, platform } = family();
		expect(await list("root", "/groups/top/subgroups?order_by=id")).toEqual(["top/open", "top/inner", "top/closed"]);
		const { body } = await ask("root", "GET", "/groups/top/subgroups");
		const id = platform.state.group("top")?.id;
		expect(body.map((one: { parent_id: number }) => one.parent_id)).toEqual([id, id, id]);
	});

	test("GROUP-417 descendants are of every depth, without the group itself", async () => {
		const { list, make } = family();
		make.group("top/open/low/lowest");
		make.group("other");
		expect(await list("root", "/groups/top/descendant_groups?order_by=id")).toEqual([
			"top/open",
			"top/inner",
			"top/closed",
			"top/open/low",
			"top/open/low/lowest",
		]);
	});

	test("GROUP-394, GROUP-420, AUTH-022 without credentials the public ones", async () => {
		const { list } = family();
		expect(await list(null, "/groups/top/subgroups")).toEqual(["top/open"]);
		expect(await list(null, "/groups/top/descendant_groups?order_by=id")).toEqual(["top/open", "top/open/low"]);
	});

	test.each(both)(
		"GROUP-395, GROUP-421 %s: to a signed-in caller who is no member public ones are not listed",
		async (at) => {
			const { list } = family();
			expect(await list("outsider", `/groups/top/${at}`)).toEqual([]);
			expect(await list("outsider", `/groups/top/${at}?all_available=false`)).toEqual([]);
		},
	);

	test("GROUP-396, GROUP-422 a member of the group sees the private ones, too", async () => {
		const { list, make } = family();
		make.member("guest", "top", "guest");
		const children = ["top/open", "top/inner", "top/closed"];
		expect(await list("guest", "/groups/top/subgroups?order_by=id")).toEqual(children);
		const all = [...children, "top/open/low"];
		expect(await list("guest", "/groups/top/descendant_groups?order_by=id")).toEqual(all);
	});

	test("GROUP-397, GROUP-423 an administrator sees all", async () => {
		const { list } = family("private");
		expect(await list("root", "/groups/top/subgroups")).toHaveLength(3);
		expect(await list("root", "/groups/top/descendant_groups")).toHaveLength(4);
	});

	test("GROUP-398, GROUP-424 all_available lists those that the caller may see", async () => {
		const { list } = family();
		const asked = "?all_available=true&order_by=id";
		expect(await list("outsider", `/groups/top/subgroups${asked}`)).toEqual(["top/open", "top/inner"]);
		const all = ["top/open", "top/inner", "top/open/low"];
		expect(await list("outsider", `/groups/top/descendant_groups${asked}`)).toEqual(all);
	});

	test.each(both)("GROUP-399, GROUP-425 %s of a private group are unknown to others", async (at) => {
		const { told } = family("private");
		for (const who of [null, "outsider"])
			expect(await told(who, `/groups/top/${at}`)).toEqual([404, { message: "404 Group Not Found" }]);
	});

	test.each(both)("GROUP-415, GROUP-441 %s of a group without any", async (at) => {
		const { make, told } = scene();
		make.group("top");
		expect(await told("root", `/groups/top/${at}`)).toEqual([200, []]);
	});
});

describe("filters", () => {
	test.each(both)("GROUP-400, GROUP-426 %s: skip_groups", async (at) => {
		const { list, platform } = children();
		const id = platform.state.group("top/m-path")?.id;
		const left = ["top/z-path", "top/a-path"];
		expect(await list("root", `/groups/top/${at}?skip_groups[]=${id}`)).toEqual(left);
		expect(await list("root", `/groups/top/${at}?skip_groups=${id},99999`)).toEqual(left);
	});

	test.each(both)("GROUP-401, GROUP-427 %s: search looks at short paths", async (at) => {
		const { list, make } = scene();
		make.group("orchard");
		make.group("orchard/tree", { name: "Wood" });
		make.group("orchard/orchardist", { name: "Person" });
		expect(await list("root", `/groups/orchard/${at}?search=orchard`)).toEqual(["orchard/orchardist"]);
		expect(await list("root", `/groups/orchard/${at}?search=tree`)).toEqual(["orchard/tree"]);
	});

	test.each(both)("GROUP-402, GROUP-428 %s: search looks at own names, in any case", async (at) => {
		const { list } = children();
		expect(await list("root", `/groups/top/${at}?search=CHARL`)).toEqual(["top/m-path"]);
	});

	test.each(both)("GROUP-410, GROUP-436, GROUP-413, GROUP-439 %s: owned, before all_available", async (at) => {
		const { list, make } = children();
		make.member("owner", "top/m-path", "owner");
		make.member("owner", "top/a-path", "maintainer");
		expect(await list("owner", `/groups/top/${at}?owned=true`)).toEqual(["top/m-path"]);
		expect(await list("owner", `/groups/top/${at}?owned=true&all_available=true`)).toEqual(["top/m-path"]);
		expect(await list(null, `/groups/top/${at}?owned=true`)).toEqual([]);
	});

	test.each(both)(
		"GROUP-411, GROUP-437, GROUP-413, GROUP-439 %s: min_access_level, before all_available",
		async (at) => {
			const { list, make } = children();
			make.member("owner", "top/m-path", "owner");
			make.member("owner", "top/a-path", "maintainer");
			make.member("owner", "top/z-path", "developer");
			const reached = ["top/a-path", "top/m-path"];
			expect(await list("owner", `/groups/top/${at}?min_access_level=40`)).toEqual(reached);
			expect(await list("owner", `/groups/top/${at}?min_access_level=40&all_available=true`)).toEqual(reached);
			expect(await list("owner", `/groups/top/${at}?min_access_level=30`)).toHaveLength(3);
		},
	);

	test.each(both)("GROUP-412, GROUP-438 %s: a level that is no role is refused", async (at) => {
		const { told } = children();
		const refusal = { error: "min_access_level does not have a valid value" };
		expect(await told("root", `/groups/top/${at}?min_access_level=42`)).toEqual([400, refusal]);
	});

	test.each(both)("GROUP-414, GROUP-440 %s: active leaves out what is archived or marked for deletion", async (at) => {
		const { list, make } = scene();
		make.group("top");
		make.group("top/plain");
		make.group("top/kept", { archived: true });
		make.group("top/going", { marked_for_deletion_on: "2026-01-02" });
		expect(await list("root", `/groups/top/${at}?active=true`)).toEqual(["top/plain"]);
		expect(await list("root", `/groups/top/${at}`)).toHaveLength(3);
	});
});

describe("order and pages", () => {
	test.each(both)("GROUP-403, GROUP-429 %s: by name, or the other way", async (at) => {
		const { list } = children();
		const names = ["Alpha", "Bravo", "Charlie"];
		expect(await list("root", `/groups/top/${at}`, "name")).toEqual(names);
		expect(await list("root", `/groups/top/${at}?sort=desc`, "name")).toEqual(names.toReversed());
	});

	test.each(both)("GROUP-404, GROUP-430 %s: by path and by id", async (at) => {
		const { list } = children();
		const byPath = ["a-path", "m-path", "z-path"];
		expect(await list("root", `/groups/top/${at}?order_by=path`, "path")).toEqual(byPath);
		expect(await list("root", `/groups/top/${at}?order_by=path&sort=desc`, "path")).toEqual(byPath.toReversed());
		const byId = ["m-path", "z-path", "a-path"];
		expect(await list("root", `/groups/top/${at}?order_by=id`, "path")).toEqual(byId);
		expect(await list("root", `/groups/top/${at}?order_by=id&sort=desc`, "path")).toEqual(byId.toReversed());
	});

	test.each(both)("GROUP-405, GROUP-431 %s: another order is refused", async (at) => {
		const { told } = children();
		const refusal = { error: "order_by does not have a valid value" };
		expect(await told("root", `/groups/top/${at}?order_by=bogus`)).toEqual([400, refusal]);
		expect(await told("root", `/groups/top/${at}?order_by=similarity`)).toEqual([400, refusal]);
	});

	test.each(both)("GROUP-406, GROUP-432 %s: equal ones are by id ascending, either way", async (at) => {
		const { list, make } = scene();
		make.group("top");
		for (const path of ["c", "a", "b"]) make.group(`top/${path}`, { name: "Same" });
		for (const sort of ["asc", "desc"])
			expect(await list("root", `/groups/top/${at}?sort=${sort}`, "path")).toEqual(["c", "a", "b"]);
	});

	test.each(both)("GROUP-416, GROUP-442 %s: pages of 20, at most 100, with the usual headers", async (at) => {
		const { ask, groups } = scene();
		groups(["top", ...Array.from({ length: 102 }, (_, index) => `top/g-${index + 1000}`)]);
		const first = await ask("root", "GET", `/groups/top/${at}`);
		const { headers } = first;
		const names = ["x-page", "x-per-page", "x-total", "x-total-pages", "x-next-page", "x-prev-page"];
		expect([first.body.length, ...names.map((name) => headers.get(name))]).toEqual([
			20,
			"1",
			"20",
			"102",
			"6",
			"2",
			"",
		]);
		expect(headers.get("link")).toContain('rel="next"');
		expect((await ask("root", "GET", `/groups/top/${at}?per_page=101`)).body).toHaveLength(100);
		expect((await ask("root", "GET", `/groups/top/${at}?per_page=100&page=2`)).body).toHaveLength(2);
	});
});
