import type { OperationId } from "@tenon/contract";
import { leastParams } from "../../generators/least-params";
import { refusesWithMore } from "../../generators/lower-roles";
import { byId, restOperations } from "../../generators/rest-operations";
import type { ActorName } from "../../rule/actors";
import type { Caller } from "../../rule/caller";
import type { Context } from "../../rule/context";
import { deepest } from "../../rule/deepest";
import type { ApiResponse } from "../../rule/response";
import type { Rule } from "../../rule/rule";
import { personalProjects } from "../notes/lab";
import { assign, assumed, changed, detail, everyone, inVain, type Kind, keeper, kinds, make, member, noAccess, others, rule, unauthorized, works } from "./lab";

const operations = ["getRunner", "listRunnerManagers", "listRunnerJobs", "updateRunner", "deleteRunner", "resetRunnerAuthenticationToken"] as const;
type Operation = Extract<OperationId, (typeof operations)[number]>;

/** The operations that a token of scope manage_runners may use. */
const scoped = ["getRunner", "updateRunner", "deleteRunner", "resetRunnerAuthenticationToken"] as const;

/** Operations that anyone may use, with or without an access token. */
const open = restOperations.filter(({ anonymous, access }) => anonymous && access.role !== "token");

const reading: readonly Operation[] = ["getRunner", "listRunnerManagers", "listRunnerJobs"];
const isReading = (operation: Operation): boolean => reading.includes(operation);

const call = async (t: Context, operation: Operation, caller: Caller, id: number | string): Promise<ApiResponse> =>
	await caller.call(operation, { id, ...(operation === "updateRunner" && { description: t.unique("changed"), paused: true }) });

/** Who manages a runner of each kind. */
const keepers = { instance: ["administrator"], group: ["administrator", "owner"], project: ["administrator", "owner", "maintainer"] } as const;
/** Who may use an operation on a runner. Some reading operations allow more callers than its keepers. */
const allowedTo = (operation: Operation, kind: Kind): readonly ActorName[] => [
	...keepers[kind],
	...(operation === "listRunnerJobs" && kind === "group" ? (["maintainer"] as const) : []),
	...(isReading(operation) ? (["auditor"] as const) : []),
];

/** The operation must succeed for each caller. */
async function allows(t: Context, operation: Operation, callers: readonly Caller[], made: () => Promise<number>): Promise<void> {
	let id = await made();
	for (const caller of callers) {
		if (operation === "deleteRunner") id = await made();
		const response = (await call(t, operation, caller, id)).ok;
		if (operation === "getRunner" || operation === "updateRunner") response.has({ id });
		if (operation === "resetRunnerAuthenticationToken") t.holds("the new token should work", await works(t, response.string("token")));
	}
}

/** The operation must be refused for each caller, and must not change the runner or its token. */
async function refuses(t: Context, operation: Operation, callers: readonly Caller[], runner: ApiResponse, body?: object): Promise<void> {
	const id = runner.number("id");
	await inVain(t, id, async () => {
		for (const caller of callers) {
			const response = await call(t, operation, caller, id);
			if (body) response.refuses(403, body);
			else response.is(403, 404);
			if (operation === "updateRunner") await refusesWithMore(t, byId(operation), { caller, params: { id } });
		}
	});
	if (operation === "resetRunnerAuthenticationToken") t.holds("the old token should still work", await works(t, runner.string("token")));
}

const callers = (t: Context, who: readonly ActorName[]): Caller[] => who.map((one) => t.as(one));

/** Where runners of a kind are created. Keepers of a group also manage the runners of the groups below it, at any depth. */
const placesOf = (t: Context, kind: Kind): readonly (() => Promise<{ group_id?: number }>)[] => [
	async () => ({}),
	...(kind === "group" ? [async () => ({ group_id: await t.given.groupId(await deepest(t, "group")) })] : []),
];

/** Only a runner's keepers may use the operation. The specification does not state whether auditors may read it, so another rule checks that. */
async function byRole(t: Context, operation: Operation, kind: Kind): Promise<void> {
	const exempt: readonly ActorName[] = isReading(operation) ? ["auditor"] : [];
	for (const placeIn of placesOf(t, kind)) {
		const place = await placeIn();
		for (const [arrange, where] of [
			[make, place],
			// The changed project runner is in a private project.
			[changed, kind === "project" ? { project_id: await t.given.projectId(t.scene("private_project")) } : place],
		] as const) {
			await refuses(t, operation, callers(t, others(t, ...keepers[kind], ...exempt)), await arrange(t, kind, where), noAccess);
			// Only administrators may delete a runner of several projects.
			const allowed = operation === "deleteRunner" && kind === "project" && arrange === changed ? (["administrator"] as const) : keepers[kind];
			await allows(t, operation, callers(t, allowed), async () => (await arrange(t, kind, where)).number("id"));
		}
	}
}

const roleRule = (ids: string, title: string, operation: Operation, ...of: readonly Kind[]): Rule =>
	rule(ids, title, operation, async (t) => {
		for (const kind of of) await byRole(t, operation, kind);
	});

/** The operation must be allowed to members whose custom role has admin_runners in the runner's group or project, and to no others. */
async function byCustomRole(t: Context, operation: Operation): Promise<void> {
	for (const kind of ["group", "project"] as const) {
		await refuses(t, operation, [t.as("guest")], await make(t, kind));
		// Projects of every visibility are below the group.
		const places = kind === "group" ? placesOf(t, kind) : [async () => ({ project_id: await t.given.projectId(t.scene("private_project")) })];
		for (const place of places) await allows(t, operation, [await keeper(t)], async () => (await make(t, kind, await place())).number("id"));
	}
	await refuses(t, operation, [await keeper(t)], await make(t, "instance"));
	if (!t.given.hasControl) return;
	const [group, project, second, beside] = [t.scene("group"), t.scene("project"), t.scene("internal_project"), t.scene("private_group")];
	const within = async (place: string) => await member(t, { [place]: "guest" }, ["admin_runners"]);
	const [ofGroup, ofProject, ofSecond, ofBeside] = [await within(group), await within(project), await within(second), await within(beside)];
	for (const place of placesOf(t, "group")) await allows(t, operation, [ofGroup], async () => (await t.given.runner(await place())).number("id"));
	await allows(t, operation, [ofProject, ofGroup], async () => (await make(t, "project")).number("id"));
	await refuses(t, operation, [ofSecond, ofBeside], await make(t, "project"));
	await refuses(t, operation, [ofProject, ofSecond, ofBeside], await make(t, "group"));
}

/** Who may read, update, delete and reset a runner, by role and by scope. */
export const access: readonly Rule[] = [
	roleRule(
		"RUNNER-260..263, AUTH-059..061, RUNNER-269",
		"Only administrators, Owners of the runner's group and Maintainers of the runner's project can read the detail of a runner.",
		"getRunner",
		...kinds,
	),
	roleRule(
		"RUNNER-305..307, AUTH-059..061, RUNNER-311, RUNNER-314",
		"Only administrators, Owners of the runner's group and Maintainers of the runner's project can update a runner.",
		"updateRunner",
		...kinds,
	),
	roleRule(
		"RUNNER-416..418, AUTH-059..061, RUNNER-423",
		"Only administrators, Owners of the runner's group and Maintainers of the runner's project can delete a runner.",
		"deleteRunner",
		...kinds,
	),
	roleRule(
		"RUNNER-476, AUTH-059..061, RUNNER-480",
		"Only administrators, Owners of the runner's group and Maintainers of the runner's project can reset its token. A refused reset changes nothing.",
		"resetRunnerAuthenticationToken",
		...kinds,
	),
	assumed(
		"RUNNER-268",
		"An auditor can read every runner, its managers and its jobs.",
		reading,
		async (t) => {
			for (const kind of kinds) for (const operation of reading) await allows(t, operation, [t.as("auditor")], async () => (await make(t, kind)).number("id"));
		},
		{ tier: "premium" },
	),
	assumed("RUNNER-312", "Maintainers of any project that a runner is assigned to can read and update it.", ["getRunner", "updateRunner"], async (t) => {
		const id = (await t.given.projectRunner()).number("id");
		// A developer owns a project outside the group.
		const [own] = await personalProjects(t, "developer");
		const second = own && !t.given.hasControl ? String(own.fullPath) : t.scene("internal_project");
		(await assign(t, t.as("administrator"), second, id)).ok;
		const helper = t.given.hasControl ? await member(t, { [second]: "maintainer" }) : t.as(own ? "developer" : "maintainer");
		(await helper.call("getRunner", { id })).is(200).has({ id });
		(await helper.call("updateRunner", { id, description: "Mine too" })).is(200).has({ id, description: "Mine too" });
		if (t.given.hasControl) await refuses(t, "updateRunner", [await member(t, { [second]: "developer" })], await detail(t, id), noAccess);
	}),
	...(
		[
			["RUNNER-264, AUTH-062", "getRunner", "read the runner"],
			["RUNNER-308, AUTH-062", "updateRunner", "update the runner"],
			["RUNNER-419, AUTH-062", "deleteRunner", "delete the runner"],
			["RUNNER-477, AUTH-062", "resetRunnerAuthenticationToken", "reset the runner's token"],
		] as const
	).map(([ids, operation, does]) =>
		rule(ids, `A caller whose custom role has admin_runners in the runner's group or project can ${does}.`, operation, (t) => byCustomRole(t, operation), {
			tier: "ultimate",
		}),
	),
	...(
		[
			["RUNNER-265, RUNNER-266, AUTH-051", "getRunner"],
			["RUNNER-309, AUTH-051", "updateRunner"],
			["RUNNER-420, AUTH-051", "deleteRunner"],
			["RUNNER-478, AUTH-051", "resetRunnerAuthenticationToken"],
		] as const
	).map(([ids, operation]) =>
		rule(
			ids,
			`${operation} accepts a token with the scope manage_runners if its user has the role. It refuses a token with only the scope create_runner.`,
			operation,
			async (t) => {
				for (const kind of ["group", "project"] as const) {
					await refuses(t, operation, [t.as("runner-creator"), ...(isReading(operation) || kind === "group" ? [] : [t.as("read-only")])], await make(t, kind));
					await allows(t, operation, [t.as("runner-manager")], async () => (await make(t, kind)).number("id"));
				}
				await refuses(t, operation, [t.as("runner-manager")], await make(t, "instance"));
				if (operation !== "updateRunner") return;
				// Each change in a request of its own.
				const id = (await make(t, "project")).number("id");
				await inVain(t, id, async () => {
					for (const sent of [{ paused: true }, { active: false }, { locked: true }, { description: "Mine" }, { tag_list: "mine" }])
						for (const who of ["runner-creator", "read-only"] as const) (await t.as(who).call(operation, { id, ...sent })).is(403, 404);
				});
			},
		),
	),
	rule(
		"RUNNER-265, RUNNER-309, RUNNER-420, RUNNER-478",
		"With the lowest role that can manage a runner, a token with the scope manage_runners can read, update, delete and reset it.",
		scoped,
		async (t) => {
			for (const kind of kinds)
				for (const who of keepers[kind].slice(-1)) {
					const text = t.unique("text");
					await t.given.record("tokens", { user: t.user(who).username, text, scopes: ["manage_runners"] });
					for (const operation of scoped) await allows(t, operation, [t.bearing(text)], async () => (await make(t, kind)).number("id"));
				}
		},
		{ id: "RUNNER-265/roles" },
	),
	assumed(
		"RUNNER-335, RUNNER-336, RUNNER-342",
		'The jobs and managers of a runner return 403 "No access granted" to callers without the role. Maintainers of a group can read the jobs of its runners.',
		["listRunnerManagers", "listRunnerJobs"],
		async (t) => {
			for (const operation of ["listRunnerManagers", "listRunnerJobs"] as const)
				for (const kind of kinds) {
					const allowed = everyone(t).filter((who) => allowedTo(operation, kind).includes(who));
					await refuses(t, operation, callers(t, others(t, ...allowed)), await make(t, kind), noAccess);
					await allows(t, operation, callers(t, allowed), async () => (await make(t, kind)).number("id"));
				}
		},
	),
	assumed("RUNNER-492", "A runner's token or a registration token, used as an access token, returns 401.", ["listRunners", "getRunner"], async (t) => {
		const runner = await t.given.runner();
		for (const token of [runner.string("token"), (await t.given.registeredRunner()).string("token"), await t.given.registrationToken()]) {
			(await t.bearing(token).call("listRunners")).refuses(401, unauthorized);
			(await t.bearing(token).call("getRunner", { id: runner.number("id") })).refuses(401, unauthorized);
		}
		t.holds("the token should still work", await works(t, runner.string("token")));
	}),
	assumed(
		"RUNNER-492",
		"A runner's token, used as an access token, returns 401 even on public operations and on GraphQL.",
		["listRunners", ...open.map(({ id }) => id)],
		async (t) => {
			const caller = t.bearing((await t.given.runner()).string("token"));
			for (const row of open) (await caller.call(row, leastParams(row, t))).refuses(401, unauthorized);
			(await caller.graphql("{ currentUser { username } }")).is(401);
		},
		{ id: "RUNNER-492/public" },
	),
];
