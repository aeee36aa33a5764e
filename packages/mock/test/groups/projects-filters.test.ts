import type { Project } from "@tenon/mock";
import { describe, expect, test } from "vitest";
import { scene } from "./scene";

const own = "/groups/top/projects";
const shared = "/groups/top/projects/shared";
/** What both lists have is asked of both: the group's own projects, and as many shared with it. */
const both = [own, shared];

/** `top` and `other` with a project of each of these names and fields; those of `other` are shared with `top`. */
function projects(given: { readonly [name: string]: Partial<Project> }, options: Parameters<typeof scene>[0] = {}) {
	const made = scene(options);
	made.groups(["top", "other"]);
	for (const [path, fields] of Object.entries(given)) {
		made.make.project(`top/${path}`, fields);
		made.make.project(`other/${path}`, fields);
		made.make.share("top", `other/${path}`, "guest");
	}
	const paths = (list: string, query: string, who: string | null = "root") =>
		made.list(who, list === own ? `${list}?with_shared=false&${query}` : `${list}?${query}`, "path");
	return { ...made, paths };
}

describe.each(both)("filters of %s", (list) => {
	test("GROUP-263, GROUP-333 archived", async () => {
		const { paths } = projects({ old: { archived: true }, new: {} });
		expect(await paths(list, "archived=true")).toEqual(["old"]);
		expect(await paths(list, "archived=false")).toEqual(["new"]);
		expect(await paths(list, "")).toEqual(["new", "old"]);
	});

	test.each([
		["GROUP-265, GROUP-334", "public"],
		["GROUP-266, GROUP-335", "internal"],
		["GROUP-267, GROUP-336", "private"],
	] as const)("%s visibility=%s is that alone", async (_claim, visibility) => {
		const { ask, paths } = projects({
			public: { visibility: "public" },
			internal: { visibility: "internal" },
			private: { visibility: "private" },
		});
		expect(await paths(list, `visibility=${visibility}`)).toEqual([visibility]);
		const { body } = await ask("root", "GET", `${list}?visibility=${visibility}`);
		expect(new Set(body.map((one: { visibility: string }) => one.visibility))).toEqual(new Set([visibility]));
	});

	test("GROUP-268 another visibility is refused", async () => {
		const { told } = projects({});
		const refusal = { error: "visibility does not have a valid value" };
		expect(await told("root", `${list}?visibility=something`)).toEqual([400, refusal]);
	});

	test("GROUP-284, GROUP-337, GROUP-285 search by path, name or description, in any case", async () => {
		const { paths } = projects({
			"by-path": { name: "X", description: null },
			second: { name: "Named", description: null },
			third: { name: "X", description: "Described at length" },
		});
		expect(await paths(list, "search=BY-PATH")).toEqual(["by-path"]);
		expect(await paths(list, "search=nAm")).toEqual(["second"]);
		expect(await paths(list, "search=described")).toEqual(["third"]);
		expect(await paths(list, "search=nothing")).toEqual([]);
	});

	test("GROUP-297, GROUP-341 with_issues_enabled", async () => {
		const { paths } = projects({ with: {}, without: { issues_access_level: "disabled" } });
		expect(await paths(list, "with_issues_enabled=true")).toEqual(["with"]);
		expect(await paths(list, "with_issues_enabled=false")).toEqual(["without", "with"]);
		expect(await paths(list, "")).toEqual(["without", "with"]);
	});

	test("GROUP-299, GROUP-342 with_merge_requests_enabled", async () => {
		const { paths } = projects({ with: {}, without: { merge_requests_access_level: "disabled" } });
		expect(await paths(list, "with_merge_requests_enabled=true")).toEqual(["with"]);
		expect(await paths(list, "with_merge_requests_enabled=false")).toEqual(["without", "with"]);
		expect(await paths(list, "")).toEqual(["without", "with"]);
	});
});

test("GROUP-294, GROUP-295 topic, or all of several", async () => {
	const { paths } = projects({
		both: { topics: ["red", "blue"] },
		red: { topics: ["red"] },
		none: {},
	});
	expect(await paths(own, "topic=red")).toEqual(["red", "both"]);
	expect(await paths(own, "topic=red,blue")).toEqual(["both"]);
	expect(await paths(own, "topic=re")).toEqual([]);
});

test("GROUP-313 with_security_reports", async () => {
	const { paths } = projects({ scanned: { has_security_reports: true }, plain: {} });
	expect(await paths(own, "with_security_reports=true")).toEqual(["scanned"]);
	expect(await paths(own, "with_security_reports=false")).toEqual(["plain", "scanned"]);
});

test.each(["premium", "free"] as const)("GROUP-314 on %s with_security_reports is ignored", async (tier) => {
	const { paths } = projects({ scanned: { has_security_reports: true }, plain: {} }, { tier });
	expect(await paths(own, "with_security_reports=true")).toEqual(["plain", "scanned"]);
});

test("GROUP-259 what cannot be read is refused", async () => {
	const { told } = projects({});
	expect(await told("root", `${own}?sort=up`)).toEqual([400, { error: "sort does not have a valid value" }]);
	expect(await told("root", `${own}?owned=maybe`)).toEqual([400, { error: "owned is invalid" }]);
});

/** Three projects whose values put them into three different orders. */
const differing = {
	one: {
		name: "B",
		updated_at: "2026-01-03T00:00:00.000Z",
		last_activity_at: "2026-01-01T00:00:00.000Z",
		starred_by_ids: [1, 2],
	},
	two: {
		name: "C",
		updated_at: "2026-01-01T00:00:00.000Z",
		last_activity_at: "2026-01-03T00:00:00.000Z",
		starred_by_ids: [1, 2, 3],
	},
	three: {
		name: "A",
		updated_at: "2026-01-02T00:00:00.000Z",
		last_activity_at: "2026-01-02T00:00:00.000Z",
		starred_by_ids: [1],
	},
} as const;

describe.each(both)("order of %s", (list) => {
	test("GROUP-271, GROUP-326 the newest first", async () => {
		const { paths } = projects(differing);
		expect(await paths(list, "")).toEqual(["three", "two", "one"]);
		expect(await paths(list, "sort=asc")).toEqual(["one", "two", "three"]);
	});

	test("GROUP-272 age is told by the number", async () => {
		const { paths } = projects({
			first: { created_at: "2026-01-03T00:00:00.000Z" },
			second: { created_at: "2026-01-01T00:00:00.000Z" },
		});
		expect(await paths(list, "order_by=created_at")).toEqual(["second", "first"]);
	});

	test.each([
		["GROUP-273, GROUP-327", "id", ["one", "two", "three"]],
		["GROUP-274, GROUP-328", "name", ["three", "one", "two"]],
		["GROUP-275, GROUP-329", "path", ["one", "three", "two"]],
		["GROUP-276, GROUP-330", "updated_at", ["two", "three", "one"]],
		["GROUP-277, GROUP-331", "star_count", ["three", "one", "two"]],
		["GROUP-278, GROUP-332", "last_activity_at", ["one", "three", "two"]],
	])("%s order_by=%s, both ways", async (_claim, key, order) => {
		const { paths } = projects(differing);
		expect(await paths(list, `order_by=${key}&sort=asc`)).toEqual(order);
		expect(await paths(list, `order_by=${key}&sort=desc`)).toEqual(order.toReversed());
		expect(await paths(list, `order_by=${key}`)).toEqual(order.toReversed());
	});
});

describe("by similarity", () => {
	test("GROUP-279, GROUP-280 the best match first, whatever sort says", async () => {
		const { paths } = projects({
			"test-project": { name: "Test Project" },
			test: { name: "Test" },
			other: { name: "Untested" },
		});
		for (const sort of ["", "&sort=asc", "&sort=desc"])
			expect(await paths(own, `order_by=similarity&search=test${sort}`)).toEqual(["test", "test-project", "other"]);
	});

	test("GROUP-281 without a search by name", async () => {
		const { paths } = projects(differing);
		for (const sort of ["", "&sort=asc", "&sort=desc"])
			expect(await paths(own, `order_by=similarity${sort}`)).toEqual(["three", "one", "two"]);
	});

	test("GROUP-282 another order is refused", async () => {
		const { told } = projects({});
		expect(await told("root", `${own}?order_by=bogus`)).toEqual([
			400,
			{ error: "order_by does not have a valid value" },
		]);
	});

	test("GROUP-325 shared projects have no order by similarity", async () => {
		const { told } = projects({});
		expect(await told("root", `${shared}?order_by=similarity`)).toEqual([
			400,
			{ error: "order_by does not have a valid value" },
		]);
	});
});

test.each(both)("GROUP-316, GROUP-347 %s: pages of 20, at most 100, with the usual headers", async (list) => {
	const { ask, groups, make } = scene();
	groups(["top", "other"]);
	const place = list === own ? "top" : "other";
	for (let count = 0; count < 102; count++) {
		const { full_path } = make.project(`${place}/p-${count}`);
		if (list === shared) make.share("top", full_path, "guest");
	}
	const { body, headers } = await ask("root", "GET", list);
	const names = ["x-page", "x-per-page", "x-total", "x-total-pages", "x-next-page", "x-prev-page"];
	expect([body.length, ...names.map((name) => headers.get(name))]).toEqual([20, "1", "20", "102", "6", "2", ""]);
	expect(headers.get("link")).toContain('rel="next"');
	expect((await ask("root", "GET", `${list}?per_page=101`)).body).toHaveLength(100);
	expect((await ask("root", "GET", `${list}?per_page=100&page=2`)).body).toHaveLength(2);
});
