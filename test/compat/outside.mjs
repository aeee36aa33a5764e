/**
 * Runs in an outside project with only the packed packages and their peers: runs the conversation through every entry
 * point in Node, writes the responses to a file, and calls some methods of the client.
 */
import { deepStrictEqual, ok, rejects, strictEqual } from "node:assert";
import { readFileSync, writeFileSync } from "node:fs";
import { createClient } from "@tenon/client";
import { CurrentUserDocument, createGraphQL } from "@tenon/client/graphql";
import { Pipeline } from "@tenon/client/schemas";
import { createPlatform, demo } from "@tenon/mock";
import { handlers } from "@tenon/mock/msw";
import { listen } from "@tenon/mock/node";
import { setupServer } from "msw/node";
import { converse } from "./conversation.mjs";

const [clock, file] = process.argv.slice(2);
const baseUrl = "https://platform.example.com";
const fresh = () => createPlatform({ seed: demo, clock });
const conversation = JSON.parse(readFileSync("conversation.json", "utf8"));
const turns = {};

turns.fetch = await converse({ baseUrl, fetch: fresh().fetch }, conversation);

const msw = setupServer(...handlers(fresh(), { baseUrl }));
msw.listen({ onUnhandledRequest: "error", onUnhandledFrame: "error" });
turns.msw = await converse({ baseUrl, fetch: (input, init) => fetch(input, init) }, conversation);
msw.close();

const server = await listen(fresh());
turns.http = await converse({ baseUrl: server.url, fetch: (input, init) => fetch(input, init) }, conversation);
await server.close();

const platform = fresh();
platform.settings.strict = true;
const tenon = createClient({ baseUrl, fetch: platform.fetch, auth: { token: "developer-token" } });
const page = await tenon.pipelines.list({ id: "acme/web", per_page: 5 });
strictEqual(page.items.length, 5);
ok(Pipeline.safeParse(await tenon.pipelines.get({ id: "acme/web", pipeline_id: page.items[0].id })).success);
let notes = 0;
for await (const _ of tenon.issueNotes.list({ id: "acme/web", issue_iid: 1, per_page: 50 })) notes += 1;
strictEqual(notes, 120);
await rejects(tenon.groups.get({ id: "no-such-group" }), { status: 404 });
const graphql = createGraphQL(tenon);
strictEqual((await graphql.request(CurrentUserDocument)).currentUser.username, "developer");
deepStrictEqual(platform.journal.last("getPipeline")?.verdict, { ok: true, problems: [] });

writeFileSync(file, JSON.stringify(turns));
