import type { Trial } from "../../rule/context";
import { check } from "../../rule/rule";
import { contact, listOf, walk } from "./lists";

const writes = { effect: "writes" } as const;
const hour = 3_600_000;

/** A runner that these machines have been in contact for. */
async function machines(t: Trial, systems: readonly string[], params = {}) {
	const runner = await t.make.projectRunner(params);
	for (const system of systems) await contact(t, runner.string("token"), system);
	const id = runner.number("id");
	return { id, list: async () => (await t.as("owner").call("listRunnerManagers", { id })).is(200) };
}

/** The machines of a runner. */
export const managers = [
	check(
		"RUNNER-068",
		async (t) => {
			const { id, list } = await machines(t, ["one"], { paused: true });
			(await t.as("owner").call("getRunner", { id })).is(200).has({ status: "paused" });
			(await list()).every("online", (one) => one.status === "online");
		},
		writes,
	),
	check(
		"RUNNER-069",
		async (t) => {
			const { list } = await machines(t, ["one"]);
			(await list()).every("without an empty address", (one) => one.ip_address !== "");
		},
		writes,
	),
	check("RUNNER-103", async (t) => {
		const seen = new Set<unknown>();
		for (const { id } of (await walk(listOf(t, "listAllRunners"))).slice(0, 50)) {
			const answer = (await t.as("administrator").call("listRunnerManagers", { id })).is(200);
			for (const one of answer.items) {
				const last = Math.max(
					Date.parse(String(one.created_at)),
					Date.parse(String(one.contacted_at ?? one.created_at)),
				);
				const contacted = one.contacted_at === null ? undefined : Date.now() - Date.parse(String(one.contacted_at));
				const wanted =
					Date.now() - last >= 168 * hour
						? "stale"
						: contacted === undefined
							? "never_contacted"
							: contacted < 2 * hour
								? "online"
								: "offline";
				t.same(`the status of manager ${one.id}`, one.status, wanted, answer);
				seen.add(one.status);
			}
		}
		if (seen.size < 3) t.skip("the managers of the platform's runners are not online, offline and stale: let some be");
	}),
	check(
		"RUNNER-339",
		async (t) => {
			const systems = [t.unique("system"), t.unique("system")];
			const { list } = await machines(t, systems);
			t.same("the system ids", [...(await list()).pluck("system_id")].sort(), [...systems].sort());
		},
		writes,
	),
	check("RUNNER-340", async (t) => t.same("the list", (await (await machines(t, [])).list()).json, []), writes),
	check(
		"RUNNER-341",
		async (t) => {
			const { list } = await machines(
				t,
				Array.from({ length: 21 }, () => t.unique("system")),
			);
			const answer = await list();
			t.same("how many managers there are", answer.items.length, 21, answer);
			for (const name of ["x-page", "x-per-page", "x-total", "x-next-page"])
				t.same(name, answer.header(name), null, answer);
		},
		writes,
	),
	check(
		"RUNNER-344",
		async (t) => {
			const systems = [t.unique("system"), t.unique("system")];
			const { list } = await machines(t, [...systems, ...systems]);
			const ids = (await list()).pluck("system_id");
			t.same("the number of different system ids", [new Set(ids).size, ids.length], [2, 2]);
		},
		writes,
	),
];
