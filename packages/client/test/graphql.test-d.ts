import type { Alert } from "@tenon/contract";
import { expectTypeOf, test } from "vitest";
import { createClient } from "../src";
import { createAlertSender } from "../src/alerts";
import {
	accepted,
	CreateSnippetDocument,
	CurrentUserDocument,
	createGraphQL,
	ProjectIssuesDocument,
	RepositoryBlobsDocument,
	RunnerDocument,
} from "../src/graphql";

const graphql = createGraphQL(createClient({ baseUrl: "https://platform.example.com" }));
const id = "gid://service/Ci::Runner/7";

test("SDK-249 a document fixes variables and result", async () => {
	const { runner } = await graphql.request(RunnerDocument, { id });
	expectTypeOf(runner?.paused).toEqualTypeOf<boolean | undefined>();
	// @ts-expect-error misspelt field
	runner?.pausd;
	// @ts-expect-error variables are missing
	void graphql.request(RunnerDocument);
	// @ts-expect-error wrong name of a variable
	void graphql.request(RunnerDocument, { runnerId: id });
	// @ts-expect-error a variable that does not exist
	void graphql.request(RunnerDocument, { id, other: 1 });
	// @ts-expect-error wrong type of a variable
	void graphql.request(RunnerDocument, { id: 7 });
	// @ts-expect-error not a value of the enum
	void graphql.request(CreateSnippetDocument, { input: { title: "x", visibilityLevel: "secret" } });
	const { currentUser } = await graphql.request(CurrentUserDocument);
	expectTypeOf(currentUser?.username).toEqualTypeOf<string | undefined>();
	void graphql.request(CurrentUserDocument, {}, { timeout: 1_000 });
});

test("SDK-251 a text with a result type of the caller's", () => {
	expectTypeOf(graphql.request<{ a: 1 }>("{ a }")).resolves.toEqualTypeOf<{ a: 1 }>();
	expectTypeOf(graphql.request("{ a }")).resolves.toEqualTypeOf<unknown>();
});

test("SDK-257 a batch is a tuple by its documents", async () => {
	const [me, runner, text] = await graphql.batch([[CurrentUserDocument], [RunnerDocument, { id }], ["{ a }"]]);
	if (me.ok) expectTypeOf(me.data.currentUser?.username).toEqualTypeOf<string | undefined>();
	if (runner.ok) expectTypeOf(runner.data.runner?.paused).toEqualTypeOf<boolean | undefined>();
	expectTypeOf(text.data).toEqualTypeOf<unknown>();
	// @ts-expect-error variables are missing
	void graphql.batch([[RunnerDocument]]);
	// @ts-expect-error wrong variables
	void graphql.batch([[RunnerDocument, { id: 7 }]]);
	void graphql.batch([[CreateSnippetDocument, { input: { title: "x", visibilityLevel: "public" } }]]);
});

test("SDK-260 pages give the nodes' type, and the selector is checked", () => {
	const walk = graphql.paginate(ProjectIssuesDocument, { fullPath: "acme/web" }, (data) => data.project?.issues);
	expectTypeOf(walk).toExtend<AsyncGenerator<{ title: string }, void, undefined>>();
	// @ts-expect-error `paginate` sets the cursor itself
	void graphql.paginate(ProjectIssuesDocument, { fullPath: "a", after: "x" }, (data) => data.project?.issues);
	// @ts-expect-error a document without a connection
	void graphql.paginate(ProjectIssuesDocument, { fullPath: "a" }, (data) => data.project?.fullPath);
});

test("SDK-271 BigInt fields are texts", async () => {
	const { project } = await graphql.request(RepositoryBlobsDocument, { fullPath: "acme/web", paths: ["a"] });
	expectTypeOf(project?.repository?.blobs?.nodes?.[0]?.size).toEqualTypeOf<string | null | undefined>();
});

test("SDK-254 a payload comes out of the helper without null", async () => {
	const { createSnippet } = await graphql.request(CreateSnippetDocument, {
		input: { title: "x", visibilityLevel: "public" },
	});
	expectTypeOf(accepted(createSnippet)).not.toBeNullable();
	expectTypeOf(accepted(createSnippet).errors).toExtend<readonly string[]>();
});

test("SDK-288 alerts", () => {
	const sender = createAlertSender({ url: "https://a.test/x.json", key: "k" });
	expectTypeOf(sender.send({ severity: "High", end_time: new Date(), extra: {} })).resolves.toEqualTypeOf<Alert[]>();
	// @ts-expect-error a title is a string
	void sender.send({ title: 7 });
	// @ts-expect-error an alert is resolved by its fingerprint
	void sender.resolve({});
	// @ts-expect-error an item needs its start
	void sender.sendMetrics([{ labels: {} }]);
});
