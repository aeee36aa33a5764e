import { createClient, type Tenon } from "@tenon/client";
import { test as base } from "@tenon/mock/vitest";
import { describe } from "vitest";
import { announce, cancelStuck } from "./announce";

/** Every test has its own platform, and a client for it. */
const test = base.extend<{ tenon: Tenon }>({
	tenon: async ({ fetch }, use) => {
		await use(createClient({ baseUrl: "http://platform.test", auth: { token: "developer-token" }, fetch }));
	},
});

const target = { project: "acme/web", issue: 1 };

describe.concurrent("announce", () => {
	test("writes a comment", async ({ tenon, platform, expect }) => {
		expect(await announce(tenon, target, "2.0")).toBe("announced");
		expect(platform).toHaveCalled("createIssueNote", { requestBody: { body: "Released as 2.0." }, status: 201 });
	});

	test("writes no second comment", async ({ tenon, platform, expect }) => {
		await announce(tenon, target, "2.0");
		platform.journal.clear();
		expect(await announce(tenon, target, "2.0")).toBe("already announced");
		expect(platform).not.toHaveCalled("createIssueNote");
	});

	test("reports a missing issue", async ({ tenon, expect }) => {
		expect(await announce(tenon, { ...target, issue: 9_999 }, "2.0")).toBe("there is no issue 9999 in acme/web");
	});

	test("retries when the platform is briefly unavailable", async ({ tenon, platform, expect }) => {
		platform.faults.add({ operation: "listIssueNotes", status: 503, times: 1 });
		expect(await announce(tenon, target, "2.0")).toBe("announced");
	});

	test("throws a refusal", async ({ fetch, expect }) => {
		const guest = createClient({ baseUrl: "http://platform.test", auth: { token: "developer-read-token" }, fetch });
		await expect(announce(guest, target, "2.0")).rejects.toMatchObject({ status: 403 });
	});
});

describe.concurrent("cancelStuck", () => {
	test("cancels only pipelines that run for longer", async ({ platform, fetch, expect }) => {
		const tenon = createClient({ baseUrl: "http://platform.test", auth: { token: "maintainer-token" }, fetch });
		const ref = "main";
		const stuck = platform.seed.pipeline("acme/web", { ref, status: "running" });
		platform.seed.job(stuck, { status: "running" });
		platform.clock.advance("3 hours");
		const fresh = platform.seed.pipeline("acme/web", { ref, status: "running" });
		platform.seed.job(fresh, { status: "running" });
		const canceled = await cancelStuck(tenon, "acme/web", 2, new Date(platform.clock.now()));
		expect(canceled).toContain(stuck.id);
		expect(canceled).not.toContain(fresh.id);
		expect(platform.state.pipelines.get(fresh.id)?.status).toBe("running");
	});
});
