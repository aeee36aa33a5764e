import { createPlatform, demo, type SeedData, type SeedFault, SeedFileError } from "@tenon/mock";
import { parseSeed } from "@tenon/mock/node";
import { expect, test } from "vitest";

const clock = "2026-03-01T12:00:00.000Z";

/** Returns the faults of a seed, with their locations. */
function faultsOf(seed: unknown, platform = createPlatform({ clock })): readonly SeedFault[] {
	const before = JSON.stringify(platform.exportState());
	try {
		// A seed from outside can have any type.
		platform.load(seed as SeedData);
	} catch (error) {
		if (!(error instanceof SeedFileError)) throw error;
		expect(JSON.stringify(platform.exportState())).toBe(before);
		return error.faults;
	}
	throw new Error("It was loaded.");
}

const company: SeedData = {
	issues: [{ project: "acme/web", title: "From above", author: "ada", assignees: ["ben"] }],
	groups: [
		{
			path: "acme",
			members: { ada: "owner", ben: "developer" },
			subgroups: [{ path: "tools", projects: [{ path: "cli" }] }],
			projects: [
				{
					path: "web",
					issues: [{ title: "Nested", notes: [{ author: "ben", body: "Seen." }] }],
					merge_requests: [{ title: "Fix", author: "ben", reviewers: ["ada"] }],
					pipelines: [
						{
							status: "failed",
							user: "ben",
							created_at: "-2h",
							jobs: [{ name: "test" }],
							children: [{ status: "success", jobs: [{ name: "deploy" }] }],
						},
					],
					releases: [{ tag_name: "v2.0", release_links: [{ name: "Notes" }] }],
					environments: [{ name: "production" }],
					runners: [{ description: "Builds", runner_managers: [{ version: "17.0.0" }] }],
					tokens: [{ text: "web-bot", role: "developer" }],
				},
			],
			tokens: [{ text: "acme-bot", role: "owner" }],
		},
	],
	notes: [{ on: { merge_request: "acme/web!1" }, author: "ada", body: "Looks good." }],
	users: [
		{ username: "ben", ssh_keys: [{ title: "Laptop" }], provisioned_by_group: "acme" },
		{ username: "ada", tokens: [{ text: "secret", expires_at: "+1w" }], projects: [{ path: "notes" }] },
	],
};

test("records refer to each other in any order, and nested ones to what they are in", () => {
	const platform = createPlatform({ clock, seed: company });
	const { state } = platform;
	const [ben, ada] = state.users.all();
	const acme = state.group("acme");
	const web = state.project("acme/web");
	const cli = state.project("acme/tools/cli");
	expect(ben).toMatchObject({ id: 1, username: "ben", provisioned_by_group_id: acme?.id });
	expect(ada).toMatchObject({ id: 2, username: "ada" });
	expect(state.project("ada/notes")).toMatchObject({ owner_id: 2, group_id: null });
	expect(cli?.group_id).toBe(state.group("acme/tools")?.id);
	expect(state.group("acme/tools")?.parent_id).toBe(acme?.id);
	// The rows of each table are in the order of the file.
	expect([...state.issues.all()]).toMatchObject([
		{ iid: 1, title: "From above", author_id: 2, assignee_ids: [1], project_id: web?.id },
		{ iid: 2, title: "Nested" },
	]);
	expect([...state.notes.all()]).toMatchObject([
		{ noteable_type: "Issue", author_id: 1 },
		{ noteable_type: "MergeRequest", author_id: 2 },
	]);
	const [pipeline, child] = state.pipelines.all();
	expect(pipeline).toMatchObject({ created_at: "2026-03-01T10:00:00.000Z", user_id: 1, status: "failed" });
	expect(child).toMatchObject({ parent_id: pipeline?.id, project_id: web?.id });
	expect([...state.jobs.all()].map((job) => [job.name, job.pipeline_id])).toEqual([
		["test", pipeline?.id],
		["deploy", child?.id],
	]);
	expect(state.tokens.one("text", "secret")).toMatchObject({ user_id: 2, expires_at: "2026-03-08" });
	expect(state.tokens.one("text", "web-bot")?.resource).toEqual({ type: "project", id: web?.id, access_level: 30 });
	expect(state.runnerManagers.size).toBe(1);
	expect([...state.releaseLinks.all()]).toMatchObject([{ name: "Notes" }]);
	expect([...state.sshKeys.all()]).toMatchObject([{ title: "Laptop", user_id: 1 }]);
});

test("the result names the ids and the natural keys", () => {
	const result = createPlatform({ clock, seed: demo }).load({
		users: [{ username: "ada" }],
		issues: [{ project: "acme/web", title: "One" }],
		environments: [{ project: "acme/web", name: "review" }],
		todos: [{ user: "ada" }],
	});
	expect(result).toEqual({
		users: [{ id: expect.any(Number), key: "ada" }],
		issues: [{ id: expect.any(Number), key: expect.stringMatching(/^acme\/web#\d+$/) }],
		environments: [{ id: expect.any(Number), key: "acme/web:review" }],
		todos: [{ id: expect.any(Number) }],
	});
});

test("repeat numbers texts and times, and nested records with their parent's number", () => {
	const { state } = createPlatform({
		clock,
		seed: {
			users: [{ username: "user-{n:02}", repeat: 3, location: "Room {n+100}" }],
			projects: [
				{
					full_path: "lab/one",
					pipelines: [
						{
							repeat: 4,
							status: "{n|success|failed|running}",
							coverage: "{n*10}",
							created_at: "-{n*15}m",
							jobs: [{ name: "build {n}" }, { repeat: 2, name: "test {n} of {m}" }],
						},
					],
				},
			],
		},
	});
	expect([...state.users.all()].map(({ username, location }) => [username, location])).toEqual([
		["user-01", "Room 101"],
		["user-02", "Room 102"],
		["user-03", "Room 103"],
	]);
	const pipelines = [...state.pipelines.all()];
	expect(pipelines.map(({ status, coverage, created_at }) => [status, coverage, created_at])).toEqual([
		["success", 10, "2026-03-01T11:45:00.000Z"],
		["failed", 20, "2026-03-01T11:30:00.000Z"],
		["running", 30, "2026-03-01T11:15:00.000Z"],
		["success", 40, "2026-03-01T11:00:00.000Z"],
	]);
	const names = pipelines.map(({ id }) => state.jobs.in("pipeline", id).map(({ name }) => name));
	expect(names[1]).toEqual(["build 2", "test 1 of {m}", "test 2 of {m}"]);
});

test.each([
	["now", "2026-03-01T12:00:00.000Z"],
	["-3d", "2026-02-26T12:00:00.000Z"],
	["+1w", "2026-03-08T12:00:00.000Z"],
	["-90m", "2026-03-01T10:30:00.000Z"],
	["-1d12h", "2026-02-28T00:00:00.000Z"],
	["-0.5h", "2026-03-01T11:30:00.000Z"],
	["2026-01-05", "2026-01-05T00:00:00.000Z"],
	["2026-01-05T09:30:00+01:00", "2026-01-05T08:30:00.000Z"],
])("the time %s is %s", (created_at, iso) => {
	const { state } = createPlatform({ clock, seed: { issues: [{ created_at }] } });
	expect([...state.issues.all()][0]?.created_at).toBe(iso);
});

test("a seed can set the clock and the settings, which the caller's own options override", async () => {
	const seed: SeedData = { clock: "2025-01-01", settings: { tier: "free" }, issues: [{ created_at: "-1d" }] };
	const plain = createPlatform({ seed });
	expect(plain.clock.iso()).toBe("2025-01-01T00:00:00.000Z");
	expect(plain.settings.tier).toBe("free");
	expect([...plain.state.issues.all()][0]?.created_at).toBe("2024-12-31T00:00:00.000Z");
	const own = createPlatform({ seed, clock, tier: "premium" });
	expect([own.clock.iso(), own.settings.tier]).toEqual([clock, "premium"]);
	plain.clock.advance("1 day");
	plain.reset();
	expect(plain.clock.iso()).toBe("2025-01-01T00:00:00.000Z");
	const faults = faultsOf({ clock: "2027-01-01", settings: { teir: "free" } }, plain);
	expect(faults).toEqual([{ pointer: "/settings/teir", message: expect.stringContaining('"tier"') }]);
});

test("a list of seeds is loaded in order", () => {
	const { state } = createPlatform({
		clock,
		seed: [
			{ users: [{ username: "ada" }] },
			(make) => void make.issue({ author: "ada" }),
			[{ notes: [{ author: "ada" }] }],
		],
	});
	expect([...state.notes.all()]).toMatchObject([{ author_id: 1 }]);
});

test("everything that is wrong is reported at once, with its place and a suggestion; nothing is changed", async () => {
	const text = `
users:
  - username: ada
    titel: Engineer
  - username: ada
  - username: cleo
isues:
  - title: x
groups:
  - path: acme
    visibility: secret
    projects:
      - path: web
        issues:
          - title: 5
            author: bob
            notes:
              - author: adda
                bodi: x
  - path: beta
    members: { cleo: boss }
    created_at: yesterday
    projects: web
issues:
  - project: acme/web
    author: ada
  - project: betta
    repeat: many
  - just a text
notes:
  - on: { issue: acme/web#1 }
`;
	const faults = faultsOf(await parseSeed(text, { file: "team.yaml" }));
	expect(faults.map(({ file, line, column, message }) => `${file}:${line}:${column}: ${message}`)).toEqual([
		expect.stringMatching(/^team\.yaml:4:5: there is no field "titel"\. The fields are: .* Nested lists: tokens, /),
		'team.yaml:5:5: the seed already has "ada"',
		'team.yaml:7:1: there is no kind of records "isues". Did you mean "issues"?',
		'team.yaml:11:5: expected one of public, internal, private, found "secret"',
		"team.yaml:15:13: expected a text, found 5",
		'team.yaml:16:13: expected the username of a user, found "bob"',
		expect.stringMatching(/^team\.yaml:18:17: expected the username of a user, found "adda"/),
		'team.yaml:19:17: there is no field "bodi". Did you mean "body"?',
		expect.stringMatching(/^team\.yaml:21:16: expected one of .*, found "boss"/),
		expect.stringMatching(/^team\.yaml:22:5: expected a time such as .*, found "yesterday"$/),
		'team.yaml:23:5: expected a list of records, found "web"',
		'team.yaml:28:5: expected a whole number from 0 to 2000000, found "many"',
		'team.yaml:29:5: expected a record with fields, found "just a text"',
	]);
});

test("objects have the JSON pointers of their faults", () => {
	expect(faultsOf({ groups: [{ path: "acme", projects: [{ path: "web", isues: [] }] }] })).toEqual([
		{ pointer: "/groups/0/projects/0/isues", message: 'there is no field "isues". Did you mean "issues"?' },
	]);
	expect(faultsOf(5)).toEqual([{ pointer: "", message: "expected lists of records by kind, found 5" }]);
	expect(faultsOf({ include: ["x.yaml"] })[0]?.pointer).toBe("/include");
	expect(faultsOf({ projects: [{ path: "a", issues: [{ project_id: 3 }] }] })).toEqual([
		{
			pointer: "/projects/0/issues/0/project_id",
			message: '"project_id" is already set by where the record is nested',
		},
	]);
});

test("a repeated fault is reported once, and at most a hundred are", () => {
	expect(faultsOf({ issues: [{ repeat: 500, author: "bob" }] })).toHaveLength(1);
	const many = faultsOf({ issues: Array.from({ length: 150 }, () => ({ author: "bob" })) });
	expect(many).toHaveLength(101);
	expect(many.at(-1)?.message).toBe("and 50 more");
});

test("texts that are not YAML are refused with their place", async () => {
	const error = await parseSeed("users:\n  - username: [ada\n", { file: "x.yaml" }).catch((thrown: unknown) => thrown);
	expect(error).toBeInstanceOf(SeedFileError);
	expect(String(error)).toMatch(/x\.yaml:\d+:\d+: /);
	expect(faultsOf(await parseSeed('{\n  "users": [{ "name": 5 }]\n}', { file: "x.json" }))[0]).toMatchObject({
		line: 2,
		column: 15,
	});
	expect(await parseSeed("")).toMatchObject({ data: {} });
});

test("names of prototypes are names like others", () => {
	for (const name of ["__proto__", "constructor", "toString"]) {
		const own = JSON.parse(`{ "${name}": [] }`);
		expect(faultsOf(own)[0]?.pointer).toBe(`/${name}`);
		expect(faultsOf({ users: [JSON.parse(`{ "username": "ada", "${name}": 1 }`)] })[0]?.pointer).toBe(
			`/users/0/${name}`,
		);
		expect(faultsOf({ issues: [{ author: name }] })[0]?.pointer).toBe("/issues/0/author");
	}
});
