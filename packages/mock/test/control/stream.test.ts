import { createPlatform, demo } from "@tenon/mock";
import { describe, expect, test } from "vitest";
import { entryPoints } from "../support/entry-points";

const headers = { "PRIVATE-TOKEN": "developer-token" };

/** Returns the first `count` events of a stream. */
async function events(response: Response, count: number): Promise<{ id: string; data: { operation: string } }[]> {
	const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
	let text = "";
	const whole = () =>
		text
			.split("\n\n")
			.slice(0, -1)
			.filter((one) => !one.startsWith(":"));
	while (whole().length < count) text += (await reader?.read())?.value ?? "";
	await reader?.cancel();
	return whole().map((one) => {
		const [, id = "", data = ""] = /^id: (.*)\nevent: request\ndata: (.*)$/.exec(one) ?? [];
		return { id, data: JSON.parse(data) };
	});
}

describe.each(entryPoints)("by %s", (_, open) => {
	test("the journal is streamed, each request with its response, and from where a listener left", async () => {
		const platform = createPlatform({ seed: demo });
		const call = await open(platform);
		await call("/api/v4/user", { headers });
		const stream = await call("/_mock/journal/stream?method=get");
		expect(stream.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
		const coming = events(stream, 2);
		await call("/api/v4/groups/acme", { headers });
		await call("/api/v4/projects/101/issues/1/notes?body=hi", { method: "POST", headers });
		await call("/api/v4/user", { headers });
		const [first, second] = await coming;
		expect([first?.data.operation, second?.data.operation]).toEqual(["getGroup", "getCurrentUser"]);
		expect(JSON.stringify(first)).not.toContain("developer-token");
		const again = await call("/_mock/journal/stream?status=201", { headers: { "Last-Event-ID": first?.id ?? "" } });
		expect((await events(again, 1)).map(({ data }) => data.operation)).toEqual(["createIssueNote"]);
	});

	test("a body dribbles, and is whole in the end", async () => {
		const platform = createPlatform({ seed: demo });
		const call = await open(platform);
		const whole = await (await call("/api/v4/groups/acme", { headers })).text();
		platform.faults.add({ operation: "getGroup", kind: "dribble", pace: { bytes: 400, pause: 1 } });
		const slow = await call("/api/v4/groups/acme", { headers });
		const pieces: Uint8Array[] = [];
		const reader = slow.body?.getReader();
		for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) pieces.push(next.value);
		expect(pieces.length).toBeGreaterThan(1);
		expect(Buffer.concat(pieces).toString()).toBe(whole);
	});

	test("a dribbling body ends with its reader's patience", async () => {
		const platform = createPlatform({ seed: demo });
		const call = await open(platform);
		platform.faults.add({ operation: "getGroup", kind: "dribble", pace: { bytes: 1, pause: 600_000 } });
		const controller = new AbortController();
		const slow = await call("/api/v4/groups/acme", { headers, signal: controller.signal });
		const text = expect(slow.text()).rejects.toThrow(/abort/i);
		controller.abort();
		await text;
	});
});

test("pace goes with dribble alone", () => {
	const platform = createPlatform();
	expect(() => platform.faults.add({ kind: "drop", pace: { bytes: 1, pause: 1 } })).toThrow(
		'pace requires kind "dribble"',
	);
	expect(() => platform.faults.add({ kind: "dribble", pace: { bytes: 0, pause: 1 } })).toThrow("/pace/bytes");
});
