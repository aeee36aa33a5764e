import { createPlatform, demo } from "@tenon/mock";
import { listen } from "@tenon/mock/node";
import { expect, test } from "vitest";
import { tour } from "./tour";

test("the tour walks through the whole demo and prints the results", async () => {
	const server = await listen(
		createPlatform({ seed: demo, clock: "2026-01-05T09:30:00Z", spam: {}, captcha: { siteKey: "demo-site-key" } }),
	);
	const lines: string[] = [];
	try {
		await tour(server.url, (line) => lines.push(line));
	} finally {
		await server.close();
	}
	const text = lines.join("\n");
	expect(text).toContain("Dana Kim (@developer), user 4, active");
	expect(text).toContain("page 1 of 3: 20 of 60 pipelines");
	expect(text).toContain("page 3 of 3: 20 of 60 pipelines");
	expect(text).toMatch(/#63 is pending on develop at [0-9a-f]{8}, started by @developer/);
	expect(text).toContain("its variables: DEPLOY_TO=staging");
	expect(text).toContain("#63 is canceled: canceled");
	expect(text).toContain("#63 is pending again");
	expect(text).toMatch(/11 tests, 1 failed, 2 skipped/);
	expect(text).toContain("by @developer: Nice! :rocket:");
	expect(text).toContain("120 notes: 24 by the platform, 14 for the team only, 82 ordinary");
	expect(text).toMatch(/403/);
	expect(text).toMatch(/^Web \(gid:\/\/service\/Project\/\d+\), public$/m);
	expect(text).toContain("I am @developer");
	expect(text).toMatch(/^README\.md: \d+ bytes$/m);
	expect(text).toMatch(/CreateSnippet is challenged: site key demo-site-key, spam log \d+; solving/);
	expect(text).toMatch(/made gid:\/\/service\/PersonalSnippet\/\d+: \[spam\] Cheap watches/);
	expect(text).toMatch(/alert #5 "Disk full": HIGH, seen 3 times, RESOLVED/);
	expect(text).toContain("GET /api/v4/user → 200");
	expect(text).toMatch(/^DELETE \/api\/v4\/projects\/acme%2Fweb\/pipelines\/\d+ → 403$/m);
	expect(text).not.toContain("developer-token");
});
