import { beforeEach, describe, expect, test } from "vitest";
import { type AlertWorld, alertWorld } from "../support/alerts";

let there: AlertWorld;
beforeEach(() => {
	there = alertWorld();
});

const long = (length: number): string => "x".repeat(length);

describe("fields", () => {
	test.each<[string, object, object]>([
		["ALERT-026", { title: "Disk full" }, { title: "Disk full" }],
		["ALERT-027", {}, { title: "New: Alert" }],
		["ALERT-028", { title: "  " }, { title: "New: Alert" }],
		["ALERT-028", { title: null }, { title: "New: Alert" }],
		["ALERT-029", { title: long(200) }, { title: long(200) }],
		["ALERT-029", { title: long(201) }, { title: `${long(197)}...` }],
		["ALERT-030", { description: "It is *full*." }, { description: "It is *full*." }],
		["ALERT-031", { description: long(1_000) }, { description: long(1_000) }],
		["ALERT-031", { description: long(1_001) }, { description: `${long(997)}...` }],
		["ALERT-032", { start_time: "2026-01-04T08:00:00Z" }, { startedAt: "2026-01-04T08:00:00Z" }],
		["ALERT-032", { start_time: "2026-01-04T08:00:00+02:00" }, { startedAt: "2026-01-04T06:00:00Z" }],
		["ALERT-032", {}, { startedAt: "2026-01-05T09:30:00Z" }],
		["ALERT-033", { start_time: "yesterday" }, { startedAt: "2026-01-05T09:30:00Z" }],
		["ALERT-036", { service: "db", monitoring_tool: "probe" }, { service: "db", monitoringTool: "probe" }],
		[
			"ALERT-037",
			{ service: long(101), monitoring_tool: long(100) },
			{ service: `${long(97)}...`, monitoringTool: long(100) },
		],
		["ALERT-038", { hosts: "db-1" }, { hosts: ["db-1"] }],
		["ALERT-039", { hosts: ["db-2", "db-1"] }, { hosts: ["db-2", "db-1"] }],
		["ALERT-040", { hosts: ["a", ["b", ["c"]]] }, { hosts: ["a", "b", "c"] }],
		["ALERT-040", { hosts: [long(250), "abcdefg", "h"] }, { hosts: [long(250), "abcde"] }],
		["ALERT-046", { service_environment_name: "production" }, { environment: { name: "production" } }],
		["ALERT-047", { service_environment_name: "nowhere" }, { environment: null }],
		["ALERT-048", { gitlab_environment_name: "production" }, { environment: { name: "production" } }],
		[
			"ALERT-049",
			{ title: "x", probe: { region: "north", tries: [1, 2] }, level: 3 },
			{ details: { "probe.region": "north", "probe.tries": [1, 2], level: 3 } },
		],
		["ALERT-050", { runbook: "https://docs.example.com/x" }, { runbook: "https://docs.example.com/x" }],
	])("%s %j", async (_claim, payload, expected) => {
		expect((await there.send(payload)).status).toBe(200);
		expect(await there.last()).toMatchObject(expected);
	});

	test("ALERT-026, ALERT-029 the answer has the title as it is kept", async () => {
		expect((await there.send({ title: long(300) })).body).toEqual([{ iid: 1, title: `${long(197)}...` }]);
	});

	test.each<[string, unknown, string]>([
		...(["HIGH", "High", "high", "hIgH"] as const).map((given): [string, string, string] => [
			"ALERT-041",
			given,
			"HIGH",
		]),
		...(["critical", "high", "medium", "low", "info", "unknown"] as const).map((given): [string, string, string] => [
			"ALERT-042",
			given,
			given.toUpperCase(),
		]),
		["ALERT-043", undefined, "CRITICAL"],
		["ALERT-044", "terrible", "CRITICAL"],
		["ALERT-044", 3, "CRITICAL"],
		["ALERT-045", "s2", "CRITICAL"],
		["ALERT-045", "major", "CRITICAL"],
		["ALERT-045", "warning", "CRITICAL"],
	])("%s severity %j is %s", async (_claim, severity, expected) => {
		await there.send({ severity });
		expect((await there.last()).severity).toBe(expected);
	});
});

describe("grouping", () => {
	const iids = async (...payloads: object[]): Promise<number[]> => {
		const out: number[] = [];
		for (const payload of payloads) out.push((await there.send(payload)).body[0]?.iid);
		return out;
	};

	test.each<[string, unknown, unknown, boolean]>([
		["ALERT-051", "f", "f", true],
		["ALERT-051", ["a", "b"], ["a", "b"], true],
		["ALERT-051", "f", "g", false],
		["ALERT-052", ["a", "b"], "ab", true],
		["ALERT-052", ["a", ["b", "c"]], "abc", true],
		["ALERT-053", 42, "42", true],
		["ALERT-053", 42, 43, false],
	])("%s fingerprints %j and %j: %s", async (_claim, first, second, same) => {
		expect(await iids({ title: "1", fingerprint: first }, { title: "2", fingerprint: second })).toEqual([
			1,
			same ? 1 : 2,
		]);
	});

	test("ALERT-053 a blank fingerprint counts as none", async () => {
		there.platform.settings.tier = "free";
		expect(await iids({ fingerprint: " " }, { fingerprint: " " })).toEqual([1, 2]);
	});

	test("ALERT-054 the same fingerprint in another project is another alert", async () => {
		const other = there.make.project("acme/also-watched");
		const to = there.make.alertIntegration(other, { name: "Other" });
		await there.send({ fingerprint: "f" });
		expect((await there.send({ fingerprint: "f" }, {}, to)).body).toEqual([{ iid: 1, title: "New: Alert" }]);
		expect(await there.alerts(other)).toMatchObject([{ eventCount: 1 }]);
	});

	test("ALERT-055..056, ALERT-063 the same payload but for times and hosts raises the counter", async () => {
		const payload = { title: "Full", severity: "low", extra: { deep: [1] } };
		const times = { start_time: "2026-01-05T08:00:00Z", hosts: ["db-1"] };
		expect(await iids(payload, { ...payload, ...times }, { ...payload, start_time: "2026-01-05T09:00:00Z" })).toEqual([
			1, 1, 1,
		]);
		expect(await there.last()).toMatchObject({ eventCount: 3, status: "TRIGGERED" });
	});

	test.each<[object]>([[{ title: "Other" }], [{ severity: "high" }], [{ extra: { deep: [2] } }], [{ more: 1 }]])(
		"ALERT-057 a payload that differs by %j is another alert",
		async (change) => {
			const payload = { title: "Full", severity: "low", extra: { deep: [1] } };
			expect(await iids(payload, { ...payload, ...change })).toEqual([1, 2]);
		},
	);

	test("ALERT-058 the order of keys does not matter", async () => {
		expect(await iids({ title: "x", a: { b: 1, c: 2 } }, { a: { c: 2, b: 1 }, title: "x" })).toEqual([1, 1]);
	});

	test.each<[object]>([
		[{}],
		[{ hosts: ["a"] }],
		[{ start_time: "2026-01-05T08:00:00Z", hosts: "a" }],
		[{ title: " " }],
	])("ALERT-059 %j says too little to be grouped", async (payload) => {
		expect(await iids(payload, payload)).toEqual([1, 2]);
	});

	test("ALERT-060..061 on the free plan only what has a fingerprint is grouped", async () => {
		there.platform.settings.tier = "free";
		expect(await iids({ title: "x" }, { title: "x" })).toEqual([1, 2]);
		expect(await iids({ fingerprint: "f" }, { fingerprint: "f" })).toEqual([3, 3]);
	});

	test("ALERT-062 the answer is the open alert, which stays as it was first told of", async () => {
		await there.send({ title: "First", fingerprint: "f", severity: "low", service: "a" });
		const { status, body } = await there.send({ title: "Second", fingerprint: "f", severity: "high", service: "b" });
		expect([status, body]).toEqual([200, [{ iid: 1, title: "First" }]]);
		expect(await there.last()).toMatchObject({ title: "First", severity: "LOW", service: "a", eventCount: 2 });
	});

	test.each(["ACKNOWLEDGED", "IGNORED"])("ALERT-064 a repeat leaves the status %s", async (status) => {
		await there.send({ fingerprint: "f" });
		await setStatus(1, status);
		expect(await iids({ fingerprint: "f" })).toEqual([1]);
		expect(await there.last()).toMatchObject({ status, eventCount: 2 });
	});

	test("ALERT-065, GQL-273 once resolved an identical payload is a new alert", async () => {
		await there.send({ title: "Full" });
		await setStatus(1, "RESOLVED");
		expect(await iids({ title: "Full" }, { title: "Full" })).toEqual([2, 2]);
		expect(await there.alerts()).toMatchObject([
			{ iid: "1", status: "RESOLVED", eventCount: 1 },
			{ iid: "2", status: "TRIGGERED", eventCount: 2 },
		]);
	});

	async function setStatus(iid: number, status: string): Promise<void> {
		const { data } = await there.gql(
			"developer",
			`mutation { updateAlertStatus(input: { projectPath: "acme/watched", iid: "${iid}", status: ${status} }) { errors } }`,
		);
		expect(data.updateAlertStatus.errors).toEqual([]);
	}
});

describe("resolution", () => {
	const over = "2026-01-05T09:15:00Z";

	test.each<[string, unknown, string]>([
		["ALERT-034, ALERT-066..067", over, over],
		["ALERT-035", Date.parse(over), over],
		["ALERT-035", String(Date.parse(over)), over],
	])("%s end_time %j resolves the alert with that fingerprint", async (_claim, end_time, endedAt) => {
		await there.send({ title: "Full", fingerprint: "f" });
		expect((await there.last()).endedAt).toBeNull();
		expect(await there.send({ fingerprint: "f", end_time })).toMatchObject({
			status: 200,
			body: [{ iid: 1, title: "Full" }],
		});
		expect(await there.alerts()).toMatchObject([{ status: "RESOLVED", endedAt, eventCount: 1 }]);
	});

	test("ALERT-035 an end_time that cannot be read counts as absent", async () => {
		await there.send({ fingerprint: "f" });
		expect((await there.send({ fingerprint: "f", end_time: "soon" })).status).toBe(200);
		expect(await there.last()).toMatchObject({ status: "TRIGGERED", eventCount: 2 });
	});

	test("ALERT-068 resolving does not raise the counter", async () => {
		for (const payload of [{}, {}, { end_time: over }]) await there.send({ fingerprint: "f", ...payload });
		expect(await there.last()).toMatchObject({ status: "RESOLVED", eventCount: 2 });
	});

	test("ALERT-069 what is not open is not resolved", async () => {
		await there.send({ fingerprint: "f" });
		await there.send({ fingerprint: "f", end_time: over });
		const before = there.state();
		for (const payload of [{ fingerprint: "f" }, { fingerprint: "other" }])
			expect(await there.send({ ...payload, end_time: over })).toMatchObject({ status: 400, body: "" });
		expect(there.state()).toBe(before);
	});

	test("ALERT-070..071 without a fingerprint it depends on the plan", async () => {
		await there.send({ title: "Full", service: "db" });
		expect((await there.send({ title: "Full", service: "db", end_time: over })).status).toBe(200);
		expect((await there.last()).status).toBe("RESOLVED");
		there.platform.settings.tier = "free";
		await there.send({ title: "Full", service: "db" });
		expect((await there.send({ title: "Full", service: "db", end_time: over })).status).toBe(400);
		expect((await there.last()).status).toBe("TRIGGERED");
	});

	const incident = async (): Promise<{ iid: string; state: string }> => {
		const { data } = await there.gql(
			"developer",
			'mutation { createAlertIssue(input: { projectPath: "acme/watched", iid: "1" }) { issue { iid state } errors } }',
		);
		expect(data.createAlertIssue.errors).toEqual([]);
		return data.createAlertIssue.issue;
	};

	test("ALERT-072..073 the incident is closed with it where the project wants that, off by default", async () => {
		await there.send({ fingerprint: "f" });
		await incident();
		await there.send({ fingerprint: "f", end_time: over });
		expect(await there.last()).toMatchObject({ status: "RESOLVED", issue: { state: "opened" } });

		there = alertWorld();
		there.platform.alerts.autoCloseIncidents("acme/watched", true);
		await there.send({ fingerprint: "f" });
		await incident();
		await there.send({ fingerprint: "f", end_time: over });
		expect(await there.last()).toMatchObject({ status: "RESOLVED", issue: { state: "closed" } });
	});

	test("ALERT-140 closing the incident resolves the alert", async () => {
		await there.send({ fingerprint: "f" });
		const { iid } = await incident();
		const path = `/projects/acme%2Fwatched/issues/${iid}/notes`;
		expect((await there.ask("developer", "POST", path, { json: { body: "/close" } })).status).toBe(202);
		expect(await there.last()).toMatchObject({
			status: "RESOLVED",
			endedAt: "2026-01-05T09:30:00Z",
			issue: { state: "closed" },
		});
	});
});
