import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { clientOn, failure, json, refusal, script } from "../../test/support/script";
import { waitForPipeline } from "../operations";

const params = { id: "acme/web", pipeline_id: 7 };
const pipeline = (status: string) => json({ id: 7, status });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Runs the clock until the promise settles. Returns its outcome and the milliseconds that passed. */
async function ran<T>(promise: Promise<T>): Promise<{ outcome: T | Error; spent: number }> {
	const began = Date.now();
	let outcome: T | Error | undefined;
	promise.then(
		(value) => {
			outcome = value;
		},
		(error) => {
			outcome = error;
		},
	);
	while (outcome === undefined) await vi.advanceTimersByTimeAsync(100);
	return { outcome, spent: Date.now() - began };
}

describe("waitFor", () => {
	test.each(["success", "failed", "canceled", "skipped"])("SDK-315 it ends at %s", async (status) => {
		const { fetch, requests } = script(pipeline("pending"), pipeline("running"), pipeline(status));
		const seen: string[] = [];
		const { outcome, spent } = await ran(
			clientOn(fetch).pipelines.waitFor(params, { onProgress: (one) => seen.push(one.status) }),
		);
		expect(outcome).toEqual({ id: 7, status });
		expect(seen).toEqual(["pending", "running", status]);
		expect(requests.map(({ path }) => path)).toEqual(Array(3).fill("/api/v4/projects/acme%2Fweb/pipelines/7"));
		expect(spent).toBeGreaterThanOrEqual(5_000);
		expect(spent).toBeLessThan(5_300);
	});

	test("SDK-315 the pauses grow by half, up to a bound", async () => {
		const at: number[] = [];
		const began = Date.now();
		const { fetch } = script(
			...Array.from({ length: 6 }, (_, index) => () => {
				at.push(Date.now() - began);
				return pipeline(index === 5 ? "success" : "manual");
			}),
		);
		await ran(waitForPipeline(clientOn(fetch), params, { interval: 1_000, longestInterval: 2_000 }));
		expect(at).toEqual([0, 1_000, 2_500, 4_500, 6_500, 8_500]);
	});

	test("ends at other statuses, or by a predicate", async () => {
		const { fetch } = script(pipeline("pending"), pipeline("manual"), pipeline("running"), pipeline("running"));
		const tenon = clientOn(fetch);
		expect((await ran(tenon.pipelines.waitFor(params, { until: ["manual"] }))).outcome).toMatchObject({
			status: "manual",
		});
		const { outcome } = await ran(tenon.pipelines.waitFor(params, { until: ({ status }) => status !== "pending" }));
		expect(outcome).toMatchObject({ status: "running" });
	});

	test("SDK-315 a deadline ends it with a TimeoutError that has the last status", async () => {
		const { fetch } = script(...Array.from({ length: 9 }, () => () => pipeline("running")));
		const { outcome, spent } = await ran(clientOn(fetch).pipelines.waitFor(params, { deadline: 8_000 }));
		expect(outcome).toMatchObject({ name: "TimeoutError", message: "getPipeline: running after 8000 ms of waiting" });
		expect(spent).toBeLessThanOrEqual(8_100);
	});

	test("SDK-315 its signal ends it, in a pause as well as before", async () => {
		const { fetch, requests } = script(pipeline("running"));
		const controller = new AbortController();
		setTimeout(() => controller.abort("enough"), 700);
		const { outcome, spent } = await ran(clientOn(fetch).pipelines.waitFor(params, { signal: controller.signal }));
		expect(outcome).toMatchObject({ name: "AbortError", cause: "enough" });
		expect([spent, requests.length]).toEqual([700, 1]);
	});

	test("reports a lasting failure, but not a temporary one", async () => {
		const { fetch } = script(refusal(502), pipeline("running"), refusal(404));
		expect((await ran(clientOn(fetch).pipelines.waitFor(params))).outcome).toMatchObject({ status: 404 });
	});

	test("a pause of nothing is refused", async () => {
		vi.useRealTimers();
		expect(await failure(clientOn(script().fetch).pipelines.waitFor(params, { interval: 0 }))).toMatchObject({
			name: "UsageError",
			parameter: "interval",
		});
	});
});
