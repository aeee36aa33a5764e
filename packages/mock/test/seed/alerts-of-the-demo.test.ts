import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { item, metricsPayload } from "../support/alerts";
import { graphqlWorld } from "../support/graphql";

const read = `{ project(fullPath: "acme/web") {
	alertManagementHttpIntegrations { nodes { name type active url token } }
	alertManagementAlertStatusCounts { triggered acknowledged resolved ignored }
	alertManagementAlerts { nodes { title severity issue { title type alertManagementAlerts { nodes { title } } } } }
} }`;

test("the demo has integrations of each kind, and alerts in every status", async () => {
	const { gql, platform } = graphqlWorld();
	const { data } = await gql("maintainer", read);
	const { alertManagementHttpIntegrations, alertManagementAlertStatusCounts, alertManagementAlerts } = data.project;
	expect(alertManagementAlertStatusCounts).toEqual({ triggered: 1, acknowledged: 1, resolved: 1, ignored: 1 });
	const title = "Checkout answers slowly";
	expect(alertManagementAlerts.nodes[0]).toEqual({
		title,
		severity: "HIGH",
		issue: { title, type: "INCIDENT", alertManagementAlerts: { nodes: [{ title }] } },
	});

	const [http, metrics, inactive] = alertManagementHttpIntegrations.nodes;
	expect([http.type, metrics.type, inactive.active]).toEqual(["HTTP", "PROMETHEUS", false]);
	const post = async ({ url, token }: { url: string; token: string }, payload: object) => {
		const headers = { authorization: `Bearer ${token}` };
		return (await platform.fetch(url, { method: "POST", headers, body: JSON.stringify(payload) })).status;
	};
	expect(await post(http, {})).toBe(200);
	expect(await post(metrics, metricsPayload(item()))).toBe(200);
	expect(await post(inactive, {})).toBe(403);
});

test("the README's example makes an alert", async () => {
	const readme = readFileSync(new URL("../../../../README.md", import.meta.url), "utf8");
	const [, key, body, path] =
		/curl -H 'Authorization: Bearer (\w+)' -H 'Content-Type: application\/json' -d '([^']*)' \\\s+http:\/\/127\.0\.0\.1:4010(\/\S+)/.exec(
			readme,
		) ?? [];
	const { platform } = graphqlWorld();
	// Without the header, curl sends its own default.
	for (const type of ["application/json", "application/x-www-form-urlencoded"]) {
		const headers = { authorization: `Bearer ${key}`, "content-type": type };
		const request = { method: "POST", url: `http://127.0.0.1:4010${path}`, headers, body: body ?? "" };
		const { status, body: text } = await platform.handle(request);
		expect([status, text]).toEqual([200, '[{"iid":5,"title":"Disk full"}]']);
	}
});
