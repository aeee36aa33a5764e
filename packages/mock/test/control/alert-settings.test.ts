import { expect, test } from "vitest";
import { controlled } from "../support/control";

test("a test alert comes through an integration, sent by a developer", async () => {
	const { platform, control } = controlled();
	const { body: integration } = await control("POST", "/records/alert_integrations", { project: "acme/portal" });
	const path = `/integrations/${integration.id}/test`;
	const sent = await control("POST", path, { user: "developer", payload: { title: "Try" } });
	expect(sent.body).toEqual({ status: 200, alerts: [{ iid: 1, title: "Try" }] });
	expect(platform.state.alerts.one("iid", `${integration.project_id}:1`)?.title).toBe("Try");
	for (const [json, status] of [
		[{ user: "outsider", payload: {} }, 403],
		[{ user: "nobody-at-all", payload: {} }, 404],
		[{ user: "developer" }, 400],
	] as const)
		expect((await control("POST", path, json)).status).toBe(status);
});

test("the external incident product is linked under the rules of the settings page", async () => {
	const { platform, control } = controlled();
	const id = platform.state.project("acme/portal")?.id;
	const path = `/projects/${id}/incident-product`;
	const address = "https://incidents.example.com/api";
	expect((await control("PUT", path, { user: "developer", address })).status).toBe(403);
	expect((await control("PUT", path, { user: "maintainer", address: "nowhere" })).status).toBe(400);
	expect((await control("PUT", path, { user: "maintainer" })).status).toBe(400);
	expect((await control("PUT", path, { user: "maintainer", address })).status).toBe(204);
	expect((await control("GET", `/records/projects/${id}`)).body.external_incident_product).toBe(address);
	expect((await control("PUT", path, { user: "maintainer", address: null })).status).toBe(204);
});
