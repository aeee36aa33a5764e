import type { Tenon } from "@tenon/client";
import { operations } from "@tenon/contract";
import type { Platform } from "@tenon/mock";
import { expect, test } from "vitest";
import { doors, enter } from "./doors";

type Call = (tenon: Tenon, platform: Platform, baseUrl: string) => PromiseLike<unknown>;

const web = "acme/web";
const bytes = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const picture = new File([bytes], "me.png", { type: "image/png" });

/** The first record that fits, of those that the demo has. */
function first<Row>(rows: Iterable<Row>, fits: (row: Row) => boolean): Row {
	for (const row of rows) if (fits(row)) return row;
	throw new Error("The demo has no such record.");
}

/** A comment on a thing of a kind, and the thing's own number. */
const commented = ({ state }: Platform, kind: string): { note_id: number; noteable: number } => {
	const note = first(state.notes.all(), (one) => one.noteable_type === kind && !one.system);
	return { note_id: note.id, noteable: note.noteable_id };
};
const userId = ({ state }: Platform, name: string): number =>
	first(state.users.all(), (one) => one.username === name).id;

const on = {
	issue: (platform: Platform) => {
		const { note_id, noteable } = commented(platform, "Issue");
		const issue = platform.state.issues.get(noteable);
		return { at: { id: issue?.project_id ?? 0, issue_iid: issue?.iid ?? 0 }, note_id };
	},
	mergeRequest: (platform: Platform) => {
		const { note_id, noteable } = commented(platform, "MergeRequest");
		const request = platform.state.mergeRequests.get(noteable);
		return { at: { id: request?.project_id ?? 0, merge_request_iid: request?.iid ?? 0 }, note_id };
	},
	snippet: (platform: Platform) => {
		const { note_id, noteable } = commented(platform, "Snippet");
		return { at: { id: platform.state.snippets.get(noteable)?.project_id ?? 0, snippet_id: noteable }, note_id };
	},
	epic: (platform: Platform) => {
		const { note_id, noteable } = commented(platform, "Epic");
		return { at: { id: platform.state.epics.get(noteable)?.group_id ?? 0, epic_id: noteable }, note_id };
	},
	wikiPage: (platform: Platform, kind: "project" | "group") => {
		const page = first(platform.state.wikiPages.all(), (one) => one.container === kind);
		const note = first(
			platform.state.notes.all(),
			(one) => one.noteable_id === page.id && /Wiki/.test(one.noteable_type),
		);
		return { at: { id: page.container_id, wiki_page_meta_id: page.id }, note_id: note.id };
	},
};

const pipeline = ({ state }: Platform, status: string) => ({
	id: web,
	pipeline_id: first(state.pipelines.all(), (one) => one.status === status && state.project(web)?.id === one.project_id)
		.id,
});
const linked = ({ state }: Platform) => {
	const link = first(state.releaseLinks.all(), () => true);
	const release = state.releases.get(link.release_id);
	return { id: release?.project_id ?? 0, tag_name: release?.tag_name ?? "", link_id: link.id };
};
const token = ({ state }: Platform, name: string) => ({
	id: "acme",
	token_id: first(state.tokens.all(), (one) => one.name === name).id,
});
const runner = ({ state }: Platform, text: string): number => state.runnerTokens.one("text", text)?.runner_id ?? 0;
const link = { name: "Notes", url: "https://downloads.example.com/notes" };

/** The demo's own integration. */
const intake = (baseUrl: string) => ({
	url: `${baseUrl}/acme/web/alerts/notify/monitoring/19a079edcce63f87.json`,
	key: "282e549dbef6efd95a1be6226c016e4a",
});
/** A project of the demo, without the runner that `assign` gives it. */
const other = ({ state }: Platform): string =>
	first(
		state.projects.all(),
		({ id, full_path }) => full_path !== web && state.runnerAssignments.in("project", id).length === 0,
	).full_path;

/** What is called, by operation, as the administrator of the demo. */
const calls: { readonly [id in keyof typeof operations]: Call } = {
	listIssueNotes: (t, p) => t.issueNotes.list(on.issue(p).at),
	createIssueNote: (t, p) => t.issueNotes.create({ ...on.issue(p).at, body: "Seen." }),
	getIssueNote: (t, p) => {
		const { at, note_id } = on.issue(p);
		return t.issueNotes.get({ ...at, note_id });
	},
	updateIssueNote: (t, p) => {
		const { at, note_id } = on.issue(p);
		return t.issueNotes.update({ ...at, note_id, body: "Seen again." });
	},
	deleteIssueNote: (t, p) => {
		const { at, note_id } = on.issue(p);
		return t.issueNotes.delete({ ...at, note_id });
	},
	listProjectSnippetNotes: (t, p) => t.projectSnippetNotes.list(on.snippet(p).at),
	createProjectSnippetNote: (t, p) => t.projectSnippetNotes.create({ ...on.snippet(p).at, body: "Seen." }),
	getProjectSnippetNote: (t, p) => {
		const { at, note_id } = on.snippet(p);
		return t.projectSnippetNotes.get({ ...at, note_id });
	},
	updateProjectSnippetNote: (t, p) => {
		const { at, note_id } = on.snippet(p);
		return t.projectSnippetNotes.update({ ...at, note_id, body: "Seen again." });
	},
	deleteProjectSnippetNote: (t, p) => {
		const { at, note_id } = on.snippet(p);
		return t.projectSnippetNotes.delete({ ...at, note_id });
	},
	listMergeRequestNotes: (t, p) => t.mergeRequestNotes.list(on.mergeRequest(p).at),
	createMergeRequestNote: (t, p) => t.mergeRequestNotes.create({ ...on.mergeRequest(p).at, body: "Seen." }),
	getMergeRequestNote: (t, p) => {
		const { at, note_id } = on.mergeRequest(p);
		return t.mergeRequestNotes.get({ ...at, note_id });
	},
	updateMergeRequestNote: (t, p) => {
		const { at, note_id } = on.mergeRequest(p);
		return t.mergeRequestNotes.update({ ...at, note_id, body: "Seen again." });
	},
	deleteMergeRequestNote: (t, p) => {
		const { at, note_id } = on.mergeRequest(p);
		return t.mergeRequestNotes.delete({ ...at, note_id });
	},
	listEpicNotes: (t, p) => t.epicNotes.list(on.epic(p).at),
	createEpicNote: (t, p) => t.epicNotes.create({ ...on.epic(p).at, body: "Seen." }),
	getEpicNote: (t, p) => {
		const { at, note_id } = on.epic(p);
		return t.epicNotes.get({ ...at, note_id });
	},
	updateEpicNote: (t, p) => {
		const { at, note_id } = on.epic(p);
		return t.epicNotes.update({ ...at, note_id, body: "Seen again." });
	},
	deleteEpicNote: (t, p) => {
		const { at, note_id } = on.epic(p);
		return t.epicNotes.delete({ ...at, note_id });
	},
	listProjectWikiPageNotes: (t, p) => t.projectWikiPageNotes.list(on.wikiPage(p, "project").at),
	createProjectWikiPageNote: (t, p) =>
		t.projectWikiPageNotes.create({ ...on.wikiPage(p, "project").at, body: "Seen." }),
	getProjectWikiPageNote: (t, p) => {
		const { at, note_id } = on.wikiPage(p, "project");
		return t.projectWikiPageNotes.get({ ...at, note_id });
	},
	updateProjectWikiPageNote: (t, p) => {
		const { at, note_id } = on.wikiPage(p, "project");
		return t.projectWikiPageNotes.update({ ...at, note_id, body: "Seen again." });
	},
	deleteProjectWikiPageNote: (t, p) => {
		const { at, note_id } = on.wikiPage(p, "project");
		return t.projectWikiPageNotes.delete({ ...at, note_id });
	},
	listGroupWikiPageNotes: (t, p) => t.groupWikiPageNotes.list(on.wikiPage(p, "group").at),
	createGroupWikiPageNote: (t, p) => t.groupWikiPageNotes.create({ ...on.wikiPage(p, "group").at, body: "Seen." }),
	getGroupWikiPageNote: (t, p) => {
		const { at, note_id } = on.wikiPage(p, "group");
		return t.groupWikiPageNotes.get({ ...at, note_id });
	},
	updateGroupWikiPageNote: (t, p) => {
		const { at, note_id } = on.wikiPage(p, "group");
		return t.groupWikiPageNotes.update({ ...at, note_id, body: "Seen again." });
	},
	deleteGroupWikiPageNote: (t, p) => {
		const { at, note_id } = on.wikiPage(p, "group");
		return t.groupWikiPageNotes.delete({ ...at, note_id });
	},
	listPipelines: (t) => t.pipelines.list({ id: web }),
	getLatestPipeline: (t) => t.pipelines.latest({ id: web }),
	getPipeline: (t, p) => t.pipelines.get(pipeline(p, "success")),
	deletePipeline: (t, p) => t.pipelines.delete(pipeline(p, "success")),
	listPipelineVariables: (t, p) => t.pipelines.variables(pipeline(p, "success")),
	getPipelineTestReport: (t, p) => t.pipelines.testReport(pipeline(p, "success")),
	getPipelineTestReportSummary: (t, p) => t.pipelines.testReportSummary(pipeline(p, "success")),
	createPipeline: (t) => t.pipelines.create({ id: web, ref: "main" }),
	retryPipeline: (t, p) => t.pipelines.retry(pipeline(p, "failed")),
	cancelPipeline: (t, p) => t.pipelines.cancel(pipeline(p, "running")),
	updatePipelineMetadata: (t, p) => t.pipelines.updateMetadata({ ...pipeline(p, "success"), name: "Nightly" }),
	listGroups: (t) => t.groups.list(),
	getGroup: (t) => t.groups.get({ id: "acme" }),
	updateGroup: (t) => t.groups.update({ id: "acme", description: "Builds shops." }),
	listGroupProjects: (t) => t.groups.listProjects({ id: "acme" }),
	listGroupSharedProjects: (t) => t.groups.listSharedProjects({ id: "acme" }),
	listGroupSamlUsers: (t) => t.groups.listSamlUsers({ id: "acme" }),
	listGroupProvisionedUsers: (t) => t.groups.listProvisionedUsers({ id: "acme" }),
	listSubgroups: (t) => t.groups.listSubgroups({ id: "acme" }),
	listDescendantGroups: (t) => t.groups.listDescendantGroups({ id: "acme" }),
	listGroupSharedGroups: (t) => t.groups.listSharedGroups({ id: "acme" }),
	listInvitedGroups: (t) => t.groups.listInvitedGroups({ id: "acme" }),
	getGroupAvatar: async (t) => {
		const { blob, ...told } = await t.groups.getAvatar({ id: "acme" });
		return [told, [...new Uint8Array(await blob.arrayBuffer())]];
	},
	revokeGroupToken: (t) => t.groups.revokeToken({ id: "acme", token: "acme-deploy-token" }),
	syncGroupLdap: (t) => t.groups.syncLdap({ id: "acme" }),
	listGroupPersonalAccessTokens: (t) => t.credentials.listPersonalAccessTokens({ id: "acme" }),
	listGroupResourceAccessTokens: (t) => t.credentials.listResourceAccessTokens({ id: "acme" }),
	listGroupSshKeys: (t) => t.credentials.listSshKeys({ id: "acme" }),
	deleteGroupPersonalAccessToken: (t, p) => t.credentials.deletePersonalAccessToken(token(p, "Laptop")),
	deleteGroupResourceAccessToken: (t, p) => t.credentials.deleteResourceAccessToken(token(p, "Housekeeping")),
	deleteGroupSshKey: (t, p) =>
		t.credentials.deleteSshKey({
			id: "acme",
			key_id: first(p.state.sshKeys.all(), ({ title }) => title === "Laptop").id,
		}),
	rotateGroupPersonalAccessToken: (t, p) => t.credentials.rotatePersonalAccessToken(token(p, "Laptop")),
	rotateGroupResourceAccessToken: (t, p) => t.credentials.rotateResourceAccessToken(token(p, "Housekeeping")),
	listUsers: (t) => t.users.list(),
	createUser: (t) =>
		t.users.create({
			username: "newton",
			name: "Nia Newton",
			email: "newton@example.com",
			force_random_password: true,
		}),
	getUser: (t, p) => t.users.get({ id: userId(p, "developer") }),
	updateUser: (t, p) => t.users.update({ id: userId(p, "developer"), bio: "Builds." }),
	deleteUser: (t, p) => t.users.delete({ id: userId(p, "guest") }),
	getCurrentUser: (t) => t.users.current(),
	getCurrentUserStatus: (t) => t.users.currentStatus(),
	replaceCurrentUserStatus: (t) => t.users.replaceStatus({ message: "Away" }),
	updateCurrentUserStatus: (t) => t.users.updateStatus({ emoji: "coffee" }),
	getUserStatus: (t) => t.users.status({ id_or_username: "developer" }),
	getUserPreferences: (t) => t.users.preferences(),
	updateUserPreferences: (t) =>
		t.users.updatePreferences({
			view_diffs_file_by_file: true,
			show_whitespace_in_diffs: true,
			pass_user_identities_to_ci_jwt: false,
		}),
	setUserAvatar: (t) => t.users.setAvatar({ avatar: picture }),
	getUserCounts: (t) => t.users.counts(),
	getUserAssociationsCount: (t, p) => t.users.associationsCount({ id: userId(p, "developer") }),
	listUserActivities: (t) => t.users.listActivities(),
	listUserMemberships: (t, p) => t.users.listMemberships({ id: userId(p, "developer") }),
	disableUserTwoFactor: (t, p) =>
		t.users.disableTwoFactor({
			id: first(p.state.users.all(), (one) => one.two_factor_enabled && one.username !== "root").id,
		}),
	createUserRunner: (t) => t.users.createRunner({ runner_type: "instance_type" }),
	deleteUserIdentity: (t, p) => {
		const { user_id, provider } = first(p.state.identities.all(), () => true);
		return t.users.deleteIdentity({ id: user_id, provider });
	},
	createSupportPin: (t) => t.users.createSupportPin(),
	getSupportPin: async (t) => {
		await t.users.createSupportPin();
		return t.users.supportPin();
	},
	getUserSupportPin: (t, p) => t.users.supportPinOf({ id: first(p.state.supportPins.all(), () => true).user_id }),
	revokeUserSupportPin: (t, p) =>
		t.users.revokeSupportPin({ id: first(p.state.supportPins.all(), () => true).user_id }),
	listRunners: (t) => t.runners.list(),
	listAllRunners: (t) => t.runners.listAll(),
	getRunner: (t, p) => t.runners.get({ id: runner(p, "web-runner-token") }),
	updateRunner: (t, p) => t.runners.update({ id: runner(p, "web-runner-token"), paused: true }),
	listRunnerJobs: (t, p) => t.runners.listJobs({ id: runner(p, "web-runner-token") }),
	listRunnerManagers: (t, p) => t.runners.listManagers({ id: runner(p, "web-runner-token") }),
	listProjectRunners: (t) => t.runners.listForProject({ id: web }),
	assignProjectRunner: (t, p) => t.runners.assign({ id: other(p), runner_id: runner(p, "new-web-runner-token") }),
	unassignProjectRunner: (t, p) =>
		t.runners.unassign({
			id: first(
				p.state.projects.all(),
				({ id }) => p.state.runnerAssignments.in("project", id).length > 0 && p.state.project(web)?.id !== id,
			).id,
			runner_id: runner(p, "web-runner-token"),
		}),
	listGroupRunners: (t) => t.runners.listForGroup({ id: "acme" }),
	registerRunner: (t) => t.runners.register({ token: "instance-registration-token" }),
	deleteRunner: (t, p) => t.runners.delete({ id: runner(p, "new-web-runner-token") }),
	deleteRunnerByToken: (t) => t.runners.deleteByToken({ token: "new-web-runner-token" }),
	verifyRunner: (t) => t.runners.verify({ token: "new-web-runner-token", system_id: "s-1" }),
	resetRunnerRegistrationToken: (t) => t.runners.resetRegistrationToken(),
	resetProjectRunnerRegistrationToken: (t) => t.runners.resetProjectRegistrationToken({ id: web }),
	resetGroupRunnerRegistrationToken: (t) => t.runners.resetGroupRegistrationToken({ id: "acme" }),
	resetRunnerAuthenticationToken: (t, p) => t.runners.resetAuthenticationToken({ id: runner(p, "web-runner-token") }),
	resetRunnerAuthenticationTokenByToken: (t) =>
		t.runners.resetAuthenticationTokenByToken({ token: "web-runner-token" }),
	listReleaseLinks: (t, p) => {
		const { id, tag_name } = linked(p);
		return t.releaseLinks.list({ id, tag_name });
	},
	getReleaseLink: (t, p) => t.releaseLinks.get(linked(p)),
	createReleaseLink: (t, p) => {
		const { id, tag_name } = linked(p);
		return t.releaseLinks.create({ id, tag_name, ...link });
	},
	updateReleaseLink: (t, p) => t.releaseLinks.update({ ...linked(p), ...link }),
	deleteReleaseLink: (t, p) => t.releaseLinks.delete(linked(p)),
	sendAlert: (t, _, baseUrl) => t.alerts.send({ ...intake(baseUrl), payload: { title: "Disk full" } }),
};

/** What every operation gives through a door, each on the demo as it was at first. */
async function outcomes(door: string): Promise<{ [id: string]: unknown }> {
	const { platform, as, baseUrl } = await enter(door);
	const before = platform.snapshot();
	const told: { [id: string]: unknown } = {};
	for (const [id, call] of Object.entries(calls)) {
		platform.restore(before);
		const value = await call(as("root"), platform, baseUrl);
		// Addresses hold the origin, or its host, which are the door's own.
		const text = JSON.stringify(value ?? null).replaceAll(baseUrl, "https://platform.example.com");
		told[id] = JSON.parse(text.replaceAll("git@127.0.0.1", "git@platform.example.com"));
	}
	return told;
}

test("SDK-314 every call works, in process, through MSW and over plain HTTP, with identical results", {
	timeout: 60_000,
}, async () => {
	const [reference = {}, ...others] = await Promise.all(Object.keys(doors).map(outcomes));
	expect(Object.keys(reference).sort()).toEqual(Object.keys(operations).sort());
	for (const other of others) expect(other).toEqual(reference);
});
