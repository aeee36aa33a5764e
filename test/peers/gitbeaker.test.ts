/**
 * Gitbeaker, an unmodified third-party client of this API. Calls every method for an endpoint of the contract, and
 * checks that it returns what it should.
 */
import { GitbeakerRequestError, Gitlab } from "@gitbeaker/rest";
import { describe, expect } from "vitest";
import { type PeerServer, test } from "./peer-server";

const as = (server: PeerServer, username: string) => new Gitlab({ host: server.url, token: `${username}-token` });

/** Returns the error with which a call fails. If the response is not a success, it must be Gitbeaker's own error. */
async function refusal(call: Promise<unknown>): Promise<{ status: number; description: string }> {
	const error = await call.then(
		() => undefined,
		(reason: unknown) => reason,
	);
	if (!(error instanceof GitbeakerRequestError) || !error.cause) throw error ?? new Error("The call succeeded.");
	return { status: error.cause.response.status, description: error.cause.description };
}

describe("notes", () => {
	// Snippets and epics have no number within their project or group.
	const places = [
		{ name: "issues", resource: "IssueNotes", where: "acme/web", on: 1 },
		{ name: "merge requests", resource: "MergeRequestNotes", where: "acme/web", on: 1 },
		{ name: "snippets", resource: "ProjectSnippetNotes", where: "acme/web", on: 401 },
		{ name: "epics", resource: "EpicNotes", where: "acme", on: 501 },
	] as const;

	test.for(places)("on $name", async ({ resource, where, on }, { server }) => {
		const notes = as(server, "maintainer")[resource];
		const before = await notes.all(where, on);
		expect(before.length).toBeGreaterThan(0);
		const made = await notes.create(where, on, "Looks **good**.", { createdAt: "2026-01-05T09:00:00Z" });
		expect(made).toMatchObject({ body: "Looks **good**.", author: { username: "maintainer" }, system: false });
		expect(await notes.show(where, on, made.id)).toEqual(made);
		expect(await notes.edit(where, on, made.id, { body: "Looks better." })).toMatchObject({
			id: made.id,
			body: "Looks better.",
		});
		const sorted = await notes.all(where, on, { sort: "asc", orderBy: "created_at" });
		expect(sorted.map(({ id }) => id)).toEqual([...before.map(({ id }) => id).reverse(), made.id]);
		await notes.remove(where, on, made.id);
		expect(await refusal(notes.show(where, on, made.id))).toEqual({ status: 404, description: "404 Not found" });
	});
});

test("pipelines", async ({ server }) => {
	const { Pipelines } = as(server, "maintainer");
	const web = "acme/web";
	const all = await Pipelines.all(web);
	expect(all.length).toBe(60);
	const failed = await Pipelines.all(web, { status: "failed", orderBy: "updated_at", sort: "asc", perPage: 3 });
	expect(new Set(failed.map(({ status }) => status))).toEqual(new Set(["failed"]));
	const variables = [{ key: "DEPLOY_TO", value: "production", variable_type: "env_var" as const }];
	const made = await Pipelines.create(web, "main", { variables });
	expect(made).toMatchObject({ ref: "main", source: "api", user: { username: "maintainer" } });
	expect(await Pipelines.show(web, made.id)).toEqual(made);
	expect(await Pipelines.showLatest(web, { ref: "main" })).toMatchObject({ id: made.id });
	expect(await Pipelines.show(web, "latest")).toMatchObject({ id: made.id });
	expect(await Pipelines.allVariables(web, made.id)).toMatchObject(variables);
	expect(await Pipelines.cancel(web, made.id)).toMatchObject({ status: "canceled" });
	expect(await Pipelines.retry(web, made.id)).toMatchObject({ id: made.id, status: "pending" });

	const reported = failed.find(({ id }) => server.platform.state.pipelines.get(id)?.test_suites.length)?.id ?? 0;
	const report = await Pipelines.showTestReport(web, reported);
	expect(report).toMatchObject({ total_count: 11, failed_count: 1, skipped_count: 2, error_count: 3 });
	expect(await Pipelines.showTestReportSummary(web, reported)).toMatchObject({ total: { count: 11, failed: 1 } });

	await as(server, "owner").Pipelines.remove(web, made.id);
	expect((await refusal(Pipelines.show(web, made.id))).status).toBe(404);
});

test("groups", async ({ server }) => {
	const { Groups, GroupLDAPLinks } = as(server, "owner");
	const paths = (groups: { full_path?: unknown }[]) => groups.map(({ full_path }) => full_path);
	expect(paths(await Groups.all({ owned: true, topLevelOnly: true }))).toEqual(["acme", "partners", "skunkworks"]);
	expect(paths(await Groups.search("front"))).toEqual(["acme/frontend"]);
	expect(await Groups.show("acme")).toMatchObject({ full_path: "acme", runners_token: expect.any(String) });
	expect(await Groups.show("acme/backend/api")).toMatchObject({ name: "API" });
	expect(await Groups.edit("acme/frontend", { description: "Pages.", requestAccessEnabled: false })).toMatchObject({
		description: "Pages.",
		request_access_enabled: false,
	});
	expect(paths(await Groups.allSubgroups("acme", { orderBy: "path" }))).toEqual([
		"acme/backend",
		"acme/frontend",
		"acme/museum",
	]);
	expect(paths(await Groups.allDescendantGroups("acme", {}))).toContain("acme/backend/api/core");
	const projects = await Groups.allProjects("acme", { includeSubgroups: true, withShared: false, orderBy: "path" });
	expect(projects.map(({ path_with_namespace }) => path_with_namespace)).toContain("acme/backend/api/core/engine");
	const shared = await Groups.allSharedProjects("acme", { simple: true });
	expect(shared.map(({ path }) => path).sort()).toEqual(["attic", "plans", "tools"]);
	expect((await Groups.allProvisionedUsers("acme")).map(({ username }) => username)).toContain("newcomer");
	const avatar = await Groups.downloadAvatar("acme");
	expect(avatar.type).toBe("image/png");
	expect(
		Buffer.from(await avatar.arrayBuffer())
			.subarray(1, 4)
			.toString(),
	).toBe("PNG");
	await Groups.removeAvatar("acme");
	expect((await refusal(Groups.downloadAvatar("acme"))).status).toBe(404);
	await GroupLDAPLinks.sync("acme");
});

test("users", async ({ server }) => {
	const { Users } = as(server, "root");
	const developer = server.platform.state.users.one("username", "developer")?.id ?? 0;
	const careful = server.platform.state.users.one("username", "careful")?.id ?? 0;
	expect(await Users.showCurrentUser()).toMatchObject({ username: "root", is_admin: true });
	expect(await Users.all({ username: "developer" })).toMatchObject([{ id: developer }]);
	expect(await Users.all({ customAttributes: { region: "emea" } })).toMatchObject([{ id: developer }]);
	expect(await Users.show(developer)).toMatchObject({ username: "developer", email: expect.any(String) });
	const made = await Users.create({
		email: "ada@example.com",
		username: "ada",
		name: "Ada",
		password: "correct horse battery",
		skipConfirmation: true,
		projectsLimit: 5,
	});
	expect(made).toMatchObject({ username: "ada", projects_limit: 5 });
	// Gitbeaker sends a multipart form, in which every value is a string.
	expect(await Users.edit(made.id, { bio: "Counts.", external: true })).toMatchObject({
		bio: "Counts.",
		external: true,
	});
	const content = await as(server, "owner").Groups.downloadAvatar("acme");
	const pictured = await Users.edit(made.id, { avatar: { content, filename: "ada.png" } });
	expect(pictured).toMatchObject({ avatar_url: expect.stringContaining("ada.png") });
	await Users.remove(made.id, { hardDelete: true });
	expect((await refusal(Users.show(made.id))).status).toBe(404);

	expect(await Users.editStatus({ emoji: "tea", message: "Back soon", clearStatusAfter: "30_minutes" })).toMatchObject({
		emoji: "tea",
		message: "Back soon",
		clear_status_at: "2026-01-05T10:00:00.000Z",
	});
	expect(await Users.showStatus()).toMatchObject({ message: "Back soon" });
	expect(await Users.showStatus({ iDOrUsername: "developer" })).toMatchObject({
		emoji: "coffee",
		availability: "busy",
	});
	expect(await Users.showCount()).toMatchObject({ assigned_issues: 0, todos: 0 });
	expect(await Users.showCount({ sudo: "developer" })).toMatchObject({ assigned_issues: 3, todos: 2 });
	expect(await Users.showAssociationsCount(developer)).toMatchObject({ groups_count: expect.any(Number) });
	const memberships = await Users.allMemberships(developer, { type: "Namespace" });
	expect(memberships.map(({ source_name }) => source_name)).toContain("Acme");
	const active = await Users.allActivities({ from: "2025-12-30" });
	expect(active.map(({ username }) => username)).toContain("developer");
	expect(await Users.showCurrentUserPreferences()).toMatchObject({ user_id: 1 });
	await Users.disableTwoFactor(careful);
	await Users.removeAuthenticationIdentity(careful, "code_forge");
	const runner = await Users.createCIRunner("instance_type", { description: "For all", tagList: ["linux"] });
	expect(runner).toMatchObject({ id: expect.any(Number), token: expect.any(String) });
});

test("user preferences: the two flags that it knows, and the third that the contract also requires", async ({
	server,
}) => {
	const { Users } = as(server, "developer");
	// Gitbeaker passes on parameters that it does not know.
	const third: object = { passUserIdentitiesToCiJwt: true };
	expect(await Users.editCurrentUserPreferences(true, false, third)).toMatchObject({
		view_diffs_file_by_file: true,
		show_whitespace_in_diffs: false,
		pass_user_identities_to_ci_jwt: true,
	});
});

test("runners", async ({ server }) => {
	const { Runners, Users } = as(server, "root");
	const web = "acme/web";
	const names = (runners: { name: string }[]) => runners.map(({ name }) => name).sort();
	expect(names(await Runners.all())).toContain("shared-01");
	expect(names(await Runners.all({ owned: true, sudo: "maintainer" }))).toContain("web-01");
	expect(names(await Runners.all({ projectId: web, type: "project_type" }))).toEqual(["web-00", "web-01", "web-02"]);
	expect(names(await Runners.all({ groupId: "acme", tagList: ["linux"] }))).toContain("acme-01");
	expect(names(await Runners.all({ paused: true }))).toEqual(["backend-01"]);
	const own = server.platform.state.runnerTokens.one("text", "web-runner-token")?.runner_id ?? 0;
	expect(await Runners.show(own)).toMatchObject({ description: "Builds of the shop", maximum_timeout: 3600 });
	expect(await Runners.edit(own, { description: "Builds", tagList: ["arm"], paused: true })).toMatchObject({
		description: "Builds",
		tag_list: ["arm"],
		paused: true,
	});
	const jobs = await Runners.allJobs(own, { status: "failed", orderBy: "id", sort: "asc" });
	expect(new Set(jobs.map(({ status }) => status))).toEqual(new Set(["failed"]));
	await Runners.enable("acme/vault", own);
	expect(names(await Runners.all({ projectId: "acme/vault", type: "project_type" }))).toEqual(["web-01"]);
	await Runners.disable("acme/vault", own);

	const registered = await Runners.register("instance-registration-token", {
		description: "By registration",
		tagList: ["linux"],
		info: { version: "17.2.0", platform: "linux" },
	});
	// The type lacks the token that the endpoint needs, but Gitbeaker passes it on.
	const proof = { systemId: "s_1", token: registered.token };
	await Runners.verify(proof);
	expect((await refusal(Runners.verify({ systemId: "s_1" }))).status).toBe(400);
	await Runners.remove({ token: registered.token });
	expect((await refusal(Runners.verify(proof))).status).toBe(403);
	const made = await Users.createCIRunner("group_type", { groupId: server.platform.state.group("acme")?.id ?? 0 });
	await Runners.remove({ runnerId: made.id });
	expect((await refusal(Runners.show(made.id))).status).toBe(404);
	await Runners.resetRegistrationToken({ token: "instance-registration-token" });
	expect((await refusal(Runners.register("instance-registration-token"))).status).toBe(403);
});

test("release links", async ({ server }) => {
	const { ReleaseLinks } = as(server, "maintainer");
	const at = ["acme/web", "v1.0"] as const;
	expect((await ReleaseLinks.all(...at)).map(({ link_type }) => link_type).sort()).toEqual([
		"image",
		"other",
		"package",
		"runbook",
	]);
	const made = await ReleaseLinks.create(...at, "Notes", "https://example.com/notes", {
		linkType: "runbook",
		directAssetPath: "/docs/notes",
	});
	expect(made).toMatchObject({ name: "Notes", link_type: "runbook", direct_asset_url: expect.any(String) });
	expect(await ReleaseLinks.show(...at, made.id)).toEqual(made);
	expect(await ReleaseLinks.edit(...at, made.id, { name: "Hints" })).toMatchObject({ id: made.id, name: "Hints" });
	await ReleaseLinks.remove(...at, made.id);
	expect((await refusal(ReleaseLinks.show(...at, made.id))).status).toBe(404);
});

describe("its pages", () => {
	test("by number: one page, some, all, and their totals", async ({ server }) => {
		const { IssueNotes, Pipelines } = as(server, "maintainer");
		const second = await Pipelines.all("acme/web", { page: 2, perPage: 25, showExpanded: true });
		expect(second.data).toHaveLength(25);
		expect(second.paginationInfo).toEqual({ total: 60, next: 3, current: 2, previous: 1, perPage: 25, totalPages: 3 });
		expect(await Pipelines.all("acme/web", { perPage: 10, maxPages: 3 })).toHaveLength(30);
		const notes = await IssueNotes.all("acme/web", 1, { perPage: 50, showExpanded: true });
		expect(new Set(notes.data.map(({ id }) => id)).size).toBe(120);
		expect(notes.paginationInfo).toMatchObject({ total: 120, next: null, current: 3, previous: 2 });
	});

	test("by keyset: users of an administrator, groups of nobody", async ({ server }) => {
		const { Users } = as(server, "root");
		// Each page except the first is requested by the cursor of the previous page.
		const cursors = () => server.requests.filter((url) => url.includes("cursor=")).length;
		const usernames = (users: { username: string }[]) => users.map(({ username }) => username).sort();
		const everyone = await Users.all({ perPage: 100 });
		const walk = { pagination: "keyset", perPage: 4, orderBy: "name", sort: "asc" } as const;
		expect(usernames(await Users.all(walk))).toEqual(usernames(everyone));
		const expanded = await Users.all({ ...walk, showExpanded: true });
		expect(expanded.data).toHaveLength(everyone.length);
		expect(cursors()).toBe(2 * Math.ceil(everyone.length / 4) - 2);
		expect(expanded.paginationInfo).toMatchObject({ perPage: 4, orderBy: "name", sort: "asc" });

		const { Groups } = new Gitlab({ host: server.url, token: "" });
		const paths = (groups: { full_path: string }[]) => groups.map(({ full_path }) => full_path).sort();
		const byNumber = await Groups.all<false, "offset">({ perPage: 3 });
		const byKeyset = await Groups.all({ pagination: "keyset", perPage: 3, orderBy: "name", sort: "asc" });
		expect(paths(byKeyset)).toEqual(paths(byNumber));
		expect(server.requests.at(-1)).toContain("cursor=");
	});
});

describe("its ways to sign in, its sudo and its errors", () => {
	test("a token in its own header, as a bearer, and none", async ({ server }) => {
		expect(await as(server, "developer").Users.showCurrentUser()).toMatchObject({ username: "developer" });
		const bearer = new Gitlab({ host: server.url, oauthToken: async () => "owner-token" });
		expect(await bearer.Users.showCurrentUser()).toMatchObject({ username: "owner" });
		const unknown = new Gitlab({ host: server.url, token: "no-such-token" });
		expect(await refusal(unknown.Users.showCurrentUser())).toEqual({ status: 401, description: "401 Unauthorized" });
	});

	test("camelize: its names instead of the wire's", async ({ server }) => {
		const { Pipelines } = new Gitlab({ host: server.url, token: "maintainer-token", camelize: true });
		const { id } = await Pipelines.showLatest("acme/web");
		expect(await Pipelines.show("acme/web", id)).toMatchObject({ webUrl: expect.any(String), detailedStatus: {} });
	});

	test("sudo of a call, of a list's every page, and of the whole client", async ({ server }) => {
		const { IssueNotes, Users } = as(server, "root");
		expect(await Users.showCurrentUser({ sudo: "developer" })).toMatchObject({ username: "developer" });
		const made = await IssueNotes.create("acme/web", 1, "For someone else", { sudo: "reporter" });
		expect(made).toMatchObject({ author: { username: "reporter" } });
		// No page of a guest has internal notes.
		const seen = await IssueNotes.all("acme/web", 1, { sudo: "guest", perPage: 20 });
		expect(seen.length).toBeGreaterThan(20);
		expect(seen.filter((note) => note.internal)).toEqual([]);
		const whole = new Gitlab({ host: server.url, token: "root-token", sudo: "owner" });
		expect(await whole.Users.showCurrentUser()).toMatchObject({ username: "owner" });
		expect(await refusal(as(server, "maintainer").Users.showCurrentUser({ sudo: "guest" }))).toEqual({
			status: 403,
			description: "403 Forbidden - Must be admin to use sudo",
		});
	});

	test("what it reports for 400, 403, 404 and 409", async ({ server }) => {
		const { Pipelines, IssueNotes } = as(server, "guest");
		expect(await refusal(Pipelines.show("acme/no-such", 1))).toEqual({
			status: 404,
			description: "404 Project Not Found",
		});
		expect(await refusal(Pipelines.create("acme/web", "main"))).toMatchObject({ status: 403 });
		expect(await refusal(IssueNotes.create("acme/web", 1, ""))).toMatchObject({ status: 400 });
		expect(await refusal(as(server, "maintainer").Pipelines.create("acme/web", "no-such-branch"))).toEqual({
			status: 400,
			// Gitbeaker serializes the object to a string.
			description: '{"base":["Reference not found"]}',
		});
		const ada = { email: "ada@example.com", name: "Ada", password: "correct horse battery" };
		const { Users } = as(server, "root");
		expect(await refusal(Users.create({ ...ada, username: "developer" }))).toEqual({
			status: 409,
			description: "Username has already been taken",
		});
	});
});

describe("in GitLab's own names", () => {
	test.override({ dialect: "gitlab" });

	test("what it names as GitLab does arrives, and comes back", async ({ server }) => {
		const { Groups, IssueNotes, Users } = as(server, "root");
		const { id } = (await Users.all({ username: "developer" }))[0] ?? { id: 0 };
		const profile = { linkedin: "l", twitter: "t", discord: "", github: "g" };
		await Users.edit(id, profile);
		expect(await Users.show(id)).toMatchObject(profile);
		const group = await Groups.edit("acme", { duoFeaturesEnabled: false } as object);
		expect(group).toMatchObject({ duo_features_enabled: false });
		const note = await IssueNotes.create("acme/web", 1, "Looks good.");
		expect(note).toMatchObject({ type: null, commands_changes: {} });
		expect(note.author).not.toHaveProperty("email");
	});

	test("the two preferences that it knows are enough", async ({ server }) => {
		const { Users } = as(server, "developer");
		const preferences = await Users.editCurrentUserPreferences(true, false);
		expect(preferences).toMatchObject({ view_diffs_file_by_file: true, show_whitespace_in_diffs: false });
	});
});
