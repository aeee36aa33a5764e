import type { PlatformOptions } from "@tenon/mock";
import { expect, test } from "vitest";
import { type RequestParts, type World, world } from "../support/world";

const why = { "X-Mock-Explain": "1" };

interface Case {
	who?: string | null;
	method?: string;
	path: string;
	request?: RequestParts;
	options?: PlatformOptions;
	prepare?: (world: World) => void;
	status: number;
	reason: string;
}

const pipelines = "/projects/acme%2Fweb/pipelines";
const secret = ({ make }: World) => void make.project("acme/hidden-place", { visibility: "private" });

test.each<[string, Case]>([
	[
		"no credential",
		{
			who: null,
			path: "/user",
			status: 401,
			reason: "credential: no credential was sent, and the operation needs one",
		},
	],
	["an unknown token", { who: "nobody", path: "/user", status: 401, reason: "credential: the token is not known" }],
	[
		"a revoked token",
		{
			path: "/user",
			prepare: ({ platform: { state } }) =>
				void state.tokens.update(state.tokens.one("text", "developer-token")?.id ?? 0, { revoked: true }),
			status: 401,
			reason: "was revoked",
		},
	],
	[
		"an expired token",
		{
			path: "/user",
			prepare: ({ platform: { state } }) =>
				void state.tokens.update(state.tokens.one("text", "developer-token")?.id ?? 0, { expires_at: "2025-12-31" }),
			status: 401,
			reason: "expired on 2025-12-31",
		},
	],
	[
		"a blocked account",
		{
			path: "/user",
			prepare: ({ platform: { state } }) =>
				void state.users.update(state.users.one("username", "developer")?.id ?? 0, { state: "blocked" }),
			status: 403,
			reason: "account: developer is blocked",
		},
	],
	[
		"too narrow a token",
		{
			who: "developer-read",
			method: "POST",
			path: "/projects/acme%2Fweb/issues/1/notes",
			request: { json: { body: "x" } },
			status: 403,
			reason: "scope: one of api is needed; the token has read_api",
		},
	],
	[
		"sudo by someone else",
		{ path: "/user?sudo=owner", status: 403, reason: "sudo: developer is not an administrator" },
	],
	["sudo as nobody", { who: "root", path: "/user?sudo=nobody", status: 404, reason: "sudo: there is no user nobody" }],
	[
		"too low a role",
		{
			method: "DELETE",
			path: `${pipelines}/761`,
			status: 403,
			reason: "role: the operation asks for owner (project); asked by developer, who is developer of acme/web",
		},
	],
	[
		"not an administrator",
		{
			path: "/runners/all",
			status: 403,
			reason: "role: the operation asks for auditor (instance) or administrator; asked by developer",
		},
	],
	[
		"too low a plan",
		{ path: "/groups/acme/epics/501/notes", options: { tier: "free" }, status: 404, reason: "tier: it needs the plan" },
	],
	[
		"another offering",
		{
			path: "/groups/acme/manage/personal_access_tokens",
			who: "owner",
			options: { offering: "self-managed" },
			status: 404,
			reason: "offering: it is there in the offering hosted alone, and this is self-managed",
		},
	],
	[
		"too old a release",
		{
			method: "PUT",
			path: `${pipelines}/761/metadata`,
			request: { json: { name: "x" } },
			options: { release: "16.8" },
			status: 404,
			reason: "release: it is there since 16.9, and this is 16.8",
		},
	],
	[
		"a flag that is off",
		{
			method: "POST",
			who: "owner",
			path: "/groups/acme/tokens/revoke",
			request: { json: { token: "x" } },
			options: { flags: { group_token_revocation: false } },
			status: 404,
			reason: "flag: it needs the feature flag group_token_revocation, which is off",
		},
	],
	[
		"a private project",
		{
			who: "outsider",
			path: "/projects/acme%2Fhidden-place/pipelines",
			prepare: secret,
			status: 404,
			reason: "visibility: acme/hidden-place is private, and outsider is not a member",
		},
	],
	[
		"a private project, asked by nobody",
		{
			who: null,
			path: "/projects/acme%2Fhidden-place/pipelines",
			prepare: secret,
			status: 404,
			reason: "visibility: acme/hidden-place is private, and nobody (no credential) is not a member",
		},
	],
	[
		"no such project",
		{ path: "/projects/acme%2Fnothing/pipelines", status: 404, reason: "record: there is no project acme/nothing" },
	],
	[
		"no such record",
		{ path: `${pipelines}/999999`, status: 404, reason: "record: there is no such record below acme/web" },
	],
	[
		"a record that is hidden from the caller",
		{
			who: "guest",
			path: "/projects/acme%2Fweb/issues/902/notes",
			prepare: ({ platform }) =>
				void platform.load({ issues: [{ project: "acme/web", iid: 902, title: "A secret", confidential: true }] }),
			status: 404,
			reason: "visibility: there is such a record, and it does not show to guest; the operation asks for ",
		},
	],
	[
		"no such route",
		{
			path: "/projects/acme%2Fweb/pipelins",
			status: 404,
			reason: "route: no operation has this address; listPipelines is GET /api/v4/projects/{id}/pipelines",
		},
	],
])(
	"a refusal says on request which rule refused: %s",
	async (_what, { who = "developer", method = "GET", path, request = {}, options = {}, prepare, status, reason }) => {
		const scene = world(options);
		prepare?.(scene);
		const silent = await scene.ask(who, method, path, request);
		expect([silent.status, silent.headers.get("x-mock-reason")]).toEqual([status, null]);
		const response = await scene.ask(who, method, path, { ...request, headers: { ...request.headers, ...why } });
		expect(response.status).toBe(status);
		expect(response.headers.get("x-mock-reason")).toContain(reason);
		expect(response.body).toEqual(silent.body);
		const [rule, ...detail] = (response.headers.get("x-mock-reason") ?? "").split(": ");
		expect(scene.platform.journal.last()?.reason).toEqual({ rule, detail: detail.join(": ") });
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
		`credential: the key is missing or not that of the integration ${integration?.name}`,
	);
	expect(await send("0123456789abcdef")).toBe(`integration: ${project?.full_path} has no integration at this address`);
});

test("what is beyond ASCII is written as a header can hold it", async () => {
	const { ask } = world();
	const response = await ask("root", "GET", "/user?sudo=J%C3%B6rg%0D%0AX-Evil:%201", { headers: why });
	expect(response.headers.get("x-mock-reason")).toBe("sudo: there is no user J%C3%B6rg%0D%0AX-Evil: 1");
	expect(response.headers.get("x-evil")).toBeNull();
});
