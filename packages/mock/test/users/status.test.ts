import { describe, expect, test } from "vitest";
import { cast, type Scene } from "./scene";

const none = { emoji: null, availability: null, message: null, message_html: null, clear_status_at: null };
const full = { emoji: "coffee", message: "Back soon", availability: "busy", clear_status_after: "3_hours" };
const inHours = ({ platform }: Scene, hours: number) =>
	new Date(platform.clock.now() + hours * 3_600_000).toISOString();
const put = ({ ask }: Scene, json: object) => ask("anna", "PUT", "/user/status", { json });
const patch = ({ ask }: Scene, json: object) => ask("anna", "PATCH", "/user/status", { json });
const get = async ({ ask }: Scene) => (await ask("anna", "GET", "/user/status")).body;

describe("reading", () => {
	test("USER-124, USER-507 none set: all five null", async () => {
		const { ask } = cast();
		for (const [who, path] of [
			["anna", "/user/status"],
			["root", "/users/anna/status"],
		] as const) {
			const { status, body } = await ask(who, "GET", path);
			expect([status, body]).toEqual([200, none]);
		}
	});

	test("USER-500 one's own", async () => {
		const made = cast({ username: "ben" });
		await put(made, full);
		expect((await get(made)).message).toBe("Back soon");
		expect((await made.ask("ben", "GET", "/user/status")).body).toEqual(none);
	});

	test("USER-501, USER-510, USER-531 one's own needs credentials", async () => {
		const { refused } = cast();
		for (const method of ["GET", "PUT", "PATCH"])
			expect(await refused(null, method, "/user/status")).toMatchObject({ status: 401, unchanged: true });
	});

	test("USER-502..505, USER-508, AUTH-024 a user's, without credentials, by number and by name in any case", async () => {
		const made = cast({ username: "user.withdot" });
		await put(made, full);
		await made.ask("user.withdot", "PUT", "/user/status", { json: { message: "Dotted" } });
		for (const who of [made.user("anna").id, "anna", "ANNA"]) {
			const { status, body } = await made.ask(null, "GET", `/users/${who}/status`);
			expect([status, body.message]).toEqual([200, "Back soon"]);
		}
		expect((await made.ask(null, "GET", "/users/user.withdot/status")).body.message).toBe("Dotted");
	});

	test("USER-506 an unknown user: 404", async () => {
		const { ask } = cast();
		for (const who of ["nobody", "999999"]) {
			const { status, body } = await ask(null, "GET", `/users/${who}/status`);
			expect([status, body]).toEqual([404, { message: "404 User Not Found" }]);
		}
	});

	test("USER-509 240 in a minute", async () => {
		const { platform } = cast();
		const headers = { "PRIVATE-TOKEN": "anna-token" };
		const ask = (init?: RequestInit) => platform.fetch("http://tenon.test/api/v4/users/root/status", init);
		for (let at = 0; at < 240; at++) expect((await ask({ headers })).status).toBe(200);
		const refused = await ask({ headers });
		expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "60"]);
		for (let at = 0; at < 240; at++) expect((await ask()).status).toBe(200);
		expect((await ask()).status).toBe(429);
	});

	test("USER-566 once its time is over there is none", async () => {
		const made = cast();
		await put(made, full);
		made.platform.clock.advance("179 minutes");
		expect((await get(made)).message).toBe("Back soon");
		made.platform.clock.advance("1 minute");
		expect(await get(made)).toEqual(none);
		expect((await made.ask(null, "GET", "/users/anna/status")).body).toEqual(none);
	});
});

describe("message_html", () => {
	test("USER-125 emoji codes are rendered, plain text stays itself", async () => {
		const made = cast();
		const html = (await put(made, { message: "hi :coffee:" })).body.message_html;
		expect(html).toMatch(/^hi <[^>]*data-name="coffee"[^>]*>☕<\/[^>]+>$/);
		expect((await put(made, { message: "plain text" })).body.message_html).toBe("plain text");
		expect((await put(made, { message: "at 10:30:00 :nosuch:" })).body.message_html).toBe("at 10:30:00 :nosuch:");
	});

	test("USER-126 HTML is escaped", async () => {
		const made = cast();
		const { body } = await put(made, { message: `<b>x</b> & "y"` });
		expect(body.message).toBe(`<b>x</b> & "y"`);
		expect(body.message_html).toBe("&lt;b&gt;x&lt;/b&gt; &amp; &quot;y&quot;");
	});
});

/** Both ways of writing, each with its claims. */
const ways = [
	[
		"PUT",
		put,
		["USER-515", "USER-516", "USER-517", "USER-518", "USER-526", "USER-527", "USER-528", "USER-529", "USER-530"],
	],
	[
		"PATCH",
		patch,
		["USER-536", "USER-537", "USER-538", "USER-539", "USER-547", "USER-548", "USER-549", "USER-550", "USER-551"],
	],
] as const;
const cases = (at: number) => ways.map(([method, write, claims]) => [claims[at] ?? "", method, write] as const);

describe("writing, either way", () => {
	test.each(cases(0))("%s %s a message alone gets a speech balloon", async (_claim, _method, write) => {
		const made = cast();
		expect((await write(made, { message: "Hi" })).body).toMatchObject({ emoji: "speech_balloon", message: "Hi" });
	});

	test.each([...cases(1), ...cases(2)])(
		"%s, CONV-113 %s a message of 100 characters, not of 101",
		async (_claim, method, write) => {
			const made = cast();
			const { status, body } = await write(made, { message: "ü".repeat(100), emoji: "tea" });
			expect([status, body.message]).toEqual([200, "ü".repeat(100)]);
			const told = await made.refused("anna", method, "/user/status", { json: { message: "ü".repeat(101) } });
			expect(told).toMatchObject({ status: 400, unchanged: true });
			expect(told.body).toEqual({ message: { message: ["is too long (maximum is 100 characters)"] } });
		},
	);

	test.each(cases(3))("%s %s availability comes back", async (_claim, _method, write) => {
		const made = cast();
		for (const availability of ["busy", "not_set"]) {
			const { status, body } = await write(made, { message: "Hi", availability });
			expect([status, body.availability]).toEqual([200, availability]);
		}
	});

	test.each(cases(4))("%s %s another span: 400", async (_claim, method) => {
		const { refused } = cast();
		const told = await refused("anna", method, "/user/status", {
			json: { message: "Hi", clear_status_after: "2_days" },
		});
		expect(told).toMatchObject({ status: 400, unchanged: true });
		expect(told.body).toEqual({ error: "clear_status_after does not have a valid value" });
	});

	test.each(cases(5))("%s %s an emoji that there is not: 400", async (_claim, method) => {
		const made = cast();
		await put(made, full);
		const told = await made.refused("anna", method, "/user/status", { json: { emoji: "no_such_thing" } });
		expect(told).toMatchObject({ status: 400, unchanged: true });
		expect(told.body).toEqual({ message: { emoji: ["is not a valid emoji name"] } });
	});

	test.each(cases(6))("%s %s a message is kept as it was sent", async (_claim, _method, write) => {
		const made = cast();
		await write(made, { message: "one :coffee: please" });
		expect((await get(made)).message).toBe("one :coffee: please");
	});

	test.each(cases(7))("%s %s another availability is none", async (_claim, _method, write) => {
		const made = cast();
		await put(made, full);
		const { status, body } = await write(made, { message: "Hi", availability: "away" });
		expect([status, body.availability]).toEqual([200, "not_set"]);
	});

	test.each(cases(8))("%s %s the answer is what reading then shows", async (_claim, _method, write) => {
		const made = cast();
		const { body } = await write(made, full);
		expect(body).toMatchObject({ emoji: "coffee", message: "Back soon", availability: "busy" });
		expect(await get(made)).toEqual(body);
		expect((await made.ask(null, "GET", "/users/anna/status")).body).toEqual(body);
	});

	test.each([
		["USER-519, USER-540", "30_minutes", 0.5],
		["USER-520, USER-541", "3_hours", 3],
		["USER-521, USER-542", "8_hours", 8],
		["USER-522, USER-543", "1_day", 24],
		["USER-523, USER-544", "3_days", 72],
		["USER-524, USER-545", "7_days", 168],
		["USER-525, USER-546", "30_days", 720],
	])("%s clear_status_after %s: in %d hours", async (_claims, clear_status_after, hours) => {
		for (const [, write] of ways) {
			const made = cast();
			const { body } = await write(made, { message: "Hi", clear_status_after });
			expect(body.clear_status_at).toBe(inHours(made, hours));
		}
	});
});

describe("PUT sets anew", () => {
	test.each<[string, object, object]>([
		["USER-552", { emoji: "tea" }, { emoji: "tea", message: null, clear_status_at: null }],
		["USER-553", { emoji: "tea", message: "Hi" }, { emoji: "tea", message: "Hi", clear_status_at: null }],
		["USER-554", { message: "Hi" }, { message: "Hi", availability: "not_set", emoji: "speech_balloon" }],
	])("%s what is left out is cleared: %j", async (_claim, given, expected) => {
		const made = cast();
		await put(made, full);
		expect((await put(made, given)).status).toBe(200);
		expect(await get(made)).toMatchObject(expected);
	});

	test.each<[string, object]>([
		["USER-555", {}],
		["USER-556", { emoji: "", message: "", availability: "not_set", clear_status_after: "1_day" }],
		["USER-556", { clear_status_after: "1_day" }],
		["USER-556", { emoji: null, message: " ", availability: null, clear_status_after: "1_day" }],
	])("%s %j takes it away", async (_claim, given) => {
		const made = cast();
		await put(made, full);
		expect((await put(made, given)).status).toBe(200);
		expect(await get(made)).toEqual(none);
	});
});

describe("PATCH changes parts", () => {
	test.each<[string, object, object]>([
		[
			"USER-557",
			{ availability: "not_set", emoji: "tea", message: "Hi" },
			{ availability: "not_set", emoji: "tea", message: "Hi", message_html: "Hi" },
		],
		["USER-558", { emoji: "tea" }, { emoji: "tea" }],
		["USER-559", { message: "x" }, { message: "x", message_html: "x" }],
		["USER-560", { availability: "busy" }, {}],
		["USER-561", { availability: null }, { availability: "not_set" }],
		["USER-562", { message: null }, { message: null, message_html: null }],
		["USER-563", { clear_status_after: null }, { clear_status_at: null }],
	])("%s %j, and keeps the rest", async (_claim, given, changes) => {
		const made = cast();
		const before = (await put(made, full)).body;
		expect(before).toEqual({
			emoji: "coffee",
			availability: "busy",
			message: "Back soon",
			message_html: "Back soon",
			clear_status_at: inHours(made, 3),
		});
		const { status, body } = await patch(made, given);
		expect([status, body]).toEqual([200, { ...before, ...changes }]);
		expect(await get(made)).toEqual(body);
	});

	test("USER-564 emoji and message cleared, and not busy: it is gone", async () => {
		const made = cast();
		await put(made, { ...full, availability: "not_set" });
		expect((await patch(made, { emoji: null, message: null })).status).toBe(200);
		expect(await get(made)).toEqual(none);
		await put(made, full);
		await patch(made, { emoji: null, message: null });
		expect(await get(made)).toMatchObject({ availability: "busy", message: null });
	});

	test("USER-565 nothing sent: nothing changes", async () => {
		const made = cast();
		await put(made, full);
		const before = made.state();
		for (const asked of [{}, { json: {} }, { json: { colour: "blue" } }]) {
			const { status, body } = await made.ask("anna", "PATCH", "/user/status", asked);
			expect([status, body ?? null]).toEqual([200, null]);
		}
		expect(made.state()).toBe(before);
	});
});
