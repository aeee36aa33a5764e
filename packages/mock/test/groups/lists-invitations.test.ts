import { describe, expect, test } from "vitest";
import { scene } from "./scene";

/** The group `a`, invited into each of these with the role of a developer. */
function invitedInto(...fullPaths: string[]) {
	const made = scene();
	made.make.group("a");
	for (const fullPath of fullPaths) {
		made.make.group(fullPath);
		made.make.share("a", fullPath, "developer");
	}
	return made;
}

/** Each of these groups, invited into the group `a`. */
function guestsOf(...fullPaths: string[]) {
	const made = scene();
	made.make.group("a");
	for (const fullPath of fullPaths) {
		made.make.group(fullPath);
		made.make.share(fullPath, "a", "developer");
	}
	return made;
}

describe("groups that a group was invited into", () => {
	const at = "/groups/a/groups/shared";

	test("GROUP-443 A invited into B: A's list has B, B's does not have A", async () => {
		const { list } = invitedInto("b");
		expect(await list("root", at)).toEqual(["b"]);
		expect(await list("root", "/groups/b/groups/shared")).toEqual([]);
	});

	test("GROUP-444, GROUP-022, AUTH-025 without credentials the public ones; nothing of a private group", async () => {
		const { list, make, told } = invitedInto("open", "closed");
		make.state.groups.update(make.state.group("closed")?.id ?? 0, { visibility: "private" });
		expect(await list(null, at)).toEqual(["open"]);
		expect(await told(null, "/groups/closed/groups/shared")).toEqual([404, { message: "404 Group Not Found" }]);
	});

	test("GROUP-445 only those that the caller may read", async () => {
		const { list, make } = invitedInto("open", "closed");
		make.state.groups.update(make.state.group("closed")?.id ?? 0, { visibility: "private" });
		expect(await list("outsider", at)).toEqual(["open"]);
		make.member("outsider", "closed", "guest");
		expect(await list("outsider", at)).toEqual(["closed", "open"]);
	});

	test("GROUP-447 skip_groups", async () => {
		const { list, make } = invitedInto("b", "c");
		const id = make.state.group("b")?.id;
		expect(await list("root", `${at}?skip_groups[]=${id}`)).toEqual(["c"]);
		expect(await list("root", `${at}?skip_groups=${id},1`)).toEqual(["c"]);
	});

	test("GROUP-449 search by name or path", async () => {
		const { list, make } = invitedInto("orchard", "meadow");
		make.state.groups.update(make.state.group("meadow")?.id ?? 0, { name: "Green" });
		expect(await list("root", `${at}?search=ORCH`)).toEqual(["orchard"]);
		expect(await list("root", `${at}?search=green`)).toEqual(["meadow"]);
		expect(await list("root", `${at}?search=nothing`)).toEqual([]);
	});

	test("GROUP-451 by name, or the other way", async () => {
		const { list } = invitedInto("c", "b", "d");
		expect(await list("root", at)).toEqual(["b", "c", "d"]);
		expect(await list("root", `${at}?sort=desc`)).toEqual(["d", "c", "b"]);
	});

	test("GROUP-452 by path and by id", async () => {
		const { list, make } = invitedInto("c", "b", "d");
		make.state.groups.update(make.state.group("b")?.id ?? 0, { name: "Zulu" });
		expect(await list("root", `${at}?order_by=path`)).toEqual(["b", "c", "d"]);
		expect(await list("root", `${at}?order_by=path&sort=desc`)).toEqual(["d", "c", "b"]);
		expect(await list("root", `${at}?order_by=id`)).toEqual(["c", "b", "d"]);
		expect(await list("root", `${at}?order_by=id&sort=desc`)).toEqual(["d", "b", "c"]);
	});

	test("GROUP-453 by similarity the best match first; without a search by name", async () => {
		const { list } = invitedInto("garden-of-many-paths", "garden", "a-garden");
		const best = ["garden", "a-garden", "garden-of-many-paths"];
		expect(await list("root", `${at}?order_by=similarity&search=garden`)).toEqual(best);
		const byName = ["a-garden", "garden", "garden-of-many-paths"];
		expect(await list("root", `${at}?order_by=similarity`)).toEqual(byName);
	});

	test.each([
		["GROUP-455", "public"],
		["GROUP-456", "internal"],
		["GROUP-457", "private"],
	] as const)("%s visibility=%s is that alone", async (_claim, visibility) => {
		const { list, make } = invitedInto("public", "internal", "private");
		for (const each of ["public", "internal", "private"] as const)
			make.state.groups.update(make.state.group(each)?.id ?? 0, { visibility: each });
		expect(await list("root", `${at}?visibility=${visibility}`)).toEqual([visibility]);
	});

	test("GROUP-458 another visibility is refused", async () => {
		const { told } = invitedInto("b");
		const refusal = { error: "visibility does not have a valid value" };
		expect(await told("root", `${at}?visibility=something`)).toEqual([400, refusal]);
	});

	test("GROUP-460 min_access_level", async () => {
		const { list, make } = invitedInto("b", "c", "d");
		make.member("outsider", "b", "guest");
		make.member("outsider", "c", "reporter");
		expect(await list("outsider", `${at}?min_access_level=20`)).toEqual(["c"]);
		expect(await list("outsider", `${at}?min_access_level=10`)).toEqual(["b", "c"]);
		expect(await list(null, `${at}?min_access_level=20`)).toEqual(["b", "c", "d"]);
	});

	test("an invitation that has expired is none, and one into a project is none into a group", async () => {
		const { list, make } = invitedInto("b");
		make.group("past");
		make.project("b/work");
		make.share("a", "past", "guest", "2026-01-05");
		make.share("a", "b/work", "guest");
		expect(await list("root", at)).toEqual(["b"]);
		expect(await list("root", "/groups/past/invited_groups")).toEqual([]);
	});

	test("GROUP-463 pages of 20, at most 100, with the usual headers", async () => {
		const { ask } = invitedInto(...Array.from({ length: 102 }, (_, index) => `g-${index + 1000}`));
		const { body, headers } = await ask("root", "GET", at);
		expect([body.length, headers.get("x-total"), headers.get("x-next-page")]).toEqual([20, "102", "2"]);
		expect((await ask("root", "GET", `${at}?per_page=101`)).body).toHaveLength(100);
		expect((await ask("root", "GET", `${at}?per_page=100&page=2`)).body).toHaveLength(2);
	});

	test.each(["owner", null])("GROUP-464 60 requests of %s in a minute, and no more", async (who) => {
		const { ask } = invitedInto("b");
		for (let count = 0; count < 60; count++) expect((await ask(who, "GET", at)).status).toBe(200);
		const { status, headers } = await ask(who, "GET", at);
		expect([status, headers.get("retry-after")]).toEqual([429, "60"]);
	});
});

describe("groups that were invited into a group", () => {
	const at = "/groups/a/invited_groups";

	test("GROUP-465 A invited into B: B's list has A, A's does not have B", async () => {
		const { list } = invitedInto("b");
		expect(await list("root", "/groups/b/invited_groups")).toEqual(["a"]);
		expect(await list("root", at)).toEqual([]);
	});

	test("GROUP-466, GROUP-022, AUTH-025 without credentials the public ones; nothing of a private group", async () => {
		const { list, make, told } = guestsOf("open", "closed");
		make.state.groups.update(make.state.group("closed")?.id ?? 0, { visibility: "private" });
		expect(await list(null, at)).toEqual(["open"]);
		expect(await told(null, "/groups/closed/invited_groups")).toEqual([404, { message: "404 Group Not Found" }]);
	});

	test("GROUP-467 only those that the caller may read", async () => {
		const { list, make } = guestsOf("open", "closed");
		make.state.groups.update(make.state.group("closed")?.id ?? 0, { visibility: "private" });
		expect(await list("outsider", at)).toEqual(["open"]);
		make.member("outsider", "closed", "guest");
		expect(await list("outsider", at)).toEqual(["closed", "open"]);
	});

	test("GROUP-469 search by name or path", async () => {
		const { list, make } = guestsOf("orchard", "meadow");
		make.state.groups.update(make.state.group("meadow")?.id ?? 0, { name: "Green" });
		expect(await list("root", `${at}?search=ORCH`)).toEqual(["orchard"]);
		expect(await list("root", `${at}?search=green`)).toEqual(["meadow"]);
	});

	test("GROUP-470 min_access_level", async () => {
		const { list, make } = guestsOf("b", "c", "d");
		make.member("outsider", "b", "guest");
		make.member("outsider", "c", "reporter");
		expect(await list("outsider", `${at}?min_access_level=20`)).toEqual(["c"]);
		expect(await list("outsider", `${at}?min_access_level=10`)).toEqual(["c", "b"]);
	});

	/** `far` is invited into the group above, `near` into the group itself, `twice` into both. */
	function above() {
		const made = scene();
		made.groups(["top", "top/low", "far", "near", "twice"]);
		for (const guest of ["far", "twice"]) made.make.share(guest, "top", "developer");
		for (const guest of ["near", "twice"]) made.make.share(guest, "top/low", "developer");
		const related = (query: string) => made.list("root", `/groups/top%2Flow/invited_groups${query}`);
		return { ...made, related };
	}

	test("GROUP-472, GROUP-473 relation tells those of the group itself from those of the groups above", async () => {
		const { related } = above();
		expect(await related("?relation[]=direct")).toEqual(["twice", "near"]);
		expect(await related("?relation=direct")).toEqual(["twice", "near"]);
		expect(await related("?relation[]=inherited")).toEqual(["twice", "far"]);
	});

	test("GROUP-474, GROUP-475, GROUP-476 both or none is all of them, each once", async () => {
		const { related } = above();
		const all = ["twice", "near", "far"];
		expect(await related("")).toEqual(all);
		expect(await related("?relation[]=direct&relation[]=inherited")).toEqual(all);
		expect(await related("?relation=direct,inherited")).toEqual(all);
	});

	test("GROUP-477 another relation is refused", async () => {
		const { told } = guestsOf("b");
		const refusal = { error: "relation does not have a valid value" };
		expect(await told("root", `${at}?relation[]=some%20random`)).toEqual([400, refusal]);
	});

	test("GROUP-480 the highest number first", async () => {
		const { list } = guestsOf("c", "b", "d");
		expect(await list("root", at)).toEqual(["d", "b", "c"]);
	});

	test("GROUP-481 pages of 20, at most 100, with the usual headers", async () => {
		const { ask } = guestsOf(...Array.from({ length: 102 }, (_, index) => `g-${index + 1000}`));
		const { body, headers } = await ask("root", "GET", at);
		expect([body.length, headers.get("x-total"), headers.get("x-next-page")]).toEqual([20, "102", "2"]);
		expect((await ask("root", "GET", `${at}?per_page=101`)).body).toHaveLength(100);
		expect((await ask("root", "GET", `${at}?per_page=100&page=2`)).body).toHaveLength(2);
	});

	const refusal = { message: { error: "This endpoint has been requested too many times. Try again later." } };

	test("GROUP-482, GROUP-484, GROUP-485, GROUP-486, CONV-106, CONV-108 60 requests of a user in a minute", async () => {
		const { ask, platform } = guestsOf("b");
		for (let count = 0; count < 60; count++) expect((await ask("owner", "GET", at)).status).toBe(200);
		const { status, body, headers } = await ask("owner", "GET", at);
		expect([status, body, headers.get("retry-after")]).toEqual([429, refusal, "60"]);
		expect((await ask("developer", "GET", at)).status).toBe(200);
		platform.clock.advance("59 seconds");
		expect((await ask("owner", "GET", at)).status).toBe(429);
		platform.clock.advance("1 second");
		expect((await ask("owner", "GET", at)).status).toBe(200);
	});

	test("GROUP-483, CONV-107, CONV-108 60 requests from an address in a minute", async () => {
		const { ask, platform } = guestsOf("b");
		const from = async (ip: string) => {
			const url = `http://tenon.test/api/v4${at}`;
			return (await platform.handle({ method: "GET", url, headers: {}, body: null, ip })).status;
		};
		for (let count = 0; count < 60; count++) expect(await from("10.0.0.1")).toBe(200);
		expect(await from("10.0.0.1")).toBe(429);
		expect(await from("10.0.0.2")).toBe(200);
		expect((await ask("owner", "GET", at)).status).toBe(200);
		platform.clock.advance("1 minute");
		expect(await from("10.0.0.1")).toBe(200);
	});
});
