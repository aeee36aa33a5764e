import { describe, expect, test } from "vitest";
import { lab } from "../support/lab";
import type { Asked } from "../support/world";

function creating(...given: Parameters<typeof lab>) {
	const made = lab(...given);
	const path = `/projects/${made.project.id}/pipeline`;
	return { ...made, path, create: (json: unknown, who = "owner") => made.ask(who, "POST", path, { json }) };
}

describe("what comes of it", () => {
	test("PIPE-175, PIPE-176, PIPE-177, PIPE-183 a pending pipeline of the ref's latest commit", async () => {
		const { create, get, ids, make, pipeline, project } = creating();
		pipeline();
		const { status, body } = await create({ ref: "develop" }, "developer");
		expect(status).toBe(201);
		expect(body).toMatchObject({
			iid: 2,
			status: "pending",
			ref: "develop",
			sha: project.branches.develop,
			before_sha: "0".repeat(40),
			yaml_errors: null,
			started_at: null,
			finished_at: null,
			duration: null,
			coverage: null,
			user: { id: make.userId("developer"), username: "developer" },
		});
		expect((await get(`/${body.id}`)).body).toEqual(body);
		expect((await ids())[0]).toBe(body.id);
	});

	test("PIPE-122, PIPE-182 its source is api, even where another is asked for", async () => {
		const { create, get } = creating();
		const { body } = await create({ ref: "main", source: "merge_request_event", merge_request_iid: 1 });
		expect(body.source).toBe("api");
		expect((await get(`/${body.id}`)).body.source).toBe("api");
	});

	test("PIPE-178 it is the latest of its ref", async () => {
		const { create, get, pipeline } = creating();
		pipeline({ ref: "develop" });
		const { body } = await create({ ref: "develop" });
		expect((await get("/latest?ref=develop")).body.id).toBe(body.id);
	});

	test("PIPE-179, AUTH-037 by sudo it is another user's", async () => {
		const { ask, path, make } = creating();
		const { status, body } = await ask("root", "POST", path, { json: { ref: "develop", sudo: "developer" } });
		expect([status, body.user.id]).toEqual([201, make.userId("developer")]);
		const refused = await ask("root", "POST", path, { json: { ref: "develop", sudo: "guest" } });
		expect(refused.status).toBe(403);
	});

	test("PIPE-181 a tag is a ref as well as a branch", async () => {
		const { create, project } = creating({ tags: { "v3.0": "3".repeat(40) } });
		const tag = await create({ ref: "v3.0" });
		expect([tag.status, tag.body.ref, tag.body.sha]).toEqual([201, "v3.0", "3".repeat(40)]);
		const branch = await create({ ref: "main" });
		expect([branch.status, branch.body.sha]).toEqual([201, project.branches.main]);
	});

	test("PIPE-185 the answer holds neither variables nor inputs", async () => {
		const { create } = creating();
		const { status, body } = await create({ ref: "main", variables: [{ key: "A", value: "1" }], inputs: { a: 1 } });
		expect(status).toBe(201);
		expect(body).not.toHaveProperty("variables");
		expect(body).not.toHaveProperty("inputs");
	});

	test("PIPE-200 a refusal uses up no number", async () => {
		const { create } = creating();
		expect((await create({ ref: "main" })).body.iid).toBe(1);
		expect((await create({ ref: "nowhere" })).status).toBe(400);
		expect((await create({ ref: "main", variables: [{ key: "a b", value: "" }] })).status).toBe(400);
		expect((await create({ ref: "main" })).body.iid).toBe(2);
	});
});

describe("where the parameters stand", () => {
	const form = new FormData();
	form.set("ref", "develop");
	test.each<[string, string, Asked]>([
		["query", "?ref=develop", {}],
		["form", "", { form: { ref: "develop" } }],
		["multipart form", "", { body: form }],
		["JSON", "", { json: { ref: "develop" } }],
	])("PIPE-060 ref in %s", async (_where, query, asked) => {
		const { ask, path } = creating();
		const { status, body } = await ask("owner", "POST", `${path}${query}`, asked);
		expect([status, body.ref, body.iid, body.status]).toEqual([201, "develop", 1, "pending"]);
	});
});

describe("inputs", () => {
	const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`i${index}`, index]));

	test("PIPE-191 texts, numbers, booleans and lists", async () => {
		const { create, platform } = creating();
		const inputs = { environment: "staging", replicas: 2, dry_run: false, regions: ["eu", "us"] };
		const { status, body } = await create({ ref: "main", inputs });
		expect(status).toBe(201);
		// No operation tells them: the state does.
		expect(platform.state.pipelines.get(body.id)?.inputs).toEqual(inputs);
	});

	test("PIPE-192 twenty and no more, and a hash", async () => {
		const { create, refused, path } = creating();
		expect((await create({ ref: "main", inputs: many(20) })).status).toBe(201);
		const tooMany = await refused("owner", "POST", path, { json: { ref: "main", inputs: many(21) } });
		expect(tooMany).toMatchObject({
			status: 400,
			body: { message: { base: ["There cannot be more than 20 inputs"] } },
			unchanged: true,
		});
		for (const inputs of ["a=1", 7, ["a"]]) {
			const { status, body } = await create({ ref: "main", inputs });
			expect([status, body]).toEqual([400, { error: "inputs is invalid" }]);
		}
	});
});

describe("refusals", () => {
	const base = (text: string) => ({ message: { base: [text] } });
	const variable = { key: "A", value: "1" };

	test.each<[string, object, unknown]>([
		[
			"PIPE-180 a variable without key",
			{ ref: "main", variables: [{ value: "1" }] },
			{ error: "variables[0][key] is missing" },
		],
		["PIPE-180 a key of other characters", { ref: "main", variables: [{ key: "A-B", value: "1" }] }, expect.anything()],
		["PIPE-180 an empty key", { ref: "main", variables: [{ key: "", value: "1" }] }, expect.anything()],
		[
			"PIPE-187 a type of variable that is none",
			{ ref: "main", variables: [{ ...variable, variable_type: "secret" }] },
			{ error: "variables[0][variable_type] does not have a valid value" },
		],
		["PIPE-188 variables as a text", { ref: "main", variables: "A=1" }, { error: "variables is invalid" }],
		["PIPE-188 variables as a hash", { ref: "main", variables: { A: "1" } }, { error: "variables is invalid" }],
		[
			"PIPE-189 a key twice",
			{ ref: "main", variables: [variable, { key: "B", value: "" }, { key: "A", value: "2" }] },
			base("Duplicate variable name: A"),
		],
		["PIPE-193 no ref", {}, { error: "ref is missing" }],
		["PIPE-194, PIPE-195 a ref that is nothing", { ref: "nowhere" }, base("Reference not found")],
		[
			"PIPE-194, PIPE-195 a ref that is a name of the language's own",
			{ ref: "constructor" },
			base("Reference not found"),
		],
		["PIPE-195 a branch and a tag of one name", { ref: "twin" }, base("Ref is ambiguous")],
	])("%s", async (_what, json, told) => {
		const { refused, path } = creating({
			branches: { main: "1".repeat(40), twin: "2".repeat(40) },
			tags: { twin: "3".repeat(40) },
		});
		const { status, body, unchanged } = await refused("owner", "POST", path, { json });
		expect(status).toBe(400);
		expect(body).toEqual(told);
		expect(unchanged).toBe(true);
	});

	test("PIPE-190 variables need the project's least role for them", async () => {
		const { create, change, refused, path } = creating({ ci_pipeline_variables_minimum_role: 40 });
		const json = { ref: "develop", variables: [variable] };
		const { status, body, unchanged } = await refused("developer", "POST", path, { json });
		expect([status, body]).toEqual([400, base("Insufficient permissions to set pipeline variables")]);
		expect(unchanged).toBe(true);
		expect((await create({ ref: "develop" }, "developer")).status).toBe(201);
		expect((await create(json, "maintainer")).status).toBe(201);
		change({ ci_pipeline_variables_minimum_role: null });
		expect((await create(json, "owner")).status).toBe(400);
	});

	test("PIPE-196 a project without CI configuration", async () => {
		const { refused, path } = creating({ ci_config: null });
		const { status, body, unchanged } = await refused("owner", "POST", path, { json: { ref: "main" } });
		expect([status, body, unchanged]).toEqual([400, base("Missing CI config file"), true]);
	});

	test.each(["root", "owner", "developer", "reporter"])("PIPE-197 CI/CD is switched off: 403 for %s", async (who) => {
		const { refused, path } = creating({ builds_access_level: "disabled" });
		const { status, body, unchanged } = await refused(who, "POST", path, { json: { ref: "develop" } });
		expect([status, body, unchanged]).toEqual([403, { message: "403 Forbidden" }, true]);
	});

	test("PIPE-201 developers and above may; on a protected ref only who may push there", async () => {
		const { create, refused, path } = creating({ protected_refs: ["main"] });
		for (const who of ["developer", "maintainer", "owner", "root"])
			expect((await create({ ref: "develop" }, who)).status, who).toBe(201);
		for (const who of ["maintainer", "owner", "root"])
			expect((await create({ ref: "main" }, who)).status, who).toBe(201);
		const { status, body, unchanged } = await refused("developer", "POST", path, { json: { ref: "main" } });
		expect([status, unchanged]).toEqual([400, true]);
		expect(body.message.base).toHaveLength(1);
		expect(body.message.base[0]).toMatch(/^You do not have sufficient permission to run a pipeline on/);
	});

	test.each([
		["reporter", "public", 403, "403 Forbidden"],
		["guest", "public", 403, "403 Forbidden"],
		["guest", "private", 403, "403 Forbidden"],
		["outsider", "private", 404, "404 Project Not Found"],
		["outsider", "public", 403, "403 Forbidden"],
		[null, "public", 401, "401 Unauthorized"],
		[null, "private", 401, "401 Unauthorized"],
	] as const)("PIPE-202 %s of a %s project: %i", async (who, visibility, expected, message) => {
		const { refused, path } = creating({ visibility });
		const { status, body, unchanged } = await refused(who, "POST", path, { json: { ref: "develop" } });
		expect([status, body, unchanged]).toEqual([expected, { message }, true]);
	});

	test("PIPE-203 a limit per minute, where one is set", async () => {
		const { create, platform, refused, path } = creating({ pipelines_per_minute: 2 });
		expect((await create({ ref: "main" })).status).toBe(201);
		expect((await create({ ref: "main" })).status).toBe(201);
		const { status, body, unchanged } = await refused("owner", "POST", path, { json: { ref: "main" } });
		expect([status, body, unchanged]).toEqual([
			400,
			base("Too many pipelines created in the last minute. Try again later."),
			true,
		]);
		platform.clock.advance("59 seconds");
		expect((await create({ ref: "main" })).status).toBe(400);
		platform.clock.advance("1 second");
		expect((await create({ ref: "main" })).status).toBe(201);
		const free = creating();
		for (let count = 0; count < 50; count++) expect((await free.create({ ref: "main" })).status).toBe(201);
	});
});
