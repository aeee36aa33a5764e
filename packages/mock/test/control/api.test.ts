import type { Platform, RawRequest, StateFile } from "@tenon/mock";
import { handlers } from "@tenon/mock/msw";
import { listen } from "@tenon/mock/node";
import { setupServer } from "msw/node";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { controlled, testsOperations } from "../support/control";
import { startOfTime } from "../support/world";

// Other files test the other operations.
testsOperations(
	/^(?!PATCH .[fo]).* .($|health|settings$|clock(?!.u)|faults(?!.p)|overrides(?!.p)|journal($|.[huvw])|jobs|pipelines.|coverage$|snapshot(?!.*state)|res|state)/,
);

test("health reports that it responds, and is not cached", async () => {
	const { control } = controlled();
	const { status, body, headers } = await control("GET", "/health");
	expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
	expect(body).toEqual({
		status: "ok",
		storage: "none",
		tier: "ultimate",
		offering: "any",
		release: "18.9",
		now: startOfTime,
	});
});

test("in process there is no page for people, and the refusal says where there is one", async () => {
	const { control } = controlled();
	const { status, body } = await control("GET", "/");
	expect([status, body.message]).toEqual([404, expect.stringContaining("`tenon-mock serve`")]);
});

test("settings are read and changed, all or none", async () => {
	const { platform, control } = controlled();
	expect((await control("GET", "/settings")).body).toMatchObject({ tier: "ultimate", session: null, journal: 1000 });
	const changed = await control("PATCH", "/settings", {
		tier: "free",
		spam: { next: 1 },
		externalUrl: "http://a.test/code",
	});
	expect(changed.body).toMatchObject({ tier: "free", spam: { next: 1 }, externalUrl: "http://a.test/code" });
	expect(platform.settings.tier).toBe("free");
	const refused = await control("PATCH", "/settings", { tier: "premium", teir: 1, latency: -1 });
	expect([refused.status, refused.body.faults.length, platform.settings.tier]).toEqual([400, 2, "free"]);
});

test("the clock is set, moved on, stopped and started", async () => {
	const { platform, control } = controlled();
	expect((await control("GET", "/clock")).body).toEqual({ now: startOfTime, ticking: false });
	expect((await control("POST", "/clock/advance", { by: "8 days" })).body.now).toBe("2026-01-13T09:30:00.000Z");
	expect((await control("POST", "/clock/advance", { by: 1500 })).body.now).toBe("2026-01-13T09:30:01.500Z");
	expect((await control("PUT", "/clock", { now: "2027-01-01T00:00:00Z" })).body).toEqual({
		now: "2027-01-01T00:00:00.000Z",
		ticking: false,
	});
	expect((await control("PUT", "/clock", { ticking: true })).body.ticking).toBe(true);
	expect((await control("PUT", "/clock", { ticking: false })).body.ticking).toBe(false);
	expect(platform.clock.isTicking).toBe(false);
	platform.clock.tick();
	let machine = Date.now();
	const everLater = vi.spyOn(Date, "now").mockImplementation(() => ++machine);
	const stopped = (await control("PUT", "/clock", { now: "2027-01-01T00:00:00Z", ticking: false })).body;
	everLater.mockRestore();
	expect(stopped.now).toBe("2027-01-01T00:00:00.000Z");
	const wrong: [string, string, unknown, string][] = [
		["PUT", "/clock", { now: "soon" }, "/now"],
		["POST", "/clock/advance", {}, "/by"],
		["POST", "/clock/advance", { by: "8 moons" }, "/by"],
		["POST", "/clock/advance", { by: -1 }, "/by"],
		["POST", "/clock/advance", { by: 1e18 }, "/by"],
		["POST", "/clock/advance", { to: "2020-01-01T00:00:00Z" }, "/to"],
		["POST", "/clock/advance", { to: "soon" }, "/to"],
		["POST", "/clock/advance", { to: "2030-01-01T00:00:00Z", by: 5 }, "/to"],
	];
	for (const [method, path, json, pointer] of wrong) {
		const { status, body } = await control(method, path, json);
		expect([status, body.faults[0].pointer], JSON.stringify(json)).toEqual([400, pointer]);
	}
});

test("faults are added, read, released and removed", async () => {
	const { control, call } = controlled();
	const made = await control("POST", "/faults", { operation: "getCurrentUser", status: 503, times: 1 });
	expect([made.status, made.body]).toEqual([
		201,
		{
			id: "fault-1",
			options: { operation: "getCurrentUser", status: 503, times: 1 },
			calls: 0,
			held: 0,
			enabled: true,
		},
	]);
	expect((await call("/user")).status).toBe(503);
	expect((await control("GET", "/faults/fault-1")).body.calls).toBe(1);
	await control("POST", "/faults", { operation: "getCurrentUser", hold: true });
	const pending = call("/user");
	await expect.poll(async () => (await control("GET", "/faults/fault-2")).body.held).toBe(1);
	expect((await control("POST", "/faults/fault-2/release")).body).toEqual({ released: 1 });
	expect((await pending).status).toBe(200);
	expect((await control("GET", "/faults")).body).toHaveLength(2);
	expect((await control("DELETE", "/faults/fault-1")).status).toBe(204);
	expect((await control("DELETE", "/faults")).status).toBe(204);
	expect((await control("GET", "/faults")).body).toEqual([]);
});

test("the journal is read, filtered, exported and cleared, without the control API's own calls", async () => {
	const { control, call } = controlled();
	for (const path of ["/user", "/groups/acme", "/grops/acme"]) await call(path);
	await call("/user?private_token=wrong", { as: null });
	const all = (await control("GET", "/journal")).body;
	expect([all.count, all.entries.map((entry: { status: number }) => entry.status)]).toEqual([4, [200, 200, 404, 401]]);
	expect(JSON.stringify(all)).not.toMatch(/developer-token|=wrong/);
	const count = async (query: string) => (await control("GET", `/journal?${query}`)).body.count;
	expect(await count("operation=getCurrentUser")).toBe(2);
	expect(await count("operation=getCurrentUser&status=401")).toBe(1);
	expect(await count("user=developer")).toBe(3);
	expect(await count("method=post")).toBe(0);
	expect((await control("GET", "/journal?limit=1")).body.entries[0].status).toBe(401);
	expect((await control("GET", "/journal?operation=getGruop")).body.message).toContain('Did you mean "getGroup"?');
	const unmatched = (await control("GET", "/journal/unmatched")).body;
	expect(unmatched.entries[0].didYouMean[0].operation).toBe("getGroup");
	expect((await control("GET", "/journal/har")).body.log.entries).toHaveLength(4);
	expect((await control("DELETE", "/journal")).status).toBe(204);
	expect((await control("GET", "/journal")).body).toEqual({ count: 0, entries: [] });
});

test("a request is waited for: one that was there, one that comes, and none", async () => {
	const { control, call } = controlled();
	await call("/user");
	expect((await control("POST", "/journal/wait", { match: { operation: "getCurrentUser" } })).body.status).toBe(200);
	expect((await control("POST", "/journal/wait")).body.operation).toBe("getCurrentUser");
	const coming = control("POST", "/journal/wait", { match: { params: { id: "acme" }, status: 200 }, timeout: 10_000 });
	await call("/groups/nobody");
	await call("/groups/acme");
	expect((await coming).body).toMatchObject({ operation: "getGroup", path: "/api/v4/groups/acme", user: "developer" });
	const none = await control("POST", "/journal/wait", { match: { operation: "getGroup", status: 500 }, timeout: 5 });
	expect([none.status, none.body.message]).toEqual([
		504,
		"No matching request arrived within 5 ms; the last were getCurrentUser, getGroup, getGroup. The closest was getGroup: status: expected 500, found 404.",
	]);
});

test("an override sets an operation's responses, as often as it says, until it is removed", async () => {
	const { control, call } = controlled();
	const ask = async () => {
		const { status, headers, body } = await call("/groups/acme");
		return [status, headers.get("x-mine"), body];
	};
	const [, , real] = await ask();
	const options = { operation: "getGroup", status: 202, headers: { "X-Mine": "yes" }, body: { id: 1 }, times: 2 };
	const made = await control("POST", "/overrides", options);
	expect([made.status, made.body]).toEqual([201, { id: "override-1", options, calls: 0, enabled: true }]);
	expect(await ask()).toEqual([202, "yes", { id: 1 }]);
	expect((await control("GET", "/overrides/override-1")).body.calls).toBe(1);
	expect((await control("POST", "/overrides", { operation: "getGroup", body: [2] })).body.id).toBe("override-2");
	expect(await ask()).toEqual([200, null, [2]]);
	expect((await control("DELETE", "/overrides/override-2")).status).toBe(204);
	expect(await ask()).toEqual([202, "yes", { id: 1 }]);
	expect(await ask()).toEqual([200, null, real]);
	expect((await control("GET", "/overrides")).body).toEqual([{ id: "override-1", options, calls: 2, enabled: true }]);
	expect((await control("DELETE", "/overrides")).status).toBe(204);
	expect((await control("GET", "/overrides")).body).toEqual([]);
	await control("POST", "/overrides", options);
	await control("POST", "/reset");
	expect(await ask()).toEqual([200, null, real]);
});

test("pipelines and jobs are brought on by hand, and simulated when the settings say so", async () => {
	const { control, call } = controlled();
	const web = "/projects/acme%2Fweb";
	const start = async (): Promise<number> =>
		(await call(`${web}/pipeline`, { method: "POST", json: { ref: "develop" } })).body.id;
	const statuses = ({ body }: { body: { status: string; jobs: { status: string }[] } }) => [
		body.status,
		...body.jobs.map((job) => job.status),
	];
	const first = await start();
	const { body } = await control("GET", `/pipelines/${first}`);
	const [build, check] = body.jobs.map((job: { id: number }) => job.id);
	expect(statuses(await control("POST", `/jobs/${build}/start`))).toEqual(["running", "running", "created"]);
	expect(statuses(await control("POST", `/jobs/${build}/finish`))).toEqual(["running", "success", "pending"]);
	const tests = [
		{ name: "adds", execution_time: 0.5 },
		{ name: "divides", status: "failed", system_output: "1/0" },
	];
	expect(
		(await control("POST", `/jobs/${check}/finish`, { tests: [{ status: "failed" }] })).body.faults[0].pointer,
	).toBe("/tests/0/name");
	const ended = await control("POST", `/jobs/${check}/finish`, { status: "failed", coverage: 12.5, tests });
	expect((await call(`${web}/pipelines/${first}/test_report`)).body).toMatchObject({
		total_count: 2,
		failed_count: 1,
		test_suites: [
			{ name: "test", total_time: 0.5, test_cases: [{ name: "divides", classname: "test" }, { name: "adds" }] },
		],
	});
	expect(statuses(ended)).toEqual(["failed", "success", "failed"]);
	expect(ended.body).toMatchObject({ finished_at: startOfTime, duration: 0, coverage: 12.5 });
	expect((await control("POST", `/pipelines/${first}/finish`)).status).toBe(400);
	expect((await control("POST", `/jobs/${build}/start`)).status).toBe(400);
	const second = await start();
	expect(statuses(await control("POST", `/pipelines/${second}/finish`, { status: "canceled" }))[0]).toBe("canceled");
	expect((await control("POST", `/pipelines/${second}/finish`, { status: "done" })).body.faults[0].pointer).toBe(
		"/status",
	);

	const changed = await control("PATCH", "/settings", {
		pipelines: { wait: 1, run: { min: 5, max: 9 }, fail: ["test"] },
	});
	expect(changed.body.pipelines).toEqual({ wait: 1, run: { min: 5, max: 9 }, fail: ["test"] });
	const third = await start();
	await control("POST", "/clock/advance", { by: "1 minute" });
	expect(statuses(await control("GET", `/pipelines/${third}`))).toEqual(["failed", "success", "failed"]);
	for (const pipelines of [
		"auto",
		null,
		{ run: -1 },
		{ run: { min: 3, max: 2 } },
		{ fail: 2 },
		{ runs: 1 },
		{ coverage: 101 },
	])
		expect((await control("PATCH", "/settings", { pipelines })).status, JSON.stringify(pipelines)).toBe(400);
	expect((await control("PATCH", "/settings", { pipelines: "simulated" })).body.pipelines).toBe("simulated");
});

test("reports coverage as data and as text", async () => {
	const { control, call } = controlled();
	await call("/user");
	const { body } = await control("GET", "/coverage");
	expect(body.totals.operations).toEqual({ covered: 1, total: 113 });
	expect((await control("GET", "/coverage", undefined, { accept: "text/plain" })).body).toContain("getCurrentUser");
});

test("snapshots are taken and restored, and reset goes back to the beginning", async () => {
	const { platform, control } = controlled();
	const names = () => [...platform.state.groups.all()].length;
	const first = names();
	expect((await control("POST", "/restore", {})).body.faults[0].message).toBe("missing. There is none yet.");
	expect((await control("POST", "/snapshot")).body).toEqual({ snapshot: "snapshot-1" });
	platform.seed.group("one-more");
	expect((await control("POST", "/snapshot", { snapshot: "mine" })).body).toEqual({ snapshot: "mine" });
	expect((await control("POST", "/restore", { snapshot: "snapshot-1" })).status).toBe(204);
	expect(names()).toBe(first);
	await control("POST", "/restore", { snapshot: "mine" });
	expect(names()).toBe(first + 1);
	const wrong = await control("POST", "/restore", { snapshot: "yours" });
	expect([wrong.status, wrong.body.faults[0]]).toEqual([
		400,
		{ pointer: "/snapshot", message: 'there is no snapshot "yours". There are: snapshot-1, mine.' },
	]);
	for (let more = 0; more < 98; more++) await control("POST", "/snapshot", { snapshot: `more-${more}` });
	expect((await control("POST", "/snapshot", { snapshot: "too-many" })).status).toBe(409);
	await control("PATCH", "/settings", { tier: "free" });
	expect((await control("POST", "/reset")).status).toBe(204);
	expect([names(), platform.settings.tier]).toEqual([first, "ultimate"]);
});

test("the whole state goes out and comes in, as a whole or not at all", async () => {
	const { platform, control } = controlled();
	const { body: file } = await control("GET", "/state");
	const whole: StateFile = file;
	platform.seed.group("one-more");
	expect((await control("PUT", "/state", whole)).status).toBe(204);
	expect((await control("GET", "/state")).body).toEqual(whole);
	for (const broken of [
		{},
		{ ...file, version: 9 },
		{ ...file, tables: { groups: { lastId: 1, rows: [{ id: "a" }] } } },
	])
		expect((await control("PUT", "/state", broken)).body.message).toContain("The state cannot be imported");
	expect((await control("GET", "/state")).body).toEqual(whole);
});

test("a state file may be larger than any other body, and goes out and comes in over HTTP", async () => {
	const { platform } = controlled();
	const server = await listen(platform, { maxBody: 1_000 });
	onTestFinished(() => server.close());
	const file = await (await fetch(`${server.url}/_mock/state`)).text();
	expect(file.length).toBeGreaterThan(100_000);
	expect((await fetch(`${server.url}/_mock/state`, { method: "PUT", body: file })).status).toBe(204);
	expect((await fetch(`${server.url}/api/v4/user`, { method: "PUT", body: file })).status).toBe(413);
});

test("what is not there says what may be meant, and what is there what it takes", async () => {
	const { control, platform, call } = controlled();
	expect((await control("GET", "/setings")).body.message).toBe(
		"There is no endpoint /_mock/setings. Did you mean /_mock/settings?",
	);
	const wrong = await control("DELETE", "/settings");
	expect([wrong.status, wrong.headers.get("allow"), wrong.body.message]).toEqual([
		405,
		"GET, PATCH",
		"/_mock/settings supports GET, PATCH, not DELETE.",
	]);
	expect((await platform.fetch("http://127.0.0.1:4010/_mock/health", { method: "HEAD" })).status).toBe(200);
	expect((await call("/user")).headers.get("x-request-id")).toBe("000000000001");
});

describe("who may", () => {
	const raw = (platform: Platform, request: Partial<RawRequest>) =>
		platform.handle({ method: "GET", url: "/_mock/health", headers: {}, ...request });

	test.each<[string, string | undefined, number]>([
		["no origin", undefined, 200],
		["its own", "http://127.0.0.1:4010", 200],
		["its own, in capitals", "HTTP://127.0.0.1:4010", 200],
		["another port of the machine", "http://127.0.0.1:5173", 403],
		["a page on the web", "https://evil.example", 403],
		["one that starts with the same host", "http://127.0.0.1:4010.evil.example", 403],
		["a sandbox", "null", 403],
		["an extension", "chrome-extension://abc", 403],
	])("pages of %s", async (_what, origin, status) => {
		const { platform } = controlled();
		const reply = await raw(platform, { headers: { host: "127.0.0.1:4010", ...(origin ? { origin } : {}) } });
		expect(reply.status).toBe(status);
		expect(reply.headers["access-control-allow-origin"]).toBeUndefined();
		const preflight = await raw(platform, {
			method: "OPTIONS",
			headers: { host: "127.0.0.1:4010", ...(origin ? { origin } : {}) },
		});
		expect(preflight.headers["access-control-allow-origin"]).toBeUndefined();
	});

	/** Starts a server, and returns a function that sends it a request with these headers and returns the status. */
	async function open(controlToken?: string) {
		const { platform } = controlled();
		const server = await listen(platform, controlToken ? { controlToken } : {});
		onTestFinished(() => server.close());
		return (headers: Record<string, string>, path = "/_mock/health", method = "GET") =>
			new Promise<number>((resolve, reject) => {
				void import("node:http").then(({ request }) =>
					request({ host: "127.0.0.1", port: server.port, path, method, headers }, (response) => {
						response.resume();
						resolve(response.statusCode ?? 0);
					})
						.on("error", reject)
						.end(),
				);
			});
	}

	test("this machine, by a name of it; a page that has its own name lead here is refused", async () => {
		const ask = await open();
		expect(await ask({})).toBe(200);
		expect(await ask({ host: "localhost:4010" })).toBe(200);
		expect(await ask({ host: "evil.example:4010", origin: "http://evil.example:4010" })).toBe(403);
		expect(await ask({ host: "evil.example" }, "/_mock/reset", "POST")).toBe(403);
		expect(await ask({ host: "evil.example" }, "/_world/one/_mock/health")).toBe(403);
		expect(await ask({ host: "evil.example" }, "/api/v4/groups/acme")).toBe(200);
	});

	test("clients with the control token", async () => {
		const ask = await open("letmein");
		const host = "mock.example:80";
		expect(await ask({ host })).toBe(403);
		expect(await ask({ host, "X-Mock-Control-Token": "letmeout" })).toBe(403);
		expect(await ask({ host, "X-Mock-Control-Token": "" })).toBe(403);
		expect(await ask({ host, "X-Mock-Control-Token": "letmein" })).toBe(200);
		expect(await ask({})).toBe(200);
	});

	test("other machines are refused without it", async () => {
		const { isShutOut } = await import("../../src/control-api/guard");
		const from = (ip: string, host: string, token?: string) =>
			isShutOut(
				{
					method: "GET",
					url: "/_mock/health",
					ip,
					headers: { host, ...(token ? { "x-mock-control-token": token } : {}) },
				},
				"letmein",
			);
		for (const ip of ["192.168.1.7", "10.0.0.1", "::ffff:192.168.1.7", "fe80::1", "", "127.0.0.1.evil"]) {
			expect(from(ip, "localhost:4010"), ip).toBe(true);
			expect(from(ip, "localhost:4010", "letmein"), ip).toBe(false);
		}
		for (const ip of ["127.0.0.1", "127.8.9.10", "::1", "::ffff:127.0.0.1"])
			expect(from(ip, "[::1]:4010"), ip).toBe(false);
		expect(from("127.0.0.1", "localhost.evil.example")).toBe(true);
	});
});

test("through MSW it handles only requests below /_mock/", async () => {
	const { platform } = controlled();
	const server = setupServer(...handlers(platform));
	server.listen({ onUnhandledRequest: "error" });
	onTestFinished(() => server.close());
	expect(await (await fetch("https://code.example.org/_mock/health")).json()).toMatchObject({ status: "ok" });
	await expect(fetch("https://code.example.org/mock/health")).rejects.toThrow();
});

test("also responds below an installation's prefix", async () => {
	const { platform } = controlled();
	platform.settings.externalUrl = "https://code.example.org/code/";
	expect((await platform.fetch("https://code.example.org/code/_mock/health")).status).toBe(200);
	expect((await platform.fetch("https://code.example.org/_mock/health")).status).toBe(200);
	expect((await platform.fetch("https://code.example.org/other/_mock/health")).status).toBe(404);
	expect((await platform.fetch("https://code.example.org/code/api/v4/groups/acme?x=/_mock/health")).status).toBe(200);
});

test("snapshots are listed, compared and deleted; a free number is taken", async () => {
	const { platform, control } = controlled();
	expect((await control("GET", "/snapshots")).body).toEqual({ snapshots: [] });
	for (const name of ["snapshot-1", "snapshot-2"])
		expect((await control("POST", "/snapshot")).body).toEqual({ snapshot: name });
	expect((await control("GET", "/snapshots/snapshot-1/diff")).body).toEqual({});
	const user = platform.state.users.one("username", "developer");
	if (!user) throw new Error("there is no developer");
	platform.state.users.update(user.id, { bio: "new" });
	const made = platform.seed.user("ada");
	expect((await control("DELETE", "/snapshots/snapshot-1")).status).toBe(204);
	expect((await control("POST", "/snapshot", { snapshot: "later" })).status).toBe(201);
	expect((await control("POST", "/snapshot")).body).toEqual({ snapshot: "snapshot-3" });
	expect((await control("GET", "/snapshots")).body.snapshots).toEqual(["snapshot-2", "later", "snapshot-3"]);
	const { details } = (await control("GET", "/snapshots?details=true")).body;
	expect(details.map(({ name }: { name: string }) => name)).toEqual(["snapshot-2", "later", "snapshot-3"]);
	expect(details[1].rows).toBeGreaterThan(details[0].rows);
	expect(Date.now() - Date.parse(details[0].takenAt)).toBeLessThan(60_000);
	const { body } = await control("GET", "/snapshots/snapshot-2/diff?to=later");
	expect(body.users).toEqual({
		added: [JSON.parse(JSON.stringify(made))],
		removed: [],
		changed: [{ id: user.id, before: { bio: user.bio }, after: { bio: "new" } }],
	});
	const back = (await control("GET", "/snapshots/later/diff?to=snapshot-2")).body;
	expect(back.users.removed).toEqual(body.users.added);
	expect((await control("POST", "/snapshot", { snapshot: "a b" })).status).toBe(400);
});

test("matching requests are counted, and those that nearly match are shown", async () => {
	const { platform, control, call } = controlled();
	const say = (body: string) => call("/projects/acme%2Fweb/issues/1/notes", { method: "POST", json: { body } });
	await say("hello");
	const match = { operation: "createIssueNote", requestBody: { body: "hi" } };
	expect(await control("POST", "/journal/verify", { match })).toMatchObject({
		status: 409,
		body: {
			message: "Expected 1 or more matching requests, found 0.",
			count: 0,
			nearMisses: [{ request: "createIssueNote", differences: ['requestBody.body: expected "hi", found "hello"'] }],
		},
	});
	const late = await control("POST", "/journal/wait", { match, timeout: 0 });
	expect(late.body.message).toContain(
		'The closest was createIssueNote: requestBody.body: expected "hi", found "hello"',
	);
	await say("hi");
	expect((await control("POST", "/journal/verify", { match, count: 1 })).body).toEqual({ count: 1 });
	expect((await control("POST", "/journal/verify", { match, atMost: 0 })).status).toBe(409);
	expect((await control("POST", "/journal/verify", { match, atLeast: 1, atMost: 3 })).status).toBe(200);
	expect((await control("POST", "/journal/verify", { match, count: 1, atMost: 3 })).status).toBe(400);
	// With `next`, earlier requests do not count.
	expect((await control("POST", "/journal/wait", { match, next: true, timeout: 0 })).status).toBe(504);
	const next = platform.journal.waitFor(match, { next: true });
	await say("hi");
	expect((await next).id).toBe(platform.journal.last()?.id);
});
