import { rises } from "../../laws/orders";
import type { Params } from "../../rule/address";
import type { Caller } from "../../rule/caller";
import type { Context } from "../../rule/context";
import type { Fields } from "../../rule/response";
import type { Rule } from "../../rule/rule";
import { join, newcomer, newGroup, reading, ultimate, writing } from "./lab";
import { hasIds, idsOf, keeps, type List } from "./lists";
import { bothLists, inScene, ofShared, onePerName, projectLab, senderOf, sharedIds } from "./projects";

const settings = ["issues_enabled", "merge_requests_enabled", "jobs_enabled", "container_registry_enabled", "shared_runners_enabled"];

/** The query must not filter the list. */
const filtersNothing = async (t: Context, list: List, query: Params): Promise<void> =>
	hasIds(t, `the projects of ${JSON.stringify(query)}`, (await list()).ok.ids, list(query));

const about = [{ topics: ["red", "blue"] }, { topics: ["red"] }, { topics: [] }];
const tests = [
	{ path: "test-project", name: "Test Project" },
	{ path: "test", name: "Test" },
	{ path: "other", name: "Untested" },
];
/** The starred projects of at most this many users are read. */
const mostUsers = 60;

/** Parameters that leave several projects in the list and must not change their order. */
const besideOrders: readonly Params[] = [
	{},
	{ include_subgroups: true },
	{ with_shared: false },
	{ simple: true },
	{ archived: false },
	{ min_access_level: 30 },
];

/** The fields that each shared project has unless simple=true, first those that are not about pipelines. */
const added = [
	"_links empty_repo merge_method suggestion_commit_message autoclose_referenced_issues printing_merge_request_link_enabled import_status lfs_enabled",
	"remove_source_branch_after_merge resolve_outdated_diff_discussions emails_disabled emails_enabled can_create_merge_request_in",
	...["issues", "repository", "merge_requests", "forking", "wiki", "builds", "snippets", "pages", "security_and_compliance"].map(
		(name) => `${name}_access_level`,
	),
].flatMap((names) => names.split(" "));
const ofPipelines = [
	"ci_default_git_depth ci_forward_deployment_enabled ci_forward_deployment_rollback_allowed ci_allow_fork_pipelines_to_run_in_parent_project ci_config_path",
	"build_timeout auto_cancel_pending_pipelines auto_devops_enabled auto_devops_deploy_strategy",
	"only_allow_merge_if_pipeline_succeeds only_allow_merge_if_all_discussions_are_resolved",
].flatMap((names) => names.split(" "));
/** Callers, and the other parameters that they send. The last ones leave at least the first project in the list. */
async function asking(t: Context, list: List): Promise<readonly (readonly [Caller, Params])[]> {
	const [{ path } = {}] = (await list()).ok.items;
	const others = { search: path, order_by: "id", sort: "asc", with_issues_enabled: false, page: 1 };
	return [...[t.as("owner"), t.as("administrator"), t.anonymous].map((caller) => [caller, {}] as const), [t.as("owner"), others]];
}
const topicsOf = (one: Fields): readonly unknown[] => (Array.isArray(one.topics) ? one.topics : []);

/** Filters of the lists of projects. */
export const projectFilters: readonly Rule[] = [
	...bothLists(reading.assumed, ["GROUP-287", undefined], "simple defaults to false.", inScene, async (t, { list }) => {
		const [plain, response] = [(await list()).ok, (await list({ simple: false })).ok];
		plain.every("one with its settings", (one) => settings.every((name) => Object.hasOwn(one, name)));
		t.same("the list of simple=false", response.json, plain.json, response);
	}),
	...bothLists(
		reading.assumed,
		["GROUP-288", undefined],
		"simple=true leaves out the settings of projects and does not change their other fields.",
		inScene,
		async (t, { list }) => {
			const names = "id name path path_with_namespace web_url topics star_count forks_count visibility namespace last_activity_at".split(" ");
			for (const [caller, beside] of await asking(t, list)) {
				const [long, short] = [(await list(beside, caller)).ok, (await list({ simple: true, ...beside }, caller)).ok];
				t.same("the projects", short.ids, long.ids, short);
				for (const [index, one] of short.items.entries()) {
					for (const name of names) t.holds(`${name} is there`, Object.hasOwn(one, name), short);
					for (const name of [...settings, "archived"]) t.holds(`${name} is absent`, !Object.hasOwn(one, name), short);
					for (const [name, value] of Object.entries(one)) t.same(name, value, long.items[index]?.[name], short);
				}
			}
		},
	),
	...bothLists(
		reading.rule,
		[undefined, "GROUP-338"],
		"simple=true leaves out the access levels, CI settings and merge settings of projects.",
		inScene,
		async (t, { list }) => {
			await sharedIds(t);
			const gone = [...settings, ...added, ...ofPipelines, "archived"];
			const others = onePerName.filter(({ simple }) => simple === undefined).map((form) => [senderOf(t, form), ofShared(form)] as const);
			for (const [caller, beside] of [...(await asking(t, list)), ...others]) {
				const response = (await list({ simple: true, ...beside }, caller)).ok;
				const left = response.items.flatMap((one) => gone.filter((name) => Object.hasOwn(one, name)));
				t.same(`the settings beside ${JSON.stringify(beside)}`, left, [], response);
			}
		},
	),
	...bothLists(
		reading.rule,
		[undefined, "GROUP-339"],
		"without simple=true, each project has its access levels, CI settings and merge settings.",
		inScene,
		async (t, { list }) => {
			await sharedIds(t);
			const others = (await asking(t, list)).at(-1)?.[1] ?? {};
			for (const query of [{}, { simple: false }, others])
				for (const caller of "search" in query ? [t.as("owner")] : [t.as("owner"), t.as("outsider"), t.anonymous]) {
					// Those about pipelines need not be shown to every caller.
					const there = [...settings, ...added, ...(caller.actor === "owner" ? ofPipelines : [])];
					const response = (await list(query, caller)).ok;
					response.every("one with its settings", (one) => there.every((name) => Object.hasOwn(one, name)));
				}
		},
	),
	...bothLists(reading.rule, ["GROUP-290", undefined], "owned=true returns only the projects that the caller owns.", inScene, async (t, { list }) => {
		const own = (await list({ owned: true, with_shared: false })).ok;
		// The Owner of the group owns the projects in it and below it.
		t.assume("the owner of the group should own all of its projects", own.ids.join() === (await list({ with_shared: false })).ok.ids.join(), own);
		const ownsNone = (who: "maintainer" | "guest") => hasIds(t, `the projects that ${who} owns`, [], list({ owned: true, with_shared: false }, t.as(who)));
		await ownsNone("guest");
		// It is assumed which role between Guest and Owner makes a user an owner.
		await t.assuming(() => ownsNone("maintainer"));
		if (!t.given.hasControl) return;
		const { full_path: top } = await newGroup(t);
		const { caller, username } = await newcomer(t);
		const made = [];
		for (const [name, role] of Object.entries({ mine: "owner", helped: "maintainer", seen: "guest" })) {
			made.push((await t.given.record("projects", { full_path: `${top}/${name}` })).id);
			await join(t, username, { project: `${top}/${name}` }, role);
		}
		const [mine, , seen] = made;
		const owned = (await list({ id: top, owned: true }, caller)).ok;
		t.same(
			"which of the projects where the caller is Owner or Guest are listed",
			owned.ids.filter((id) => id === mine || id === seen),
			[mine],
			owned,
		);
		await hasIds(t, "the projects of owned=false", [...made].reverse(), list({ id: top, owned: false }, caller));
		await t.assuming(async () => {
			await hasIds(t, "the projects that the caller owns", [mine], list({ id: top, owned: true }, caller));
			for (const other of [t.as("administrator"), t.anonymous]) await hasIds(t, "the projects that others own", [], list({ id: top, owned: true }, other));
		});
	}),
	...bothLists(
		writing.rule,
		["GROUP-292", "GROUP-340"],
		"starred=true returns only the projects that the caller has starred.",
		inScene,
		async (t, { list }, operation) => {
			const own = t.as("developer");
			const all = (await list({}, own)).ok;
			const response = (await list({ starred: true }, own)).ok;
			if (response.items.length === 0) t.skip("the developer has starred no project of the list: star one, not all");
			response.every("one with stars", (one) => Number(one.star_count) > 0);
			t.holds("the list is shorter", response.items.length < all.items.length, response);
			// With few users: star_count must be the number of users who get the project with starred=true.
			const before = new Date(Date.now() - 600_000).toISOString();
			const users = (await t.as("administrator").call("listUsers", { active: true, humans: true, created_before: before, per_page: mostUsers + 1 })).ok.ids;
			const isFew = operation === "listGroupProjects" && users.length <= mostUsers;
			const starred = await Promise.all(isFew ? users.map((id) => list({ starred: true }, t.as("administrator").sudo(id))) : []);
			for (const { id, star_count } of starred.length > 0 ? response.items : []) {
				const found = starred.filter((one) => one.succeeded && one.ids.includes(Number(id))).length;
				t.assume(`${star_count} users should get project ${id} with starred=true, as its star_count is, and ${found} do`, found === star_count, response);
			}
			for (const more of [{}, { admin: true }])
				await hasIds(t, "the projects that a new user has starred", [], list({ starred: true }, (await newcomer(t, more)).caller));
			const nobody = await list({ starred: true }, t.anonymous);
			t.assume("anonymous callers should get no starred projects", nobody.succeeded && nobody.ids.length === 0, nobody);
			if (!t.given.hasControl) return;
			const [mine, theirs] = [t.user("developer").username, t.user("owner").username];
			const lab = await projectLab(t, operation, [
				{ path: "star", starred_by: [mine] },
				{ path: "plain", starred_by: [theirs, t.user("administrator").username] },
				{ path: "both", starred_by: [theirs, mine] },
			]);
			for (const caller of [own, t.as("administrator").sudo(t.user("developer").id)]) {
				const found = (await lab.list({ starred: true, order_by: "path", sort: "asc" }, caller)).ok;
				t.same("the starred projects", [...new Set(found.pluck("path"))], ["both", "star"], found);
			}
			await hasIds(t, "starred=false", (await lab.list({}, own)).ok.ids, lab.list({ starred: false }, own));
		},
	),
	...bothLists(
		reading.assumed,
		["GROUP-295", undefined],
		"with several topics, the list has only the projects that have all of them.",
		about,
		async (t, { list }) => {
			const one = (await list()).ok.items.find((project) => topicsOf(project).length > 1);
			if (!one) return t.skip("no project of the group has two topics");
			const [a, b] = topicsOf(one);
			for (const topic of [`${a},${b}`, `${b}, ${a}`]) await keeps(t, list, { topic }, (project) => [a, b].every((each) => topicsOf(project).includes(each)));
			await hasIds(t, "the projects with one that none has", [], list({ topic: `${a},${t.unique("topic")}` }));
		},
	),
	...bothLists(
		reading.assumed,
		["GROUP-308", undefined],
		"min_access_level returns only the projects in which the caller has that role or a higher one.",
		inScene,
		(t, { list }, operation) => reaches(t, list, operation),
	),
	...bothLists(
		reading.rule,
		[undefined, "GROUP-343"],
		"min_access_level returns only the projects in which the caller has that role or a higher one.",
		inScene,
		(t, { list }, operation) => reaches(t, list, operation),
	),
	ultimate.rule("GROUP-313", "with_security_reports=true returns only the projects that have security reports.", "listGroupProjects", async (t) => {
		const { list } = await projectLab(t, "listGroupProjects", [{ has_security_reports: true }, {}, { has_security_reports: true }]);
		const all = (await list()).ok;
		const response = (await list({ with_security_reports: true })).ok;
		if (response.items.length === 0) t.skip("no project of the group has security reports");
		t.holds("the list is shorter", response.items.length < all.items.length, response);
		if (t.given.hasControl) {
			const expected = all.items.filter((one) => one.path !== "p-1").map((one) => one.id);
			t.same("the projects", response.ids, expected, response);
		}
		await filtersNothing(t, list, { with_security_reports: false });
	}),
	reading.assumed(
		"GROUP-314",
		"Below the Ultimate tier, with_security_reports is ignored.",
		"listGroupProjects",
		async (t) => {
			const { list } = await projectLab(t, "listGroupProjects");
			for (const tier of t.given.hasControl ? ["free", "premium"] : [t.facts.tier]) {
				if (t.given.hasControl) await t.given.settings({ tier });
				await filtersNothing(t, list, { with_security_reports: true });
				t.holds("the list has projects", (await list()).ok.ids.length > 0);
			}
		},
		{ maxTier: "premium" },
	),
];

const levels = { guest: 10, planner: 15, reporter: 20, developer: 30, maintainer: 40, owner: 50 } as const;

async function reaches(t: Context, list: List, operation: "listGroupProjects" | "listGroupSharedProjects"): Promise<void> {
	const guest = (await list({}, t.as("guest"))).ok;
	if (guest.items.length === 0) t.skip("the guest sees no project of the list");
	await hasIds(t, "the projects where the guest is Reporter", [], list({ min_access_level: 20 }, t.as("guest")));
	const response = (await list({ min_access_level: 20 }, t.as("reporter"))).ok;
	// It is assumed that a role in a group also applies to the projects in it, below it and shared with it.
	t.assume("the reporter should be Reporter of some projects", response.items.length > 0, response);
	const below = (await list({}, t.as("reporter"))).ok.items.filter((one) => String(one.path_with_namespace).startsWith(`${t.scene("group")}/`));
	const lost = below.filter(({ id }) => !response.ids.includes(Number(id))).map((one) => one.path_with_namespace);
	t.assume(`the reporter should be Reporter of ${lost.join(", ")}`, lost.length === 0, response);
	if (operation === "listGroupProjects")
		await hasIds(t, "the projects where the maintainer is Owner", [], list({ min_access_level: 50, with_shared: false }, t.as("maintainer")));
	await hasIds(t, "the projects of a stranger", [], list({ min_access_level: 10 }, t.as("outsider")));
	const open = (await list({ min_access_level: 20 }, t.anonymous)).ok;
	t.assume("min_access_level should be ignored for anonymous callers", open.ids.join() === (await list({}, t.anonymous)).ok.ids.join(), open);
	if (!t.given.hasControl) return;
	const { list: made, top } = await projectLab(
		t,
		operation,
		[...Object.keys(levels), "past"].map((path) => ({ path })),
	);
	const { caller, username } = await newcomer(t);
	const { items } = (await made({}, caller)).ok;
	// A membership that has expired does not count.
	for (const { path, path_with_namespace: project } of items)
		await (path === "past" ? join(t, username, { project, expires_at: "2001-01-01" }, "owner") : join(t, username, { project }, String(path)));
	for (const min_access_level of Object.values(levels)) {
		const expected = items.filter((one) => Object.entries(levels).some(([role, level]) => role === one.path && level >= min_access_level));
		await hasIds(t, `the projects of level ${min_access_level} in ${top}`, idsOf(expected), made({ min_access_level }, caller));
	}
}

/** Projects whose order by time differs from those by id and by name, in both directions. */
const changed = [3, 1, 2].map((day) => {
	const time = `2026-01-0${day}T00:00:00.000Z`;
	// The order of the last activities is the opposite one.
	return { name: `Number ${(day % 3) + 1}`, created_at: time, updated_at: time, last_activity_at: `2026-02-0${4 - day}T00:00:00.000Z` };
});

/** Two projects of the list: the name of one is the beginning of the name of the other. */
async function alike(t: Context, list: List): Promise<{ search: string; exact: unknown; longer: unknown }> {
	const { items } = (await list()).ok;
	for (const one of items) {
		const search = String(one.name);
		const longer = items.find((other) => String(other.name).startsWith(`${search} `));
		if (longer) return { search, exact: one.id, longer: longer.id };
	}
	return t.skip("no two projects of the group are named like Test and Test Project");
}

/** The order of the lists of projects. */
export const projectOrder: readonly Rule[] = [
	...bothLists(reading.assumed, ["GROUP-272", undefined], "order_by=created_at sorts projects by id.", changed, async (t, { list }) => {
		for (const sort of ["asc", "desc"])
			await hasIds(t, `the order of sort=${sort}`, (await list({ order_by: "id", sort })).ok.ids, list({ order_by: "created_at", sort }));
	}),
	// Not every server shows when a project was changed last.
	...bothLists(
		reading.rule,
		["GROUP-276", "GROUP-330"],
		"order_by=updated_at sorts projects by their last update, in both directions.",
		changed,
		async (t, { list, top }, operation) => {
			const [up, down] = [(await list({ order_by: "updated_at", sort: "asc" })).ok, (await list({ order_by: "updated_at" })).ok];
			if (up.items.length < 2) t.skip("the list needs two projects");
			t.same("the projects of both directions", [...down.ids].sort(), [...up.ids].sort(), down);
			t.holds("the two directions differ", up.ids.join() !== down.ids.join(), down);
			await hasIds(t, "the order of sort=desc", down.ids, list({ order_by: "updated_at", sort: "desc" }));
			const besides = operation === "listGroupProjects" ? [...besideOrders, { include_subgroups: false }] : [{ simple: true }, { archived: false }];
			for (const [sort, { ids }] of [
				["asc", up],
				["desc", down],
			] as const)
				for (const beside of [...besides, { visibility: "public" }, { with_issues_enabled: true }]) {
					const found = (await list({ order_by: "updated_at", sort, ...beside })).ok.ids;
					const expected = ids.filter((id) => found.includes(id));
					t.same(`the order of sort=${sort} beside ${JSON.stringify(beside)}`, found, expected);
				}
			// The time is not shown, but a project has the same one in both lists.
			const other = operation === "listGroupProjects" ? "listGroupSharedProjects" : "listGroupProjects";
			const { ids } = (await t.as("owner").list(other, { id: top, order_by: "updated_at", sort: "asc" })).ok;
			const [here, there] = [up.ids.filter((id) => ids.includes(id)), ids.filter((id) => up.ids.includes(id))];
			t.assume("projects that are in both lists should have the same order", here.join() === there.join(), up);
			if (t.given.hasControl) t.same("the ascending order", [...new Set(up.pluck("name"))], ["Number 2", "Number 3", "Number 1"], up);
		},
	),
	...bothLists(reading.rule, ["GROUP-279", undefined], "order_by=similarity with a search ignores sort.", tests, async (t, { list }) => {
		const search = t.given.hasControl ? "test" : (await alike(t, list)).search;
		const found = (await list({ order_by: "similarity", search })).ok;
		t.holds("several projects are found", found.ids.length > 1, found);
		for (const beside of besideOrders) {
			const up = (await list({ order_by: "similarity", search, sort: "asc", ...beside })).ok;
			const what = `the order of sort=desc beside ${JSON.stringify(beside)}`;
			await hasIds(t, what, up.ids, list({ order_by: "similarity", search, sort: "desc", ...beside }));
		}
	}),
	...bothLists(reading.assumed, ["GROUP-280", undefined], "order_by=similarity puts an exact match before a longer one.", tests, async (t, { list }) => {
		if (t.given.hasControl) {
			const response = (await list({ order_by: "similarity", search: "test", with_shared: false })).ok;
			t.same("the order", response.pluck("path"), ["test", "test-project", "other"], response);
			return;
		}
		const { search, exact, longer } = await alike(t, list);
		const response = (await list({ order_by: "similarity", search: search.toLowerCase() })).ok;
		const found = response.pluck("id").filter((id) => id === exact || id === longer);
		t.same("the order", found, [exact, longer], response);
	}),
	...bothLists(reading.rule, ["GROUP-281", undefined], "order_by=similarity without a search sorts projects by name.", changed, async (t, { list }) => {
		for (const sort of [undefined, "asc", "desc"])
			for (const beside of besideOrders) {
				const response = (await list({ order_by: "similarity", sort, ...beside })).ok;
				if (response.items.length < 2) t.skip("the list needs two projects");
				if (sort === "desc") t.assume("sort is ignored", rises(response.pluck("name")), response);
				else t.holds(`the projects come by name beside ${JSON.stringify(beside)}`, rises(response.pluck("name")), response);
			}
	}),
];
