import { describe, expect, test } from "vitest";
import { lab, pipelineStatuses } from "../support/lab";

/** A lab with one pipeline in each status, and their ids by status. */
function oneOfEach() {
	const made = lab();
	const byStatus = Object.fromEntries(pipelineStatuses.map((status) => [status, made.pipeline({ status }).id]));
	return { ...made, byStatus };
}

describe("scope", () => {
	test.each([
		["PIPE-069", "running"],
		["PIPE-070", "pending"],
	])("%s scope=%s is that status alone", async (_claim, scope) => {
		const { byStatus, ids } = oneOfEach();
		expect(await ids(`scope=${scope}`)).toEqual([byStatus[scope]]);
	});

	test("PIPE-071, PIPE-072 scope=finished is success, failed and canceled, and no other", async () => {
		const { byStatus, ids } = oneOfEach();
		expect(await ids("scope=finished")).toEqual([byStatus.canceled, byStatus.failed, byStatus.success]);
	});

	test.each([
		["PIPE-073, PIPE-074", "branches"],
		["PIPE-075, PIPE-076", "tags"],
	])("%s scope=%s is the newest pipeline of each that still exists", async (_claim, scope) => {
		const { ids, pipeline } = lab({
			branches: { main: "1".repeat(40), develop: "2".repeat(40) },
			tags: { "v1.0": "3".repeat(40), "v2.0": "4".repeat(40) },
		});
		const make = (ref: string, tag: boolean) => pipeline({ ref, tag }).id;
		make("main", false);
		make("v1.0", true);
		const develop = make("develop", false);
		const main = make("main", false);
		const first = make("v1.0", true);
		const second = make("v2.0", true);
		make("gone", false);
		make("v0.9", true);
		expect(await ids(`scope=${scope}`)).toEqual(scope === "branches" ? [main, develop] : [second, first]);
	});

	test("PIPE-073, PIPE-075 a branch and a tag of one name are told apart", async () => {
		const { ids, pipeline } = lab({ branches: { twin: "1".repeat(40) }, tags: { twin: "2".repeat(40) } });
		const branch = pipeline({ ref: "twin", tag: false }).id;
		const tag = pipeline({ ref: "twin", tag: true }).id;
		expect(await ids("scope=branches")).toEqual([branch]);
		expect(await ids("scope=tags")).toEqual([tag]);
	});
});

describe("values", () => {
	test.each(pipelineStatuses)("PIPE-078 status=%s", async (status) => {
		const { byStatus, ids } = oneOfEach();
		expect(await ids(`status=${status}`)).toEqual([byStatus[status]]);
	});

	test("PIPE-080, PIPE-081 ref is the whole ref, letter by letter", async () => {
		const { get, ids, pipeline } = lab();
		const main = pipeline({ ref: "main" }).id;
		pipeline({ ref: "develop" });
		expect(await ids("ref=main")).toEqual([main]);
		for (const other of ["nothing", "mai", "Main"]) {
			const { status, body } = await get(`?ref=${other}`);
			expect([status, body]).toEqual([200, []]);
		}
	});

	test("PIPE-082, PIPE-083 sha is the whole commit id", async () => {
		const { get, ids, pipeline } = lab();
		const { id, sha } = pipeline({ ref: "main" });
		pipeline({ ref: "develop" });
		expect(await ids(`sha=${sha}`)).toEqual([id]);
		for (const other of ["f".repeat(40), sha.slice(0, 8)]) {
			const { status, body } = await get(`?sha=${other}`);
			expect([status, body]).toEqual([200, []]);
		}
	});

	test("PIPE-084, PIPE-085 name is the whole name, and no name is no match", async () => {
		const { ids, pipeline } = lab();
		const nightly = pipeline({ name: "Nightly build" }).id;
		pipeline({ name: "Nightly" });
		pipeline();
		expect(await ids("name=Nightly%20build")).toEqual([nightly]);
		expect(await ids("name=build")).toEqual([]);
		expect(await ids("name=null")).toEqual([]);
	});

	test("PIPE-086, PIPE-087 username, and an unknown one", async () => {
		const { get, ids, make, pipeline } = lab();
		const own = pipeline({ user_id: make.userId("developer") }).id;
		pipeline({ user_id: make.userId("maintainer") });
		expect(await ids("username=developer")).toEqual([own]);
		const { status, body } = await get("?username=nobody");
		expect([status, body]).toEqual([200, []]);
	});

	test("PIPE-088, PIPE-089 yaml_errors: with, without, and what is no boolean", async () => {
		const { get, ids, pipeline } = lab();
		const fine = pipeline().id;
		const broken = pipeline({ status: "failed", yaml_errors: "jobs:test needs a script" }).id;
		expect(await ids("yaml_errors=true")).toEqual([broken]);
		expect(await ids("yaml_errors=false")).toEqual([fine]);
		const { status, body } = await get("?yaml_errors=maybe");
		expect([status, body]).toEqual([400, { error: "yaml_errors is invalid" }]);
	});

	test("PIPE-125 yaml_errors is null, or the text of what is wrong", async () => {
		const { get, ids, pipeline } = lab();
		pipeline();
		pipeline({ status: "failed", yaml_errors: "jobs:test needs a script" });
		const [broken] = await ids("yaml_errors=true");
		const [fine] = await ids("yaml_errors=false");
		expect((await get(`/${broken}`)).body.yaml_errors).toBe("jobs:test needs a script");
		expect((await get(`/${fine}`)).body.yaml_errors).toBeNull();
	});

	test("PIPE-102 filters add up", async () => {
		const { ids, pipeline } = lab();
		const both = pipeline({ status: "success", ref: "main" }).id;
		pipeline({ status: "success", ref: "develop" });
		pipeline({ status: "failed", ref: "main" });
		expect(await ids("status=success&ref=main")).toEqual([both]);
		expect(await ids("status=success&ref=main&scope=running")).toEqual([]);
	});
});

describe("source", () => {
	test("PIPE-090, PIPE-091, PIPE-092 child pipelines are listed by themselves alone", async () => {
		const { get, ids, pipeline } = lab();
		const parent = pipeline({ source: "web" });
		const push = pipeline({ source: "push" }).id;
		const child = pipeline({ source: "parent_pipeline", parent_id: parent.id }).id;
		expect(await ids()).toEqual([push, parent.id]);
		expect(await ids("source=parent_pipeline")).toEqual([child]);
		const { body } = await get("?source=parent_pipeline");
		expect(body[0].source).toBe("parent_pipeline");
		expect(await ids("source=web")).toEqual([parent.id]);
	});

	test.each([
		"push",
		"web",
		"trigger",
		"schedule",
		"api",
		"external",
		"pipeline",
		"chat",
		"webide",
		"merge_request_event",
		"external_pull_request_event",
		"parent_pipeline",
	])("PIPE-094 source=%s is known", async (source) => {
		const { get, pipeline } = lab();
		const { id } = pipeline({ source });
		pipeline({ source: source === "push" ? "web" : "push" });
		const { status, body } = await get(`?source=${source}`);
		expect([status, body.map((one: { id: number }) => one.id)]).toEqual([200, [id]]);
	});

	test.each(["carrier_pigeon", "Push", ""])("PIPE-093 source=%j is not", async (source) => {
		const { get } = lab();
		const { status, body } = await get(`?source=${source}`);
		expect([status, body]).toEqual([400, { error: "source does not have a valid value" }]);
	});
});

describe("times", () => {
	const before = "2026-01-02T12:00:00.000Z";
	const then = "2026-01-03T12:00:00.000Z";
	const after = "2026-01-04T12:00:00.000Z";

	function three(field: "created_at" | "updated_at") {
		const made = lab();
		const given = { created_at: before, updated_at: before };
		const [early, at, late] = [before, then, after].map((time) => made.pipeline({ ...given, [field]: time }).id);
		return { ...made, early, at: at, late };
	}

	test("PIPE-095, PIPE-096, PIPE-100 updated_after and updated_before count the moment itself", async () => {
		const { early, at, late, ids, get } = three("updated_at");
		expect(await ids(`updated_after=${then}`)).toEqual([late, at]);
		expect(await ids(`updated_before=${then}`)).toEqual([at, early]);
		expect(await ids("updated_after=2026-01-03T12:00:00.001Z")).toEqual([late]);
		expect(await ids("updated_before=2026-01-03T11:59:59.999Z")).toEqual([early]);
		expect(await ids(`updated_after=${then}&updated_before=${then}`)).toEqual([at]);
		const empty = await get(`?updated_after=${after}&updated_before=${before}`);
		expect([empty.status, empty.body]).toEqual([200, []]);
	});

	test("PIPE-097, PIPE-098, PIPE-099 created_after and created_before leave the moment out", async () => {
		const { early, at, late, ids } = three("created_at");
		expect(await ids(`created_after=${then}`)).toEqual([late]);
		expect(await ids(`created_before=${then}`)).toEqual([early]);
		expect(await ids("created_after=2026-01-03T11:59:59.999Z")).toEqual([late, at]);
		expect(await ids("created_before=2026-01-03T12:00:00.001Z")).toEqual([at, early]);
	});

	test.each(["updated_after", "updated_before", "created_after", "created_before"])(
		"PIPE-101 %s that is no time",
		async (name) => {
			const { get } = lab();
			const { status, body } = await get(`?${name}=yesterday`);
			expect([status, body]).toEqual([400, { error: `${name} is invalid` }]);
		},
	);
});
