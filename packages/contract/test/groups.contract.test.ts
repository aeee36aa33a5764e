import { describe, expect, test } from "vitest";
import {
	answer,
	document,
	operation,
	operations,
	type Parameter,
	property,
	type Schema,
	types,
	values,
} from "./support/contract";

const groupLists = ["listGroups", "listSubgroups", "listDescendantGroups", "listGroupSharedGroups"];
const projectLists = ["listGroupProjects", "listGroupSharedProjects"];
const userLists = ["listGroupSamlUsers", "listGroupProvisionedUsers"];
const lists = [...groupLists, "listInvitedGroups", ...projectLists, ...userLists];
const details = ["getGroup", "updateGroup"];
const all = [...details, ...lists, "getGroupAvatar", "revokeGroupToken", "syncGroupLdap"];
/** Operations that answer a group's own record, whose fields are always there. */
const wholeRecords = [...details, ...groupLists];
const records = [...wholeRecords, "listInvitedGroups"];
const roleLevels = [5, 10, 15, 20, 30, 40, 50];
const visibilities = ["public", "internal", "private"];

/** Names of the parameters and body properties without which a request is refused. */
function required(id: string): string[] {
	const one = operation(id);
	const params = Object.values(one.params).filter((param) => param.required);
	return [...params.map((param) => param.name), ...(one.body?.required ?? [])].sort();
}

/** An optional query parameter. */
function parameter(id: string, name: string): Parameter {
	const param = operation(id).params[name];
	if (param?.in !== "query") throw new Error(`${id} has no query parameter ${name}`);
	expect(param.required).toBe(false);
	return param;
}

const query = (id: string, name: string): Schema => parameter(id, name).schema;

const queryNames = (id: string): string[] =>
	Object.values(operation(id).params)
		.filter((param) => param.in === "query")
		.map((param) => param.name)
		.sort();

/** A property of the JSON body of updateGroup, which no request has to send. */
function attribute(name: string): Schema {
	const { body } = operation("updateGroup");
	expect(body?.required ?? []).not.toContain(name);
	return property(body, name);
}

function expectTypes(schema: Schema, ...expected: string[]): void {
	expect(types(schema)).toEqual(new Set(expected));
}

const names = (schema: Schema | undefined): string[] => Object.keys(schema?.properties ?? {}).sort();

function optional(schema: Schema, ...fields: string[]): void {
	for (const name of fields) {
		expect(schema.properties).toHaveProperty(name);
		expect(schema.required ?? []).not.toContain(name);
	}
}

const premium = { tier: "premium" };
const ultimate = { tier: "ultimate" };

describe("operations", () => {
	test.each([
		["GROUP-001", "getGroup", "GET", "/groups/{id}", "id", "200", "get", "safe"],
		["GROUP-002", "listGroups", "GET", "/groups", "", "200", "list", "safe"],
		["GROUP-003", "listGroupProjects", "GET", "/groups/{id}/projects", "id", "200", "listProjects", "safe"],
		[
			"GROUP-004",
			"listGroupSharedProjects",
			"GET",
			"/groups/{id}/projects/shared",
			"id",
			"200",
			"listSharedProjects",
			"safe",
		],
		["GROUP-005", "listGroupSamlUsers", "GET", "/groups/{id}/saml_users", "id", "200", "listSamlUsers", "safe"],
		[
			"GROUP-006",
			"listGroupProvisionedUsers",
			"GET",
			"/groups/{id}/provisioned_users",
			"id",
			"200",
			"listProvisionedUsers",
			"safe",
		],
		["GROUP-007", "listSubgroups", "GET", "/groups/{id}/subgroups", "id", "200", "listSubgroups", "safe"],
		[
			"GROUP-008",
			"listDescendantGroups",
			"GET",
			"/groups/{id}/descendant_groups",
			"id",
			"200",
			"listDescendantGroups",
			"safe",
		],
		[
			"GROUP-009",
			"listGroupSharedGroups",
			"GET",
			"/groups/{id}/groups/shared",
			"id",
			"200",
			"listSharedGroups",
			"safe",
		],
		["GROUP-010", "listInvitedGroups", "GET", "/groups/{id}/invited_groups", "id", "200", "listInvitedGroups", "safe"],
		["GROUP-011", "updateGroup", "PUT", "/groups/{id}", "id", "200", "update", "idempotent"],
		["GROUP-012", "getGroupAvatar", "GET", "/groups/{id}/avatar", "id", "200", "getAvatar", "safe"],
		[
			"GROUP-013",
			"revokeGroupToken",
			"POST",
			"/groups/{id}/tokens/revoke",
			"id token",
			"200",
			"revokeToken",
			"idempotent",
		],
		["GROUP-014", "syncGroupLdap", "POST", "/groups/{id}/ldap_sync", "id", "202", "syncLdap", "idempotent"],
	])("%s %s is %s %s", (_claim, id, verb, path, needed, success, method, retry) => {
		const one = operation(id);
		expect([one.verb, one.path]).toEqual([verb, path]);
		expect(required(id)).toEqual(needed ? needed.split(" ") : []);
		expect(Object.keys(one.answers).filter((status) => status.startsWith("2"))).toEqual([success]);
		expect(one.raw["x-tenon-method"]).toBe(`groups.${method}`);
		expect(one.raw["x-tenon-retry"]).toBe(retry);
		expect(one.tags).toEqual(["groups"]);
	});

	test.each([
		["GROUP-002", "listGroups", "full_path"],
		["GROUP-003", "listGroupProjects", "path_with_namespace"],
		["GROUP-004", "listGroupSharedProjects", "path_with_namespace"],
		["GROUP-005", "listGroupSamlUsers", "username"],
		["GROUP-006", "listGroupProvisionedUsers", "username"],
		["GROUP-007", "listSubgroups", "full_path"],
		["GROUP-008", "listDescendantGroups", "full_path"],
		["GROUP-009", "listGroupSharedGroups", "full_path"],
		["GROUP-010", "listInvitedGroups", "full_path"],
	])("%s %s answers an array of records with %s", (_claim, id, name) => {
		expect(operation(id).answers["200"]?.schema?.type).toBe("array");
		expectTypes(property(answer(id), name), "string");
	});

	test("GROUP-001, GROUP-011 one group record is answered, in full", () => {
		for (const id of details) {
			expect(operation(id).answers["200"]?.schema?.type).toBe("object");
			expect(names(answer(id))).toEqual(expect.arrayContaining(["full_path", "shared_with_groups"]));
		}
		expect(answer("updateGroup")).toBe(answer("getGroup"));
		expect(queryNames("getGroup")).toEqual(["with_custom_attributes", "with_projects"]);
	});

	test("GROUP-001, GROUP-494 id of a group is a number or a full path, of updateGroup too", () => {
		const ids = all.filter((id) => id !== "listGroups");
		expect(ids).toHaveLength(13);
		for (const id of ids) {
			expect(operation(id).params.id?.in).toBe("path");
			expectTypes(operation(id).params.id?.schema ?? {}, "integer", "string");
		}
	});

	test.each([
		["GROUP-005", "listGroupSamlUsers", premium],
		["GROUP-006", "listGroupProvisionedUsers", premium],
		["GROUP-014", "syncGroupLdap", { tier: "premium", offering: "self-managed" }],
	])("%s %s is limited", (_claim, id, tier) => {
		expect(operation(id).raw["x-tenon-tier"]).toEqual(tier);
	});

	test("GROUP-010 listInvitedGroups declares 429, as stated, with its limit", () => {
		const { answers, raw } = operation("listInvitedGroups");
		expect(answers["429"]?.headers).toEqual(["retry-after"]);
		expect(raw["x-tenon-evidence"]).toMatchObject({ stated: expect.arrayContaining(["429"]) });
		expect(raw["x-tenon-rate-limit"]).toMatchObject({ limit: 60, period: 60, per: "user-or-ip" });
	});

	test("GROUP-011, GROUP-682 updateGroup takes JSON, a form, or multipart with a file as avatar", () => {
		const { bodies } = operation("updateGroup");
		expect(Object.keys(bodies)).toEqual([
			"application/json",
			"application/x-www-form-urlencoded",
			"multipart/form-data",
		]);
		const form = bodies["multipart/form-data"];
		expect(property(form, "avatar")).toMatchObject({ type: "string", format: "binary" });
		expect(form?.required ?? []).not.toContain("avatar");
		expect(property(bodies["application/json"], "avatar").format).toBeUndefined();
		expect(names(form)).toEqual(names(bodies["application/json"]));
		expect(form?.properties?.name).toBe(bodies["application/json"]?.properties?.name);
	});

	test("GROUP-012, GROUP-028, GROUP-701 the avatar is binary, every other answer JSON", () => {
		for (const id of all) {
			for (const [status, { types: media }] of Object.entries(operation(id).answers)) {
				if (id === "getGroupAvatar" && status === "200") expect(media).toEqual(["image/*", "application/octet-stream"]);
				else if (status === "202") expect(id).toBe("syncGroupLdap");
				else expect(media).toEqual(["application/json"]);
			}
		}
		expect(answer("getGroupAvatar")).toMatchObject({ type: "string", format: "binary" });
		expect(operation("getGroupAvatar").answers["200"]?.headers).toEqual(["content-disposition"]);
	});

	test("GROUP-013, GROUP-702 token is required text of the body", () => {
		const { bodies, params } = operation("revokeGroupToken");
		for (const body of Object.values(bodies)) {
			expect(body.required).toEqual(["token"]);
			expect(property(body, "token").type).toBe("string");
		}
		expect(Object.keys(bodies)).toHaveLength(3);
		expect(params.token).toBeUndefined();
	});

	test("GROUP-014, GROUP-727, GROUP-729 syncGroupLdap takes nothing but id, and no one may rely on its body", () => {
		const { params, bodies, answers } = operation("syncGroupLdap");
		expect(Object.keys(params).filter((name) => name !== "Sudo")).toEqual(["id"]);
		expect(bodies).toEqual({});
		expect(answers["202"]).toMatchObject({ types: [], schema: undefined });
		expect(answers["202"]?.description).toMatch(/not specified/);
		expect(operation("syncGroupLdap").raw["x-tenon-evidence"]).toMatchObject({
			assumed: expect.arrayContaining(["202"]),
		});
	});

	test("GROUP-015 no operation creates or deletes a group", () => {
		const verbs = (path: string) => operations().flatMap((one) => (one.path === path ? [one.verb] : []));
		expect(verbs("/groups")).toEqual(["GET"]);
		expect(verbs("/groups/{id}")).toEqual(["GET", "PUT"]);
		expect(operations().map((one) => one.id)).not.toEqual(
			expect.arrayContaining([expect.stringMatching(/^(create|delete)Group$/)]),
		);
	});

	test("GROUP-725 revokeGroupToken stands behind a flag, since 17.2", () => {
		expect(operation("revokeGroupToken").raw["x-tenon-lifecycle"]).toEqual({
			flag: "group_token_revocation",
			since: "17.2",
		});
	});

	test("GROUP-750 group operations live below /api/v4, and both lists of projects go in v5", () => {
		expect(document().servers).toEqual([expect.objectContaining({ url: "{base_url}/api/v4" })]);
		for (const id of all) {
			expect(operation(id).path).toMatch(/^\/groups(\/\{id\}.*)?$/);
			expect(operation(id).servers).toBeUndefined();
		}
		for (const name of ["projects", "shared_projects"])
			expect(property(answer("getGroup"), name)["x-tenon-lifecycle"]).toMatchObject({
				stage: "deprecated",
				removal: "v5",
			});
	});

	test("GROUP-751 each operation declares its refusals", () => {
		for (const id of all)
			expect(Object.keys(operation(id).answers)).toEqual(expect.arrayContaining(["401", "403", "404"]));
		for (const id of ["updateGroup", ...lists]) expect(operation(id).answers).toHaveProperty("400");
	});

	test("what is limited in calls says so and declares 429", () => {
		const limits = all.flatMap((id) => {
			const limit = operation(id).raw["x-tenon-rate-limit"] as { limit: number } | undefined;
			expect(operation(id).answers["429"] !== undefined).toBe(limit !== undefined);
			return limit ? [[id, limit.limit]] : [];
		});
		expect(limits).toEqual([
			["getGroup", 400],
			["listGroups", 200],
			["listGroupSharedGroups", 60],
			["listInvitedGroups", 60],
			["listGroupProjects", 600],
		]);
	});

	test("public groups can be read without credentials, users and writes cannot", () => {
		const open = all.filter((id) => operation(id).security.some((one) => one.length === 0));
		expect(open.sort()).toEqual(
			[
				"getGroup",
				"getGroupAvatar",
				"listInvitedGroups",
				// Answers anonymous callers too, though only with 403.
				"listGroupProvisionedUsers",
				...groupLists,
				...projectLists,
			].sort(),
		);
		for (const id of all) expect(operation(id).security[0]).toEqual(["privateToken"]);
	});

	test("every list is paged and says so in headers", () => {
		for (const id of lists) {
			expect(query(id, "page")).toMatchObject({ type: "integer", default: 1 });
			expect(query(id, "per_page")).toMatchObject({ type: "integer", default: 20 });
			expect(operation(id).answers["200"]?.headers.slice(0, 7)).toEqual([
				"x-page",
				"x-per-page",
				"x-next-page",
				"x-prev-page",
				"x-total",
				"x-total-pages",
				"link",
			]);
		}
		expect(operation("listGroups").raw["x-tenon-pagination"]).toMatchObject({
			styles: ["offset", "keyset"],
			keyset: { orders: ["name asc"], anonymousOnly: true, requiredAbove: 50000 },
		});
	});
});

describe("group record", () => {
	const common: [claim: string, name: string, ...types: string[]][] = [
		["GROUP-029", "id", "integer"],
		["GROUP-030", "name", "string"],
		["GROUP-030", "path", "string"],
		["GROUP-030", "full_name", "string"],
		["GROUP-030", "full_path", "string"],
		["GROUP-030", "web_url", "string"],
		["GROUP-031, GROUP-032", "description", "string", "null"],
		["GROUP-034, GROUP-035", "avatar_url", "string", "null"],
		["GROUP-036", "request_access_enabled", "boolean"],
		["GROUP-043", "parent_id", "integer", "null"],
		["GROUP-045", "created_at", "string"],
		["GROUP-091", "share_with_group_lock", "boolean"],
		["GROUP-091", "require_two_factor_authentication", "boolean"],
		["GROUP-092", "two_factor_grace_period", "integer"],
		["GROUP-096, GROUP-097", "auto_devops_enabled", "boolean", "null"],
		["GROUP-096, GROUP-097", "mentions_disabled", "boolean", "null"],
		["GROUP-096, GROUP-097", "emails_disabled", "boolean", "null"],
		["GROUP-096, GROUP-097", "emails_enabled", "boolean", "null"],
		["GROUP-096, GROUP-097", "lfs_enabled", "boolean"],
		["GROUP-100, GROUP-101", "default_branch", "string", "null"],
		["GROUP-102", "default_branch_protection", "integer"],
	];

	test.each(common)("%s %s is always there and has its type", (_claim, name, ...expected) => {
		for (const id of wholeRecords) {
			expectTypes(property(answer(id), name), ...expected);
			expect(answer(id).required).toContain(name);
		}
		expectTypes(property(answer("listInvitedGroups"), name), ...expected);
	});

	test.each([
		["GROUP-037, GROUP-038", "repository_storage", ["string", "null"]],
		["GROUP-040, GROUP-041", "file_template_project_id", ["integer", "null"]],
		["GROUP-046, GROUP-047", "ip_restriction_ranges", ["string", "null"]],
	])("%s %s is optional, may be null and needs a paid tier", (_claim, name, expected) => {
		for (const id of records) {
			const record = answer(id);
			expectTypes(property(record, name), ...expected);
			optional(record, name);
			expect(property(record, name)["x-tenon-tier"]).toEqual(premium);
		}
	});

	test("GROUP-033 visibility is one of three", () => {
		for (const id of records)
			expect(property(answer(id), "visibility")).toMatchObject({ type: "string", enum: visibilities });
	});

	test("GROUP-092 the grace period counts hours", () => {
		expect(property(answer("listGroups"), "two_factor_grace_period").description).toMatch(/^Hours/);
	});

	test("GROUP-093, GROUP-094 project_creation_level knows five values to read and three to write", () => {
		for (const id of wholeRecords) {
			const level = property(answer(id), "project_creation_level");
			expect(level).toMatchObject({
				type: "string",
				enum: ["noone", "maintainer", "developer", "administrator", "owner"],
			});
			expect(answer(id).required).toContain("project_creation_level");
		}
		expect(attribute("project_creation_level").enum).toEqual(["noone", "maintainer", "developer"]);
	});

	test("GROUP-095 subgroup_creation_level is owner or maintainer", () => {
		for (const id of wholeRecords) {
			expect(property(answer(id), "subgroup_creation_level")).toMatchObject({
				type: "string",
				enum: ["owner", "maintainer"],
			});
			expect(answer(id).required).toContain("subgroup_creation_level");
		}
	});

	test("GROUP-099 emails_disabled is deprecated for emails_enabled", () => {
		for (const id of records)
			expect(property(answer(id), "emails_disabled")).toMatchObject({
				deprecated: true,
				"x-tenon-lifecycle": { stage: "deprecated", replacedBy: "emails_enabled" },
			});
		expect(property(answer("listGroups"), "emails_enabled").deprecated).toBeUndefined();
	});

	test("GROUP-103 default_branch_protection lies between 0 and 4 and tells what each means", () => {
		const level = property(answer("listGroups"), "default_branch_protection");
		expect(level).toMatchObject({ minimum: 0, maximum: 4 });
		expect(level.description).toMatch(
			/0 not at all, 1 developers may push, 2 fully, 3 developers may merge, 4 fully after the first push/,
		);
	});

	test("GROUP-104, GROUP-105 default_branch_protection_defaults holds two arrays and flags", () => {
		for (const id of wholeRecords) {
			const defaults = property(answer(id), "default_branch_protection_defaults");
			expect(defaults.type).toBe("object");
			expect(answer(id).required).toContain("default_branch_protection_defaults");
			for (const name of ["allowed_to_push", "allowed_to_merge"]) {
				const allowed = property(defaults, name);
				expect(allowed.type).toBe("array");
				expect(names(allowed.items)).toEqual(["access_level"]);
				expectTypes(property(allowed.items, "access_level"), "integer");
			}
			expect(defaults.required).toEqual(["allowed_to_push", "allowed_to_merge", "allow_force_push"]);
			expectTypes(property(defaults, "allow_force_push"), "boolean");
			optional(defaults, "developer_can_initial_push", "code_owner_approval_required");
			expectTypes(property(defaults, "developer_can_initial_push"), "boolean");
			expectTypes(property(defaults, "code_owner_approval_required"), "boolean");
		}
	});

	test("GROUP-024 access levels are integers, in records and in min_access_level", () => {
		const detail = answer("getGroup");
		const share = property(detail, "shared_with_groups").items;
		expectTypes(property(share, "group_access_level"), "integer");
		for (const id of records) {
			const defaults = property(answer(id), "default_branch_protection_defaults");
			for (const name of ["allowed_to_push", "allowed_to_merge"])
				expectTypes(property(property(defaults, name).items, "access_level"), "integer");
		}
		const filtered = lists.filter((id) => operation(id).params.min_access_level);
		expect(filtered).toHaveLength(7);
		for (const id of filtered) expectTypes(query(id, "min_access_level"), "integer");
	});

	test("GROUP-026, GROUP-045 created_at is a date-time, the others dates", () => {
		for (const id of records)
			expect(property(answer(id), "created_at")).toMatchObject({ type: "string", format: "date-time" });
		const detail = answer("getGroup");
		expect(property(detail, "marked_for_deletion_on").format).toBe("date");
		expect(property(property(detail, "shared_with_groups").items, "expires_at").format).toBe("date");
	});

	test("GROUP-106, GROUP-107 items of shared groups add five fields", () => {
		const item = answer("listGroupSharedGroups");
		expectTypes(property(item, "organization_id"), "integer");
		expect(property(item, "shared_runners_setting")).toMatchObject({
			type: "string",
			enum: ["enabled", "disabled_and_overridable", "disabled_and_unoverridable"],
		});
		expectTypes(property(item, "ldap_cn"), "string", "null");
		expectTypes(property(item, "ldap_access"), "integer", "null");
		expect(property(item, "wiki_access_level")).toMatchObject({
			type: "string",
			enum: ["disabled", "private", "enabled"],
		});
		expect(item.required).toEqual(
			expect.arrayContaining(["organization_id", "shared_runners_setting", "ldap_cn", "ldap_access"]),
		);
	});

	test("GROUP-108 in the other lists these five are optional", () => {
		for (const id of ["listGroups", "listSubgroups", "listDescendantGroups", "listInvitedGroups"])
			optional(answer(id), "organization_id", "shared_runners_setting", "ldap_cn", "ldap_access", "wiki_access_level");
	});

	test("GROUP-124, GROUP-125 an invited group has five fields for sure and may have those of a shared group", () => {
		const item = answer("listInvitedGroups");
		expect([...(item.required ?? [])].sort()).toEqual(["description", "id", "name", "path", "web_url"]);
		expectTypes(property(item, "id"), "integer");
		const shared = answer("listGroupSharedGroups");
		expect(names(item)).toEqual(names(shared));
		for (const name of names(shared)) expect(property(item, name)).toBe(property(shared, name));
	});

	test("GROUP-159 custom_attributes is a list of key and value", () => {
		for (const id of [...records, ...projectLists]) {
			const attributes = property(answer(id), "custom_attributes");
			expect(attributes.type).toBe("array");
			expect(names(attributes.items)).toEqual(["key", "value"]);
			expect(attributes.items?.required).toEqual(["key", "value"]);
			for (const name of ["key", "value"]) expectTypes(property(attributes.items, name), "string");
			expect(attributes.description).toMatch(/empty without any/);
			optional(answer(id), "custom_attributes");
		}
	});

	test("no list item can hold a token or projects", () => {
		for (const id of [...groupLists, "listInvitedGroups"])
			for (const name of ["runners_token", "projects", "shared_projects"])
				expect(answer(id).properties).not.toHaveProperty(name);
	});
});

describe("statistics", () => {
	const sizes = [
		"storage_size",
		"repository_size",
		"wiki_size",
		"lfs_objects_size",
		"job_artifacts_size",
		"pipeline_artifacts_size",
		"packages_size",
		"snippets_size",
		"uploads_size",
	];
	const rootSizes = [
		"build_artifacts_size",
		"dependency_proxy_size",
		"lfs_objects_size",
		"packages_size",
		"pipeline_artifacts_size",
		"repository_size",
		"snippets_size",
		"storage_size",
		"uploads_size",
		"wiki_size",
	];
	const statistics = property(answer("listGroups"), "statistics");
	const root = property(answer("listGroups"), "root_storage_statistics");

	test("GROUP-111, GROUP-112 statistics holds nine sizes in bytes", () => {
		expect(names(statistics)).toEqual([...sizes].sort());
		expect([...(statistics.required ?? [])].sort()).toEqual([...sizes].sort());
		for (const name of sizes) {
			expect(property(statistics, name).type).toBe("integer");
			expect(property(statistics, name).description).toMatch(/^Bytes/);
		}
	});

	test("GROUP-115 root_storage_statistics holds ten sizes", () => {
		expect([...(root.required ?? [])].sort()).toEqual(rootSizes);
		for (const name of rootSizes) expect(property(root, name).type).toBe("integer");
	});

	test("GROUP-116 root_storage_statistics may tell of the container registry", () => {
		expect(names(root)).toEqual(
			[...rootSizes, "container_registry_size", "container_registry_size_is_estimated"].sort(),
		);
		optional(root, "container_registry_size", "container_registry_size_is_estimated");
		expectTypes(property(root, "container_registry_size"), "integer");
		expectTypes(property(root, "container_registry_size_is_estimated"), "boolean");
	});

	test("both are optional, and only where they can be asked for", () => {
		for (const id of ["listGroups", "listSubgroups", "listDescendantGroups"])
			optional(answer(id), "statistics", "root_storage_statistics");
		for (const id of ["listGroupSharedGroups", "listInvitedGroups"])
			expect(answer(id).properties).not.toHaveProperty("statistics");
	});
});

describe("single group", () => {
	const detail = answer("getGroup");

	test("GROUP-056 enabled_git_access_protocol is ssh, http or all", () => {
		expect(property(detail, "enabled_git_access_protocol")).toMatchObject({
			type: "string",
			enum: ["ssh", "http", "all"],
		});
		optional(detail, "enabled_git_access_protocol");
	});

	test("GROUP-059..061 shared_with_groups lists invitations", () => {
		const shared = property(detail, "shared_with_groups");
		expect(shared.type).toBe("array");
		expect(detail.required).toContain("shared_with_groups");
		expect(shared.items?.required).toEqual([
			"group_id",
			"group_name",
			"group_full_path",
			"group_access_level",
			"expires_at",
		]);
		expectTypes(property(shared.items, "group_access_level"), "integer");
		expectTypes(property(shared.items, "group_id"), "integer");
		expectTypes(property(shared.items, "group_name"), "string");
		expectTypes(property(shared.items, "group_full_path"), "string");
		expectTypes(property(shared.items, "expires_at"), "string", "null");
		expect(property(shared.items, "expires_at").format).toBe("date");
	});

	test.each([
		["GROUP-066", "projects"],
		["GROUP-067", "shared_projects"],
	])("%s %s is a deprecated array of project summaries", (_claim, name) => {
		expect(property(detail, name)).toMatchObject({ type: "array", deprecated: true, maxItems: 100 });
		expect(property(detail, name).items).toBe(answer("listGroupProjects"));
		optional(detail, name);
	});

	test("GROUP-076 two flags limit formulas", () => {
		for (const name of ["math_rendering_limits_enabled", "lock_math_rendering_limits_enabled"]) {
			expectTypes(property(detail, name), "boolean");
			expect(detail.required).toContain(name);
		}
	});

	test.each([
		["GROUP-077, GROUP-079", "shared_runners_minutes_limit", ["integer", "null"]],
		["GROUP-078, GROUP-079", "extra_shared_runners_minutes_limit", ["integer", "null"]],
		["GROUP-080, GROUP-081", "marked_for_deletion_on", ["string", "null"]],
		["GROUP-082", "membership_lock", ["boolean"]],
		["GROUP-083", "wiki_access_level", ["string"]],
		["GROUP-084", "assist_features_enabled", ["boolean"]],
		["GROUP-084", "lock_assist_features_enabled", ["boolean"]],
		["GROUP-085", "assist_availability", ["string"]],
		["GROUP-086", "experiment_features_enabled", ["boolean"]],
	])("%s %s is optional and needs a paid tier", (_claim, name, expected) => {
		expectTypes(property(detail, name), ...expected);
		optional(detail, name);
		expect(property(detail, name)["x-tenon-tier"]).toEqual(premium);
	});

	test("GROUP-080, GROUP-081 marked_for_deletion_on is a date, null without a mark", () => {
		expect(property(detail, "marked_for_deletion_on").format).toBe("date");
		expect(property(detail, "marked_for_deletion_on").description).toMatch(/null if it is not/);
	});

	test.each([
		["GROUP-083", "wiki_access_level", ["disabled", "private", "enabled"]],
		["GROUP-085", "assist_availability", ["default_on", "default_off", "never_on"]],
	])("%s %s has three values", (_claim, name, expected) => {
		expect(values(property(detail, name))).toEqual(expected);
	});

	test("GROUP-090 newer keys are optional", () => {
		optional(
			detail,
			"archived",
			"organization_id",
			"shared_runners_setting",
			"max_artifacts_size",
			"show_diff_preview_in_email",
		);
	});

	test.each([
		["prevent_forking_outside_group", ["boolean", "null"], premium],
		["allowed_email_domains_list", ["string", "null"], premium],
		["unique_project_download_limit", ["integer"], ultimate],
		["unique_project_download_limit_interval_in_seconds", ["integer"], ultimate],
		["unique_project_download_limit_allowlist", ["array"], ultimate],
		["unique_project_download_limit_alertlist", ["array"], ultimate],
		["auto_ban_user_on_excessive_projects_download", ["boolean"], ultimate],
		["web_based_commit_signing_enabled", ["boolean"], { offering: "hosted" }],
		["step_up_auth_required_oauth_provider", ["string", "null"], undefined],
	])("what can be set is told again: %s", (name, expected, tier) => {
		expectTypes(property(detail, name), ...expected);
		optional(detail, name);
		expect(property(detail, name)["x-tenon-tier"]).toEqual(tier);
	});

	test("what only some callers see is optional", () => {
		optional(detail, "runners_token", "prevent_sharing_groups_outside_hierarchy");
		expectTypes(property(detail, "runners_token"), "string");
		expectTypes(property(detail, "prevent_sharing_groups_outside_hierarchy"), "boolean");
		for (const id of details) expect(operation(id).raw["x-tenon-reveals"]).toEqual(["runners_token"]);
	});
});

describe("project summary", () => {
	const summary = answer("listGroupProjects");
	const either = projectLists.map((id) => answer(id));

	test.each([
		["GROUP-126", "id", ["integer"]],
		["GROUP-126, GROUP-127", "description", ["string", "null"]],
		["GROUP-126", "name", ["string"]],
		["GROUP-126", "name_with_namespace", ["string"]],
		["GROUP-126", "path", ["string"]],
		["GROUP-126", "path_with_namespace", ["string"]],
		["GROUP-129", "tag_list", ["array"]],
		["GROUP-129", "topics", ["array"]],
		["GROUP-131", "visibility", ["string"]],
		["GROUP-132", "ssh_url_to_repo", ["string"]],
		["GROUP-132", "http_url_to_repo", ["string"]],
		["GROUP-132", "web_url", ["string"]],
		["GROUP-135", "created_at", ["string"]],
		["GROUP-135", "last_activity_at", ["string"]],
		["GROUP-136", "namespace", ["object"]],
		["GROUP-138, GROUP-139", "avatar_url", ["string", "null"]],
		["GROUP-138, GROUP-139", "star_count", ["integer"]],
		["GROUP-138, GROUP-139", "forks_count", ["integer"]],
	])("%s %s is in every record, short ones too", (_claim, name, expected) => {
		for (const record of either) {
			expectTypes(property(record, name), ...expected);
			expect(record.required).toContain(name);
		}
	});

	test.each([
		["GROUP-127, GROUP-128", "default_branch", ["string", "null"]],
		["GROUP-131", "archived", ["boolean"]],
		["GROUP-132, GROUP-133", "readme_url", ["string", "null"]],
		["GROUP-134", "issues_enabled", ["boolean"]],
		["GROUP-134", "merge_requests_enabled", ["boolean"]],
		["GROUP-134", "wiki_enabled", ["boolean"]],
		["GROUP-134", "jobs_enabled", ["boolean"]],
		["GROUP-134", "snippets_enabled", ["boolean"]],
		["GROUP-134", "container_registry_enabled", ["boolean"]],
		["GROUP-134", "shared_runners_enabled", ["boolean"]],
		["GROUP-134", "public_jobs", ["boolean"]],
		["GROUP-134", "request_access_enabled", ["boolean"]],
		["GROUP-135", "creator_id", ["integer"]],
		["GROUP-138, GROUP-139", "open_issues_count", ["integer"]],
		["GROUP-140", "shared_with_groups", ["array"]],
	])("%s %s is declared, and absent from short or narrowed records", (_claim, name, expected) => {
		for (const record of either) {
			expectTypes(property(record, name), ...expected);
			optional(record, name);
		}
	});

	test("GROUP-129 tag_list is deprecated for topics, both hold text", () => {
		expect(property(summary, "tag_list")).toMatchObject({
			deprecated: true,
			items: { type: "string" },
			"x-tenon-lifecycle": { replacedBy: "topics" },
		});
		expect(property(summary, "topics").deprecated).toBeUndefined();
		expect(property(summary, "topics").items).toEqual({ type: "string" });
	});

	test("GROUP-131 visibility is one of three", () => {
		expect(property(summary, "visibility").enum).toEqual(visibilities);
	});

	test("GROUP-135 both times are date-times", () => {
		for (const name of ["created_at", "last_activity_at"]) expect(property(summary, name).format).toBe("date-time");
	});

	test("GROUP-136, GROUP-137 namespace tells whether it is a group or a user", () => {
		const namespace = property(summary, "namespace");
		expect(namespace.required).toEqual(["id", "name", "path", "kind"]);
		expectTypes(property(namespace, "id"), "integer");
		for (const name of ["name", "path"]) expectTypes(property(namespace, name), "string");
		expect(property(namespace, "kind")).toMatchObject({ type: "string", enum: ["group", "user"] });
		optional(namespace, "full_path", "parent_id", "avatar_url", "web_url");
		expectTypes(property(namespace, "parent_id"), "integer", "null");
		expectTypes(property(namespace, "avatar_url"), "string", "null");
	});

	test("GROUP-139 counts are not negative", () => {
		for (const name of ["star_count", "forks_count", "open_issues_count"])
			expect(property(summary, name)).toMatchObject({ type: "integer", minimum: 0 });
	});

	test("GROUP-140, GROUP-141 shared_with_groups lists invitations", () => {
		const shared = property(summary, "shared_with_groups");
		expect(shared.type).toBe("array");
		expect(shared.items?.required).toEqual([
			"group_id",
			"group_name",
			"group_full_path",
			"group_access_level",
			"expires_at",
		]);
	});
});

describe("shared project", () => {
	const record = answer("listGroupSharedProjects");
	const summary = answer("listGroupProjects");
	const levels = [
		"issues_access_level",
		"repository_access_level",
		"merge_requests_access_level",
		"forking_access_level",
		"wiki_access_level",
		"builds_access_level",
		"snippets_access_level",
		"pages_access_level",
		"security_and_compliance_access_level",
	];

	test("GROUP-142, GROUP-143 nine access levels have four values", () => {
		for (const name of levels)
			expect(property(record, name)).toMatchObject({
				type: "string",
				enum: ["disabled", "private", "enabled", "public"],
			});
		expect(names(record).filter((name) => name.endsWith("_access_level"))).toEqual([...levels].sort());
	});

	test("GROUP-144, GROUP-145 links, the empty mark and the clean-up of the registry", () => {
		const links = property(record, "_links");
		expect(names(links)).toEqual(
			["self", "issues", "merge_requests", "repo_branches", "labels", "events", "members"].sort(),
		);
		expect(links.required).toEqual(["self", "repo_branches", "labels", "events", "members"]);
		for (const name of names(links)) expect(property(links, name)).toMatchObject({ type: "string", format: "uri" });
		expect(property(record, "container_expiration_policy").type).toBe("object");
		expectTypes(property(record, "empty_repo"), "boolean");
	});

	const settings: [claim: string, ...names: string[]][] = [
		[
			"GROUP-146",
			"ci_default_git_depth",
			"ci_forward_deployment_enabled",
			"ci_forward_deployment_rollback_allowed",
			"ci_allow_fork_pipelines_to_run_in_parent_project",
			"ci_config_path",
			"build_timeout",
			"auto_cancel_pending_pipelines",
		],
		[
			"GROUP-147",
			"only_allow_merge_if_pipeline_succeeds",
			"only_allow_merge_if_all_discussions_are_resolved",
			"remove_source_branch_after_merge",
			"printing_merge_request_link_enabled",
		],
		["GROUP-148", "merge_method", "suggestion_commit_message", "autoclose_referenced_issues"],
		[
			"GROUP-149",
			"auto_devops_enabled",
			"auto_devops_deploy_strategy",
			"import_status",
			"lfs_enabled",
			"repository_storage",
			"can_create_merge_request_in",
		],
		["GROUP-150", "resolve_outdated_diff_discussions", "emails_disabled", "emails_enabled"],
	];

	test.each(settings)("%s %s and its like are settings of a shared project", (_claim, ...fields) => {
		for (const name of fields) {
			expect(types(property(record, name)).size).toBeGreaterThan(0);
			expect(summary.properties).not.toHaveProperty(name);
		}
	});

	test("GROUP-151 all of them are optional, beside the fields of the summary", () => {
		const added = names(record).filter((name) => !Object.hasOwn(summary.properties ?? {}, name));
		expect(added.sort()).toEqual(
			[
				...levels,
				"_links",
				"empty_repo",
				"container_expiration_policy",
				...settings.flatMap(([, ...fields]) => fields),
			].sort(),
		);
		expect(record.required).toEqual(summary.required);
		for (const name of names(summary)) expect(property(record, name)).toBe(property(summary, name));
	});
});

describe("users of a group", () => {
	const user = answer("listGroupSamlUsers");

	test("GROUP-369, GROUP-370 a SAML user has identities of two kinds", () => {
		expect(user.required).toEqual(expect.arrayContaining(["id", "username", "identities", "scim_identities"]));
		const identities = property(user, "identities");
		const scim = property(user, "scim_identities");
		expect([identities.type, scim.type]).toEqual(["array", "array"]);
		expect(names(identities.items)).toEqual(["extern_uid", "provider", "saml_provider_id"]);
		expectTypes(property(identities.items, "provider"), "string");
		expectTypes(property(identities.items, "extern_uid"), "string");
		expectTypes(property(identities.items, "saml_provider_id"), "integer", "null");
		expect(names(scim.items)).toEqual(["active", "extern_uid", "group_id"]);
		expectTypes(property(scim.items, "active"), "boolean");
	});

	test("GROUP-371 a SAML user has the extended fields of a user, but neither is_admin nor note", () => {
		expect(user.required).toEqual(
			expect.arrayContaining([
				"created_at",
				"bio",
				"confirmed_at",
				"last_sign_in_at",
				"email",
				"theme_id",
				"projects_limit",
				"two_factor_enabled",
				"external",
				"commit_email",
			]),
		);
		optional(user, "shared_runners_minutes_limit", "extra_shared_runners_minutes_limit");
		expect(user.properties).not.toHaveProperty("is_admin");
		expect(user.properties).not.toHaveProperty("note");
	});

	test.each([
		["GROUP-371", "created_at", ["string"]],
		["GROUP-371", "bio", ["string", "null"]],
		["GROUP-371", "confirmed_at", ["string", "null"]],
		["GROUP-371", "last_sign_in_at", ["string", "null"]],
		["GROUP-371", "email", ["string"]],
		["GROUP-371", "theme_id", ["integer", "null"]],
		["GROUP-371", "projects_limit", ["integer"]],
		["GROUP-371", "two_factor_enabled", ["boolean"]],
		["GROUP-371", "external", ["boolean"]],
		["GROUP-371", "commit_email", ["string"]],
		["GROUP-371", "shared_runners_minutes_limit", ["integer", "null"]],
		["GROUP-371", "extra_shared_runners_minutes_limit", ["integer", "null"]],
		["GROUP-369", "id", ["integer"]],
		["GROUP-369", "username", ["string"]],
		["GROUP-369", "name", ["string"]],
		["GROUP-369", "state", ["string"]],
		["GROUP-369", "locked", ["boolean"]],
	])("%s %s of a user has its type", (_claim, name, expected) => {
		expectTypes(property(user, name), ...expected);
	});

	test("GROUP-390 a provisioned user has the shape of a SAML user", () => {
		expect(answer("listGroupProvisionedUsers")).toBe(user);
	});
});

describe("revoked token", () => {
	const union = answer("revokeGroupToken");
	const [access, deploy, feed] = union.anyOf ?? [];

	test("GROUP-712 the answer is a union over the kinds of tokens", () => {
		expect(union.anyOf).toHaveLength(3);
		for (const branch of union.anyOf ?? []) {
			expect(branch.type).toBe("object");
			expect(branch.required).toEqual(expect.arrayContaining(["id", "name"]));
			expect(branch.properties).not.toHaveProperty("token");
		}
		const members = new Set((union.anyOf ?? []).flatMap(names));
		for (const name of ["id", "name", "username", "expires_at", "scopes", "revoked", "expired"])
			expect(members).toContain(name);
		expect(property(deploy, "scopes")).toMatchObject({ type: "array", items: { type: "string" } });
	});

	test("GROUP-713 an access token answers its record", () => {
		expect(names(access)).toEqual(
			[
				"id",
				"name",
				"revoked",
				"created_at",
				"description",
				"scopes",
				"user_id",
				"last_used_at",
				"active",
				"expires_at",
			].sort(),
		);
		expect([...(access?.required ?? [])].sort()).toEqual(names(access));
	});

	test("GROUP-714 a deploy token answers seven fields", () => {
		expect(names(deploy)).toEqual(["expired", "expires_at", "id", "name", "revoked", "scopes", "username"]);
		expect([...(deploy?.required ?? [])].sort()).toEqual(names(deploy));
		expectTypes(property(deploy, "expires_at"), "string", "null");
		expectTypes(property(deploy, "id"), "integer");
		for (const name of ["name", "username"]) expectTypes(property(deploy, name), "string");
		for (const name of ["revoked", "expired"]) expectTypes(property(deploy, name), "boolean");
	});

	test("GROUP-715 a feed token answers its owner, without a secret", () => {
		expect(names(feed)).toEqual(["id", "name", "username"]);
		expect([...(feed?.required ?? [])].sort()).toEqual(names(feed));
		expectTypes(property(feed, "id"), "integer");
		for (const name of ["name", "username"]) expectTypes(property(feed, name), "string");
		expect(feed?.description).toMatch(/old one no longer works/);
	});
});

describe("parameters of getGroup and listGroups", () => {
	test("GROUP-002, GROUP-214 custom_attributes is a map of keys to values", () => {
		const param = parameter("listGroups", "custom_attributes");
		expect(param).toMatchObject({ style: "deepObject", explode: true });
		expect(param.schema).toEqual({ type: "object", additionalProperties: { type: "string" } });
		expect(param.description).toContain("custom_attributes[<key>]=<value>");
	});

	test("GROUP-157 with_custom_attributes of getGroup is a boolean for administrators", () => {
		expect(query("getGroup", "with_custom_attributes").type).toBe("boolean");
		expect(parameter("getGroup", "with_custom_attributes").description).toMatch(/Administrators only/);
	});

	test("GROUP-162 with_projects is true by default and deprecated", () => {
		const param = parameter("getGroup", "with_projects");
		expect(param.schema).toMatchObject({ type: "boolean", default: true });
		expect(param.deprecated).toBe(true);
		expect(param["x-tenon-lifecycle"]).toMatchObject({ stage: "deprecated", removal: "v5" });
	});

	test.each([
		["GROUP-174", "all_available"],
		["GROUP-204", "statistics"],
		["GROUP-211", "with_custom_attributes"],
		["GROUP-217", "owned"],
		["GROUP-226", "top_level_only"],
		["GROUP-238", "active"],
		["GROUP-241", "archived"],
	])("%s %s of listGroups is an optional boolean", (_claim, name) => {
		expect(query("listGroups", name)).toEqual({ type: "boolean" });
	});

	test("GROUP-204 statistics is for administrators", () => {
		expect(parameter("listGroups", "statistics").description).toMatch(/Administrators only/);
	});

	test("GROUP-241 archived is an experiment", () => {
		expect(parameter("listGroups", "archived")["x-tenon-lifecycle"]).toEqual({ stage: "experiment" });
	});

	test("GROUP-181 skip_groups is an array of integers", () => {
		expect(query("listGroups", "skip_groups")).toEqual({ type: "array", items: { type: "integer" } });
	});

	test("GROUP-185 search is text", () => {
		expect(query("listGroups", "search")).toEqual({ type: "string" });
	});

	test("GROUP-193, GROUP-194 the order is by name, ascending, by default", () => {
		expect(query("listGroups", "order_by")).toMatchObject({
			enum: ["name", "path", "id", "similarity"],
			default: "name",
		});
		expect(query("listGroups", "sort")).toMatchObject({ enum: ["asc", "desc"], default: "asc" });
	});

	test("GROUP-205 visibility has three values", () => {
		expect(query("listGroups", "visibility")).toMatchObject({ type: "string", enum: visibilities });
	});

	test("GROUP-220, GROUP-221 min_access_level has seven values", () => {
		expect(query("listGroups", "min_access_level")).toMatchObject({ type: "integer", enum: roleLevels });
	});

	test("GROUP-229 repository_storage is text for administrators, on a paid tier", () => {
		const param = parameter("listGroups", "repository_storage");
		expect(param.schema).toEqual({ type: "string" });
		expect(param["x-tenon-tier"]).toEqual(premium);
		expect(param.description).toMatch(/Administrators only/);
	});

	test("GROUP-234 marked_for_deletion_on is a date, on a paid tier", () => {
		const param = parameter("listGroups", "marked_for_deletion_on");
		expect(param.schema).toEqual({ type: "string", format: "date" });
		expect(param["x-tenon-tier"]).toEqual(premium);
	});

	test("keyset pages can be asked for", () => {
		expect(query("listGroups", "pagination").enum).toEqual(["keyset", "offset"]);
		expect(query("listGroups", "cursor").type).toBe("string");
	});
});

describe("parameters of the project lists", () => {
	const booleans: [claim: string, id: string, name: string, byDefault: boolean | undefined][] = [
		["GROUP-262", "listGroupProjects", "archived", undefined],
		["GROUP-286", "listGroupProjects", "simple", false],
		["GROUP-289", "listGroupProjects", "owned", undefined],
		["GROUP-291", "listGroupProjects", "starred", undefined],
		["GROUP-296", "listGroupProjects", "with_issues_enabled", false],
		["GROUP-298", "listGroupProjects", "with_merge_requests_enabled", false],
		["GROUP-300", "listGroupProjects", "with_shared", true],
		["GROUP-303", "listGroupProjects", "include_subgroups", false],
		["GROUP-310", "listGroupProjects", "with_custom_attributes", undefined],
		["GROUP-312", "listGroupProjects", "with_security_reports", false],
		["GROUP-321", "listGroupSharedProjects", "archived", undefined],
		["GROUP-321", "listGroupSharedProjects", "simple", false],
		["GROUP-321", "listGroupSharedProjects", "starred", undefined],
		["GROUP-321", "listGroupSharedProjects", "with_issues_enabled", false],
		["GROUP-321", "listGroupSharedProjects", "with_merge_requests_enabled", false],
		["GROUP-321", "listGroupSharedProjects", "with_custom_attributes", undefined],
	];

	test.each(booleans)("%s %s: %s is a boolean, by default %s", (_claim, id, name, byDefault) => {
		expect(query(id, name).type).toBe("boolean");
		expect(query(id, name).default).toBe(byDefault);
	});

	test("GROUP-312 with_security_reports needs the highest tier", () => {
		expect(parameter("listGroupProjects", "with_security_reports")["x-tenon-tier"]).toEqual(ultimate);
	});

	test.each([
		["GROUP-264", "listGroupProjects"],
		["GROUP-322", "listGroupSharedProjects"],
	])("%s visibility of %s has three values", (_claim, id) => {
		expect(query(id, "visibility")).toMatchObject({ type: "string", enum: visibilities });
	});

	test.each([
		["GROUP-283", "listGroupProjects", "search"],
		["GROUP-293", "listGroupProjects", "topic"],
		["GROUP-322", "listGroupSharedProjects", "search"],
	])("%s %s takes text as %s", (_claim, id, name) => {
		expect(query(id, name)).toEqual({ type: "string" });
	});

	test.each([
		["GROUP-307", "listGroupProjects"],
		["GROUP-322", "listGroupSharedProjects"],
	])("%s min_access_level of %s is an integer", (_claim, id) => {
		expect(query(id, "min_access_level")).toMatchObject({ type: "integer", enum: roleLevels });
	});

	test.each([
		[
			"GROUP-269",
			"listGroupProjects",
			["id", "name", "path", "created_at", "updated_at", "similarity", "star_count", "last_activity_at"],
		],
		[
			"GROUP-323",
			"listGroupSharedProjects",
			["id", "name", "path", "created_at", "updated_at", "star_count", "last_activity_at"],
		],
	])("%s %s is ordered by created_at by default", (_claim, id, keys) => {
		expect(query(id, "order_by")).toMatchObject({ type: "string", enum: keys, default: "created_at" });
	});

	test.each([
		["GROUP-270", "listGroupProjects"],
		["GROUP-324", "listGroupSharedProjects"],
	])("%s %s is sorted downwards by default", (_claim, id) => {
		expect(query(id, "sort")).toMatchObject({ type: "string", enum: ["asc", "desc"], default: "desc" });
	});
});

describe("parameters of the user lists", () => {
	test.each([
		["GROUP-354", "listGroupSamlUsers"],
		["GROUP-381", "listGroupProvisionedUsers"],
	])("%s %s filters by name, state and time", (_claim, id) => {
		for (const name of ["username", "search"]) expect(query(id, name)).toEqual({ type: "string" });
		for (const name of ["active", "blocked"]) expect(query(id, name)).toEqual({ type: "boolean", default: false });
		for (const name of ["created_after", "created_before"])
			expect(query(id, name)).toEqual({ type: "string", format: "date-time" });
		expect(queryNames(id)).toEqual([
			"active",
			"blocked",
			"created_after",
			"created_before",
			"page",
			"per_page",
			"search",
			"username",
		]);
	});
});

describe("parameters of the lists of related groups", () => {
	test.each([
		["GROUP-392", "listSubgroups"],
		["GROUP-418", "listDescendantGroups"],
	])("%s %s takes ten filters and pages", (_claim, id) => {
		expect(queryNames(id)).toEqual([
			"active",
			"all_available",
			"min_access_level",
			"order_by",
			"owned",
			"page",
			"per_page",
			"search",
			"skip_groups",
			"sort",
			"statistics",
			"with_custom_attributes",
		]);
		for (const name of queryNames(id)) expect(query(id, name)).toBe(query("listSubgroups", name));
		expect(query(id, "skip_groups")).toEqual({ type: "array", items: { type: "integer" } });
		for (const name of ["all_available", "statistics", "with_custom_attributes", "owned", "active"])
			expect(query(id, name)).toEqual({ type: "boolean" });
		expect(query(id, "search")).toEqual({ type: "string" });
		expect(query(id, "min_access_level").type).toBe("integer");
	});

	test.each([
		["GROUP-393", "listSubgroups"],
		["GROUP-419", "listDescendantGroups"],
	])("%s %s is ordered by name, path or id", (_claim, id) => {
		expect(query(id, "order_by")).toMatchObject({ enum: ["name", "path", "id"], default: "name" });
		expect(query(id, "sort")).toMatchObject({ enum: ["asc", "desc"], default: "asc" });
	});

	test.each([
		["GROUP-446", "skip_groups", { type: "array", items: { type: "integer" } }],
		["GROUP-448", "search", { type: "string" }],
		["GROUP-450", "order_by", { type: "string", enum: ["name", "path", "id", "similarity"], default: "name" }],
		["GROUP-450", "sort", { type: "string", enum: ["asc", "desc"], default: "asc" }],
		["GROUP-454", "visibility", { type: "string", enum: visibilities }],
		["GROUP-459", "min_access_level", { type: "integer", enum: roleLevels }],
		["GROUP-461", "with_custom_attributes", { type: "boolean" }],
	])("%s listGroupSharedGroups takes %s", (_claim, name, expected) => {
		expect(query("listGroupSharedGroups", name)).toEqual(expected);
	});

	test.each([
		["GROUP-468", "search", { type: "string" }],
		["GROUP-468", "min_access_level", { type: "integer", enum: roleLevels }],
		["GROUP-471", "relation", { type: "array", items: { type: "string", enum: ["direct", "inherited"] } }],
		["GROUP-478", "with_custom_attributes", { type: "boolean" }],
	])("%s listInvitedGroups takes %s", (_claim, name, expected) => {
		expect(query("listInvitedGroups", name)).toEqual(expected);
	});
});

describe("attributes of updateGroup", () => {
	test("GROUP-504 none is required", () => {
		const { bodies, raw } = operation("updateGroup");
		for (const body of Object.values(bodies)) {
			expect(body.required ?? []).toEqual([]);
			expect(body.anyOf).toBeUndefined();
		}
		expect(raw.requestBody).toMatchObject({ required: false });
		expect(names(operation("updateGroup").body)).toHaveLength(44);
	});

	const attributes: [claim: string, name: string, ...types: string[]][] = [
		["GROUP-505", "name", "string"],
		["GROUP-505", "path", "string"],
		["GROUP-505", "description", "string"],
		["GROUP-518", "auto_devops_enabled", "boolean"],
		["GROUP-520", "lfs_enabled", "boolean"],
		["GROUP-522", "mentions_disabled", "boolean"],
		["GROUP-524", "request_access_enabled", "boolean"],
		["GROUP-526", "require_two_factor_authentication", "boolean"],
		["GROUP-528", "share_with_group_lock", "boolean"],
		["GROUP-532", "default_branch", "string"],
		["GROUP-535", "default_branch_protection", "integer"],
		["GROUP-539", "default_branch_protection_defaults", "object"],
		["GROUP-551", "emails_disabled", "boolean", "null"],
		["GROUP-552", "emails_enabled", "boolean"],
		["GROUP-557", "prevent_sharing_groups_outside_hierarchy", "boolean"],
		["GROUP-579", "step_up_auth_required_oauth_provider", "string"],
		["GROUP-585", "two_factor_grace_period", "integer"],
		["GROUP-598", "extra_shared_runners_minutes_limit", "integer"],
		["GROUP-602", "shared_runners_minutes_limit", "integer", "null"],
		["GROUP-610", "file_template_project_id", "integer", "null"],
		["GROUP-616", "membership_lock", "boolean"],
		["GROUP-618", "prevent_forking_outside_group", "boolean"],
		["GROUP-625", "auto_ban_user_on_excessive_projects_download", "boolean"],
		["GROUP-641", "ip_restriction_ranges", "string"],
		["GROUP-649", "allowed_email_domains_list", "string"],
		["GROUP-663", "experiment_features_enabled", "boolean"],
		["GROUP-665", "math_rendering_limits_enabled", "boolean"],
		["GROUP-665", "lock_math_rendering_limits_enabled", "boolean"],
		["GROUP-669", "assist_features_enabled", "boolean"],
		["GROUP-669", "lock_assist_features_enabled", "boolean"],
		["GROUP-674", "max_artifacts_size", "integer"],
		["GROUP-678", "web_based_commit_signing_enabled", "boolean"],
	];

	test.each(attributes)("%s %s is optional and has its type", (_claim, name, ...expected) => {
		expectTypes(attribute(name), ...expected);
	});

	test.each([
		["GROUP-545", "enabled_git_access_protocol", ["ssh", "http", "all"]],
		["GROUP-560", "project_creation_level", ["noone", "maintainer", "developer"]],
		["GROUP-565", "subgroup_creation_level", ["owner", "maintainer"]],
		["GROUP-588", "visibility", ["private", "internal", "public"]],
		["GROUP-652", "wiki_access_level", ["disabled", "private", "enabled"]],
		["GROUP-658", "assist_availability", ["default_on", "default_off", "never_on"]],
	])("%s %s takes listed values only", (_claim, name, expected) => {
		expect(attribute(name)).toMatchObject({ type: "string", enum: expected });
	});

	test("GROUP-569 shared_runners_setting takes three values and a deprecated alias", () => {
		const setting = attribute("shared_runners_setting");
		expectTypes(setting, "string");
		expect(values(setting)).toEqual([
			"enabled",
			"disabled_and_overridable",
			"disabled_and_unoverridable",
			"disabled_with_override",
		]);
		const old = (setting.anyOf ?? []).filter((branch) => branch.deprecated === true);
		expect(old).toEqual([
			expect.objectContaining({
				enum: ["disabled_with_override"],
				"x-tenon-lifecycle": expect.objectContaining({ replacedBy: "disabled_and_overridable" }),
			}),
		]);
	});

	test.each([
		["GROUP-535", "default_branch_protection", "default_branch_protection_defaults"],
		["GROUP-551", "emails_disabled", "emails_enabled"],
	])("%s %s is deprecated for %s", (_claim, name, instead) => {
		expect(attribute(name)).toMatchObject({
			deprecated: true,
			"x-tenon-lifecycle": { stage: "deprecated", replacedBy: instead },
		});
		expect(attribute(instead).deprecated).toBeUndefined();
	});

	test("GROUP-540, GROUP-541 default_branch_protection_defaults has five options", () => {
		const defaults = attribute("default_branch_protection_defaults");
		expect(names(defaults)).toEqual([
			"allow_force_push",
			"allowed_to_merge",
			"allowed_to_push",
			"code_owner_approval_required",
			"developer_can_initial_push",
		]);
		expect(defaults.required ?? []).toEqual([]);
		for (const name of ["allow_force_push", "code_owner_approval_required", "developer_can_initial_push"])
			expectTypes(property(defaults, name), "boolean");
		for (const name of ["allowed_to_push", "allowed_to_merge"]) {
			const { type, items } = property(defaults, name);
			expect(type).toBe("array");
			expect(items?.required).toEqual(["access_level"]);
			expect(property(items, "access_level")).toMatchObject({ type: "integer", enum: [0, 30, 40, 60] });
		}
	});

	test.each([
		["GROUP-621", "unique_project_download_limit", 10000],
		["GROUP-622", "unique_project_download_limit_interval_in_seconds", 864000],
	])("%s %s runs from 0 to %i", (_claim, name, maximum) => {
		expect(attribute(name)).toMatchObject({ type: "integer", minimum: 0, maximum, default: 0 });
		expect(attribute(name)["x-tenon-tier"]).toEqual(ultimate);
		expect(attribute(name).description).toMatch(/Ignored on subgroups/);
	});

	test.each([
		["GROUP-623", "unique_project_download_limit_allowlist", "string", /^Usernames/],
		["GROUP-624", "unique_project_download_limit_alertlist", "integer", /^Numbers of the users/],
	])("%s %s holds at most 100 entries", (_claim, name, item, says) => {
		expect(attribute(name)).toMatchObject({ type: "array", maxItems: 100, default: [], items: { type: item } });
		expect(attribute(name)["x-tenon-tier"]).toEqual(ultimate);
		expect(attribute(name).description).toMatch(says);
	});

	const selfManaged = { tier: "premium", offering: "self-managed" };
	test.each([
		["GROUP-598", "extra_shared_runners_minutes_limit", selfManaged],
		["GROUP-610", "file_template_project_id", premium],
		["GROUP-616", "membership_lock", premium],
		["GROUP-618", "prevent_forking_outside_group", premium],
		["GROUP-625", "auto_ban_user_on_excessive_projects_download", ultimate],
		["GROUP-641", "ip_restriction_ranges", premium],
		["GROUP-649", "allowed_email_domains_list", premium],
		["GROUP-652", "wiki_access_level", premium],
		["GROUP-669", "assist_features_enabled", selfManaged],
		["GROUP-669", "lock_assist_features_enabled", selfManaged],
		["GROUP-678", "web_based_commit_signing_enabled", { offering: "hosted" }],
	])("%s %s says where it is offered", (_claim, name, tier) => {
		expect(attribute(name)["x-tenon-tier"]).toEqual(tier);
	});

	test.each([
		["GROUP-557", "prevent_sharing_groups_outside_hierarchy", /Ignored on subgroups/],
		["GROUP-585", "two_factor_grace_period", /^Hours/],
		["GROUP-598", "extra_shared_runners_minutes_limit", /Administrators only/],
		["GROUP-602", "shared_runners_minutes_limit", /Administrators only/],
		["GROUP-641", "ip_restriction_ranges", /Addresses and subnets .* separated by commas/],
		["GROUP-649", "allowed_email_domains_list", /Domains .* separated by commas/],
		["GROUP-674", "max_artifacts_size", /job artifact in megabytes/],
		["GROUP-678", "web_based_commit_signing_enabled", /Ignored on subgroups/],
	])("%s %s tells its unit or its limits", (_claim, name, says) => {
		expect(attribute(name).description).toMatch(says);
	});

	test("GROUP-579 step_up_auth_required_oauth_provider stands behind a flag", () => {
		expect(attribute("step_up_auth_required_oauth_provider")["x-tenon-lifecycle"]).toEqual({
			flag: "group_step_up_authentication",
		});
	});

	test("a JSON or form body can only take the avatar away", () => {
		expect(attribute("avatar")).toMatchObject({ type: ["string", "null"], maxLength: 0 });
	});
});
