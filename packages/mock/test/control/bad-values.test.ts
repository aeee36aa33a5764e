import { schemaText } from "@tenon/contract/graphql-schema";
import { ControlError, createPlatform, demo } from "@tenon/mock";
import { describe, expect, test } from "vitest";
import { controlled } from "../support/control";

describe("settings", () => {
	test.each<[object, string, string]>([
		[{ teir: "free" }, "/teir", 'there is no setting "teir". Did you mean "tier"?'],
		[{ tier: "gold" }, "/tier", 'expected one of free, premium, ultimate, found "gold"'],
		[{ release: "99.1" }, "/release", "expected a release, major.minor, no newer than"],
		[
			{ flags: { group_token_revocation: "off" } },
			"/flags/group_token_revocation",
			'expected true or false, found "off"',
		],
		[
			{ rateLimits: { notes_create: -1 } },
			"/rateLimits/notes_create",
			"expected a whole number from 0 on, or null, found -1",
		],
		[
			{ requestLimit: { requests: 5 } },
			"/requestLimit/period",
			"expected a whole number of seconds from 1 to 8640000, found nothing",
		],
		[{ restrictedVisibilities: ["public", "secret"] }, "/restrictedVisibilities/1", 'found "secret"'],
		[{ latency: -1 }, "/latency", "expected milliseconds, from 0 to 600000, found -1"],
		[{ externalUrl: "here" }, "/externalUrl", "expected an http(s) URL without credentials"],
		[{ spam: { isSpam: 3 } }, "/spam/isSpam", "expected a text (a function is only possible in TypeScript)"],
		[JSON.parse('{ "__proto__": { "tier": "free" } }'), "/__proto__", 'there is no setting "__proto__".'],
		[{ "a/b~c": 1 }, "/a~1b~0c", 'there is no setting "a/b~c".'],
		[
			{ flags: { omniauth_step_up_auth_for_namespaces: false } },
			"/flags/omniauth_step_up_auth_for_namespaces",
			"did you mean omniauth_step_up_auth_for_namespace?",
		],
		[{ rateLimits: { note_create: 3 } }, "/rateLimits/note_create", "one of the rate limits"],
		[{ accessTokenPrefix: "a\r\nb" }, "/accessTokenPrefix", "expected up to 20 ASCII characters"],
		[{ runnerTokenPrefix: "ä" }, "/runnerTokenPrefix", "expected up to 20 ASCII characters"],
		[
			{ registeredRunnerTokenPrefix: "x".repeat(21) },
			"/registeredRunnerTokenPrefix",
			"expected up to 20 ASCII characters",
		],
		[{ registrationTokenPrefix: " " }, "/registrationTokenPrefix", "expected up to 20 ASCII characters"],
		[{ journal: 1e12 }, "/journal", "from 0 to 1000000"],
		[{ requestLimit: { requests: 1, period: 1e15 } }, "/requestLimit/period", "seconds"],
		[{ externalUrl: "http://a.test\r\n/b" }, "/externalUrl", "http"],
		[{ externalUrl: "http://me:secret@a.test" }, "/externalUrl", "without credentials"],
	])("%j is refused, over HTTP and when a platform is made", async (settings, pointer, message) => {
		const { control, platform } = controlled();
		const before = { ...platform.settings };
		const { status, body } = await control("PATCH", "/settings", settings);
		expect([status, body.faults]).toEqual([400, [{ pointer, message: expect.stringContaining(message) }]]);
		expect(platform.settings).toEqual(before);
		expect(() => createPlatform(JSON.parse(JSON.stringify(settings)))).toThrow(ControlError);
	});

	test("every key that there is is taken, and named where one is not", async () => {
		const { control, platform } = controlled();
		const known = await control("PATCH", "/settings", { rateLimits: { none: 1 }, flags: { none: true } });
		const [limits, flags] = known.body.faults;
		for (const [fault, name] of [
			[limits, "rateLimits"],
			[flags, "flags"],
		]) {
			const keys: string[] = (/one of the [a-z ]+? ((?:[a-z_]+(?:, )?)+)[:,]/.exec(fault.message)?.[1] ?? "").split(
				", ",
			);
			expect(keys.length).toBeGreaterThan(1);
			const value = name === "flags" ? false : 5;
			platform.configure({ [name]: Object.fromEntries(keys.map((key) => [key, value])) });
		}
	});

	test("the flags that the GraphQL schema names are known", () => {
		const names = [...schemaText.matchAll(/@flag\(name: ?"(\w+)"\)/g)].map(([, name = ""]) => name);
		expect(names.length).toBeGreaterThan(0);
		createPlatform({ flags: Object.fromEntries(names.map((name) => [name, false])) });
	});

	test("what is undefined counts as not given when a platform is made", () => {
		expect(createPlatform({ session: undefined, externalUrl: undefined }).settings.session).toBeUndefined();
	});
});

describe("days that no calendar has", () => {
	test.each(["2026-02-30", "2026-02-30T00:00:00Z", "2025-02-29T10:00:00.000Z", "2026-04-31T00:00:00+02:00"])(
		"%s is not a time",
		async (time) => {
			expect(() => createPlatform({ clock: time })).toThrow(`Not a time: "${time}"`);
			const { control, platform } = controlled();
			const before = platform.clock.iso();
			expect(() => platform.clock.set(time)).toThrow(TypeError);
			expect((await control("PUT", "/clock", { now: time })).status).toBe(400);
			expect(() => platform.load({ clock: time })).toThrow();
			expect(platform.clock.iso()).toBe(before);
		},
	);

	test("a state file that holds one is refused", () => {
		const file = JSON.parse(JSON.stringify(createPlatform({ seed: demo }).exportState()));
		file.tables.users.rows[0].created_at = "2026-02-30T00:00:00.000Z";
		expect(() => createPlatform().importState(file)).toThrow('field "created_at": expected a time');
	});
});

describe("waiting for a request", () => {
	test.each([
		[{ statuz: 200 }, "/statuz", 'Did you mean "status"?'],
		[{ operation: "getUzer" }, "/operation", 'Did you mean "getUser"?'],
		[{ status: "200" }, "/status", "expected a status"],
		[{ method: 7 }, "/method", "expected a text"],
		[{ user: 7 }, "/user", "expected a text"],
	])("for %j is refused", async (match, pointer, message) => {
		const { control, platform } = controlled();
		const { status, body } = await control("POST", "/journal/wait", { match, timeout: 0 });
		expect([status, body.faults]).toEqual([400, [{ pointer, message: expect.stringContaining(message) }]]);
		// The value as plain JavaScript would pass it.
		const filter = JSON.parse(JSON.stringify(match));
		expect(() => platform.journal.calls(undefined, filter)).toThrow(ControlError);
		expect(() => platform.journal.waitFor(filter, { timeout: 0 })).toThrow(ControlError);
	});
});

describe("headers of several lines", () => {
	const headers = { "x-note": "a\r\nx-other: b" };

	test("are refused in a recording", () => {
		const entry = {
			request: { method: "GET", url: "http://a.test/api/v4/user" },
			response: { status: 200, headers: [{ name: "x-note", value: headers["x-note"] }], content: {} },
		};
		expect(() => createPlatform().replay({ log: { entries: [entry] } })).toThrow("/log/entries/0");
	});

	test("and characters that no header may hold fail the call of an override, and are reported", async () => {
		for (const bad of [headers, { "x note": "a" }, { "x-note": "€" }]) {
			const errors: unknown[] = [];
			const platform = createPlatform({ seed: demo, onError: (error) => errors.push(error) });
			platform.override("getCurrentUser", () => ({ headers: bad, body: {} }));
			const response = await platform.fetch("http://a.test/api/v4/user");
			expect([response.status, errors.length]).toEqual([500, 1]);
		}
	});
});

describe("what takes no body", () => {
	test.each(["/reset", "/jobs/1/start", "/undo/undo-1", "/faults/fault-1/release"])(
		"%s refuses one that holds something, and does nothing",
		async (path) => {
			const { control, platform } = controlled();
			const gate = platform.faults.add({ hold: true });
			const { status, body } = await control("POST", path, { world: "another" });
			expect([status, body.message]).toEqual([400, '/world: there is no field "world".']);
			expect(platform.faults.list()).toEqual([gate]);
		},
	);

	test("an empty object is as good as no body", async () => {
		const { control } = controlled();
		expect((await control("POST", "/reset", {})).status).toBe(204);
	});
});
