import { describe, expect, test } from "vitest";
import { scene } from "./scene";

const at = "/groups/top/projects";
const shared = "/groups/top/projects/shared";
const path = "path_with_namespace";

/** `top` with a project of each visibility, and as many of `other` shared with it. */
function three() {
	const made = scene();
	made.groups(["top", "other"]);
	for (const visibility of ["public", "internal", "private"] as const) {
		made.make.project(`top/${visibility}`, { visibility });
		made.make.project(`other/${visibility}`, { visibility });
		made.make.share("top", `other/${visibility}`, "developer");
	}
	return made;
}

describe("who sees what", () => {
	test("GROUP-260, GROUP-319, GROUP-022, AUTH-025 without credentials the public projects", async () => {
		const { list } = three();
		expect(await list(null, `${at}?with_shared=false`, path)).toEqual(["top/public"]);
		expect(await list(null, at, path)).toEqual(["other/public", "top/public"]);
		expect(await list(null, shared, path)).toEqual(["other/public"]);
	});

	test("GROUP-260 of a private group nothing", async () => {
		const { make, told } = scene();
		make.group("top", { visibility: "private" });
		for (const list of [at, shared]) expect(await told(null, list)).toEqual([404, { message: "404 Group Not Found" }]);
	});

	test("GROUP-258, GROUP-346, GROUP-019, GROUP-020 a group that is not there, and one that does not show", async () => {
		const { make, told } = scene();
		make.group("top", { visibility: "private" });
		for (const list of [at, shared, "/groups/nothing/projects", "/groups/99999/projects/shared"])
			expect(await told("outsider", list)).toEqual([404, { message: "404 Group Not Found" }]);
	});

	test("GROUP-261 a member of one private project gets just that", async () => {
		const { list, make } = scene();
		make.group("top");
		for (const name of ["one", "two"]) make.project(`top/${name}`, { visibility: "private" });
		make.member("outsider", "top/two", "guest");
		expect(await list("outsider", at, path)).toEqual(["top/two"]);
	});

	test("GROUP-320 shared projects that the caller may not see are left out", async () => {
		const { list, make } = three();
		expect(await list("outsider", shared, path)).toEqual(["other/internal", "other/public"]);
		make.member("outsider", "top", "guest");
		expect(await list("outsider", shared, path)).toEqual(["other/private", "other/internal", "other/public"]);
	});

	test("a member of the group, an auditor and an administrator see all of it", async () => {
		const { list, make } = three();
		make.member("guest", "top", "guest");
		make.user({ username: "auditor", auditor: true });
		for (const who of ["guest", "auditor", "root"])
			expect(await list(who, `${at}?with_shared=false`, path)).toEqual(["top/private", "top/internal", "top/public"]);
	});
});

describe("which projects", () => {
	test("GROUP-152, GROUP-301, GROUP-302 shared ones are listed, unless with_shared is false; the namespace tells", async () => {
		const { ask, list, make } = scene();
		const [top, other] = [make.group("top"), make.group("other")];
		make.project("top/own");
		make.project("other/theirs");
		make.share("top", "other/theirs", "guest");
		const { body } = await ask("root", "GET", at);
		expect(body).toMatchObject([
			{ path: "theirs", namespace: { id: other.id, kind: "group", full_path: "other" } },
			{ path: "own", namespace: { id: top.id, kind: "group", full_path: "top" } },
		]);
		expect(Object.keys(body[0])).toEqual(Object.keys(body[1]));
		expect(await list("root", `${at}?with_shared=true`, path)).toEqual(["other/theirs", "top/own"]);
		expect(await list("root", `${at}?with_shared=false`, path)).toEqual(["top/own"]);
	});

	test("GROUP-318 the shared list has none of the group's own", async () => {
		const { list, make } = three();
		make.share("top", "top/public", "guest");
		const all = ["other/private", "other/internal", "other/public"];
		expect(await list("root", shared, path)).toEqual(all);
	});

	test("GROUP-304, GROUP-305, GROUP-306 include_subgroups reaches every depth", async () => {
		const { groups, list, make } = scene();
		groups(["top", "top/low", "top/low/lowest"]);
		for (const place of ["top", "top/low", "top/low/lowest"]) make.project(`${place}/work`);
		expect(await list("root", at, path)).toEqual(["top/work"]);
		expect(await list("root", `${at}?include_subgroups=false`, path)).toEqual(["top/work"]);
		const all = ["top/low/lowest/work", "top/low/work", "top/work"];
		expect(await list("root", `${at}?include_subgroups=true`, path)).toEqual(all);
	});

	test("GROUP-315 include_ancestor_groups", async () => {
		const { groups, list, make } = scene();
		groups(["top", "top/low", "top/low/lowest"]);
		for (const place of ["top", "top/low", "top/low/lowest"]) make.project(`${place}/work`);
		const low = "/groups/top%2Flow/projects";
		expect(await list("root", low, path)).toEqual(["top/low/work"]);
		expect(await list("root", `${low}?include_ancestor_groups=true`, path)).toEqual(["top/low/work", "top/work"]);
	});

	test("a share that has expired is none", async () => {
		const { groups, list, make } = scene();
		groups(["top", "other"]);
		make.project("other/past");
		make.share("top", "other/past", "guest", "2026-01-05");
		expect(await list("root", at)).toEqual([]);
		expect(await list("root", shared)).toEqual([]);
	});
});

describe("by what the caller is to them", () => {
	test("GROUP-290 owned: not for a maintainer or a guest", async () => {
		const { list, make } = scene();
		make.group("top");
		for (const name of ["mine", "helped", "seen"]) make.project(`top/${name}`);
		make.member("owner", "top/mine", "owner");
		make.member("maintainer", "top/helped", "maintainer");
		make.member("guest", "top/seen", "guest");
		expect(await list("owner", `${at}?owned=true`, path)).toEqual(["top/mine"]);
		for (const who of ["maintainer", "guest", "root", null]) expect(await list(who, `${at}?owned=true`)).toEqual([]);
		expect(await list("guest", `${at}?owned=false`)).toHaveLength(3);
	});

	test("GROUP-292, GROUP-340 starred by the caller", async () => {
		const { groups, list, make } = scene();
		groups(["top", "other"]);
		for (const place of ["top", "other"]) {
			make.project(`${place}/star`, { starred_by_ids: [make.userId("guest")] });
			make.project(`${place}/plain`, { starred_by_ids: [make.userId("owner")] });
			for (const name of place === "other" ? ["star", "plain"] : []) make.share("top", `other/${name}`, "guest");
		}
		expect(await list("guest", `${at}?starred=true`, path)).toEqual(["other/star", "top/star"]);
		expect(await list("guest", `${shared}?starred=true`, path)).toEqual(["other/star"]);
		expect(await list("outsider", `${at}?starred=true`)).toEqual([]);
		expect(await list("guest", at)).toHaveLength(4);
	});

	test("GROUP-308, GROUP-343 min_access_level", async () => {
		const { groups, list, make } = scene();
		groups(["top", "other"]);
		for (const name of ["reported", "seen"]) {
			make.project(`top/${name}`);
			make.project(`other/${name}`);
			make.share("top", `other/${name}`, "guest");
		}
		for (const place of ["top", "other"]) {
			make.member("outsider", `${place}/reported`, "reporter");
			make.member("outsider", `${place}/seen`, "guest");
		}
		expect(await list("outsider", `${at}?min_access_level=20`, path)).toEqual(["other/reported", "top/reported"]);
		expect(await list("outsider", `${shared}?min_access_level=20`, path)).toEqual(["other/reported"]);
		expect(await list("outsider", `${at}?min_access_level=10`)).toHaveLength(4);
		expect(await list(null, `${at}?min_access_level=20`)).toHaveLength(4);
	});

	test.each([at, shared])("GROUP-309, GROUP-344 %s: values that are none are refused", async (list) => {
		const { told } = three();
		const refusal = (name: string) => [400, { error: `${name} does not have a valid value` }];
		for (const level of [42, 25, 0]) {
			const found = await told("root", `${list}?min_access_level=${level}`);
			expect(found).toEqual(refusal("min_access_level"));
		}
		expect(await told("root", `${list}?visibility=something`)).toEqual(refusal("visibility"));
	});
});

test.each(["owner", null])("GROUP-317 600 requests of %s in a minute, and no more", async (who) => {
	const { ask, make } = scene();
	make.group("top");
	for (let count = 0; count < 600; count++) expect((await ask(who, "GET", at)).status).toBe(200);
	const { status, headers } = await ask(who, "GET", at);
	expect([status, headers.get("retry-after")]).toEqual([429, "60"]);
	expect((await ask("guest", "GET", at)).status).toBe(200);
});
