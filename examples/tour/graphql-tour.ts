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

/** The second half of the tour: GraphQL, a CAPTCHA, and alerts, on the same platform. */
export async function graphqlTour(
	tenon: Tenon,
	heading: (text: string) => void,
	print: (line: string) => void,
): Promise<void> {
	const fullPath = "acme/web";
	const graphql = createGraphQL(tenon, {
		// Where a person would solve the CAPTCHA. The mock's answers follow from the challenge's number.
		captcha({ siteKey, spamLogId, operation }) {
			print(`${operation} is challenged: site key ${siteKey}, spam log ${spamLogId}; solving`);
			return `solution-${spamLogId}`;
		},
	});

	heading("The same project by GraphQL, typed");
	const { project } = await graphql.request(ProjectDocument, { fullPath });
	print(`${project?.name} (${project?.id}), ${project?.visibility}`);

	heading("Two queries in one request");
	const [me, files] = await graphql.batch([
		[CurrentUserDocument],
		[RepositoryBlobsDocument, { fullPath, paths: ["README.md", "package.json"] }],
	]);
	if (me.ok) print(`I am @${me.data.currentUser?.username}`);
	if (files.ok)
		for (const file of files.data.project?.repository?.blobs?.nodes ?? []) print(`${file?.path}: ${file?.size} bytes`);

	heading("A mutation that is taken for spam, and solved");
	const { createSnippet } = await graphql.request(CreateSnippetDocument, {
		input: {
			title: "[spam] Cheap watches",
			visibilityLevel: "public",
			blobActions: [{ action: "create", filePath: "watches.md", content: "Tick." }],
		},
	});
	print(`made ${createSnippet?.snippet?.id}: ${createSnippet?.snippet?.title}`);

	heading("Alerts: fired, grouped, resolved, and read back");
	// Their addresses and keys are for maintainers.
	const maintainer = createGraphQL(tenon.withOptions({ auth: { token: "maintainer-token" } }));
	const integrations = await maintainer.request(ProjectAlertIntegrationsDocument, { fullPath });
	const [integration] = integrations.project?.alertManagementHttpIntegrations?.nodes ?? [];
	if (!integration?.url || !integration.token) {
		print("the project has no alert integration");
		return;
	}
	const sender = createAlertSender({ url: integration.url, key: integration.token });
	const alert = { title: "Disk full", severity: "high", hosts: ["db-1"], fingerprint: "disk-db-1" } as const;
	const [fired] = await sender.send(alert);
	await sender.send(alert);
	await sender.send(alert);
	await sender.resolve({ fingerprint: alert.fingerprint });
	const read = await graphql.request(ProjectAlertsDocument, { fullPath, search: "Disk full" });
	for (const one of read.project?.alertManagementAlerts?.nodes ?? [])
		if (one?.iid === String(fired?.iid))
			print(`alert #${one.iid} "${one.title}": ${one.severity}, told of ${one.eventCount} times, ${one.status}`);
}
