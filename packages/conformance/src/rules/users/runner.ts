import { distinct } from "../../laws/every-state";
import type { ActorName } from "../../rule/actors";
import type { Params } from "../../rule/address";
import type { Caller } from "../../rule/caller";
import type { Context } from "../../rule/context";
import { deepest } from "../../rule/deepest";
import { numberOf } from "../../rule/graphql";
import type { ApiResponse } from "../../rule/response";
import { assumed, type Rule, rule } from "../../rule/rule";
import { personalProjects } from "../notes/lab";
import { isRefused, listIn, listUsers, unknownId } from "./lab";

const types = ["instance_type", "group_type", "project_type"] as const;
type RunnerType = (typeof types)[number];
const denied = { message: "403 Forbidden - Insufficient permissions" };

/** The parameters that create a runner of this type in the scene. */
async function placeOf(t: Context, type: RunnerType): Promise<Params> {
	if (type === "group_type") return { runner_type: type, group_id: await t.given.groupId(t.scene("group")) };
	if (type === "project_type") return { runner_type: type, project_id: await t.given.projectId(t.scene("project")) };
	return { runner_type: type };
}

/** A new runner of a type. */
const runnerOf = (t: Context, type: RunnerType, params: Params = {}): Promise<ApiResponse> =>
	type === "instance_type" ? t.given.instanceRunner(params) : type === "project_type" ? t.given.projectRunner(params) : t.given.runner(params);

/** A runner as the administrator reads it. */
const detailOf = async (t: Context, id: number): Promise<ApiResponse> => (await t.as("administrator").call("getRunner", { id })).ok;
const tagsOf = async (t: Context, id: number): Promise<readonly string[]> => {
	const tags = (await detailOf(t, id)).field("tag_list");
	return Array.isArray(tags) ? tags.map(String).sort() : [];
};

/** Tries to create a runner, which is removed after the rule. */
async function attempt(t: Context, caller: Caller, params: Params): Promise<ApiResponse> {
	const response = await caller.call("createUserRunner", params);
	if (response.succeeded) {
		const id = response.number("id");
		t.undo(`runner ${id}`, () => t.as("administrator").call("deleteRunner", { id }));
	}
	return response;
}

/** How many runners of a type with this description the administrator's lists show. */
async function described(t: Context, type: RunnerType, description: string): Promise<number> {
	const administrator = t.as("administrator");
	const params = { type };
	if (type === "instance_type" && t.facts.offering === "hosted") return 0;
	const list =
		type === "group_type"
			? await administrator.list("listGroupRunners", { ...params, id: t.scene("group") })
			: type === "project_type"
				? await administrator.list("listProjectRunners", { ...params, id: t.scene("project") })
				: await administrator.list("listAllRunners", params);
	return list.ok.items.filter((runner) => runner.description === description).length;
}

/** A request that must be refused and must not create a runner. */
async function refused(t: Context, caller: Caller, type: RunnerType, params: Params): Promise<ApiResponse> {
	const description = t.unique("refused");
	const response = isRefused(t, await attempt(t, caller, { runner_type: type, description, ...params }));
	t.same("the runners created by a refused request", await described(t, type, description), 0, response);
	return response;
}

/** Settings that differ from the defaults of a new runner. */
const settings = { paused: true, locked: true, run_untagged: false, tag_list: "one", access_level: "ref_protected", maximum_timeout: 600 };

/** The allowed callers must be able to create a runner of this type, and the others must be refused. */
async function roles(t: Context, type: RunnerType, allowed: readonly ActorName[], others: readonly ActorName[]): Promise<void> {
	const place = await placeOf(t, type);
	for (const who of allowed) (await detailOf(t, (await attempt(t, t.as(who), place)).ok.number("id"))).has({ runner_type: type });
	// A group_id or project_id does not let other callers create an instance runner.
	const beside = type === "instance_type" ? [{ ...(await placeOf(t, "group_type")), ...(await placeOf(t, "project_type")), ...place }] : [];
	for (const who of others) for (const more of [{}, settings, ...beside]) (await refused(t, t.as(who), type, { ...place, ...more })).refuses(403, denied);
	await refused(t, t.anonymous, type, place);
}

const tags = (count: number): string => Array.from({ length: count }, (_, index) => `t${index}`).join(",");

/** Creating runners. */
export const runnerCreation: readonly Rule[] = [
	assumed("USER-653, USER-660, USER-682", "A new runner has the default settings; paused and locked are as requested.", "createUserRunner", async (t) => {
		const usual = { run_untagged: true, access_level: "not_protected", maximum_timeout: null, tag_list: [], status: "never_contacted", online: null };
		for (const type of types)
			for (const paused of [undefined, true]) {
				const detail = await detailOf(t, (await runnerOf(t, type, { paused })).number("id"));
				detail.has({ ...usual, paused: paused === true, active: paused !== true });
				t.same("the maintenance note", detail.fields.maintenance_note ?? null, null, detail);
			}
		for (const locked of [undefined, true, false]) (await detailOf(t, (await t.given.projectRunner({ locked })).number("id"))).has({ locked: locked ?? false });
	}),
	assumed("USER-659", "tag_list is a list or comma-separated text. Tags are trimmed; duplicate and empty ones are removed.", "createUserRunner", async (t) => {
		for (const tag_list of [" ruby , mysql,ruby, ,mysql ", ["ruby", "mysql"]])
			t.same("the tags", await tagsOf(t, (await t.given.runner({ tag_list })).number("id")), ["mysql", "ruby"]);
	}),
	rule("USER-684", "A new runner has the requested runner_type and belongs to the requested group or project.", "createUserRunner", async (t) => {
		const project = await t.given.projectId(t.scene("project"));
		for (const type of types)
			for (const beside of [{}, settings]) {
				const made = await runnerOf(t, type, beside);
				const detail = (await detailOf(t, made.number("id"))).has({ runner_type: type });
				const projects = listIn(detail, "projects").map(({ id }) => id);
				if (type === "project_type") t.same("the runner's projects", projects, [project], detail);
				if (type !== "group_type") continue;
				const listed = (await t.as("owner").list("listGroupRunners", { id: t.scene("group"), type })).ok;
				t.holds("the runner among those of the group", listed.ids.includes(made.number("id")), listed);
			}
	}),
	assumed("USER-685", "An instance runner has no groups or projects: group_id and project_id are ignored.", "createUserRunner", async (t) => {
		for (const place of [{ group_id: unknownId }, { project_id: unknownId }, { group_id: await t.given.groupId(t.scene("group")) }]) {
			const detail = (await detailOf(t, (await t.given.instanceRunner(place)).number("id"))).has({ runner_type: "instance_type" });
			for (const name of ["groups", "projects"]) t.same(name, listIn(detail, name), [], detail);
		}
	}),
	assumed("USER-683", "created_by of a runner, if present, is the user who created it.", "createUserRunner", async (t) => {
		const { id, username } = t.user("owner");
		const [owner] = (await listUsers(t.as("outsider"), { username })).items;
		for (const caller of [t.as("owner"), t.as("administrator").sudo(id)]) {
			const detail = await detailOf(t, (await attempt(t, caller, await placeOf(t, "group_type"))).ok.number("id"));
			if (!Object.hasOwn(detail.fields, "created_by")) t.skip("the runner's record has no created_by");
			detail.has({ created_by: owner });
		}
	}),
	assumed("USER-663", "token_expires_at of a new runner is null unless a token lifetime is configured.", "createUserRunner", async (t) => {
		const made = (await t.given.instanceRunner()).shows("id", "token", "token_expires_at");
		const expires = made.field("token_expires_at");
		if (expires !== null) {
			t.holds("token_expires_at null or a time to come", typeof expires === "string" && Date.parse(expires) > Date.now(), made);
			t.skip("the platform limits the lifetime of runner tokens: the rule needs one that does not");
		}
		if (!t.given.hasControl) return;
		await t.given.setClock("2026-01-05T10:00:00.000Z");
		await t.given.record("runner_rules", { group: t.scene("group"), token_lifetime: 3_600 });
		(await t.given.runner()).has({ token_expires_at: "2026-01-05T11:00:00.000Z" });
		(await t.given.instanceRunner()).has({ token_expires_at: null });
	}),
	rule("USER-664, USER-665, AUTH-072", "Each new runner has its own token, which authenticates it. Tokens share a prefix.", "createUserRunner", async (t) => {
		const tokens: string[] = [];
		for (const type of [...types, ...types]) {
			const made = await runnerOf(t, type);
			const token = made.string("token");
			(await t.anonymous.call("verifyRunner", { token, system_id: "s_conformance" })).ok.has({ id: made.number("id") });
			tokens.push(token);
		}
		const [first = "", ...rest] = tokens;
		// The beginning that all of them share. Without a prefix it is short, by chance.
		let length = 0;
		while (length < first.length && rest.every((token) => token[length] === first[length])) length++;
		t.holds(`tokens with a common prefix of at least 4 characters, not ${length}`, length >= 4);
		t.same("the number of different tokens", new Set(tokens).size, tokens.length);
	}),
	rule("USER-666, USER-670, AUTH-063", "Only administrators can create instance runners. Other users get 403.", "createUserRunner", async (t) => {
		await roles(t, "instance_type", ["administrator"], ["owner", "maintainer", "auditor", "outsider"]);
	}),
	rule(
		"USER-667, USER-670, AUTH-063",
		"Only administrators and Owners of a group can create runners of the group. Maintainers and lower roles get 403.",
		"createUserRunner",
		async (t) => {
			await roles(t, "group_type", ["owner", "administrator"], ["maintainer", "developer", "reporter", "guest", "auditor", "outsider"]);
			const below = await attempt(t, t.as("owner"), { runner_type: "group_type", group_id: await t.given.groupId(await deepest(t, "group")) });
			t.assume("owners of a group should be able to create runners of the groups below it", below.succeeded, below);
			for (const who of ["owner", "outsider"] as const) {
				const owned = (await t.as(who).call("listGroups", { owned: true, active: true, per_page: 100 })).ok.items;
				for (const { id } of distinct(owned, ["visibility"])) (await attempt(t, t.as(who), { runner_type: "group_type", group_id: id })).ok;
			}
		},
	),
	rule(
		"USER-668, USER-669, USER-670, AUTH-063",
		"Only administrators and Owners of a project can create runners of the project. Maintainers and lower roles get 403.",
		["createUserRunner", "listRunners"],
		async (t) => {
			await roles(t, "project_type", ["owner", "administrator"], ["maintainer", "developer", "reporter", "guest", "auditor", "outsider"]);
			// Users own the projects that are in no group.
			for (const who of ["owner", "developer", "outsider"] as const) {
				const [own] = await personalProjects(t, who);
				if (!own) continue;
				const id = (await attempt(t, t.as(who), { runner_type: "project_type", project_id: numberOf(own.id) })).ok.number("id");
				const listed = (await t.as(who).call("listRunners", { per_page: 100 })).ok;
				t.holds("the runner among those of its project's owner", listed.ids.includes(id), listed);
			}
			const below = await attempt(t, t.as("owner"), { runner_type: "project_type", project_id: await t.given.projectId(await deepest(t, "project")) });
			t.assume("owners of a group should be able to create runners of the projects below it", below.succeeded, below);
		},
	),
	rule("USER-640, USER-641", "A group runner requires group_id, a project runner project_id; without it, none is created.", "createUserRunner", async (t) => {
		for (const who of ["administrator", "owner"] as const) {
			for (const runner_type of ["group_type", "project_type"] as const) await refused(t, t.as(who), runner_type, { group_id: null, project_id: null });
			await refused(t, t.as(who), "group_type", { project_id: await t.given.projectId(t.scene("project")) });
			await refused(t, t.as(who), "project_type", { group_id: await t.given.groupId(t.scene("group")) });
		}
	}),
	assumed("USER-642, USER-643", "A missing, unknown or invisible group_id or project_id returns 400 with the reason.", "createUserRunner", async (t) => {
		for (const [type, name, place] of [
			["group_type", "group_id", "group"],
			["project_type", "project_id", "project"],
		] as const) {
			(await refused(t, t.as("administrator"), type, {})).refuses(400, { error: `${name} is missing` });
			const missing = { message: `400 Bad request - Missing/invalid ${place}` };
			(await refused(t, t.as("administrator"), type, { [name]: unknownId })).refuses(400, missing);
			const id = place === "group" ? await t.given.groupId(t.scene("private_group")) : await t.given.projectId(t.scene("private_project"));
			(await refused(t, t.as("outsider"), type, { [name]: id })).refuses(400, missing);
		}
	}),
	assumed("USER-678, USER-679", "A new runner has at most 50 tags. With run_untagged=false it needs at least one tag.", "createUserRunner", async (t) => {
		const tagless = "400 Bad request - Tags list can not be empty when runner is not allowed to pick untagged jobs";
		const tooMany = "400 Bad request - Tags list Too many tags specified. Please limit the number of tags to 50";
		for (const type of types) {
			for (const [sent, message] of [
				[{ run_untagged: false }, tagless],
				[{ run_untagged: false, tag_list: " ," }, tagless],
				[{ tag_list: tags(51) }, tooMany],
			] as const)
				(await refused(t, t.as("administrator"), type, { ...(await placeOf(t, type)), ...sent })).refuses(400, { message });
			await runnerOf(t, type, { run_untagged: false, tag_list: tags(50) });
		}
	}),
];
