import { describe, expect, test } from "vitest";
import { scene } from "./scene";

const personal = "personal_access_tokens";
const resource = "resource_access_tokens";

describe("what a group looks after", () => {
	test("CRED-053, CRED-054 personal tokens of its enterprise users, and of its service accounts", async () => {
		const { get, make, robot, personal: token } = scene();
		const own = token("laptop", {
			description: "For deployments",
			scopes: ["api", "read_api"],
			expires_at: "2026-06-30",
		});
		const service = make.token({ user_id: robot.id, text: "robot-token" });
		const { body, status } = await get(personal);
		expect(status).toBe(200);
		expect(body).toEqual([
			{
				id: own.id,
				name: "laptop",
				revoked: false,
				created_at: "2026-01-05T09:30:00.000Z",
				description: "For deployments",
				scopes: ["api", "read_api"],
				user_id: own.user_id,
				last_used_at: null,
				active: true,
				expires_at: "2026-06-30",
			},
			expect.objectContaining({ id: service.id, user_id: robot.id, expires_at: null, description: null }),
		]);
	});

	test("CRED-055, CRED-056 not those of others, of groups and projects, nor of administrators who act as the user", async () => {
		const { employee, ids, make, personal: token, resource: bot } = scene();
		make.user({ username: "stranger" });
		make.enterpriseUser("stranger", "rival");
		bot("group-bot");
		bot("project-bot", "corp/app");
		token("impersonation", { impersonation: true });
		make.token({ user_id: employee.id, text: "oauth-token", kind: "oauth" });
		const { id } = token("own");
		// boss, chief and the others are members of the group, and have tokens of their own.
		expect(await ids(personal)).toEqual([id]);
	});

	test("CRED-090, CRED-091, CRED-036 its own tokens, those of subgroups, and of projects anywhere below it", async () => {
		const { get, make, platform, corp, resource: bot } = scene();
		make.group("corp/team/inner");
		make.project("corp/team/inner/deep");
		const places = ["corp", "corp/team", "corp/team/inner", "corp/app", "corp/team/inner/deep"];
		const made = places.map((place) => bot(place, place));
		const { body } = await get(resource);
		expect(body.map((one: { id: number }) => one.id)).toEqual(made.map(({ id }) => id));
		const { state } = platform;
		expect(body.map((one: { resource_type: string }) => one.resource_type)).toEqual([
			"group",
			"group",
			"group",
			"project",
			"project",
		]);
		expect(body.map((one: { resource_id: number }) => one.resource_id)).toEqual([
			corp.id,
			...places.slice(1, 3).map((path) => state.group(path)?.id),
			...places.slice(3).map((path) => state.project(path)?.id),
		]);
		expect(body[3]).toEqual({
			id: made[3]?.id,
			name: "corp/app",
			revoked: false,
			created_at: "2026-01-05T09:30:00.000Z",
			description: null,
			scopes: ["api"],
			user_id: made[3]?.user_id,
			last_used_at: null,
			active: true,
			expires_at: null,
			access_level: 40,
			resource_type: "project",
			resource_id: state.project("corp/app")?.id,
		});
	});

	test("CRED-092 not those of another top-level group, and no personal ones", async () => {
		const { ask, ids, personal: token, resource: bot } = scene();
		token("laptop");
		const strange = [bot("rival-bot", "rival"), bot("thing-bot", "rival/thing")].map(({ id }) => id);
		const { id } = bot("own");
		expect(await ids(resource)).toEqual([id]);
		const rival = await ask("rivalboss", "GET", `/groups/rival/manage/${resource}`);
		expect(rival.body.map((one: { id: number }) => one.id)).toEqual(strange);
	});

	test("CRED-089, CRED-125, CRED-127 a group with nothing of the kind, members with tokens and keys among them: 200 []", async () => {
		const { ask, make } = scene();
		make.sshKey({ user_id: make.userId("rivalboss") });
		for (const path of [personal, resource, "ssh_keys"]) {
			const { body, headers, status } = await ask("rivalboss", "GET", `/groups/rival/manage/${path}`);
			expect([status, body, headers.get("x-total")]).toEqual([200, [], "0"]);
		}
	});

	test("every list of the demo has something to show", async () => {
		const { ask } = scene();
		for (const path of [personal, resource, "ssh_keys"])
			expect((await ask("owner", "GET", `/groups/acme/manage/${path}`)).body.length, path).toBeGreaterThan(1);
	});
});
