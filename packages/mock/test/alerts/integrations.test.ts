import { beforeEach, describe, expect, test } from "vitest";
import { type AlertWorld, alertWorld, item, metricsPayload } from "../support/alerts";

let there: AlertWorld;
beforeEach(() => {
	there = alertWorld();
});

const noPermission =
	"The resource that you are attempting to access does not exist or you don't have permission to perform this action";
const fields = `id name token url active type payloadExample
	payloadAttributeMappings { fieldName path type label } payloadAlertFields { path type label }`;
const create = `mutation($i: HttpIntegrationCreateInput!) { httpIntegrationCreate(input: $i) { errors integration { ${fields} } } }`;
const update = `mutation($i: HttpIntegrationUpdateInput!) { httpIntegrationUpdate(input: $i) { errors integration { ${fields} } } }`;

const make = async (given: object = {}, who = "maintainer") =>
	there.gql(who, create, { i: { projectPath: "acme/watched", name: "New", active: true, ...given } });
const made = async (given: object = {}) => {
	const { data } = await make(given);
	expect(data.httpIntegrationCreate.errors).toEqual([]);
	return data.httpIntegrationCreate.integration;
};
const change = async (id: string, given: object) => {
	const { data } = await there.gql("maintainer", update, { i: { id, ...given } });
	return data.httpIntegrationUpdate;
};
/** Posts to an integration as GraphQL told its address and key. */
const post = async (to: { url: string; token: string }, payload: object) => {
	const response = await there.platform.fetch(to.url, {
		method: "POST",
		headers: { authorization: `Bearer ${to.token}` },
		body: JSON.stringify(payload),
	});
	return response.status;
};
const list = async (who: string | null, args = "") => {
	const { data } = await there.gql(
		who,
		`{ project(fullPath: "acme/watched") { alertManagementHttpIntegrations${args} { nodes { name token url } } } }`,
	);
	return data.project.alertManagementHttpIntegrations.nodes;
};

describe("who may", () => {
	test("ALERT-113, GQL-274..275 a maintainer makes and reads integrations, a developer neither", async () => {
		const integration = await made();
		expect(await post(integration, { title: "x" })).toBe(200);
		expect((await list("maintainer")).map(({ name }: { name: string }) => name)).toEqual(["Watcher", "New"]);
		for (const who of ["developer", "reporter", "guest", "auditor"]) expect(await list(who)).toEqual([]);
		const { data, errors } = await make({}, "developer");
		expect([data, errors?.[0].message]).toEqual([{ httpIntegrationCreate: null }, noPermission]);
	});

	test("GQL-274 a destroyed integration's address takes nothing any more", async () => {
		const { id, url, token } = await made();
		const destroy = `mutation { httpIntegrationDestroy(input: { id: "${id}" }) { errors integration { name } } }`;
		expect((await there.gql("developer", destroy)).errors?.[0].message).toBe(noPermission);
		expect((await there.gql("maintainer", destroy)).data.httpIntegrationDestroy).toEqual({
			errors: [],
			integration: { name: "New" },
		});
		expect(await post({ url, token }, {})).toBe(403);
		expect((await there.gql("maintainer", destroy)).errors?.[0].message).toBe(noPermission);
	});
});

describe("several of them", () => {
	test("ALERT-114 each has an address and a key of its own", async () => {
		const [one, two] = [await made({ name: "One" }), await made({ name: "Two", type: "PROMETHEUS" })];
		expect(new Set([one.url, two.url]).size).toBe(2);
		expect(new Set([one.token, two.token]).size).toBe(2);
		expect([await post(one, {}), await post(two, {})]).toEqual([200, 200]);
		expect(await post({ url: one.url, token: two.token }, {})).toBe(401);
		expect(await list("maintainer", "(types: [PROMETHEUS])")).toHaveLength(1);
		expect((await list("maintainer", `(id: "${one.id}")`))[0].name).toBe("One");
	});

	test("ALERT-115 on the free plan one of each type", async () => {
		there.platform.settings.tier = "free";
		const { data } = await make();
		expect(data.httpIntegrationCreate).toEqual({
			errors: ["Multiple integrations of a single type are not supported for this project"],
			integration: null,
		});
		await made({ type: "PROMETHEUS" });
	});

	test("ALERT-116 switched off and on again it keeps address and key", async () => {
		const { id, url, token } = await made();
		const off = await change(id, { active: false });
		expect(off).toMatchObject({ errors: [], integration: { active: false, url, token } });
		expect(await post({ url, token }, {})).toBe(403);
		expect((await change(id, { active: true, name: "New" })).errors).toEqual([]);
		expect(await post({ url, token }, {})).toBe(200);
	});

	test("a blank name is refused, and the integration given unchanged", async () => {
		const { id } = await made();
		expect(await change(id, { name: " " })).toMatchObject({
			errors: ["Name can't be blank"],
			integration: { name: "New" },
		});
	});
});

describe("field mapping", () => {
	const mapping = (fieldName: string, path: (string | number)[], type = "STRING"): object => ({
		fieldName,
		path,
		type,
	});
	const sample = { event: { name: "Full", tags: ["a", { deep: 1 }], at: "2026-01-05" }, ok: true };

	test("ALERT-121 the sample must be JSON", async () => {
		expect((await make({ payloadExample: "{" })).errors?.[0].message).toContain("Invalid JSON string");
		expect((await made({ payloadExample: JSON.stringify(sample) })).payloadExample).toBe(JSON.stringify(sample));
	});

	test("ALERT-128 its lists and plain values are found", async () => {
		const { payloadAlertFields } = await made({ payloadExample: JSON.stringify(sample) });
		expect(payloadAlertFields).toEqual([
			{ path: ["event", "name"], label: "event/name", type: "STRING" },
			{ path: ["event", "tags"], label: "event/tags", type: "ARRAY" },
			{ path: ["event", "tags", 0], label: "event/tags[0]", type: "STRING" },
			{ path: ["event", "tags", 1, "deep"], label: "event/tags[1]/deep", type: "NUMBER" },
			{ path: ["event", "at"], label: "event/at", type: "DATETIME" },
			{ path: ["ok"], label: "ok", type: "STRING" },
		]);
	});

	test.each<[string, object, object]>([
		["TITLE", { m: { x: "Mapped" } }, { title: "Mapped" }],
		["DESCRIPTION", { m: { x: "Mapped" } }, { description: "Mapped" }],
		["START_TIME", { m: { x: "2026-01-04T01:02:03Z" } }, { startedAt: "2026-01-04T01:02:03Z" }],
		["SERVICE", { m: { x: "db" } }, { service: "db" }],
		["MONITORING_TOOL", { m: { x: "probe" } }, { monitoringTool: "probe" }],
		["HOSTS", { m: { x: ["a", "b"] } }, { hosts: ["a", "b"] }],
		["SEVERITY", { m: { x: "low" } }, { severity: "LOW" }],
		["SERVICE_ENVIRONMENT_NAME", { m: { x: "production" } }, { environment: { name: "production" } }],
	])("ALERT-123..124 %s is read from where it is mapped to", async (fieldName, payload, expected) => {
		const to = await made({ payloadAttributeMappings: [mapping(fieldName, ["m", "x"])] });
		expect(to.payloadAttributeMappings).toEqual([{ fieldName, path: ["m", "x"], type: "STRING", label: null }]);
		expect(await post(to, payload)).toBe(200);
		expect(await there.last()).toMatchObject(expected);
	});

	test("ALERT-123..124 by an index too, and by its own name where the way leads nowhere", async () => {
		const to = await made({ payloadAttributeMappings: [mapping("TITLE", ["events", 1, "name"])] });
		await post(to, { events: [{ name: "no" }, { name: "yes" }], title: "own" });
		expect((await there.last()).title).toBe("yes");
		await post(to, { events: [{ name: "no" }], title: "own" });
		expect((await there.last()).title).toBe("own");
	});

	test("ALERT-125 a mapped end_time resolves", async () => {
		const to = await made({ payloadAttributeMappings: [mapping("END_TIME", ["over", "at"], "DATETIME")] });
		await post(to, { title: "x", over: { by: "a" } });
		await post(to, { title: "x", over: { by: "a", at: "2026-01-05T09:00:00Z" } });
		expect(await there.alerts()).toMatchObject([{ status: "RESOLVED", endedAt: "2026-01-05T09:00:00Z" }]);
	});

	test("ALERT-126 a mapped fingerprint groups", async () => {
		const to = await made({ payloadAttributeMappings: [mapping("FINGERPRINT", ["key"])] });
		for (const [title, key] of [
			["a", "1"],
			["b", "1"],
			["a", "2"],
		])
			await post(to, { title, key });
		expect((await there.alerts()).map(({ eventCount }) => eventCount)).toEqual([2, 1]);
	});

	test("ALERT-122 for the metrics format ways begin at an item", async () => {
		const to = await made({
			type: "PROMETHEUS",
			payloadExample: JSON.stringify(item()),
			payloadAttributeMappings: [mapping("TITLE", ["labels", "instance"]), mapping("SERVICE", ["labels", "job"])],
		});
		const labels = { alertname: "Down", instance: "web-1", job: "web" };
		expect(await post(to, metricsPayload(item({ labels })))).toBe(200);
		expect(await there.last()).toMatchObject({ title: "web-1", service: "web" });
	});

	test("ALERT-127 it has no effect on the free plan", async () => {
		const to = await made({ payloadAttributeMappings: [mapping("TITLE", ["m"])] });
		there.platform.settings.tier = "free";
		await post(to, { m: "Mapped", title: "Own" });
		expect((await there.last()).title).toBe("Own");
		there.platform.settings.tier = "premium";
		await post(to, { m: "Mapped", title: "Own" });
		expect((await there.last()).title).toBe("Mapped");
	});

	test("a way without a step is refused", async () => {
		expect(
			(await make({ payloadAttributeMappings: [mapping("TITLE", [])] })).data.httpIntegrationCreate.errors,
		).toEqual(["Payload attribute mapping title has no path"]);
	});
});

describe("test alerts", () => {
	test("ALERT-118..119 developers send them, others not; an ordinary alert comes of it", async () => {
		const send = (who: string) => there.platform.alerts.test(there.intake, { title: "Try" }, who);
		for (const who of ["reporter", "guest", "outsider"]) expect(() => send(who)).toThrow("403 Forbidden");
		expect(await there.alerts()).toEqual([]);
		expect(send("developer")).toMatchObject({ status: 200, body: '[{"iid":1,"title":"Try"}]' });
		expect(await there.last()).toMatchObject({ title: "Try", status: "TRIGGERED", eventCount: 1 });
	});

	test("ALERT-120 for the metrics format the whole payload is needed", async () => {
		const metrics = there.make.alertIntegration(there.project, { name: "Metrics", type: "prometheus" });
		const { alerts } = there.platform;
		expect(alerts.test(metrics, item({ annotations: { title: "A" } }), "developer").body).toBe(
			'[{"iid":1,"title":"New: Alert"}]',
		);
		expect(alerts.test(metrics, metricsPayload(item({ annotations: { title: "A" } })), "developer").body).toBe(
			'[{"iid":2,"title":"A"}]',
		);
	});
});

describe("the external incident product", () => {
	const address = "https://incidents.example.com/api";
	const link = (to: string | null = address, who = "maintainer") =>
		there.platform.alerts.linkExternalProduct("acme/watched", to, who);
	const switchOff = () => there.platform.state.alertIntegrations.update(there.intake.id, { active: false });

	test("ALERT-129..131 while it is linked no integration can be active", async () => {
		expect(() => link()).toThrow("cannot be enabled while an alert integration is active");
		switchOff();
		link();
		const shut = ["Alert integrations cannot be active while the external incident product is enabled"];
		expect((await make()).data.httpIntegrationCreate).toEqual({ errors: shut, integration: null });
		const id = `gid://service/AlertManagement::HttpIntegration/${there.intake.id}`;
		expect(await change(id, { active: true })).toMatchObject({ errors: shut, integration: { active: false } });
		await made({ active: false });
		link(null);
		expect((await change(id, { active: true })).errors).toEqual([]);
	});

	test("ALERT-132 what comes to an integration is refused", async () => {
		there.platform.state.projects.update(there.project.id, { external_incident_product: address });
		expect((await there.send({})).status).toBe(403);
		expect((await there.send(metricsPayload(item()))).status).toBe(401);
		expect(await there.alerts()).toEqual([]);
	});

	test("ALERT-133 it needs a maintainer, a paid plan and an http address", () => {
		switchOff();
		expect(() => link(address, "developer")).toThrow("403 Forbidden");
		for (const none of ["no address", "ftp://incidents.example.com", ""]) expect(() => link(none)).toThrow("address");
		there.platform.settings.tier = "free";
		expect(() => link()).toThrow("needs a paid plan");
		there.platform.settings.tier = "premium";
		link();
		expect(there.platform.state.projects.get(there.project.id)?.external_incident_product).toBe(address);
	});
});
