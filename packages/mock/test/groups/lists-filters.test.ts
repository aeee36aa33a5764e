import { describe, expect, test } from "vitest";
import { scene } from "./scene";

describe("skip_groups", () => {
	test("GROUP-182, GROUP-183 leaves out those, as a list and with commas", async () => {
		const { groups, list } = scene();
		const [a, b] = groups(["a", "b", "c"]);
		expect(await list("root", `/groups?skip_groups[]=${a?.id}`)).toEqual(["b", "c"]);
		expect(await list("root", `/groups?skip_groups[]=${a?.id}&skip_groups[]=${b?.id}`)).toEqual(["c"]);
		expect(await list("root", `/groups?skip_groups=${a?.id},${b?.id}`)).toEqual(["c"]);
		expect(await list(null, `/groups?skip_groups=${a?.id}`)).toEqual(["b", "c"]);
	});

	test("GROUP-184 unknown ids change nothing", async () => {
		const { groups, list } = scene();
		groups(["a", "b"]);
		expect(await list("root", "/groups?skip_groups[]=99999&skip_groups[]=1")).toEqual(["a", "b"]);
	});
});

describe("search", () => {
	test("GROUP-186, GROUP-187, GROUP-188 by name and by path, in any case", async () => {
		const { list, make } = scene();
		make.group("alpha", { name: "Orchard" });
		make.group("beta", { name: "Meadow" });
		expect(await list("root", "/groups?search=Orchard")).toEqual(["alpha"]);
		expect(await list("root", "/groups?search=beta")).toEqual(["beta"]);
		expect(await list("root", "/groups?search=oRCHar")).toEqual(["alpha"]);
		expect(await list(null, "/groups?search=BET")).toEqual(["beta"]);
	});

	test("GROUP-189 the path and the name of a group find those below it", async () => {
		const { list, make } = scene();
		make.group("orchard", { name: "Fruit" });
		make.group("orchard/tree", { name: "Apple" });
		make.group("meadow");
		expect(await list("root", "/groups?search=orchard")).toEqual(["orchard/tree", "orchard"]);
		expect(await list("root", "/groups?search=fruit")).toEqual(["orchard/tree", "orchard"]);
		expect(await list("root", "/groups?search=orchard%2Ftre")).toEqual(["orchard/tree"]);
	});

	test("GROUP-190 from three characters on it is a part, below that the whole", async () => {
		const { groups, list } = scene();
		groups(["ab", "abc", "xabcx"]);
		expect(await list("root", "/groups?search=ab")).toEqual(["ab"]);
		expect(await list("root", "/groups?search=a")).toEqual([]);
		expect(await list("root", "/groups?search=abc")).toEqual(["abc", "xabcx"]);
	});

	test("GROUP-191 every word must occur in the same column; a quoted phrase is one", async () => {
		const { list, make } = scene();
		make.group("one", { name: "Green apple tree" });
		make.group("two", { name: "Apple of green" });
		make.group("green", { name: "Only an apple" });
		expect(await list("root", "/groups?search=green%20apple&order_by=id")).toEqual(["one", "two"]);
		expect(await list("root", "/groups?search=%22green%20apple%22")).toEqual(["one"]);
		expect(await list("root", "/groups?search=%22apple%20tree%22%20green")).toEqual(["one"]);
		expect(await list("root", "/groups?search=green%20pear")).toEqual([]);
	});

	test("GROUP-192 without a match the list is empty", async () => {
		const { groups, told } = scene();
		groups(["orchard"]);
		expect(await told("root", "/groups?search=nothing")).toEqual([200, []]);
	});
});

describe("values", () => {
	test.each([
		["GROUP-206", "public"],
		["GROUP-207", "internal"],
		["GROUP-208", "private"],
	])("%s visibility=%s is that alone", async (_claim, visibility) => {
		const { list, make } = scene();
		for (const each of ["public", "internal", "private"] as const) make.group(`g-${each}`, { visibility: each });
		expect(await list("root", `/groups?visibility=${visibility}`, "visibility")).toEqual([visibility]);
	});

	test("GROUP-209 another visibility is refused", async () => {
		const { told } = scene();
		const refusal = { error: "visibility does not have a valid value" };
		expect(await told("root", "/groups?visibility=something")).toEqual([400, refusal]);
	});

	test("GROUP-227, GROUP-228 top_level_only", async () => {
		const { ask, groups, list } = scene();
		groups(["top", "top/low", "other"]);
		const { body } = await ask("root", "GET", "/groups?top_level_only=true");
		expect(body.map((one: { parent_id: unknown }) => one.parent_id)).toEqual([null, null]);
		expect(await list("root", "/groups?top_level_only=true")).toEqual(["other", "top"]);
		expect(await list("root", "/groups?top_level_only=false")).toEqual(await list("root", "/groups"));
		expect(await list("root", "/groups?top_level_only=false")).toHaveLength(3);
	});

	test("GROUP-239, GROUP-240 active: neither archived nor marked for deletion, and the others", async () => {
		const { groups, list, make } = scene();
		groups(["plain", "plain/low"]);
		make.group("kept", { archived: true });
		make.group("kept/low");
		make.group("going", { marked_for_deletion_on: "2026-01-02" });
		make.group("going/low");
		expect(await list("root", "/groups?active=true&order_by=id")).toEqual(["plain", "plain/low"]);
		expect(await list("root", "/groups?active=false&order_by=id")).toEqual(["kept", "kept/low", "going", "going/low"]);
		expect(await list("root", "/groups")).toHaveLength(6);
	});

	test("GROUP-242 archived, themselves or by a group above", async () => {
		const { list, make } = scene();
		make.group("kept", { archived: true });
		make.group("kept/low");
		make.group("going", { marked_for_deletion_on: "2026-01-02" });
		expect(await list("root", "/groups?archived=true&order_by=id")).toEqual(["kept", "kept/low"]);
		expect(await list("root", "/groups?archived=false")).toEqual(["going"]);
		expect(await list("root", "/groups?order_by=id")).toEqual(["kept", "kept/low", "going"]);
	});

	test("GROUP-235, GROUP-237 marked_for_deletion_on is a day", async () => {
		const { list, make, told } = scene({ tier: "premium" });
		make.group("first", { marked_for_deletion_on: "2026-01-02" });
		make.group("second", { marked_for_deletion_on: "2026-01-03" });
		make.group("plain");
		expect(await list("root", "/groups?marked_for_deletion_on=2026-01-03")).toEqual(["second"]);
		expect(await list("root", "/groups?marked_for_deletion_on=2026-01-04")).toEqual([]);
		const refusal = { error: "marked_for_deletion_on is invalid" };
		expect(await told("root", "/groups?marked_for_deletion_on=notadate")).toEqual([400, refusal]);
	});

	test("GROUP-236 without a paid plan marked_for_deletion_on is ignored", async () => {
		const { list, make } = scene({ tier: "free" });
		make.group("going", { marked_for_deletion_on: "2026-01-02" });
		make.group("plain");
		expect(await list("root", "/groups?marked_for_deletion_on=2026-01-02")).toEqual(["going", "plain"]);
	});

	test("GROUP-243 filters add up", async () => {
		const { list, make } = scene();
		make.group("orchard", { visibility: "public" });
		make.group("orchard/low", { visibility: "public" });
		make.group("orchard-two", { visibility: "private" });
		make.group("meadow", { visibility: "public" });
		expect(await list("root", "/groups?visibility=public&search=orchard&top_level_only=true")).toEqual(["orchard"]);
	});

	test("GROUP-244 what is not declared is ignored", async () => {
		const { groups, list } = scene();
		groups(["a", "b"]);
		expect(await list("root", "/groups?colour=green&name=a")).toEqual(["a", "b"]);
	});
});

describe("for administrators", () => {
	test("GROUP-213, GROUP-215 custom_attributes, all of them", async () => {
		const { list, make } = scene();
		const [region, team] = [
			{ key: "region", value: "emea" },
			{ key: "team", value: "blue" },
		] as const;
		make.group("both", { custom_attributes: [region, team] });
		make.group("one", { custom_attributes: [region] });
		make.group("other", { custom_attributes: [{ key: "region", value: "apac" }] });
		expect(await list("root", "/groups?custom_attributes[region]=emea")).toEqual(["both", "one"]);
		expect(await list("root", "/groups?custom_attributes[region]=emea&custom_attributes[team]=blue")).toEqual(["both"]);
		expect(await list("root", "/groups?custom_attributes[colour]=emea")).toEqual([]);
	});

	test("GROUP-216 from others custom_attributes are ignored", async () => {
		const { list, make } = scene();
		make.group("one", { custom_attributes: [{ key: "region", value: "emea" }] });
		make.group("other");
		make.member("owner", "one", "owner");
		make.member("owner", "other", "owner");
		for (const who of ["owner", null])
			expect(await list(who, "/groups?custom_attributes[region]=emea")).toEqual(["one", "other"]);
	});

	test("GROUP-230, GROUP-231 repository_storage", async () => {
		const { list, make } = scene({ tier: "premium" });
		make.group("fast", { repository_storage: "ssd" });
		make.group("slow", { repository_storage: "default" });
		expect(await list("root", "/groups?repository_storage=ssd")).toEqual(["fast"]);
		expect(await list("root", "/groups?repository_storage=tape")).toEqual([]);
	});

	test("GROUP-232 from others repository_storage is ignored", async () => {
		const { list, make } = scene({ tier: "premium" });
		make.group("fast", { repository_storage: "ssd" });
		make.group("slow", { repository_storage: "default" });
		make.member("owner", "fast", "owner");
		make.member("owner", "slow", "owner");
		for (const who of ["owner", null])
			expect(await list(who, "/groups?repository_storage=ssd")).toEqual(["fast", "slow"]);
	});

	test("GROUP-233 without a paid plan repository_storage is ignored", async () => {
		const { list, make } = scene({ tier: "free" });
		make.group("fast", { repository_storage: "ssd" });
		make.group("slow", { repository_storage: "default" });
		expect(await list("root", "/groups?repository_storage=ssd")).toEqual(["fast", "slow"]);
	});
});
