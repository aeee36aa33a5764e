import type { Runner } from "@tenon/mock";
import { describe, expect, test } from "vitest";
import { scene } from "./scene";

const day = 24;
const week = 7 * day;
const second = 1 / 3600;

interface Case {
	claim: string;
	what: string;
	/** Hours since. */
	created?: number;
	contacted?: number;
	paused?: boolean;
	status: string;
	online: boolean | null;
}

const cases: Case[] = [
	{ claim: "RUNNER-096", what: "new, no contact", created: 0, status: "never_contacted", online: null },
	{ claim: "RUNNER-096", what: "nearly a week old", created: week - second, status: "never_contacted", online: null },
	{ claim: "RUNNER-097", what: "contact just now", contacted: 0, status: "online", online: true },
	{ claim: "RUNNER-097", what: "just under 2 hours ago", contacted: 2 - second, status: "online", online: true },
	{ claim: "RUNNER-098", what: "2 hours ago", contacted: 2, status: "offline", online: false },
	{ claim: "RUNNER-098", what: "nearly a week ago", contacted: week - second, status: "offline", online: false },
	{ claim: "RUNNER-099", what: "a week ago", contacted: week, status: "stale", online: false },
	{ claim: "RUNNER-099", what: "the same, paused", contacted: week, paused: true, status: "stale", online: false },
	{
		claim: "RUNNER-099",
		what: "created later than that",
		created: day,
		contacted: week,
		status: "offline",
		online: false,
	},
	{ claim: "RUNNER-100", what: "a week old, no contact", created: week, status: "stale", online: null },
	{ claim: "RUNNER-101", what: "paused, in contact", contacted: 1, paused: true, status: "paused", online: true },
	{ claim: "RUNNER-101", what: "paused, contact once", contacted: day, paused: true, status: "paused", online: false },
	{
		claim: "RUNNER-102",
		what: "paused, no contact",
		created: 1,
		paused: true,
		status: "never_contacted",
		online: null,
	},
];

test.each(cases)("$claim $what: $status, online $online", async (given) => {
	const { ago, ask, projectRunner } = scene();
	const { id } = projectRunner({
		created_at: ago(given.created ?? 30 * day),
		contacted_at: given.contacted === undefined ? null : ago(given.contacted),
		paused: given.paused ?? false,
	});
	const { body } = await ask("maintainer", "GET", `/runners/${id}`);
	expect([body.status, body.online]).toEqual([given.status, given.online]);
	const list = await ask("maintainer", "GET", "/runners");
	expect([list.body[0].status, list.body[0].online]).toEqual([given.status, given.online]);
});

test("RUNNER-097, RUNNER-098, RUNNER-099 the clock alone moves a runner from online to offline to stale", async () => {
	const { ago, ask, platform, projectRunner } = scene();
	const { id } = projectRunner({ created_at: ago(0), contacted_at: ago(0) });
	const status = async () => (await ask("maintainer", "GET", `/runners/${id}`)).body.status;
	expect(await status()).toBe("online");
	platform.clock.advance("2 hours");
	expect(await status()).toBe("offline");
	platform.clock.advance("166 hours");
	expect(await status()).toBe("stale");
});

test.each([
	["never_contacted", 1, undefined],
	["online", 30 * day, 1],
	["offline", 30 * day, 2],
	["offline", day, 100],
	["stale", 30 * day, week],
	["stale", week, undefined],
])("RUNNER-103, RUNNER-068 a manager is %s, its runner paused or not", async (status, created, contacted) => {
	for (const paused of [false, true]) {
		const { ago, ask, make, projectRunner } = scene();
		const runner = projectRunner({ paused });
		make.runnerManager(runner, {
			created_at: ago(created),
			contacted_at: contacted === undefined ? null : ago(contacted),
		});
		const { body } = await ask("maintainer", "GET", `/runners/${runner.id}/managers`);
		expect(body[0].status).toBe(status);
	}
});

describe("what a record says", () => {
	const kinds = ["instanceRunner", "groupRunner", "projectRunner"] as const;

	test.each(kinds)("RUNNER-029, RUNNER-032, RUNNER-033 an %s in list and detail", async (kind) => {
		const made = scene();
		for (const paused of [false, true]) {
			const { id, runner_type } = made[kind]({ paused, contacted_at: made.ago(1) });
			const { body: all } = await made.ask("root", "GET", "/runners/all");
			const { body: detail } = await made.ask("root", "GET", `/runners/${id}`);
			const item = all.find((one: Runner) => one.id === id);
			for (const one of [item, detail]) {
				expect(one).toMatchObject({ ip_address: "", paused, active: !paused, runner_type });
				expect(one.is_shared).toBe(kind === "instanceRunner");
			}
			expect(detail).toMatchObject(item);
		}
	});

	test("RUNNER-035, RUNNER-057, RUNNER-491, AUTH-074 no answer to a GET holds a token", async () => {
		const { ask, group, groupRunner, instanceRunner, make, project, projectRunner } = scene();
		const all = [instanceRunner(), groupRunner(), projectRunner()];
		for (const one of all) make.runnerManager(one);
		const registered = await ask(null, "POST", "/runners", { json: { token: "lab/app-registration-token" } });
		const reset = await ask("root", "POST", `/runners/${all[0]?.id}/reset_authentication_token`);
		const texts = [...all.map((one) => `runner-${one.id}-token`), registered.body.token, reset.body.token];
		const paths = [
			"/runners",
			"/runners/all",
			`/projects/${project.id}/runners`,
			`/groups/${group.id}/runners`,
			...all.flatMap(({ id }) => [`/runners/${id}`, `/runners/${id}/jobs`, `/runners/${id}/managers`]),
			`/runners/${registered.body.id}`,
		];
		for (const path of paths) {
			const { body, status } = await ask("root", "GET", path);
			expect(status, path).toBe(200);
			const text = JSON.stringify(body);
			expect(text, path).not.toContain('"token');
			for (const secret of texts) expect(text, path).not.toContain(secret);
		}
	});

	test("RUNNER-053 program fields are those of the manager in contact last; null without managers", async () => {
		const { ago, ask, make, projectRunner } = scene();
		const runner = projectRunner();
		const fields = async () => {
			const { version, revision, platform, architecture } = (await ask("root", "GET", `/runners/${runner.id}`)).body;
			return { version, revision, platform, architecture };
		};
		expect(await fields()).toEqual({ version: null, revision: null, platform: null, architecture: null });
		const older = { version: "16.0.0", revision: "aaa", platform: "linux", architecture: "amd64" };
		const newer = { version: "15.1.0", revision: "bbb", platform: "windows", architecture: "arm64" };
		make.runnerManager(runner, { ...newer, contacted_at: ago(1) });
		make.runnerManager(runner, { ...older, contacted_at: ago(2) });
		make.runnerManager(runner, { version: "17.0.0", contacted_at: null });
		expect(await fields()).toEqual(newer);
	});

	test("RUNNER-054, RUNNER-055 projects: none for other kinds; all to administrators, to others what they may read", async () => {
		const { ask, foreign, groupRunner, instanceRunner, project, projectRunner } = scene();
		for (const { id } of [instanceRunner(), groupRunner()])
			expect((await ask("root", "GET", `/runners/${id}`)).body.projects).toEqual([]);
		const { id } = projectRunner({}, [project, foreign]);
		const paths = async (who: string) =>
			(await ask(who, "GET", `/runners/${id}`)).body.projects.map(
				(one: { path_with_namespace: string }) => one.path_with_namespace,
			);
		expect(await paths("root")).toEqual(["lab/app", "elsewhere/app"]);
		expect(await paths("maintainer")).toEqual(["lab/app"]);
		const { body } = await ask("maintainer", "GET", `/runners/${id}`);
		expect(body.projects).toEqual([
			{ id: project.id, name: "App", name_with_namespace: "Lab / App", path: "app", path_with_namespace: "lab/app" },
		]);
	});

	test("RUNNER-056 the maintenance note shows to those who may change the runner", async () => {
		const { ask, projectRunner } = scene();
		const { id } = projectRunner({ maintenance_note: "Mind the fan." });
		const note = async (who: string) => (await ask(who, "GET", `/runners/${id}`)).body.maintenance_note;
		for (const who of ["root", "owner", "maintainer"]) expect(await note(who)).toBe("Mind the fan.");
		expect(await note("auditor")).toBeNull();
	});
});

describe("managers", () => {
	test("RUNNER-339, RUNNER-344 all of the runner, none of others, each with a name of its own", async () => {
		const { ask, make, projectRunner } = scene();
		const runner = projectRunner();
		const made = [make.runnerManager(runner), make.runnerManager(runner)];
		make.runnerManager(projectRunner());
		const { body, status } = await ask("maintainer", "GET", `/runners/${runner.id}/managers`);
		expect(status).toBe(200);
		expect(body.map((one: { id: number }) => one.id)).toEqual(made.map((one) => one.id));
		expect(new Set(body.map((one: { system_id: string }) => one.system_id)).size).toBe(2);
	});

	test("RUNNER-340 none: an empty list", async () => {
		const { ask, projectRunner } = scene();
		const told = await ask("maintainer", "GET", `/runners/${projectRunner().id}/managers`);
		expect([told.status, told.body]).toEqual([200, []]);
	});

	test("RUNNER-341, CONV-069 all in one answer, whatever page is asked for, without paging headers", async () => {
		const { ask, make, projectRunner } = scene();
		const runner = projectRunner();
		for (let count = 0; count < 25; count++) make.runnerManager(runner);
		for (const query of ["", "?page=2&per_page=5"]) {
			const { body, headers } = await ask("maintainer", "GET", `/runners/${runner.id}/managers${query}`);
			expect(body).toHaveLength(25);
			for (const name of ["x-page", "x-per-page", "x-total", "x-total-pages", "x-next-page", "x-prev-page", "link"])
				expect(headers.has(name), name).toBe(false);
		}
	});

	test("RUNNER-069 a manager tells the address that it last called from", async () => {
		const { ask, make, platform, projectRunner } = scene();
		const runner = projectRunner();
		make.runnerManager(runner, { system_id: "s_1", ip_address: "192.0.2.17" });
		const address = async () => (await ask("root", "GET", `/runners/${runner.id}/managers`)).body[0].ip_address;
		expect(await address()).toBe("192.0.2.17");
		const body = JSON.stringify({ token: `runner-${runner.id}-token`, system_id: "s_1" });
		const headers = { "content-type": "application/json" };
		const request = { method: "POST", url: "http://tenon.test/api/v4/runners/verify", headers, body };
		expect((await platform.handle({ ...request, ip: "198.51.100.4" })).status).toBe(200);
		expect(await address()).toBe("198.51.100.4");
		expect((await ask("root", "GET", `/runners/${runner.id}`)).body.ip_address).toBe("");
	});
});
