/** Manual actions of testers through the control API: clock, settings, board, alerts, CAPTCHAs, and undo. */
import { expect, test } from "vitest";
import { controlled, testsOperations } from "../support/control";
import { startOfTime } from "../support/world";

testsOperations(/upcoming|choices|captchas|alerts|undo|GET .pipelines$|integrations$/);

/** Returns a platform without records. */
const empty = () => controlled({});

test("what happens next is listed in its order, each with the record that it happens to", async () => {
	const { platform, control } = empty();
	const { seed, state } = platform;
	const ada = seed.user("ada");
	const group = seed.group("acme");
	const project = seed.project("acme/web");
	const tokens = [
		{ text: "ci-token", name: "ci", expires_at: "2026-01-08" },
		{ text: "old", name: "old", expires_at: "2026-01-05" },
		{ text: "gone", name: "gone", expires_at: "2026-01-09", revoked: true },
	];
	for (const token of tokens) await control("POST", "/records/tokens", { user: "ada", ...token });
	await control("POST", "/records/members", { user: "ada", group: "acme", expires_at: "2026-01-07" });
	state.users.update(ada.id, {
		status: { emoji: "palm_tree", message: null, availability: "busy", clear_status_at: "2026-01-05T10:00:00.000Z" },
	});
	state.groups.update(group.id, { marked_for_deletion_on: "2026-01-01" });
	const { body } = await control("GET", "/clock/upcoming");
	const lines = body.events.map(({ at, subject, event }: Record<string, string>) => `${at} ${subject} ${event}`);
	expect(lines).toEqual([
		"2026-01-05T10:00:00.000Z status of ada is cleared",
		"2026-01-07T00:00:00.000Z membership of ada in acme ends",
		'2026-01-08T00:00:00.000Z personal token "ci" of ada expires',
		"2026-01-31T00:00:00.000Z group acme is deleted",
	]);
	expect(body.events[3]).toMatchObject({ table: "groups", id: group.id });
	expect((await control("GET", "/clock/upcoming?until=2026-01-07T00:00:00Z")).body.count).toBe(2);
	expect((await control("GET", "/clock/upcoming?limit=1")).body).toMatchObject({
		count: 4,
		events: [{ table: "users" }],
	});
	// The event happens when the clock reaches its time.
	await control("POST", "/clock/advance", { to: "2026-01-31T00:00:00Z" });
	expect((await control("GET", "/clock/upcoming")).body.count).toBe(0);
	expect([state.groups.size, state.projects.get(project.id)]).toEqual([0, undefined]);
});

test("simulated jobs are among what happens next", async () => {
	const { platform, control, call } = empty();
	platform.seed.user("ada");
	await control("POST", "/records/projects", { full_path: "acme/web", members: { ada: "maintainer" } });
	await control("PATCH", "/settings", { pipelines: { wait: 5, run: 30 } });
	expect((await control("GET", "/clock/upcoming")).body.count).toBe(0);
	const made = await call("/projects/acme%2Fweb/pipeline?ref=main", { as: "ada", method: "POST" });
	expect(made.status).toBe(201);
	const next = async () => (await control("GET", "/clock/upcoming")).body.events[0];
	expect(await next()).toMatchObject({ at: "2026-01-05T09:30:05.000Z", event: "starts", table: "jobs" });
	await control("POST", "/clock/advance", { to: (await next()).at });
	expect(await next()).toMatchObject({ at: "2026-01-05T09:30:35.000Z", event: "ends" });
});

test("each setting says which values it takes, and all that it offers are accepted", async () => {
	const { control, platform } = controlled();
	await control("PATCH", "/settings", { tier: "premium" });
	const { body } = await control("GET", "/settings/choices");
	expect(Object.keys(body).sort()).toEqual(Object.keys(platform.settings).sort());
	expect(body.tier).toEqual({ kind: "choice", choices: ["free", "premium", "ultimate"], initial: "ultimate" });
	for (const [name, { kind, choices, keys, minimum, maximum, initial }] of Object.entries<Record<string, never>>(
		body,
	)) {
		const values: unknown[] = [initial];
		if (kind === "choice" || kind === "choice-or-object") values.push(...(choices as unknown as string[]));
		if (kind === "choices") values.push(choices);
		if (kind === "flag") values.push(true, false);
		if (kind === "number") values.push(minimum, maximum);
		if (kind === "flags") values.push(Object.fromEntries((keys as unknown as string[]).map((key) => [key, false])));
		if (name === "rateLimits") values.push(Object.fromEntries((keys as unknown as string[]).map((key) => [key, 5])));
		for (const value of values)
			expect((await control("PATCH", "/settings", { [name]: value })).status, `${name} ${JSON.stringify(value)}`).toBe(
				200,
			);
	}
	expect(body.release.choices[0]).toBe("18.9");
});

test("the board lists the pipelines with their jobs, the newest first", async () => {
	const { control, call } = controlled();
	const { id } = (await call("/projects/acme%2Fweb/pipeline?ref=main", { as: "maintainer", method: "POST" })).body;
	const open = (await control("GET", "/pipelines?state=open")).body;
	expect(open.pipelines[0]).toMatchObject({ id, project: "acme/web", ref: "main" });
	expect(open.pipelines[0].jobs.length).toBeGreaterThan(0);
	const [all, ended] = [
		await control("GET", "/pipelines?limit=1"),
		await control("GET", "/pipelines?state=ended&limit=1"),
	];
	expect([all.body.pipelines.length, all.body.count]).toEqual([1, open.count + ended.body.count]);
	await control("POST", `/pipelines/${id}/finish`);
	expect((await control("GET", "/pipelines?state=open")).body.count).toBe(open.count - 1);
});

test("an alert is sent as a monitoring tool sends it, and is a request in the journal", async () => {
	const { control, platform } = controlled();
	const { integrations } = (await control("GET", "/integrations")).body;
	const own = integrations.find(({ active }: { active: boolean }) => active);
	const before = platform.state.alerts.size;
	const { body } = await control("POST", "/alerts", {
		integration: own.id,
		payload: { title: "The database is down" },
	});
	expect([body.status, platform.state.alerts.size]).toEqual([200, before + 1]);
	expect(platform.journal.last("sendAlert")).toMatchObject({ id: body.id, status: 200, path: own.path });
	for (const [json, pointer] of [
		[{ integration: 999, payload: {} }, "/integration"],
		[{ integration: own.id, payload: "down" }, "/payload"],
	] as const)
		expect((await control("POST", "/alerts", json)).body.faults[0].pointer).toBe(pointer);
	platform.faults.add({ operation: "sendAlert", kind: "drop" });
	const lost = await control("POST", "/alerts", { integration: own.id, payload: { title: "x" } });
	expect(lost.body.status).toBe(0);
});

test.each(["specification", "gitlab"] as const)(
	"a CAPTCHA is listed and solved as its user would, %s",
	async (dialect) => {
		const { control, platform } = controlled();
		platform.configure({ dialect, spam: {}, captcha: { siteKey: "site", lifetime: 60 } });
		const query =
			'mutation { createSnippet(input: { title: "a [spam]", visibilityLevel: private, blobActions: [{ action: create, filePath: "a.txt", content: "a" }] }) { errors snippet { id } } }';
		const ask = () =>
			control("POST", "/send", { method: "POST", path: "/api/graphql", body: { query }, as: "developer" });
		expect((await control("GET", "/captchas")).body).toEqual({ count: 0, captchas: [] });
		await ask();
		const { captchas } = (await control("GET", "/captchas")).body;
		expect(captchas).toEqual([
			{
				id: captchas[0].id,
				user: "developer",
				action: "createSnippet",
				created_at: startOfTime,
				expires_at: "2026-01-05T09:31:00.000Z",
				solution: `solution-${captchas[0].id}`,
			},
		]);
		const before = platform.state.snippets.size;
		const { body } = await control("POST", `/captchas/${captchas[0].id}`);
		expect([body.status, platform.state.snippets.size]).toEqual([200, before + 1]);
		expect((await control("GET", "/captchas")).body.count).toBe(0);
		expect((await control("POST", `/captchas/${captchas[0].id}`)).status).toBe(404);
		await ask();
		await control("DELETE", "/journal");
		expect((await control("POST", `/captchas/${captchas[0].id + 1}`)).status).toBe(409);
		platform.clock.advance("2 minutes");
		expect((await control("GET", "/captchas")).body.count).toBe(0);
	},
);

test("after a reset everything comes back: records, clock, settings, rules, journal and the numbers of requests", async () => {
	const { control, platform, state, call } = controlled();
	await call("/user");
	platform.seed.user("one-more");
	await control("PATCH", "/settings", { tier: "free" });
	await control("POST", "/clock/advance", { by: "2 days" });
	await control("POST", "/faults", { operation: "getGroup", status: 503 });
	await control("POST", "/overrides", { operation: "getUser", status: 418 });
	const before = [state(), (await control("GET", "/settings")).body, (await control("GET", "/clock")).body];
	const { undo } = await control("POST", "/reset");
	expect(platform.journal.count()).toBe(0);
	expect((await control("POST", `/undo/${undo}`)).status).toBe(204);
	expect([state(), (await control("GET", "/settings")).body, (await control("GET", "/clock")).body]).toEqual(before);
	expect([(await control("GET", "/faults")).body.length, (await control("GET", "/overrides")).body.length]).toEqual([
		1, 1,
	]);
	expect(platform.journal.calls().map(({ id }) => id)).toEqual(["000000000001"]);
	expect((await call("/user")).headers.get("x-request-id")).toBe("000000000002");
});

test("what a restored or deleted snapshot, a state file, the clock or a cleared journal replaced comes back; only the last five calls are kept", async () => {
	const { control, platform, state, call } = controlled();
	const undo = async (reply: { undo: string | null }) => (await control("POST", `/undo/${reply.undo}`)).status;
	await control("POST", "/snapshot", { snapshot: "first" });
	platform.seed.user("one-more");
	const before = state();
	const restored = await control("POST", "/restore", { snapshot: "first" });
	expect(state()).not.toBe(before);
	expect([await undo(restored), state()]).toEqual([204, before]);
	const deleted = await control("DELETE", "/snapshots/first");
	expect([await undo(deleted), platform.snapshots.names]).toEqual([204, ["first"]]);
	const file = platform.exportState();
	platform.seed.user("and-more");
	const later = state();
	const imported = await control("PUT", "/state", file);
	expect([await undo(imported), state()]).toEqual([204, later]);
	const moved = await control("PUT", "/clock", { now: "2030-01-01T00:00:00Z" });
	expect([await undo(moved), platform.clock.iso()]).toEqual([204, startOfTime]);
	await call("/user");
	const heard: string[] = [];
	const stop = platform.journal.listen({
		onExchange: ({ id }) => heard.push(String(id)),
		onClear: () => heard.push("clear"),
	});
	const cleared = await control("DELETE", "/journal");
	expect([await undo(cleared), platform.journal.count()]).toEqual([204, 1]);
	stop();
	expect(heard).toEqual(["clear", "clear", "1"]);
	const oldest = await control("POST", "/clock/advance", { by: 1 });
	for (let more = 0; more < 5; more++) await control("POST", "/clock/advance", { by: 1 });
	expect(await undo(oldest)).toBe(404);
	// A refused call changes nothing, so there is nothing to undo.
	expect((await control("POST", "/restore", { snapshot: "none" })).undo).toBeNull();
});

test("what is done on the board can be undone: a job that ended, and a pipeline", async () => {
	const { control, call } = controlled();
	await call("/projects/acme%2Fweb/pipeline?ref=main", { as: "maintainer", method: "POST" });
	const { id, jobs } = (await control("GET", "/pipelines?state=open&limit=1")).body.pipelines[0];
	const before = await control("GET", `/pipelines/${id}`);
	for (const path of [`/jobs/${jobs[0].id}/start`, `/jobs/${jobs[0].id}/finish`, `/pipelines/${id}/finish`]) {
		const { status, undo, body } = await control("POST", path);
		expect([path, status]).toEqual([path, 200]);
		expect(body).not.toEqual(before.body);
		expect((await control("POST", `/undo/${undo}`)).status).toBe(204);
		expect((await control("GET", `/pipelines/${id}`)).body).toEqual(before.body);
	}
});
