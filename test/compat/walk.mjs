/**
 * Runs in an outside project, on Deno, Bun or Node: a walk with the packed client and the packed mock, without MSW. It prints
 * what it has done at the end.
 */
import { deepStrictEqual, ok, rejects, strictEqual } from "node:assert";
import { createClient, isApiError } from "@tenon/client";
import { CurrentUserDocument, createGraphQL } from "@tenon/client/graphql";
import { createPlatform, demo } from "@tenon/mock";
import { listen } from "@tenon/mock/node";

const done = [];

/** The same walk, in process and over HTTP. */
async function walk(name, baseUrl, fetch) {
	const tenon = createClient({ baseUrl, fetch, auth: "developer-token", retries: 0 });
	const { items, total } = await tenon.pipelines.list({ id: "acme/web", per_page: 5 });
	strictEqual(items.length, 5);
	const all = await tenon.pipelines.list({ id: "acme/web" }).all();
	strictEqual(all.length, total);
	let notes = 0;
	for await (const _ of tenon.issueNotes.list({ id: "acme/web", issue_iid: 1 }).items({ prefetch: 2 })) notes += 1;
	strictEqual(notes, 120);
	const made = await tenon.issueNotes.create({ id: "acme/web", issue_iid: 1, body: "Hello from a walk." });
	strictEqual((await tenon.issueNotes.get({ id: "acme/web", issue_iid: 1, note_id: made.id })).body, made.body);
	strictEqual(await tenon.issueNotes.delete({ id: "acme/web", issue_iid: 1, note_id: made.id }), undefined);
	await rejects(tenon.groups.get({ id: "no-such-group" }), (error) => isApiError(error) && error.status === 404);
	const { currentUser } = await createGraphQL(tenon).request(CurrentUserDocument);
	strictEqual(currentUser.username, "developer");
	const parallel = await Promise.all(Array.from({ length: 100 }, () => tenon.users.getCurrent()));
	deepStrictEqual(new Set(parallel.map(({ username }) => username)), new Set(["developer"]));

	await rejects(tenon.users.getCurrent({}, { signal: AbortSignal.abort() }), { name: "AbortError", attempts: 0 });
	const controller = new AbortController();
	const send = fetch ?? globalThis.fetch;
	const aborted = createClient({
		baseUrl,
		auth: "developer-token",
		fetch: (input, init) => {
			const response = send(input, init);
			controller.abort(new Error("enough"));
			return response;
		},
	});
	await rejects(aborted.users.getCurrent({}, { signal: controller.signal }), { name: "AbortError", attempts: 1 });
	const response = await tenon.users.getCurrent().asResponse();
	ok((await response.text()).includes("developer"));
	done.push(name);
}

const platform = createPlatform({ seed: demo });
await walk("platform.fetch", "https://platform.example.com", platform.fetch);
const server = await listen(createPlatform({ seed: demo }));
await walk("listen", server.url);
await server.close();
await rejects(createClient({ baseUrl: server.url, retries: 0 }).users.getCurrent(), { name: "ConnectionError" });
done.push("closed");
console.log(done.join(", "));
