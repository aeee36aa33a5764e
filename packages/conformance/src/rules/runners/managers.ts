import type { Context } from "../../rule/context";
import { assumed, rule } from "../../rule/rule";
import { contact, listOf, walk } from "./lists";

const writes = { effect: "writes" } as const;
const hour = 3_600_000;

/** A runner that these machines have been in contact for. */
async function machines(t: Context, systems: readonly string[], params = {}) {
	const runner = await t.given.projectRunner(params);
	for (const system of systems) await contact(t, runner.string("token"), system);
	const id = runner.number("id");
	return { id, list: async () => (await t.as("owner").call("listRunnerManagers", { id })).is(200) };
}

/** The machines of a runner. */
export const managers = [
	assumed(
		"RUNNER-068",
		"A manager's status is never `paused`, also when its runner is paused.",
		"listRunnerManagers",
		async (t) => {
			const { id, list } = await machines(t, ["one"], { paused: true });
			(await t.as("owner").call("getRunner", { id })).is(200).has({ status: "paused" });
			(await list()).every("online", (one) => one.status === "online");
		},
		writes,
	),
	assumed(
		"RUNNER-069",
		"A manager's ip_address is the address it last contacted from, not the empty string.",
		"listRunnerManagers",
		async (t) => {
			const { list } = await machines(t, ["one"]);
			(await list()).every("without an empty address", (one) => one.ip_address !== "");
		},
		writes,
	),
	assumed(
		"RUNNER-103",
		"Manager status: never_contacted without contact, online under 2 hours, offline after, stale from 7 days (by the later of created_at and contacted_at).",
		"listRunnerManagers",
		async (t) => {
			const seen = new Set<unknown>();
			for (const { id } of (await walk(listOf(t, "listAllRunners"))).slice(0, 50)) {
				const answer = (await t.as("administrator").call("listRunnerManagers", { id })).is(200);
				for (const one of answer.items) {
					const last = Math.max(Date.parse(String(one.created_at)), Date.parse(String(one.contacted_at ?? one.created_at)));
					const contacted = one.contacted_at === null ? undefined : Date.now() - Date.parse(String(one.contacted_at));
					const wanted = Date.now() - last >= 168 * hour ? "stale" : contacted === undefined ? "never_contacted" : contacted < 2 * hour ? "online" : "offline";
					t.same(`the status of manager ${one.id}`, one.status, wanted, answer);
					seen.add(one.status);
				}
			}
			if (seen.size < 3) t.skip("the managers of the platform's runners are not online, offline and stale: let some be");
		},
	),
	rule(
		"RUNNER-339",
		"Answers an array of all managers of the runner.",
		"listRunnerManagers",
		async (t) => {
			const systems = [t.unique("system"), t.unique("system")];
			const { list } = await machines(t, systems);
			t.same("the system ids", [...(await list()).pluck("system_id")].sort(), [...systems].sort());
		},
		writes,
	),
	assumed(
		"RUNNER-340",
		"A runner without managers answers 200 [].",
		"listRunnerManagers",
		async (t) => t.same("the list", (await (await machines(t, [])).list()).json, []),
		writes,
	),
	assumed(
		"RUNNER-341",
		"The list is not paginated: more than 20 managers come in one answer, without x-page headers.",
		"listRunnerManagers",
		async (t) => {
			const { list } = await machines(
				t,
				Array.from({ length: 21 }, () => t.unique("system")),
			);
			const answer = await list();
			t.same("how many managers there are", answer.items.length, 21, answer);
			for (const name of ["x-page", "x-per-page", "x-total", "x-next-page"]) t.same(name, answer.header(name), null, answer);
		},
		writes,
	),
	assumed(
		"RUNNER-344",
		"Managers of one runner have distinct system_id values.",
		"listRunnerManagers",
		async (t) => {
			const systems = [t.unique("system"), t.unique("system")];
			const { list } = await machines(t, [...systems, ...systems]);
			const ids = (await list()).pluck("system_id");
			t.same("the number of different system ids", [new Set(ids).size, ids.length], [2, 2]);
		},
		writes,
	),
];
