import * as ready from "@tenon/client/graphql";
import {
	AlertFieldsFragmentDoc,
	type Challenge,
	CreateSnippetDocument,
	CurrentUserDocument,
	createGraphQL,
	estimateComplexity,
	type GraphqlOptions,
	globalId,
	ProjectAlertsDocument,
	ProjectDocument,
	ProjectIssuesDocument,
	parseGlobalId,
	RepositoryBlobsDocument,
	RunnerDocument,
	SpamError,
	UpdateSnippetDocument,
} from "@tenon/client/graphql";
import { parse, print, visit } from "graphql";
import { describe, expect, test } from "vitest";
import { entryPoints, type OpenedPlatform, openPlatform } from "./entry-points";

const on = (opened: OpenedPlatform, username: string | null, options?: GraphqlOptions) =>
	createGraphQL(opened.as(username), options);
const snippet = (title: string) => ({
	input: {
		title,
		visibilityLevel: "public" as const,
		blobActions: [{ action: "create" as const, filePath: "a.md", content: "# A" }],
	},
});
const solver = ({ spamLogId }: Challenge): string => `solution-${spamLogId}`;

/** Returns a value for a variable of a document. */
function valueFor(name: string, type: string): unknown {
	if (type.startsWith("[")) return [valueFor(name, type.replace(/^\[|\]!?$/g, ""))];
	const bare = type.replace("!", "");
	const classes: { readonly [scalar: string]: string } = {
		UserID: "User",
		NoteID: "Note",
		IssueID: "Issue",
		CiRunnerID: "Ci::Runner",
	};
	if (bare.endsWith("ID") && bare !== "ID") return globalId(classes[bare] ?? bare.replace("ID", ""), 1);
	if (bare === "ID") return name === "fullPath" || name.endsWith("Path") ? "acme/web" : globalId("User", 1);
	const plain: { readonly [type: string]: unknown } = { Int: 3, String: "x", Boolean: true };
	return plain[bare];
}

/** Returns a document that also requests its cost, and its variables. */
function measured(text: string): { query: string; variables: { [name: string]: unknown } } {
	const document = parse(text);
	const variables: { [name: string]: unknown } = {};
	const asks = parse("{ queryComplexity { score } }").definitions[0];
	const query = visit(document, {
		OperationDefinition(node) {
			for (const { variable, type } of node.variableDefinitions ?? [])
				if (/!$|^(Int|String)$/.test(print(type)))
					variables[variable.name.value] = valueFor(variable.name.value, print(type));
			if (asks?.kind !== "OperationDefinition") return undefined;
			const selections = [...asks.selectionSet.selections, ...node.selectionSet.selections];
			return { ...node, selectionSet: { ...node.selectionSet, selections } };
		},
	});
	return { query: print(query), variables };
}

describe.each(Object.keys(entryPoints))("through %s", (entryPoint) => {
	test("SDK-250, GQL-115, GQL-117, GQL-119 the documents of the law's examples", async () => {
		const opened = await openPlatform(entryPoint);
		const graphql = on(opened, "maintainer");
		const rest = opened.as("maintainer");
		const me = await rest.users.getCurrent();
		const { currentUser } = await graphql.request(CurrentUserDocument);
		expect(currentUser).toMatchObject({ id: globalId("User", me.id), username: me.username, name: me.name });
		const { project } = await graphql.request(ProjectDocument, { fullPath: "acme/web" });
		expect(project?.fullPath).toBe("acme/web");
		const [runner] = (await rest.projectRunners.list({ id: "acme/web" })).items;
		const response = await graphql.request(RunnerDocument, { id: globalId("Ci::Runner", runner?.id ?? 0) });
		expect(parseGlobalId(response.runner?.id ?? "", "Ci::Runner").id).toBe(runner?.id);
		const blobs = await graphql.request(RepositoryBlobsDocument, { fullPath: "acme/web", paths: ["README.md"] });
		expect(blobs.project?.repository?.blobs?.nodes?.[0]?.path).toBe("README.md");
	});

	test("SDK-260 every issue, page by page", async () => {
		const opened = await openPlatform(entryPoint);
		const iids: string[] = [];
		const variables = { fullPath: "acme/web", first: 2 };
		for await (const { iid } of on(opened, "owner").paginate(
			ProjectIssuesDocument,
			variables,
			(data) => data.project?.issues,
		))
			iids.push(iid);
		expect(new Set(iids).size).toBe(iids.length);
		const { project } = await on(opened, "owner").request<{ project: { issues: { count: number } } }>(
			'{ project(fullPath: "acme/web") { issues { count } } }',
		);
		expect(iids).toHaveLength(project.issues.count);
	});

	test("SDK-273..276, GQL-101..106 spam is refused, or solved where there is a CAPTCHA", async () => {
		const opened = await openPlatform(entryPoint, { spam: {} });
		const graphql = on(opened, "developer", { captcha: solver });
		await expect(graphql.request(CreateSnippetDocument, snippet("[spam] watches"))).rejects.toBeInstanceOf(SpamError);
		opened.platform.settings.captcha = { siteKey: "demo-site-key" };
		const { createSnippet } = await graphql.request(CreateSnippetDocument, snippet("[spam] watches"));
		expect(createSnippet?.snippet?.title).toBe("[spam] watches");
		const input = { id: createSnippet?.snippet?.id ?? "", title: "[spam] clocks" };
		const { updateSnippet } = await graphql.request(UpdateSnippetDocument, { input });
		expect(updateSnippet?.snippet?.title).toBe("[spam] clocks");
		await expect(
			on(opened, "developer").request(UpdateSnippetDocument, { input: { ...input, title: "[spam]" } }),
		).rejects.toMatchObject({
			name: "CaptchaRequiredError",
			siteKey: "demo-site-key",
		});
	});

	test("SDK-265 the estimate of every document is what the server counts", async () => {
		const opened = await openPlatform(entryPoint);
		const graphql = on(opened, "root");
		const queries = Object.entries(ready).filter(
			([name, document]) => name.endsWith("Document") && /^\s*query/.test(String(document)),
		);
		expect(queries.length).toBeGreaterThan(30);
		for (const [name, document] of queries) {
			const { query, variables } = measured(String(document));
			const { data, errors } = await graphql.result<{ queryComplexity: { score: number } }>(query, variables);
			const other = errors.find(({ message }) => !/complexity of/.test(message))?.message;
			expect([name, data ? undefined : other]).toEqual([name, undefined]);
			const refused = /complexity of (\d+)/.exec(errors[0]?.message ?? "")?.[1];
			const score = data?.queryComplexity?.score ?? Number(refused);
			expect([name, estimateComplexity(query, variables)]).toEqual([name, score]);
		}
	});

	test("SDK-285, SDK-290..291, GQL-269 alerts fire, are grouped, resolved, and read back", async () => {
		const opened = await openPlatform(entryPoint);
		const { createAlertSender } = await import("@tenon/client/alerts");
		const { project } = await on(opened, "maintainer").request<{
			project: { alertManagementHttpIntegrations: { nodes: { name: string; url: string; token: string }[] } };
		}>('{ project(fullPath: "acme/web") { alertManagementHttpIntegrations { nodes { name url token } } } }');
		const [http, metrics] = project.alertManagementHttpIntegrations.nodes;
		const senderOf = (to = http) => createAlertSender({ url: to?.url ?? "", key: to?.token, fetch: opened.fetch });
		const [fired] = await senderOf().send({ title: "Disk full", severity: "high", fingerprint: "disk" });
		expect(await senderOf().send({ title: "Disk full", fingerprint: "disk" })).toEqual([fired]);
		expect(await senderOf().resolve({ fingerprint: "disk" })).toEqual([fired]);
		const items = ["A", "B"].map((title) => ({
			startsAt: new Date(0),
			endsAt: "0001-01-01T00:00:00Z",
			status: "firing",
			annotations: { title },
		}));
		expect((await senderOf(metrics).sendMetrics(items)).map(({ title }) => title)).toEqual(["A", "B"]);
		const { project: read } = await on(opened, "developer").request(ProjectAlertsDocument, { fullPath: "acme/web" });
		const alerts = read?.alertManagementAlerts?.nodes ?? [];
		expect(alerts.find((alert) => alert?.iid === String(fired?.iid))).toMatchObject({
			status: "RESOLVED",
			eventCount: 2,
		});
		expect(
			alerts.filter((alert) => alert?.title === "A" || alert?.title === "B").map((alert) => alert?.status),
		).toEqual(["TRIGGERED", "TRIGGERED"]);
		expect(String(AlertFieldsFragmentDoc)).toContain("eventCount");
	});
});
