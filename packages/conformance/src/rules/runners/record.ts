import type { Context } from "../../rule/context";
import { assumed, rule } from "../../rule/rule";
import { assign } from "./assigned";
import { contact, listOf, walk } from "./lists";
import { foreignProject } from "./refusals";

const writes = { effect: "writes" } as const;

/** All runners of the instance, as its administrator lists them: some of each kind among them. */
async function everyKind(t: Context) {
	await t.given.instanceRunner({ paused: true });
	await t.given.runner();
	await t.given.projectRunner();
	return await walk(listOf(t, "listAllRunners"));
}

async function detail(t: Context, id: number) {
	return (await t.as("administrator").call("getRunner", { id })).is(200);
}

/** A runner of the list whose detail is as asked for. */
async function found(t: Context, what: string, isIt: (fields: { readonly [name: string]: unknown }) => boolean) {
	for (const one of await walk(listOf(t, "listAllRunners"))) if (isIt(one)) return await detail(t, Number(one.id));
	return t.skip(`no runner of the platform is ${what}: add one`);
}

const hour = 3_600_000;
const since = (time: unknown): number => Date.now() - Date.parse(String(time));
/** Clocks may differ by this. */
const slack = 120_000;

/** What the record of a runner says, and how its status follows from its contacts. */
export const record = [
	rule(
		"RUNNER-029",
		"`ip_address` of a runner is always the empty string in lists and detail.",
		"listRunners",
		async (t) => {
			for (const one of await everyKind(t)) t.same(`ip_address of runner ${one.id}`, one.ip_address, "");
			const runner = await t.given.projectRunner();
			await contact(t, runner.string("token"));
			(await detail(t, runner.number("id"))).has({ ip_address: "" });
		},
		writes,
	),
	assumed(
		"RUNNER-032",
		"`active` is always the negation of `paused`.",
		"listRunners",
		async (t) => {
			const all = await everyKind(t);
			t.holds(
				"some should be paused",
				all.some((one) => one.paused === true),
			);
			for (const one of all) t.same(`active of runner ${one.id}`, one.active, one.paused === false);
		},
		writes,
	),
	assumed(
		"RUNNER-033",
		"`is_shared` is true exactly for runner_type instance_type.",
		"listRunners",
		async (t) => {
			for (const one of await everyKind(t)) t.same(`is_shared of runner ${one.id}`, one.is_shared, one.runner_type === "instance_type");
		},
		writes,
	),
	rule(
		"RUNNER-035",
		"No runner list item carries a token key.",
		"listRunners",
		async (t) => {
			for (const one of await everyKind(t)) t.holds("an item should have no token", !Object.hasOwn(one, "token"));
		},
		writes,
	),
	assumed(
		"RUNNER-053",
		"version, revision, platform, architecture come from the most recently contacted manager; all null when there is none.",
		"getRunner",
		async (t) => {
			const silent = await t.given.projectRunner();
			const none = { version: null, revision: null, platform: null, architecture: null };
			(await detail(t, silent.number("id"))).has(none);
			const info = { version: "16.1.2", revision: "4f6a21c9", platform: "linux", architecture: "amd64" };
			const runner = await t.given.registeredRunner({ info });
			await contact(t, runner.string("token"));
			(await detail(t, runner.number("id"))).has(info);
		},
		writes,
	),
	assumed(
		"RUNNER-054",
		"projects[] of an instance or group runner is [].",
		"getRunner",
		async (t) => {
			for (const one of [await t.given.instanceRunner(), await t.given.runner()]) (await detail(t, one.number("id"))).has({ projects: [] });
		},
		writes,
	),
	assumed(
		"RUNNER-055",
		"projects[] holds every project the runner is assigned to for an administrator, and only those the caller may read for others.",
		"getRunner",
		async (t) => {
			const runner_id = (await t.given.projectRunner()).number("id");
			const project = await foreignProject(t);
			(await assign(t, t.as("administrator"), project.id, runner_id)).is(201);
			const shown = async (who: "administrator" | "maintainer") => {
				const { projects } = (await t.as(who).call("getRunner", { id: runner_id })).is(200).fields;
				return Array.isArray(projects) ? projects.map((one) => one.id) : [];
			};
			const own = await t.given.projectId(t.scene("project"));
			t.same("the projects for the administrator", await shown("administrator"), [own, project.id]);
			t.same("those for the maintainer", await shown("maintainer"), [own]);
		},
		writes,
	),
	assumed(
		"RUNNER-056",
		"maintenance_note is null for a viewer who may not update the runner (e.g. an auditor).",
		"getRunner",
		async (t) => {
			const id = (await t.given.projectRunner({ maintenance_note: "Ask first." })).number("id");
			(await t.as("maintainer").call("getRunner", { id })).is(200).has({ maintenance_note: "Ask first." });
			(await t.as("auditor").call("getRunner", { id })).is(200).has({ maintenance_note: null });
		},
		{ ...writes, tier: "premium" },
	),
	rule(
		"RUNNER-057",
		"Runner detail carries no token key.",
		"getRunner",
		async (t) => {
			const runner = await t.given.projectRunner();
			const answer = await detail(t, runner.number("id"));
			answer.lacks("token");
			t.holds("the token should stand nowhere in it", !answer.text.includes(runner.string("token")), answer);
		},
		writes,
	),
	assumed("RUNNER-095", 'Runner status cannot be set: PUT {status:"stale", description:"x"} changes the description only.', "updateRunner", async (t) => {
		const id = (await t.given.projectRunner()).number("id");
		const description = t.unique("described");
		const before = (await detail(t, id)).fields;
		(await t.as("owner").call("updateRunner", { id, status: "stale", description })).is(200);
		t.same("the detail", (await detail(t, id)).fields, { ...before, description });
	}),
	assumed(
		"RUNNER-096",
		"A runner that never contacted and was created less than 7 days ago has status never_contacted and online null.",
		"getRunner",
		async (t) => {
			const id = (await t.given.projectRunner()).number("id");
			(await detail(t, id)).has({ status: "never_contacted", online: null, contacted_at: null });
		},
		writes,
	),
	assumed(
		"RUNNER-097",
		"A runner contacted less than 2 hours ago and not paused has status online and online true.",
		"getRunner",
		async (t) => {
			const runner = await t.given.projectRunner();
			await contact(t, runner.string("token"));
			(await detail(t, runner.number("id"))).has({ status: "online", online: true });
		},
		writes,
	),
	assumed(
		"RUNNER-098",
		"A runner contacted 2 hours ago or earlier, but less than 7 days ago, and not paused has status offline and online false.",
		"getRunner",
		async (t) => {
			const answer = await found(t, "offline", (one) => one.status === "offline");
			answer.has({ online: false, paused: false });
			const age = since(answer.string("contacted_at"));
			t.holds("its contact should be two hours ago or earlier", age > 2 * hour - slack, answer);
			const youngest = Math.min(age, since(answer.string("created_at")));
			t.holds("its contact or creation should be less than seven days ago", youngest < 168 * hour + slack, answer);
		},
	),
	assumed(
		"RUNNER-099",
		"A runner whose later one of created_at and contacted_at lies 7 days or more back has status stale, paused or not.",
		"getRunner",
		async (t) => {
			const answer = await found(t, "stale", (one) => one.status === "stale" && one.online !== null);
			for (const name of ["contacted_at", "created_at"]) t.holds(`${name} should be seven days ago`, since(answer.string(name)) > 168 * hour - slack, answer);
		},
	),
	assumed("RUNNER-100", "A never contacted runner created 7 days ago or earlier has status stale and online null.", "getRunner", async (t) => {
		const answer = await found(t, "stale without contact", (one) => one.status === "stale" && one.online === null);
		answer.has({ contacted_at: null });
		t.holds("it should be seven days old", since(answer.string("created_at")) > 168 * hour - slack, answer);
	}),
	assumed(
		"RUNNER-101",
		"A paused runner that had contact within 7 days has status `paused`; its online flag still follows the 2-hour rule.",
		"getRunner",
		async (t) => {
			const runner = await t.given.projectRunner({ paused: true });
			await contact(t, runner.string("token"));
			(await detail(t, runner.number("id"))).has({ status: "paused", online: true });
		},
		writes,
	),
	assumed(
		"RUNNER-102",
		"A paused runner that never contacted and is younger than 7 days has status never_contacted.",
		"getRunner",
		async (t) => {
			const id = (await t.given.projectRunner({ paused: true })).number("id");
			(await detail(t, id)).has({ status: "never_contacted", online: null });
		},
		writes,
	),
	rule(
		"RUNNER-094",
		"Runner status takes online, offline, stale, never_contacted; `stale` is included in `offline`: status=offline also returns stale runners that had contact.",
		"listRunners",
		async (t) => {
			const all = await walk(listOf(t, "listAllRunners"));
			const stale = all.filter((one) => one.status === "stale" && one.online === false);
			if (stale.length === 0) t.skip("no runner that had contact is stale: add one");
			const offline = await walk(listOf(t, "listAllRunners"), { status: "offline" });
			for (const { id } of stale)
				t.holds(
					`the stale runner ${id} should be listed`,
					offline.some((one) => one.id === id),
				);
		},
	),
];
