/** Uses the packages like a user. It is compiled in an outside project, and never run. */
import { createClient, isApiError, type Page } from "@tenon/client";
import { createAlertSender } from "@tenon/client/alerts";
import { CurrentUserDocument, createGraphQL } from "@tenon/client/graphql";
import { connect, listPipelines } from "@tenon/client/operations";
import { createQueries } from "@tenon/client/query";
import { User } from "@tenon/client/schemas";
import { createPlatform, createWorlds, demo, type Platform } from "@tenon/mock";
import { handlers } from "@tenon/mock/msw";
import { listen } from "@tenon/mock/node";
import { setupServer } from "msw/node";

export const platform: Platform = createPlatform({ seed: demo, tier: "premium", clock: "2026-01-01T00:00:00Z" });
export const server = setupServer(...handlers(platform, { baseUrl: "https://platform.example.com" }));
export const worlds = createWorlds({ seed: demo, max: 7 });
export const port: Promise<number> = listen(worlds).then((listening) => listening.port);

export const tenon = createClient({ baseUrl: "https://platform.example.com", fetch: platform.fetch });
export const page: Promise<Page<{ id: number; status: string }>> = listPipelines(connect({ baseUrl: "" }), {
	id: 7,
}).then((one) => one);
export const body = (error: unknown) => (isApiError(error, "deleteUser", 409) ? error.body : undefined);
export const key = createQueries(tenon).pipelines.get({ id: 7, pipeline_id: 7 }).queryKey;
export const name: Promise<string | undefined> = createGraphQL(tenon)
	.request(CurrentUserDocument)
	.then(({ currentUser }) => currentUser?.username);
export const sender = createAlertSender({ url: "https://platform.example.com/alerts", key: "k" });
export const isUser: boolean = User.safeParse({}).success;

// @ts-expect-error a pipeline has no such status
tenon.pipelines.list({ id: 7, status: "nonsense" });
// @ts-expect-error the platform has no such tier
createPlatform({ tier: "golden" });
