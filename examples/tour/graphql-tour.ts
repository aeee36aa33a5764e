import type { Tenon } from "@tenon/client";
import { createAlertSender } from "@tenon/client/alerts";
import {
	CreateSnippetDocument,
	CurrentUserDocument,
	createGraphQL,
	ProjectAlertIntegrationsDocument,
	ProjectAlertsDocument,
	ProjectDocument,
	RepositoryBlobsDocument,
} from "@tenon/client/graphql";
import { heading, type Print, printed } from "./transcript";

/** The second half of the tour: GraphQL, a CAPTCHA, and alerts, on the same platform. */
export async function graphqlTour(tenon: Tenon, show: Print): Promise<void> {
	const print = (line: string): void => show(line, "result");
	const fullPath = "acme/web";
	const graphql = createGraphQL(tenon, {
		// Where a person would solve the CAPTCHA. The mock accepts what follows from the challenge's number.
		captcha({ siteKey, spamLogId, operation }) {
			print(`${operation} is challenged: site key ${siteKey}, spam log ${spamLogId}; solving`);
			return `solution-${spamLogId}`;
		},
	});

	heading(show, "The same project by GraphQL, typed");
	const { project } = await graphql.request(ProjectDocument, { fullPath });
	print(`${project?.name} (${project?.id}), ${project?.visibility}`);

	heading(show, "Two queries in one request");
	const [me, files] = await graphql.batch([
		[CurrentUserDocument],
		[RepositoryBlobsDocument, { fullPath, paths: ["README.md", "package.json"] }],
	]);
	if (me.ok) print(`I am @${me.data.currentUser?.username}`);
	if (files.ok)
		for (const file of files.data.project?.repository?.blobs?.nodes ?? []) print(`${file?.path}: ${file?.size} bytes`);

	heading(show, "A mutation that looks like spam, and its CAPTCHA");
	const { createSnippet } = await graphql.request(CreateSnippetDocument, {
		input: {
			title: "[spam] Cheap watches",
			visibilityLevel: "public",
			blobActions: [{ action: "create", filePath: "watches.md", content: "Tick." }],
		},
	});
	print(`made ${createSnippet?.snippet?.id}: ${createSnippet?.snippet?.title}`);

	heading(show, "Alerts: fired, grouped, resolved, and read back");
	// Their addresses and keys are for maintainers.
	const maintainer = createGraphQL(tenon.withOptions({ auth: { token: "maintainer-token" } }));
	const integrations = await maintainer.request(ProjectAlertIntegrationsDocument, { fullPath });
	const [integration] = integrations.project?.alertManagementHttpIntegrations?.nodes ?? [];
	if (!integration?.url || !integration.token) {
		print("the project has no alert integration");
		return;
	}
	const sender = createAlertSender({ url: integration.url, key: integration.token, fetch: printed(show) });
	const alert = { title: "Disk full", severity: "high", hosts: ["db-1"], fingerprint: "disk-db-1" } as const;
	const [fired] = await sender.send(alert);
	await sender.send(alert);
	await sender.send(alert);
	await sender.resolve({ fingerprint: alert.fingerprint });
	const read = await graphql.request(ProjectAlertsDocument, { fullPath, search: "Disk full" });
	for (const one of read.project?.alertManagementAlerts?.nodes ?? [])
		if (one?.iid === String(fired?.iid))
			print(`alert #${one.iid} "${one.title}": ${one.severity}, seen ${one.eventCount} times, ${one.status}`);
}
