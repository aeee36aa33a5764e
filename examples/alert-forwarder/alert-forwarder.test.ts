import { createClient, UsageError } from "@tenon/client";
import type { MetricsItem } from "@tenon/client/alerts";
import { createGraphQL, ProjectAlertsDocument } from "@tenon/client/graphql";
import { expect, test } from "vitest";
import { stage } from "../support/stage";
import { main } from ".";
import { Forwarder } from "./forwarder";
import { translate } from "./translate";

const incident = (id: string, more: object = {}) => ({
	...{ id, check: `Shop is up (${id})`, status: "open", impact: "major", startedAt: "2026-01-05T08:00:00Z" },
	...more,
});

/** Starts the forwarder, and returns its address, a function that sends a webhook, and one that presses Ctrl-C. */
async function forwarding() {
	const made = await stage();
	const interruption = new AbortController();
	let output = "";
	const write = (text: string): void => {
		output += text;
	};
	const ended = main(["--port", "0", "--batch", "50"], {
		env: { TENON_BASE_URL: made.url, TENON_TOKEN: "maintainer-token" },
		out: { write },
		err: { write },
		signal: interruption.signal,
	});
	await expect.poll(() => output, { timeout: 30_000 }).toContain("Listening for webhooks at");
	const address = /http:\S+/.exec(output)?.[0] ?? "";
	return {
		...made,
		address,
		hook: (body: unknown) => fetch(address, { method: "POST", body: JSON.stringify(body) }),
		async end() {
			interruption.abort();
			return { code: await ended, output };
		},
		alerts: async () => {
			const graphql = createGraphQL(createClient({ baseUrl: made.url, auth: { token: "maintainer-token" } }));
			const { project } = await graphql.request(ProjectAlertsDocument, {
				fullPath: "acme/web",
				search: "Shop is up",
			});
			return (project?.alertManagementAlerts?.nodes ?? []).flatMap((alert) => alert ?? []);
		},
	};
}

test("webhooks become alerts, several in one request; a closed incident resolves its alert", async () => {
	const { platform, hook, end, alerts } = await forwarding();
	const responses = await Promise.all([
		hook({ incidents: [incident("a"), incident("b", { impact: "minor", message: "slow" })] }),
		hook({ incidents: [incident("c")] }),
	]);
	expect(await Promise.all(responses.map((response) => response.json()))).toEqual([{ accepted: 2 }, { accepted: 1 }]);
	await expect.poll(() => platform.journal.calls("sendAlert").length, { timeout: 30_000 }).toBe(1);
	await hook({ incidents: [incident("a", { status: "closed", endedAt: "2026-01-05T09:00:00Z" })] });
	expect(await end()).toMatchObject({ code: 0, output: expect.stringContaining("4 sent, 0 dropped, 0 unsent") });
	const found = await alerts();
	expect(found.map(({ title, severity, status }) => [title, severity, status]).sort()).toEqual([
		["Shop is up (a)", "HIGH", "RESOLVED"],
		["Shop is up (b)", "LOW", "TRIGGERED"],
		["Shop is up (c)", "HIGH", "TRIGGERED"],
	]);
	expect(found.find(({ severity }) => severity === "LOW")?.description).toBe("slow");
});

test("alerts wait while the platform is down; an invalid webhook is refused as a whole", async () => {
	const { platform, address, hook, end, alerts } = await forwarding();
	platform.faults.add({ operation: "sendAlert", status: 503, times: 1 });
	await hook({ incidents: [incident("a")] });
	await expect.poll(() => platform.journal.calls("sendAlert").length, { timeout: 30_000 }).toBe(1);
	expect(await (await fetch(`${address}health`)).json()).toEqual({ sent: 0, dropped: 0, waiting: 1 });
	const bad = await hook({ incidents: [incident("b"), incident("c", { startedAt: "yesterday" })] });
	expect([bad.status, await bad.json()]).toEqual([422, { error: "incidents[1]: `startedAt` must be a time." }]);
	// Ctrl-C ends the pause, and the forwarder sends what is waiting.
	const { code, output } = await end();
	expect([code, output]).toEqual([0, expect.stringMatching(/1 waiting, next attempt in 1000 ms: 503[\s\S]*1 sent/)]);
	expect(await alerts()).toHaveLength(1);
});

test("pauses double, batches have at most 100 items, permanent refusals drop a batch, and a full queue refuses items", async () => {
	const item: MetricsItem = { startsAt: "2026-01-05T08:00:00Z", labels: { alertname: "x" } };
	const failures: string[] = [];
	const sizes: number[] = [];
	const outcomes = [new TypeError("no such thing"), undefined];
	const forwarder = new Forwarder(
		async (items) => {
			sizes.push(items.length);
			const outcome = outcomes.shift();
			if (outcome) throw outcome;
		},
		{ collect: 1, pause: 1, onFailure: (message) => failures.push(message) },
	);
	expect(forwarder.add(Array.from({ length: 250 }, () => item))).toBe(true);
	expect(forwarder.add(Array.from({ length: 9_751 }, () => item))).toBe(false);
	await expect.poll(() => forwarder.counts, { timeout: 30_000 }).toEqual({ sent: 150, dropped: 100, waiting: 0 });
	expect(sizes).toEqual([100, 100, 50]);
	expect(failures).toEqual(["100 dropped: no such thing"]);

	outcomes.splice(0, Infinity, new UsageError("x", "is away"), new UsageError("x", "is away"), undefined);
	failures.length = 0;
	forwarder.add([item]);
	await expect.poll(() => forwarder.counts.sent, { timeout: 30_000 }).toBe(151);
	expect(failures).toEqual([
		"1 waiting, next attempt in 1 ms: x is away",
		"1 waiting, next attempt in 2 ms: x is away",
	]);
});

test("each field of a webhook is validated", () => {
	expect(() => translate("{")).toThrow("not JSON");
	expect(() => translate("[]")).toThrow("`incidents` must be a list");
	for (const [more, field] of [
		[{ id: 1 }, "`id`"],
		[{ check: "" }, "`check`"],
		[{ status: "odd" }, "`status`"],
		[{ status: "closed" }, "`endedAt`"],
	] as const)
		expect(() => translate(JSON.stringify({ incidents: [incident("a", more)] }))).toThrow(`incidents[0]: ${field}`);
	expect(translate(JSON.stringify({ incidents: [incident("a", { impact: "odd" })] }))[0]?.labels).toEqual({
		...{ alertname: "Shop is up (a)", severity: "unknown" },
	});
});
