import { isDeepStrictEqual } from "node:util";
import type { Context } from "../../rule/context";
import { pause } from "../../rule/eventually";
import { ask as askGraphql, gid } from "../../rule/graphql";
import type { ApiResponse, Fields } from "../../rule/response";

import { ask, assign, assumed, contact, detail, foreign, type Kind, kinds, listNames, listOf, make, others, rule, stoppedClock, unusual, walk } from "./lab";

const hour = 3_600_000;
const week = 168;

/** The status that follows from the hours since creation and since the last contact. */
const statusOf = (created: number, contacted: number | null): string =>
	Math.min(created, contacted ?? created) >= week ? "stale" : contacted === null ? "never_contacted" : contacted < 2 ? "online" : "offline";
const ofRunner = (status: string, paused: boolean): string => (paused && (status === "online" || status === "offline") ? "paused" : status);

/** Hours since a time. */
const hoursSince = (time: unknown, now = Date.now()): number => (now - Date.parse(String(time))) / hour;
/** Whether a time is so near to a bound that two clocks may disagree on which side of it the time is. */
const isNear = (hours: number): boolean => [2, week].some((bound) => Math.abs(hours - bound) < 0.05);

/** The status in a record of a runner or manager must follow from its times. Returns the status, or undefined near a bound. */
function follows(t: Context, record: Fields, isRunner: boolean, response: ApiResponse): string | undefined {
	const [created, contacted] = [hoursSince(record.created_at), record.contacted_at === null ? null : hoursSince(record.contacted_at)];
	if (isNear(created) || isNear(contacted ?? 0) || Number.isNaN(created)) return undefined;
	const status = statusOf(created, contacted);
	t.same(
		`the status of ${isRunner ? "runner" : "manager"} ${record.id}`,
		record.status,
		isRunner ? ofRunner(status, record.paused === true) : status,
		response,
	);
	if (isRunner) t.same(`online of runner ${record.id}`, record.online, contacted === null ? null : contacted < 2, response);
	return status;
}

/** Runners and managers at both sides of every bound, paused and not, with the clock stopped. */
async function atTheBounds(t: Context): Promise<void> {
	const ago = await stoppedClock(t);
	const second = 1 / 3600;
	const shown: [id: number, status: string, online: boolean | null][] = [];
	for (const created of [0, 1, week - second, week, 30 * 24])
		for (const contacted of [null, 0, 2 - second, 2, 24, week - second, week])
			for (const paused of [false, true]) {
				const times = { created_at: ago(created), contacted_at: contacted === null ? null : ago(contacted) };
				const { id } = await t.given.record("runners", { projects: [t.scene("project")], paused, ...times });
				await t.given.record("runner_managers", { runner_id: id, ...times });
				const status = statusOf(created, contacted);
				const expected = { status: ofRunner(status, paused), online: contacted === null ? null : contacted < 2, contacted_at: times.contacted_at };
				(await detail(t, id)).has(expected);
				shown.push([id, expected.status, expected.online]);
				(await t.as("maintainer").call("listRunnerManagers", { id })).ok.every(status, (one) => one.status === status);
			}
	const list = await walk(listOf(t, "listProjectRunners"));
	for (const [id, ...expected] of shown) {
		const item = list.find((one) => one.id === id);
		t.same(`status and online of runner ${id} in the list`, [item?.status, item?.online], expected);
	}
}

/** A runner for which these machines have made contact. */
async function machines(t: Context, systems: readonly string[], params = {}, kind: Kind = "project") {
	const runner = await make(t, kind, params);
	for (const system of systems) await contact(t, runner.string("token"), system);
	const id = runner.number("id");
	const caller = t.as(kind === "instance" ? "administrator" : "owner");
	return { id, list: async (query = {}) => (await caller.call("listRunnerManagers", { id, ...query })).ok };
}

const programOf = ({ version, revision, platform, architecture }: Fields) => ({ version, revision, platform, architecture });

/** The record of a runner, and how its status follows from its contacts. */
export const record = [
	rule(
		"RUNNER-029",
		"A runner's ip_address is an empty string in every list and in its detail, even after contact.",
		["getRunner", "updateRunner", ...listNames],
		async (t) => {
			const responses: ApiResponse[] = [];
			for (const kind of kinds) {
				const runner = await make(t, kind);
				const id = runner.number("id");
				await contact(t, runner.string("token"));
				responses.push(await detail(t, id), await t.as("administrator").call("updateRunner", { id, description: "Changed" }));
			}
			for (const name of listNames) {
				const list = await ask(listOf(t, name), { per_page: 100 });
				responses.push(list);
				// Also other runners that had contact. Another client may remove one in the meantime.
				for (const { id } of list.ok.items.filter(({ online }) => online !== null).slice(-3)) {
					const other = await t.as("administrator").call("getRunner", { id });
					if (other.succeeded) responses.push(other);
				}
			}
			for (const response of responses) for (const one of [response.ok.json].flat()) t.same("ip_address", Object(one).ip_address, "", response);
		},
	),
	rule(
		"RUNNER-035, RUNNER-057, RUNNER-491, AUTH-074, USER-662",
		"A runner's authentication token is only in the response that creates or resets it. The fields in lists have the values of the detail.",
		["createUserRunner", ...listNames, "getRunner", "listRunnerManagers", "listRunnerJobs", "updateRunner"],
		async (t) => {
			const runners = [await make(t, "instance"), await make(t, "group"), await make(t, "project"), await t.given.registeredRunner()];
			const [administrator, owner] = [t.as("administrator"), t.as("owner")];
			const tokens = runners.map((one) => one.string("token"));
			const listed = async () => [
				await administrator.call("listAllRunners"),
				await owner.call("listRunners"),
				await owner.call("listProjectRunners", { id: t.scene("project") }),
				await owner.call("listGroupRunners", { id: t.scene("group"), per_page: 100 }),
			];
			// Also before the first contact.
			const others = await listed();
			for (const one of runners) others.push(await administrator.call("getRunner", { id: one.number("id") }));
			for (const token of tokens) await contact(t, token);
			const [id = 0] = runners.map((one) => one.number("id"));
			tokens.push((await administrator.call("resetRunnerAuthenticationToken", { id })).ok.string("token"));
			const lists = await listed();
			const details: ApiResponse[] = [];
			const changes: ApiResponse[] = [];
			const query = "query ($id: CiRunnerID!) { runner(id: $id) { id shortSha description } }";
			for (const id of runners.map((one) => one.number("id"))) {
				others.push(
					await administrator.graphql(query, { id: gid("Ci::Runner", id) }),
					await administrator.call("listRunnerManagers", { id }),
					await administrator.call("listRunnerJobs", { id }),
				);
				details.push(await administrator.call("getRunner", { id }));
				changes.push(await administrator.call("updateRunner", { id, paused: true }));
			}
			for (const response of [...lists, ...details, ...changes, ...others]) {
				t.holds("no record should have a token", !/"token"\s*:/.test(response.ok.text), response);
				t.holds("no token should be in the response", !tokens.some((token) => response.text.includes(token)), response);
			}
			for (const whole of details)
				for (const list of lists)
					for (const item of list.items.filter(({ id }) => id === whole.field("id")))
						for (const [name, value] of Object.entries(item)) t.same(`${name} of a listed runner`, value, whole.field(name), list);
		},
	),
	assumed(
		"RUNNER-053",
		"A runner's version, revision, platform and architecture are those of the manager with the last contact, or null without managers.",
		["getRunner", "registerRunner"],
		async (t) => {
			const none = { version: null, revision: null, platform: null, architecture: null };
			const info = { version: "16.1.2", revision: "4f6a21c9", platform: "linux", architecture: "amd64" };
			const runner = await t.given.registeredRunner({ info });
			const program = async () => programOf((await detail(t, runner.number("id"))).fields);
			t.same("the program before the first contact", await program(), none);
			for (const [system, expected] of [
				["one", info],
				["two", none],
				["one", info],
			] as const) {
				await contact(t, runner.string("token"), system);
				t.same(`the program after contact of machine ${system}`, await program(), expected);
				await pause(5);
			}
			if (!t.given.hasControl) return;
			const ago = await stoppedClock(t);
			const { id } = await t.given.record("runners", {});
			const newest = { version: "15.1.0", revision: "bbb", platform: "windows", architecture: "arm64" };
			await t.given.record("runner_managers", { runner_id: id, ...info, contacted_at: ago(3) });
			await t.given.record("runner_managers", { runner_id: id, ...newest, contacted_at: ago(1) });
			await t.given.record("runner_managers", { runner_id: id, ...info, contacted_at: ago(2) });
			await t.given.record("runner_managers", { runner_id: id, ...info, contacted_at: null });
			t.same("the program of several managers", programOf((await detail(t, id)).fields), newest);
		},
	),
	assumed(
		"RUNNER-054, RUNNER-055",
		"A project runner's projects are those that the caller can see; administrators see all. For other runners, projects is empty.",
		"getRunner",
		async (t) => {
			for (const kind of ["instance", "group"] as const) (await detail(t, (await make(t, kind)).number("id"))).has({ projects: [] });
			const id = (await t.given.projectRunner()).number("id");
			const other = await foreign(t);
			const hidden = t.scene("private_project");
			for (const at of [other.project, hidden]) (await assign(t, t.as("administrator"), at, id)).ok;
			const path = t.scene("project");
			const seen = async (who: "administrator" | "maintainer") => {
				const { projects } = (await t.as(who).call("getRunner", { id })).ok.fields;
				return Array.isArray(projects) ? projects : [];
			};
			const paths = (found: readonly Fields[]) => found.map((one) => one.path_with_namespace);
			t.same("the projects for the administrator", paths(await seen("administrator")), [path, other.path, hidden]);
			const own = await seen("maintainer");
			t.same("those for the maintainer", paths(own), [path, hidden]);
			t.same("the fields of a project", Object.keys(own[0]).sort(), ["id", "name", "name_with_namespace", "path", "path_with_namespace"]);
			t.same("its id and path", [own[0].id, own[0].path], [await t.given.projectId(path), path.split("/").at(-1)]);
		},
	),
	assumed(
		"RUNNER-056",
		"maintenance_note is shown to callers who can update the runner, and is null for auditors, who can only read it.",
		"getRunner",
		async (t) => {
			for (const kind of kinds) {
				const id = (await make(t, kind, { maintenance_note: "Ask first." })).number("id");
				const mayChange = others(t, "auditor", "developer", "reporter", "guest", "outsider").slice(0, 1 + kinds.indexOf(kind));
				for (const who of mayChange) (await t.as(who).call("getRunner", { id })).ok.has({ maintenance_note: "Ask first." });
				(await t.as("auditor").call("getRunner", { id })).ok.has({ maintenance_note: null });
			}
		},
		{ tier: "premium" },
	),
	assumed(
		"RUNNER-032, RUNNER-033, RUNNER-096, RUNNER-097, RUNNER-101, RUNNER-102",
		"A runner's status is never_contacted until its first contact, then online or paused. is_shared is true only for instance runners.",
		["getRunner", "listAllRunners"],
		async (t) => {
			const runners: { kind: Kind; paused: boolean; runner: ApiResponse }[] = [];
			for (const kind of kinds) for (const paused of [false, true]) runners.push({ kind, paused, runner: await make(t, kind, { paused }) });
			for (const isInContact of [false, true]) {
				const details: ApiResponse[] = [];
				for (const { kind, paused, runner } of runners) {
					if (isInContact) await contact(t, runner.string("token"));
					const whole = await detail(t, runner.number("id"));
					whole.has({ paused, active: !paused, is_shared: kind === "instance", runner_type: `${kind}_type` });
					if (isInContact) whole.has({ status: paused ? "paused" : "online", online: true });
					else whole.has({ status: "never_contacted", online: null, contacted_at: null });
					details.push(whole);
				}
				const list = await walk(listOf(t, "listAllRunners"));
				for (const whole of details) {
					const item = list.find(({ id }) => id === whole.field("id"));
					t.holds("the list of all runners should have it", item !== undefined, whole);
					for (const [name, value] of Object.entries(item ?? {})) t.same(`${name} in the detail`, whole.field(name), value, whole);
				}
			}
		},
	),
	assumed(
		"RUNNER-098, RUNNER-099, RUNNER-100, RUNNER-068, RUNNER-103",
		"A runner or manager is offline from two hours after its last contact, and stale from seven days after both its creation and its last contact.",
		["getRunner", "listAllRunners", "listProjectRunners", "listRunnerManagers"],
		async (t) => {
			const paused = await machines(t, ["one"], { paused: true });
			(await paused.list()).every("online, because pausing a runner does not affect its managers", (one) => one.status === "online");
			if (t.given.hasControl) return await atTheBounds(t);
			const seen = new Set<unknown>();
			for (const { id } of (await walk(listOf(t, "listAllRunners"))).slice(0, 50)) {
				const runner = await t.as("administrator").call("getRunner", { id });
				if (!runner.succeeded) continue;
				seen.add(follows(t, runner.fields, true, runner));
				const managers = await t.as("administrator").call("listRunnerManagers", { id });
				if (managers.succeeded) for (const one of managers.items) follows(t, one, false, managers);
			}
			if (!seen.has("offline") || !seen.has("stale")) t.skip("no runner of the platform is offline, or none is stale: the rule needs both");
		},
	),
	rule("RUNNER-339", "All managers of a runner are listed, more than a page of them too, and none of another runner.", "listRunnerManagers", async (t) => {
		const systems = Array.from({ length: 21 }, () => t.unique("system"));
		const other = await (await machines(t, [t.unique("system"), ...systems.slice(1, 3)])).list();
		// Otherwise there are no managers to list.
		t.assume("verification should add managers", other.items.length > 0, other);
		if (other.items.length === 0) return;
		for (const [kind, settings, count] of [
			["instance", {}, 2],
			["group", { paused: true }, 3],
			["project", unusual(t), 21],
		] as const) {
			const own = systems.slice(0, count);
			const { list } = await machines(t, own, settings, kind);
			t.same(`the system ids of a runner of the ${kind}`, [...(await list()).pluck("system_id")].sort(), own.toSorted());
		}
	}),
	rule(
		"RUNNER-339",
		"All managers of a runner that GraphQL shows are listed, including one that verified without system_id.",
		"listRunnerManagers",
		async (t) => {
			const runner = await t.given.registeredRunner();
			(await t.anonymous.call("verifyRunner", { token: runner.string("token") })).ok;
			await contact(t, runner.string("token"));
			const query = "query($id: CiRunnerID!) { runner(id: $id) { managers { nodes { systemId } } } }";
			const shown = async (id: number) => {
				const response = await askGraphql(t.as("administrator"), query, { id: gid("Ci::Runner", id) });
				return response.found.runner === null ? [] : response.list("runner.managers.nodes").map(({ systemId }) => systemId);
			};
			const others = await t.as("administrator").call("listGroupRunners", { id: t.scene("group"), per_page: 20 });
			const ofProject = await t.as("administrator").call("listProjectRunners", { id: t.scene("project"), per_page: 20 });
			for (const id of new Set([runner.number("id"), ...others.ok.ids, ...ofProject.ok.ids])) {
				const before = await shown(id);
				const response = await t.as("administrator").call("listRunnerManagers", { id });
				// Another client may put a runner in contact, or remove it.
				if (!response.succeeded || !isDeepStrictEqual(await shown(id), before)) continue;
				const listed = response.pluck("system_id");
				const missing = before.filter((systemId) => !listed.includes(systemId));
				t.same(`the managers of runner ${id} that are not listed`, missing, [], response);
			}
		},
		{ id: "RUNNER-339/graphql" },
	),
	assumed(
		"RUNNER-340, RUNNER-341, CONV-069",
		"All managers of a runner are in one response without pagination headers; page and per_page are ignored. Without managers, the list is empty.",
		"listRunnerManagers",
		async (t) => {
			t.same("the managers of a new runner", (await (await machines(t, [])).list()).json, []);
			const systems = Array.from({ length: 3 }, () => t.unique("system"));
			const { list } = await machines(t, systems);
			for (const query of [{}, { page: 2, per_page: 1 }]) {
				const response = await list(query);
				t.same("the system ids", [...response.pluck("system_id")].sort(), [...systems].sort(), response);
				for (const name of ["x-page", "x-per-page", "x-total", "x-total-pages", "x-next-page", "x-prev-page", "link"])
					t.same(name, response.header(name), null, response);
			}
		},
	),
	assumed(
		"RUNNER-344, RUNNER-069",
		"A runner has one manager for each system_id, with the time of the last contact and the IP address that it came from.",
		"listRunnerManagers",
		async (t) => {
			const [one, two] = [t.unique("system"), t.unique("system")];
			const { list } = await machines(t, [one, two, one]);
			const managers = await list();
			t.same("the system ids", [...managers.pluck("system_id")].sort(), [one, two].sort());
			managers.every("without an empty address", ({ ip_address }) => ip_address !== "");
			managers.every("online", ({ status, contacted_at, created_at }) => status === "online" && String(contacted_at) >= String(created_at));
			if (!t.given.hasControl) return;
			const ago = await stoppedClock(t);
			const { id } = await t.given.record("runners", { projects: [t.scene("project")] });
			const machine = { system_id: "s_1", version: "16.1.2", revision: "4f6a21c9", platform: "linux", architecture: "amd64", ip_address: "192.0.2.17" };
			const times = { created_at: ago(5), contacted_at: ago(3) };
			const { id: manager } = await t.given.record("runner_managers", { runner_id: id, ...machine, ...times });
			const response = await t.as("maintainer").call("listRunnerManagers", { id });
			t.same("the manager", response.ok.json, [{ id: manager, ...machine, ...times, status: "offline" }], response);
		},
	),
];
