import type { Builder, Group, Project, Runner } from "@tenon/mock";
import { expect, test } from "vitest";
import { controlled } from "../support/control";

const groupOf = ({ state }: Builder, path: string): Group => state.group(path) ?? expect.fail(`no group ${path}`);
const projectOf = ({ state }: Builder, path: string): Project =>
	state.project(path) ?? expect.fail(`no project ${path}`);
const firstIssue = ({ state }: Builder): number => state.issues.one("iid", "101:1")?.id ?? expect.fail("no issue");
const firstRunner = ({ state }: Builder): Runner => [...state.runners.all()][0] ?? expect.fail("no runner");

/** The table, the record as data, and the same record in TypeScript. */
const same: readonly [table: string, record: object, build: (seed: Builder) => object][] = [
	["users", { username: "ada", admin: true }, (seed) => seed.user({ username: "ada", admin: true })],
	[
		"tokens",
		{ user: "developer", text: "t-1", scopes: ["read_api"], expires_at: "2026-02-01" },
		(seed) =>
			seed.token({ user_id: seed.userId("developer"), text: "t-1", scopes: ["read_api"], expires_at: "2026-02-01" }),
	],
	["tokens", { project: "acme/web", role: "guest" }, (seed) => seed.resourceToken("acme/web", "guest")],
	["tokens", { group: "acme", text: "t-2" }, (seed) => seed.resourceToken("acme", "maintainer", { text: "t-2" })],
	[
		"groups",
		{ full_path: "acme/mobile/app", visibility: "private", members: { owner: "owner", guest: "reporter" } },
		(seed) =>
			seed.group({
				full_path: "acme/mobile/app",
				visibility: "private",
				members: { owner: "owner", guest: "reporter" },
			}),
	],
	[
		"projects",
		{ full_path: "acme/mobile/app", archived: true, members: { developer: "maintainer" } },
		(seed) => seed.project({ full_path: "acme/mobile/app", archived: true, members: { developer: "maintainer" } }),
	],
	["members", { user: "guest", group: "partners", role: "owner" }, (seed) => seed.member("guest", "partners", "owner")],
	[
		"members",
		{ user: "outsider", project: "acme/web", role: "guest", expires_at: "2026-03-01", permissions: ["admin_runners"] },
		(seed) => seed.member("outsider", "acme/web", "guest", "2026-03-01", ["admin_runners"]),
	],
	[
		"shares",
		{ group: "partners", into: "skunkworks/rocket", role: "reporter" },
		(seed) => seed.share("partners", "skunkworks/rocket", "reporter"),
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
	[
		"issues",
		{ project: "acme/web", title: "It crashes", author: "developer", assignees: ["owner", "guest"], state: "closed" },
		(seed) =>
			seed.issue({
				project: "acme/web",
				title: "It crashes",
				author: "developer",
				assignees: ["owner", "guest"],
				state: "closed",
			}),
	],
	[
		"merge_requests",
		{ project: "acme/portal", author: "developer", reviewers: ["maintainer"] },
		(seed) => seed.mergeRequest({ project: "acme/portal", author: "developer", reviewers: ["maintainer"] }),
	],
	["epics", { group: "acme", author: "owner" }, (seed) => seed.epic("acme", { author: "owner" })],
	["snippets", { project: "acme/web", author: "owner" }, (seed) => seed.snippet("acme/web", { author: "owner" })],
	["snippets", { title: "Mine" }, (seed) => seed.snippet(null, { title: "Mine" })],
	["wiki_pages", { group: "acme", slug: "plan" }, (seed) => seed.wikiPage(groupOf(seed, "acme"), { slug: "plan" })],
	["notes", { project: "acme/portal" }, (seed) => seed.note({ on: seed.issue("acme/portal") })],
	[
		"releases",
		{ project: "acme/web", tag_name: "v9.9", author: "maintainer" },
		(seed) => seed.release({ project: "acme/web", tag_name: "v9.9", author: "maintainer" }),
	],
	[
		"pipelines",
		{ project: "acme/web", status: "failed", ref: "develop", user: "developer" },
		(seed) => seed.pipeline({ project: "acme/web", status: "failed", ref: "develop", user: "developer" }),
	],
	["jobs", { project: "acme/web", name: "lint" }, (seed) => seed.job(seed.pipeline("acme/web"), { name: "lint" })],
	[
		"runners",
		{ projects: ["acme/web", "acme/portal"], token: "mine", tag_list: ["docker"] },
		(seed) => seed.runner({ projects: ["acme/web", "acme/portal"], token: "mine" }, { tag_list: ["docker"] }),
	],
	["runners", { group: "acme" }, (seed) => seed.runner({ group: "acme" })],
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
	[
		"notes",
		{ on: { issue: "acme/web#1" }, body: "Seen it too.", author: "guest" },
		(seed) =>
			seed.note({ type: "Issue", id: firstIssue(seed), project_id: 101 }, { body: "Seen it too.", author: "guest" }),
	],
	[
		"runner_managers",
		{ contacted_at: "2026-01-05T09:00:00.000Z" },
		(seed) => seed.runnerManager(firstRunner(seed), { contacted_at: "2026-01-05T09:00:00.000Z" }),
	],
	["alerts", { project: "acme/web", severity: "low" }, (seed) => seed.alert({ project: "acme/web", severity: "low" })],
];

test.each(same)("POST /records/%s %j makes the row that the builder makes", async (table, record, build) => {
	const [http, typescript] = [controlled(), controlled()];
	const { status, text } = await http.control("POST", `/records/${table}`, record);
	const row = build(typescript.platform.seed);
	expect([status, text]).toEqual([201, JSON.stringify(row)]);
	expect(http.state()).toBe(typescript.state());
});
