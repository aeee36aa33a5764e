import type { Runner } from "@tenon/mock";
import { describe, expect, test } from "vitest";
import { ids, type ListName, listAt, listedRunner, lists, names, type Scene, scene } from "./scene";

interface Kind {
	given: (made: Scene) => Partial<Runner>;
	version?: string;
}

/** Runners that differ in all that the lists filter by; all of them were made long ago unless told otherwise. */
const kinds: { [name: string]: Kind } = {
	online: { given: ({ ago }) => ({ contacted_at: ago(1), tag_list: ["tag1", "tag2"] }), version: "15.0.3" },
	resting: { given: ({ ago }) => ({ contacted_at: ago(1), tag_list: ["tag1"], paused: true }), version: "15.1.0" },
	offline: { given: ({ ago }) => ({ contacted_at: ago(24), tag_list: ["tag2"] }), version: "16.1.241" },
	sleeping: { given: ({ ago }) => ({ contacted_at: ago(24), paused: true }), version: "16.1.2" },
	stale: { given: ({ ago }) => ({ contacted_at: ago(240), tag_list: ["tag1", "tag2"] }), version: "160.0.0" },
	fresh: { given: ({ ago }) => ({ created_at: ago(24) }) },
	forgotten: { given: () => ({ paused: true }) },
};

function mixed(list: ListName): Scene {
	const made = scene();
	for (const [name, { given, version }] of Object.entries(kinds)) {
		const runner = listedRunner(list, made, { name, created_at: made.ago(720), ...given(made) });
		if (version) made.make.runnerManager(runner, { version, contacted_at: null });
	}
	return made;
}

const unpaused = ["fresh", "offline", "online", "stale"];
const paused = ["forgotten", "resting", "sleeping"];
const online = ["online", "resting"];
const offline = ["offline", "sleeping", "stale"];

/** What a query gives, with its claims in the order of the lists; "" where the list has none. */
const filters: [query: string, expected: string[], claims: [string, string, string, string], what: string][] = [
	["scope=active", unpaused, ["RUNNER-109", "RUNNER-141", "RUNNER-174", ""], "not paused"],
	["scope=paused", paused, ["RUNNER-109", "RUNNER-141", "RUNNER-174", ""], "paused"],
	["scope=online", online, ["RUNNER-110", "RUNNER-142", "RUNNER-175", ""], "as status online"],
	["scope=offline", offline, ["RUNNER-110", "RUNNER-142", "RUNNER-175", ""], "as status offline"],
	[
		"status=online",
		online,
		["RUNNER-119, RUNNER-120", "RUNNER-152, RUNNER-153", "RUNNER-183, RUNNER-184", "RUNNER-212, RUNNER-213"],
		"in contact within two hours, paused ones too",
	],
	[
		"status=offline",
		offline,
		[
			"RUNNER-121, RUNNER-122, RUNNER-094",
			"RUNNER-154, RUNNER-155",
			"RUNNER-185, RUNNER-186",
			"RUNNER-214, RUNNER-215",
		],
		"contact longer ago, stale ones too, none that never had contact",
	],
	["status=stale", ["forgotten", "stale"], ["RUNNER-123", "RUNNER-156", "RUNNER-187", "RUNNER-216"], "stale alone"],
	[
		"status=never_contacted",
		["forgotten", "fresh"],
		["RUNNER-124", "RUNNER-157", "RUNNER-188", "RUNNER-217"],
		"without any contact",
	],
	["status=active", unpaused, ["RUNNER-125", "RUNNER-158", "RUNNER-189", "RUNNER-218"], "not paused"],
	["status=paused", paused, ["RUNNER-125", "RUNNER-158", "RUNNER-189", "RUNNER-218"], "paused"],
	["paused=true", paused, ["RUNNER-128", "RUNNER-161", "RUNNER-192", "RUNNER-221"], "paused"],
	["paused=false", unpaused, ["RUNNER-128", "RUNNER-161", "RUNNER-192", "RUNNER-221"], "not paused"],
	["", [...paused, ...unpaused].sort(), ["RUNNER-128", "RUNNER-161", "RUNNER-192", "RUNNER-221"], "both"],
	[
		"tag_list=tag1",
		["online", "resting", "stale"],
		["RUNNER-130", "RUNNER-163", "RUNNER-194", "RUNNER-223"],
		"with the tag",
	],
	[
		"tag_list=tag1,tag2",
		["online", "stale"],
		["RUNNER-131", "RUNNER-164", "RUNNER-195", "RUNNER-224"],
		"with all of the tags",
	],
	[
		"version_prefix=15.0",
		["online"],
		["RUNNER-133", "RUNNER-166", "RUNNER-197", "RUNNER-226"],
		"15.0.x and not 15.1.x",
	],
	["version_prefix=16", ["offline", "sleeping"], ["RUNNER-133", "RUNNER-166", "RUNNER-197", "RUNNER-226"], "16.x"],
	["status=online&paused=true", ["resting"], ["RUNNER-135", "RUNNER-168", "RUNNER-199", "RUNNER-228"], "both hold"],
	[
		"status=offline&tag_list=tag2&version_prefix=16&paused=false",
		["offline"],
		["RUNNER-135", "RUNNER-168", "RUNNER-199", "RUNNER-228"],
		"all hold",
	],
];

const perList = filters.flatMap(([query, expected, claims, what]) =>
	lists.flatMap((list, index) => (claims[index] ? [{ claims: claims[index], list, query, expected, what }] : [])),
);

test.each(perList)("$claims $list ?$query: $what", async ({ list, query, expected }) => {
	const made = mixed(list);
	const { who, path } = listAt(list, made);
	const told = await made.ask(who, "GET", `${path}?${query}`);
	expect(told.status).toBe(200);
	expect(names(told)).toEqual(expected);
	expect(told.headers.get("x-total")).toBe(String(expected.length));
	if (query === "status=online") for (const one of told.body) expect(one.online).toBe(true);
	if (query === "status=offline") for (const one of told.body) expect(one.online).toBe(false);
	if (query === "status=stale") for (const one of told.body) expect(one.status).toBe("stale");
});

const invalid: [query: string, error: string, claims: [string, string, string, string]][] = [
	["scope=unknown", "scope does not have a valid value", ["RUNNER-111", "RUNNER-143", "RUNNER-176", ""]],
	["type=bogus", "type does not have a valid value", ["RUNNER-117", "RUNNER-150", "RUNNER-181", "RUNNER-210"]],
	["status=bogus", "status does not have a valid value", ["RUNNER-126", "RUNNER-159", "RUNNER-190", "RUNNER-219"]],
	["version_prefix=V15", "version_prefix is invalid", ["RUNNER-134", "RUNNER-167", "RUNNER-198", "RUNNER-227"]],
];

test.each(
	invalid.flatMap(([query, error, claims]) =>
		lists.flatMap((list, index) => (claims[index] ? [{ claims: claims[index], list, query, error }] : [])),
	),
)("$claims $list ?$query: 400 $error", async ({ list, query, error }) => {
	const made = mixed(list);
	const { who, path } = listAt(list, made);
	const told = await made.ask(who, "GET", `${path}?${query}`);
	expect(told.status).toBe(400);
	expect(told.body).toEqual({ error });
});

describe("kinds", () => {
	const types: [list: ListName, type: string, seen: string[], claims: string][] = [
		["listRunners", "instance_type", [], "RUNNER-114"],
		["listRunners", "group_type", ["of the group"], "RUNNER-115"],
		["listRunners", "project_type", ["of the project"], "RUNNER-116"],
		["listAllRunners", "instance_type", ["of the instance"], "RUNNER-147"],
		["listAllRunners", "group_type", ["of the group"], "RUNNER-148"],
		["listAllRunners", "project_type", ["of the project"], "RUNNER-149"],
		["listProjectRunners", "instance_type", ["of the instance"], "RUNNER-178"],
		["listProjectRunners", "group_type", ["of the group"], "RUNNER-179"],
		["listProjectRunners", "project_type", ["of the project"], "RUNNER-180"],
		["listGroupRunners", "instance_type", ["of the instance"], "RUNNER-207"],
		["listGroupRunners", "group_type", ["of the group"], "RUNNER-208"],
		["listGroupRunners", "project_type", [], "RUNNER-209"],
	];
	const oneOfEach = (): Scene => {
		const made = scene();
		made.instanceRunner({ name: "of the instance" });
		made.groupRunner({ name: "of the group" });
		made.projectRunner({ name: "of the project" });
		return made;
	};

	test.each(types.map(([list, type, seen, claims]) => ({ list, type, seen, claims })))(
		"$claims $list ?type=$type: $seen",
		async ({ list, type, seen }) => {
			const made = oneOfEach();
			const { who, path } = listAt(list, made);
			const told = await made.ask(who, "GET", `${path}?type=${type}`);
			expect(told.status).toBe(200);
			expect(names(told)).toEqual(seen);
			for (const one of told.body) expect(one.runner_type).toBe(type);
		},
	);

	test.each([
		["RUNNER-144", "shared", ["of the instance"]],
		["RUNNER-145", "specific", ["of the group", "of the project"]],
	])("%s listAllRunners ?scope=%s", async (_claim, scope, seen) => {
		const told = await oneOfEach().ask("root", "GET", `/runners/all?scope=${scope}`);
		expect(names(told)).toEqual(seen);
	});

	test("RUNNER-205 listGroupRunners knows no scope: it is ignored", async () => {
		const made = mixed("listGroupRunners");
		const { who, path } = listAt("listGroupRunners", made);
		for (const scope of ["paused", "shared", "unknown"]) {
			const told = await made.ask(who, "GET", `${path}?scope=${scope}`);
			expect(told.status).toBe(200);
			expect(told.body).toHaveLength(Object.keys(kinds).length);
		}
	});
});

test.each([
	["RUNNER-229 whole components", "1", []],
	["RUNNER-229 whole components", "15", ["online", "resting"]],
	["RUNNER-230 a full number", "16.1.241", ["offline"]],
	["RUNNER-230 a full number is no beginning of a longer one", "16.1.24", []],
	["RUNNER-231 no such managers", "25", []],
])("%s: version_prefix=%s", async (_claim, prefix, expected) => {
	const told = await mixed("listAllRunners").ask("root", "GET", `/runners/all?version_prefix=${prefix}`);
	expect(told.status).toBe(200);
	expect(names(told)).toEqual(expected);
});

test("RUNNER-229 any manager of a runner counts", async () => {
	const { ask, make, projectRunner } = scene();
	const runner = projectRunner();
	make.runnerManager(runner, { version: "15.0.3" });
	make.runnerManager(runner, { version: "16.2.0" });
	for (const prefix of ["15", "16.2"])
		expect(ids(await ask("root", "GET", `/runners/all?version_prefix=${prefix}`))).toEqual([runner.id]);
});
