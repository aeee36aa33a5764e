import { beforeEach, describe, expect, test } from "vitest";
import { type AlertWorld, alertWorld, item, metricsPayload } from "../support/alerts";

let there: AlertWorld;
beforeEach(() => {
	there = alertWorld();
});

const titled = (title: string, more: object = {}): object => item({ annotations: { title }, ...more });
const send = (...items: object[]) => there.send(metricsPayload(...items));

describe("the format", () => {
	test("ALERT-074..075, ALERT-111 an alert for each item, in their order", async () => {
		expect(await send(titled("A"), titled("B"), titled("C"))).toMatchObject({
			status: 200,
			body: [
				{ iid: 1, title: "A" },
				{ iid: 2, title: "B" },
				{ iid: 3, title: "C" },
			],
		});
		expect((await there.alerts()).map(({ title }) => title)).toEqual(["A", "B", "C"]);
	});

	test("ALERT-076 no item, no alert", async () => {
		expect(await send()).toMatchObject({ status: 200, body: [] });
		expect(await there.alerts()).toEqual([]);
	});

	test.each<[string, object]>([
		["another version", { ...metricsPayload(titled("A")), version: "3" }],
		["a number as version", { ...metricsPayload(titled("A")), version: 4 }],
		...["commonAnnotations", "externalURL", "groupKey", "receiver", "status"].map((key): [string, object] => [
			`no ${key}`,
			Object.fromEntries(Object.entries(metricsPayload(titled("A"))).filter(([name]) => name !== key)),
		]),
	])("ALERT-077 %s makes it a generic one", async (_what, payload) => {
		expect(await there.send(payload)).toMatchObject({ status: 200, body: [{ iid: 1, title: "New: Alert" }] });
	});

	test("ALERT-110 at most a hundred items are taken", async () => {
		const items = Array.from({ length: 101 }, (_, at) => titled(`Alert ${at}`));
		expect((await send(...items)).body).toHaveLength(100);
		expect(await there.row(100)).toMatchObject({ title: "Alert 99" });
		expect(await there.row(101)).toBeUndefined();
	});

	test("ALERT-112 the same item twice is one alert, told of twice", async () => {
		expect((await send(titled("A"), titled("A"))).body).toEqual([
			{ iid: 1, title: "A" },
			{ iid: 1, title: "A" },
		]);
		expect(await there.alerts()).toMatchObject([{ eventCount: 2 }]);
	});
});

describe("an item", () => {
	const labels = { alertname: "named" };
	test.each<[string, object, object]>([
		["ALERT-078..079", { labels, annotations: { title: "titled", summary: "summed" } }, { title: "titled" }],
		["ALERT-078", { labels, annotations: { summary: "summed" } }, { title: "summed" }],
		["ALERT-079", { labels, annotations: {} }, { title: "named" }],
		["ALERT-080", { startsAt: "2026-01-05T07:00:00Z" }, { startedAt: "2026-01-05T07:00:00Z" }],
		["ALERT-083", { annotations: { description: "Very" } }, { description: "Very" }],
		["ALERT-085", { annotations: { runbook: "https://d.example.com" } }, { runbook: "https://d.example.com" }],
		["ALERT-086", {}, { details: { metric_query: "up == 0" } }],
		[
			"ALERT-087",
			{ generatorURL: undefined, generatorUrl: "https://m.example.com/?g0.expr=a" },
			{ details: { metric_query: "a" } },
		],
		[
			"ALERT-088",
			{ labels: { ...labels, gitlab_environment_name: "production" } },
			{ environment: { name: "production" } },
		],
		[
			"ALERT-089",
			{ labels: { ...labels, service_environment_name: "production" } },
			{ environment: { name: "production" } },
		],
		["ALERT-090", { labels: { ...labels, severity: "low" } }, { severity: "LOW" }],
		["ALERT-090", { labels }, { severity: "CRITICAL" }],
		["ALERT-106", { annotations: { gitlab_y_label: "Requests" } }, { details: { y_label: "Requests" } }],
		["ALERT-106", { annotations: { title: "T", summary: "S" } }, { details: { y_label: "T" } }],
		["ALERT-106", { annotations: { summary: "S" } }, { details: { y_label: "S" } }],
		["ALERT-106", { labels }, { details: { y_label: "named" } }],
		["ALERT-107", { annotations: { team: "blue" } }, { details: { "annotations.team": "blue" } }],
		[
			"ALERT-109",
			{ labels: { ...labels, deep: { one: 1 } }, annotations: { deep: { two: [2] } } },
			{ details: { "annotations.deep.two": [2] } },
		],
	])("%s %j", async (_claim, given, expected) => {
		expect((await send(item(given))).status).toBe(200);
		expect(await there.last()).toMatchObject(expected);
	});

	test("ALERT-086..087 without an expression, or with an address that is none, there is no query", async () => {
		for (const generatorURL of ["https://m.example.com/graph", "no address", 7, undefined]) {
			await send(titled(`${generatorURL}`, { generatorURL }));
			expect((await there.last()).details).not.toHaveProperty("metric_query");
		}
	});

	test.each<[string, object]>([
		["ALERT-080..081 no start", { startsAt: undefined }],
		["ALERT-081 no title", { labels: {}, annotations: {} }],
		["ALERT-081 a start that cannot be read", { startsAt: "once" }],
		["ALERT-081 no record", { labels: null, annotations: null }],
	])("%s: it is left out, and the others are taken", async (_what, given) => {
		expect((await send(titled("A"), item(given), titled("B"))).body).toEqual([
			{ iid: 1, title: "A" },
			{ iid: 2, title: "B" },
		]);
		expect(await send(item(given))).toMatchObject({ status: 200, body: [] });
	});

	test("ALERT-082 all of them left out", async () => {
		expect(await there.send(metricsPayload(item({ startsAt: null }), item({ labels: {} })))).toMatchObject({
			status: 200,
			body: [],
		});
	});

	test("ALERT-084 annotations/gitlab_incident_markdown goes to the incident", async () => {
		await send(titled("A", { annotations: { title: "A", gitlab_incident_markdown: "## To do\n\nCall Ann." } }));
		const { data } = await there.gql(
			"developer",
			'mutation { createAlertIssue(input: { projectPath: "acme/watched", iid: "1" }) { issue { description } } }',
		);
		expect(data.createAlertIssue.issue.description).toMatch(/\n\n## To do\n\nCall Ann\.$/);
	});

	test("ALERT-108 other attributes change nothing", async () => {
		await send(titled("A"));
		await send(
			titled("B", {
				title: "no",
				severity: "low",
				description: "no",
				service: "no",
				hosts: ["no"],
				fingerprint: "x",
				labels: { alertname: "InstanceDown", job: "web", deep: { one: 1 } },
			}),
		);
		const [one, other] = await there.alerts();
		expect({ ...other, iid: "1", title: "A", details: { ...other.details, y_label: "A" } }).toEqual(one);
	});
});

describe("severity", () => {
	const words = {
		CRITICAL: ["critical", "s1", "p1", "emergency", "fatal"],
		HIGH: ["high", "s2", "p2", "major", "page"],
		MEDIUM: ["medium", "s3", "p3", "error", "alert"],
		LOW: ["low", "s4", "p4", "warn", "warning"],
		INFO: ["info", "s5", "p5", "debug", "information", "notice"],
	};
	test.each([
		["ALERT-092", "CRITICAL"],
		["ALERT-093", "HIGH"],
		["ALERT-094", "MEDIUM"],
		["ALERT-095", "LOW"],
		["ALERT-096", "INFO"],
	] as const)("%s the words for %s, ALERT-097 in any case", async (_claim, severity) => {
		for (const word of words[severity])
			for (const given of [word, word.toUpperCase(), word.charAt(0).toUpperCase() + word.slice(1)]) {
				await send(titled(given, { labels: { severity: given } }));
				expect(await there.last()).toMatchObject({ title: given, severity });
			}
	});

	test.each(["unknown", "minor", "s6", ""])("ALERT-091 %j is critical", async (severity) => {
		await send(titled("x", { labels: { severity } }));
		expect((await there.last()).severity).toBe("CRITICAL");
	});
});

describe("resolution", () => {
	const end = "2026-01-05T09:00:00Z";
	const zero = "0001-01-01T00:00:00Z";

	test.each<[string, object, string | null]>([
		["ALERT-098, ALERT-102", { status: "resolved", endsAt: end }, end],
		["ALERT-102", { status: "resolved", endsAt: undefined }, "2026-01-05T09:30:00Z"],
		["ALERT-101..102", { status: "resolved", endsAt: zero }, "2026-01-05T09:30:00Z"],
		["ALERT-099..100", { status: undefined, endsAt: end }, end],
		["ALERT-100", { status: "firing", endsAt: end }, null],
		["ALERT-101", { status: undefined, endsAt: zero }, null],
		["ALERT-101", { status: undefined, endsAt: null }, null],
		["ALERT-101", { status: "firing", endsAt: zero }, null],
	])("%s %j", async (_claim, given, endedAt) => {
		await send(titled("A"));
		expect((await send(titled("A", given))).body).toEqual([{ iid: 1, title: "A" }]);
		expect(await there.alerts()).toMatchObject([
			endedAt === null
				? { status: "TRIGGERED", endedAt, eventCount: 2 }
				: { status: "RESOLVED", endedAt, eventCount: 1 },
		]);
	});

	test("ALERT-103 the status of the whole payload resolves nothing", async () => {
		await send(titled("A"));
		await there.send({ ...metricsPayload(titled("A")), status: "resolved" });
		expect(await there.last()).toMatchObject({ status: "TRIGGERED", eventCount: 2 });
	});

	test("ALERT-104 what is not open is left out", async () => {
		expect(await send(titled("A", { status: "resolved" }), titled("B"))).toMatchObject({
			status: 200,
			body: [{ iid: 1, title: "B" }],
		});
		expect(await there.alerts()).toHaveLength(1);
	});

	test.each(["free", "ultimate"] as const)("ALERT-105 on the plan %s start, title and query group", async (tier) => {
		there.platform.settings.tier = tier;
		const iid = async (given: object): Promise<number> => (await send(titled("A", given))).body[0].iid;
		expect(await iid({})).toBe(1);
		expect(await iid({ labels: { severity: "low" } })).toBe(1);
		expect(await iid({ startsAt: "2026-01-05T08:00:01Z" })).toBe(2);
		expect(await iid({ generatorURL: "https://m.example.com/?g0.expr=other" })).toBe(3);
		expect((await send(titled("B"))).body[0].iid).toBe(4);
	});

	test("a payload as metrics systems really send it stays firing", async () => {
		const labels = { alertname: "HighErrorRate", instance: "web-1:9100", job: "web", severity: "page" };
		const payload = {
			receiver: "platform",
			status: "firing",
			alerts: [
				{
					status: "firing",
					labels,
					annotations: { description: "More than 5 % fail.", summary: "High error rate" },
					startsAt: "2026-01-05T09:12:03.421Z",
					endsAt: zero,
					generatorURL: "http://metrics-1:9090/graph?g0.expr=rate%28errors%5B5m%5D%29+%3E+0.05&g0.tab=1",
					fingerprint: "c4fca5e6a2c9b1a8",
				},
			],
			groupLabels: { alertname: "HighErrorRate" },
			commonLabels: labels,
			commonAnnotations: { summary: "High error rate" },
			externalURL: "http://alerts-1:9093",
			version: "4",
			groupKey: '{}:{alertname="HighErrorRate"}',
			truncatedAlerts: 0,
		};
		expect(await there.send(payload)).toMatchObject({ status: 200, body: [{ iid: 1, title: "High error rate" }] });
		expect(await there.last()).toMatchObject({
			status: "TRIGGERED",
			severity: "HIGH",
			startedAt: "2026-01-05T09:12:03Z",
			endedAt: null,
			description: "More than 5 % fail.",
			details: { metric_query: "rate(errors[5m]) > 0.05" },
		});
		const over = {
			...payload,
			status: "resolved",
			alerts: [{ ...payload.alerts[0], status: "resolved", endsAt: "2026-01-05T09:20:00Z" }],
		};
		expect((await there.send(over)).body).toEqual([{ iid: 1, title: "High error rate" }]);
		expect(await there.last()).toMatchObject({ status: "RESOLVED", endedAt: "2026-01-05T09:20:00Z" });
	});
});
