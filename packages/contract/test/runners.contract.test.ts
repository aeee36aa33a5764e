import { describe, expect, test } from "vitest";
import { answer, operation, operations, property, type Schema, types, values } from "./support/contract";

const kinds = ["instance_type", "group_type", "project_type"];
const list = (id: string): Schema | undefined => operation(id).answers["200"]?.schema;

/** The media types of an answer; `[]` is an answer without a body. */
const bodyTypes = (id: string, status: string): string[] | undefined => operation(id).answers[status]?.types;

/** Types as the claims word them: "string", "string or null", "timestamp", "timestamp or null". */
function worded(schema: Schema): string {
	const plain = [...types(schema)].filter((type) => type !== "null").map(String);
	const name = schema.format === "date-time" ? "timestamp" : plain.join(" or ");
	return types(schema).has("null") ? `${name} or null` : name;
}

const required = (schema: Schema): string[] => schema.required ?? [];
const record = (schema: Schema | undefined): Record<string, string> =>
	Object.fromEntries(Object.entries(schema?.properties ?? {}).map(([name, one]) => [name, worded(one)]));

const success = (id: string): string[] => Object.keys(operation(id).answers).filter((status) => status.startsWith("2"));

describe("operations", () => {
	test.each([
		["RUNNER-001", "listRunners", "/runners", "Runner list item"],
		["RUNNER-002", "listAllRunners", "/runners/all", "Runner list item"],
		["RUNNER-005", "listRunnerJobs", "/runners/{id}/jobs", "job"],
		["RUNNER-006", "listRunnerManagers", "/runners/{id}/managers", "manager"],
		["RUNNER-007", "listProjectRunners", "/projects/{id}/runners", "Runner list item"],
		["RUNNER-010", "listGroupRunners", "/groups/{id}/runners", "Runner list item"],
	])("%s %s is GET %s, 200 with an array of %s", (_, id, path, what) => {
		const one = operation(id);
		expect([one.verb, one.path, success(id)]).toEqual(["GET", path, ["200"]]);
		expect(list(id)?.type).toBe("array");
		const mark = { "Runner list item": "runner_type", job: "queued_duration", manager: "system_id" }[what] ?? "";
		expect(required(answer(id))).toContain(mark);
		const asked = Object.values(one.params).filter((each) => each.required && each.in !== "path");
		expect(asked).toEqual([]);
		expect(one.body).toBeUndefined();
	});

	test.each([
		["RUNNER-003", "getRunner", "GET"],
		["RUNNER-004", "updateRunner", "PUT"],
	])("%s %s is %s /runners/:id, 200 with the detail", (_, id, verb) => {
		const one = operation(id);
		expect([one.verb, one.path, success(id)]).toEqual([verb, "/runners/{id}", ["200"]]);
		expect(answer(id).type).toBe("object");
		expect(required(answer(id))).toEqual(expect.arrayContaining(["contacted_at", "projects", "runner_type"]));
		expect(answer(id)).toBe(answer("getRunner"));
	});

	test("RUNNER-004, RUNNER-288 pausing is updateRunner with paused, not a path of its own", () => {
		const puts = operations().filter((one) => one.verb === "PUT" && one.path.startsWith("/runners"));
		expect(puts.map(({ id, path }) => [id, path])).toEqual([["updateRunner", "/runners/{id}"]]);
		expect(property(operation("updateRunner").body, "paused").type).toBe("boolean");
	});

	test.each([
		["RUNNER-003", "getRunner", { id: "integer" }],
		["RUNNER-004", "updateRunner", { id: "integer" }],
		["RUNNER-005", "listRunnerJobs", { id: "integer" }],
		["RUNNER-006", "listRunnerManagers", { id: "integer" }],
		["RUNNER-007", "listProjectRunners", { id: "integer or string" }],
		["RUNNER-008", "assignProjectRunner", { id: "integer or string" }],
		["RUNNER-009", "unassignProjectRunner", { id: "integer or string", runner_id: "integer" }],
		["RUNNER-010", "listGroupRunners", { id: "integer or string" }],
		["RUNNER-012", "deleteRunner", { id: "integer" }],
		["RUNNER-016", "resetProjectRunnerRegistrationToken", { id: "integer or string" }],
		["RUNNER-017", "resetGroupRunnerRegistrationToken", { id: "integer or string" }],
		["RUNNER-018", "resetRunnerAuthenticationToken", { id: "integer" }],
	])("%s %s has path parameters %j", (_, id, given) => {
		const inPath = Object.values(operation(id).params).filter((one) => one.in === "path");
		expect(inPath.every((one) => one.required)).toBe(true);
		expect(Object.fromEntries(inPath.map((one) => [one.name, worded(one.schema)]))).toEqual(given);
	});

	test("RUNNER-008 assignProjectRunner is POST /projects/:id/runners, runner_id required, 201 with a summary", () => {
		const one = operation("assignProjectRunner");
		expect([one.verb, one.path, success(one.id)]).toEqual(["POST", "/projects/{id}/runners", ["201"]]);
		expect([one.body?.required, record(one.body)]).toEqual([["runner_id"], { runner_id: "integer" }]);
		expect(required(answer(one.id, "201"))).toContain("runner_type");
		expect(answer(one.id, "201").properties).not.toHaveProperty("projects");
	});

	test.each([
		["RUNNER-009, RUNNER-372", "unassignProjectRunner", "/projects/{id}/runners/{runner_id}"],
		["RUNNER-012", "deleteRunner", "/runners/{id}"],
		["RUNNER-013", "deleteRunnerByToken", "/runners"],
	])("%s %s is DELETE %s, 204 without a body", (_, id, path) => {
		expect([operation(id).verb, operation(id).path, success(id)]).toEqual(["DELETE", path, ["204"]]);
		expect(bodyTypes(id, "204")).toEqual([]);
	});

	test.each([
		["RUNNER-011", "registerRunner", "/runners", "201", ["id", "token", "token_expires_at"]],
		["RUNNER-014", "verifyRunner", "/runners/verify", "200", ["id", "token", "token_expires_at"]],
		[
			"RUNNER-015",
			"resetRunnerRegistrationToken",
			"/runners/reset_registration_token",
			"201",
			["token", "token_expires_at"],
		],
		[
			"RUNNER-016",
			"resetProjectRunnerRegistrationToken",
			"/projects/{id}/runners/reset_registration_token",
			"201",
			["token", "token_expires_at"],
		],
		[
			"RUNNER-017",
			"resetGroupRunnerRegistrationToken",
			"/groups/{id}/runners/reset_registration_token",
			"201",
			["token", "token_expires_at"],
		],
		[
			"RUNNER-018",
			"resetRunnerAuthenticationToken",
			"/runners/{id}/reset_authentication_token",
			"201",
			["token", "token_expires_at"],
		],
		[
			"RUNNER-019",
			"resetRunnerAuthenticationTokenByToken",
			"/runners/reset_authentication_token",
			"201",
			["token", "token_expires_at"],
		],
	])("%s %s is POST %s, %s with %j", (_, id, path, status, names) => {
		expect([operation(id).verb, operation(id).path, success(id)]).toEqual(["POST", path, [status]]);
		expect(Object.keys(answer(id, status).properties ?? {})).toEqual(names);
	});

	test.each([
		["RUNNER-011, RUNNER-373", "registerRunner"],
		["RUNNER-013, RUNNER-428", "deleteRunnerByToken"],
		["RUNNER-014, RUNNER-436", "verifyRunner"],
		["RUNNER-019, RUNNER-483", "resetRunnerAuthenticationTokenByToken"],
	])("%s %s needs token, a string, in the body", (_, id) => {
		expect(operation(id).body?.required).toEqual(["token"]);
		expect(property(operation(id).body, "token").type).toBe("string");
		expect(operation(id).params).not.toHaveProperty("token");
	});

	test("RUNNER-014, RUNNER-437 verifyRunner: system_id is a string, required for tokens of the new style", () => {
		const body = operation("verifyRunner").body;
		expect(worded(property(body, "system_id"))).toBe("string");
		expect(required(body ?? {})).not.toContain("system_id");
		expect(property(body, "system_id").description).toMatch(/[Rr]equired when the token carries the\s+prefix/);
	});

	test("RUNNER-015 resetRunnerRegistrationToken takes no parameters", () => {
		const one = operation("resetRunnerRegistrationToken");
		expect(Object.values(one.params).filter((each) => each.in !== "header")).toEqual([]);
		expect(one.body).toBeUndefined();
	});
});

describe("records", () => {
	test.each([
		["RUNNER-020", "id", "integer"],
		["RUNNER-021", "description", "string or null"],
		["RUNNER-022", "paused", "boolean"],
		["RUNNER-023", "is_shared", "boolean"],
		["RUNNER-024", "runner_type", "string"],
		["RUNNER-025", "name", "string or null"],
		["RUNNER-026", "online", "boolean or null"],
		["RUNNER-027", "active", "boolean"],
		["RUNNER-028, RUNNER-030", "ip_address", "string or null"],
		["RUNNER-031", "status", "string"],
	])("%s a list item has %s (%s)", (_, name, type) => {
		for (const id of ["listRunners", "listAllRunners", "listProjectRunners", "listGroupRunners"]) {
			expect(required(answer(id))).toContain(name);
			expect(worded(property(answer(id), name))).toBe(type);
		}
	});

	test("RUNNER-024 runner_type is one of three", () => {
		expect(values(property(answer("listRunners"), "runner_type"))).toEqual(kinds);
	});

	test("RUNNER-027, RUNNER-028 active is deprecated for paused, ip_address is deprecated", () => {
		const item = answer("listRunners");
		expect(property(item, "active").deprecated).toBe(true);
		expect(property(item, "active")["x-tenon-lifecycle"]).toEqual({
			stage: "deprecated",
			removal: "v5",
			replacedBy: "paused",
		});
		expect(property(item, "ip_address").deprecated).toBe(true);
		expect(property(item, "paused").deprecated).toBeUndefined();
	});

	test("RUNNER-031 status is one of four, or paused", () => {
		const known = ["online", "offline", "stale", "never_contacted", "paused"];
		expect(values(property(answer("listRunners"), "status"))).toEqual(known);
	});

	test("RUNNER-034 created_by, created_at and job_execution_status are optional", () => {
		for (const id of ["listRunners", "getRunner"]) {
			const item = answer(id);
			for (const name of ["created_by", "created_at", "job_execution_status"])
				expect(required(item)).not.toContain(name);
			expect(worded(property(item, "created_by"))).toBe("object or null");
			const creator = property(item, "created_by").anyOf?.find((one) => one.type === "object") ?? {};
			expect(required(creator)).toEqual(["id", "username", "name", "state", "locked", "avatar_url", "web_url"]);
			expect(record(creator)).toEqual({
				id: "integer",
				username: "string",
				name: "string",
				state: "string",
				locked: "boolean",
				avatar_url: "string or null",
				web_url: "string",
				public_email: "string or null",
			});
			expect(worded(property(item, "created_at"))).toBe("timestamp");
			expect(values(property(item, "job_execution_status"))).toEqual(["idle", "active"]);
		}
	});

	test.each([
		["RUNNER-036", "contacted_at", "timestamp or null"],
		["RUNNER-037", "maintenance_note", "string or null"],
		["RUNNER-038", "projects", "array"],
		["RUNNER-039", "tag_list", "array"],
		["RUNNER-040", "access_level", "string"],
		["RUNNER-041", "maximum_timeout", "integer or null"],
		["RUNNER-042", "architecture", "string or null"],
		["RUNNER-043", "platform", "string or null"],
		["RUNNER-044", "revision", "string or null"],
		["RUNNER-045", "version", "string or null"],
	])("%s the detail adds %s (%s)", (_, name, type) => {
		expect(required(answer("getRunner"))).toContain(name);
		expect(worded(property(answer("getRunner"), name))).toBe(type);
		expect(answer("listRunners").properties).not.toHaveProperty(name);
	});

	test("RUNNER-039, RUNNER-040 tags are strings, access_level is one of two", () => {
		expect(property(answer("getRunner"), "tag_list").items?.type).toBe("string");
		expect(values(property(answer("getRunner"), "access_level"))).toEqual(["not_protected", "ref_protected"]);
	});

	test.each([
		["RUNNER-042", "architecture"],
		["RUNNER-043", "platform"],
		["RUNNER-044", "revision"],
		["RUNNER-045", "version"],
	])("%s %s is deprecated in favour of the managers", (_, name) => {
		const one = property(answer("getRunner"), name);
		expect(one.deprecated).toBe(true);
		expect(one["x-tenon-lifecycle"]).toMatchObject({ replacedBy: `${name} of the runner's managers` });
	});

	test.each([
		["RUNNER-046", "id", "integer"],
		["RUNNER-047", "name", "string"],
		["RUNNER-048", "name_with_namespace", "string"],
		["RUNNER-049", "path", "string"],
		["RUNNER-050", "path_with_namespace", "string"],
	])("%s each of projects[] has %s (%s)", (_, name, type) => {
		const project = property(answer("getRunner"), "projects").items;
		expect(project?.required).toContain(name);
		expect(worded(property(project, name))).toBe(type);
	});

	test("RUNNER-051 the detail carries every field of a list item", () => {
		const item = record(answer("listRunners"));
		expect(Object.keys(item)).toHaveLength(13);
		expect(record(answer("getRunner"))).toMatchObject(item);
		expect(required(answer("getRunner"))).toEqual(expect.arrayContaining(required(answer("listRunners"))));
	});

	test("RUNNER-052 run_untagged, locked and groups are optional in the detail", () => {
		const detail = answer("getRunner");
		for (const name of ["run_untagged", "locked", "groups"]) expect(required(detail)).not.toContain(name);
		expect(worded(property(detail, "run_untagged"))).toBe("boolean");
		expect(worded(property(detail, "locked"))).toBe("boolean");
		expect(worded(property(detail, "groups"))).toBe("array");
		expect(record(property(detail, "groups").items)).toEqual({ id: "integer", web_url: "string", name: "string" });
	});

	test.each([
		["RUNNER-058", "id", "integer"],
		["RUNNER-059", "system_id", "string"],
		["RUNNER-060", "version", "string or null"],
		["RUNNER-061", "revision", "string or null"],
		["RUNNER-062", "platform", "string or null"],
		["RUNNER-063", "architecture", "string or null"],
		["RUNNER-064", "created_at", "timestamp"],
		["RUNNER-065", "contacted_at", "timestamp or null"],
		["RUNNER-066", "ip_address", "string or null"],
		["RUNNER-067", "status", "string"],
	])("%s a manager has %s (%s)", (_, name, type) => {
		expect(required(answer("listRunnerManagers"))).toContain(name);
		expect(worded(property(answer("listRunnerManagers"), name))).toBe(type);
	});

	test("RUNNER-067, RUNNER-070 a manager's status is one of four, job_execution_status is optional", () => {
		const manager = answer("listRunnerManagers");
		expect(values(property(manager, "status"))).toEqual(["online", "offline", "stale", "never_contacted"]);
		expect(required(manager)).not.toContain("job_execution_status");
		expect(values(property(manager, "job_execution_status"))).toEqual(["idle", "active"]);
	});

	test.each([
		["RUNNER-071", "id", "integer"],
		["RUNNER-072", "status", "string"],
		["RUNNER-073", "stage", "string"],
		["RUNNER-074", "name", "string"],
		["RUNNER-075", "ref", "string"],
		["RUNNER-076", "tag", "boolean"],
		["RUNNER-077", "coverage", "number or null"],
		["RUNNER-078", "created_at", "timestamp"],
		["RUNNER-079", "started_at", "timestamp or null"],
		["RUNNER-080", "finished_at", "timestamp or null"],
		["RUNNER-081", "duration", "number or null"],
		["RUNNER-082", "queued_duration", "number or null"],
		["RUNNER-083", "user", "object"],
		["RUNNER-084", "commit", "object"],
		["RUNNER-085", "pipeline", "object"],
		["RUNNER-086", "project", "object"],
	])("%s a job has %s (%s)", (_, name, type) => {
		expect(required(answer("listRunnerJobs"))).toContain(name);
		expect(worded(property(answer("listRunnerJobs"), name))).toBe(type);
	});

	test.each([
		["RUNNER-081", "duration"],
		["RUNNER-082", "queued_duration"],
	])("%s %s is told in seconds", (_, name) => {
		expect(property(answer("listRunnerJobs"), name).description).toMatch(/^Seconds /);
	});

	test.each([
		[
			"RUNNER-087",
			"commit",
			{
				id: "string",
				short_id: "string",
				title: "string",
				created_at: "timestamp",
				parent_ids: "array",
				message: "string",
			},
		],
		[
			"RUNNER-088",
			"commit",
			{
				author_name: "string",
				author_email: "string",
				authored_date: "timestamp",
				committer_name: "string",
				committer_email: "string",
				committed_date: "timestamp",
			},
		],
		["RUNNER-089", "pipeline", { id: "integer", sha: "string", ref: "string", status: "string" }],
		[
			"RUNNER-090",
			"project",
			{
				id: "integer",
				description: "string or null",
				name: "string",
				name_with_namespace: "string",
				path: "string",
				path_with_namespace: "string",
				created_at: "timestamp",
			},
		],
		[
			"RUNNER-083, RUNNER-091",
			"user",
			{
				id: "integer",
				name: "string",
				username: "string",
				state: "string",
				avatar_url: "string or null",
				web_url: "string",
			},
		],
	])("%s a job's %s always has %j", (_, name, fields) => {
		const part = property(answer("listRunnerJobs"), name);
		expect(record(part)).toMatchObject(fields);
		expect(required(part)).toEqual(expect.arrayContaining(Object.keys(fields)));
	});

	test("RUNNER-087 parent_ids are strings", () => {
		expect(property(property(answer("listRunnerJobs"), "commit"), "parent_ids").items?.type).toBe("string");
	});

	test("RUNNER-091 further profile fields of a job's user are optional", () => {
		const user = property(answer("listRunnerJobs"), "user");
		const optional = Object.keys(user.properties ?? {}).filter((name) => !required(user).includes(name));
		const texts = ["bio", "location", "public_email", "website_url", "organization"];
		expect(optional).toEqual(["locked", "created_at", ...texts]);
		expect(worded(property(user, "locked"))).toBe("boolean");
		expect(worded(property(user, "created_at"))).toBe("timestamp");
		for (const name of texts) expect(worded(property(user, name))).toBe("string or null");
	});

	test("RUNNER-092 allow_failure, erased_at, web_url and failure_reason of a job are optional", () => {
		const job = answer("listRunnerJobs");
		const optional = Object.entries(record(job)).filter(([name]) => !required(job).includes(name));
		expect(Object.fromEntries(optional)).toEqual({
			allow_failure: "boolean",
			erased_at: "timestamp or null",
			web_url: "string",
			failure_reason: "string",
		});
	});

	test("RUNNER-348 the summary has the fields of a list item, of which paused may be missing", () => {
		const summary = answer("assignProjectRunner", "201");
		const item = answer("listRunners");
		expect(record(summary)).toEqual(record(item));
		expect(required(item).filter((name) => !required(summary).includes(name))).toEqual(["paused"]);
	});

	test.each([
		["RUNNER-385", "registerRunner", "201", { id: "integer", token: "string", token_expires_at: "timestamp or null" }],
		["RUNNER-014", "verifyRunner", "200", { id: "integer", token: "string", token_expires_at: "timestamp or null" }],
		[
			"RUNNER-018, RUNNER-473",
			"resetRunnerAuthenticationToken",
			"201",
			{ token: "string", token_expires_at: "timestamp or null" },
		],
		[
			"RUNNER-019, RUNNER-484",
			"resetRunnerAuthenticationTokenByToken",
			"201",
			{ token: "string", token_expires_at: "timestamp or null" },
		],
	])("%s %s answers %s with %j, all of it always", (_, id, status, fields) => {
		expect(record(answer(id, status))).toEqual(fields);
		expect(required(answer(id, status))).toEqual(Object.keys(fields));
	});

	test.each([
		["RUNNER-452", "resetRunnerRegistrationToken"],
		["RUNNER-458", "resetProjectRunnerRegistrationToken"],
		["RUNNER-464", "resetGroupRunnerRegistrationToken"],
	])("%s %s answers a token, and an expiry that may be null or missing", (_, id) => {
		expect(record(answer(id, "201"))).toEqual({ token: "string", token_expires_at: "timestamp or null" });
		expect(required(answer(id, "201"))).toEqual(["token"]);
	});
});

describe("list parameters", () => {
	const plain = ["active", "paused", "online", "offline"];

	test.each([
		["RUNNER-108", "listRunners", plain],
		["RUNNER-140", "listAllRunners", [...plain, "specific", "shared"]],
		["RUNNER-173", "listProjectRunners", plain],
	])("%s %s has scope, deprecated, one of %j", (_, id, allowed) => {
		const scope = operation(id).params.scope;
		expect([scope?.in, scope?.required, scope?.deprecated]).toEqual(["query", false, true]);
		expect(scope?.schema.enum).toEqual(allowed);
	});

	test("RUNNER-204 listGroupRunners has no scope", () => {
		const query = Object.values(operation("listGroupRunners").params).filter((one) => one.in === "query");
		expect(query.map((one) => one.name)).toEqual([
			"type",
			"status",
			"paused",
			"tag_list",
			"version_prefix",
			"page",
			"per_page",
		]);
	});

	test.each([
		["RUNNER-113", "listRunners"],
		["RUNNER-146", "listAllRunners"],
		["RUNNER-177", "listProjectRunners"],
		["RUNNER-206", "listGroupRunners"],
	])("%s %s has type, one of three", (_, id) => {
		const type = operation(id).params.type;
		expect([type?.in, type?.required, type?.schema.enum]).toEqual(["query", false, kinds]);
	});

	test.each([
		["RUNNER-118", "listRunners"],
		["RUNNER-151", "listAllRunners"],
		["RUNNER-182", "listProjectRunners"],
		["RUNNER-211", "listGroupRunners"],
	])("%s %s has status, four values and two deprecated ones, nothing else", (_, id) => {
		const status = operation(id).params.status;
		expect([status?.in, status?.required, status?.deprecated]).toEqual(["query", false, false]);
		const branches = status?.schema.anyOf?.map((one) => [one.deprecated === true, one.enum]);
		expect(branches).toEqual([
			[false, ["online", "offline", "stale", "never_contacted"]],
			[true, ["active", "paused"]],
		]);
	});

	test.each([
		["RUNNER-127", "listRunners", "paused", "boolean"],
		["RUNNER-160", "listAllRunners", "paused", "boolean"],
		["RUNNER-191", "listProjectRunners", "paused", "boolean"],
		["RUNNER-220", "listGroupRunners", "paused", "boolean"],
		["RUNNER-129", "listRunners", "tag_list", "array"],
		["RUNNER-162", "listAllRunners", "tag_list", "array"],
		["RUNNER-193", "listProjectRunners", "tag_list", "array"],
		["RUNNER-222", "listGroupRunners", "tag_list", "array"],
		["RUNNER-132", "listRunners", "version_prefix", "string"],
		["RUNNER-165", "listAllRunners", "version_prefix", "string"],
		["RUNNER-196", "listProjectRunners", "version_prefix", "string"],
		["RUNNER-225", "listGroupRunners", "version_prefix", "string"],
		["RUNNER-315", "listRunnerJobs", "system_id", "string"],
	])("%s %s has the query parameter %s (%s)", (_, id, name, type) => {
		const one = operation(id).params[name];
		expect([one?.in, one?.required, worded(one?.schema ?? {})]).toEqual(["query", false, type]);
		expect(one?.schema.items?.type).toBe(type === "array" ? "string" : undefined);
	});

	test.each([
		["RUNNER-316", "status", ["running", "success", "failed", "canceled"]],
		["RUNNER-317", "order_by", ["id"]],
		["RUNNER-318", "sort", ["asc", "desc"]],
	])("%s listRunnerJobs has %s, one of %j", (_, name, allowed) => {
		const one = operation("listRunnerJobs").params[name];
		expect([one?.in, one?.required, one?.schema.enum]).toEqual(["query", false, allowed]);
	});

	test("RUNNER-318 sort of the jobs is desc by default and needs order_by", () => {
		const sort = operation("listRunnerJobs").params.sort;
		expect(sort?.schema.default).toBe("desc");
		expect(sort?.description).toContain("together with `order_by`");
		expect(operation("listRunnerJobs").params.order_by?.schema).not.toHaveProperty("default");
	});

	test("RUNNER-242 listAllRunners is noted as self-managed only", () => {
		expect(operation("listAllRunners").raw["x-tenon-tier"]).toEqual({ offering: "self-managed" });
	});
});

describe("bodies", () => {
	const levels = ["not_protected", "ref_protected"];

	test.each([
		["RUNNER-272", "updateRunner", "description", "string"],
		["RUNNER-273", "updateRunner", "paused", "boolean"],
		["RUNNER-274", "updateRunner", "tag_list", "array"],
		["RUNNER-275", "updateRunner", "run_untagged", "boolean"],
		["RUNNER-276", "updateRunner", "locked", "boolean"],
		["RUNNER-277", "updateRunner", "access_level", "string"],
		["RUNNER-278", "updateRunner", "maximum_timeout", "integer or null"],
		["RUNNER-279", "updateRunner", "maintenance_note", "string"],
		["RUNNER-280", "updateRunner", "active", "boolean"],
		["RUNNER-374", "registerRunner", "description", "string"],
		["RUNNER-375", "registerRunner", "paused", "boolean"],
		["RUNNER-376", "registerRunner", "locked", "boolean"],
		["RUNNER-377", "registerRunner", "run_untagged", "boolean"],
		["RUNNER-378", "registerRunner", "tag_list", "array or string"],
		["RUNNER-379", "registerRunner", "access_level", "string"],
		["RUNNER-380", "registerRunner", "maximum_timeout", "integer"],
		["RUNNER-381", "registerRunner", "maintenance_note", "string"],
		["RUNNER-382", "registerRunner", "info", "object"],
		["RUNNER-383", "registerRunner", "active", "boolean"],
		["RUNNER-384", "registerRunner", "maintainer_note", "string"],
	])("%s %s takes %s (%s), optional", (_, id, name, type) => {
		const body = operation(id).body;
		expect(worded(property(body, name))).toBe(type);
		expect(required(body ?? {})).not.toContain(name);
	});

	test("RUNNER-274, RUNNER-378 tags are strings", () => {
		expect(property(operation("updateRunner").body, "tag_list").items?.type).toBe("string");
		const listed = property(operation("registerRunner").body, "tag_list").anyOf?.find((one) => one.type === "array");
		expect(listed?.items?.type).toBe("string");
	});

	test.each([
		["RUNNER-277", "updateRunner"],
		["RUNNER-379", "registerRunner"],
	])("%s access_level of %s is one of two", (_, id) => {
		expect(property(operation(id).body, "access_level").enum).toEqual(levels);
	});

	test.each([
		["RUNNER-278", "updateRunner"],
		["RUNNER-380", "registerRunner"],
	])("%s maximum_timeout of %s is told in seconds", (_, id) => {
		expect(property(operation(id).body, "maximum_timeout").description).toMatch(/^Seconds /);
	});

	test.each([
		["RUNNER-279", "updateRunner"],
		["RUNNER-381", "registerRunner"],
		["RUNNER-499", "createUserRunner"],
		["RUNNER-499", "registerRunner"],
		["RUNNER-499", "updateRunner"],
	])("%s maintenance_note of %s has at most 1024 characters", (_, id) => {
		expect(property(operation(id).body, "maintenance_note").maxLength).toBe(1024);
	});

	test.each([
		["RUNNER-280", "updateRunner", "active", "paused"],
		["RUNNER-383", "registerRunner", "active", "paused"],
		["RUNNER-384", "registerRunner", "maintainer_note", "maintenance_note"],
	])("%s %s: %s is deprecated in favour of %s", (_, id, name, replacedBy) => {
		const one = property(operation(id).body, name);
		expect(one.deprecated).toBe(true);
		expect(one["x-tenon-lifecycle"]).toEqual({ stage: "deprecated", removal: "v5", replacedBy });
		expect(property(operation(id).body, replacedBy).deprecated).toBeUndefined();
	});

	test("RUNNER-382 info holds five optional strings", () => {
		const info = property(operation("registerRunner").body, "info");
		expect(info.required).toBeUndefined();
		expect(record(info)).toEqual({
			name: "string",
			version: "string",
			revision: "string",
			platform: "string",
			architecture: "string",
		});
	});

	test("RUNNER-345 assignProjectRunner needs runner_id, an integer", () => {
		expect(operation("assignProjectRunner").body?.required).toEqual(["runner_id"]);
		expect(property(operation("assignProjectRunner").body, "runner_id").type).toBe("integer");
	});
});

describe("credentials and statuses", () => {
	const byToken = ["registerRunner", "deleteRunnerByToken", "verifyRunner", "resetRunnerAuthenticationTokenByToken"];
	const endpoints = () => operations().filter((one) => one.path.includes("/runners"));

	test("RUNNER-497 four operations declare no access token, all other runner endpoints do", () => {
		expect(endpoints()).toHaveLength(20);
		const without = endpoints().filter((one) => one.security.length === 0);
		expect(without.map((one) => one.id).sort()).toEqual([...byToken].sort());
		for (const one of endpoints())
			if (!byToken.includes(one.id)) expect([one.id, one.security]).toEqual([one.id, [["privateToken"]]]);
	});

	test.each([
		["createUserRunner", "create_runner"],
		["getRunner", "manage_runners"],
		["updateRunner", "manage_runners"],
		["resetRunnerAuthenticationToken", "manage_runners"],
		["deleteRunner", "manage_runners"],
	])("RUNNER-498 %s names scope %s, as stated", (id, scope) => {
		expect(operation(id).raw["x-tenon-access"]).toMatchObject({ scopes: expect.arrayContaining([scope]) });
		expect(operation(id).raw["x-tenon-evidence"]).toMatchObject({ stated: expect.arrayContaining(["scopes"]) });
	});

	test("RUNNER-500 marks the deprecated parameters and fields", () => {
		const deprecated = (schema: Schema | undefined): string[] =>
			Object.entries(schema?.properties ?? {})
				.filter(([, one]) => one.deprecated === true)
				.map(([name]) => name)
				.sort();
		for (const id of ["listRunners", "listAllRunners", "listProjectRunners"])
			expect(operation(id).params.scope?.deprecated).toBe(true);
		for (const id of ["listRunners", "listAllRunners", "listProjectRunners", "listGroupRunners"]) {
			expect(deprecated(answer(id))).toEqual(["active", "ip_address"]);
			const old = operation(id).params.status?.schema.anyOf?.filter((one) => one.deprecated === true);
			expect(old?.flatMap((one) => one.enum)).toEqual(["active", "paused"]);
		}
		expect(deprecated(answer("assignProjectRunner", "201"))).toEqual(["active", "ip_address"]);
		for (const id of ["getRunner", "updateRunner"])
			expect(deprecated(answer(id))).toEqual([
				"active",
				"architecture",
				"ip_address",
				"platform",
				"revision",
				"version",
			]);
		expect(deprecated(operation("updateRunner").body)).toEqual(["active"]);
		expect(deprecated(operation("registerRunner").body)).toEqual(["active", "maintainer_note"]);
	});

	test.each([
		["RUNNER-501", "registerRunner", ["201", "403", "410"]],
		["RUNNER-502", "verifyRunner", ["200", "403"]],
	])("%s %s lists %j, as stated", (_, id, statuses) => {
		expect(Object.keys(operation(id).answers)).toEqual(expect.arrayContaining(statuses));
		expect(operation(id).raw["x-tenon-evidence"]).toMatchObject({ stated: statuses });
	});

	test("RUNNER-503 tokens are opaque strings, without a pattern or bounds", () => {
		const given = [
			...byToken.map((id) => property(operation(id).body, "token")),
			property(answer("createUserRunner", "201"), "token"),
			...["registerRunner", "resetRunnerAuthenticationToken", "resetRunnerAuthenticationTokenByToken"].map((id) =>
				property(answer(id, "201"), "token"),
			),
			...[
				"resetRunnerRegistrationToken",
				"resetProjectRunnerRegistrationToken",
				"resetGroupRunnerRegistrationToken",
			].map((id) => property(answer(id, "201"), "token")),
			property(answer("verifyRunner"), "token"),
		];
		expect(given).toHaveLength(12);
		for (const one of given) expect(Object.keys(one).sort()).toEqual(["description", "type"]);
		for (const one of given) expect(one.type).toBe("string");
	});
});
