import { describe, expect, test } from "vitest";
import { answer, operation, operations, property, type Schema, types, values } from "./support/contract";

const statuses = [
	"created",
	"waiting_for_resource",
	"preparing",
	"pending",
	"running",
	"success",
	"failed",
	"canceled",
	"skipped",
	"manual",
	"scheduled",
];

const reads = [
	"listPipelines",
	"getPipeline",
	"getLatestPipeline",
	"listPipelineVariables",
	"getPipelineTestReport",
	"getPipelineTestReportSummary",
];
const writes = ["createPipeline", "retryPipeline", "cancelPipeline", "deletePipeline", "updatePipelineMetadata"];
const fullAnswers: [id: string, status: string][] = [
	["getPipeline", "200"],
	["getLatestPipeline", "200"],
	["createPipeline", "201"],
	["retryPipeline", "201"],
	["cancelPipeline", "200"],
	["updatePipelineMetadata", "200"],
];

/** Names of the parameters and body properties without which a request is refused. */
function required(id: string): string[] {
	const one = operation(id);
	const params = Object.values(one.params).filter((param) => param.required);
	return [...params.map((param) => param.name), ...(one.body?.required ?? [])].sort();
}

const query = (id: string, name: string): Schema => {
	const param = operation(id).params[name];
	if (param?.in !== "query") throw new Error(`${id} has no query parameter ${name}`);
	expect(param.required).toBe(false);
	return param.schema;
};

describe("operations", () => {
	test.each([
		["PIPE-001", "listPipelines", "GET", "/projects/{id}/pipelines", "id", "200", "list", "safe"],
		[
			"PIPE-002",
			"getPipeline",
			"GET",
			"/projects/{id}/pipelines/{pipeline_id}",
			"id pipeline_id",
			"200",
			"get",
			"safe",
		],
		["PIPE-003", "getLatestPipeline", "GET", "/projects/{id}/pipelines/latest", "id", "200", "latest", "safe"],
		[
			"PIPE-004",
			"listPipelineVariables",
			"GET",
			"/projects/{id}/pipelines/{pipeline_id}/variables",
			"id pipeline_id",
			"200",
			"variables",
			"safe",
		],
		[
			"PIPE-005",
			"getPipelineTestReport",
			"GET",
			"/projects/{id}/pipelines/{pipeline_id}/test_report",
			"id pipeline_id",
			"200",
			"testReport",
			"safe",
		],
		[
			"PIPE-006",
			"getPipelineTestReportSummary",
			"GET",
			"/projects/{id}/pipelines/{pipeline_id}/test_report_summary",
			"id pipeline_id",
			"200",
			"testReportSummary",
			"safe",
		],
		["PIPE-007", "createPipeline", "POST", "/projects/{id}/pipeline", "id ref", "201", "create", "non-idempotent"],
		[
			"PIPE-008",
			"retryPipeline",
			"POST",
			"/projects/{id}/pipelines/{pipeline_id}/retry",
			"id pipeline_id",
			"201",
			"retry",
			"non-idempotent",
		],
		[
			"PIPE-009",
			"cancelPipeline",
			"POST",
			"/projects/{id}/pipelines/{pipeline_id}/cancel",
			"id pipeline_id",
			"200",
			"cancel",
			"idempotent",
		],
		[
			"PIPE-010",
			"deletePipeline",
			"DELETE",
			"/projects/{id}/pipelines/{pipeline_id}",
			"id pipeline_id",
			"204",
			"delete",
			"idempotent",
		],
		[
			"PIPE-011",
			"updatePipelineMetadata",
			"PUT",
			"/projects/{id}/pipelines/{pipeline_id}/metadata",
			"id name pipeline_id",
			"200",
			"updateMetadata",
			"idempotent",
		],
	])("%s %s is %s %s", (_claim, id, verb, path, needed, success, method, retry) => {
		const one = operation(id);
		expect([one.verb, one.path]).toEqual([verb, path]);
		expect(required(id)).toEqual(needed.split(" "));
		expect(Object.keys(one.answers).filter((status) => status.startsWith("2"))).toEqual([success]);
		expect(one.raw["x-tenon-method"]).toBe(`pipelines.${method}`);
		expect(one.raw["x-tenon-retry"]).toBe(retry);
	});

	test.each([
		["PIPE-001", "listPipelines", ["sha", "iid", "source"]],
		["PIPE-004", "listPipelineVariables", ["key", "value", "variable_type"]],
	])("%s %s answers an array", (_claim, id, names) => {
		expect(operation(id).answers["200"]?.schema?.type).toBe("array");
		expect(Object.keys(answer(id).properties ?? {})).toEqual(expect.arrayContaining(names));
	});

	test.each([
		["PIPE-005", "getPipelineTestReport", "total_time"],
		["PIPE-006", "getPipelineTestReportSummary", "total"],
	])("%s %s answers an object with the suites and %s", (_claim, id, name) => {
		expect(operation(id).answers["200"]?.schema?.type).toBe("object");
		expect(answer(id).required).toEqual(expect.arrayContaining([name, "test_suites"]));
	});

	test("PIPE-010 a deletion answers without a body", () => {
		expect(operation("deletePipeline").answers["204"]?.types).toEqual([]);
	});

	test("PIPE-003, PIPE-248 getLatestPipeline declares 403 for a commit without a pipeline", () => {
		expect(operation("getLatestPipeline").answers["403"]?.description).toMatch(
			/No pipeline exists for the ref's latest commit/,
		);
		expect(operation("getLatestPipeline").raw["x-tenon-evidence"]).toMatchObject({ stated: ["200", "403"] });
	});

	test("PIPE-040 id is a number or a path, pipeline_id a number", () => {
		for (const id of [...reads, ...writes]) {
			const { params } = operation(id);
			expect(params.id?.in).toBe("path");
			expect(types(params.id?.schema ?? {})).toEqual(new Set(["integer", "string"]));
			if (["listPipelines", "getLatestPipeline", "createPipeline"].includes(id)) {
				expect(params.pipeline_id).toBeUndefined();
			} else {
				expect(params.pipeline_id).toMatchObject({ in: "path", required: true, schema: { type: "integer" } });
			}
		}
	});

	test("PIPE-249 refusals and their bodies are declared", () => {
		const error = operation("getPipeline").answers["404"]?.schema;
		expect(types(property(error?.anyOf?.[0], "message"))).toEqual(new Set(["string", "object", "array"]));
		expect(error?.anyOf?.[0]?.required).toEqual(["message"]);
		expect(property(error?.anyOf?.[1], "error").type).toBe("string");
		expect(error?.anyOf?.[1]?.required).toEqual(["error"]);
		for (const id of [...reads, ...writes]) {
			const { answers } = operation(id);
			const refusals = Object.keys(answers).filter((status) => status >= "400");
			expect(refusals).toEqual(expect.arrayContaining(["403", "404"]));
			for (const status of refusals) expect(answers[status]?.schema).toBe(error);
		}
		for (const id of writes) expect(operation(id).answers).toHaveProperty("401");
		for (const id of ["listPipelines", "createPipeline", "updatePipelineMetadata"])
			expect(operation(id).answers).toHaveProperty("400");
		expect(operation("deletePipeline").answers).toHaveProperty("412");
	});

	test("PIPE-250 only five operations change a pipeline", () => {
		const changing = operations().filter((one) => one.verb !== "GET" && one.path.includes("/pipeline"));
		expect(changing.map((one) => one.id).sort()).toEqual([...writes].sort());
	});
});

describe("parameters", () => {
	test("PIPE-042, PIPE-044 name, ref and sha filter by text", () => {
		for (const name of ["name", "ref", "sha"]) {
			expect(query("listPipelines", name).type).toBe("string");
			expect(query("listPipelines", name).enum).toBeUndefined();
		}
	});

	test.each([
		["PIPE-043", "order_by", ["id", "status", "ref", "updated_at", "user_id"], "id"],
		["PIPE-045", "scope", ["running", "pending", "finished", "branches", "tags"], undefined],
		["PIPE-046", "sort", ["asc", "desc"], "desc"],
	])("%s %s takes listed values", (_claim, name, list, byDefault) => {
		const schema = query("listPipelines", name);
		expect(schema.enum).toEqual(list);
		expect(schema.default).toBe(byDefault);
	});

	test("PIPE-047 source is optional text, open to further values", () => {
		const schema = query("listPipelines", "source");
		expect(types(schema)).toEqual(new Set(["string"]));
		expect(schema.anyOf).toContainEqual({ type: "string" });
	});

	test("PIPE-048 status filters by the record's statuses", () => {
		expect(query("listPipelines", "status").enum).toEqual(statuses);
		expect(values(property(answer("listPipelines"), "status"))).toEqual(statuses);
	});

	test("PIPE-049 four filters take a date and a time", () => {
		for (const name of ["updated_after", "updated_before", "created_after", "created_before"])
			expect(query("listPipelines", name)).toMatchObject({ type: "string", format: "date-time" });
	});

	test("PIPE-050 username is text, yaml_errors a boolean", () => {
		expect(query("listPipelines", "username").type).toBe("string");
		expect(query("listPipelines", "yaml_errors").type).toBe("boolean");
	});

	test.each([
		["PIPE-051", "listPipelines"],
		["PIPE-052", "getPipeline"],
		["PIPE-052", "getLatestPipeline"],
		["PIPE-052", "getPipelineTestReport"],
		["PIPE-052", "getPipelineTestReportSummary"],
	])("%s %s takes page and per_page", (_claim, id) => {
		expect(query(id, "page")).toMatchObject({ type: "integer", default: 1 });
		expect(query(id, "per_page")).toMatchObject({ type: "integer", default: 20 });
	});

	test("the two lists are paged and say so in headers", () => {
		for (const id of ["listPipelines", "listPipelineVariables"]) {
			expect(query(id, "page").default).toBe(1);
			expect(operation(id).answers["200"]?.headers).toEqual([
				"x-page",
				"x-per-page",
				"x-next-page",
				"x-prev-page",
				"x-total",
				"x-total-pages",
				"link",
			]);
			expect(operation(id).raw["x-tenon-pagination"]).toMatchObject({ styles: ["offset"], max: 100 });
		}
	});

	test("PIPE-054 getLatestPipeline takes an optional ref", () => {
		expect(query("getLatestPipeline", "ref").type).toBe("string");
	});
});

describe("bodies", () => {
	const body = operation("createPipeline").body;

	test("PIPE-055 ref is required text", () => {
		expect(body?.required).toEqual(["ref"]);
		expect(property(body, "ref").type).toBe("string");
	});

	test("PIPE-056 variables is an optional array of key, variable_type and value", () => {
		const variables = property(body, "variables");
		expect(variables.type).toBe("array");
		expect(variables.items?.type).toBe("object");
		expect(Object.keys(variables.items?.properties ?? {}).sort()).toEqual(["key", "value", "variable_type"]);
		expect(property(variables.items, "variable_type")).toMatchObject({ enum: ["env_var", "file"], default: "env_var" });
	});

	test("PIPE-057 inputs is an optional map", () => {
		const inputs = property(body, "inputs");
		expect(inputs.type).toBe("object");
		expect(types(inputs.additionalProperties as Schema)).toEqual(new Set(["string", "number", "boolean", "array"]));
	});

	test("PIPE-058 updatePipelineMetadata needs a name", () => {
		const metadata = operation("updatePipelineMetadata").body;
		expect(metadata?.required).toEqual(["name"]);
		expect(property(metadata, "name").type).toBe("string");
	});

	test("PIPE-059 what came with a later release says with which", () => {
		for (const record of [answer("listPipelines"), answer("getPipeline")])
			expect(property(record, "name")["x-tenon-lifecycle"]).toEqual({ since: "16.3" });
		expect(operation("listPipelines").params.name?.["x-tenon-lifecycle"]).toEqual({ since: "16.9" });
		expect(property(body, "inputs")["x-tenon-lifecycle"]).toEqual({ since: "18.1" });
	});

	test("a body is taken as JSON, as a form and as multipart alike", () => {
		for (const id of ["createPipeline", "updatePipelineMetadata"]) {
			const { bodies } = operation(id);
			expect(Object.keys(bodies)).toEqual([
				"application/json",
				"application/x-www-form-urlencoded",
				"multipart/form-data",
			]);
			expect(new Set(Object.values(bodies)).size).toBe(1);
		}
	});
});

describe("list item", () => {
	const item = answer("listPipelines");

	test("PIPE-012 id, iid and project_id are required numbers", () => {
		for (const name of ["id", "iid", "project_id"]) {
			expect(property(item, name).type).toBe("integer");
			expect(item.required).toContain(name);
		}
	});

	test("PIPE-013 status, source, ref and sha are required text, name is text or null", () => {
		for (const name of ["status", "source", "ref", "sha"]) {
			expect(types(property(item, name))).toEqual(new Set(["string"]));
			expect(item.required).toContain(name);
		}
		expect(types(property(item, "name"))).toEqual(new Set(["string", "null"]));
	});

	test("PIPE-014 web_url, created_at and updated_at are required", () => {
		expect(property(item, "web_url").type).toBe("string");
		for (const name of ["created_at", "updated_at"])
			expect(property(item, name)).toMatchObject({ type: "string", format: "date-time" });
		expect(item.required).toEqual(expect.arrayContaining(["web_url", "created_at", "updated_at"]));
	});
});

describe("full record", () => {
	const record = answer("getPipeline");

	test.each([
		["PIPE-002", "getPipeline"],
		["PIPE-003", "getLatestPipeline"],
		["PIPE-007", "createPipeline"],
		["PIPE-008", "retryPipeline"],
		["PIPE-009", "cancelPipeline"],
		["PIPE-011", "updatePipelineMetadata"],
	])("%s, PIPE-017 %s answers the full record", (_claim, id) => {
		const status = fullAnswers.find(([known]) => known === id)?.[1] ?? "";
		expect(answer(id, status)).toBe(record);
	});

	test("PIPE-017 holds the fields of the list item and its own", () => {
		const item = answer("listPipelines").properties ?? {};
		for (const name of Object.keys(item)) expect(types(property(record, name))).toEqual(types(item[name] ?? {}));
		const own = Object.keys(record.properties ?? {}).filter((name) => !(name in item));
		expect(own.sort()).toEqual([
			"archived",
			"before_sha",
			"committed_at",
			"coverage",
			"detailed_status",
			"duration",
			"finished_at",
			"queued_duration",
			"started_at",
			"tag",
			"user",
			"yaml_errors",
		]);
		expect(record.required).toEqual(expect.arrayContaining(own));
	});

	test.each([
		["PIPE-018", "before_sha", ["string"]],
		["PIPE-018", "tag", ["boolean"]],
		["PIPE-019", "yaml_errors", ["string", "null"]],
		["PIPE-022", "duration", ["integer", "null"]],
		["PIPE-023", "queued_duration", ["number"]],
		["PIPE-024", "coverage", ["string", "null"]],
		["PIPE-026", "archived", ["boolean"]],
	])("%s %s has its type", (_claim, name, expected) => {
		expect(types(property(record, name))).toEqual(new Set(expected));
	});

	test("PIPE-020 user is an object, open to more", () => {
		const user = property(record, "user");
		expect(user.type).toBe("object");
		expect([...(user.required ?? [])].sort()).toEqual(["avatar_url", "id", "name", "state", "username", "web_url"]);
		expect(Object.keys(user.properties ?? {})).toEqual(expect.arrayContaining(["public_email", "locked"]));
		expect(user.additionalProperties).not.toBe(false);
	});

	test("PIPE-021 three times may be null", () => {
		for (const name of ["started_at", "finished_at", "committed_at"])
			expect(property(record, name)).toMatchObject({ type: ["string", "null"], format: "date-time" });
	});

	test("PIPE-025 detailed_status says how to show the status", () => {
		const detailed = property(record, "detailed_status");
		expect(detailed.type).toBe("object");
		expect(Object.keys(detailed.properties ?? {})).toEqual([
			"icon",
			"text",
			"label",
			"group",
			"tooltip",
			"has_details",
			"details_path",
			"illustration",
			"favicon",
		]);
		expect(property(detailed, "has_details").type).toBe("boolean");
	});

	test("PIPE-027 name is optional", () => {
		expect(property(record, "name").type).toContain("string");
		expect(record.required).not.toContain("name");
	});

	test("PIPE-028 status has exactly eleven values", () => {
		expect(property(record, "status")).toMatchObject({ type: "string", enum: statuses });
	});
});

describe("variables", () => {
	const variable = answer("listPipelineVariables");

	test("PIPE-030 key and value are required, variable_type is optional", () => {
		expect([...(variable.required ?? [])].sort()).toEqual(["key", "value"]);
		expect(property(variable, "key").type).toBe("string");
		expect(property(variable, "value").type).toBe("string");
		expect(property(variable, "variable_type")).toMatchObject({ enum: ["env_var", "file"], default: "env_var" });
	});

	test("PIPE-031 raw is an optional boolean", () => {
		expect(property(variable, "raw").type).toBe("boolean");
		expect(variable.required).not.toContain("raw");
	});
});

describe("test reports", () => {
	const counters = ["total_time", "total_count", "success_count", "failed_count", "skipped_count", "error_count"];
	const report = answer("getPipelineTestReport");
	const suite = property(report, "test_suites").items;
	const testCase = property(suite, "test_cases").items;
	const summary = answer("getPipelineTestReportSummary");
	const summarySuite = property(summary, "test_suites").items;

	test("PIPE-032 the report holds six numbers and the suites", () => {
		expect([...(report.required ?? [])].sort()).toEqual([...counters, "test_suites"].sort());
		for (const name of counters) expect(property(report, name).type).toBe("number");
		expect(property(report, "test_suites").type).toBe("array");
	});

	test("PIPE-033 a suite holds a name, the six numbers and the cases", () => {
		expect([...(suite?.required ?? [])].sort()).toEqual([...counters, "name", "test_cases"].sort());
		for (const name of counters) expect(property(suite, name).type).toBe("number");
		expect(property(suite, "test_cases").type).toBe("array");
	});

	test("PIPE-034 a case holds six fields", () => {
		expect([...(testCase?.required ?? [])].sort()).toEqual([
			"classname",
			"execution_time",
			"name",
			"stack_trace",
			"status",
			"system_output",
		]);
	});

	test("PIPE-035 a case ends in one of four ways, its texts may be null", () => {
		expect(property(testCase, "status").enum).toEqual(["success", "failed", "skipped", "error"]);
		expect(property(testCase, "execution_time").type).toBe("number");
		for (const name of ["system_output", "stack_trace"])
			expect(types(property(testCase, name))).toEqual(new Set(["string", "null"]));
	});

	test("PIPE-036 suites and cases may hold more", () => {
		expect(property(suite, "suite_error").type).toContain("string");
		expect(suite?.required).not.toContain("suite_error");
		for (const name of ["file", "recent_failures", "attachment_url"]) {
			expect(types(property(testCase, name)).size).toBeGreaterThan(0);
			expect(testCase?.required).not.toContain(name);
		}
	});

	test("PIPE-037 the summary's total holds seven fields", () => {
		const total = property(summary, "total");
		const names = ["count", "error", "failed", "skipped", "success", "suite_error", "time"];
		expect(total.type).toBe("object");
		expect(Object.keys(total.properties ?? {}).sort()).toEqual(names);
		expect([...(total.required ?? [])].sort()).toEqual(names);
	});

	test("PIPE-038 the summary's suites hold nine fields", () => {
		const names = [...counters, "build_ids", "name", "suite_error"].sort();
		expect(Object.keys(summarySuite?.properties ?? {}).sort()).toEqual(names);
		expect([...(summarySuite?.required ?? [])].sort()).toEqual(names);
		expect(property(summarySuite, "build_ids")).toMatchObject({ type: "array", items: { type: "integer" } });
	});

	test("PIPE-039 suite_error is text or null in the summary", () => {
		for (const holder of [property(summary, "total"), summarySuite])
			expect(types(property(holder, "suite_error"))).toEqual(new Set(["string", "null"]));
	});
});
