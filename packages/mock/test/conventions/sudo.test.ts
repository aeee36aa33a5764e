import { describe, expect, test } from "vitest";
import { lab } from "../support/lab";
import { addressOf, restOperations } from "../support/operations";
import { type Asked, world } from "../support/world";

/** Operations that an access token calls: a runner's own token knows no users. */
const byUsers = restOperations.filter(({ access }) => access.scopes.length > 0);

describe("ways", () => {
	test.each<[string, string, Asked]>([
		["query", "&sudo=developer", {}],
		["header", "", { headers: { Sudo: "developer" } }],
		["JSON", "", { json: { sudo: "developer" } }],
		["form", "", { form: { sudo: "developer" } }],
	])("AUTH-034 as a parameter of the %s: what is made is the target's", async (_way, query, asked) => {
		const { ask, make, project } = lab();
		const pipeline = await ask("root", "POST", `/projects/${project.id}/pipeline?ref=develop${query}`, asked);
		expect([pipeline.status, pipeline.body.user.id]).toEqual([201, make.userId("developer")]);
		const note = await ask("root", "POST", `/projects/acme%2Fweb/issues/2/notes?body=Hi${query}`, asked);
		expect([note.status, note.body.author.username]).toEqual([201, "developer"]);
	});

	test.each(byUsers)("AUTH-034, AUTH-043 $id heeds it", async (row) => {
		const { ask, state } = world();
		const before = state();
		const ways: [string, Asked][] = [
			["?sudo=123456", {}],
			["", { headers: { sudo: "123456" } }],
		];
		if (row.verb !== "GET") ways.push(["", { form: { sudo: "123456" } }]);
		for (const [query, asked] of ways) {
			const { status, body } = await ask("root", row.verb, `${addressOf(row)}${query}`, asked);
			expect([status, body]).toEqual([404, { message: "404 User with ID or username '123456' Not Found" }]);
		}
		expect(state()).toBe(before);
	});

	test("AUTH-033 GET /user by sudo is the target's record", async () => {
		const { ask, make } = world();
		const id = make.userId("developer");
		const { status, body } = await ask("root", "GET", `/user?sudo=${id}`);
		expect([status, body.id, body.username]).toEqual([200, id, "developer"]);
		expect(body).toEqual((await ask("developer", "GET", "/user")).body);
		expect((await ask("root", "GET", "/user")).body.username).toBe("root");
	});

	test("AUTH-036 by number, or by name in any case", async () => {
		const { ask, make, project } = lab();
		for (const who of [make.userId("developer"), "developer", "Developer", "DEVELOPER"]) {
			const { status, body } = await ask("root", "POST", `/projects/${project.id}/pipeline?ref=develop&sudo=${who}`);
			expect([status, body.user.username], String(who)).toEqual([201, "developer"]);
		}
	});
});

describe("rights", () => {
	test("AUTH-037 the target's rights hold, not the administrator's", async () => {
		const { ask, at, pipeline, project } = lab({ visibility: "private" });
		const { id } = pipeline();
		const as = (who: string, method: string, path: string) => ask("root", method, path, { headers: { sudo: who } });
		expect((await as("outsider", "GET", at)).body).toEqual({ message: "404 Project Not Found" });
		expect((await as("reporter", "POST", `/projects/${project.id}/pipeline?ref=develop`)).status).toBe(403);
		expect((await as("maintainer", "DELETE", `${at}/${id}`)).status).toBe(403);
		expect((await as("maintainer", "GET", `${at}/${id}`)).status).toBe(200);
	});

	test("AUTH-045 the next request is the administrator's again", async () => {
		const { ask, project } = lab();
		const path = `/projects/${project.id}/pipeline?ref=develop`;
		expect((await ask("root", "POST", `${path}&sudo=developer`)).body.user.username).toBe("developer");
		expect((await ask("root", "POST", path)).body.user.username).toBe("root");
	});
});

describe("refusals", () => {
	test.each<[string, string | null, string, number, object]>([
		["AUTH-039", null, "developer", 401, { message: "401 Unauthorized" }],
		["AUTH-040", "owner", "developer", 403, { message: "403 Forbidden - Must be admin to use sudo" }],
		["AUTH-040", "owner", "owner", 403, { message: "403 Forbidden - Must be admin to use sudo" }],
		[
			"AUTH-042",
			"plain",
			"developer",
			403,
			{
				error: "insufficient_scope",
				error_description: "The request requires higher privileges than provided by the access token.",
				scope: "sudo",
			},
		],
		["AUTH-043", "root", "123", 404, { message: "404 User with ID or username '123' Not Found" }],
		["AUTH-043", "root", "nobody", 404, { message: "404 User with ID or username 'nobody' Not Found" }],
	])("%s, AUTH-044 %s as %s: %i, and nothing happens", async (_claim, who, target, expected, told) => {
		const { make, project, refused, at, pipeline } = lab();
		make.token({ user_id: make.userId("root"), text: "plain-token", scopes: ["api"] });
		const { id } = pipeline();
		for (const [method, path] of [
			["POST", `/projects/${project.id}/pipeline?ref=develop`],
			["DELETE", `${at}/${id}`],
			["GET", at],
		] as const) {
			const { status, body, unchanged } = await refused(who, method, path, { headers: { sudo: target } });
			expect([status, body, unchanged]).toEqual([expected, told, true]);
		}
	});

	test("AUTH-041, AUTH-044 by a session: 403", async () => {
		const { make, platform, project, refused } = lab();
		platform.state.sessions.insert({ text: "abc", user_id: make.userId("root"), expires_at: null });
		const told = await refused(null, "POST", `/projects/${project.id}/pipeline?ref=develop&sudo=developer`, {
			headers: { cookie: "_service_session=abc" },
		});
		expect(told).toMatchObject({ status: 403, unchanged: true });
		expect(told.body).toEqual({
			message: "403 Forbidden - Must be authenticated using an OAuth or personal access token to use sudo",
		});
	});
});
