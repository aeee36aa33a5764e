import { describe, expect, test } from "vitest";
import { answer, operation, property, type Schema, types } from "./support/contract";

const kinds = ["Issue", "ProjectSnippet", "MergeRequest", "Epic", "ProjectWikiPage", "GroupWikiPage"] as const;
type Kind = (typeof kinds)[number];

const id = {
	list: (kind: Kind) => `list${kind}Notes`,
	get: (kind: Kind) => `get${kind}Note`,
	create: (kind: Kind) => `create${kind}Note`,
	update: (kind: Kind) => `update${kind}Note`,
	delete: (kind: Kind) => `delete${kind}Note`,
};
const verbs = ["list", "get", "create", "update", "delete"] as const;
const all = kinds.flatMap((kind) => verbs.map((verb) => id[verb](kind)));
const of = (kind: Kind) => verbs.map((verb) => id[verb](kind));

const record = (kind: Kind) => answer(id.get(kind));
const createBody = (kind: Kind) => operation(id.create(kind)).body;
const updateBody = (kind: Kind) => operation(id.update(kind)).body;
const names = (schema: Schema | undefined) => Object.keys(schema?.properties ?? {});

/** The kinds whose request has the property. */
const declaring = (body: (kind: Kind) => Schema | undefined, name: string) =>
	kinds.filter((kind) => names(body(kind)).includes(name));

/** Names of the parameters and body properties without which a request is refused. */
function required(operationId: string): string[] {
	const one = operation(operationId);
	const params = Object.values(one.params).filter((param) => param.required);
	return [...params.map((param) => param.name), ...(one.body?.required ?? [])];
}

const issue = "/projects/{id}/issues/{issue_iid}/notes";
const snippet = "/projects/{id}/snippets/{snippet_id}/notes";
const mergeRequest = "/projects/{id}/merge_requests/{merge_request_iid}/notes";
const epic = "/groups/{id}/epics/{epic_id}/notes";
const projectWiki = "/projects/{id}/wiki_pages/{wiki_page_meta_id}/notes";
const groupWiki = "/groups/{id}/wiki_pages/{wiki_page_meta_id}/notes";

describe("operations", () => {
	test.each([
		["NOTE-001", "listIssueNotes", "GET", issue, "id issue_iid", "200", "issueNotes.list", "safe"],
		["NOTE-002", "getIssueNote", "GET", `${issue}/{note_id}`, "id issue_iid note_id", "200", "issueNotes.get", "safe"],
		["NOTE-003", "createIssueNote", "POST", issue, "id issue_iid body", "201", "issueNotes.create", "non-idempotent"],
		[
			"NOTE-004",
			"updateIssueNote",
			"PUT",
			`${issue}/{note_id}`,
			"id issue_iid note_id",
			"200",
			"issueNotes.update",
			"idempotent",
		],
		[
			"NOTE-005",
			"deleteIssueNote",
			"DELETE",
			`${issue}/{note_id}`,
			"id issue_iid note_id",
			"204",
			"issueNotes.delete",
			"idempotent",
		],
		["NOTE-006", "listProjectSnippetNotes", "GET", snippet, "id snippet_id", "200", "projectSnippetNotes.list", "safe"],
		[
			"NOTE-007",
			"getProjectSnippetNote",
			"GET",
			`${snippet}/{note_id}`,
			"id snippet_id note_id",
			"200",
			"projectSnippetNotes.get",
			"safe",
		],
		[
			"NOTE-008",
			"createProjectSnippetNote",
			"POST",
			snippet,
			"id snippet_id body",
			"201",
			"projectSnippetNotes.create",
			"non-idempotent",
		],
		[
			"NOTE-009",
			"updateProjectSnippetNote",
			"PUT",
			`${snippet}/{note_id}`,
			"id snippet_id note_id body",
			"200",
			"projectSnippetNotes.update",
			"idempotent",
		],
		[
			"NOTE-010",
			"deleteProjectSnippetNote",
			"DELETE",
			`${snippet}/{note_id}`,
			"id snippet_id note_id",
			"204",
			"projectSnippetNotes.delete",
			"idempotent",
		],
		[
			"NOTE-011",
			"listMergeRequestNotes",
			"GET",
			mergeRequest,
			"id merge_request_iid",
			"200",
			"mergeRequestNotes.list",
			"safe",
		],
		[
			"NOTE-012",
			"getMergeRequestNote",
			"GET",
			`${mergeRequest}/{note_id}`,
			"id merge_request_iid note_id",
			"200",
			"mergeRequestNotes.get",
			"safe",
		],
		[
			"NOTE-013",
			"createMergeRequestNote",
			"POST",
			mergeRequest,
			"id merge_request_iid body",
			"201",
			"mergeRequestNotes.create",
			"non-idempotent",
		],
		[
			"NOTE-014",
			"updateMergeRequestNote",
			"PUT",
			`${mergeRequest}/{note_id}`,
			"id merge_request_iid note_id body",
			"200",
			"mergeRequestNotes.update",
			"idempotent",
		],
		[
			"NOTE-015",
			"deleteMergeRequestNote",
			"DELETE",
			`${mergeRequest}/{note_id}`,
			"id merge_request_iid note_id",
			"204",
			"mergeRequestNotes.delete",
			"idempotent",
		],
		["NOTE-016", "listEpicNotes", "GET", epic, "id epic_id", "200", "epicNotes.list", "safe"],
		["NOTE-017", "getEpicNote", "GET", `${epic}/{note_id}`, "id epic_id note_id", "200", "epicNotes.get", "safe"],
		["NOTE-018", "createEpicNote", "POST", epic, "id epic_id body", "201", "epicNotes.create", "non-idempotent"],
		[
			"NOTE-019",
			"updateEpicNote",
			"PUT",
			`${epic}/{note_id}`,
			"id epic_id note_id body",
			"200",
			"epicNotes.update",
			"idempotent",
		],
		[
			"NOTE-020",
			"deleteEpicNote",
			"DELETE",
			`${epic}/{note_id}`,
			"id epic_id note_id",
			"204",
			"epicNotes.delete",
			"idempotent",
		],
		[
			"NOTE-021",
			"listProjectWikiPageNotes",
			"GET",
			projectWiki,
			"id wiki_page_meta_id",
			"200",
			"projectWikiPageNotes.list",
			"safe",
		],
		[
			"NOTE-022",
			"getProjectWikiPageNote",
			"GET",
			`${projectWiki}/{note_id}`,
			"id wiki_page_meta_id note_id",
			"200",
			"projectWikiPageNotes.get",
			"safe",
		],
		[
			"NOTE-023",
			"createProjectWikiPageNote",
			"POST",
			projectWiki,
			"id wiki_page_meta_id body",
			"201",
			"projectWikiPageNotes.create",
			"non-idempotent",
		],
		[
			"NOTE-024",
			"updateProjectWikiPageNote",
			"PUT",
			`${projectWiki}/{note_id}`,
			"id wiki_page_meta_id note_id body",
			"200",
			"projectWikiPageNotes.update",
			"idempotent",
		],
		[
			"NOTE-025",
			"deleteProjectWikiPageNote",
			"DELETE",
			`${projectWiki}/{note_id}`,
			"id wiki_page_meta_id note_id",
			"204",
			"projectWikiPageNotes.delete",
			"idempotent",
		],
		[
			"NOTE-026",
			"listGroupWikiPageNotes",
			"GET",
			groupWiki,
			"id wiki_page_meta_id",
			"200",
			"groupWikiPageNotes.list",
			"safe",
		],
		[
			"NOTE-027",
			"getGroupWikiPageNote",
			"GET",
			`${groupWiki}/{note_id}`,
			"id wiki_page_meta_id note_id",
			"200",
			"groupWikiPageNotes.get",
			"safe",
		],
		[
			"NOTE-028",
			"createGroupWikiPageNote",
			"POST",
			groupWiki,
			"id wiki_page_meta_id body",
			"201",
			"groupWikiPageNotes.create",
			"non-idempotent",
		],
		[
			"NOTE-029",
			"updateGroupWikiPageNote",
			"PUT",
			`${groupWiki}/{note_id}`,
			"id wiki_page_meta_id note_id body",
			"200",
			"groupWikiPageNotes.update",
			"idempotent",
		],
		[
			"NOTE-030",
			"deleteGroupWikiPageNote",
			"DELETE",
			`${groupWiki}/{note_id}`,
			"id wiki_page_meta_id note_id",
			"204",
			"groupWikiPageNotes.delete",
			"idempotent",
		],
	])("%s %s is %s %s", (_claim, operationId, verb, path, needed, success, method, retry) => {
		const one = operation(operationId);
		expect([one.verb, one.path]).toEqual([verb, path]);
		expect(required(operationId)).toEqual(needed.split(" "));
		expect(Object.keys(one.answers)[0]).toBe(success);
		expect(one.raw["x-tenon-method"]).toBe(method);
		expect(one.raw["x-tenon-retry"]).toBe(retry);
		const schema = one.answers[success]?.schema;
		if (success === "204") expect(schema).toBeUndefined();
		else if (operationId.startsWith("list")) expect(schema?.items?.required).toContain("noteable_type");
		else expect(schema?.required).toContain("noteable_type");
		expect(schema?.type).toBe(success === "204" ? undefined : operationId.startsWith("list") ? "array" : "object");
	});

	test.each(kinds)("NOTE-162 %s notes: 201 on create and 200 on update hold the record, 204 nothing", (kind) => {
		expect(answer(id.list(kind))).toBe(record(kind));
		expect(answer(id.create(kind), "201")).toBe(record(kind));
		expect(answer(id.update(kind), "200")).toBe(record(kind));
		expect(operation(id.delete(kind)).answers["204"]?.types).toEqual([]);
	});

	test.each(["createIssueNote", "createMergeRequestNote", "updateIssueNote", "updateMergeRequestNote"])(
		"NOTE-224 %s declares 202 for quick actions",
		(operationId) => {
			const result = answer(operationId, "202");
			expect([...(result.required ?? [])].sort()).toEqual(["commands_changes", "summary"]);
			expect(property(result, "commands_changes").type).toBe("object");
			expect(property(result, "summary")).toMatchObject({ type: "array", items: { type: "string" } });
		},
	);

	test("NOTE-224 no other note operation declares 202", () => {
		expect(all.filter((each) => operation(each).answers["202"])).toEqual([
			"createIssueNote",
			"updateIssueNote",
			"createMergeRequestNote",
			"updateMergeRequestNote",
		]);
	});

	test.each(kinds)("NOTE-270 %s notes declare their refusals", (kind) => {
		for (const each of of(kind))
			expect(Object.keys(operation(each).answers)).toEqual(expect.arrayContaining(["401", "404"]));
		for (const verb of ["create", "update", "delete"] as const)
			expect(operation(id[verb](kind)).answers).toHaveProperty("403");
		for (const verb of ["create", "update"] as const) expect(operation(id[verb](kind)).answers).toHaveProperty("400");
		expect(operation(id.create(kind)).answers["429"]?.headers).toContain("retry-after");
		expect(operation(id.delete(kind)).answers).toHaveProperty("412");
	});

	test("NOTE-271 a refusal is a message or an error", () => {
		const error = operation("getIssueNote").answers["404"]?.schema;
		expect(types(property(error?.anyOf?.[0], "message"))).toEqual(new Set(["string", "object", "array"]));
		expect(property(error?.anyOf?.[1], "error").type).toBe("string");
		for (const each of all) {
			const { answers } = operation(each);
			for (const status of Object.keys(answers).filter((one) => one >= "400"))
				expect(answers[status]?.schema).toBe(error);
		}
	});

	test("NOTE-095 epic and group wiki notes are Premium, the others are for all", () => {
		const paid = all.filter((each) => operation(each).raw["x-tenon-tier"]);
		expect(paid).toEqual([...of("Epic"), ...of("GroupWikiPage")]);
		expect(paid).toHaveLength(10);
		for (const each of paid) expect(operation(each).raw["x-tenon-tier"]).toEqual({ tier: "premium" });
	});

	test("NOTE-096 epic notes are deprecated", () => {
		expect(all.filter((each) => operation(each).deprecated)).toEqual(of("Epic"));
		for (const each of of("Epic"))
			expect(operation(each).raw["x-tenon-lifecycle"]).toEqual({
				stage: "deprecated",
				removal: "v5",
				replacedBy: "work items",
			});
	});
});

describe("parameters", () => {
	test.each(kinds)("NOTE-071 id of %s notes is the number or path of the project or group", (kind) => {
		const owner = kind === "Epic" || kind === "GroupWikiPage" ? "group" : "project";
		for (const each of of(kind)) {
			const one = operation(each);
			expect(one.params.id?.in).toBe("path");
			expect(types(one.params.id?.schema ?? {})).toEqual(new Set(["integer", "string"]));
			expect(one.params.id?.description).toMatch(new RegExp(`^The ${owner} `));
			expect(one.path.startsWith(`/${owner}s/{id}/`)).toBe(true);
		}
	});

	test.each(kinds)("NOTE-072 note_id of %s notes is a number", (kind) => {
		for (const verb of ["get", "update", "delete"] as const)
			expect(operation(id[verb](kind)).params.note_id).toMatchObject({
				in: "path",
				required: true,
				schema: { type: "integer" },
			});
	});

	test.each([
		["NOTE-073", "Issue", "issue_iid", /its number within the project/],
		["NOTE-074", "ProjectSnippet", "snippet_id", /its number over the whole installation/],
		["NOTE-075", "MergeRequest", "merge_request_iid", /its number within the project/],
		["NOTE-076", "Epic", "epic_id", /its number over the whole installation\. The number within the group answers 404/],
		["NOTE-077", "ProjectWikiPage", "wiki_page_meta_id", /the number of its metadata\. A slug answers 404/],
		["NOTE-078", "GroupWikiPage", "wiki_page_meta_id", /the number of its metadata\. A slug answers 404/],
	] as const)("%s the parent of %s notes is %s", (_claim, kind, name, meaning) => {
		for (const each of of(kind)) {
			const param = operation(each).params[name];
			expect(param).toMatchObject({ in: "path", required: true, schema: { type: "integer" } });
			expect(param?.description).toMatch(meaning);
		}
	});

	test.each(kinds)("NOTE-102, NOTE-103, NOTE-106 %s notes are sorted and paged", (kind) => {
		const { params, answers } = operation(id.list(kind));
		expect(params.sort).toMatchObject({
			in: "query",
			required: false,
			schema: { enum: ["asc", "desc"], default: "desc" },
		});
		expect(params.order_by).toMatchObject({
			in: "query",
			required: false,
			schema: { enum: ["created_at", "updated_at"], default: "created_at" },
		});
		expect(params.page).toMatchObject({ in: "query", required: false, schema: { type: "integer", default: 1 } });
		expect(params.per_page).toMatchObject({ in: "query", required: false, schema: { type: "integer", default: 20 } });
		expect(answers["200"]?.headers).toEqual([
			"x-page",
			"x-per-page",
			"x-next-page",
			"x-prev-page",
			"x-total",
			"x-total-pages",
			"link",
		]);
	});

	test("NOTE-104 activity_filter has three values", () => {
		expect(operation("listIssueNotes").params.activity_filter).toMatchObject({
			in: "query",
			required: false,
			schema: { enum: ["all_notes", "only_comments", "only_activity"], default: "all_notes" },
		});
	});

	test("NOTE-105 activity_filter is for issues only", () => {
		expect(kinds.filter((kind) => operation(id.list(kind)).params.activity_filter)).toEqual(["Issue"]);
	});
});

describe("create", () => {
	test.each(kinds)("NOTE-154 a body for %s notes is required and bounded", (kind) => {
		expect(createBody(kind)?.required).toEqual(["body"]);
		expect(property(createBody(kind), "body")).toMatchObject({ type: "string", maxLength: 1_000_000 });
	});

	test("NOTE-155 confidential is deprecated and only for issues and epics", () => {
		expect(declaring(createBody, "confidential")).toEqual(["Issue", "Epic"]);
		for (const kind of ["Issue", "Epic"] as const)
			expect(property(createBody(kind), "confidential")).toMatchObject({
				type: "boolean",
				default: false,
				deprecated: true,
				"x-tenon-lifecycle": { stage: "deprecated", removal: "16.0", replacedBy: "internal" },
			});
	});

	test("NOTE-156 internal is for issues, epics and merge requests", () => {
		expect(declaring(createBody, "internal")).toEqual(["Issue", "MergeRequest", "Epic"]);
		for (const kind of ["Issue", "MergeRequest", "Epic"] as const)
			expect(property(createBody(kind), "internal")).toMatchObject({ type: "boolean", default: false });
	});

	test("NOTE-157 created_at is for issues, snippets and merge requests", () => {
		expect(declaring(createBody, "created_at")).toEqual(["Issue", "ProjectSnippet", "MergeRequest"]);
		for (const kind of ["Issue", "ProjectSnippet", "MergeRequest"] as const)
			expect(property(createBody(kind), "created_at")).toMatchObject({ type: "string", format: "date-time" });
	});

	test("NOTE-158 merge_request_diff_head_sha is for merge requests", () => {
		expect(declaring(createBody, "merge_request_diff_head_sha")).toEqual(["MergeRequest"]);
		expect(property(createBody("MergeRequest"), "merge_request_diff_head_sha").type).toBe("string");
		expect(createBody("MergeRequest")?.required).not.toContain("merge_request_diff_head_sha");
	});

	test.each([
		["NOTE-159", "ProjectWikiPage"],
		["NOTE-160", "GroupWikiPage"],
	] as const)("%s %s notes take a body and nothing else", (_claim, kind) => {
		expect(names(createBody(kind))).toEqual(["body"]);
	});

	test("NOTE-161 merge request notes have no position or line", () => {
		expect(names(createBody("MergeRequest")).sort()).toEqual([
			"body",
			"created_at",
			"internal",
			"merge_request_diff_head_sha",
		]);
		expect(names(record("MergeRequest")).filter((name) => /position|line/.test(name))).toEqual([]);
		expect(names(record("MergeRequest"))).toContain("noteable_iid");
	});

	test("creations of all kinds share one budget", () => {
		for (const kind of kinds)
			expect(operation(id.create(kind)).raw["x-tenon-rate-limit"]).toEqual({
				key: "notes_create",
				limit: 300,
				period: 60,
				per: "user",
			});
	});
});

describe("update", () => {
	test("NOTE-238 an issue note may be updated without a body", () => {
		expect(property(updateBody("Issue"), "body")).toMatchObject({ type: "string", maxLength: 1_000_000 });
		expect(updateBody("Issue")?.required ?? []).not.toContain("body");
		expect(operation("updateIssueNote").raw.requestBody).toMatchObject({ required: false });
	});

	test.each(kinds.filter((kind) => kind !== "Issue"))("NOTE-239 %s notes need a body", (kind) => {
		expect(property(updateBody(kind), "body")).toMatchObject({ type: "string", maxLength: 1_000_000 });
		expect(updateBody(kind)?.required).toEqual(["body"]);
	});

	test("NOTE-240 confidential is deprecated and for issues, merge requests and epics", () => {
		expect(declaring(updateBody, "confidential")).toEqual(["Issue", "MergeRequest", "Epic"]);
		for (const kind of ["Issue", "MergeRequest", "Epic"] as const)
			expect(property(updateBody(kind), "confidential")).toMatchObject({ type: "boolean", deprecated: true });
	});

	test("NOTE-241 internal, created_at and merge_request_diff_head_sha cannot be updated", () => {
		for (const kind of kinds)
			expect(names(updateBody(kind)).filter((name) => name !== "confidential")).toEqual(["body"]);
	});

	test("a body is taken as JSON, as a form and as multipart alike", () => {
		for (const each of kinds.flatMap((kind) => [id.create(kind), id.update(kind)])) {
			const { bodies } = operation(each);
			expect(Object.keys(bodies)).toEqual([
				"application/json",
				"application/x-www-form-urlencoded",
				"multipart/form-data",
			]);
			expect(new Set(Object.values(bodies)).size).toBe(1);
		}
	});
});

describe.each(kinds)("record of %s notes", (kind) => {
	const note = record(kind);
	const author = property(note, "author");

	test("NOTE-031 the author has six required fields", () => {
		expect([...(author.required ?? [])].sort()).toEqual(["created_at", "email", "id", "name", "state", "username"]);
		expect(property(author, "id").type).toBe("integer");
		for (const name of ["username", "email", "name", "state"]) expect(property(author, name).type).toBe("string");
		expect(property(author, "created_at")).toMatchObject({ type: "string", format: "date-time" });
	});

	test("NOTE-032 the author has four optional fields", () => {
		expect(property(author, "locked").type).toBe("boolean");
		for (const name of ["public_email", "avatar_url", "web_url"])
			expect(types(property(author, name))).toContain("string");
		for (const name of ["public_email", "locked", "avatar_url", "web_url"]) expect(author.required).not.toContain(name);
		expect(author.additionalProperties).not.toBe(false);
	});

	test.each([
		["NOTE-036", "id", ["integer"]],
		["NOTE-037", "body", ["string"]],
		["NOTE-038", "author", ["object"]],
		["NOTE-039", "created_at", ["string"]],
		["NOTE-039", "updated_at", ["string"]],
		["NOTE-040", "system", ["boolean"]],
		["NOTE-041", "noteable_id", ["integer"]],
		["NOTE-042", "noteable_type", ["string"]],
		["NOTE-043", "project_id", ["integer", "null"]],
		["NOTE-044", "noteable_iid", ["integer", "null"]],
		["NOTE-045", "resolvable", ["boolean"]],
		["NOTE-047", "internal", ["boolean"]],
	])("%s %s is required", (_claim, name, expected) => {
		expect(types(property(note, name))).toEqual(new Set(expected));
		expect(note.required).toContain(name);
	});

	test("NOTE-038 the author is one and the same record everywhere", () => {
		expect(author).toBe(property(record("Issue"), "author"));
		expect(author.properties).toHaveProperty("username");
	});

	test("NOTE-039 created_at and updated_at are date-times", () => {
		expect(property(note, "created_at").format).toBe("date-time");
		expect(property(note, "updated_at").format).toBe("date-time");
	});

	test("NOTE-046 confidential is deprecated in favour of internal", () => {
		expect(property(note, "confidential")).toMatchObject({
			type: "boolean",
			deprecated: true,
			"x-tenon-lifecycle": { stage: "deprecated", replacedBy: "internal" },
		});
	});

	if (kind === "MergeRequest") {
		test("NOTE-049 says nothing of an import", () => {
			expect(note.required).toContain("noteable_type");
			expect(note.required).not.toContain("imported");
			expect(note.required).not.toContain("imported_from");
		});
	} else {
		test("NOTE-048 says whether and whence it was imported", () => {
			expect(property(note, "imported").type).toBe("boolean");
			expect(property(note, "imported_from").type).toBe("string");
		});
	}

	if (kind === "ProjectWikiPage" || kind === "GroupWikiPage") {
		test("NOTE-050, NOTE-051 holds commands_changes and type", () => {
			expect(property(note, "commands_changes").type).toBe("object");
			expect(types(property(note, "type"))).toEqual(new Set(["string", "null"]));
			expect(note.required).toEqual(expect.arrayContaining(["commands_changes", "type"]));
		});
	} else {
		test("NOTE-050, NOTE-051 holds neither commands_changes nor type", () => {
			expect(names(note)).toContain("noteable_type");
			expect(names(note)).not.toContain("commands_changes");
			expect(names(note)).not.toContain("type");
			expect(note.required).not.toContain("commands_changes");
			expect(note.required).not.toContain("type");
		});
	}
});

test("NOTE-040 system tells the platform's notes from others'", () => {
	expect(property(record("Issue"), "system").description).toBe(
		"Whether the platform wrote the note. Such a note cannot be changed or deleted.",
	);
});
test("NOTE-041 noteable_id is no IID", () => {
	expect(property(record("Issue"), "noteable_id").description).toMatch(/not the IID/);
});
