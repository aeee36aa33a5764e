import { check } from "../../rule/rule";
import { assign } from "./assigned";
import { ask, idsOf, listOf, walk } from "./lists";
import { forbidden, foreignProject, groupNotFound, projectNotFound } from "./refusals";

const writes = { effect: "writes" } as const;
const below = ["developer", "reporter", "guest"] as const;

/** Which runners the lists hold, and for whom. */
export const listAccess = [
	check(
		"RUNNER-232",
		async (t) => {
			const id = (await t.make.projectRunner()).number("id");
			const seen = async (who: "owner" | "outsider") =>
				idsOf(await walk({ ...listOf(t, "listRunners"), caller: t.as(who) })).includes(id);
			t.same("whether the owner and the outsider see it", [await seen("owner"), await seen("outsider")], [true, false]);
		},
		writes,
	),
	check(
		"RUNNER-233",
		async (t) => {
			const id = (await t.make.projectRunner()).number("id");
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
	check(
		"RUNNER-234",
		async (t) => {
			const group_id = await t.make.groupId(t.scene("subgroup"));
			const own = [await t.make.runner(), await t.make.runner({ group_id })].map((one) => one.number("id"));
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
	check(
		"RUNNER-235",
		async (t) => {
			const id = (await t.make.instanceRunner()).number("id");
			for (const who of ["owner", "administrator"] as const) {
				const found = await walk({ ...listOf(t, "listRunners"), caller: t.as(who) });
				t.holds(`${who} should see no instance runner`, !found.some((one) => one.id === id || one.is_shared === true));
			}
			t.holds("the list of all should have it", idsOf(await walk(listOf(t, "listAllRunners"))).includes(id));
		},
		writes,
	),
	check("RUNNER-236", async (t) => {
		t.same("the list", (await t.as("outsider").call("listRunners")).is(200).json, []);
	}),
	check(
		"RUNNER-237",
		async (t) => {
			const runner_id = (await t.make.projectRunner()).number("id");
			(await assign(t, t.as("owner"), t.scene("internal_project"), runner_id)).is(201);
			for (const who of ["owner", "maintainer"] as const) {
				const found = idsOf(await walk({ ...listOf(t, "listRunners"), caller: t.as(who) }));
				t.same(`how often ${who} sees it`, found.filter((id) => id === runner_id).length, 1);
			}
		},
		writes,
	),
	check(
		"RUNNER-238",
		async (t) => {
			const made = [await t.make.instanceRunner(), await t.make.runner(), await t.make.projectRunner()];
			const found = idsOf(await walk(listOf(t, "listAllRunners")));
			for (const one of made) t.holds("every new runner should be listed", found.includes(one.number("id")));
		},
		writes,
	),
	check(
		"RUNNER-239",
		async (t) => {
			(await t.as("auditor").call("listAllRunners")).is(200);
		},
		{ tier: "premium" },
	),
	check("RUNNER-240", async (t) => {
		for (const who of ["owner", "maintainer", ...below, "outsider"] as const)
			(await t.as(who).call("listAllRunners")).is(403, 404);
	}),
	check("RUNNER-241", async (t) => {
		for (const who of ["owner", "maintainer", ...below, "outsider"] as const)
			(await t.as(who).call("listAllRunners")).refuses(403, forbidden);
	}),
	check("RUNNER-243", async (t) => {
		(await t.as("administrator").call("listAllRunners")).is(200);
		(await t.as("owner").call("listAllRunners")).refuses(403, forbidden);
	}),
	check(
		"RUNNER-244",
		async (t) => {
			const id = (await t.make.projectRunner()).number("id");
			t.holds("the project's runner should be listed", idsOf(await walk(listOf(t, "listProjectRunners"))).includes(id));
		},
		writes,
	),
	check(
		"RUNNER-245",
		async (t) => {
			const id = (await t.make.runner()).number("id");
			t.holds("the group's runner should be listed", idsOf(await walk(listOf(t, "listProjectRunners"))).includes(id));
		},
		writes,
	),
	check(
		"RUNNER-246",
		async (t) => {
			const id = (await t.make.instanceRunner()).number("id");
			t.holds("the instance's should be listed", idsOf(await walk(listOf(t, "listProjectRunners"))).includes(id));
		},
		writes,
	),
	check(
		"RUNNER-248",
		async (t) => {
			const project_id = (await foreignProject(t)).id;
			const administrator = t.as("administrator");
			const made = await administrator.call("createUserRunner", { runner_type: "project_type", project_id });
			const id = made.is(201).number("id");
			t.undo(`runner ${id}`, () => administrator.call("deleteRunner", { id }));
			const own = (await t.make.projectRunner()).number("id");
			const found = idsOf(await walk(listOf(t, "listProjectRunners")));
			t.same("whether the own and the other are listed", [found.includes(own), found.includes(id)], [true, false]);
		},
		writes,
	),
	check("RUNNER-249", async (t) => {
		const list = listOf(t, "listProjectRunners");
		const id = await t.make.projectId(t.scene("project"));
		t.same("the list by number", await walk({ ...list, params: { id } }), await walk(list));
	}),
	check("RUNNER-250", async (t) => {
		const list = listOf(t, "listProjectRunners");
		for (const who of ["administrator", "owner", "maintainer"] as const)
			(await ask({ ...list, caller: t.as(who) })).is(200);
		if (t.facts.tier !== "free") (await ask({ ...list, caller: t.as("auditor") })).is(200);
		(await ask({ ...list, caller: t.as("developer") })).is(403, 404);
	}),
	check("RUNNER-251", async (t) => {
		const list = listOf(t, "listProjectRunners");
		for (const who of below) (await ask({ ...list, caller: t.as(who) })).refuses(403, forbidden);
		const id = t.scene("private_project");
		(await t.as("outsider").call("listProjectRunners", { id })).refuses(404, projectNotFound);
	}),
	check(
		"RUNNER-252",
		async (t) => {
			const group_id = await t.make.groupId(t.scene("subgroup"));
			const made = [await t.make.runner(), await t.make.runner({ group_id })];
			const found = idsOf(await walk({ ...listOf(t, "listGroupRunners"), params: { id: t.scene("subgroup") } }));
			for (const one of made) t.holds("the own and the parent's should be listed", found.includes(one.number("id")));
		},
		writes,
	),
	check(
		"RUNNER-253",
		async (t) => {
			const id = (await t.make.instanceRunner()).number("id");
			t.holds("the instance's should be listed", idsOf(await walk(listOf(t, "listGroupRunners"))).includes(id));
		},
		writes,
	),
	check(
		"RUNNER-254",
		async (t) => {
			await t.make.instanceRunner();
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
	check(
		"RUNNER-255",
		async (t) => {
			const group_id = await t.make.groupId(t.scene("subgroup"));
			const others = [await t.make.runner({ group_id }), await t.make.projectRunner()];
			const own = await t.make.runner();
			const found = idsOf(await walk(listOf(t, "listGroupRunners")));
			t.holds("the group's own should be listed", found.includes(own.number("id")));
			for (const one of others) t.holds("one from below should not be", !found.includes(one.number("id")));
		},
		writes,
	),
	check("RUNNER-256", async (t) => {
		const list = listOf(t, "listGroupRunners");
		for (const who of ["administrator", "owner"] as const) (await ask({ ...list, caller: t.as(who) })).is(200);
		if (t.facts.tier !== "free") (await ask({ ...list, caller: t.as("auditor") })).is(200);
	}),
	check("RUNNER-257", async (t) => {
		(await ask({ ...listOf(t, "listGroupRunners"), caller: t.as("maintainer") })).is(403, 404);
	}),
	check("RUNNER-258", async (t) => {
		for (const who of ["maintainer", ...below] as const)
			(await ask({ ...listOf(t, "listGroupRunners"), caller: t.as(who) })).refuses(403, forbidden);
		const id = t.scene("private_group");
		(await t.as("outsider").call("listGroupRunners", { id })).refuses(404, groupNotFound);
	}),
	check("RUNNER-259", async (t) => {
		const list = listOf(t, "listGroupRunners");
		const id = await t.make.groupId(t.scene("group"));
		t.same("the list by number", await walk({ ...list, params: { id } }), await walk(list));
	}),
	check(
		"RUNNER-493",
		async (t) => {
			const caller = t.as("runner-manager");
			for (const name of ["listRunners", "listAllRunners", "listProjectRunners", "listGroupRunners"] as const) {
				const { params } = listOf(t, name);
				(await caller.call(name, params)).is(403).has({ error: "insufficient_scope" });
			}
		},
		{ operations: ["listRunners", "listAllRunners", "listProjectRunners", "listGroupRunners"] },
	),
	check(
		"RUNNER-494",
		async (t) => {
			const caller = t.as("read-only");
			for (const name of ["listRunners", "listProjectRunners"] as const)
				(await ask({ ...listOf(t, name), caller })).is(200);
			// The maintainer's scope suffices there, the role does not.
			for (const name of ["listAllRunners", "listGroupRunners"] as const)
				(await ask({ ...listOf(t, name), caller })).refuses(403, forbidden);
			const id = (await t.make.projectRunner()).number("id");
			for (const name of ["updateRunner", "deleteRunner", "resetRunnerAuthenticationToken"] as const)
				(await caller.call(name, { id, ...(name === "updateRunner" && { paused: true }) }))
					.is(403)
					.has({ error: "insufficient_scope" });
			t.same("paused", (await t.as("owner").call("getRunner", { id })).is(200).field("paused"), false);
		},
		{ ...writes, operations: ["listRunners", "updateRunner", "deleteRunner"] },
	),
	check(
		"RUNNER-496",
		async (t) => {
			(await t.anonymous.call("listRunners", { type: "bogus" })).refuses(401);
		},
		{ operations: ["listRunners"] },
	),
	check(
		"RUNNER-504",
		async (t) => {
			(await t.as("administrator").call("listAllRunners")).is(200).items;
			// Neither is the number of a runner, which would be refused with 400 or 404.
			(await t.anonymous.call("verifyRunner", { token: t.unique("token"), system_id: "one" })).is(403);
		},
		{ ...writes, operations: ["listAllRunners", "verifyRunner"] },
	),
];
