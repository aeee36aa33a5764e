import { createPlatform, demo } from "@tenon/mock";
import { listen } from "@tenon/mock/node";
import { expect, onTestFinished, test } from "vitest";
import { idleConnections } from "./idle-connections";
import { soakSockets } from "./socket-soak";

test("4,000 valid, broken and hostile requests over sockets: a response or a closed connection, never a 5xx, and the server survives", {
	timeout: 60_000,
}, async () => {
	const errors: unknown[] = [];
	const platform = createPlatform({ seed: demo, onError: (error) => errors.push(error) });
	const server = await listen(platform);
	onTestFinished(() => server.close());
	const { faults, statuses, requests } = await soakSockets({ url: server.url, requests: 4_000, seed: 7 });
	expect([faults, errors]).toEqual([[], []]);
	expect(requests).toBeGreaterThanOrEqual(4_000);
	// The responses had statuses of all kinds.
	expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 201, 204, 400, 401, 404, 405, 431]));
});

test("responds while 500 idle connections are open; they work when they are used, and closing the server closes them", async () => {
	const server = await listen(createPlatform({ seed: demo }));
	const idled = await idleConnections(server.url, 500, () => server.close());
	expect(idled).toMatchObject({ open: 500, used: 500, closed: 500 });
});
