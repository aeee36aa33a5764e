import type { Trial } from "../../rule/context";
import { check } from "../../rule/rule";
import { assign } from "./assigned";
import { contact, listOf, walk } from "./lists";
import { foreignProject } from "./refusals";

const writes = { effect: "writes" } as const;

/** All runners of the instance, as its administrator lists them: some of each kind among them. */
async function everyKind(t: Trial) {
	await t.make.instanceRunner({ paused: true });
	await t.make.runner();
	await t.make.projectRunner();
	return await walk(listOf(t, "listAllRunners"));
}

async function detail(t: Trial, id: number) {
	return (await t.as("administrator").call("getRunner", { id })).is(200);
}

/** A runner of the list whose detail is as asked for. */
async function found(t: Trial, what: string, isIt: (fields: { readonly [name: string]: unknown }) => boolean) {
	for (const one of await walk(listOf(t, "listAllRunners"))) if (isIt(one)) return await detail(t, Number(one.id));
	return t.skip(`no runner of the platform is ${what}: add one`);
}

const hour = 3_600_000;
const since = (time: unknown): number => Date.now() - Date.parse(String(time));
/** Clocks may differ by this. */
const slack = 120_000;

/** What the record of a runner says, and how its status follows from its contacts. */
export const record = [
	check(
		"RUNNER-029",
		async (t) => {
			for (const one of await everyKind(t)) t.same(`ip_address of runner ${one.id}`, one.ip_address, "");
			const runner = await t.make.projectRunner();
			await contact(t, runner.string("token"));
			(await detail(t, runner.number("id"))).has({ ip_address: "" });
		},
		writes,
	),
	check(
		"RUNNER-032",
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
	check(
		"RUNNER-033",
		async (t) => {
			for (const one of await everyKind(t))
				t.same(`is_shared of runner ${one.id}`, one.is_shared, one.runner_type === "instance_type");
		},
		writes,
	),
	check(
		"RUNNER-035",
		async (t) => {
			for (const one of await everyKind(t)) t.holds("an item should have no token", !Object.hasOwn(one, "token"));
		},
		writes,
	),
	check(
		"RUNNER-053",
		async (t) => {
			const silent = await t.make.projectRunner();
			const none = { version: null, revision: null, platform: null, architecture: null };
			(await detail(t, silent.number("id"))).has(none);
			const info = { version: "16.1.2", revision: "4f6a21c9", platform: "linux", architecture: "amd64" };
			const runner = await t.make.registeredRunner({ info });
			await contact(t, runner.string("token"));
			(await detail(t, runner.number("id"))).has(info);
		},
		writes,
	),
	check(
		"RUNNER-054",
		async (t) => {
			for (const one of [await t.make.instanceRunner(), await t.make.runner()])
				(await detail(t, one.number("id"))).has({ projects: [] });
		},
		writes,
	),
	check(
		"RUNNER-055",
		async (t) => {
			const runner_id = (await t.make.projectRunner()).number("id");
			const project = await foreignProject(t);
			(await assign(t, t.as("administrator"), project.id, runner_id)).is(201);
			const shown = async (who: "administrator" | "maintainer") => {
				const { projects } = (await t.as(who).call("getRunner", { id: runner_id })).is(200).fields;
				return Array.isArray(projects) ? projects.map((one) => one.id) : [];
			};
			const own = await t.make.projectId(t.scene("project"));
			t.same("the projects for the administrator", await shown("administrator"), [own, project.id]);
			t.same("those for the maintainer", await shown("maintainer"), [own]);
		},
		writes,
	),
	check(
		"RUNNER-056",
		async (t) => {
			const id = (await t.make.projectRunner({ maintenance_note: "Ask first." })).number("id");
			(await t.as("maintainer").call("getRunner", { id })).is(200).has({ maintenance_note: "Ask first." });
			(await t.as("auditor").call("getRunner", { id })).is(200).has({ maintenance_note: null });
		},
		{ ...writes, tier: "premium" },
	),
	check(
		"RUNNER-057",
		async (t) => {
			const runner = await t.make.projectRunner();
			const answer = await detail(t, runner.number("id"));
			answer.lacks("token");
			t.holds("the token should stand nowhere in it", !answer.text.includes(runner.string("token")), answer);
		},
		writes,
	),
	check("RUNNER-095", async (t) => {
		const id = (await t.make.projectRunner()).number("id");
		const description = t.unique("described");
		const before = (await detail(t, id)).fields;
		(await t.as("owner").call("updateRunner", { id, status: "stale", description })).is(200);
		t.same("the detail", (await detail(t, id)).fields, { ...before, description });
	}),
	check(
		"RUNNER-096",
		async (t) => {
			const id = (await t.make.projectRunner()).number("id");
			(await detail(t, id)).has({ status: "never_contacted", online: null, contacted_at: null });
		},
		writes,
	),
	check(
		"RUNNER-097",
		async (t) => {
			const runner = await t.make.projectRunner();
			await contact(t, runner.string("token"));
			(await detail(t, runner.number("id"))).has({ status: "online", online: true });
		},
		writes,
	),
	check("RUNNER-098", async (t) => {
		const answer = await found(t, "offline", (one) => one.status === "offline");
		answer.has({ online: false, paused: false });
		const age = since(answer.string("contacted_at"));
		t.holds("its contact should be two hours ago or earlier", age > 2 * hour - slack, answer);
		const youngest = Math.min(age, since(answer.string("created_at")));
		t.holds("its contact or creation should be less than seven days ago", youngest < 168 * hour + slack, answer);
	}),
	check("RUNNER-099", async (t) => {
		const answer = await found(t, "stale", (one) => one.status === "stale" && one.online !== null);
		for (const name of ["contacted_at", "created_at"])
			t.holds(`${name} should be seven days ago`, since(answer.string(name)) > 168 * hour - slack, answer);
	}),
	check("RUNNER-100", async (t) => {
		const answer = await found(t, "stale without contact", (one) => one.status === "stale" && one.online === null);
		answer.has({ contacted_at: null });
		t.holds("it should be seven days old", since(answer.string("created_at")) > 168 * hour - slack, answer);
	}),
	check(
		"RUNNER-101",
		async (t) => {
			const runner = await t.make.projectRunner({ paused: true });
			await contact(t, runner.string("token"));
			(await detail(t, runner.number("id"))).has({ status: "paused", online: true });
		},
		writes,
	),
	check(
		"RUNNER-102",
		async (t) => {
			const id = (await t.make.projectRunner({ paused: true })).number("id");
			(await detail(t, id)).has({ status: "never_contacted", online: null });
		},
		writes,
	),
	check("RUNNER-094", async (t) => {
		const all = await walk(listOf(t, "listAllRunners"));
		const stale = all.filter((one) => one.status === "stale" && one.online === false);
		if (stale.length === 0) t.skip("no runner that had contact is stale: add one");
		const offline = await walk(listOf(t, "listAllRunners"), { status: "offline" });
		for (const { id } of stale)
			t.holds(
				`the stale runner ${id} should be listed`,
				offline.some((one) => one.id === id),
			);
	}),
];
