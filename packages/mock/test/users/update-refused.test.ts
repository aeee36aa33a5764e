import { describe, expect, test } from "vitest";
import { type Scene, scene } from "./scene";

const refuse = ({ refused, user }: Scene, json: object) =>
	refused("root", "PUT", `/users/${user("developer").id}`, { json });

test("USER-403, USER-404 without credentials 401; other users 403, for themselves, too", async () => {
	const { refused, user } = scene();
	const path = `/users/${user("developer").id}`;
	expect(await refused(null, "PUT", path, { json: { name: "X" } })).toMatchObject({ status: 401, unchanged: true });
	for (const who of ["developer", "owner", "auditor"]) {
		const told = await refused(who, "PUT", path, { json: { name: "X" } });
		expect(told).toMatchObject({ status: 403, unchanged: true });
		expect(told.body).toEqual({ message: "403 Forbidden" });
	}
});

test("USER-468, USER-469 an unknown user: 404", async () => {
	const { refused } = scene();
	const told = await refused("root", "PUT", "/users/999999", { json: { name: "X" } });
	expect(told).toMatchObject({ status: 404, unchanged: true });
	expect(told.body).toEqual({ message: "404 User Not Found" });
});

describe("any refusal is a 404", () => {
	test.each<[string, object]>([
		["USER-463", { email: "stranger@example.com" }],
		["USER-464", { email: "owner@example.com" }],
		["USER-464", { email: "OWNER@example.com" }],
		["USER-465", { public_email: "dana@new.example.com" }],
		["USER-465", { public_email: "stranger@example.com" }],
		["USER-465", { public_email: "owner@example.com" }],
		["USER-466", { username: "owner" }],
		["USER-466", { username: "Owner" }],
		["USER-467", { bio: "x".repeat(256) }],
		["USER-467", { projects_limit: -1 }],
		["USER-467", { theme_id: 50 }],
		["USER-467", { password: "1234567" }],
		["USER-481", { provider: "ldapmain" }],
		["USER-481", { extern_uid: "1" }],
		["USER-470", { name: "Else", email: "owner@example.com" }],
		["USER-470", { name: "Else", public_email: "stranger@example.com" }],
		["USER-470", { note: "Else", provider: "code_forge", extern_uid: "4711" }],
	])("%s, ERR-005 %j: nothing changes", async (_claim, given) => {
		const told = await refuse(scene(), given);
		expect([told.status, told.unchanged]).toEqual([404, true]);
		expect(told.body.message ?? told.body.error).toBeTruthy();
	});

	test("USER-464, USER-466 what is taken is told", async () => {
		const made = scene();
		expect((await refuse(made, { email: "owner@example.com" })).body).toEqual({
			message: "Email has already been taken",
		});
		expect((await refuse(made, { username: "owner" })).body).toEqual({ message: "Username has already been taken" });
	});

	test("ERR-005 what cannot be read at all is a 400 as everywhere", async () => {
		const told = await refuse(scene(), { admin: "maybe" });
		expect(told).toMatchObject({ status: 400, unchanged: true });
	});
});
