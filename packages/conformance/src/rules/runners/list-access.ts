import { assumed, rule } from "../../rule/rule";
import { assign } from "./assigned";
import { ask, idsOf, listOf, walk } from "./lists";
import { forbidden, foreignProject, groupNotFound, projectNotFound } from "./refusals";

const writes = { effect: "writes" } as const;
const below = ["developer", "reporter", "guest"] as const;

/** Which runners the lists hold, and for whom. */
export const listAccess = [
	rule(
		"RUNNER-232",
		"GET /runners lists the runners available to the calling user only.",
		"listRunners",
		async (t) => {
			const id = (await t.given.projectRunner()).number("id");
			const seen = async (who: "owner" | "outsider") => idsOf(await walk({ ...listOf(t, "listRunners"), caller: t.as(who) })).includes(id);
			t.same("whether the owner and the outsider see it", [await seen("owner"), await seen("outsider")], [true, false]);
		},
		writes,
	),
	assumed(
		"RUNNER-233",
		"A Maintainer or Owner of a project sees its project runners in GET /runners; a Developer does not.",
		"listRunners",
		async (t) => {
			const id = (await t.given.projectRunner()).number("id");
			for (const [who, sees] of [
				["owner", true],
				["maintainer", true],
				["developer", false],
			] as const) {
				const found = idsOf(await walk({ ...listOf(t, "listRunners"), caller: t.as(who) }));
				t.same(`whether ${who} sees the project's runner`, found.includes(id), sees);
			}
		},
		writes,
	),
	assumed(
		"RUNNER-234",
		"An Owner of a group sees the runners of that group and its subgroups in GET /runners; a Maintainer does not see group runners.",
		"listRunners",
		async (t) => {
			const group_id = await t.given.groupId(t.scene("subgroup"));
			const own = [await t.given.runner(), await t.given.runner({ group_id })].map((one) => one.number("id"));
			for (const [who, sees] of [
				["owner", true],
				["maintainer", false],
			] as const) {
				const found = idsOf(await walk({ ...listOf(t, "listRunners"), caller: t.as(who) }));
				for (const id of own) t.same(`whether ${who} sees a group's runner`, found.includes(id), sees);
			}
		},
		writes,
	),
	assumed(
		"RUNNER-235",
		"Instance runners never appear in GET /runners, also not for an administrator.",
		"listRunners",
		async (t) => {
			const id = (await t.given.instanceRunner()).number("id");
			for (const who of ["owner", "administrator"] as const) {
				const found = await walk({ ...listOf(t, "listRunners"), caller: t.as(who) });
				t.holds(`${who} should see no instance runner`, !found.some((one) => one.id === id || one.is_shared === true));
			}
			t.holds("the list of all should have it", idsOf(await walk(listOf(t, "listAllRunners"))).includes(id));
		},
		writes,
	),
	assumed("RUNNER-236", "A user without such roles gets 200 [].", "listRunners", async (t) => {
		t.same("the list", (await t.as("outsider").call("listRunners")).is(200).json, []);
	}),
	assumed(
		"RUNNER-237",
		"A project runner assigned to two of the caller's projects appears once.",
		"listRunners",
		async (t) => {
			const runner_id = (await t.given.projectRunner()).number("id");
			(await assign(t, t.as("owner"), t.scene("internal_project"), runner_id)).is(201);
			for (const who of ["owner", "maintainer"] as const) {
				const found = idsOf(await walk({ ...listOf(t, "listRunners"), caller: t.as(who) }));
				t.same(`how often ${who} sees it`, found.filter((id) => id === runner_id).length, 1);
			}
		},
		writes,
	),
	rule(
		"RUNNER-238",
		"GET /runners/all is open to administrators and lists every runner of the instance: instance, group and project.",
		"listAllRunners",
		async (t) => {
			const made = [await t.given.instanceRunner(), await t.given.runner(), await t.given.projectRunner()];
			const found = idsOf(await walk(listOf(t, "listAllRunners")));
			for (const one of made) t.holds("every new runner should be listed", found.includes(one.number("id")));
		},
		writes,
	),
	rule(
		"RUNNER-239",
		"GET /runners/all is open to auditors.",
		"listAllRunners",
		async (t) => {
			(await t.as("auditor").call("listAllRunners")).is(200);
		},
		{ tier: "premium" },
	),
	rule("RUNNER-240", "GET /runners/all by any other signed-in user is refused.", "listAllRunners", async (t) => {
		for (const who of ["owner", "maintainer", ...below, "outsider"] as const) (await t.as(who).call("listAllRunners")).is(403, 404);
	}),
	assumed(
		"RUNNER-241",
		'GET /runners/all by a caller who is neither administrator nor auditor answers 403 {"message":"403 Forbidden"}.',
		"listAllRunners",
		async (t) => {
			for (const who of ["owner", "maintainer", ...below, "outsider"] as const) (await t.as(who).call("listAllRunners")).refuses(403, forbidden);
		},
	),
	assumed(
		"RUNNER-243",
		"On the hosted offering GET /runners/all has no gate of its own (no 404): role alone decides between 200 and 403.",
		"listAllRunners",
		async (t) => {
			(await t.as("administrator").call("listAllRunners")).is(200);
			(await t.as("owner").call("listAllRunners")).refuses(403, forbidden);
		},
	),
	rule(
		"RUNNER-244",
		"The list holds the project's own project runners.",
		"listProjectRunners",
		async (t) => {
			const id = (await t.given.projectRunner()).number("id");
			t.holds("the project's runner should be listed", idsOf(await walk(listOf(t, "listProjectRunners"))).includes(id));
		},
		writes,
	),
	rule(
		"RUNNER-245",
		"The list holds group runners of the project's group and its ancestor groups.",
		"listProjectRunners",
		async (t) => {
			const id = (await t.given.runner()).number("id");
			t.holds("the group's runner should be listed", idsOf(await walk(listOf(t, "listProjectRunners"))).includes(id));
		},
		writes,
	),
	rule(
		"RUNNER-246",
		"The list holds instance runners when the project allows them.",
		"listProjectRunners",
		async (t) => {
			const id = (await t.given.instanceRunner()).number("id");
			t.holds("the instance's should be listed", idsOf(await walk(listOf(t, "listProjectRunners"))).includes(id));
		},
		writes,
	),
	assumed(
		"RUNNER-248",
		"Runners of an unrelated project or group are not listed.",
		"listProjectRunners",
		async (t) => {
			const project_id = (await foreignProject(t)).id;
			const administrator = t.as("administrator");
			const made = await administrator.call("createUserRunner", { runner_type: "project_type", project_id });
			const id = made.is(201).number("id");
			t.undo(`runner ${id}`, () => administrator.call("deleteRunner", { id }));
			const own = (await t.given.projectRunner()).number("id");
			const found = idsOf(await walk(listOf(t, "listProjectRunners")));
			t.same("whether the own and the other are listed", [found.includes(own), found.includes(id)], [true, false]);
		},
		writes,
	),
	assumed("RUNNER-249", "Project :id may be the numeric ID or the URL-encoded full path, with the same result.", "listProjectRunners", async (t) => {
		const list = listOf(t, "listProjectRunners");
		const id = await t.given.projectId(t.scene("project"));
		t.same("the list by number", await walk({ ...list, params: { id } }), await walk(list));
	}),
	rule(
		"RUNNER-250",
		"Allowed for an administrator, an Auditor and at least Maintainer of the project; a Developer is refused.",
		"listProjectRunners",
		async (t) => {
			const list = listOf(t, "listProjectRunners");
			for (const who of ["administrator", "owner", "maintainer"] as const) (await ask({ ...list, caller: t.as(who) })).is(200);
			if (t.facts.tier !== "free") (await ask({ ...list, caller: t.as("auditor") })).is(200);
			(await ask({ ...list, caller: t.as("developer") })).is(403, 404);
		},
	),
	assumed(
		"RUNNER-251",
		'A member below Maintainer gets 403 {"message":"403 Forbidden"}; a project the caller cannot see answers 404 {"message":"404 Project Not Found"}.',
		"listProjectRunners",
		async (t) => {
			const list = listOf(t, "listProjectRunners");
			for (const who of below) (await ask({ ...list, caller: t.as(who) })).refuses(403, forbidden);
			const id = t.scene("private_project");
			(await t.as("outsider").call("listProjectRunners", { id })).refuses(404, projectNotFound);
		},
	),
	rule(
		"RUNNER-252",
		"The list holds the group's own runners and those of its ancestor groups.",
		"listGroupRunners",
		async (t) => {
			const group_id = await t.given.groupId(t.scene("subgroup"));
			const made = [await t.given.runner(), await t.given.runner({ group_id })];
			const found = idsOf(await walk({ ...listOf(t, "listGroupRunners"), params: { id: t.scene("subgroup") } }));
			for (const one of made) t.holds("the own and the parent's should be listed", found.includes(one.number("id")));
		},
		writes,
	),
	rule(
		"RUNNER-253",
		"The list holds instance runners when the group allows them.",
		"listGroupRunners",
		async (t) => {
			const id = (await t.given.instanceRunner()).number("id");
			t.holds("the instance's should be listed", idsOf(await walk(listOf(t, "listGroupRunners"))).includes(id));
		},
		writes,
	),
	assumed(
		"RUNNER-254",
		"With shared_runners_setting disabling instance runners for the group no instance_type item is listed.",
		"listGroupRunners",
		async (t) => {
			await t.given.instanceRunner();
			const [owner, id] = [t.as("owner"), t.scene("subgroup")];
			const before = (await owner.call("getGroup", { id })).is(200).field("shared_runners_setting");
			const list = { ...listOf(t, "listGroupRunners"), params: { id } };
			const instance = async () => (await walk(list)).filter((one) => one.runner_type === "instance_type").length;
			if (before !== "enabled") t.skip("the subgroup does not allow instance runners: allow them");
			t.holds("instance runners should be listed before", (await instance()) > 0);
			t.undo("the setting of the subgroup", () => owner.call("updateGroup", { id, shared_runners_setting: before }));
			(await owner.call("updateGroup", { id, shared_runners_setting: "disabled_and_unoverridable" })).is(200);
			t.same("how many instance runners are listed", await instance(), 0);
		},
		writes,
	),
	assumed(
		"RUNNER-255",
		"Runners of subgroups and of the group's projects are not listed.",
		"listGroupRunners",
		async (t) => {
			const group_id = await t.given.groupId(t.scene("subgroup"));
			const others = [await t.given.runner({ group_id }), await t.given.projectRunner()];
			const own = await t.given.runner();
			const found = idsOf(await walk(listOf(t, "listGroupRunners")));
			t.holds("the group's own should be listed", found.includes(own.number("id")));
			for (const one of others) t.holds("one from below should not be", !found.includes(one.number("id")));
		},
		writes,
	),
	rule("RUNNER-256", "Allowed for an administrator, an Owner of the group and an Auditor.", "listGroupRunners", async (t) => {
		const list = listOf(t, "listGroupRunners");
		for (const who of ["administrator", "owner"] as const) (await ask({ ...list, caller: t.as(who) })).is(200);
		if (t.facts.tier !== "free") (await ask({ ...list, caller: t.as("auditor") })).is(200);
	}),
	rule("RUNNER-257", "A Maintainer of the group is refused (only administrator, Owner and Auditor are named).", "listGroupRunners", async (t) => {
		(await ask({ ...listOf(t, "listGroupRunners"), caller: t.as("maintainer") })).is(403, 404);
	}),
	assumed(
		"RUNNER-258",
		'A refused member gets 403 {"message":"403 Forbidden"}; a group the caller cannot see answers 404 {"message":"404 Group Not Found"}.',
		"listGroupRunners",
		async (t) => {
			for (const who of ["maintainer", ...below] as const) (await ask({ ...listOf(t, "listGroupRunners"), caller: t.as(who) })).refuses(403, forbidden);
			const id = t.scene("private_group");
			(await t.as("outsider").call("listGroupRunners", { id })).refuses(404, groupNotFound);
		},
	),
	assumed("RUNNER-259", "Group :id may be the numeric ID or the URL-encoded full path, with the same result.", "listGroupRunners", async (t) => {
		const list = listOf(t, "listGroupRunners");
		const id = await t.given.groupId(t.scene("group"));
		t.same("the list by number", await walk({ ...list, params: { id } }), await walk(list));
	}),
	assumed(
		"RUNNER-493",
		"A token with only scope manage_runners answers 403 insufficient_scope on GET /runners, GET /runners/all, GET /projects/:id/runners and GET /groups/:id/runners.",
		["listRunners", "listAllRunners", "listProjectRunners", "listGroupRunners"],
		async (t) => {
			const caller = t.as("runner-manager");
			for (const name of ["listRunners", "listAllRunners", "listProjectRunners", "listGroupRunners"] as const) {
				const { params } = listOf(t, name);
				(await caller.call(name, params)).is(403).has({ error: "insufficient_scope" });
			}
		},
	),
	assumed(
		"RUNNER-494",
		"A token with scope read_api reads all runner lists and answers 403 insufficient_scope on runner writes.",
		["listRunners", "updateRunner", "deleteRunner"],
		async (t) => {
			const caller = t.as("read-only");
			for (const name of ["listRunners", "listProjectRunners"] as const) (await ask({ ...listOf(t, name), caller })).is(200);
			// The maintainer's scope suffices there, the role does not.
			for (const name of ["listAllRunners", "listGroupRunners"] as const) (await ask({ ...listOf(t, name), caller })).refuses(403, forbidden);
			const id = (await t.given.projectRunner()).number("id");
			for (const name of ["updateRunner", "deleteRunner", "resetRunnerAuthenticationToken"] as const)
				(await caller.call(name, { id, ...(name === "updateRunner" && { paused: true }) })).is(403).has({ error: "insufficient_scope" });
			t.same("paused", (await t.as("owner").call("getRunner", { id })).is(200).field("paused"), false);
		},
		{ ...writes },
	),
	assumed(
		"RUNNER-496",
		"401 on /runners lists comes before parameter validation: anonymous GET /runners?type=bogus answers 401, not 400.",
		["listRunners"],
		async (t) => {
			(await t.anonymous.call("listRunners", { type: "bogus" })).refuses(401);
		},
	),
	assumed(
		"RUNNER-504",
		"The path /runners/all and /runners/verify are never taken for /runners/:id.",
		["listAllRunners", "verifyRunner"],
		async (t) => {
			(await t.as("administrator").call("listAllRunners")).is(200).items;
			// Neither is the number of a runner, which would be refused with 400 or 404.
			(await t.anonymous.call("verifyRunner", { token: t.unique("token"), system_id: "one" })).is(403);
		},
		{ ...writes },
	),
];
