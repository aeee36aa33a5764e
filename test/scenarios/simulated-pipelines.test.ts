import { createClient, TimeoutError } from "@tenon/client";
import { createPlatform, demo } from "@tenon/mock";
import { expect, test } from "vitest";

/** Returns a client between whose requests the platform's clock advances by ten seconds. */
function later(pipelines: { wait: number; run: number; fail?: readonly string[] }) {
	const platform = createPlatform({ seed: demo, clock: "2026-01-05T09:30:00Z", pipelines });
	const tenon = createClient({
		baseUrl: "http://platform.test",
		auth: { token: "developer-token" },
		fetch: (input, init) => {
			platform.clock.advance("10 seconds");
			return platform.fetch(input, init);
		},
	});
	return { platform, tenon };
}

test.each([
	["success", []],
	["failed", ["test"]],
])("waitFor sees a simulated pipeline through to its end: %s", async (end, fail) => {
	const { tenon } = later({ wait: 5, run: 20, fail });
	const { id } = await tenon.pipelines.create({ id: "acme/web", ref: "develop" });
	const seen: string[] = [];
	const onProgress = ({ status }: { status: string }) => void seen.push(status);
	const pipeline = await tenon.pipelines.waitFor({ id: "acme/web", pipeline_id: id }, { interval: 1, onProgress });
	expect(pipeline).toMatchObject({ id, status: end, duration: 40, queued_duration: 5 });
	expect(seen).toEqual(["running", "running", "running", "running", end]);
});

test("waitFor gives up on one that nobody finishes, and sees one that somebody does", async () => {
	const { platform, tenon } = later({ wait: 5, run: 8_000_000 });
	const params = { id: "acme/web", pipeline_id: (await tenon.pipelines.create({ id: "acme/web", ref: "develop" })).id };
	const outcome = await tenon.pipelines.waitFor(params, { interval: 1, deadline: 50 }).catch((error: unknown) => error);
	expect(outcome).toBeInstanceOf(TimeoutError);
	const waiting = tenon.pipelines.waitFor(params, { interval: 1 });
	platform.pipelines.finish(params.pipeline_id, "failed");
	expect((await waiting).status).toBe("failed");
});
