import { operations } from "@tenon/contract";
import { describe, expect, test } from "vitest";
import { groupScene, roles } from "./record-scene";

const unknown = { message: "404 Group Not Found" };

/** Every operation on or below a single group. */
const rows = Object.values(operations).filter(
	({ domain, path }) => path.startsWith("/groups/{id}") && ["groups", "credentials", "runners"].includes(domain),
);
const addressOf = (path: string, id: number | string): string =>
	path.replace("{id}", String(id)).replace(/\{\w+_id\}/, "1");
const askedOf = (id: string) => (id === "revokeGroupToken" ? { json: { token: "nobody-token" } } : {});

describe("addresses", () => {
	test("GROUP-017 by number and by encoded full path the same record", async () => {
		const { ask, group, sub } = groupScene();
		const child = sub("child");
		for (const [one, path] of [
			[group, "lab"],
			[child, "lab%2Fchild"],
			[sub("child/deep"), "lab%2Fchild%2Fdeep"],
		] as const) {
			const byNumber = await ask("owner", "GET", `/groups/${one.id}`);
			expect([byNumber.status, byNumber.body.id]).toEqual([200, one.id]);
			expect((await ask("owner", "GET", `/groups/${path}`)).body).toEqual(byNumber.body);
		}
	});

	test.each(rows.map(({ id, verb, path }) => ({ id, verb, path })))(
		"GROUP-017 every operation takes both: $id",
		async ({ id, verb, path }) => {
			const told = [];
			for (const place of ["number", "path"]) {
				const { ask, group } = groupScene();
				const answer = await ask("owner", verb, addressOf(path, place === "path" ? "lab" : group.id), askedOf(id));
				told.push([answer.status, answer.body]);
			}
			expect(told[1]).toEqual(told[0]);
			expect(told[0]?.[1]).not.toEqual(unknown);
		},
	);

	test("GROUP-018 digits alone are a number, never a path", async () => {
		const { ask, group, make } = groupScene();
		const digits = make.group("4711");
		const shadow = make.group(String(group.id), { name: "Shadow" });
		expect(await ask("root", "GET", "/groups/4711")).toMatchObject({ status: 404, body: unknown });
		expect((await ask("root", "GET", `/groups/${digits.id}`)).body.path).toBe("4711");
		expect((await ask("root", "GET", `/groups/${shadow.path}`)).body.path).toBe("lab");
	});

	test.each(rows.map(({ id, verb, path }) => ({ id, verb, path })))(
		"GROUP-019, GROUP-020 an unknown group and one that is not to be seen are told alike: $id",
		async ({ id, verb, path }) => {
			const { group, inVain } = groupScene({ visibility: "private" });
			for (const [who, place] of [
				["root", 999_999],
				["root", "no%2Fsuch"],
				["outsider", group.id],
				["outsider", "lab"],
			] as const) {
				const told = await inVain(who, verb, addressOf(path, place), askedOf(id));
				expect([told.status, told.body], `${who} ${place}`).toEqual([404, unknown]);
			}
		},
	);

	test("GROUP-019, GROUP-020 these are all the operations", () => expect(rows.length).toBeGreaterThan(20));

	test.each([
		["POST", "/groups", ["GET", "HEAD", "OPTIONS"]],
		["DELETE", "/groups/ID", ["GET", "HEAD", "PUT", "OPTIONS"]],
	])("GROUP-016 %s %s: 405", async (method, path, allowed) => {
		const { group, inVain } = groupScene();
		const told = await inVain("root", method, path.replace("ID", String(group.id)));
		expect([told.status, told.body]).toEqual([405, { error: "405 Not Allowed" }]);
		expect(told.headers.get("allow")?.split(", ").sort()).toEqual([...allowed].sort());
	});
});

describe("who reads a group", () => {
	test("GROUP-153, AUTH-020 a public one everyone", async () => {
		const { group, read } = groupScene({ visibility: "public" });
		for (const who of [null, "outsider", ...roles, "root"])
			expect(await read(who)).toMatchObject({ id: group.id, full_path: "lab", visibility: "public" });
	});

	test("GROUP-021 an internal one everyone who is signed in", async () => {
		const { at, inVain, read } = groupScene({ visibility: "internal" });
		for (const who of ["outsider", ...roles, "root"]) expect((await read(who)).path).toBe("lab");
		expect(await inVain(null, "GET", at)).toMatchObject({ status: 404, body: unknown });
	});

	test.each(["private", "internal"] as const)(
		"GROUP-154, AUTH-020 without credentials a %s one is unknown",
		async (visibility) => {
			const { at, inVain } = groupScene({ visibility });
			const told = await inVain(null, "GET", at);
			expect([told.status, told.body]).toEqual([404, unknown]);
		},
	);

	test("GROUP-155 a private one its members, down to guests", async () => {
		const { at, inVain, read } = groupScene({ visibility: "private" });
		for (const who of roles) expect((await read(who)).path).toBe("lab");
		expect(await inVain("outsider", "GET", at)).toMatchObject({ status: 404, body: unknown });
	});

	test.each(["public", "internal", "private"] as const)(
		"GROUP-156 an administrator also a %s one",
		async (visibility) => {
			const { make, read } = groupScene();
			expect((await read("root", make.group("elsewhere", { visibility }))).path).toBe("elsewhere");
		},
	);

	test.each([
		["", "the group"],
		["/projects", "projects"],
		["/projects/shared", "shared projects"],
		["/subgroups", "subgroups"],
		["/descendant_groups", "groups below"],
		["/groups/shared", "groups that it was invited into"],
		["/invited_groups", "invited groups"],
		["/avatar", "picture"],
	])("GROUP-022 without credentials of a public group: %s (%s)", async (path) => {
		const { ask, at } = groupScene({
			visibility: "public",
			avatar: { name: "a.png", type: "image/png", base64: btoa("pixels") },
		});
		expect((await ask(null, "GET", `${at}${path}`)).status).toBe(200);
		expect((await ask(null, "GET", "/groups")).status).toBe(200);
	});

	test.each([[""], ["/avatar"], ["/projects"]])(
		"GROUP-023 a bad token does not fall back to none: %s",
		async (path) => {
			const { ask, at, make } = groupScene({
				visibility: "public",
				avatar: { name: "a.png", type: "image/png", base64: btoa("pixels") },
			});
			const user_id = make.userId("owner");
			make.token({ user_id, text: "expired-token", expires_at: "2026-01-05" });
			make.token({ user_id, text: "revoked-token", revoked: true });
			expect((await ask(null, "GET", `${at}${path}`)).status).toBe(200);
			expect((await ask("owner", "GET", `${at}${path}`)).status).toBe(200);
			expect(await ask("unknown", "GET", `${at}${path}`)).toMatchObject({
				status: 401,
				body: { message: "401 Unauthorized" },
			});
			for (const who of ["expired", "revoked"])
				expect(await ask(who, "GET", `${at}${path}`)).toMatchObject({ status: 401, body: { error: "invalid_token" } });
		},
	);

	test("GROUP-168 four hundred calls a minute by one caller", async () => {
		const { ask, at, platform } = groupScene({ visibility: "public" });
		for (const who of ["guest", null]) {
			for (let count = 0; count < 400; count++) expect((await ask(who, "GET", at)).status).toBe(200);
			const told = await ask(who, "GET", at);
			expect([told.status, told.body, told.headers.get("retry-after")]).toEqual([
				429,
				{ message: { error: "This endpoint has been requested too many times. Try again later." } },
				"60",
			]);
		}
		expect((await ask("developer", "GET", at)).status).toBe(200);
		platform.clock.advance("1 minute");
		for (const who of ["guest", null]) expect((await ask(who, "GET", at)).status).toBe(200);
	});
});
