import { createClient, isApiError } from "@tenon/client";
import { graphqlTour } from "./graphql-tour";
import { heading, type Print, printed } from "./transcript";

/**
 * Walks through a platform with the client: who am I, pipelines, notes, a refusal, GraphQL, alerts. `show` gets the
 * transcript line by line. The platform must have the demo seed.
 */
export async function tour(baseUrl: string, show: Print): Promise<void> {
	const fetch = printed(show);
	const tenon = createClient({ baseUrl, auth: { token: "developer-token" }, fetch });
	const print = (line: string): void => show(line, "result");
	const web = "acme/web";

	heading(show, "Who am I?");
	const me = await tenon.users.getCurrent();
	print(`${me.name} (@${me.username}), user ${me.id}, ${me.state}`);

	heading(show, "Pipelines of acme/web, page by page");
	for await (const page of tenon.pipelines.list({ id: web, per_page: 20 }).pages()) {
		const [first] = page.items;
		print(
			`page ${page.page} of ${page.totalPages}: ${page.items.length} of ${page.total} pipelines, newest #${first?.iid} ${first?.status} on ${first?.ref}`,
		);
	}

	heading(show, "Create a pipeline with variables");
	const created = await tenon.pipelines.create({
		id: web,
		ref: "develop",
		variables: [{ key: "DEPLOY_TO", value: "staging" }],
	});
	print(
		`#${created.iid} is ${created.status} on ${created.ref} at ${created.sha.slice(0, 8)}, started by @${created.user.username}`,
	);
	const variables = await tenon.pipelines.listVariables({ id: web, pipeline_id: created.id });
	print(`its variables: ${variables.items.map(({ key, value }) => `${key}=${value}`).join(", ")}`);

	heading(show, "Cancel it, and retry it");
	const canceled = await tenon.pipelines.cancel({ id: web, pipeline_id: created.id });
	print(`#${canceled.iid} is ${canceled.status}: ${canceled.detailed_status.label}`);
	const retried = await tenon.pipelines.retry({ id: web, pipeline_id: created.id });
	print(`#${retried.iid} is ${retried.status} again`);

	heading(show, "The test report of the newest failed pipeline on develop");
	const failed = await tenon.pipelines.list({ id: web, status: "failed", ref: "develop", per_page: 1 });
	for (const { id, iid } of failed.items) {
		const report = await tenon.pipelines.getTestReport({ id: web, pipeline_id: id });
		print(
			`#${iid}: ${report.total_count} tests, ${report.failed_count} failed, ${report.skipped_count} skipped, ${report.total_time} s`,
		);
		for (const suite of report.test_suites)
			for (const test of suite.test_cases)
				if (test.status === "failed") print(`  ${suite.name}: "${test.name}" ${test.system_output}`);
	}

	heading(show, "Comment on a merge request");
	const note = await tenon.mergeRequestNotes.create({ id: web, merge_request_iid: 1, body: "Nice! :rocket:" });
	if ("id" in note) print(`note ${note.id} by @${note.author.username}: ${note.body}`);

	heading(show, "120 notes of an issue, over as many pages as it takes");
	let system = 0;
	let internal = 0;
	let all = 0;
	for await (const each of tenon.issueNotes.list({ id: web, issue_iid: 1, sort: "asc", per_page: 50 })) {
		all += 1;
		if (each.system) system += 1;
		if (each.internal) internal += 1;
	}
	print(`${all} notes: ${system} by the platform, ${internal} for the team only, ${all - system - internal} ordinary`);

	heading(show, "What a developer may not do");
	try {
		await tenon.pipelines.delete({ id: web, pipeline_id: created.id });
		print("it was deleted, which should not be");
	} catch (error) {
		if (!isApiError(error)) throw error;
		show(`${error.name}: ${error.message}`, "refusal");
		print(`status ${error.status}, body ${JSON.stringify(error.body)}`);
	}

	await graphqlTour(tenon, show);
}
