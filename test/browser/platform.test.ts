import { createClient, isApiError } from "@tenon/client";
import { CreateSnippetDocument, createGraphQL, ProjectDocument } from "@tenon/client/graphql";
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

test("in a browser GraphQL works on the same state, CAPTCHA and batch included", async () => {
	const platform = createPlatform({ seed: demo, spam: {}, captcha: { siteKey: "demo-site-key" } });
	const tenon = createClient({
		baseUrl: "https://platform.example.com",
		fetch: platform.fetch,
		auth: { token: "developer-token" },
	});
	const graphql = createGraphQL(tenon, { captcha: ({ spamLogId }) => `solution-${spamLogId}` });
	const { createSnippet } = await graphql.request(CreateSnippetDocument, {
		input: {
			title: "[spam]",
			visibilityLevel: "public",
			projectPath: "acme/web",
			blobActions: [{ action: "create", filePath: "a.md", content: "# A" }],
		},
	});
	const snippet_id = Number(createSnippet?.snippet?.id.split("/").at(-1));
	expect((await tenon.projectSnippetNotes.list({ id: "acme/web", snippet_id })).items).toEqual([]);
	const [project, broken] = await graphql.batch([[ProjectDocument, { fullPath: "acme/web" }], ["{ nothing }"]]);
	expect(project.ok && project.data.project?.fullPath).toBe("acme/web");
	expect(broken.ok).toBe(false);
});
