import { describe, expect, test } from "vitest";
import { lab } from "../support/lab";
import { type Asked, world } from "../support/world";

const issueNotes = "/projects/acme%2Fweb/issues/2/notes";

/** The same parameters as query, as urlencoded and as multipart form, and as JSON. */
function everyWay(fields: { [name: string]: string }): [string, string, Asked][] {
	const body = new FormData();
	for (const [name, value] of Object.entries(fields)) body.set(name, value);
	return [
		["query", `?${new URLSearchParams(fields)}`, {}],
		["form", "", { form: fields }],
		["multipart", "", { body }],
		["JSON", "", { json: fields }],
	];
}

test("CONV-035 reading takes its parameters from the query", async () => {
	const { ids, pipeline } = lab();
	const done = pipeline({ status: "success" }).id;
	pipeline({ status: "failed" });
	expect(await ids("status=success")).toEqual([done]);
});

describe("CONV-036, CONV-037 writing takes them from wherever they stand", () => {
	test.each(everyWay({ ref: "develop" }))("POST, pipeline: %s", async (_where, query, asked) => {
		const { ask, project } = lab();
		const { status, body } = await ask("owner", "POST", `/projects/${project.id}/pipeline${query}`, asked);
		expect([status, body.ref]).toEqual([201, "develop"]);
	});

	test.each(everyWay({ name: "Nightly build" }))("PUT, pipeline: %s", async (_where, query, asked) => {
		const { ask, at, get, pipeline } = lab();
		const { id } = pipeline();
		const { status } = await ask("owner", "PUT", `${at}/${id}/metadata${query}`, asked);
		expect([status, (await get(`/${id}`)).body.name]).toEqual([200, "Nightly build"]);
	});

	test.each(everyWay({ body: "Ümlaut & more + 1", internal: "true" }))(
		"POST, note: %s",
		async (_where, query, asked) => {
			const { ask } = world();
			const { status, body } = await ask("owner", "POST", `${issueNotes}${query}`, asked);
			expect([status, body.body, body.internal]).toEqual([201, "Ümlaut & more + 1", true]);
		},
	);

	test.each(everyWay({ body: "Changed" }))("PUT, note: %s", async (_where, query, asked) => {
		const { ask } = world();
		const made = await ask("owner", "POST", issueNotes, { json: { body: "Before" } });
		const { status } = await ask("owner", "PUT", `${issueNotes}/${made.body.id}${query}`, asked);
		expect(status).toBe(200);
		expect((await ask("owner", "GET", `${issueNotes}/${made.body.id}`)).body.body).toBe("Changed");
	});

	test.each(everyWay({ message: "On the road" }))("PATCH, status: %s", async (_where, query, asked) => {
		const { ask } = world();
		const { status } = await ask("owner", "PATCH", `/user/status${query}`, asked);
		expect([status, (await ask("owner", "GET", "/user/status")).body.message]).toEqual([200, "On the road"]);
	});
});

test("CONV-038 the path goes before the body, and the body before the query", async () => {
	const { ask, at, get, pipeline } = lab();
	const [one, other] = [pipeline(), pipeline()];
	for (const asked of [
		{ json: { name: "body", pipeline_id: other.id } },
		{ form: { name: "body", pipeline_id: String(other.id) } },
	]) {
		const told = await ask("owner", "PUT", `${at}/${one.id}/metadata?name=query&pipeline_id=${other.id}`, asked);
		expect([told.status, told.body.id, told.body.name]).toEqual([200, one.id, "body"]);
		expect((await get(`/${other.id}`)).body.name).toBeNull();
	}
	const fromQuery = await ask("owner", "PUT", `${at}/${one.id}/metadata?name=query`, { json: { other: 1 } });
	expect(fromQuery.body.name).toBe("query");
});

describe("hashes and lists of hashes", () => {
	test("CONV-041 name[key]=value in query and form, an object in JSON", async () => {
		const { ask, platform, project } = lab();
		const path = `/projects/${project.id}/pipeline`;
		const form = { ref: "main", "inputs[target]": "staging", "inputs[count]": "2" };
		const told = [
			await ask("owner", "POST", `${path}?${new URLSearchParams(form)}`),
			await ask("owner", "POST", path, { form }),
			await ask("owner", "POST", path, { json: { ref: "main", inputs: { target: "staging", count: "2" } } }),
		];
		for (const { status, body } of told) {
			expect(status).toBe(201);
			expect(platform.state.pipelines.get(body.id)?.inputs).toEqual({ target: "staging", count: "2" });
		}
	});

	const expected = [
		{ key: "A", value: "1", variable_type: "env_var", raw: false },
		{ key: "B", value: "two", variable_type: "file", raw: false },
	];
	test.each<[string, [string, string][]]>([
		[
			"variables[][key]",
			[
				["variables[][key]", "A"],
				["variables[][value]", "1"],
				["variables[][key]", "B"],
				["variables[][value]", "two"],
				["variables[][variable_type]", "file"],
			],
		],
		[
			"variables[0][key]",
			[
				["variables[0][key]", "A"],
				["variables[1][key]", "B"],
				["variables[0][value]", "1"],
				["variables[1][value]", "two"],
				["variables[1][variable_type]", "file"],
			],
		],
	])("CONV-042 %s=… in query and form, a list of objects in JSON", async (_way, pairs) => {
		const { ask, get, project } = lab();
		const path = `/projects/${project.id}/pipeline`;
		const given: [string, string][] = [["ref", "main"], ...pairs];
		const json = { ref: "main", variables: expected.map(({ raw: _, ...variable }) => variable) };
		for (const made of [
			await ask("owner", "POST", `${path}?${new URLSearchParams(given)}`),
			await ask("owner", "POST", path, { form: given }),
			await ask("owner", "POST", path, { json }),
		]) {
			expect(made.status).toBe(201);
			expect((await get(`/${made.body.id}/variables`)).body).toEqual(expected);
		}
	});
});

describe("texts for other types", () => {
	test.each(["true", "1", "t", "yes", "on", "TRUE", "Yes"])("CONV-043 %s is true", async (text) => {
		const { ask } = world();
		const form = await ask("owner", "POST", issueNotes, { form: { body: "x", internal: text } });
		const json = await ask("owner", "POST", issueNotes, { json: { body: "x", internal: text } });
		expect([form.body.internal, json.body.internal]).toEqual([true, true]);
	});

	test.each(["false", "0", "f", "no", "off"])("CONV-043 %s is false", async (text) => {
		const { ask, ids, pipeline } = lab();
		const { body } = await ask("owner", "POST", issueNotes, { form: { body: "x", internal: text } });
		expect(body.internal).toBe(false);
		const fine = pipeline().id;
		pipeline({ yaml_errors: "broken" });
		expect(await ids(`yaml_errors=${text}`)).toEqual([fine]);
	});

	test("CONV-043 digits are a number", async () => {
		const { get, pipeline } = lab();
		for (let count = 0; count < 3; count++) pipeline();
		expect((await get("?per_page=2&page=2")).body).toHaveLength(1);
	});

	test.each(["maybe", "2", "truth", "-"])("CONV-043, ERR-041 %s is neither", async (text) => {
		const { ask, state } = world();
		const before = state();
		for (const asked of [{ form: { body: "x", internal: text } }, { json: { body: "x", internal: text } }]) {
			const { status, body } = await ask("owner", "POST", issueNotes, asked);
			expect([status, body]).toEqual([400, { error: "internal is invalid" }]);
		}
		expect(state()).toBe(before);
	});
});

test("CONV-044 what an operation does not declare is ignored", async () => {
	const { ask, get, at, pipeline, project } = lab();
	const { id } = pipeline({ status: "success" });
	const plain = await get();
	const asked = await get("?colour=red&constructor[prototype]=1&__proto__[x]=1&state=failed&with_everything=maybe");
	expect([asked.status, asked.body]).toEqual([200, plain.body]);
	const named = await ask("owner", "PUT", `${at}/${id}/metadata`, {
		json: { name: "New", status: "failed", iid: 99, ref: "x" },
	});
	expect(named.body).toMatchObject({ name: "New", status: "success", iid: 1, ref: "main" });
	const made = await ask("owner", "POST", `/projects/${project.id}/pipeline`, {
		form: { ref: "main", status: "success" },
	});
	expect([made.status, made.body.status]).toEqual([201, "pending"]);
});
