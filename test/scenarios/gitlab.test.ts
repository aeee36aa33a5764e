import { createClient, isApiError } from "@tenon/client";
import { createAlertSender } from "@tenon/client/alerts";
import { gitlab } from "@tenon/client/gitlab";
import { createGraphQL } from "@tenon/client/graphql";
import { getUser } from "@tenon/client/operations";
import { createRest } from "@tenon/client/rest";
import { validator } from "@tenon/client/schemas";
import { ProjectPipelineDocument } from "@tenon/contract/graphql";
import { createPlatform, demo } from "@tenon/mock";
import { expect, test } from "vitest";

/** Returns a platform with GitLab's names, a client for it, and the requests that it receives. */
function gitlabPlatform() {
	const problems: unknown[] = [];
	const onError = (error: unknown): unknown => problems.push(error);
	const platform = createPlatform({ seed: demo, dialect: "gitlab", strict: true, onError });
	const wire: { url: string; body: string }[] = [];
	const baseUrl = "https://gitlab.test/sub";
	const fetch = async (input: string | Request, init: RequestInit = {}): Promise<Response> => {
		const request = new Request(input, init);
		wire.push({ url: request.url, body: await request.clone().text() });
		return platform.fetch(new Request(request.url.replace("/sub/", "/"), request));
	};
	const tenon = createClient({
		baseUrl,
		auth: "root-token",
		dialect: gitlab,
		fetch,
		validator: validator({ dialect: gitlab }),
		retries: 0,
	});
	return { platform, fetch, tenon, wire, problems };
}

test("methods, functions, rest and GraphQL have the specification's names, and the wire GitLab's", async () => {
	const { tenon, wire, problems, platform } = gitlabPlatform();
	const changed = await tenon.users.update({ id: 4, microblog: "t", code_host: "g" });
	expect(changed).toMatchObject({ microblog: "t", code_host: "g" });
	expect(wire.at(-1)?.body).toBe('{"twitter":"t","github":"g"}');
	expect((await getUser(tenon, { id: 4 })).microblog).toBe("t");
	const { data } = await createRest(tenon).PUT("/users/{id}", {
		params: { path: { id: 4 } },
		body: { professional_network: "l" },
	});
	expect(data?.professional_network).toBe("l");
	expect(wire.at(-1)?.body).toBe('{"linkedin":"l"}');
	const avatar = new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10])], "face.png", {
		type: "image/png",
	});
	await tenon.users.update({ id: 4, chat_account: "d", avatar });
	expect(platform.state.users.get(4)?.chat_account).toBe("d");
	for await (const user of tenon.users.list({ search: "developer", per_page: 1 })) expect(user.microblog).toBe("t");

	const graphql = createGraphQL(tenon);
	const { project } = await graphql.request(ProjectPipelineDocument, { fullPath: "acme/web", iid: "1" });
	expect(project?.pipeline?.id).toMatch(/^gid:\/\/service\/Ci::Pipeline\//);
	expect(wire.at(-1)?.body).toContain("$iid: ID");
	expect(problems).toEqual([]);
});

test("paths, refusals and bare responses are translated", async () => {
	const { tenon, wire } = gitlabPlatform();
	const refused = await tenon.groups.deleteSshKey({ id: "acme", key_id: 999_999 }).catch((error: unknown) => error);
	expect(isApiError(refused)).toBe(true);
	expect(wire.at(-1)?.url).toBe("https://gitlab.test/sub/api/v4/groups/acme/manage/ssh_keys/999999");
	const bare = await tenon.users.get({ id: 4 }).asResponse();
	expect(await bare.json()).toHaveProperty("microblog");
});

test("alerts are sent as GitLab reads them", async () => {
	const { fetch, wire, platform } = gitlabPlatform();
	const [intake] = platform.state.alertIntegrations.all();
	const path = platform.state.projects.get(intake?.project_id ?? 0)?.full_path;
	const sender = createAlertSender({
		url: `https://gitlab.test/${path}/alerts/notify/any/${intake?.endpoint}.json`,
		key: intake?.key ?? "",
		dialect: gitlab,
		fetch,
	});
	await sender.send({ title: "Disk full", service_environment_name: "production" });
	expect(wire.at(-1)?.body).toContain('"gitlab_environment_name":"production"');
	// GitLab does not return the alerts of a metrics payload.
	const startsAt = "2026-01-05T09:30:00Z";
	expect(await sender.sendMetrics([{ startsAt, labels: { alertname: "Down" } }])).toEqual([]);
});
