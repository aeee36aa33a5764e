import { createPlatform, createProxy, demo } from "@tenon/mock";
import { expect, test } from "vitest";

test("the recorder refuses requests that came to another machine's name", async () => {
	const upstream = createPlatform({ seed: demo });
	const proxy = createProxy({ upstream: "http://upstream.test", fetch: upstream.fetch });
	const headers = { "private-token": "developer-token" };
	const ask = (host: string, ip?: string) =>
		proxy.handle({ method: "GET", url: "/api/v4/user", headers: { ...headers, host }, ...(ip && { ip }) });
	for (const host of ["evil.test", "evil.test:4010", "localhost.evil.test"])
		expect([host, (await ask(host, "127.0.0.1")).status]).toEqual([host, 403]);
	expect(upstream.journal.calls()).toEqual([]);
	for (const host of ["localhost:4010", "127.0.0.1:4010", "[::1]:4010", "192.168.0.7"])
		expect([host, (await ask(host, "127.0.0.1")).status]).toEqual([host, 200]);
	// A request that does not come through a socket cannot have a wrong host.
	expect((await ask("platform.test")).status).toBe(200);
});
