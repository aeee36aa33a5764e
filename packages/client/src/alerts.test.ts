import { inspect } from "node:util";
import { describe, expect, test, vi } from "vitest";
import { broken, failure, json, refusal, script } from "../test/support/script";
import { type AlertPayload, type AlertSenderOptions, createAlertSender, metricsPayload } from "./alerts";
import { UsageError } from "./errors/errors";

const url = "https://alerts.test/acme/web/alerts/notify/disk/0123456789abcdef.json";
const key = "0123456789abcdef0123456789abcdef";
type Steps = Parameters<typeof script>;

function on(steps: Steps, options: Partial<AlertSenderOptions> = {}) {
	const { fetch, requests } = script(...steps);
	return { sender: createAlertSender({ url, key, fetch, ...options }), requests };
}
const bodyOf = (request: { body: BodyInit | null | undefined } | undefined): unknown =>
	JSON.parse(String(request?.body));
const alerts = [{ iid: 1, title: "Disk full" }];

describe("send", () => {
	test("SDK-285 JSON goes to the address with the key as a bearer", async () => {
		const { sender, requests } = on([json(alerts)]);
		expect(await sender.send({ title: "Disk full", severity: "HIGH" })).toEqual(alerts);
		expect([requests[0]?.method, requests[0]?.url]).toEqual(["POST", url]);
		expect(requests[0]?.headers.get("authorization")).toBe(`Bearer ${key}`);
		expect(bodyOf(requests[0])).toEqual({ title: "Disk full", severity: "HIGH" });
	});

	test("SDK-286 or as the password of nobody", async () => {
		const { sender, requests } = on([json(alerts)], { as: "basic" });
		await sender.send({});
		expect(requests[0]?.headers.get("authorization")).toBe(`Basic ${btoa(`:${key}`)}`);
	});

	test("SDK-287 credentials in the address go to the header", async () => {
		const withKey = url.replace("//", `//anyone:${key}@`);
		const { sender, requests } = on([json(alerts), refusal(401, "", {})], { url: withKey, key: undefined, retries: 0 });
		await sender.send({});
		expect(requests[0]?.url).toBe(url);
		expect(requests[0]?.headers.get("authorization")).toBe(`Bearer ${key}`);
		const error = await failure(sender.send({}));
		expect(inspect(error) + JSON.stringify(error)).not.toContain(key);
	});

	test("SDK-288..289 dates, lists, further fields, and the environment by either name", async () => {
		const { sender, requests } = on([json(alerts)]);
		const at = new Date("2026-01-05T09:30:00Z");
		await sender.send({
			start_time: at,
			hosts: ["a"],
			fingerprint: ["x", "y"],
			serviceEnvironmentName: "prod",
			probe: { n: 1 },
		});
		expect(bodyOf(requests[0])).toEqual({
			start_time: at.toISOString(),
			hosts: ["a"],
			fingerprint: ["x", "y"],
			service_environment_name: "prod",
			probe: { n: 1 },
		});
	});

	test("SDK-292 a payload above 1 MiB is refused before sending", async () => {
		const { sender, requests } = on([json(alerts)]);
		const frame = JSON.stringify({ description: "" }).length;
		expect(await failure(sender.send({ description: "x".repeat(1_048_577 - frame) }))).toBeInstanceOf(UsageError);
		expect(requests).toEqual([]);
		await sender.send({ description: "x".repeat(1_048_576 - frame) });
		expect(requests).toHaveLength(1);
	});

	const fingerprint = "disk";
	test.each<[string, Steps[number], Partial<AlertSenderOptions>, AlertPayload, boolean]>([
		["429", refusal(429, "", { "retry-after": "0" }), {}, {}, true],
		["a failure", refusal(503), {}, { fingerprint }, false],
		["a lost connection", broken(), {}, { fingerprint }, false],
		["a failure, allowed", refusal(503, "", { "retry-after": "0" }), { retryFailures: true }, { fingerprint }, true],
		["a failure, allowed, no fingerprint", refusal(503), { retryFailures: true }, {}, false],
	])("SDK-295 after %s", async (_what, step, options, payload, again) => {
		const { sender, requests } = on(again ? [step, json(alerts)] : [step], options);
		const sent = sender.send(payload);
		if (again) expect(await sent).toEqual(alerts);
		else await failure(sent);
		expect(requests).toHaveLength(again ? 2 : 1);
	});

	test("SDK-288 invalid times and values that are not JSON reject before a request", async () => {
		const { sender, requests } = on([]);
		const round: { [name: string]: unknown } = {};
		round.again = round;
		const never = new Date("no date");
		for (const sent of [
			sender.send({ start_time: never }),
			sender.resolve({ fingerprint: "f", end_time: never }),
			sender.sendMetrics([{ startsAt: never }]),
			sender.send(round),
		])
			expect(await failure(sent)).toBeInstanceOf(UsageError);
		expect(requests).toEqual([]);
	});

	test("SDK-287, SDK-235 a key that is missing or cannot be sent is refused at once, and not shown", () => {
		for (const bad of ["", "kлюч", "two words", undefined]) {
			try {
				createAlertSender({ url, key: bad });
				expect.unreachable();
			} catch (error) {
				expect(error).toBeInstanceOf(UsageError);
				expect(inspect(error)).not.toMatch(/kлюч|two words/);
			}
		}
		expect(() => createAlertSender({ url: url.replace("//", "//a:%E0@") })).toThrow(UsageError);
	});

	test("an invalid address", () => {
		for (const none of ["", "no address", "ftp://alerts.test/x"])
			expect(() => createAlertSender({ url: none, key })).toThrow(UsageError);
	});
});

describe("resolve", () => {
	test("SDK-290 sends the fingerprint with the end, now by default", async () => {
		vi.useFakeTimers({ now: new Date("2026-01-05T09:30:00Z"), toFake: ["Date"] });
		const { sender, requests } = on([json(alerts), json(alerts)]);
		await sender.resolve({ fingerprint: "disk" });
		await sender.resolve({ fingerprint: ["a", "b"], end_time: "2026-01-01T00:00:00Z", title: "Over" });
		vi.useRealTimers();
		expect(requests.map(bodyOf)).toEqual([
			{ fingerprint: "disk", end_time: "2026-01-05T09:30:00.000Z" },
			{ fingerprint: ["a", "b"], end_time: "2026-01-01T00:00:00Z", title: "Over" },
		]);
	});

	test.each(["", " ", [], [""]])("SDK-290 refuses the fingerprint %j", async (fingerprint) => {
		const { sender, requests } = on([]);
		expect(await failure(sender.resolve({ fingerprint }))).toBeInstanceOf(UsageError);
		expect(requests).toEqual([]);
	});
});

describe("sendMetrics", () => {
	const items = [{ startsAt: "2026-01-05T09:30:00Z", labels: { alertname: "Down" } }];

	test("SDK-291 the nine keys are filled in around items, or given whole", async () => {
		const { sender, requests } = on([json(alerts), json(alerts)]);
		await sender.sendMetrics(items);
		await sender.sendMetrics(metricsPayload(items, { receiver: "web", groupKey: "g" }));
		const empty = {
			groupLabels: {},
			commonLabels: {},
			commonAnnotations: {},
			externalURL: "",
			status: "firing",
			version: "4",
		};
		expect(requests.map(bodyOf)).toEqual([
			{ ...empty, groupKey: null, receiver: "", alerts: items },
			{ ...empty, groupKey: "g", receiver: "web", alerts: items },
		]);
	});

	test("SDK-292 more than a hundred items are warned of", async () => {
		const onWarning = vi.fn();
		const { sender } = on([json([]), json([])], { onWarning });
		const many = (count: number) => Array.from({ length: count }, () => ({ startsAt: new Date(0) }));
		await sender.sendMetrics(many(100));
		expect(onWarning).not.toHaveBeenCalled();
		await sender.sendMetrics(many(101));
		expect(onWarning).toHaveBeenCalledWith("The payload has 101 items; the server accepts only the first 100.");
	});
});
