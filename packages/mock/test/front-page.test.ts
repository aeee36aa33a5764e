import { createPlatform } from "@tenon/mock";
import { listen } from "@tenon/mock/node";
import { expect, onTestFinished, test } from "vitest";
import { isInspectorBuilt } from "../../../test/support/requirements";
import { createWorlds } from "../src/platform/worlds";

const accept = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

test.each(["/", "/_mock", "/_mock?theme=dark"])("a browser that opens %s sees the page of the mock", async (url) => {
	const platform = createPlatform();
	const { status, headers } = await platform.handle({ method: "GET", url, headers: { accept } });
	expect([status, headers.location]).toEqual([302, "/_mock/"]);
	expect(platform.journal.calls()).toEqual([]);
	expect(await platform.handle({ method: "GET", url, headers: { accept: "*/*" } })).toMatchObject({ status: 404 });
	expect(await platform.handle({ method: "POST", url, headers: { accept } })).toMatchObject({ status: 404 });
});

test("the page is the one of the world, and lies below the path that the platform has outside", async () => {
	const worlds = createWorlds({ externalUrl: "https://example.com/platform" });
	worlds.get("test-7");
	for (const [url, location] of [
		["/platform", "/platform/_mock/"],
		["/platform/_world/test-7/", "/platform/_world/test-7/_mock/"],
		["/platform/_world/test-7/_mock", "/platform/_world/test-7/_mock/"],
	] as const)
		expect((await worlds.handle({ method: "GET", url, headers: { accept } })).headers.location).toBe(location);
	expect((await worlds.handle({ method: "GET", url: "/", headers: { accept } })).status).toBe(404);
});

test("over a port a browser ends at the page", async () => {
	const server = await listen(createPlatform());
	onTestFinished(() => server.close());
	const response = await fetch(server.url, { headers: { accept } });
	// Without a built inspector, the page says how to build it.
	expect([response.url, response.status]).toEqual([`${server.url}/_mock/`, isInspectorBuilt ? 200 : 503]);
	expect(await response.text()).toContain("<!doctype html>");
});
