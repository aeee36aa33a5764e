import { expect, test } from "vitest";
import { soakClient } from "./client-soak";

test("SDK-191, SDK-192, SDK-211, SDK-226 1,500 calls with 30 % of all requests harmed: typed outcomes, nothing doubled, nothing left", {
	timeout: 120_000,
}, async () => {
	const { calls, requests, results, errors, untyped, doubled, timers, listeners } = await soakClient(1_500, 7);
	expect(untyped).toEqual([]);
	expect(doubled).toEqual([]);
	expect(timers).toBeLessThanOrEqual(0);
	expect(listeners).toBe(0);
	const failed = Object.values(errors).reduce((sum, count) => sum + count, 0);
	expect(results + failed).toBe(calls);
	// If every call succeeded, or none, the soak would prove little.
	expect(results).toBeGreaterThan(calls / 4);
	expect(Object.keys(errors).length).toBeGreaterThan(4);
	expect(requests).toBeGreaterThan(calls);
});
