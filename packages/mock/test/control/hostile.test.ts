import fc from "fast-check";
import { expect, test } from "vitest";
import { world } from "../support/world";

const paths = (
	"health settings clock clock/advance faults faults/fault-1 faults/fault-1/release journal " +
	"journal/har journal/unmatched coverage reset snapshot restore state"
).split(" ");
const names = (
	"tier flags cors latency journal now by ticking operation path status " +
	"kind hold times body snapshot format version tables __proto__ constructor"
).split(" ");
const json = fc.oneof(
	fc.dictionary(
		fc.constantFrom(...names),
		fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom("free", 503, true, "drop", "8 days", "getUser")),
		{ maxKeys: 4 },
	),
	fc.jsonValue({ maxDepth: 2 }),
);

test("with any input, the control API returns no failure of its own, and the platform continues", async () => {
	const errors: unknown[] = [];
	const { platform } = world({ onError: (error) => errors.push(error) });
	await fc.assert(
		fc.asyncProperty(
			fc.constantFrom("GET", "PUT", "POST", "PATCH", "DELETE", "OPTIONS", "BREW"),
			fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...paths) }, { weight: 1, arbitrary: fc.webPath() }),
			fc.oneof(
				{ weight: 8, arbitrary: json.map((value) => JSON.stringify(value)) },
				{ weight: 1, arbitrary: fc.string() },
				{ weight: 1, arbitrary: fc.uint8Array() },
			),
			fc.webQueryParameters(),
			async (method, path, body, query) => {
				const { status, body: text } = await platform.handle({
					method,
					url: `/_mock/${path}?${query}`,
					headers: { host: "localhost" },
					body,
				});
				expect(status).toBeLessThan(500);
				if (status >= 400) expect(JSON.parse(String(text)).message.length).toBeGreaterThan(5);
				// The calls can add rules, which would only slow the test down.
				platform.faults.clear();
				platform.settings.latency = 0;
				const alive = await platform.handle({ method: "GET", url: "/api/v4/version-of-nothing", headers: {} });
				expect(alive.status).toBe(404);
			},
		),
		{ seed: 61, numRuns: 400 },
	);
	expect(Object.prototype).not.toHaveProperty("tier");
	expect(errors).toEqual([]);
}, 120_000);

test("a setting that is not a URL does no harm", async () => {
	const { platform } = world({ onError: () => undefined });
	platform.settings.externalUrl = "nowhere";
	expect((await platform.handle({ method: "GET", url: "/_mock/health", headers: {} })).status).toBe(200);
	expect((await platform.handle({ method: "GET", url: "/other/_mock/health", headers: {} })).status).toBe(500);
});
