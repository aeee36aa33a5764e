import { createClient, isApiError } from "@tenon/client";
import { createPlatform, demo } from "@tenon/mock";
import { expect, test } from "vitest";

test("in a browser the client walks through a platform that lives in the page", async () => {
	const platform = createPlatform({ seed: demo, clock: "2026-01-05T09:30:00.000Z" });
	const tenon = createClient({
		baseUrl: "https://platform.example.com",
		fetch: platform.fetch,
		auth: { token: "developer-token" },
	});
	const page = await tenon.pipelines.list({ id: "acme/web", per_page: 5 });
	expect(page.items).toHaveLength(5);
	expect(page.total).toBe(60);
	const bodies: string[] = [];
	for await (const note of tenon.issueNotes.list({ id: "acme/web", issue_iid: 1, per_page: 50 }))
		bodies.push(note.body);
	expect(bodies).toHaveLength(120);
	const made = await tenon.issueNotes.create({ id: "acme/web", issue_iid: 1, body: "Written in a browser" });
	expect(made).toMatchObject({ body: "Written in a browser", author: { username: "developer" } });
	const refused = await tenon.pipelines.delete({ id: "acme/web", pipeline_id: page.items[0]?.id ?? 0 }).then(
		() => undefined,
		(error: unknown) => error,
	);
	expect(isApiError(refused) && refused.status).toBe(403);
});
