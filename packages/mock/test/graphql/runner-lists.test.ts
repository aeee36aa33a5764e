import type { Runner } from "@tenon/mock";
import { describe, expect, test } from "vitest";
import { scene } from "../runners/scene";
import { graphqlWorld, withGraphql } from "../support/graphql";

const everyone = [
	"root",
	"owner",
	"maintainer",
	"developer",
	"reporter",
	"guest",
	"outsider",
	"auditor",
	null,
] as const;

/** What a list of REST has of a runner, as GraphQL tells it. */
const fields = "id description paused active runnerType createdAt createdBy { username } jobExecutionStatus";
// biome-ignore lint/suspicious/noExplicitAny: an answer of REST, whose shape is checked there
const told = (one: any) => ({
	id: `gid://service/Ci::Runner/${one.id}`,
	description: one.description,
	paused: one.paused,
	active: one.active,
	runnerType: one.runner_type.toUpperCase(),
	createdAt: one.created_at.replace(/\.\d{3}Z$/, "Z"),
	createdBy: one.created_by && { username: one.created_by.username },
	jobExecutionStatus: one.job_execution_status.toUpperCase(),
});

const scenery = () => withGraphql(scene());

test("GQL-252, GQL-089 group.runners and project.runners are REST's lists, in order and field by field", async () => {
	const { ask, gql, make, platform } = graphqlWorld();
	const keeper = make.user({ username: "keeper" });
	make.member(keeper.username, "acme", "guest", null, ["admin_runners"]);
	let compared = 0;
	for (const who of [...everyone, "keeper"])
		for (const [kind, all] of [
			["project", platform.state.projects.all()],
			["group", platform.state.groups.all()],
		] as const)
			for (const { id, full_path } of [...all].slice(0, 8)) {
				const { status, body } = await ask(who, "GET", `/${kind}s/${id}/runners?per_page=100`);
				const { data, errors } = await gql(
					who,
					`{ ${kind}(fullPath: "${full_path}") { runners { count nodes { ${fields} } } } }`,
				);
				expect(errors).toBeUndefined();
				const runners = data[kind]?.runners ?? null;
				expect(runners?.nodes ?? null).toEqual(status === 200 ? body.map(told) : null);
				if (status !== 200) continue;
				expect(runners.count).toBe(body.length);
				compared += body.length;
			}
	expect(compared).toBeGreaterThan(50);
});

test("GQL-170 Query.runners lists all to an administrator, in REST's order, and is null to others", async () => {
	const { ask, gql } = graphqlWorld();
	const { body } = await ask("root", "GET", "/runners/all?per_page=100");
	for (const who of everyone) {
		const { data, errors } = await gql(who, `{ runners { count nodes { ${fields} } } }`);
		expect(errors).toBeUndefined();
		expect(data.runners).toEqual(who === "root" ? { count: body.length, nodes: body.map(told) } : null);
	}
});

test("currentUser.runners are those that REST lists as the caller's own", async () => {
	const { ask, gql } = graphqlWorld();
	for (const who of everyone) {
		if (who === null) continue;
		const { body } = await ask(who, "GET", "/runners?per_page=100");
		const { data } = await gql(who, `{ currentUser { runners { nodes { ${fields} } } } }`);
		expect(data.currentUser.runners.nodes).toEqual(body.map(told));
	}
	const { data } = await gql("owner", "{ currentUser { runners { count } } }");
	expect(data.currentUser.runners.count).toBeGreaterThan(2);
});

/** The four lists, each with runners that differ in all that is filtered and ordered by. */
const lists = ["runners", "group", "project", "currentUser"] as const;
type ListName = (typeof lists)[number];

function mixed(list: ListName) {
	const made = scenery();
	const { ago, gql, group, make, project } = made;
	const builder = make.user({ username: "builder" });
	const kinds: [name: string, given: Partial<Runner>, more?: { token?: string; expires?: string; version?: string }][] =
		[
			["online", { created_at: ago(500), contacted_at: ago(1), tag_list: ["a", "b"] }, { version: "15.0.3" }],
			[
				"resting",
				{ created_at: ago(900), contacted_at: ago(1.5), paused: true, tag_list: ["a"] },
				{ version: "15.1.0" },
			],
			["offline", { created_at: ago(400), contacted_at: ago(24), created_by_id: builder.id }, { version: "16.1.2" }],
			["stale", { created_at: ago(800), contacted_at: ago(240) }, { expires: ago(-1), version: "160.0.0" }],
			["fresh", { created_at: ago(24) }, { expires: ago(-5) }],
			["forgotten", { created_at: ago(600) }, { token: "trt-5ca1ab1e0123456789ab" }],
		];
	for (const [description, given, { token, expires, version } = {}] of kinds) {
		const place = list === "project" ? { projects: [project] } : { group };
		const of = { ...place, token_expires_at: expires ?? null, ...(token ? { token } : {}) };
		const runner = make.runner(of, { description, ...given });
		if (version) make.runnerManager(runner, { version });
		for (let jobs = description === "stale" ? 2 : description === "fresh" ? 1 : 0; jobs > 0; jobs--)
			make.job(make.pipeline(project), { runner_id: runner.id, status: "running" });
	}
	return {
		...made,
		builder,
		async found(args: string): Promise<string[]> {
			const asked = `runners${args} { count nodes { description } }`;
			const at = {
				runners: "",
				group: 'group(fullPath: "lab")',
				project: 'project(fullPath: "lab/app")',
				currentUser: "currentUser",
			};
			const who = list === "runners" ? "root" : "owner";
			const { data, errors } = await gql(who, `{ ${at[list]} ${list === "runners" ? asked : `{ ${asked} }`} }`);
			if (errors) return errors.map(({ message }) => message);
			const { nodes, count } = (list === "runners" ? data : data[list]).runners;
			if (!args.includes("first")) expect(count).toBe(nodes.length);
			return nodes.map((one: { description: string }) => one.description);
		},
	};
}

test("GQL-248 a search by the token's beginning finds no runner whose shortSha is not told", async () => {
	const { gql, make } = scenery();
	make.runner({ token: "trt-5ca1ab1e0123456789ab" }, { description: "Shared" });
	const count = async (search: string): Promise<number> => {
		const query = `{ project(fullPath: "lab/app") { runners(search: "${search}") { count } } }`;
		return (await gql("maintainer", query)).data.project.runners.count;
	};
	expect([await count("5ca1ab"), await count("shared")]).toEqual([0, 1]);
});

describe.each(lists)("GQL-159 the arguments of %s", (list) => {
	const newestFirst = ["fresh", "offline", "online", "forgotten", "stale", "resting"];

	test.each([
		["", newestFirst],
		["(sort: CREATED_DESC)", newestFirst],
		["(sort: CREATED_ASC)", newestFirst.toReversed()],
		["(sort: CREATED_ASC, first: 2)", ["resting", "stale"]],
		// Of those that were never in touch the one made later counts as more.
		["(sort: CONTACTED_ASC)", ["fresh", "forgotten", "stale", "offline", "resting", "online"]],
		["(sort: CONTACTED_DESC)", ["online", "resting", "offline", "stale", "forgotten", "fresh"]],
	])("order: %s", async (args, expected) => {
		expect(await mixed(list).found(args)).toEqual(expected);
	});

	test("order by the token's expiry, which those that never expire have last, and by running jobs", async () => {
		const { found } = mixed(list);
		expect((await found("(sort: TOKEN_EXPIRES_AT_ASC)")).slice(0, 2)).toEqual(["stale", "fresh"]);
		expect((await found("(sort: TOKEN_EXPIRES_AT_DESC)")).slice(-2)).toEqual(["fresh", "stale"]);
		expect((await found("(sort: MOST_ACTIVE_DESC)")).slice(0, 2)).toEqual(["stale", "fresh"]);
	});

	test.each([
		["(paused: true)", ["resting"]],
		["(paused: false)", newestFirst.filter((one) => one !== "resting")],
		["(active: false)", ["resting"]],
		["(active: true)", newestFirst.filter((one) => one !== "resting")],
		["(status: ONLINE)", ["online", "resting"]],
		["(status: OFFLINE)", ["offline"]],
		["(status: STALE)", ["forgotten", "stale"]],
		["(status: NEVER_CONTACTED)", ["fresh"]],
		["(type: INSTANCE_TYPE)", []],
		['(tagList: ["a"])', ["online", "resting"]],
		['(tagList: ["a", "b"])', ["online"]],
		['(versionPrefix: "15")', ["online", "resting"]],
		['(versionPrefix: "16.1")', ["offline"]],
		['(creatorUsername: "Builder")', ["offline"]],
		['(creatorUsername: "nobody")', []],
		['(search: "LINE")', ["offline", "online"]],
		['(search: "5ca1ab")', ["forgotten"]],
		['(search: "trt-5ca1ab1e")', ["forgotten"]],
		['(search: "trt-5ca1ab1e0")', []],
		['(search: " ")', newestFirst],
		['(status: ONLINE, paused: false, tagList: ["a"])', ["online"]],
		["(paused: true, active: true)", ["active, paused are mutually exclusive"]],
		['(versionPrefix: "v15")', ["versionPrefix is invalid"]],
	])("filter: %s", async (args, expected) => {
		expect((await mixed(list).found(args)).sort()).toEqual([...expected].sort());
	});

	test("filter: by kind and by creator", async () => {
		const { builder, found } = mixed(list);
		expect(await found(`(creatorId: "gid://service/User/${builder.id}")`)).toEqual(["offline"]);
		const type = list === "project" ? "PROJECT_TYPE" : "GROUP_TYPE";
		expect(await found(`(type: ${type})`)).toHaveLength(6);
	});
});
