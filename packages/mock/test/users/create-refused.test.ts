import { describe, expect, test } from "vitest";
import { type Scene, scene } from "./scene";

const base = { username: "nora", name: "Nora New", email: "nora@example.com", password: "correct-horse" };
const refuse = ({ refused }: Scene, given: object) =>
	refused("root", "POST", "/users", { json: { ...base, ...given } });
const text = (length: number): string => "é".repeat(length);

describe("who may", () => {
	test("USER-308 without credentials 401, as a regular user 403, and no user is made", async () => {
		const { refused } = scene();
		expect(await refused(null, "POST", "/users", { json: base })).toMatchObject({ status: 401, unchanged: true });
		for (const who of ["owner", "auditor"]) {
			const told = await refused(who, "POST", "/users", { json: base });
			expect(told).toMatchObject({ status: 403, unchanged: true });
			expect(told.body).toEqual({ message: "403 Forbidden" });
		}
	});
});

describe("what is missing", () => {
	test.each([
		["USER-310", "username", "username is missing"],
		["USER-312", "name", "name is missing"],
		["USER-314", "email", "email is missing"],
		[
			"USER-316",
			"password",
			"password, reset_password, force_random_password are missing, at least one parameter must be provided",
		],
	])("%s without %s: 400", async (_claim, name, error) => {
		const told = await refuse(scene(), { [name]: undefined });
		expect(told).toMatchObject({ status: 400, unchanged: true });
		expect(told.body).toEqual({ error });
	});

	test("USER-316 none of the three switched on, and no password: 400", async () => {
		const told = await refuse(scene(), { password: undefined, reset_password: false });
		expect(told).toMatchObject({ status: 400, unchanged: true });
	});

	test.each([{ provider: "ldapmain" }, { extern_uid: "1" }])("USER-365 only %j: 400", async (given) => {
		const told = await refuse(scene(), given);
		expect(told).toMatchObject({ status: 400, unchanged: true });
		expect(told.body).toEqual({ error: "extern_uid, provider provide all or none of parameters" });
	});

	test("USER-401 no truth value: 400", async () => {
		const told = await refuse(scene(), { admin: "maybe" });
		expect(told).toMatchObject({ status: 400, unchanged: true });
		expect(told.body).toEqual({ error: "admin is invalid" });
	});
});

describe("what is taken", () => {
	test.each([
		["USER-388", { email: "developer@example.com" }, "Email has already been taken"],
		["USER-388", { email: "DEVELOPER@Example.com" }, "Email has already been taken"],
		["USER-388", { email: "Dana@Home.example.com" }, "Email has already been taken"],
		["USER-388", { email: "dana@new.example.com" }, "Email has already been taken"],
		["USER-389", { username: "developer" }, "Username has already been taken"],
		["USER-389", { username: "DEVELOPER" }, "Username has already been taken"],
		["USER-390", { username: "developer", email: "owner@example.com" }, "Email has already been taken"],
	])("%s, ERR-062 %j: 409", async (_claim, given, message) => {
		const told = await refuse(scene(), given);
		expect(told).toMatchObject({ status: 409, unchanged: true });
		expect(told.body).toEqual({ message });
	});
});

describe("what is not accepted", () => {
	test.each([
		["USER-393", "bio", 255],
		["USER-394", "name", 255],
		["USER-395", "organization", 500],
		["USER-396", "pronouns", 50],
	])("%s %s of %i characters, and not of one more", async (_claim, name, most) => {
		const made = scene();
		const told = await refuse(made, { [name]: text(most + 1) });
		expect(told).toMatchObject({ status: 400, unchanged: true });
		expect(told.body).toEqual({ message: { [name]: [`is too long (maximum is ${most} characters)`] } });
		const { status, body } = await made.ask("root", "POST", "/users", { json: { ...base, [name]: text(most) } });
		expect([status, body[name]]).toEqual([201, text(most)]);
	});

	test("USER-397 a limit of projects below nothing", async () => {
		const made = scene();
		const told = await refuse(made, { projects_limit: -1 });
		expect(told).toMatchObject({ status: 400, unchanged: true });
		expect(told.body).toEqual({ message: { projects_limit: ["must be greater than or equal to 0"] } });
		const { status, body } = await made.ask("root", "POST", "/users", { json: { ...base, projects_limit: 0 } });
		expect([status, body.projects_limit, body.can_create_project]).toEqual([201, 0, false]);
	});

	test.each(["test!", "-nora", "nora.", "nora.git", "no ra", ""])("USER-398 username %j", async (username) => {
		const told = await refuse(scene(), { username });
		expect(told).toMatchObject({ status: 400, unchanged: true });
		expect(told.body.message.username[0]).toMatch(/letters, digits, '_', '-' and '\.'/);
	});

	test.each(["nora", "nora@", "@example.com", "no ra@example.com"])("USER-399 email %j", async (email) => {
		const told = await refuse(scene(), { email });
		expect(told).toMatchObject({ status: 400, unchanged: true });
		expect(told.body).toEqual({ message: { email: ["is invalid"] } });
	});

	test.each(["theme_id", "color_scheme_id"])("USER-400 %s 50", async (name) => {
		const told = await refuse(scene(), { [name]: 50 });
		expect(told).toMatchObject({ status: 400, unchanged: true });
		expect(told.body).toEqual({ message: { [name]: ["is not included in the list"] } });
	});

	test("USER-383 an auditor on Free", async () => {
		expect(await refuse(scene({ tier: "free" }), { auditor: true })).toMatchObject({ status: 400, unchanged: true });
		for (const tier of ["premium", "ultimate"] as const) {
			const { ask } = scene({ tier });
			const { status, body } = await ask("root", "POST", "/users", { json: { ...base, auditor: true } });
			expect([status, body.is_auditor]).toEqual([201, true]);
		}
	});
});
