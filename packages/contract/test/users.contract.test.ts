import { describe, expect, test } from "vitest";
import { answer, operation, operations, property, type Schema, types, values } from "./support/contract";

/** Types as the claims word them: "string", "string or null", "timestamp", "date or null". */
function worded(schema: Schema): string {
	const formats: Record<string, string> = { "date-time": "timestamp", date: "date", binary: "file" };
	const plain = [...types(schema)].filter((type) => type !== "null").join(" or ");
	const name = (plain === "string" && formats[String(schema.format)]) || plain;
	return types(schema).has("null") ? `${name} or null` : name;
}

const required = (schema: Schema | undefined): string[] => schema?.required ?? [];
const record = (schema: Schema | undefined): Record<string, string> =>
	Object.fromEntries(Object.entries(schema?.properties ?? {}).map(([name, one]) => [name, worded(one)]));

const success = (id: string): string[] => Object.keys(operation(id).answers).filter((status) => status.startsWith("2"));
const bodyTypes = (id: string, status: string): string[] | undefined => operation(id).answers[status]?.types;

/** Path and query parameters as `name` (needed) or `name?`, with their types. */
function asked(id: string): Record<string, string> {
	const given = Object.values(operation(id).params).filter((one) => one.in !== "header");
	return Object.fromEntries(given.map((one) => [one.required ? one.name : `${one.name}?`, worded(one.schema)]));
}

/** The object of a union with null. */
const whole = (schema: Schema): Schema => schema.anyOf?.find((one) => one.properties) ?? schema;

const basics = ["id", "username", "name", "state", "locked", "avatar_url", "web_url"];
const hidden = ["created_at", "followers", "following", "is_followed"];
const every = [
	["listUsers", "GET", "/users"],
	["createUser", "POST", "/users"],
	["getUser", "GET", "/users/{id}"],
	["updateUser", "PUT", "/users/{id}"],
	["deleteUser", "DELETE", "/users/{id}"],
	["getCurrentUser", "GET", "/user"],
	["getCurrentUserStatus", "GET", "/user/status"],
	["replaceCurrentUserStatus", "PUT", "/user/status"],
	["updateCurrentUserStatus", "PATCH", "/user/status"],
	["getUserStatus", "GET", "/users/{id_or_username}/status"],
	["getUserPreferences", "GET", "/user/preferences"],
	["updateUserPreferences", "PUT", "/user/preferences"],
	["setUserAvatar", "PUT", "/user/avatar"],
	["getUserCounts", "GET", "/user_counts"],
	["getUserAssociationsCount", "GET", "/users/{id}/associations_count"],
	["listUserActivities", "GET", "/user/activities"],
	["listUserMemberships", "GET", "/users/{id}/memberships"],
	["disableUserTwoFactor", "PATCH", "/users/{id}/disable_two_factor"],
	["createUserRunner", "POST", "/user/runners"],
	["deleteUserIdentity", "DELETE", "/users/{id}/identities/{provider}"],
	["getSupportPin", "GET", "/user/support_pin"],
	["createSupportPin", "POST", "/user/support_pin"],
	["getUserSupportPin", "GET", "/users/{id}/support_pin"],
	["revokeUserSupportPin", "POST", "/users/{id}/support_pin/revoke"],
];
const methods: Record<string, string> = {
	listUsers: "users.list",
	getUser: "users.get",
	getCurrentUser: "users.current",
	createUser: "users.create",
	updateUser: "users.update",
	deleteUser: "users.delete",
	getCurrentUserStatus: "users.currentStatus",
	getUserStatus: "users.status",
	replaceCurrentUserStatus: "users.replaceStatus",
	updateCurrentUserStatus: "users.updateStatus",
	getUserPreferences: "users.preferences",
	updateUserPreferences: "users.updatePreferences",
	setUserAvatar: "users.setAvatar",
	getUserCounts: "users.counts",
	getUserAssociationsCount: "users.associationsCount",
	listUserActivities: "users.listActivities",
	listUserMemberships: "users.listMemberships",
	disableUserTwoFactor: "users.disableTwoFactor",
	createUserRunner: "users.createRunner",
	deleteUserIdentity: "users.deleteIdentity",
	createSupportPin: "users.createSupportPin",
	getSupportPin: "users.supportPin",
	getUserSupportPin: "users.supportPinOf",
	revokeUserSupportPin: "users.revokeSupportPin",
};

describe("operations", () => {
	test("the domain has these operations, each with its method", () => {
		const all = operations().filter((one) => one.tags.includes("users"));
		expect(all.map(({ id, verb, path }) => [id, verb, path].join(" ")).sort()).toEqual(
			every.map((one) => one.join(" ")).sort(),
		);
		expect(Object.fromEntries(all.map((one) => [one.id, one.raw["x-tenon-method"]]))).toEqual(methods);
	});

	test("USER-001 listUsers is GET /users, nothing required, 200 with an array of users", () => {
		const one = operation("listUsers");
		expect([one.verb, one.path, success(one.id), one.body]).toEqual(["GET", "/users", ["200"], undefined]);
		expect(Object.values(one.params).filter((each) => each.required)).toEqual([]);
		expect(one.answers["200"]?.schema?.type).toBe("array");
		expect(required(answer(one.id))).toEqual(basics);
	});

	test.each([
		["USER-002", "getUser", "/users/{id}", { id: "integer", "with_custom_attributes?": "boolean" }, "bio"],
		["USER-003", "getCurrentUser", "/user", { "sudo?": "integer" }, "preferred_language"],
		["USER-007", "getCurrentUserStatus", "/user/status", {}, "emoji"],
		["USER-008", "getUserStatus", "/users/{id_or_username}/status", { id_or_username: "string" }, "emoji"],
		["USER-011", "getUserPreferences", "/user/preferences", {}, "user_id"],
		["USER-014", "getUserCounts", "/user_counts", {}, "assigned_issues"],
		["USER-015", "getUserAssociationsCount", "/users/{id}/associations_count", { id: "integer" }, "groups_count"],
		["USER-022", "getSupportPin", "/user/support_pin", {}, "pin"],
		["USER-023", "getUserSupportPin", "/users/{id}/support_pin", { id: "integer" }, "pin"],
	])("%s %s is GET %s with %j, 200 with one record", (_, id, path, params, mark) => {
		const one = operation(id);
		expect([one.verb, one.path, success(id), one.body]).toEqual(["GET", path, ["200"], undefined]);
		expect(asked(id)).toEqual(params);
		expect(one.answers["200"]?.types).toEqual(["application/json"]);
		expect(one.answers["200"]?.schema?.type).toBe("object");
		expect(required(answer(id))).toContain(mark);
	});

	test("USER-004 createUser is POST /users, 201 with the administrator view", () => {
		const one = operation("createUser");
		expect([one.verb, one.path, success(one.id), asked(one.id)]).toEqual(["POST", "/users", ["201"], {}]);
		for (const body of Object.values(one.bodies)) {
			expect(required(body)).toEqual(["username", "name", "email"]);
			expect(body.anyOf?.map((branch) => branch.required)).toEqual([
				["password"],
				["reset_password"],
				["force_random_password"],
			]);
		}
		expect(required(answer(one.id, "201"))).toEqual(expect.arrayContaining([...basics, "email", "is_admin", "note"]));
	});

	test("USER-005 updateUser is PUT /users/:id, 200 with the administrator view", () => {
		const one = operation("updateUser");
		expect([one.verb, one.path, success(one.id), asked(one.id)]).toEqual([
			"PUT",
			"/users/{id}",
			["200"],
			{ id: "integer" },
		]);
		expect(required(one.body)).toEqual([]);
		expect(answer(one.id)).toBe(answer("createUser", "201"));
	});

	test.each([
		["USER-006", "deleteUser", "DELETE", "/users/{id}", { id: "integer", "hard_delete?": "boolean" }],
		["USER-018", "disableUserTwoFactor", "PATCH", "/users/{id}/disable_two_factor", { id: "integer" }],
		[
			"USER-020, USER-688",
			"deleteUserIdentity",
			"DELETE",
			"/users/{id}/identities/{provider}",
			{ id: "integer", provider: "string" },
		],
	])("%s %s is %s %s with %j, 204 without a body", (_, id, verb, path, params) => {
		const one = operation(id);
		expect([one.verb, one.path, success(id), bodyTypes(id, "204")]).toEqual([verb, path, ["204"], []]);
		expect(asked(id)).toEqual(params);
		expect(one.body).toBeUndefined();
	});

	test.each([
		["USER-009", "replaceCurrentUserStatus", "PUT"],
		["USER-010", "updateCurrentUserStatus", "PATCH"],
	])("%s %s is %s /user/status, nothing required, 200 with the new status", (_, id, verb) => {
		const one = operation(id);
		expect([one.verb, one.path, success(id), asked(id)]).toEqual([verb, "/user/status", ["200"], {}]);
		expect(one.raw.requestBody).toMatchObject({ required: false });
		expect(required(one.body)).toEqual([]);
		expect(whole(answer(id))).toBe(answer("getCurrentUserStatus"));
	});

	test("USER-012 updateUserPreferences is PUT /user/preferences, three required booleans, 200 with the preferences", () => {
		const one = operation("updateUserPreferences");
		expect([one.verb, one.path, success(one.id), asked(one.id)]).toEqual(["PUT", "/user/preferences", ["200"], {}]);
		expect(record(one.body)).toEqual({
			view_diffs_file_by_file: "boolean",
			show_whitespace_in_diffs: "boolean",
			pass_user_identities_to_ci_jwt: "boolean",
		});
		expect(required(one.body)).toEqual(Object.keys(record(one.body)));
		expect(answer(one.id)).toBe(answer("getUserPreferences"));
	});

	test("USER-013, USER-581, USER-582 setUserAvatar is PUT /user/avatar, a multipart file, 200 with avatar_url", () => {
		const one = operation("setUserAvatar");
		expect([one.verb, one.path, success(one.id), asked(one.id)]).toEqual(["PUT", "/user/avatar", ["200"], {}]);
		expect(Object.keys(one.bodies)).toEqual(["multipart/form-data"]);
		expect([required(one.body), record(one.body)]).toEqual([["avatar"], { avatar: "file" }]);
		expect([required(answer(one.id)), record(answer(one.id))]).toEqual([["avatar_url"], { avatar_url: "string" }]);
	});

	test.each([
		["USER-016", "listUserActivities", "/user/activities", { "from?": "date" }, "last_activity_on"],
		["USER-017", "listUserMemberships", "/users/{id}/memberships", { id: "integer", "type?": "string" }, "source_id"],
	])("%s %s is GET %s with %j, 200 with an array", (_, id, path, params, mark) => {
		const one = operation(id);
		expect([one.verb, one.path, success(id), one.body]).toEqual(["GET", path, ["200"], undefined]);
		expect(asked(id)).toEqual({ ...params, "page?": "integer", "per_page?": "integer" });
		expect(one.answers["200"]?.schema?.type).toBe("array");
		expect(required(answer(id))).toContain(mark);
	});

	test("USER-019, USER-661 createUserRunner is POST /user/runners, 201 with id, token and token_expires_at", () => {
		const one = operation("createUserRunner");
		expect([one.verb, one.path, success(one.id), asked(one.id)]).toEqual(["POST", "/user/runners", ["201"], {}]);
		expect(required(one.body)).toEqual(["runner_type"]);
		expect(property(one.body, "group_id").description).toMatch(/required for `group_type`/);
		expect(property(one.body, "project_id").description).toMatch(/required for `project_type`/);
		const made = answer(one.id, "201");
		expect(record(made)).toEqual({ id: "integer", token: "string", token_expires_at: "timestamp or null" });
		expect(required(made)).toEqual(["id", "token", "token_expires_at"]);
		expect(one.raw["x-tenon-reveals"]).toEqual(["token"]);
	});

	test("USER-021 createSupportPin is POST /user/support_pin, no parameters, 201 with the PIN", () => {
		const one = operation("createSupportPin");
		expect([one.verb, one.path, success(one.id), asked(one.id)]).toEqual(["POST", "/user/support_pin", ["201"], {}]);
		expect(one.body).toBeUndefined();
		expect(answer(one.id, "201")).toBe(answer("getSupportPin"));
	});

	test("USER-024, USER-707 revokeUserSupportPin is POST /users/:id/support_pin/revoke, 202 with an open body", () => {
		const one = operation("revokeUserSupportPin");
		expect([one.verb, one.path, success(one.id)]).toEqual(["POST", "/users/{id}/support_pin/revoke", ["202"]]);
		expect([asked(one.id), one.body]).toEqual([{ id: "integer" }, undefined]);
		expect(one.answers["202"]).toMatchObject({ types: [], schema: undefined });
	});

	test("USER-168 no operation changes a user's state", () => {
		const writes = operations().filter((one) => one.verb !== "GET" && /^\/users?(\/|$)/.test(one.path));
		expect(writes.map((one) => one.id).sort()).toEqual(
			every
				.filter(([, verb]) => verb !== "GET")
				.map(([id]) => id)
				.sort(),
		);
		for (const one of writes)
			for (const body of Object.values(one.bodies)) expect(Object.keys(body.properties ?? {})).not.toContain("state");
	});

	test("USER-709, USER-711 the token is optional for getUserStatus and listUsers", () => {
		for (const id of ["getUserStatus", "listUsers"]) expect(operation(id).security).toEqual([["privateToken"], []]);
	});

	test("USER-710 every other operation needs the token", () => {
		const others = every.flatMap(([id = ""]) => (["getUserStatus", "listUsers"].includes(id) ? [] : [id]));
		expect(others).toHaveLength(22);
		for (const id of others) expect([id, operation(id).security]).toEqual([id, [["privateToken"]]]);
	});

	test("USER-722 what is named _at is a timestamp, what is named _on a date", () => {
		const seen: string[] = [];
		for (const [id = ""] of every)
			for (const status of success(id)) {
				const schema = operation(id).answers[status]?.schema;
				for (const [name, type] of Object.entries(record(schema && whole(schema.items ?? schema)))) {
					if (!/_(at|on)$/.test(name)) continue;
					const date = name === "last_activity_on" || (id === "listUserActivities" && name === "last_activity_at");
					expect([id, name, type.replace(" or null", "")]).toEqual([id, name, date ? "date" : "timestamp"]);
					seen.push(name);
				}
			}
		expect(new Set(seen)).toEqual(
			new Set([
				"created_at",
				"last_sign_in_at",
				"confirmed_at",
				"last_activity_on",
				"current_sign_in_at",
				"clear_status_at",
				"last_activity_at",
				"token_expires_at",
				"expires_at",
			]),
		);
		expect(asked("listUserActivities")["from?"]).toBe("date");
	});

	test("USER-723 deprecated are merge_requests of the counts and last_activity_at, and no other field", () => {
		const found = every.flatMap(([id = ""]) =>
			success(id).flatMap((status) => {
				const schema = operation(id).answers[status]?.schema;
				const fields = Object.entries((schema && whole(schema.items ?? schema).properties) ?? {});
				return fields.filter(([, one]) => one.deprecated).map(([name]) => `${id} ${name}`);
			}),
		);
		expect(found).toEqual(["getUserCounts merge_requests", "listUserActivities last_activity_at"]);
	});

	test.each([
		["deleteUser", ["204", "404", "409"]],
		["listUserMemberships", ["200", "400", "403", "404"]],
		["disableUserTwoFactor", ["204", "400", "403", "404"]],
		["setUserAvatar", ["200", "400"]],
		["revokeUserSupportPin", ["202"]],
		["updateUser", ["404"]],
	])("%s declares the stated statuses %j as stated", (id, statuses) => {
		expect(Object.keys(operation(id).answers)).toEqual(expect.arrayContaining(statuses));
		const { stated } = operation(id).raw["x-tenon-evidence"] as { stated: string[] };
		expect(stated.filter((one) => /^\d/.test(one))).toEqual(statuses);
	});
});

describe("users", () => {
	test.each([
		["USER-025", "id", "integer"],
		["USER-026", "username", "string"],
		["USER-027", "name", "string"],
		["USER-028", "state", "string"],
		["USER-029", "locked", "boolean"],
		["USER-030", "avatar_url", "string or null"],
		["USER-031", "web_url", "string"],
	])("%s a list item carries %s (%s)", (_, name, type) => {
		expect(required(answer("listUsers"))).toContain(name);
		expect(worded(property(answer("listUsers"), name))).toBe(type);
	});

	test("USER-032, USER-033 state is an open set with six hints", () => {
		const state = property(answer("listUsers"), "state");
		expect(values(state)).toEqual([
			"active",
			"blocked",
			"deactivated",
			"banned",
			"ldap_blocked",
			"blocked_pending_approval",
		]);
		expect(state.anyOf?.filter((one) => one.type === "string" && one.enum === undefined)).toHaveLength(1);
		expect(property(answer("getUser"), "state")).toBe(state);
	});

	test("USER-034 a list item may carry public_email", () => {
		expect(worded(property(answer("listUsers"), "public_email"))).toBe("string or null");
		expect(required(answer("listUsers"))).not.toContain("public_email");
	});

	test.each([
		["USER-039", "bio", "string"],
		["USER-040", "bot", "boolean"],
		["USER-041", "location", "string or null"],
		["USER-042", "public_email", "string or null"],
		["USER-043", "professional_network", "string"],
		["USER-044", "microblog", "string"],
		["USER-045", "chat_account", "string"],
		["USER-046", "code_host", "string"],
		["USER-047", "website_url", "string"],
		["USER-048", "organization", "string or null"],
		["USER-049", "job_title", "string"],
		["USER-050", "pronouns", "string or null"],
		["USER-051", "work_information", "string or null"],
		["USER-054", "local_time", "string or null"],
	])("%s a single user carries %s (%s)", (_, name, type) => {
		expect(worded(property(answer("getUser"), name))).toBe(type);
		expect(required(answer("getUser"))).toContain(name);
	});

	test.each([
		["USER-038, USER-062", "created_at", "timestamp"],
		["USER-052, USER-062", "followers", "integer"],
		["USER-053, USER-062", "following", "integer"],
		["USER-055, USER-062", "is_followed", "boolean"],
	])("%s a single user carries %s (%s), unless the profile is private", (_, name, type) => {
		expect(worded(property(answer("getUser"), name))).toBe(type);
		expect(required(answer("getUser"))).not.toContain(name);
		expect(property(answer("getUser"), name).description).toMatch(/Absent where the profile is private/);
	});

	test("USER-056 a single user carries every field of a list item", () => {
		expect(required(answer("getUser"))).toEqual(expect.arrayContaining(basics));
		for (const name of basics) expect(property(answer("getUser"), name)).toBe(property(answer("listUsers"), name));
	});

	const admin = [
		["USER-066", "email", "string"],
		["USER-067", "is_admin", "boolean"],
		["USER-068", "last_sign_in_at", "timestamp or null"],
		["USER-069", "confirmed_at", "timestamp or null"],
		["USER-070", "theme_id", "integer or null"],
		["USER-071", "last_activity_on", "date or null"],
		["USER-072", "color_scheme_id", "integer or null"],
		["USER-073", "projects_limit", "integer"],
		["USER-074", "current_sign_in_at", "timestamp or null"],
		["USER-075", "note", "string or null"],
		["USER-076", "identities", "array"],
		["USER-077", "can_create_group", "boolean"],
		["USER-078", "can_create_project", "boolean"],
		["USER-079", "two_factor_enabled", "boolean"],
		["USER-080", "external", "boolean"],
		["USER-081", "private_profile", "boolean"],
		["USER-082", "commit_email", "string"],
		["USER-083", "current_sign_in_ip", "string or null"],
		["USER-084", "last_sign_in_ip", "string or null"],
		["USER-085", "namespace_id", "integer or null"],
		["USER-086", "created_by", "object or null"],
	];
	test.each(admin)("%s the administrator view adds %s (%s), in a list and alone", (_, name = "", type = "") => {
		for (const id of ["listUsers", "getUser"]) {
			expect(worded(property(answer(id), name))).toBe(type);
			expect(required(answer(id))).not.toContain(name);
		}
		for (const view of [answer("createUser", "201"), answer("updateUser")]) {
			expect(worded(property(view, name))).toBe(type);
			expect(required(view)).toContain(name);
		}
	});

	test("USER-086 created_by is a list item", () => {
		const creator = whole(property(answer("getUser"), "created_by"));
		expect(required(creator)).toEqual(basics);
		expect(record(creator)).toMatchObject({ id: "integer", username: "string", avatar_url: "string or null" });
	});

	test("USER-076, USER-089, USER-090 an identity has provider, extern_uid and perhaps saml_provider_id", () => {
		for (const id of ["listUsers", "getUser", "getCurrentUser"]) {
			const identity = property(answer(id), "identities").items;
			expect(required(identity)).toEqual(["provider", "extern_uid"]);
			expect(record(identity)).toEqual({
				provider: "string",
				extern_uid: "string",
				saml_provider_id: "integer or null",
			});
		}
	});

	test.each([
		["USER-093", "plan", "string or null", "Enterprise edition only."],
		["USER-094", "trial", "boolean or null", "Enterprise edition only."],
		["USER-095", "sign_in_count", "integer", ""],
	])("%s the administrator view of a single user adds %s (%s) %s", (_, name, type, where) => {
		expect(worded(property(answer("getUser"), name))).toBe(type);
		expect(required(answer("getUser"))).not.toContain(name);
		expect(answer("listUsers").properties).not.toHaveProperty(name);
		expect(property(answer("getUser"), name).description).toContain(where);
		expect(property(answer("getUser"), name)["x-tenon-tier"]).toEqual(where ? { tier: "premium" } : undefined);
	});

	test.each([
		["USER-099", "shared_runners_minutes_limit", "integer or null"],
		["USER-101", "extra_shared_runners_minutes_limit", "integer or null"],
		["USER-103", "is_auditor", "boolean"],
		["USER-105", "using_license_seat", "boolean"],
		["USER-107", "provisioned_by_group_id", "integer or null"],
		["USER-109", "scim_identities", "array"],
	])("%s Premium and Ultimate add %s (%s)", (_, name, type) => {
		for (const view of [answer("listUsers"), answer("getUser"), answer("updateUser")]) {
			expect(worded(property(view, name))).toBe(type);
			expect(property(view, name)["x-tenon-tier"]).toEqual({ tier: "premium" });
			expect(required(view)).not.toContain(name);
		}
	});

	test("USER-111 a scim identity has extern_uid, group_id and active", () => {
		const identity = property(answer("getUser"), "scim_identities").items;
		expect(record(identity)).toEqual({ extern_uid: "string", group_id: "integer or string", active: "boolean" });
		expect(required(identity)).toEqual(["extern_uid", "group_id", "active"]);
	});

	test("USER-112 the current user has preferred_language", () => {
		expect(worded(property(answer("getCurrentUser"), "preferred_language"))).toBe("string");
		expect(required(answer("getCurrentUser"))).toContain("preferred_language");
		expect(answer("getUser").properties).not.toHaveProperty("preferred_language");
	});

	test.each([
		[
			"USER-113",
			[
				"email",
				"last_sign_in_at",
				"confirmed_at",
				"last_activity_on",
				"theme_id",
				"color_scheme_id",
				"projects_limit",
				"current_sign_in_at",
			],
		],
		[
			"USER-114",
			[
				"identities",
				"can_create_group",
				"can_create_project",
				"two_factor_enabled",
				"external",
				"private_profile",
				"commit_email",
			],
		],
	])("%s the current user carries %j", (_, names) => {
		expect(required(answer("getCurrentUser"))).toEqual(expect.arrayContaining(names));
		const all = record(answer("getCurrentUser"));
		for (const [, name = "", type] of admin) if (names.includes(name)) expect([name, all[name]]).toEqual([name, type]);
	});

	test("USER-113 the current user carries the fields of a single user, and only administrators the rest", () => {
		const current = required(answer("getCurrentUser"));
		expect(current).toEqual(expect.arrayContaining([...required(answer("getUser")), ...hidden]));
		expect(record(answer("getCurrentUser"))).toMatchObject(record(answer("getUser")));
		for (const name of ["is_admin", "note", "namespace_id", "created_by"]) expect(current).not.toContain(name);
	});

	test("USER-118 custom attributes are a list of key and value", () => {
		for (const id of ["listUsers", "getUser"]) {
			const attributes = property(answer(id), "custom_attributes");
			expect([attributes.type, required(answer(id)).includes("custom_attributes")]).toEqual(["array", false]);
			expect(record(attributes.items)).toEqual({ key: "string", value: "string" });
			expect(required(attributes.items)).toEqual(["key", "value"]);
		}
	});
});

describe("further records", () => {
	test.each([
		["USER-119", "getCurrentUserStatus", "emoji", "string or null"],
		["USER-120", "getCurrentUserStatus", "availability", "string or null"],
		["USER-121", "getCurrentUserStatus", "message", "string or null"],
		["USER-122", "getCurrentUserStatus", "message_html", "string or null"],
		["USER-123", "getCurrentUserStatus", "clear_status_at", "timestamp or null"],
		["USER-127", "getUserPreferences", "id", "integer"],
		["USER-128", "getUserPreferences", "user_id", "integer"],
		["USER-129", "getUserPreferences", "view_diffs_file_by_file", "boolean"],
		["USER-130", "getUserPreferences", "show_whitespace_in_diffs", "boolean"],
		["USER-131", "getUserPreferences", "pass_user_identities_to_ci_jwt", "boolean"],
		["USER-135", "listUserMemberships", "source_id", "integer"],
		["USER-136", "listUserMemberships", "source_name", "string"],
		["USER-137", "listUserMemberships", "source_type", "string"],
		["USER-138", "listUserMemberships", "access_level", "string"],
		["USER-142", "getUserCounts", "assigned_issues", "integer"],
		["USER-143", "getUserCounts", "assigned_merge_requests", "integer"],
		["USER-144", "getUserCounts", "review_requested_merge_requests", "integer"],
		["USER-145", "getUserCounts", "todos", "integer"],
		["USER-146", "getUserCounts", "merge_requests", "integer"],
		["USER-152", "getUserAssociationsCount", "groups_count", "integer"],
		["USER-153", "getUserAssociationsCount", "projects_count", "integer"],
		["USER-154", "getUserAssociationsCount", "issues_count", "integer"],
		["USER-155", "getUserAssociationsCount", "merge_requests_count", "integer"],
		["USER-157", "listUserActivities", "username", "string"],
		["USER-158", "listUserActivities", "last_activity_on", "date"],
		["USER-159", "listUserActivities", "last_activity_at", "date"],
		["USER-161", "getSupportPin", "pin", "string"],
		["USER-162", "getSupportPin", "expires_at", "timestamp"],
	])("%s the record of %s has %s (%s)", (_, id, name, type) => {
		expect(worded(property(answer(id), name))).toBe(type);
		expect(required(answer(id))).toContain(name);
	});

	test("USER-133 the preferences may hold further keys", () => {
		expect(answer("getUserPreferences")).not.toHaveProperty("additionalProperties");
		expect(Object.keys(record(answer("getUserPreferences")))).not.toContain("policy_advanced_editor");
	});

	test("USER-137 source_type is Project or Namespace", () => {
		expect(property(answer("listUserMemberships"), "source_type").enum).toEqual(["Project", "Namespace"]);
	});

	test.each([
		["USER-146", "getUserCounts", "merge_requests", "assigned_merge_requests"],
		["USER-159", "listUserActivities", "last_activity_at", "last_activity_on"],
	])("%s %s: %s is a deprecated alias of %s", (_, id, name, replacedBy) => {
		const one = property(answer(id), name);
		expect(one.deprecated).toBe(true);
		expect(one["x-tenon-lifecycle"]).toEqual({ stage: "deprecated", removal: "v5", replacedBy });
		expect(one.description).toContain(`Former name of \`${replacedBy}\``);
	});

	test.each([
		["USER-152", "groups_count"],
		["USER-153", "projects_count"],
		["USER-154", "issues_count"],
		["USER-155", "merge_requests_count"],
	])("%s %s is 0 or more", (_, name) => {
		expect(property(answer("getUserAssociationsCount"), name).minimum).toBe(0);
	});

	test("every operation that answers with a secret names it", () => {
		for (const id of ["createSupportPin", "getSupportPin", "getUserSupportPin"])
			expect(operation(id).raw["x-tenon-reveals"]).toEqual(["pin"]);
	});
});

describe("parameters", () => {
	test.each([
		["USER-176", "page", "integer", 1],
		["USER-176", "per_page", "integer", 20],
		["USER-187", "username", "string", undefined],
		["USER-190", "public_email", "string", undefined],
		["USER-193", "search", "string", undefined],
		["USER-203", "active", "boolean", false],
		["USER-205", "external", "boolean", false],
		["USER-207", "blocked", "boolean", false],
		["USER-209", "humans", "boolean", false],
		["USER-211", "exclude_active", "boolean", false],
		["USER-213", "exclude_external", "boolean", false],
		["USER-215", "exclude_humans", "boolean", false],
		["USER-217", "exclude_internal", "boolean", false],
		["USER-219", "without_project_bots", "boolean", false],
		["USER-236", "created_after", "timestamp", undefined],
		["USER-237", "created_before", "timestamp", undefined],
		["USER-244", "extern_uid", "string", undefined],
		["USER-245", "provider", "string", undefined],
		["USER-265", "without_projects", "boolean", false],
		["USER-268", "admins", "boolean", false],
		["USER-271", "auditors", "boolean", false],
		["USER-274", "skip_ldap", "boolean", undefined],
		["USER-280", "with_custom_attributes", "boolean", undefined],
	])("%s listUsers has the query parameter %s (%s, default %s)", (_, name, type, fallback) => {
		const one = operation("listUsers").params[name];
		expect([one?.in, one?.required, one?.deprecated]).toEqual(["query", false, false]);
		expect([worded(one?.schema ?? {}), one?.schema.default]).toEqual([type, fallback]);
	});

	test.each([
		["USER-251", "order_by", ["id", "name", "username", "created_at", "updated_at"], "id"],
		["USER-252", "sort", ["asc", "desc"], "desc"],
		["USER-262", "two_factor", ["enabled", "disabled"], undefined],
		["USER-177", "pagination", ["keyset", "offset"], undefined],
	])("%s listUsers has the query parameter %s, one of %j (default %s)", (_, name, admitted, fallback) => {
		const one = operation("listUsers").params[name];
		expect([one?.in, one?.required, one?.schema.type]).toEqual(["query", false, "string"]);
		expect([one?.schema.enum, one?.schema.default]).toEqual([admitted, fallback]);
	});

	test.each([
		["USER-244", "extern_uid"],
		["USER-245", "provider"],
		["USER-251", "order_by"],
		["USER-252", "sort"],
		["USER-262", "two_factor"],
		["USER-265", "without_projects"],
		["USER-268", "admins"],
		["USER-271", "auditors"],
		["USER-274", "skip_ldap"],
		["USER-277", "custom_attributes"],
		["USER-280", "with_custom_attributes"],
	])("%s %s of listUsers is for administrators", (_, name) => {
		expect(operation("listUsers").params[name]?.description).toMatch(/Administrators( only)?[,.]/);
	});

	test.each([
		["USER-271", "auditors"],
		["USER-274", "skip_ldap"],
	])("%s %s needs Premium", (_, name) => {
		expect(operation("listUsers").params[name]?.["x-tenon-tier"]).toEqual({ tier: "premium" });
	});

	test("USER-177, USER-724 listUsers is paged by keyset as well, from release 16.5", () => {
		const one = operation("listUsers");
		expect(one.params.cursor?.schema.type).toBe("string");
		const { styles, keyset } = one.raw["x-tenon-pagination"] as {
			styles: string[];
			keyset: { orders: string[]; requiredAbove: number; since: string };
		};
		expect(styles).toEqual(["offset", "keyset"]);
		expect([keyset.since, keyset.requiredAbove]).toEqual(["16.5", 50000]);
		const keys = ["id", "name", "username", "created_at", "updated_at"];
		expect(keyset.orders).toEqual(keys.flatMap((key) => [`${key} asc`, `${key} desc`]));
		expect(one.raw.description).toContain("from release 16.5");
	});

	test("USER-242 saml_provider_id went with release 18.2", () => {
		const one = operation("listUsers").params.saml_provider_id;
		expect(one?.deprecated).toBe(true);
		expect(one?.["x-tenon-lifecycle"]).toMatchObject({
			stage: "removed",
			removed: "18.2",
			replacedBy: "GET /groups/{id}/saml_users",
		});
	});

	test("USER-277 custom_attributes is a map of texts, in brackets", () => {
		const one = operation("listUsers").params.custom_attributes;
		expect([one?.in, one?.style, one?.explode]).toEqual(["query", "deepObject", true]);
		expect(one?.schema).toEqual({ type: "object", additionalProperties: { type: "string" } });
	});

	test.each([
		["USER-289", "getUser", "with_custom_attributes", "boolean", /Administrators only/],
		["USER-297", "getCurrentUser", "sudo", "integer", /Administrators only/],
		["USER-492", "deleteUser", "hard_delete", "boolean", /delete what the user wrote/],
		["USER-599", "listUserActivities", "from", "date", /six months ago by default/],
	])("%s %s has the query parameter %s (%s)", (_, id, name, type, says) => {
		const one = operation(id).params[name];
		expect([one?.in, one?.required, worded(one?.schema ?? {})]).toEqual(["query", false, type]);
		expect(one?.description).toMatch(says);
	});

	test("USER-615 type of listUserMemberships is Project or Namespace", () => {
		const one = operation("listUserMemberships").params.type;
		expect([one?.in, one?.required, one?.schema.enum]).toEqual(["query", false, ["Project", "Namespace"]]);
	});
});

describe("bodies", () => {
	const media = ["application/json", "application/x-www-form-urlencoded", "multipart/form-data"];

	test.each(["createUser", "updateUser", "replaceCurrentUserStatus", "updateUserPreferences", "createUserRunner"])(
		"%s is taken as JSON and as a form",
		(id) => {
			expect(Object.keys(operation(id).bodies)).toEqual(media);
		},
	);

	test.each([
		["USER-309", "username", "string"],
		["USER-311", "name", "string"],
		["USER-313", "email", "string"],
	])("%s createUser needs %s (%s)", (_, name, type) => {
		for (const body of Object.values(operation("createUser").bodies)) {
			expect(required(body)).toContain(name);
			expect(worded(property(body, name))).toBe(type);
		}
	});

	test("USER-315 createUser needs a password, unless one is made or chosen later", () => {
		const { body } = operation("createUser");
		expect(worded(property(body, "password"))).toBe("string");
		expect(body?.anyOf?.map((one) => one.required?.join())).toEqual([
			"password",
			"reset_password",
			"force_random_password",
		]);
	});

	test.each([
		["USER-324", "admin", "boolean"],
		["USER-326", "auditor", "boolean"],
		["USER-328", "bio", "string"],
		["USER-330", "can_create_group", "boolean"],
		["USER-332", "color_scheme_id", "integer"],
		["USER-334", "commit_email", "string"],
		["USER-335", "external", "boolean"],
		["USER-337", "professional_network", "string"],
		["USER-339", "location", "string"],
		["USER-341", "note", "string"],
		["USER-343", "organization", "string"],
		// null asks for the installation's setting, as leaving it out does.
		["USER-345", "private_profile", "boolean or null"],
		["USER-347", "projects_limit", "integer"],
		["USER-349", "pronouns", "string"],
		["USER-351", "public_email", "string"],
		["USER-352", "theme_id", "integer"],
		["USER-354", "microblog", "string"],
		["USER-356", "chat_account", "string"],
		["USER-358", "code_host", "string"],
		["USER-360", "website_url", "string"],
		["USER-362", "extern_uid", "string"],
		["USER-363", "provider", "string"],
		["USER-366", "group_id_for_saml", "integer"],
		["USER-368", "extra_shared_runners_minutes_limit", "integer"],
		["USER-369", "shared_runners_minutes_limit", "integer or null"],
		["USER-371", "force_random_password", "boolean"],
		["USER-372", "reset_password", "boolean"],
		["USER-373", "skip_confirmation", "boolean"],
		["USER-375", "view_diffs_file_by_file", "boolean"],
	])("%s createUser takes %s (%s)", (_, name, type) => {
		for (const body of Object.values(operation("createUser").bodies)) {
			expect(worded(property(body, name))).toBe(type);
			expect(required(body)).not.toContain(name);
		}
	});

	test.each([
		["USER-405", "name", "string"],
		["USER-406", "username", "string"],
		["USER-407", "email", "string"],
		["USER-408", "password", "string"],
		["USER-409", "admin", "boolean"],
		["USER-410", "auditor", "boolean"],
		// null empties it, as an empty text does.
		["USER-412", "bio", "string or null"],
		["USER-413", "can_create_group", "boolean"],
		["USER-414", "color_scheme_id", "integer"],
		["USER-415", "commit_email", "string"],
		["USER-416", "extern_uid", "string"],
		["USER-417", "external", "boolean"],
		["USER-418", "extra_shared_runners_minutes_limit", "integer"],
		["USER-419", "group_id_for_saml", "integer"],
		["USER-420", "professional_network", "string"],
		["USER-421", "location", "string"],
		["USER-422", "note", "string"],
		["USER-423", "organization", "string"],
		["USER-424", "private_profile", "boolean"],
		["USER-425", "projects_limit", "integer"],
		["USER-426", "pronouns", "string"],
		["USER-427", "provider", "string"],
		["USER-428", "public_email", "string"],
		["USER-429", "shared_runners_minutes_limit", "integer or null"],
		["USER-430", "theme_id", "integer"],
		["USER-431", "microblog", "string"],
		["USER-432", "chat_account", "string"],
		["USER-433", "code_host", "string"],
		["USER-434", "view_diffs_file_by_file", "boolean"],
		["USER-435", "website_url", "string"],
		["USER-436", "skip_reconfirmation", "boolean"],
	])("%s updateUser takes %s (%s)", (_, name, type) => {
		for (const body of Object.values(operation("updateUser").bodies)) {
			expect(worded(property(body, name))).toBe(type);
			expect(required(body)).not.toContain(name);
		}
	});

	test.each([
		["USER-327", "createUser"],
		["USER-411", "updateUser"],
	])("%s %s takes avatar, a file, in the multipart form only", (_, id) => {
		const { bodies } = operation(id);
		expect(worded(property(bodies["multipart/form-data"], "avatar"))).toBe("file");
		expect(required(bodies["multipart/form-data"])).not.toContain("avatar");
		for (const type of media.slice(0, 2)) expect(bodies[type]?.properties).not.toHaveProperty("avatar");
	});

	test.each([
		["USER-373", "createUser", "skip_confirmation"],
		["USER-436", "updateUser", "skip_reconfirmation"],
	])("%s %s: %s is false by default", (_, id, name) => {
		expect(property(operation(id).body, name).default).toBe(false);
	});

	test.each([
		["USER-382", "createUser", "auditor"],
		["USER-410", "updateUser", "auditor"],
	])("%s %s: %s is for Premium and Ultimate", (_, id, name) => {
		expect(property(operation(id).body, name)["x-tenon-tier"]).toEqual({ tier: "premium" });
		expect(property(operation(id).body, name).description).toContain("Premium and Ultimate");
	});

	test("USER-369 shared_runners_minutes_limit says what null, 0 and more mean", () => {
		const { description } = property(operation("createUser").body, "shared_runners_minutes_limit");
		expect(description).toContain("null takes the installation's setting, 0 sets no limit, more is the limit");
	});

	test("USER-437 updateUser takes none of three attributes of createUser", () => {
		const absent = ["force_random_password", "reset_password", "skip_confirmation"];
		expect(Object.keys(record(operation("createUser").body))).toEqual(expect.arrayContaining(absent));
		for (const body of Object.values(operation("updateUser").bodies))
			for (const name of absent) expect(Object.keys(record(body))).not.toContain(name);
	});

	test("USER-484 updateUser refuses what it is sent with 404, and never with 409", () => {
		const { answers } = operation("updateUser");
		expect(Object.keys(answers)).toEqual(["200", "400", "401", "403", "404"]);
		expect(answers["404"]?.description).toBe("There is no such user, or a value was refused. Nothing was changed.");
	});

	const after = ["30_minutes", "3_hours", "8_hours", "1_day", "3_days", "7_days", "30_days", null];
	test.each([
		["USER-511", "replaceCurrentUserStatus", "emoji", undefined, undefined],
		["USER-512", "replaceCurrentUserStatus", "message", undefined, 100],
		["USER-513", "replaceCurrentUserStatus", "availability", ["busy", "not_set", null], undefined],
		["USER-514", "replaceCurrentUserStatus", "clear_status_after", after, undefined],
		["USER-532", "updateCurrentUserStatus", "emoji", undefined, undefined],
		["USER-533", "updateCurrentUserStatus", "message", undefined, 100],
		["USER-534", "updateCurrentUserStatus", "availability", ["busy", "not_set", null], undefined],
		["USER-535", "updateCurrentUserStatus", "clear_status_after", after, undefined],
	])("%s %s takes %s: text or null, of %j, at most %s characters", (_, id, name, admitted, most) => {
		const one = property(operation(id).body, name);
		expect(worded(one)).toBe("string or null");
		expect([one.enum, one.maxLength]).toEqual([admitted, most]);
	});

	test.each([
		["USER-569", "view_diffs_file_by_file"],
		["USER-572", "show_whitespace_in_diffs"],
		["USER-575", "pass_user_identities_to_ci_jwt"],
	])("%s updateUserPreferences needs %s (boolean)", (_, name) => {
		const { body } = operation("updateUserPreferences");
		expect([worded(property(body, name)), required(body).includes(name)]).toEqual(["boolean", true]);
	});

	test.each([
		["USER-638", "group_id", "integer", undefined],
		["USER-639", "project_id", "integer", undefined],
		["USER-644", "description", "string", undefined],
		["USER-645", "paused", "boolean", undefined],
		["USER-646", "locked", "boolean", undefined],
		["USER-647", "run_untagged", "boolean", undefined],
		["USER-648", "tag_list", "string", undefined],
		["USER-649", "access_level", "string", ["not_protected", "ref_protected"]],
		["USER-650", "maximum_timeout", "integer", undefined],
		["USER-651", "maintenance_note", "string", undefined],
	])("%s createUserRunner takes %s (%s, of %j)", (_, name, type, admitted) => {
		const { body } = operation("createUserRunner");
		expect([worded(property(body, name)), property(body, name).enum]).toEqual([type, admitted]);
		expect(required(body)).not.toContain(name);
	});

	test("USER-635 createUserRunner needs runner_type, one of three", () => {
		const { body } = operation("createUserRunner");
		expect(required(body)).toEqual(["runner_type"]);
		expect(property(body, "runner_type").enum).toEqual(["instance_type", "group_type", "project_type"]);
	});

	test.each([
		["USER-638", "group_id", "Number of the group; required for `group_type`."],
		["USER-639", "project_id", "Number of the project; required for `project_type`."],
		["USER-648", "tag_list", "The tags, 50 at most, separated by commas."],
		["USER-650", "maximum_timeout", "Seconds after which a job is stopped, at least 600; no limit by default."],
	])("%s createUserRunner says of %s: %s", (_, name, says) => {
		expect(property(operation("createUserRunner").body, name).description).toBe(says);
	});

	test("createUserRunner tells the defaults", () => {
		const fields = Object.entries(operation("createUserRunner").body?.properties ?? {});
		const told = fields.flatMap(([name, one]) => (one.default === undefined ? [] : [[name, one.default]]));
		expect(Object.fromEntries(told)).toEqual({
			paused: false,
			locked: false,
			run_untagged: true,
			access_level: "not_protected",
		});
	});

	test("USER-651 maintenance_note has 1024 characters at most", () => {
		expect(property(operation("createUserRunner").body, "maintenance_note").maxLength).toBe(1024);
	});
});

describe("what a client may do", () => {
	test.each(every)("%s has the retry class of its verb", (id = "", verb = "") => {
		const usual: Record<string, string> = { GET: "safe", POST: "non-idempotent" };
		expect(operation(id).raw["x-tenon-retry"]).toBe(usual[verb] ?? "idempotent");
	});

	test.each([
		["getUser", { limit: 300, period: 600, per: "user" }],
		["getUserStatus", { limit: 240, period: 60, per: "user-or-ip" }],
	])("%s is limited to %j, and declares 429 with Retry-After", (id, limit) => {
		expect(operation(id).raw["x-tenon-rate-limit"]).toMatchObject(limit);
		expect(operation(id).answers["429"]?.headers).toEqual(["retry-after"]);
	});

	test.each([
		["listUsers", "anonymous", ["api", "read_api", "read_user"]],
		["getUser", "signed-in", ["api", "read_api", "read_user"]],
		["getUserCounts", "signed-in", ["api", "read_api", "read_user"]],
		["createUser", "administrator", ["api"]],
		["updateUser", "administrator", ["api"]],
		["deleteUser", "administrator", ["api"]],
		["listUserMemberships", "administrator", ["api", "read_api", "read_user"]],
		["disableUserTwoFactor", "administrator", ["api"]],
		["deleteUserIdentity", "administrator", ["api"]],
		["getUserSupportPin", "administrator", ["api", "read_api", "read_user"]],
		["revokeUserSupportPin", "administrator", ["api"]],
		["createSupportPin", "signed-in", ["api"]],
		["createUserRunner", "owner", ["api", "create_runner"]],
	])("%s needs the role %s and one of the scopes %j", (id, role, scopes) => {
		expect(operation(id).raw["x-tenon-access"]).toMatchObject({ role, scopes });
	});
});
