import type { Builder, Group, Issue, Project, Runner } from "@tenon/mock";
import { expect, test } from "vitest";
import { controlled } from "../support/control";

const groupOf = ({ state }: Builder, path: string): Group => state.group(path) ?? expect.fail(`no group ${path}`);
const projectOf = ({ state }: Builder, path: string): Project =>
	state.project(path) ?? expect.fail(`no project ${path}`);
const firstIssue = ({ state }: Builder): Issue => state.issues.one("iid", "101:1") ?? expect.fail("no issue");
const firstRunner = ({ state }: Builder): Runner => [...state.runners.all()][0] ?? expect.fail("no runner");

/** The tables whose records the builder accepts unchanged. */
const alike: readonly [
	table: string,
	build: "user" | "group" | "project" | "issue" | "mergeRequest" | "release" | "alert" | "pipeline",
	record: object,
][] = [
	["users", "user", { username: "ada", admin: true }],
	[
		"groups",
		"group",
		{ full_path: "acme/mobile/app", visibility: "private", members: { owner: "owner", guest: "reporter" } },
	],
	["projects", "project", { full_path: "acme/mobile/app", archived: true, members: { developer: "maintainer" } }],
	[
		"issues",
		"issue",
		{ project: "acme/web", title: "It crashes", author: "developer", assignees: ["owner", "guest"], state: "closed" },
	],
	["merge_requests", "mergeRequest", { project: "acme/portal", author: "developer", reviewers: ["maintainer"] }],
	["releases", "release", { project: "acme/web", tag_name: "v9.9", author: "maintainer" }],
	["pipelines", "pipeline", { project: "acme/web", status: "failed", ref: "develop", user: "developer" }],
	["alerts", "alert", { project: "acme/web", severity: "low" }],
];

/** The table, a record as data, and the same record in TypeScript. */
const same: readonly [table: string, record: object, build: (seed: Builder) => object][] = [
	...alike.map(([table, build, record]): (typeof same)[number] => [
		table,
		record,
		(seed) => Reflect.apply(seed[build], seed, [record]),
	]),
	[
		"tokens",
		{ user: "developer", text: "t-1", scopes: ["read_api"] },
		(seed) => seed.token({ user_id: seed.userId("developer"), text: "t-1", scopes: ["read_api"] }),
	],
	["tokens", { project: "acme/web", role: "guest" }, (seed) => seed.resourceToken("acme/web", "guest")],
	["tokens", { group: "acme", text: "t-2" }, (seed) => seed.resourceToken("acme", "maintainer", { text: "t-2" })],
	["members", { user: "guest", group: "partners", role: "owner" }, (seed) => seed.member("guest", "partners", "owner")],
	[
		"members",
		{ user: "outsider", project: "acme/web", role: "guest", expires_at: "2026-03-01", permissions: ["admin_runners"] },
		(seed) => seed.member("outsider", "acme/web", "guest", "2026-03-01", ["admin_runners"]),
	],
	[
		"shares",
		{ group: "partners", into: "acme/portal", role: "guest" },
		(seed) => seed.share("partners", "acme/portal", "guest"),
	],
	["identities", { user: "guest", group: "partners" }, (seed) => seed.samlUser("guest", "partners")],
	[
		"enterprise_users",
		{ user: "guest", group: "partners", kind: "service_account" },
		(seed) => seed.enterpriseUser("guest", "partners", "service_account"),
	],
	[
		"ssh_keys",
		{ user: "guest", title: "Mine" },
		(seed) => seed.sshKey({ user_id: seed.userId("guest"), title: "Mine" }),
	],
	["feed_tokens", { user: "root", text: "feed" }, (seed) => seed.feedToken("root", "feed")],
	["deploy_tokens", { project: "acme/web", name: "CI" }, (seed) => seed.deployToken("acme/web", { name: "CI" })],
	["deploy_tokens", { group: "acme" }, (seed) => seed.deployToken("acme")],
	["epics", { group: "acme", author: "owner" }, (seed) => seed.epic("acme", { author: "owner" })],
	["snippets", { project: "acme/web", author: "owner" }, (seed) => seed.snippet("acme/web", { author: "owner" })],
	["snippets", { title: "Mine" }, (seed) => seed.snippet(null, { title: "Mine" })],
	["wiki_pages", { group: "acme", slug: "plan" }, (seed) => seed.wikiPage(groupOf(seed, "acme"), { slug: "plan" })],
	["notes", { project: "acme/portal" }, (seed) => seed.note({ on: seed.issue("acme/portal") })],
	[
		"notes",
		{ on: { issue: "acme/web#1" }, body: "Seen." },
		(seed) => seed.note({ on: firstIssue(seed), body: "Seen." }),
	],
	["jobs", { project: "acme/web", name: "lint" }, (seed) => seed.job(seed.pipeline("acme/web"), { name: "lint" })],
	[
		"runners",
		{ projects: ["acme/web", "acme/portal"], token: "mine", tag_list: ["docker"] },
		(seed) => seed.runner({ projects: ["acme/web", "acme/portal"], token: "mine" }, { tag_list: ["docker"] }),
	],
	["runners", { group: "acme" }, (seed) => seed.runner({ group: "acme" })],
	["runner_managers", { system_id: "s-1" }, (seed) => seed.runnerManager(firstRunner(seed), { system_id: "s-1" })],
	["runner_rules", { token_lifetime: 60 }, (seed) => seed.runnerRule(null, { token_lifetime: 60 })],
	[
		"repository_trees",
		{ project: "acme/portal", ref: "develop", contents: { "a.txt": "text", "b.bin": { base64: "AP8=" } } },
		(seed) =>
			seed.files(projectOf(seed, "acme/portal"), "develop", { "a.txt": "text", "b.bin": new Uint8Array([0, 255]) }),
	],
	["environments", { project: "acme/web", name: "qa" }, (seed) => seed.environment(projectOf(seed, "acme/web"), "qa")],
	[
		"alert_integrations",
		{ project: "acme/web", name: "Mine", type: "prometheus" },
		(seed) => seed.alertIntegration(projectOf(seed, "acme/web"), { name: "Mine", type: "prometheus" }),
	],
];

test.each(same)("POST /records/%s %j makes the row that the builder makes", async (table, record, build) => {
	const [http, typescript] = [controlled(), controlled()];
	const { status, text } = await http.control("POST", `/records/${table}`, record);
	const row = build(typescript.platform.seed);
	expect([status, text]).toEqual([201, JSON.stringify(row)]);
	expect(http.state()).toBe(typescript.state());
});
