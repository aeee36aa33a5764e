import type { ActorName } from "../../rule/actors";
import type { Params } from "../../rule/address";
import type { Context } from "../../rule/context";
import { deepest } from "../../rule/deepest";
import { groupSettings, type Rule } from "../../rule/rule";
import {
	ask,
	assign,
	assumed,
	everyone,
	foreign,
	idsOf,
	isListed,
	keeper,
	kinds,
	type List,
	type ListName,
	listOf,
	make,
	member,
	reads,
	rule,
	unusual,
	walk,
} from "./lab";

/** Which of these runners a list shows, in the order of their creation. A filter must not add any of them. */
async function shows(t: Context, list: List, ids: readonly number[], ...filters: readonly Params[]): Promise<number[]> {
	const found = idsOf(await walk(list));
	const inAll = [{ paused: false }, { status: "never_contacted" }, ...(list.name === "listGroupRunners" ? [] : [{ scope: "active" }])];
	for (const filter of [...filters, ...inAll, ...kinds.map((kind) => ({ type: `${kind}_type` }))]) {
		const response = await ask(list, { ...filter, per_page: 100 });
		const added = response.ok.ids.filter((id) => ids.includes(id) && !found.includes(id));
		// That GET /runners has only runners that are available to the caller is stated.
		const expect = list.name === "listRunners" ? t.holds : t.assume;
		expect(`${list.name} with ${JSON.stringify(filter)} should have no runner that it does not have without this filter`, added.length === 0, response);
	}
	return ids.filter((id) => found.includes(id));
}

/** A runner of each kind, and one each of the subgroup, of the group furthest below it and of the leaf group. */
async function oneOfEach(t: Context, params: Params = {}, project = t.scene("project")) {
	const of = async (kind: "instance" | "group") => (await make(t, kind, params)).number("id");
	const inGroup = async (path: string) => (await t.given.runner({ group_id: await t.given.groupId(path), ...params })).number("id");
	return {
		instance: await of("instance"),
		group: await of("group"),
		project: (await make(t, "project", { ...params, locked: params.paused === true, project_id: await t.given.projectId(project) })).number("id"),
		below: await inGroup(t.scene("subgroup")),
		deep: await inGroup(await deepest(t, "group")),
		beside: await inGroup(t.scene("leaf_group")),
	};
}

/** A list must have the expected runners, and no others of those that the rule created. */
async function showsOnly(t: Context, list: List, expected: readonly number[], made: readonly number[]): Promise<void> {
	const found = await shows(t, list, made);
	const where = `in ${list.name} ${String(list.params.id)}`;
	t.same(
		where,
		found.filter((id) => expected.includes(id)),
		expected,
	);
	t.assume(`${where} only runners that are available to it should be listed`, found.length === expected.length);
}

/** Settings that must not affect any list. */
const settings = (t: Context): readonly Params[] => [{}, unusual(t, "group")];

/** Only these callers may read a list, in the group or project and in further ones. All others must be refused. */
async function readBy(t: Context, name: ListName, allowed: readonly ActorName[], ...further: readonly string[]): Promise<void> {
	const id = (await make(t, name === "listGroupRunners" ? "group" : "project")).number("id");
	for (const who of everyone(t)) {
		if (allowed.includes(who)) t.holds(`${who} should read it in ${name}`, await isListed(listOf(t, name, who), id));
		else (await ask(listOf(t, name, who))).is(403, 404);
		for (const place of further) {
			const response = await ask(listOf(t, name, who, { id: place }));
			if (allowed.includes(who)) response.ok;
			else response.is(403, 404);
		}
	}
}

/** Those who may read a list take turns with the settings of the runners. */
const reader = (t: Context, turn: number, lowest: "owner" | "maintainer"): ActorName =>
	turn === 0 ? lowest : everyone(t).includes("auditor") ? "auditor" : "administrator";
const inProject = (t: Context, id: string | number, turn = 0) => listOf(t, "listProjectRunners", reader(t, turn, "maintainer"), { id });
const inGroup = (t: Context, id: string | number, turn = 0) => listOf(t, "listGroupRunners", reader(t, turn, "owner"), { id });

/** Which runners each list shows, and to whom. */
export const places: readonly Rule[] = [
	rule("RUNNER-232", "GET /runners lists only the runners that are available to the caller.", "listRunners", async (t) => {
		for (const [index, params] of settings(t).entries()) {
			const tag_list = t.unique("tag");
			const { group, project, below, deep } = await oneOfEach(t, { ...params, tag_list }, t.scene(index === 0 ? "project" : "private_project"));
			const ids = [group, project, below, deep];
			t.same("what the owner sees", await shows(t, listOf(t, "listRunners"), ids), ids);
			const outside = listOf(t, "listRunners", "outsider");
			// Assumed: a list without runners is empty and not refused.
			const response = await ask(outside);
			t.assume("the outsider should get an empty list", response.succeeded, response);
			if (response.status === 403) continue;
			t.same("what the outsider sees", await shows(t, outside, ids, { tag_list }), []);
			const plain = idsOf(await walk(outside));
			for (const filter of [{ version_prefix: "15" }, { version_prefix: "16" }, ...["online", "offline", "stale", "paused"].map((status) => ({ status }))]) {
				const added = (await ask(outside, filter)).ok.ids.filter((id) => !plain.includes(id));
				t.same(`what the outsider sees only with ${JSON.stringify(filter)}`, added, []);
			}
		}
	}),
	assumed(
		"RUNNER-233, RUNNER-234, RUNNER-235, RUNNER-236",
		"GET /runners lists project runners for Maintainers, runners of groups and subgroups for Owners, and no instance runners.",
		"listRunners",
		async (t) => {
			const { instance, group, project, below } = await oneOfEach(t);
			const all = [instance, group, project, below];
			const expected = { owner: [group, project, below], maintainer: [project] };
			for (const who of everyone(t).filter((one) => one !== "administrator"))
				t.same(`what ${who} sees`, await shows(t, listOf(t, "listRunners", who), all), who === "owner" || who === "maintainer" ? expected[who] : []);
			t.holds("an administrator should see no instance runner", !(await isListed(listOf(t, "listRunners", "administrator"), instance)));
			for (const who of ["owner", "administrator"] as const) (await t.as(who).call("listRunners", { type: "instance_type" })).is(200).refuses(200, []);
			if (!t.given.hasControl) return;
			const outsider = (await ask(listOf(t, "listRunners", "outsider"))).refuses(200, []);
			t.same("x-total", outsider.header("x-total"), "0", outsider);
			const sees = async (places: Record<string, string>) => await shows(t, { ...listOf(t, "listRunners"), caller: await member(t, places) }, all);
			const [group_path, sub, path] = [t.scene("group"), t.scene("subgroup"), t.scene("project")];
			t.same("what an owner of the subgroup sees", await sees({ [sub]: "owner" }), [below]);
			for (const role of ["maintainer", "owner"]) t.same(`what a ${role} of the project sees`, await sees({ [path]: role }), [project]);
			t.same("what a developer of the project sees", await sees({ [path]: "developer" }), []);
			t.same("what a maintainer of the group sees", await sees({ [group_path]: "maintainer" }), [project]);
			await t.given.record("members", { user_id: t.user("administrator").id, group: group_path, role: "owner" });
			t.same("what an administrator who owns the group sees", await shows(t, listOf(t, "listRunners", "administrator"), all), [group, project, below]);
		},
	),
	assumed("RUNNER-237", "GET /runners lists a runner of several of the caller's projects only once.", "listRunners", async (t) => {
		const tag_list = t.unique("tag");
		const runner_id = (await t.given.projectRunner({ tag_list })).number("id");
		(await assign(t, t.as("owner"), t.scene("internal_project"), runner_id)).ok;
		for (const who of ["owner", "maintainer"] as const)
			for (const size of [1, 100])
				t.same(`what ${who} sees with the tag, on pages of ${size}`, idsOf(await walk(listOf(t, "listRunners", who), { tag_list }, size)), [runner_id]);
		if (!t.given.hasControl) return;
		const third = await t.given.record("projects", { full_path: `${t.scene("group")}/third` });
		const { id } = await t.given.record("runners", { projects: [t.scene("internal_project"), third.full_path] });
		t.same("how often a runner of two other projects is listed", idsOf(await walk(listOf(t, "listRunners"))).filter((one) => one === id).length, 1);
	}),
	rule("RUNNER-238, RUNNER-239", "GET /runners/all lists every runner of the platform to administrators and auditors.", "listAllRunners", async (t) => {
		const foreigner = (await foreign(t)).runner;
		for (const params of settings(t)) {
			const ids = [...Object.values(await oneOfEach(t, params)), foreigner];
			for (const who of everyone(t).filter((one) => one === "administrator" || one === "auditor"))
				t.same(`the new runners for the ${who}`, await shows(t, listOf(t, "listAllRunners", who), ids), ids);
		}
	}),
	rule(
		"RUNNER-244, RUNNER-245, RUNNER-246, RUNNER-248",
		"A project lists the runners assigned to it, those of the groups above it and those of the instance, and no others.",
		"listProjectRunners",
		async (t) => {
			const deep = await deepest(t, "project");
			for (const [turn, params] of settings(t).entries()) {
				const { instance, group, project, below, beside } = await oneOfEach(t, params);
				const all = [instance, group, project, below, beside];
				const second = t.scene("internal_project");
				await showsOnly(t, inProject(t, t.scene("project"), turn), [instance, group, project], all);
				await showsOnly(t, inProject(t, deep, turn), [instance, group, below], all);
				for (const other of [second, t.scene("private_project")]) await showsOnly(t, inProject(t, other, turn), [instance, group], all);
				// A runner that another project owns is also listed once it is assigned, even if it is locked afterwards.
				(await assign(t, t.as("administrator"), second, project)).ok;
				(await t.as("administrator").call("updateRunner", { id: project, locked: params.paused === true })).ok;
				await showsOnly(t, inProject(t, second, turn), [instance, group, project], all);
			}
		},
		{ alone: groupSettings },
	),
	assumed("RUNNER-247", "A project lists no instance runners if they are disabled for it or for a group above it.", "listProjectRunners", async (t) => {
		const tag_list = t.unique("tag");
		const { instance, group, project } = await oneOfEach(t, { tag_list });
		const seen = async () => await shows(t, listOf(t, "listProjectRunners"), [instance, group, project], { tag_list });
		const [row] = await t.given.records("projects", { full_path: t.scene("project") });
		const id = Number(row?.id);
		await t.given.change("projects", id, { shared_runners_enabled: false });
		t.same("the runners while the project disables instance runners", await seen(), [group, project]);
		await t.given.change("projects", id, { shared_runners_enabled: true });
		t.same("the runners while the project allows instance runners", await seen(), [instance, group, project]);
		await t.given.change("groups", await t.given.groupId(t.scene("group")), { shared_runners_setting: "disabled_and_unoverridable" });
		t.same("the runners while the group disables instance runners", await seen(), [group, project]);
	}),
	rule(
		"RUNNER-250, AUTH-058",
		"Only administrators, auditors and Maintainers of the project can list a project's runners. Developers and lower roles are refused.",
		"listProjectRunners",
		async (t) =>
			await readBy(t, "listProjectRunners", ["administrator", "auditor", "owner", "maintainer"], t.scene("internal_project"), t.scene("private_project")),
	),
	rule(
		"RUNNER-252, RUNNER-253, RUNNER-255",
		"A group lists its own runners, those of the groups above it and those of the instance, but none of its projects or of other groups.",
		"listGroupRunners",
		async (t) => {
			for (const [turn, params] of settings(t).entries()) {
				const { instance, group, project, below, deep, beside } = await oneOfEach(t, params);
				const all = [instance, group, project, below, beside];
				await showsOnly(t, inGroup(t, t.scene("group"), turn), [instance, group], all);
				await showsOnly(t, inGroup(t, t.scene("subgroup"), turn), [instance, group, below], all);
				await showsOnly(t, inGroup(t, await deepest(t, "group"), turn), [instance, group, below, deep], [...all, deep]);
			}
		},
		{ alone: groupSettings },
	),
	assumed(
		"RUNNER-254",
		"A group and its projects list no instance runners while the group's shared_runners_setting disables them.",
		["listGroupRunners", "listProjectRunners"],
		async (t) => {
			const { instance, below } = await oneOfEach(t);
			const [owner, id] = [t.as("owner"), t.scene("subgroup")];
			const before = (await owner.call("getGroup", { id })).ok.field("shared_runners_setting");
			if (before !== "enabled") t.skip("the subgroup does not allow instance runners: allow them");
			t.undo("the setting of the subgroup", () => owner.call("updateGroup", { id, shared_runners_setting: before }));
			for (const [setting, expected] of [
				["disabled_and_overridable", [below]],
				["disabled_and_unoverridable", [below]],
				["enabled", [instance, below]],
			] as const) {
				(await owner.call("updateGroup", { id, shared_runners_setting: setting })).ok;
				for (const list of [inGroup(t, id), ...(setting === "enabled" ? [] : [inProject(t, await deepest(t, "project"))])])
					t.same(`the runners of ${list.name} while it is ${setting}`, await shows(t, list, [instance, below]), expected);
			}
		},
		{ alone: groupSettings },
	),
	rule(
		"RUNNER-256, RUNNER-257, AUTH-057",
		"Only administrators, auditors and Owners of the group can list a group's runners. Maintainers and lower roles are refused.",
		"listGroupRunners",
		async (t) => await readBy(t, "listGroupRunners", ["administrator", "auditor", "owner"], t.scene("subgroup"), await deepest(t, "group")),
	),
	rule(
		"RUNNER-240, RUNNER-250, RUNNER-256",
		"A custom role with admin_runners cannot list all runners or those of a group or project, and GET /runners returns an empty list.",
		["listAllRunners", "listGroupRunners", "listProjectRunners", "listRunners"],
		async (t) => {
			const caller = await keeper(t);
			for (const name of ["listAllRunners", "listGroupRunners", "listProjectRunners"] as const) (await ask({ ...listOf(t, name), caller })).is(403, 404);
			const own = await caller.call("listRunners");
			t.assume("GET /runners should return an empty list", own.status === 200 && own.items.length === 0, own);
		},
		{ id: "RUNNER-256/custom", tier: "ultimate", ...reads },
	),
	assumed("RUNNER-504", "The paths /runners/all and /runners/verify are not read as runner ids.", ["listAllRunners", "verifyRunner"], async (t) => {
		t.holds("GET /runners/all should be a list", Array.isArray((await ask(listOf(t, "listAllRunners"))).ok.json));
		(await t.anonymous.call("verifyRunner", { token: t.unique("token"), system_id: "one" })).is(403);
		// The rules about methods that a path does not support check the same for the other paths.
		(await t.as("administrator").send("DELETE", "/api/v4/runners/all")).refuses(405, { error: "405 Not Allowed" });
	}),
	assumed("RUNNER-243", "On a hosted installation GET /runners/all returns 404; elsewhere 403 to callers without the role.", "listAllRunners", async (t) => {
		for (const offering of ["self-managed", "any", "hosted"]) {
			await t.given.settings({ offering });
			for (const who of everyone(t)) {
				const status = offering === "hosted" ? 404 : who === "administrator" || who === "auditor" ? 200 : 403;
				t.same(`the status for ${who} where the offering is ${offering}`, (await t.as(who).call("listAllRunners")).status, status);
			}
		}
	}),
];
