import { describe, expect, test } from "vitest";
import { cast } from "./scene";

const people = [
	{ username: "ok", public_email: "ok@shown.example.com" },
	{ username: "shut", state: "blocked" },
	{ username: "asleep", state: "deactivated", external: true },
	{ username: "guestly", external: true },
	{ username: "alert", kind: "alert_bot" },
	{ username: "support", kind: "support_bot" },
	{ username: "pbot", kind: "project_bot" },
	{ username: "gbot", kind: "group_bot" },
] as const;
const everyone = ["root", "anna", ...people.map((one) => one.username)];
const without = (...gone: string[]): string[] => everyone.filter((name) => !gone.includes(name));

describe("switches", () => {
	test.each([
		["USER-204", "active=true", without("shut", "asleep", "alert", "support")],
		["USER-206", "external=true", ["asleep", "guestly"]],
		["USER-208", "blocked=true", ["shut"]],
		["USER-210", "humans=true", without("alert", "support", "pbot", "gbot")],
		["USER-212", "exclude_active=true", ["shut", "asleep"]],
		["USER-214", "exclude_external=true", without("asleep", "guestly")],
		["USER-216", "exclude_humans=true", ["alert", "support", "pbot", "gbot"]],
		["USER-218, USER-230, USER-231", "exclude_internal=true", without("alert", "support")],
		["USER-220, USER-232, USER-233", "without_project_bots=true", without("pbot", "gbot")],
		["USER-221", "active=false", everyone],
		["USER-222", "blocked=false", everyone],
		["USER-223", "external=false", everyone],
		["USER-224", "active=true&exclude_humans=true", ["pbot", "gbot"]],
		["USER-234", "humans=true&exclude_humans=true", []],
		["USER-234", "external=true&active=true", ["guestly"]],
	])("%s %s", async (_claim, query, expected) => {
		const { names } = cast(...people);
		for (const who of ["anna", "root"]) expect(await names(who, `sort=asc&${query}`), who).toEqual(expected);
	});

	test("USER-235 another value than a truth value: 400", async () => {
		const { ask } = cast();
		const { status, body } = await ask("anna", "GET", "/users?active=maybe");
		expect([status, body]).toEqual([400, { error: "active is invalid" }]);
	});
});

describe("username and public_email", () => {
	test.each([
		["USER-188", "username=JACK_SMITH", ["jack_smith"]],
		["USER-188", "username=Jack_Smith", ["jack_smith"]],
		["USER-189", "username=jack", []],
		["USER-189", "username=jack_smit", []],
		["USER-191", "public_email=jack@shown.example.com", ["jack_smith"]],
		["USER-191", "public_email=jack@shown", []],
		["USER-191", "public_email=ack@shown.example.com", []],
		["USER-192", "public_email=jack@hidden.example.com", []],
	])("%s %s", async (_claim, query, expected) => {
		const { names } = cast({
			username: "jack_smith",
			email: "jack@hidden.example.com",
			public_email: "jack@shown.example.com",
		});
		for (const who of ["anna", "root"]) expect(await names(who, query), who).toEqual(expected);
	});
});

describe("time of creation", () => {
	const times = (...at: string[]) => at.map((created_at, index) => ({ username: `p${index}`, created_at }));
	const three = times("2025-01-01T00:00:00.000Z", "2025-02-01T00:00:00.000Z", "2025-03-01T00:00:00.000Z");
	const range = "created_after=2025-01-15T00:00:00Z&created_before=2025-02-15T00:00:00Z";

	test.each([
		["USER-238", "created_before=2025-02-15T00:00:00Z", ["p0", "p1"]],
		["USER-238", "created_after=2025-01-15T00:00:00Z&created_before=2025-06-01", ["p1", "p2"]],
		["USER-238", range, ["p1"]],
	])("%s, USER-239 %s, for everyone", async (_claim, query, expected) => {
		const { names } = cast(...three);
		for (const who of ["anna", "root"]) expect(await names(who, `sort=asc&${query}`), who).toEqual(expected);
	});

	test("USER-240 to the second", async () => {
		const { names } = cast(...times("2025-01-01T11:59:59.000Z", "2025-01-01T12:00:01.000Z"));
		const bound = "2025-01-01T12:00:00Z";
		expect(await names("anna", `created_after=${bound}&created_before=2025-06-01`)).toEqual(["p1"]);
		expect(await names("anna", `created_before=${bound}`)).toEqual(["p0"]);
	});

	test("USER-241 no time: 400", async () => {
		const { ask } = cast();
		for (const name of ["created_after", "created_before"]) {
			const { status, body } = await ask("anna", "GET", `/users?${name}=notadate`);
			expect([status, body]).toEqual([400, { error: `${name} is invalid` }]);
		}
	});
});

describe("search", () => {
	const found = [
		{ username: "jsmith", name: "John Smith", email: "john@hidden.example.com" },
		{ username: "smithy", name: "Ann Johnson", public_email: "ann@shown.example.com" },
		{ username: "al", name: "Bo Long" },
		{ username: "alma", name: "Al" },
	];

	test.each([
		["USER-194", "John", ["smithy", "jsmith"]],
		["USER-194", "ohn Smi", ["jsmith"]],
		["USER-195", "mithy", ["smithy"]],
		["USER-196", "ann@shown.example.com", ["smithy"]],
		["USER-196", "ann@shown", []],
		["USER-196", "shown.example.com", []],
		["USER-199", "JOHN SMITH", ["jsmith"]],
		["USER-199", "@jsmith", ["jsmith"]],
		["USER-199", "@JSMITH", ["jsmith"]],
		["USER-200", "smith john", ["jsmith"]],
		["USER-200", "smith bond", []],
		["USER-200", "al", ["al", "alma"]],
		["USER-200", "bo", []],
		["USER-200", "lma", ["alma"]],
	])("%s %s", async (_claim, search, expected) => {
		const { names } = cast(...found);
		for (const who of ["anna", "root"])
			expect(await names(who, `search=${encodeURIComponent(search)}`), who).toEqual(expected);
	});

	test("USER-197, USER-198 a private address is found by administrators, and whole", async () => {
		const { names, platform, user } = cast(...found);
		const added = { user_id: user("alma").id, email: "alma@added.example.com", confirmed_at: null };
		platform.state.secondaryEmails.insert(added);
		for (const [email, username] of [
			["john@hidden.example.com", "jsmith"],
			["alma@added.example.com", "alma"],
		] as const) {
			expect(await names("root", `search=${email}`)).toEqual([username]);
			expect(await names("anna", `search=${email}`)).toEqual([]);
			expect(await names("root", `search=${email.slice(0, -4)}`)).toEqual([]);
		}
	});

	const ranked = [
		{ username: "u1", name: "Zoe Dana" },
		{ username: "u2", name: "Dana" },
		{ username: "dana", name: "Xaver" },
		{ username: "u4", name: "Adana" },
		{ username: "u5", name: "Adana" },
	];

	test("USER-201 what matches whole stands first, the rest by name and number", async () => {
		const { names, change } = cast(...ranked);
		expect(await names("anna", "search=dana")).toEqual(["dana", "u2", "u4", "u5", "u1"]);
		const email = "dana@example.org";
		change("u1", { name: email });
		change("u4", { public_email: email });
		expect(await names("anna", `search=${email}`)).toEqual(["u4", "u1"]);
	});

	test("USER-261 unless an order is asked for", async () => {
		const { names } = cast(...ranked);
		expect(await names("anna", "search=dana&order_by=id&sort=asc")).toEqual(["u1", "u2", "dana", "u4", "u5"]);
		expect(await names("anna", "search=dana&order_by=name")).toEqual(["u1", "dana", "u2", "u5", "u4"]);
	});

	test("USER-202 an empty one finds everyone", async () => {
		const { names } = cast(...found);
		expect(await names("anna", "search=")).toEqual(await names("anna"));
		expect(await names("anna", "search=")).toHaveLength(6);
	});
});
