import { expect, test } from "vitest";
import { groupScene, lowerRoles } from "./record-scene";

const licensed = { tier: "premium", offering: "self-managed" } as const;

test.each(["owner", "root"])("GROUP-728 %s starts a sync", async (who) => {
	for (const tier of ["premium", "ultimate"] as const) {
		const { ask, at } = groupScene({}, { ...licensed, tier });
		expect((await ask(who, "POST", `${at}/ldap_sync`)).status).toBe(202);
	}
});

test("GROUP-728 the owner of the group above, too", async () => {
	const { ask, sub } = groupScene({}, licensed);
	expect((await ask("owner", "POST", `/groups/${sub("child").id}/ldap_sync`)).status).toBe(202);
});

test("GROUP-730 a second call while it goes on answers the same", async () => {
	const { ask, at } = groupScene({}, licensed);
	const first = await ask("owner", "POST", `${at}/ldap_sync`);
	const second = await ask("owner", "POST", `${at}/ldap_sync`);
	expect([second.status, second.body]).toEqual([202, first.body]);
});

test.each([...lowerRoles, "outsider"])("GROUP-731 %s may see the group, not that", async (who) => {
	const { at, inVain } = groupScene({}, licensed);
	const told = await inVain(who, "POST", `${at}/ldap_sync`);
	expect([told.status, told.body]).toEqual([403, { message: "403 Forbidden" }]);
});

test("GROUP-732 one that does not show, or is not there, is unknown", async () => {
	const { at, inVain } = groupScene({ visibility: "private" }, licensed);
	for (const [who, path] of [
		["outsider", at],
		["owner", "/groups/999999"],
		["root", "/groups/no%2Fsuch"],
	] as const) {
		const told = await inVain(who, "POST", `${path}/ldap_sync`);
		expect([told.status, told.body]).toEqual([404, { message: "404 Group Not Found" }]);
	}
	expect(await inVain(null, "POST", `${at}/ldap_sync`)).toMatchObject({
		status: 401,
		body: { message: "401 Unauthorized" },
	});
});

test.each([
	["GROUP-733, GROUP-734", "on a free installation", { ...licensed, tier: "free" }],
	["GROUP-733, GROUP-734", "on the hosted offering", { ...licensed, offering: "hosted" }],
	["GROUP-734", "where it is not set up", { ...licensed, ldapGroupSync: false }],
] as const)("%s %s it is not there, for administrators neither", async (_claims, _where, options) => {
	const { at, inVain } = groupScene({}, options);
	for (const who of ["owner", "root", "guest"]) {
		const told = await inVain(who, "POST", `${at}/ldap_sync`);
		expect([told.status, told.body]).toEqual([404, { message: "404 Not Found" }]);
	}
});
