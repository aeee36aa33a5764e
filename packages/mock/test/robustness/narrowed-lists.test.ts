import { createPlatform, type Platform } from "@tenon/mock";
import { expect, test } from "vitest";
import { sourceKey } from "../../src/state/state";
import { startOfTime, world } from "../support/world";

const lists = [
	"/projects/acme%2Fweb/pipelines?status=failed",
	"/projects/acme%2Fweb/pipelines?status=failed&order_by=updated_at&sort=asc&per_page=5&page=2",
	"/projects/acme%2Fweb/pipelines?ref=main&scope=finished",
	"/projects/acme%2Fweb/pipelines?username=developer",
	"/users?search=user",
	"/users?search=developer&order_by=id&sort=asc",
	"/users?search=ada&per_page=3&page=2",
	"/users?active=true&humans=true",
	"/users?active=true&pagination=keyset&order_by=id&per_page=4",
	"/groups?search=acme",
	"/groups?search=plat&order_by=similarity",
	"/groups?visibility=private&sort=desc",
	"/groups/acme/projects?search=web&include_subgroups=true",
	"/groups/acme/projects?visibility=internal",
	"/groups/acme/descendant_groups?search=plat",
	"/groups/acme/projects/shared?search=a",
	"/groups/acme/manage/personal_access_tokens?state=active",
	"/groups/acme/manage/personal_access_tokens?state=inactive&search=o",
	"/runners/all?status=online",
	"/runners/all?paused=true&type=project_type",
	"/runners?scope=active",
	"/projects/acme%2Fweb/runners?status=offline",
	"/groups/acme/runners?paused=false",
	"/groups?all_available=true",
	"/groups?all_available=true&active=true&sort=desc",
	"/groups/acme/groups/shared",
	"/groups/acme/projects/shared",
] as const;

const query = (list: string): string =>
	`{ project(fullPath: "acme/web") { ${list} { nodes { iid title } count pageInfo { endCursor } } } }`;
const queries = [
	query('issues(authorUsername: "developer")'),
	query('issues(search: "page", state: opened)'),
	query("issues(confidential: true)"),
	query('mergeRequests(authorUsername: "developer")'),
];

/** Returns what each list shows to each of these users. */
async function shown(platform: Platform): Promise<unknown[]> {
	const results: unknown[] = [];
	for (const who of ["root", "developer", "guest"]) {
		const headers = { "PRIVATE-TOKEN": `${who}-token`, "content-type": "application/json" };
		for (const list of lists) {
			const response = await platform.fetch(`http://tenon.test/api/v4${list}`, { headers });
			if (who === "root") expect(response.status, list).toBe(200);
			results.push([who, list, response.status, response.headers.get("x-total"), await response.json()]);
		}
		for (const one of queries) {
			const body = JSON.stringify({ query: one });
			const response = await platform.fetch("http://tenon.test/api/graphql", { method: "POST", headers, body });
			results.push([who, one, await response.json()]);
		}
	}
	return results;
}

/** Returns a new platform with the same rows, on which nothing has been listed yet. */
function fresh(platform: Platform): Platform {
	const copy = createPlatform();
	copy.importState(JSON.stringify(platform.exportState()));
	return copy;
}

test("a filtered list that was shown before follows every write: new rows, changes, removals, forks and resets", async () => {
	const { platform, make } = world();
	const check = async (): Promise<void> => {
		// The first requests of a day update the time of the tokens' last use, which the lists of tokens show.
		await shown(platform);
		expect(await shown(platform)).toEqual(await shown(fresh(platform)));
	};
	const web = platform.state.project("acme/web")?.id ?? 0;
	await check();
	for (let number = 0; number < 30; number++) {
		make.pipeline("acme/web", {
			status: number % 2 ? "failed" : "success",
			ref: number % 3 ? "main" : "other",
			user_id: 4,
		});
		make.user({ username: `user-${number}`, name: number % 2 ? "Ada" : "Other Ada" });
		make.issue({ project: "acme/web", author: "developer", title: `A page ${number}`, confidential: number % 4 === 0 });
	}
	make.project("acme/web-two", { visibility: "internal" });
	make.group("acme/platform-two", { visibility: "private" });
	await check();
	const { runners, tokens, pipelines, users, groups, projects, issues } = platform.state;
	for (const { id, status } of [...pipelines.in("project", web)].slice(0, 20))
		pipelines.update(id, { status: status === "failed" ? "success" : "failed", updated_at: startOfTime });
	for (const { id, username } of [...users.all()].slice(-12))
		users.update(id, { name: `Ada ${username}`, state: "blocked" });
	for (const { id, paused } of runners.all()) runners.update(id, { paused: !paused, contacted_at: startOfTime });
	for (const { id, revoked } of [...tokens.all()].slice(-9)) tokens.update(id, { revoked: !revoked });
	for (const { id } of [...groups.all()].slice(-2)) groups.update(id, { visibility: "public", name: "Plat" });
	for (const { id } of [...projects.all()].slice(-2)) projects.update(id, { visibility: "internal", name: "Webby" });
	await check();
	for (const { id } of [...pipelines.in("project", web)].slice(-10)) pipelines.delete(id);
	for (const { id } of [...issues.in("project", web)].slice(-5)) issues.delete(id);
	await check();
	// Lists that depend on the time are computed again.
	platform.clock.advance("90 days");
	await check();
	const twin = platform.fork();
	await shown(twin);
	const before = await shown(twin);
	platform.state.users.update(9, { name: "Ada" });
	expect(await shown(twin)).toEqual(before);
	expect(() =>
		platform.state.transaction(() => {
			for (const { id } of pipelines.in("project", web)) pipelines.update(id, { status: "failed" });
			throw new Error("taken back");
		}),
	).toThrow("taken back");
	await check();
	platform.reset();
	await check();
});

test("many different filters keep no more lists than there is room for, and all are right", async () => {
	const { platform, ask } = world();
	for (const _ of [1, 2])
		for (let number = 0; number < 100; number++) {
			const name = `user-${number}`;
			if (number % 10 === 0 && platform.state.users.one("username", name) === undefined) platform.seed.user(name);
			const { body } = await ask("root", "GET", `/users?search=${name}&order_by=id`);
			const expected = [...platform.state.users.all()].filter(({ username }) => username.includes(name));
			expect(body.map(({ username }: { username: string }) => username).sort()).toEqual(
				expected.map(({ username }) => username).sort(),
			);
		}
});

test("a list by role that was shown before follows the roles, the records and the days", async () => {
	const { platform, make } = world();
	const { members, groups, projects, shares, users } = platform.state;
	const runner = make.runner({ projects: ["acme/web"] });
	make.group("circle", { visibility: "public" });
	make.group("host", { visibility: "private" });
	for (const name of ["one", "two"]) {
		make.group(`host/${name}`, { visibility: "private" });
		make.project(`host/${name}-project`, { visibility: "private" });
		make.share("circle", `host/${name}`, "guest");
		make.share("circle", `host/${name}-project`, "guest");
		make.share(`host/${name}`, "circle", "guest");
		make.job(make.pipeline(`host/${name}-project`, { status: "success" }), { runner_id: runner.id });
	}
	const { id: viewer } = make.user({ username: "viewer" });
	make.member("viewer", "acme/web", "maintainer");
	const lists = [
		"/groups?all_available=true&search=host",
		"/groups/circle/groups/shared",
		"/groups/circle/invited_groups",
		"/groups/circle/projects/shared",
		"/groups/circle/projects?search=project",
		`/runners/${runner.id}/jobs`,
	];
	const seen = async (on: Platform): Promise<string[][]> => {
		const found: string[][] = [];
		for (const list of lists) {
			const headers = { "PRIVATE-TOKEN": "viewer-token" };
			const response = await on.fetch(`http://tenon.test/api/v4${list}`, { headers });
			expect(response.status, list).toBe(200);
			const rows: { id: number; full_path?: string; path_with_namespace?: string }[] = await response.json();
			found.push(rows.map((row) => row.full_path ?? row.path_with_namespace ?? "a job"));
		}
		return found;
	};
	/** Returns the number of rows in each list. Checks that a second request and a new platform return the same. */
	const counts = async (): Promise<number[]> => {
		const first = await seen(platform);
		expect(await seen(platform)).toEqual(first);
		expect(await seen(fresh(platform))).toEqual(first);
		return first.map(({ length }) => length);
	};
	const group = (path: string): number => groups.one("path", path)?.id ?? 0;
	const project = (path: string): number => projects.one("path", path)?.id ?? 0;

	expect(await counts()).toEqual([0, 0, 0, 0, 0, 0]);
	const { id } = make.member("viewer", "host/one", "reporter", "2026-01-10");
	expect(await counts()).toEqual([2, 1, 1, 0, 0, 0]);
	members.update(id, { access_level: 30, source: "project", source_id: project("host/one-project") });
	expect(await counts()).toEqual([1, 0, 0, 1, 1, 1]);
	members.update(id, { source: "group", source_id: group("host") });
	expect(await counts()).toEqual([3, 2, 2, 2, 2, 2]);
	platform.clock.advance("9 days");
	expect(await counts()).toEqual([0, 0, 0, 0, 0, 0]);
	groups.update(group("host/two"), { visibility: "internal" });
	projects.update(project("host/two-project"), { visibility: "internal" });
	expect(await counts()).toEqual([1, 1, 1, 1, 1, 0]);
	users.update(viewer, { external: true });
	expect(await counts()).toEqual([0, 0, 0, 0, 0, 0]);
	users.update(viewer, { external: false });
	for (const share of shares.in("target", sourceKey("group", group("host/two")))) shares.delete(share.id);
	expect((await counts()).slice(0, 2)).toEqual([1, 0]);
});
