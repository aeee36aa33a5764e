import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import {
	document,
	type Operation,
	operation,
	operations,
	property,
	type Schema,
	types,
	values,
} from "./support/contract";

const all = operations();
const rest = all.filter((one) => one.id !== "sendAlert");
const ids = (list: Operation[]): string[] => list.map((one) => one.id).sort();
const words = (text: string): string[] => text.split(/\s+/).filter(Boolean);
const sorted = (text: string): string[] => words(text).sort();

interface Evidence {
	stated: string[];
	assumed: string[];
}
const evidence = (one: Operation): Evidence => one.raw["x-tenon-evidence"] as Evidence;
const access = (one: Operation): { role: string; where: string; scopes: string[] } =>
	one.raw["x-tenon-access"] as { role: string; where: string; scopes: string[] };
const isRefusal = (status: string): boolean => /^[45]\d\d$/.test(status);
const refusals = (one: Operation): string[] => Object.keys(one.answers).filter(isRefusal);

interface Site {
	at: string;
	name: string;
	schema: Schema;
	/** The object that the property stands in. */
	owner: Schema;
}

/** Every property at every depth of a schema. */
function* propertiesOf(schema: Schema | undefined, at: string, above: Schema[] = []): Generator<Site> {
	if (!schema || above.includes(schema)) return;
	const path = [...above, schema];
	for (const [name, one] of Object.entries(schema.properties ?? {})) {
		yield { at: `${at}.${name}`, name, schema: one, owner: schema };
		yield* propertiesOf(one, `${at}.${name}`, path);
	}
	yield* propertiesOf(schema.items, at, path);
	for (const one of schema.anyOf ?? []) yield* propertiesOf(one, at, path);
	if (typeof schema.additionalProperties === "object") yield* propertiesOf(schema.additionalProperties, at, path);
}

const sent = (one: Operation): Site[] =>
	Object.values(one.bodies).flatMap((body) => [...propertiesOf(body, `${one.id} body`)]);
const answered = (one: Operation): Site[] =>
	Object.entries(one.answers)
		.filter(([status]) => status.startsWith("2"))
		.flatMap(([status, { schema }]) => [...propertiesOf(schema, `${one.id} ${status}`)]);
const parametersOf = (one: Operation) =>
	Object.values(one.params).map((parameter) => ({
		at: `${one.id} ${parameter.name}`,
		name: parameter.name,
		parameter,
	}));

/** A property of the successful answer, or of its items. */
function told(id: string, name: string): Schema {
	const success = Object.entries(operation(id).answers).find(([status]) => status.startsWith("2"));
	const schema = success?.[1].schema;
	return property(schema?.items ?? schema, name);
}

/** A schema with those of its union. */
const branches = (schema: Schema): Schema[] => [schema, ...(schema.anyOf ?? [])];

const files = new Map<string, unknown>();
function read(file: string): unknown {
	if (!files.has(file)) files.set(file, parse(readFileSync(file, "utf8")));
	return files.get(file);
}

/** The definitions of a header in all answers that have it, references followed; ./support/contract.ts tells names only. */
function headers(name: string): { at: string; header: Record<string, unknown> }[] {
	type Node = Record<string, unknown>;
	const here = dirname(fileURLToPath(import.meta.url));
	const root = resolve(process.env.CONTRACT_ROOT ?? join(here, "../openapi.json"));
	const split = !root.endsWith(".json");
	const follow = (node: Node, file: string): [Node, string] => {
		if (typeof node.$ref !== "string") return [node, file];
		const [target, pointer = ""] = node.$ref.split("#");
		const next = target ? resolve(dirname(file), target) : file;
		const found = pointer
			.split("/")
			.slice(1)
			.reduce<unknown>((at, part) => (at as Node)[part], read(next));
		return follow(found as Node, next);
	};
	return all.flatMap((one) => {
		const file = split ? join(dirname(root), `paths/${one.tags[0]}.yaml`) : root;
		return Object.entries(one.raw.responses as Record<string, Node>).flatMap(([status, given]) => {
			const [response, place] = follow(given, file);
			const header = (response.headers as Record<string, Node> | undefined)?.[name];
			return header ? [{ at: `${one.id} ${status}`, header: follow(header, place)[0] }] : [];
		});
	});
}

const lists = all.filter((one) =>
	Object.entries(one.answers).some(([s, a]) => s.startsWith("2") && a.schema?.type === "array"),
);
const wholeLists = ["listRunnerManagers", "sendAlert"];
const pagedLists = lists.filter((one) => !wholeLists.includes(one.id));

const noteKinds = words("Issue ProjectSnippet MergeRequest Epic ProjectWikiPage GroupWikiPage");
const notes = (kind: string): string[] => [
	`list${kind}Notes`,
	...words("get create update delete").map((verb) => `${verb}${kind}Note`),
];

describe("addresses", () => {
	const servers = document().servers as { url: string; variables: Record<string, { default: string }> }[];

	test("CONV-001 one REST server below base_url, and paths relative to it", () => {
		expect(servers).toHaveLength(1);
		expect(servers[0]?.url).toBe("{base_url}/api/v4");
		expect(Object.keys(servers[0]?.variables ?? {})).toEqual(["base_url"]);
		for (const one of all) expect(one.path).toMatch(/^\/(?!api\b)/);
		expect(all.filter((one) => one.path.includes("/api/"))).toEqual([]);
	});

	test("CONV-003 the GraphQL address stands beside the REST server", () => {
		expect(document()["x-tenon-graphql"]).toEqual({ url: "{base_url}/api/graphql", pathItem: "graphql" });
		expect(document().components).toHaveProperty("pathItems.graphql");
		expect(servers.map((one) => one.url)).not.toContain("{base_url}/api/graphql");
		expect(all.filter((one) => one.path.includes("graphql"))).toEqual([]);
	});

	test("CONV-004 the alert intake alone has an address of its own", () => {
		expect(ids(all.filter((one) => one.servers))).toEqual(["sendAlert"]);
		const own = operation("sendAlert").servers ?? [];
		expect(own).toMatchObject([{ url: "{alert_url}", variables: { alert_url: { default: expect.any(String) } } }]);
		expect(JSON.stringify(own)).not.toContain("/api/v4");
		expect(JSON.stringify(own)).toMatch(/Each integration of a project has an address of its own/);
	});

	test("CONV-123 version 4 by the prefix of the path, and no other", () => {
		const info = document().info as { version: string; description: string };
		expect(info.version).toMatch(/^4\./);
		expect(info.description).toMatch(/versioned by its path prefix, `\/api\/v4`; there is no other prefix/);
		const addresses = [...servers, ...all.flatMap((one) => one.servers ?? [])].map((one) => one.url);
		expect(addresses.flatMap((one) => one.match(/\bv\d+\b/g) ?? [])).toEqual(["v4"]);
		expect(all.filter((one) => /\/v\d+(\/|$)/.test(one.path))).toEqual([]);
	});

	test("CONV-097 111 REST operations and the alert intake, each with an operationId of its own", () => {
		expect(rest).toHaveLength(111);
		expect(all).toHaveLength(112);
		expect(new Set(all.map((one) => `${one.verb} ${one.path}`)).size).toBe(112);
		const others = `
			listPipelines getPipeline getLatestPipeline listPipelineVariables getPipelineTestReport
			getPipelineTestReportSummary createPipeline retryPipeline cancelPipeline deletePipeline updatePipelineMetadata
			getGroup listGroups listGroupProjects listGroupSharedProjects listGroupSamlUsers listGroupProvisionedUsers
			listSubgroups listDescendantGroups listGroupSharedGroups listInvitedGroups updateGroup getGroupAvatar
			revokeGroupToken syncGroupLdap listGroupPersonalAccessTokens listGroupResourceAccessTokens listGroupSshKeys
			deleteGroupPersonalAccessToken deleteGroupResourceAccessToken deleteGroupSshKey
			rotateGroupPersonalAccessToken rotateGroupResourceAccessToken listUsers getUser getCurrentUser createUser
			updateUser deleteUser getCurrentUserStatus getUserStatus replaceCurrentUserStatus updateCurrentUserStatus
			getUserPreferences updateUserPreferences setUserAvatar getUserCounts getUserAssociationsCount
			listUserActivities listUserMemberships disableUserTwoFactor createUserRunner deleteUserIdentity
			createSupportPin getSupportPin getUserSupportPin revokeUserSupportPin listRunners listAllRunners getRunner
			updateRunner listRunnerJobs listRunnerManagers listProjectRunners assignProjectRunner unassignProjectRunner
			listGroupRunners registerRunner deleteRunner deleteRunnerByToken verifyRunner resetRunnerRegistrationToken
			resetProjectRunnerRegistrationToken resetGroupRunnerRegistrationToken resetRunnerAuthenticationToken
			resetRunnerAuthenticationTokenByToken listReleaseLinks getReleaseLink createReleaseLink updateReleaseLink
			deleteReleaseLink sendAlert`;
		expect(ids(all)).toEqual([...noteKinds.flatMap(notes), ...words(others)].sort());
	});

	test("CONV-098 nothing is sent by the platform itself", () => {
		expect(document()).not.toHaveProperty("webhooks");
		for (const one of all) {
			expect(one.raw).not.toHaveProperty("callbacks");
			for (const answer of Object.values(one.answers)) {
				expect(answer.types).not.toContain("text/event-stream");
				expect(answer.types).not.toContain("application/x-ndjson");
			}
		}
	});
});

describe("types", () => {
	test("CONV-014 a project or a group is a number or a path", () => {
		const scoped = all.filter((one) => /^\/(projects|groups)\/\{id\}/.test(one.path));
		expect(scoped.length).toBeGreaterThan(60);
		for (const one of scoped) {
			expect(one.params.id, one.id).toMatchObject({ in: "path", required: true });
			expect(types(one.params.id?.schema ?? {}), one.id).toEqual(new Set(["integer", "string"]));
		}
	});

	test.each([
		["issue_iid", 5, /^\/projects\/\{id\}\/issues\/\{issue_iid\}/],
		["merge_request_iid", 5, /^\/projects\/\{id\}\/merge_requests\/\{merge_request_iid\}/],
		["snippet_id", 5, /^\/projects\/\{id\}\/snippets\/\{snippet_id\}/],
		["epic_id", 5, /^\/groups\/\{id\}\/epics\/\{epic_id\}/],
		["pipeline_id", 8, /^\/projects\/\{id\}\/pipelines\/\{pipeline_id\}/],
		["runner_id", 1, /^\/projects\/\{id\}\/runners\/\{runner_id\}/],
		["id", 6, /^\/runners\/\{id\}/],
		["id", 9, /^\/users\/\{id\}/],
	])("CONV-024 %s is an integer in %i operations", (name, count, path) => {
		const found = all.filter((one) => one.path.includes(`{${name}}`) && path.test(one.path));
		expect(found).toHaveLength(count);
		// Where the name is not that of the project or group itself, it stands at no other place.
		if (name !== "id") expect(all.filter((one) => one.params[name])).toEqual(found);
		for (const one of found)
			expect(one.params[name], one.id).toMatchObject({ in: "path", required: true, schema: { type: "integer" } });
	});

	/** Dates by their names; `expires_at` is one of a token (beside its scopes), of a share, or of a rotation. */
	const isDate = ({ at, name, owner }: Site): boolean =>
		/_on$/.test(name) ||
		name === "from" ||
		(name === "expires_at" &&
			(Boolean(owner.properties?.scopes) || Boolean(owner.properties?.group_access_level) || / body\./.test(at))) ||
		(name === "last_activity_at" && Boolean(owner.properties?.last_activity_on) && !owner.properties?.id);
	const isTime = (name: string): boolean =>
		/_(at|on|before|after|date)$|^(start|end)_time$|^(starts|ends)At$|^from$/.test(name);

	const dated = (): Site[] =>
		all
			.flatMap((one) => [
				...sent(one),
				...answered(one),
				...parametersOf(one).map(({ at, name, parameter }) => ({ at, name, schema: parameter.schema, owner: {} })),
			])
			.filter(({ name, schema }) => isTime(name) && !types(schema).has("boolean") && values(schema).length === 0);

	const formatted = (sites: Site[]): string[] =>
		sites.map(({ at, schema }) => `${at}: ${[schema.type].flat().filter((one) => one !== "null")} ${schema.format}`);

	test("CONV-026 every timestamp is a date-time", () => {
		const times = dated().filter((site) => !isDate(site));
		expect(times.length).toBeGreaterThan(150);
		expect(formatted(times)).toEqual(times.map(({ at }) => `${at}: string date-time`));
	});

	test("CONV-029 every date is a date", () => {
		const dates = dated().filter(isDate);
		expect(formatted(dates)).toEqual(dates.map(({ at }) => `${at}: string date`));
		const found = dates.map(({ at }) => at);
		for (const at of [
			"listGroupPersonalAccessTokens 200.expires_at",
			"listGroupResourceAccessTokens 200.expires_at",
			"rotateGroupPersonalAccessToken body.expires_at",
			"rotateGroupResourceAccessToken body.expires_at",
			"rotateGroupPersonalAccessToken 200.expires_at",
			"rotateGroupResourceAccessToken 200.expires_at",
			"revokeGroupToken 200.expires_at",
			"listUserActivities 200.last_activity_on",
			"getGroup 200.marked_for_deletion_on",
			"listGroups marked_for_deletion_on",
			"listUserActivities from",
		])
			expect(found).toContain(at);
	});

	test("no other text has the format of a time", () => {
		const known = new Set(dated().map(({ at }) => at));
		const formats = all
			.flatMap((one) => [...sent(one), ...answered(one)])
			.filter(({ schema }) => schema.format === "date-time" || schema.format === "date");
		expect(formats.filter(({ at }) => !known.has(at)).map(({ at }) => at)).toEqual([]);
	});

	test("CONV-102 a note has 1,000,000 characters at most, when written and when changed", () => {
		const writes = noteKinds.flatMap((kind) => [`create${kind}Note`, `update${kind}Note`]);
		expect(writes).toHaveLength(12);
		for (const id of writes)
			for (const body of Object.values(operation(id).bodies))
				expect(property(body, "body"), id).toMatchObject({ type: "string", maxLength: 1_000_000 });
	});
});

describe("pages", () => {
	test("CONV-052 every paged list takes page and per_page", () => {
		expect(ids(lists)).toEqual(expect.arrayContaining(wholeLists));
		expect(pagedLists).toHaveLength(29);
		for (const one of pagedLists) {
			expect(one.params.page, one.id).toMatchObject({ in: "query", required: false });
			expect(one.params.page?.schema, one.id).toMatchObject({ type: "integer", default: 1 });
			expect(one.params.per_page, one.id).toMatchObject({ in: "query", required: false });
			expect(one.params.per_page?.schema, one.id).toMatchObject({ type: "integer", default: 20 });
		}
	});

	test("CONV-062 every paged list declares seven headers, the totals as optional", () => {
		const names = ["x-page", "x-per-page", "x-next-page", "x-prev-page", "x-total", "x-total-pages", "link"];
		for (const one of pagedLists) expect(one.answers["200"]?.headers, one.id).toEqual(expect.arrayContaining(names));
		for (const name of ["X-Total", "X-Total-Pages"]) {
			const found = headers(name);
			expect(found.map(({ at }) => at).sort()).toEqual(ids(pagedLists).map((id) => `${id} 200`));
			for (const { at, header } of found) {
				expect(header.required, at).not.toBe(true);
				expect(header.description, at).toMatch(/absent above 10,000/);
			}
		}
	});

	test("CONV-073 listUsers and listGroups alone take pagination and cursor", () => {
		for (const name of ["pagination", "cursor"])
			expect(ids(all.filter((one) => one.params[name]))).toEqual(["listGroups", "listUsers"]);
		for (const id of ["listGroups", "listUsers"]) {
			const { pagination, cursor } = operation(id).params;
			expect(pagination).toMatchObject({ in: "query", required: false });
			expect(values(pagination?.schema ?? {})).toContain("keyset");
			expect(cursor).toMatchObject({ in: "query", required: false, schema: { type: "string" } });
			expect(cursor?.schema.enum).toBeUndefined();
		}
	});
});

describe("tiers and offerings", () => {
	const premium = { tier: "premium" };
	const ultimate = { tier: "ultimate" };
	const selfManaged = { offering: "self-managed" };
	const hosted = { offering: "hosted" };

	test("CONV-092 the limited operations say so, and no other", () => {
		const expected: Record<string, object> = {
			listGroupSamlUsers: premium,
			listGroupProvisionedUsers: premium,
			syncGroupLdap: { ...premium, ...selfManaged },
			listAllRunners: selfManaged,
		};
		for (const id of [...notes("Epic"), ...notes("GroupWikiPage")]) expected[id] = premium;
		for (const one of all.filter(({ path }) => path.startsWith("/groups/{id}/manage/"))) expected[one.id] = hosted;
		expect(Object.keys(expected)).toHaveLength(22);
		const marked = all.filter((one) => one.raw["x-tenon-tier"]);
		expect(Object.fromEntries(marked.map((one) => [one.id, one.raw["x-tenon-tier"]]))).toEqual(expected);
	});

	test.each([
		["listGroups", "repository_storage", premium],
		["listGroups", "marked_for_deletion_on", premium],
		["listGroupProjects", "with_security_reports", ultimate],
		["listUsers", "auditors", premium],
		["listUsers", "skip_ldap", premium],
	])("CONV-093 %s takes %s on %o", (id, name, tier) => {
		expect(operation(id).params[name]).toMatchObject({ "x-tenon-tier": tier });
	});

	test.each([
		[
			"updateGroup",
			premium,
			`file_template_project_id membership_lock prevent_forking_outside_group ip_restriction_ranges
			allowed_email_domains_list wiki_access_level`,
		],
		[
			"updateGroup",
			ultimate,
			`unique_project_download_limit unique_project_download_limit_interval_in_seconds
			unique_project_download_limit_allowlist unique_project_download_limit_alertlist
			auto_ban_user_on_excessive_projects_download`,
		],
		[
			"updateGroup",
			{ ...premium, ...selfManaged },
			"extra_shared_runners_minutes_limit assist_features_enabled lock_assist_features_enabled",
		],
		["updateGroup", hosted, "web_based_commit_signing_enabled"],
		["createUser", premium, "auditor"],
		["updateUser", premium, "auditor"],
	])("CONV-093 %s with %o for its fields", (id, tier, names) => {
		for (const name of words(names))
			for (const body of Object.values(operation(id).bodies))
				expect(property(body, name)["x-tenon-tier"], name).toEqual(tier);
	});

	test("CONV-093 the group's own record names what paid tiers add", () => {
		const names = `shared_runners_minutes_limit extra_shared_runners_minutes_limit marked_for_deletion_on membership_lock
			wiki_access_level assist_features_enabled lock_assist_features_enabled assist_availability
			experiment_features_enabled`;
		for (const name of words(names))
			for (const id of ["getGroup", "updateGroup"]) expect(told(id, name)["x-tenon-tier"], name).toEqual(premium);
	});

	test("CONV-093 the administrators' view of a user names what paid tiers add", () => {
		const names = words(`shared_runners_minutes_limit extra_shared_runners_minutes_limit is_auditor using_license_seat
			provisioned_by_group_id scim_identities`);
		const found = answered(operation("getUser")).filter(({ name }) => names.includes(name));
		expect([...new Set(found.map(({ name }) => name))].sort()).toEqual(names.sort());
		for (const { at, schema } of found) expect(schema["x-tenon-tier"], at).toEqual(premium);
	});
});

describe("deprecations and releases", () => {
	const runnerRecords = words(
		"listRunners listAllRunners listProjectRunners listGroupRunners getRunner updateRunner assignProjectRunner",
	);
	const deprecated = { deprecated: true };

	test.each([
		["projects", words("getGroup updateGroup")],
		["shared_projects", words("getGroup updateGroup")],
		["active", runnerRecords],
		["ip_address", runnerRecords],
		["confidential", noteKinds.map((kind) => `get${kind}Note`)],
		["confidential", noteKinds.map((kind) => `list${kind}Notes`)],
		["tag_list", words("listGroupProjects listGroupSharedProjects")],
		["merge_requests", ["getUserCounts"]],
		["last_activity_at", ["listUserActivities"]],
		["default_branch_protection", words("getGroup updateGroup")],
		["emails_disabled", words("getGroup updateGroup")],
		["architecture", words("getRunner updateRunner")],
		["platform", words("getRunner updateRunner")],
		["revision", words("getRunner updateRunner")],
		["version", words("getRunner updateRunner")],
	])("CONV-124, CONV-125 %s is deprecated in answers", (name, where) => {
		for (const id of where) expect(told(id, name), id).toMatchObject(deprecated);
	});

	test.each([
		["active", words("registerRunner updateRunner")],
		["confidential", words("createIssueNote createEpicNote updateIssueNote updateMergeRequestNote updateEpicNote")],
		["default_branch_protection", ["updateGroup"]],
		["emails_disabled", ["updateGroup"]],
		["maintainer_note", ["registerRunner"]],
	])("CONV-124, CONV-125 %s is deprecated in bodies", (name, where) => {
		expect(ids(all.filter((one) => one.body?.properties?.[name]))).toEqual([...where].sort());
		for (const id of where)
			for (const body of Object.values(operation(id).bodies))
				expect(property(body, name), id).toMatchObject(deprecated);
	});

	test("CONV-124 the operations on epic notes are deprecated, and no other", () => {
		expect(ids(all.filter((one) => one.deprecated))).toEqual(notes("Epic").sort());
	});

	test("CONV-125 with_projects, and scope of runner lists, are deprecated", () => {
		expect(operation("getGroup").params.with_projects).toMatchObject(deprecated);
		for (const id of words("listRunners listAllRunners listProjectRunners"))
			expect(operation(id).params.scope, id).toMatchObject({ in: "query", ...deprecated });
	});

	test("CONV-125 single values are deprecated", () => {
		const deprecatedValues = (schema: Schema | undefined): unknown[] =>
			(schema?.anyOf ?? []).filter((one) => one.deprecated).flatMap(values);
		for (const id of words("listRunners listAllRunners listProjectRunners listGroupRunners"))
			expect(deprecatedValues(operation(id).params.status?.schema), id).toEqual(["active", "paused"]);
		expect(deprecatedValues(property(operation("updateGroup").body, "shared_runners_setting"))).toEqual([
			"disabled_with_override",
		]);
	});

	test("CONV-126 whatever is deprecated names its replacement and when it goes", () => {
		const items = all.flatMap((one): [string, Record<string, unknown>][] => [
			[one.id, one.raw],
			...parametersOf(one).flatMap(({ at, parameter }): [string, Record<string, unknown>][] => [
				[at, parameter],
				...branches(parameter.schema).map((each): [string, Schema] => [at, each]),
			]),
			...[...sent(one), ...answered(one)].flatMap(({ at, schema }) =>
				branches(schema).map((each): [string, Schema] => [at, each]),
			),
		]);
		const found = items.filter(([, item]) => item.deprecated === true);
		expect(found.length).toBeGreaterThan(80);
		for (const [at, item] of found) {
			const lifecycle = item["x-tenon-lifecycle"] as { replacedBy?: string; removal?: string } | undefined;
			expect(lifecycle?.replacedBy, at).toMatch(/\S/);
			expect(lifecycle?.removal, at).toMatch(/^(v5|\d+\.\d+|a future release)$/);
		}
	});

	test("CONV-136 what came or went with a release says with which", () => {
		expect(operation("listUsers").raw["x-tenon-pagination"]).toMatchObject({ keyset: { since: "16.5" } });
		expect(told("listPipelines", "name")["x-tenon-lifecycle"]).toEqual({ since: "16.3" });
		expect(told("getPipeline", "name")["x-tenon-lifecycle"]).toEqual({ since: "16.3" });
		expect(operation("listPipelines").params.name?.["x-tenon-lifecycle"]).toEqual({ since: "16.9" });
		expect(property(operation("createPipeline").body, "inputs")["x-tenon-lifecycle"]).toEqual({ since: "18.1" });
		expect(operation("revokeGroupToken").raw["x-tenon-lifecycle"]).toMatchObject({ since: "17.2" });
		expect(operation("listUsers").params.saml_provider_id?.["x-tenon-lifecycle"]).toMatchObject({ removed: "18.2" });
	});

	test("CONV-138 a flag and an experiment are marked", () => {
		const provider = property(operation("updateGroup").body, "step_up_auth_required_oauth_provider");
		expect(provider["x-tenon-lifecycle"]).toMatchObject({ flag: expect.stringMatching(/^\w+$/) });
		expect(operation("listGroups").params.archived?.["x-tenon-lifecycle"]).toEqual({ stage: "experiment" });
	});
});

describe("credentials", () => {
	const inBody = sorted("registerRunner deleteRunnerByToken verifyRunner resetRunnerAuthenticationTokenByToken");
	const optional = sorted(`
		listPipelines getPipeline getLatestPipeline getPipelineTestReport getPipelineTestReportSummary
		listGroups getGroup listGroupProjects listGroupSharedProjects listSubgroups listDescendantGroups
		listGroupSharedGroups listInvitedGroups getGroupAvatar listUsers getUserStatus listReleaseLinks getReleaseLink`);
	// Refused with 403, and not with 401, where an anonymous caller may see the project or the group.
	const lateRefusal = ["listPipelineVariables", "listGroupProvisionedUsers"];

	test("AUTH-001 PRIVATE-TOKEN on every REST operation, optional or absent where told", () => {
		expect(document().components).toMatchObject({
			securitySchemes: { privateToken: { type: "apiKey", in: "header", name: "PRIVATE-TOKEN" } },
		});
		for (const one of rest) {
			const expected = inBody.includes(one.id)
				? []
				: [...optional, ...lateRefusal].includes(one.id)
					? [["privateToken"], []]
					: [["privateToken"]];
			expect(one.security, one.id).toEqual(expected);
		}
		expect(ids(rest.filter((one) => access(one).role === "anonymous"))).toEqual(optional);
	});

	test("AUTH-075 four operations on runners read the token in the body instead", () => {
		expect(ids(rest.filter((one) => one.security.length === 0))).toEqual(inBody);
		expect(ids(rest.filter((one) => access(one).role === "token"))).toEqual(inBody);
		for (const id of inBody) expect(operation(id).body?.required, id).toContain("token");
	});

	test("AUTH-100 the alert intake takes a bearer or a basic credential", () => {
		expect(operation("sendAlert").security).toEqual([["alertBearer"], ["alertBasic"]]);
		expect(document().components).toMatchObject({
			securitySchemes: {
				alertBearer: { type: "http", scheme: "bearer" },
				alertBasic: { type: "http", scheme: "basic" },
			},
		});
	});

	test("AUTH-018 access tokens are made by rotation alone", () => {
		const tokens = all.filter((one) => answered(one).some(({ name }) => name === "token"));
		expect(ids(tokens)).toEqual(
			sorted(`
				rotateGroupPersonalAccessToken rotateGroupResourceAccessToken createUserRunner registerRunner verifyRunner
				resetRunnerRegistrationToken resetProjectRunnerRegistrationToken resetGroupRunnerRegistrationToken
				resetRunnerAuthenticationToken resetRunnerAuthenticationTokenByToken`),
		);
		expect(ids(all.filter((one) => one.verb !== "GET" && one.path.includes("access_tokens")))).toEqual(
			sorted(`
				deleteGroupPersonalAccessToken deleteGroupResourceAccessToken
				rotateGroupPersonalAccessToken rotateGroupResourceAccessToken`),
		);
	});

	test("AUTH-032 GET /user takes sudo", () => {
		expect(operation("getCurrentUser").params.sudo).toMatchObject({
			in: "query",
			required: false,
			schema: { type: "integer" },
		});
	});

	test("AUTH-035 every REST operation takes the header Sudo", () => {
		for (const one of rest) {
			expect(one.params.Sudo, one.id).toMatchObject({ in: "header", required: false });
			expect(types(one.params.Sudo?.schema ?? {}), one.id).toEqual(new Set(["integer", "string"]));
		}
		expect(new Set(rest.map((one) => one.params.Sudo?.schema)).size).toBe(1);
		expect(operation("sendAlert").params).not.toHaveProperty("Sudo");
	});

	test("AUTH-054 stated scopes are named, the others are assumptions", () => {
		const stated = words("createUserRunner getRunner updateRunner deleteRunner resetRunnerAuthenticationToken");
		for (const one of rest) {
			const { stated: told, assumed } = evidence(one);
			expect([told.includes("scopes"), assumed.includes("scopes")], one.id).toEqual(
				stated.includes(one.id) ? [true, false] : [false, true],
			);
		}
		for (const id of stated)
			expect(access(operation(id)).scopes, id).toContain(
				id === "createUserRunner" ? "create_runner" : "manage_runners",
			);
		expect(ids(rest.filter((one) => access(one).scopes.length === 0))).toEqual(inBody);
	});

	test("AUTH-069 every operation tells the least role", () => {
		const roles = words(`anonymous signed-in guest reporter developer maintainer owner administrator auditor`);
		for (const one of all)
			expect([...roles, ...(one.id === "sendAlert" || inBody.includes(one.id) ? ["token"] : [])], one.id).toContain(
				access(one).role,
			);
	});
});

describe("refusals", () => {
	/** The statuses that the specification's table of errors and its limits tell. */
	const stated: Record<string, string> = {
		getLatestPipeline: "403",
		cancelPipeline: "200",
		updateUser: "404",
		deleteUser: "204 404 409",
		listUserMemberships: "200 400 403 404",
		disableUserTwoFactor: "204 400 403 404",
		setUserAvatar: "200 400",
		revokeUserSupportPin: "202",
		revokeGroupToken: "200",
		deleteGroupPersonalAccessToken: "204 400 401 403",
		deleteGroupResourceAccessToken: "204 400 401 403",
		deleteGroupSshKey: "204 400 401 403",
		rotateGroupPersonalAccessToken: "200 400 401 403 404 405",
		rotateGroupResourceAccessToken: "200 403 404",
		registerRunner: "201 403 410",
		deleteRunnerByToken: "204",
		verifyRunner: "200 403",
		sendAlert: "200",
		listInvitedGroups: "429",
	};
	for (const kind of ["Epic", "ProjectWikiPage", "GroupWikiPage"]) for (const id of notes(kind)) stated[id] = "404";

	test.each(Object.entries(stated))("ERR-032 %s declares %s as stated", (id, statuses) => {
		for (const status of words(statuses)) {
			expect(operation(id).answers).toHaveProperty(status);
			expect(evidence(operation(id)).stated).toContain(status);
		}
	});

	test("ERR-033 one schema for refusals, of both families", () => {
		const used = rest.flatMap((one) => refusals(one).map((status) => one.answers[status]));
		expect(used.length).toBeGreaterThan(400);
		expect(new Set(used.map((one) => one?.types.join())).size).toBe(1);
		expect(new Set(used.map((one) => one?.schema)).size).toBe(1);
		const [message, error, ...others] = used[0]?.schema?.anyOf ?? [];
		expect(others).toEqual([]);
		expect(message?.required).toEqual(["message"]);
		expect(types(property(message, "message"))).toEqual(new Set(["string", "object", "array"]));
		expect(error?.required).toEqual(["error"]);
		expect(Object.keys(error?.properties ?? {})).toEqual(["error", "error_description", "scope"]);
		for (const name of ["error", "error_description", "scope"]) expect(property(error, name).type).toBe("string");
	});

	test("ERR-071 429 tells the seconds to wait", () => {
		const limited = all.filter((one) => one.raw["x-tenon-rate-limit"]);
		expect(ids(limited)).toEqual(
			[
				...noteKinds.map((kind) => `create${kind}Note`),
				...words("listGroups getGroup listGroupProjects listGroupSharedGroups listInvitedGroups getUser getUserStatus"),
			].sort(),
		);
		for (const one of limited) expect(one.answers, one.id).toHaveProperty("429");
		const declared = all.filter((one) => one.answers["429"]);
		for (const one of declared) expect(one.answers["429"]?.headers, one.id).toContain("retry-after");
		const found = headers("Retry-After");
		expect(found.map(({ at }) => at).sort()).toEqual(ids(declared).map((id) => `${id} 429`));
		for (const { at, header } of found) expect(header.schema, at).toMatchObject({ type: "integer" });
	});

	test("ERR-074 every status and every body that the specification leaves open is listed as an assumption", () => {
		for (const one of all) {
			const { stated: told, assumed } = evidence(one);
			const known = words(stated[one.id] ?? "").filter(isRefusal);
			expect(told.filter(isRefusal).sort(), one.id).toEqual(known);
			expect(assumed.filter(isRefusal).sort(), one.id).toEqual(
				refusals(one)
					.filter((status) => !known.includes(status))
					.sort(),
			);
			expect(assumed, one.id).toContain("errors");
			expect(told, one.id).not.toContain("errors");
		}
	});
});
