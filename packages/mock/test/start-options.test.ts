import { createPlatform, demo } from "@tenon/mock";
import { startOptions as inBrowser } from "@tenon/mock/browser";
import { handlers, startOptions } from "@tenon/mock/msw";
import { listen } from "@tenon/mock/node";
import { setupServer } from "msw/node";
import { expect, onTestFinished, test, vi } from "vitest";

test("startOptions says the same to both majors of MSW", () => {
	expect(startOptions()).toEqual({ onUnhandledRequest: "bypass", onUnhandledFrame: "bypass" });
	expect(inBrowser({ unhandled: "warn" })).toEqual({ onUnhandledRequest: "warn", onUnhandledFrame: "warn" });
});

test.each([
	["bypass", 200],
	["error", "refused"],
] as const)("and the one that is here follows its options: %s", async (unhandled, outcome) => {
	const elsewhere = await listen(createPlatform());
	const server = setupServer(...handlers(createPlatform({ seed: demo }), { baseUrl: "http://platform.test" }));
	vi.spyOn(console, "error").mockImplementation(() => {});
	server.listen(startOptions({ unhandled }));
	onTestFinished(async () => {
		server.close();
		vi.restoreAllMocks();
		await elsewhere.close();
	});
	expect((await fetch("http://platform.test/api/v4/groups/acme")).status).toBe(200);
	const observed = fetch(`${elsewhere.url}/_mock/health`).then(
		({ status }) => status,
		() => "refused",
	);
	expect(await observed).toBe(outcome);
});
