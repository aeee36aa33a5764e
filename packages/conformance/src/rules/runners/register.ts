import type { ActorName } from "../../rule/actors";
import type { Params } from "../../rule/address";
import type { CallOptions } from "../../rule/caller";
import { tokenOfReset } from "../../rule/callers";
import type { Context } from "../../rule/context";
import type { ApiResponse } from "../../rule/response";
import type { Rule } from "../../rule/rule";
import {
	assumed,
	contact,
	detail,
	everyRunner,
	forbidden,
	groupNotFound,
	idsOf,
	listOf,
	manyTags,
	others,
	projectNotFound,
	rule,
	tagless,
	tooLong,
	tooManyTags,
	tooShort,
	unauthorized,
	walk,
	works,
} from "./lab";

const disallowed = { message: "410 Gone - runner registration disallowed" };
const invalidToken = { message: "403 Forbidden - invalid token supplied" };

/** Registers a runner with these parameters. Its detail must show these fields. */
async function shows(t: Context, params: Params, shown: Params = params): Promise<void> {
	(await detail(t, (await t.given.registeredRunner(params)).number("id"))).has(shown);
}

/** A registration that must be refused and must not create a runner. */
async function refuses(t: Context, params: Params, status: number, body?: object): Promise<ApiResponse> {
	const description = t.unique("refused");
	const token = await t.given.registrationToken();
	const register = (as: CallOptions["as"] = "json") => t.anonymous.call("registerRunner", { token, description, ...params }, { as });
	for (const as of ["form", "query"] as const) (await register(as)).is(status);
	const response = (await register()).refuses(status, body);
	for (const one of await everyRunner(t)) t.holds("no runner should be created", one.description !== description);
	return response;
}

/** For each level: the operation that resets its registration token, who may use it, and the type of the runners that the token registers. */
const levels = {
	instance: { operation: "resetRunnerRegistrationToken", allowed: ["administrator"], type: "instance_type" },
	group: { operation: "resetGroupRunnerRegistrationToken", allowed: ["administrator", "owner"], type: "group_type", unknown: groupNotFound },
	project: {
		operation: "resetProjectRunnerRegistrationToken",
		allowed: ["administrator", "owner", "maintainer"],
		type: "project_type",
		unknown: projectNotFound,
	},
} as const;
type Level = keyof typeof levels;
const allLevels = ["instance", "group", "project"] as const;

const place = (t: Context, level: Level): Params => (level === "instance" ? {} : { id: t.scene(level) });
const call = async (t: Context, level: Level, who: ActorName, params: Params = place(t, level)) => await t.as(who).call(levels[level].operation, params);

/** Resets a level's registration token. */
async function reset(t: Context, level: Level, who: ActorName = "administrator", params?: Params): Promise<string> {
	const response = await call(t, level, who, params);
	if (response.status === 403 && who === "administrator") t.skip("registration tokens are switched off: allow them");
	return tokenOfReset(t, response);
}

const registers = async (t: Context, token: string): Promise<number> => (await t.given.registeredRunner({ token })).number("id");
const isRefused = async (t: Context, token: string): Promise<void> => void (await t.anonymous.call("registerRunner", { token })).is(403);

/** After a reset the old token must be invalid, and the new one and those of the other levels must register runners. */
async function replaces(t: Context, level: Level): Promise<void> {
	const beside = allLevels.filter((one) => one !== level);
	const others: string[] = [];
	for (const one of beside) others.push(await reset(t, one));
	if (level === "group") others.push(await reset(t, "group", "administrator", { id: t.scene("subgroup") }));
	if (level === "project") others.push(await reset(t, "project", "administrator", { id: t.scene("internal_project") }));
	let token = await reset(t, level);
	const registered = (await t.given.registeredRunner({ token })).string("token");
	for (const who of levels[level].allowed) {
		const old = token;
		token = await reset(t, level, who);
		t.holds("a reset should give another token", token !== old);
		await isRefused(t, old);
	}
	for (const valid of [token, ...others]) {
		await registers(t, valid);
		// It is not the token of a runner.
		for (const name of ["verifyRunner", "deleteRunnerByToken", "resetRunnerAuthenticationTokenByToken"] as const)
			(await t.anonymous.call(name, { token: valid, ...(name === "verifyRunner" && { system_id: "one" }) })).is(403);
	}
	t.holds("a runner that was registered with the old token should still work", await works(t, registered));
	const response = (await call(t, level, "administrator")).is(201);
	t.assume("the response should have only the token", Object.keys(response.fields).join() === "token", response);
}

const destroys = { effect: "destroys" } as const;
const switchOff = async (t: Context, at: Params): Promise<void> => void (await t.given.record("runner_rules", { ...at, registration_enabled: false }));

/** How runners are registered, and how registration tokens are reset. */
export const registering: readonly Rule[] = [
	rule(
		"RUNNER-386, RUNNER-395, RUNNER-396",
		"A registration token registers a runner without other credentials. The returned token is the runner's authentication token.",
		"registerRunner",
		async (t) => {
			const runner = (await t.given.registeredRunner()).shows("token_expires_at");
			const [id, token] = [runner.number("id"), runner.string("token")];
			(await detail(t, id)).has({ id });
			(await contact(t, token)).has({ id, token });
		},
	),
	rule("RUNNER-387, RUNNER-388", "Registering with an invalid token returns 403 with the reason and creates no runner.", "registerRunner", async (t) => {
		const runner = (await t.given.runner()).string("token");
		for (const token of [t.unique("token"), runner, t.token("owner"), (await t.given.registrationToken()).slice(0, -1)])
			await refuses(t, { token }, 403, invalidToken);
	}),
	rule(
		"RUNNER-389, ERR-021",
		"Registering returns 201, or 403 with an invalid token. While registration tokens are disabled it returns 410 and creates no runner.",
		"registerRunner",
		async (t) => {
			(await t.given.registeredRunner()).is(201);
			await refuses(t, { token: "unknown" }, 403);
			await switchOff(t, {});
			const tokens = new Map((await t.given.records("registration_tokens")).map(({ place, text }) => [place, text]));
			for (const token of tokens.values()) await refuses(t, { token }, 410);
		},
	),
	assumed(
		"RUNNER-390, RUNNER-391, RUNNER-392, ERR-067",
		"Registration can be disabled for the instance, where any token then returns 410, or for a group and everything below it.",
		"registerRunner",
		async (t) => {
			const tokens = { instance: await reset(t, "instance"), group: await reset(t, "group"), project: await reset(t, "project") };
			const below = await reset(t, "group", "owner", { id: t.scene("subgroup") });
			const beside = await reset(t, "group", "administrator", { id: t.scene("private_group") });
			const [group] = await t.given.records("groups", { full_path: t.scene("group") });
			await switchOff(t, { place: "group", place_id: group?.id });
			for (const token of [tokens.group, tokens.project, below]) await refuses(t, { token }, 410, disallowed);
			for (const token of [tokens.instance, beside]) await registers(t, token);
			await refuses(t, { token: "unknown" }, 403, invalidToken);
			await switchOff(t, {});
			for (const token of [...Object.values(tokens), below, beside, "unknown", (await t.given.runner()).string("token")])
				await refuses(t, { token }, 410, disallowed);
		},
		destroys,
	),
	assumed(
		"RUNNER-394",
		"The level of the registration token (instance, group or project) determines the runner's type and where it belongs.",
		"registerRunner",
		async (t) => {
			for (const level of allLevels) {
				const id = await registers(t, await reset(t, level));
				const shown = (await detail(t, id)).has({ runner_type: levels[level].type, is_shared: level === "instance" });
				const projects = shown.field("projects");
				const expected = level === "project" ? [await t.given.projectId(t.scene("project"))] : [];
				t.same("its projects", Array.isArray(projects) && projects.map((one) => one.id), expected);
				const inGroup = idsOf(await walk(listOf(t, "listGroupRunners"))).includes(id);
				t.same("whether the group lists it", inGroup, level !== "project");
			}
		},
		destroys,
	),
	assumed("RUNNER-397", "The token of a registered runner does not start with the prefix of tokens from POST /user/runners.", "registerRunner", async (t) => {
		const token = (await t.given.registeredRunner()).string("token");
		const [first, second] = [(await t.given.runner()).string("token"), (await t.given.projectRunner()).string("token")];
		let length = 0;
		while (length < first.length && first[length] === second[length]) length += 1;
		const prefix = first.slice(0, length);
		t.holds(`the token should not begin with ${prefix}`, length === 0 || !token.startsWith(prefix));
	}),
	rule(
		"RUNNER-404, RUNNER-405, RUNNER-408",
		"active sets the opposite of paused, maintainer_note sets maintenance_note, and info.name sets the runner's name.",
		"registerRunner",
		async (t) => {
			for (const active of [false, true]) await shows(t, { active }, { paused: !active, active });
			await shows(t, { maintainer_note: "Old name" }, { maintenance_note: "Old name" });
			await shows(t, { info: { name: "build-01", version: "16.1.2" } }, { name: "build-01" });
		},
	),
	assumed("RUNNER-406, RUNNER-407", "Sending maintainer_note with maintenance_note, or active with paused, returns 400.", "registerRunner", async (t) => {
		for (const [one, other, value] of [
			["maintainer_note", "maintenance_note", "a"],
			["active", "paused", true],
			["active", "paused", false],
		] as const)
			await refuses(t, { [one]: value, [other]: value }, 400, { error: `${one}, ${other} are mutually exclusive` });
	}),
	assumed("RUNNER-411, RUNNER-412", "A registered runner has at most 50 tags, and at least one with run_untagged=false.", "registerRunner", async (t) => {
		await shows(t, { tag_list: manyTags(50) });
		await refuses(t, { tag_list: manyTags(51) }, 400, tooManyTags);
		for (const tag_list of [undefined, [], " , "]) await refuses(t, { run_untagged: false, tag_list }, 400, tagless);
		await refuses(t, { tag_list: ["a", { b: 1 }] }, 400, { error: "tag_list is invalid" });
		const both = await refuses(t, { maximum_timeout: 599, maintenance_note: "n".repeat(1025) }, 400);
		t.same("message", both.field("message"), { ...tooLong("maintenance_note").message, ...tooShort.message }, both);
	}),
	assumed("RUNNER-414", "Registered runners default to not paused, not locked, untagged jobs allowed and other fields empty.", "registerRunner", async (t) => {
		const flags = { paused: false, active: true, locked: false, run_untagged: true, access_level: "not_protected" };
		const empty = { maximum_timeout: null, maintenance_note: null, name: null, tag_list: [], contacted_at: null, status: "never_contacted" };
		await shows(t, { description: undefined }, { ...flags, ...empty, description: null });
		await shows(t, { locked: true }, { ...flags, locked: true });
		await shows(t, { run_untagged: false, tag_list: ["a"] }, { ...flags, run_untagged: false, tag_list: ["a"] });
	}),
	rule(
		"RUNNER-489, RUNNER-490, AUTH-070",
		"A registration token does not authenticate a runner, and an authentication token does not register one.",
		["verifyRunner", "registerRunner", "deleteRunnerByToken", "resetRunnerAuthenticationTokenByToken"],
		async (t) => {
			const token = await t.given.registrationToken();
			for (const name of ["verifyRunner", "deleteRunnerByToken", "resetRunnerAuthenticationTokenByToken"] as const)
				(await t.anonymous.call(name, { token, ...(name === "verifyRunner" && { system_id: "one" }) })).is(403);
			await registers(t, token);
			for (const runner of [await t.given.runner(), await t.given.registeredRunner()]) {
				const reset = (await t.as("administrator").call("resetRunnerAuthenticationToken", { id: runner.number("id") })).ok;
				for (const one of [runner, reset]) (await t.anonymous.call("registerRunner", { token: one.string("token") })).is(403, 410);
			}
		},
	),
	...(
		[
			["RUNNER-451, RUNNER-453, RUNNER-456, RUNNER-489", "instance"],
			["RUNNER-463, RUNNER-465, RUNNER-468, RUNNER-472, RUNNER-489", "group"],
			["RUNNER-457, RUNNER-459, RUNNER-462, RUNNER-489", "project"],
		] as const
	).map(([ids, level]) =>
		rule(
			ids,
			`Resetting the ${level}'s registration token makes the old one invalid. Other registration tokens and registered runners keep working.`,
			[levels[level].operation, "verifyRunner"],
			(t) => replaces(t, level),
			destroys,
		),
	),
	assumed(
		"RUNNER-454, RUNNER-460, RUNNER-466",
		"Administrators can reset any registration token, Owners only that of their group and its projects, Maintainers only that of their project.",
		allLevels.map((level) => levels[level].operation),
		async (t) => {
			for (const level of allLevels) {
				const token = await reset(t, level);
				const { allowed, operation } = levels[level];
				for (const who of others(t, ...allowed)) (await call(t, level, who)).refuses(403, forbidden);
				(await t.anonymous.call(operation, place(t, level))).refuses(401, unauthorized);
				if (level !== "instance" || t.given.hasControl) (await call(t, level, "read-only")).is(403);
				(await call(t, level, "runner-manager")).is(403).has({ error: "insufficient_scope", scope: "api" });
				await registers(t, token);
				for (const who of allowed) (await call(t, level, who)).is(201);
			}
		},
		destroys,
	),
	assumed(
		"RUNNER-455, RUNNER-461, RUNNER-467",
		"While registration tokens are disabled, resetting them returns 403 and does not change them.",
		allLevels.map((level) => levels[level].operation),
		async (t) => {
			const [group] = await t.given.records("groups", { full_path: t.scene("group") });
			const tokens = async () => await t.given.records("registration_tokens");
			const before = await tokens();
			const { id } = await t.given.record("runner_rules", { place: "group", place_id: group?.id, registration_enabled: false });
			for (const level of ["group", "project"] as const) for (const who of levels[level].allowed) (await call(t, level, who)).refuses(403, forbidden);
			(await call(t, "group", "owner", { id: t.scene("subgroup") })).refuses(403, forbidden);
			t.same("the registration tokens", await tokens(), before);
			await reset(t, "instance");
			await t.given.remove("runner_rules", id);
			const kept = await tokens();
			await switchOff(t, {});
			for (const level of allLevels) for (const who of levels[level].allowed) (await call(t, level, who)).refuses(403, forbidden);
			t.same("the registration tokens, switched off for the instance", await tokens(), kept);
		},
		destroys,
	),
];
