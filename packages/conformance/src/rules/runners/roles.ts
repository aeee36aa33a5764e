import type { OperationId } from "@tenon/contract";
import type { ActorName } from "../../rule/actors";
import type { Answer } from "../../rule/answer";
import { byClaim } from "../../rule/by-claim";
import type { Context } from "../../rule/context";
import { assumed, type Rule, rule } from "../../rule/rule";
import { lacksScope, noAccess, notFound, unauthorized, unknownId, works } from "./refusals";

type Operation = Extract<OperationId, "getRunner" | "updateRunner" | "deleteRunner" | "resetRunnerAuthenticationToken" | "listRunnerManagers">;
type Kind = "instance" | "group" | "project";

const writes = { effect: "writes" } as const;
const success: { readonly [operation in Operation]: number } = {
	getRunner: 200,
	updateRunner: 200,
	deleteRunner: 204,
	resetRunnerAuthenticationToken: 201,
	listRunnerManagers: 200,
};

const make = (t: Context, kind: Kind): Promise<Answer> =>
	kind === "instance" ? t.given.instanceRunner() : kind === "group" ? t.given.runner() : t.given.projectRunner();

const call = async (t: Context, operation: Operation, who: ActorName, id: number): Promise<Answer> =>
	await t.as(who).call(operation, { id, ...(operation === "updateRunner" && { description: t.unique(who) }) });

/** Those refused get no success, and leave the runner and its token as they were; then the others may. */
async function onlyFor(t: Context, operation: Operation, kind: Kind, refused: readonly ActorName[], allowed: readonly ActorName[]) {
	const runner = await make(t, kind);
	const id = runner.number("id");
	const look = async () => (await t.as("administrator").call("getRunner", { id })).is(200).json;
	const before = await look();
	for (const who of refused) (await call(t, operation, who, id)).is(403, 404);
	t.same("the runner after the refusals", await look(), before);
	if (operation === "resetRunnerAuthenticationToken") t.holds("the old token should work still", await works(t, runner.string("token")));
	for (const who of allowed) {
		const one = operation === "deleteRunner" ? (await make(t, kind)).number("id") : id;
		(await call(t, operation, who, one)).is(success[operation]);
	}
}

const rules: readonly [string, Operation, Kind, readonly ActorName[], readonly ActorName[]][] = [
	["RUNNER-260", "getRunner", "instance", ["owner", "maintainer", "outsider"], ["administrator"]],
	["RUNNER-261", "getRunner", "group", ["maintainer", "developer"], ["owner"]],
	["RUNNER-262", "getRunner", "project", ["developer", "guest"], ["maintainer"]],
	["RUNNER-305", "updateRunner", "instance", ["owner", "maintainer", "outsider"], ["administrator"]],
	["RUNNER-306", "updateRunner", "group", ["maintainer"], ["owner"]],
	["RUNNER-307", "updateRunner", "project", ["developer"], ["maintainer"]],
	["RUNNER-416", "deleteRunner", "instance", ["owner", "maintainer", "outsider"], ["administrator"]],
	["RUNNER-417", "deleteRunner", "group", ["maintainer"], ["owner"]],
	["RUNNER-418", "deleteRunner", "project", ["developer"], ["maintainer"]],
];

/** Of each operation the claims that its custom role, its scopes and its refusals have. */
const keeper: readonly [string, Operation][] = [
	["RUNNER-264", "getRunner"],
	["RUNNER-308", "updateRunner"],
	["RUNNER-419", "deleteRunner"],
	["RUNNER-477", "resetRunnerAuthenticationToken"],
];
const managed: readonly [string, Operation][] = [
	["RUNNER-265", "getRunner"],
	["RUNNER-309", "updateRunner"],
	["RUNNER-420", "deleteRunner"],
	["RUNNER-478", "resetRunnerAuthenticationToken"],
];
const scoped: readonly [string, Operation][] = [
	["RUNNER-310", "updateRunner"],
	["RUNNER-421", "deleteRunner"],
	["RUNNER-479", "resetRunnerAuthenticationToken"],
];
const refusals: readonly [string, Operation][] = [
	["RUNNER-311", "updateRunner"],
	["RUNNER-423", "deleteRunner"],
	["RUNNER-480", "resetRunnerAuthenticationToken"],
	["RUNNER-342", "listRunnerManagers"],
];

async function refusesAsSaid(t: Context, operation: Operation): Promise<void> {
	for (const [kind, who] of [
		["instance", "owner"],
		["group", "maintainer"],
		["project", "developer"],
	] as const)
		(await call(t, operation, who, (await make(t, kind)).number("id"))).refuses(403, noAccess);
	(await call(t, operation, "administrator", unknownId)).refuses(404, notFound);
	const id = (await make(t, "project")).number("id");
	const params = { id, ...(operation === "updateRunner" && { description: "x" }) };
	(await t.anonymous.call(operation, params)).refuses(401, unauthorized);
}

/** Who may read, change, delete and reset a runner, by role and by scope. */
export const roles: readonly Rule[] = [
	...rules.map(([claim, operation, kind, refused, allowed]) => byClaim(claim, async (t) => await onlyFor(t, operation, kind, refused, allowed), writes)),
	rule(
		"RUNNER-476",
		"Reset of an instance runner needs an administrator; of a group runner Owner; of a project runner at least Maintainer; lesser roles are refused and the old token keeps working.",
		"resetRunnerAuthenticationToken",
		async (t) => {
			const operation = "resetRunnerAuthenticationToken";
			await onlyFor(t, operation, "instance", ["owner"], ["administrator"]);
			await onlyFor(t, operation, "group", ["maintainer"], ["owner"]);
			await onlyFor(t, operation, "project", ["developer"], ["maintainer"]);
		},
	),
	rule(
		"RUNNER-263",
		"An administrator reads every runner's detail.",
		"getRunner",
		async (t) => {
			for (const kind of ["instance", "group", "project"] as const) (await call(t, "getRunner", "administrator", (await make(t, kind)).number("id"))).is(200);
		},
		writes,
	),
	assumed(
		"RUNNER-268",
		"An auditor may read any runner's detail.",
		"getRunner",
		async (t) => {
			for (const kind of ["instance", "group", "project"] as const) (await call(t, "getRunner", "auditor", (await make(t, kind)).number("id"))).is(200);
		},
		{ ...writes, tier: "premium" },
	),
	assumed("RUNNER-314", "An auditor cannot update a runner (403).", "updateRunner", async (t) => await onlyFor(t, "updateRunner", "project", ["auditor"], []), {
		...writes,
		tier: "premium",
	}),
	...keeper.map(([claim, operation]) =>
		byClaim(
			claim,
			async (t) => {
				for (const kind of ["group", "project"] as const) await onlyFor(t, operation, kind, ["guest"], ["runner-keeper"]);
			},
			{ ...writes, tier: "ultimate" },
		),
	),
	...managed.map(([claim, operation]) => byClaim(claim, async (t) => await onlyFor(t, operation, "group", [], ["runner-manager"]), writes)),
	rule(
		"RUNNER-266",
		"A token holding neither manage_runners nor a wider scope is refused.",
		"getRunner",
		async (t) => {
			const id = (await t.given.runner()).number("id");
			(await call(t, "getRunner", "runner-creator", id)).is(403);
			(await call(t, "getRunner", "owner", id)).is(200);
		},
		writes,
	),
	assumed(
		"RUNNER-267",
		'A token with scope api or read_api also suffices for GET /runners/:id; create_runner alone answers 403 {"error":"insufficient_scope",…}.',
		"getRunner",
		async (t) => {
			const id = (await t.given.projectRunner()).number("id");
			for (const who of ["owner", "read-only"] as const) (await call(t, "getRunner", who, id)).is(200);
			lacksScope(await call(t, "getRunner", "runner-creator", id));
		},
		writes,
	),
	...scoped.map(([claim, operation]) =>
		byClaim(
			claim,
			async (t) => {
				const id = (await t.given.projectRunner()).number("id");
				for (const who of ["read-only", "runner-creator"] as const) lacksScope(await call(t, operation, who, id));
				(await call(t, operation, "owner", id)).is(success[operation]);
			},
			writes,
		),
	),
	assumed(
		"RUNNER-343",
		"A token with scope manage_runners, read_api or api suffices (with the role of runner detail).",
		"listRunnerManagers",
		async (t) => {
			const id = (await t.given.projectRunner()).number("id");
			for (const who of ["runner-manager", "read-only", "owner"] as const) (await call(t, "listRunnerManagers", who, id)).is(200);
		},
		writes,
	),
	assumed(
		"RUNNER-495",
		"The insufficient_scope body has error, error_description and `scope` (space-separated accepted scopes, naming manage_runners on /runners/:id endpoints).",
		["getRunner"],
		async (t) => {
			const id = (await t.given.runner()).number("id");
			const answer = lacksScope(await call(t, "getRunner", "runner-creator", id)).shows("error_description");
			t.holds("scope should name manage_runners", answer.string("scope").split(" ").includes("manage_runners"), answer);
		},
		{ ...writes },
	),
	...refusals.map(([claim, operation]) => byClaim(claim, async (t) => await refusesAsSaid(t, operation), writes)),
	assumed(
		"RUNNER-269",
		'A role refusal is 403 {"message":"403 Forbidden - No access granted"}.',
		"getRunner",
		async (t) => {
			for (const [kind, who] of [
				["instance", "owner"],
				["group", "maintainer"],
				["project", "developer"],
			] as const)
				(await call(t, "getRunner", who, (await make(t, kind)).number("id"))).refuses(403, noAccess);
		},
		writes,
	),
	assumed("RUNNER-270", 'Unknown runner id answers 404 {"message":"404 Not found"}; without credentials 401.', "getRunner", async (t) => {
		(await t.as("administrator").call("getRunner", { id: unknownId })).refuses(404, notFound);
		(await t.anonymous.call("getRunner", { id: unknownId })).refuses(401, unauthorized);
	}),
	assumed("RUNNER-271", 'GET /runners/abc answers 400 {"error":"id is invalid"}.', "getRunner", async (t) => {
		(await t.as("administrator").call("getRunner", { id: "abc" })).refuses(400, { error: "id is invalid" });
	}),
	assumed(
		"RUNNER-492",
		"A runner authentication token in PRIVATE-TOKEN does not authenticate GET /runners (401).",
		["listRunners"],
		async (t) => {
			const token = (await t.given.runner()).string("token");
			(await t.bearing(token).call("listRunners")).is(401);
			(await t.anonymous.call("verifyRunner", { token, system_id: "one" })).is(200);
		},
		{ ...writes },
	),
	assumed(
		"RUNNER-335",
		'Jobs of an instance runner: a caller who is neither administrator nor auditor gets 403 {"message":"403 Forbidden - No access granted"}.',
		"listRunnerJobs",
		async (t) => {
			const id = (await t.given.instanceRunner()).number("id");
			for (const who of ["owner", "maintainer", "outsider"] as const) (await t.as(who).call("listRunnerJobs", { id })).refuses(403, noAccess);
			(await t.as("administrator").call("listRunnerJobs", { id })).is(200);
		},
		writes,
	),
	assumed(
		"RUNNER-336",
		"Jobs of a group runner need at least Maintainer of the group; of a project runner at least Maintainer of its project; others get 403.",
		"listRunnerJobs",
		async (t) => {
			for (const kind of ["group", "project"] as const) {
				const id = (await make(t, kind)).number("id");
				for (const who of ["owner", "maintainer"] as const) (await t.as(who).call("listRunnerJobs", { id })).is(200);
				for (const who of ["developer", "reporter", "guest", "outsider"] as const) (await t.as(who).call("listRunnerJobs", { id })).refuses(403, noAccess);
			}
		},
		writes,
	),
	assumed("RUNNER-337", 'Unknown runner id answers 404 {"message":"404 Not found"}; without credentials 401.', "listRunnerJobs", async (t) => {
		(await t.as("administrator").call("listRunnerJobs", { id: unknownId })).refuses(404, notFound);
		(await t.anonymous.call("listRunnerJobs", { id: unknownId })).refuses(401, unauthorized);
	}),
	assumed(
		"RUNNER-338",
		"A token with scope manage_runners, read_api or api suffices for the jobs list; create_runner alone answers 403.",
		"listRunnerJobs",
		async (t) => {
			const id = (await t.given.projectRunner()).number("id");
			for (const who of ["runner-manager", "read-only", "owner"] as const) (await t.as(who).call("listRunnerJobs", { id })).is(200);
			lacksScope(await t.as("runner-creator").call("listRunnerJobs", { id }));
		},
		writes,
	),
];
