import type { PlatformOptions } from "@tenon/mock";
import { expect, test } from "vitest";
import { type RequestParts, type World, world } from "../support/world";

const why = { "X-Mock-Explain": "1" };

const pipelines = "/projects/acme%2Fweb/pipelines";
const hidden = "/projects/acme%2Fhidden/pipelines";

/** Returns the demo with a private project, a confidential issue, a blocked user, and invalid tokens. */
function scene(options: PlatformOptions): World {
	const made = world(options);
	made.make.project("acme/hidden", { visibility: "private" });
	made.make.user({ username: "shut", state: "blocked" });
	made.platform.load({
		issues: [{ project: "acme/web", iid: 902, title: "A secret", confidential: true }],
		tokens: [
			{ user: "developer", text: "revoked-token", revoked: true },
			{ user: "developer", text: "expired-token", expires_at: "2025-12-31" },
		],
	});
	return made;
}

/** The caller, the request, and the status and reason of its refusal. */
type Case = [who: string | null, asks: string, status: number, reason: string, more?: RequestParts & PlatformOptions];

test.each<Case>([
	[null, "GET /user", 401, "credential: no credential was sent, and the operation needs one"],
	["nobody", "GET /user", 401, "credential: the token is not known"],
	["revoked", "GET /user", 401, "was revoked"],
	["expired", "GET /user", 401, "expired on 2025-12-31"],
	["shut", "GET /user", 403, "account: shut is blocked"],
	["developer-read", "POST /projects/101/issues/1/notes", 403, "scope: one of api is needed; the token has read_api"],
	["developer", "GET /user?sudo=owner", 403, "sudo: developer is not an administrator"],
	["root", "GET /user?sudo=nobody", 404, "sudo: there is no user nobody"],
	[
		"developer",
		`DELETE ${pipelines}/761`,
		403,
		"role: the operation requires owner (project); requested by developer, who is developer of acme/web",
	],
	["developer", "GET /runners/all", 403, "requires auditor (instance) or administrator; requested by developer"],
	["developer", "GET /groups/acme/epics/501/notes", 404, "tier: it needs the plan", { tier: "free" }],
	[
		"owner",
		"GET /groups/acme/manage/personal_access_tokens",
		404,
		"offering: it is there in the offering hosted alone, and this is self-managed",
		{ offering: "self-managed" },
	],
	[
		"developer",
		`PUT ${pipelines}/761/metadata`,
		404,
		"release: it is there since 16.9, and this is 16.8",
		{ release: "16.8", json: { name: "x" } },
	],
	[
		"owner",
		"POST /groups/acme/tokens/revoke",
		404,
		"flag: it needs the feature flag group_token_revocation, which is off",
		{ flags: { group_token_revocation: false }, json: { token: "x" } },
	],
	["outsider", `GET ${hidden}`, 404, "visibility: acme/hidden is private, and outsider is not a member"],
	[null, `GET ${hidden}`, 404, "visibility: acme/hidden is private, and an anonymous caller is not a member"],
	["developer", "GET /projects/acme%2Fnothing/pipelines", 404, "record: there is no project acme/nothing"],
	["developer", `GET ${pipelines}/999999`, 404, "record: there is no such record below acme/web"],
	[
		"guest",
		"GET /projects/101/issues/902/notes",
		404,
		"visibility: the record exists, but guest cannot see it; the operation requires ",
	],
	[
		"developer",
		"GET /projects/acme%2Fweb/pipelins",
		404,
		"route: no operation has this path; listPipelines is GET /api/v4/projects/{id}/pipelines",
	],
])(
	"a refusal says on request which rule refused: %s %s",
	async (who, asks, status, reason, { json, ...options } = {}) => {
		const { ask, platform } = scene(options);
		const [method = "", path = ""] = asks.split(" ");
		const request = json === undefined ? {} : { json };
		const silent = await ask(who, method, path, request);
		expect([silent.status, silent.headers.get("x-mock-reason")]).toEqual([status, null]);
		const response = await ask(who, method, path, { ...request, headers: why });
		expect([response.status, response.body]).toEqual([status, silent.body]);
		expect(response.headers.get("x-mock-reason")).toContain(reason);
		const [rule, ...detail] = (response.headers.get("x-mock-reason") ?? "").split(": ");
		expect(platform.journal.last()?.reason).toEqual({ rule, detail: detail.join(": ") });
	},
);

test("the setting explains every refusal, in GraphQL and at the alert intake too, and nothing else", async () => {
	const { platform, ask } = world({ explain: true });
	expect((await ask(null, "GET", "/user")).headers.get("x-mock-reason")).toMatch(/^credential: /);
	expect((await ask("developer", "GET", "/user")).headers.get("x-mock-reason")).toBeNull();
	expect((await ask("developer", "GET", `${pipelines}?per_page=0`)).headers.get("x-mock-reason")).toBe(
		"parameter: per_page has a value not allowed",
	);
	const query = async (text: string) =>
		(
			await platform.fetch("http://tenon.test/api/graphql", {
				method: "POST",
				headers: { "PRIVATE-TOKEN": "outsider-token", "content-type": "application/json" },
				body: JSON.stringify({ query: text }),
			})
		).headers.get("x-mock-reason");
	expect(await query("{ currentUser { username } }")).toBeNull();
	expect(await query("{ nothing }")).toMatch(/^document: query.nothing: Field 'nothing' doesn't exist/);
	expect(
		await query('mutation { issueSetLocked(input: { projectPath: "acme/web", iid: "1", locked: true }) { errors } }'),
	).toMatch(/^document: issueSetLocked: The resource that you are attempting to access does not exist/);
	const graphql = await platform.fetch("http://tenon.test/api/graphql", {
		method: "POST",
		headers: { "PRIVATE-TOKEN": "wrong", "content-type": "application/json", origin: "http://app.test" },
		body: '{"query":"{ currentUser { id } }"}',
	});
	expect([graphql.status, graphql.headers.get("x-mock-reason")]).toEqual([401, "credential: the token is not known"]);
	expect(graphql.headers.get("access-control-expose-headers")).toContain("X-Mock-Reason");
	const [integration] = platform.state.alertIntegrations.all();
	const project = platform.state.projects.get(integration?.project_id ?? 0);
	const send = async (endpoint: string | undefined) =>
		(
			await platform.fetch(`http://tenon.test/${project?.full_path}/alerts/notify/x/${endpoint}.json`, {
				method: "POST",
				body: "{}",
			})
		).headers.get("x-mock-reason");
	expect(await send(integration?.endpoint)).toBe(
		`credential: the key is missing or does not belong to the integration ${integration?.name}`,
	);
	expect(await send("0123456789abcdef")).toBe(`integration: ${project?.full_path} has no integration at this address`);
});

test("what is beyond ASCII is written as a header can hold it", async () => {
	const { ask } = world();
	const response = await ask("root", "GET", "/user?sudo=J%C3%B6rg%0D%0AX-Evil:%201", { headers: why });
	expect(response.headers.get("x-mock-reason")).toBe("sudo: there is no user J%C3%B6rg%0D%0AX-Evil: 1");
	expect(response.headers.get("x-evil")).toBeNull();
});
