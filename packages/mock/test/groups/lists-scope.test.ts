import { describe, expect, test } from "vitest";
import { scene } from "./scene";

/** A group of each visibility. */
function three() {
	const made = scene();
	made.make.group("open", { visibility: "public" });
	made.make.group("inner", { visibility: "internal" });
	made.make.group("closed", { visibility: "private" });
	return made;
}

describe("without credentials", () => {
	test("GROUP-169, GROUP-022, AUTH-021 public groups and no others", async () => {
		const { list, make } = three();
		make.member("owner", "closed", "owner");
		expect(await list(null, "/groups")).toEqual(["open"]);
	});

	test.each(["true", "false"])("GROUP-177 all_available=%s makes no difference", async (value) => {
		const { list } = three();
		expect(await list(null, `/groups?all_available=${value}`)).toEqual(["open"]);
	});

	test("GROUP-219 owned=true is nothing", async () => {
		const { list } = three();
		expect(await list(null, "/groups?owned=true")).toEqual([]);
		expect(await list(null, "/groups?owned=true&pagination=keyset")).toEqual([]);
	});

	test("GROUP-225 min_access_level is ignored", async () => {
		const { list } = three();
		expect(await list(null, "/groups?min_access_level=40")).toEqual(["open"]);
	});

	test("GROUP-210 there are no private and no internal groups", async () => {
		const { list } = three();
		expect(await list(null, "/groups?visibility=private")).toEqual([]);
		expect(await list(null, "/groups?visibility=internal")).toEqual([]);
		expect(await list(null, "/groups?visibility=public")).toEqual(["open"]);
	});

	test("GROUP-023 a token that does not work is refused, and not taken for none", async () => {
		const { ask, make, told } = three();
		make.token({ user_id: make.userId("owner"), text: "expired", expires_at: "2026-01-05" });
		make.token({ user_id: make.userId("owner"), text: "revoked", revoked: true });
		for (const token of ["expired", "revoked", "unknown"])
			for (const path of ["/groups", "/groups/open/subgroups", "/groups/open/projects"]) {
				const { status } = await ask(null, "GET", path, { headers: { "PRIVATE-TOKEN": token } });
				expect([token, path, status]).toEqual([token, path, 401]);
			}
		expect((await told(null, "/groups/open/projects"))[0]).toBe(200);
	});
});

describe("signed in", () => {
	test("GROUP-170, GROUP-171 groups of others are not listed, public ones neither", async () => {
		const { list, make } = three();
		make.group("mine", { visibility: "private" });
		make.member("guest", "mine", "guest");
		expect(await list("guest", "/groups")).toEqual(["mine"]);
		expect(await list("guest", "/groups?all_available=false")).toEqual(["mine"]);
		expect(await list("outsider", "/groups")).toEqual([]);
	});

	test("GROUP-172 membership is direct, from above, or by an invitation; the groups above come along", async () => {
		const { groups, list, make } = scene();
		groups(["top", "top/middle", "top/middle/low", "top/other", "host", "host/room", "else"], {
			visibility: "private",
		});
		make.member("developer", "top/middle", "developer");
		expect(await list("developer", "/groups?order_by=id")).toEqual(["top", "top/middle", "top/middle/low"]);
		make.share("top/middle", "host", "guest");
		expect(await list("developer", "/groups?order_by=id")).toEqual([
			"top",
			"top/middle",
			"top/middle/low",
			"host",
			"host/room",
		]);
	});

	test("GROUP-172 what has expired counts no more", async () => {
		const { groups, list, make } = scene();
		groups(["past", "today", "host"], { visibility: "private" });
		make.member("developer", "past", "developer", "2026-01-05");
		make.member("developer", "today", "developer", "2026-01-06");
		make.share("today", "host", "guest", "2026-01-05");
		expect(await list("developer", "/groups")).toEqual(["today"]);
	});

	test("GROUP-175, GROUP-176 all_available adds public and internal groups, and no private ones of others", async () => {
		const { list, make } = three();
		make.group("mine", { visibility: "private" });
		make.member("guest", "mine", "guest");
		expect(await list("guest", "/groups?all_available=true")).toEqual(["inner", "mine", "open"]);
		expect(await list("outsider", "/groups?all_available=true")).toEqual(["inner", "open"]);
	});

	test("GROUP-173 an administrator gets every group", async () => {
		const { list } = three();
		expect(await list("root", "/groups")).toEqual(["closed", "inner", "open"]);
		expect(await list("root", "/groups?all_available=true")).toEqual(["closed", "inner", "open"]);
	});

	test("GROUP-178 an administrator with all_available=false gets their own", async () => {
		const { list, make } = three();
		expect(await list("root", "/groups?all_available=false")).toEqual([]);
		make.member("root", "closed", "guest");
		expect(await list("root", "/groups?all_available=false")).toEqual(["closed"]);
	});

	test("GROUP-218, GROUP-179 owned leaves out what the caller maintains, and comes before all_available", async () => {
		const { groups, list, make } = scene();
		groups(["mine", "helped", "open"]);
		make.member("owner", "mine", "owner");
		make.member("owner", "helped", "maintainer");
		expect(await list("owner", "/groups?owned=true")).toEqual(["mine"]);
		expect(await list("owner", "/groups?owned=true&all_available=true")).toEqual(["mine"]);
		expect(await list("owner", "/groups?owned=false")).toEqual(["helped", "mine"]);
		expect(await list("root", "/groups?owned=true")).toEqual([]);
	});

	test("GROUP-222, GROUP-180, GROUP-025 min_access_level is a role or a higher one, before all_available", async () => {
		const { groups, list, make } = scene();
		groups(["owned", "maintained", "developed", "open"]);
		make.member("owner", "owned", "owner");
		make.member("owner", "maintained", "maintainer");
		make.member("owner", "developed", "developer");
		expect(await list("owner", "/groups?min_access_level=40")).toEqual(["maintained", "owned"]);
		expect(await list("owner", "/groups?min_access_level=40&all_available=true")).toEqual(["maintained", "owned"]);
		expect(await list("owner", "/groups?min_access_level=50")).toEqual(["owned"]);
		expect(await list("owner", "/groups?min_access_level=30")).toEqual(["developed", "maintained", "owned"]);
	});

	test.each([
		["minimal", 5],
		["guest", 10],
		["planner", 15],
		["reporter", 20],
		["developer", 30],
		["maintainer", 40],
		["owner", 50],
	] as const)("GROUP-025 the role %s is %i", async (role, level) => {
		const { list, make } = scene();
		make.group("place", { visibility: "private" });
		make.member("outsider", "place", role);
		for (const asked of [5, 10, 15, 20, 30, 40, 50])
			expect(await list("outsider", `/groups?min_access_level=${asked}`)).toEqual(asked <= level ? ["place"] : []);
	});

	test("GROUP-223 min_access_level reaches what is below such a group", async () => {
		const { groups, list, make } = scene();
		groups(["top", "top/low", "top/low/lowest", "beside", "beside/low"]);
		make.member("maintainer", "top", "maintainer");
		make.member("maintainer", "beside", "guest");
		make.member("maintainer", "beside/low", "maintainer");
		expect(await list("maintainer", "/groups?min_access_level=40&order_by=id")).toEqual([
			"top",
			"top/low",
			"top/low/lowest",
			"beside/low",
		]);
	});

	test("GROUP-224 a level that is no role is refused", async () => {
		const { told } = scene();
		for (const level of [42, 0, 60])
			expect(await told("owner", `/groups?min_access_level=${level}`)).toEqual([
				400,
				{ error: "min_access_level does not have a valid value" },
			]);
	});
});
