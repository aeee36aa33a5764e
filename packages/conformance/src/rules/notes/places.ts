/** Finds or makes what notes are written on, where the scene has no field for it. */
import type { Fields } from "../../rule/answer";
import type { Context } from "../../rule/context";
import { ask, mutate, numberOf, succeed } from "../../rule/graphql";
import type { Kind } from "./kinds";

/** The issues of a project that its owner sees. */
export async function issuesOf(t: Context, project: string): Promise<readonly Fields[]> {
	const query = `query ($at: ID!) { project(fullPath: $at) { issues(first: 100) { nodes {
		iid title state confidential author { username }
	} } } }`;
	return (await ask(t.as("owner"), query, { at: project })).list("project.issues.nodes");
}

/** The merge requests of a project that its owner sees. */
export async function mergeRequestsOf(t: Context, project: string): Promise<readonly Fields[]> {
	const query = `query ($at: ID!) { project(fullPath: $at) { mergeRequests(first: 100) { nodes {
		iid title state discussionLocked diffHeadSha
	} } } }`;
	return (await ask(t.as("owner"), query, { at: project })).list("project.mergeRequests.nodes");
}

/** The epics of the scene's group with an IID up to twenty: their numbers by their IIDs. */
export async function epicsOf(t: Context): Promise<{ iid: number; id: number; confidential: boolean }[]> {
	const each = Array.from({ length: 20 }, (_, index) => `e${index + 1}: epic(iid: "${index + 1}") { id confidential }`);
	const query = `query ($at: ID!) { group(fullPath: $at) { ${each.join(" ")} } }`;
	const group = (await ask(t.as("owner"), query, { at: t.scene("group") })).record("group");
	return Object.entries(group).flatMap(([alias, epic]) =>
		epic === null
			? []
			: [
					{
						iid: Number(alias.slice(1)),
						id: numberOf(Object(epic).id),
						confidential: Object(epic).confidential === true,
					},
				],
	);
}

/** A new snippet of the developer's, of a project or their own; gives its number. */
export async function newSnippet(t: Context, project?: string): Promise<number> {
	const developer = t.as("developer");
	const payload = await succeed(
		developer,
		"createSnippet",
		{
			title: t.unique("snippet"),
			visibilityLevel: "private",
			...(project !== undefined && { projectPath: project }),
			blobActions: [{ action: "create", filePath: "a.txt", content: "text" }],
		},
		"snippet { id }",
	);
	const id = String(Object(payload.snippet).id);
	t.undo(`snippet ${id}`, async () => (await mutate(developer, "destroySnippet", { id })).answer);
	return numberOf(id);
}

/** Where alerts of a project go, and with which key: the scene's own address, or that of a new integration. */
async function alertAddress(t: Context, project: string): Promise<{ url: string; key: string }> {
	if (project === t.scene("project")) return { url: t.scene("alert_url"), key: t.scene("alert_key") };
	const maintainer = t.as("maintainer");
	const { integration } = await succeed(
		maintainer,
		"httpIntegrationCreate",
		{ projectPath: project, name: t.unique("integration"), active: true },
		"integration { id url token }",
	);
	const { id, url, token } = Object(integration);
	t.undo(`alert integration ${id}`, async () => (await mutate(maintainer, "httpIntegrationDestroy", { id })).answer);
	return { url: String(url), key: String(token) };
}

/** A new issue of a project, opened for an alert: issues cannot be removed again, so a check of it destroys. Gives its IID. */
export async function newIssue(t: Context, project: string): Promise<number> {
	const { url, key } = await alertAddress(t, project);
	const sent = await t.anonymous.send("POST", url, {
		json: { title: t.unique("alert") },
		headers: { Authorization: `Bearer ${key}` },
	});
	const [alert] = sent.is(200).items;
	const input = { projectPath: project, iid: String(alert?.iid) };
	const payload = await succeed(t.as("maintainer"), "createAlertIssue", input, "issue { iid }");
	return Number(Object(payload.issue).iid);
}

/** Locks the discussion of the scene's issue or merge request until the end of the check. */
export async function lock(t: Context, kind: Kind): Promise<void> {
	const mutation = kind.name === "issue" ? "issueSetLocked" : "mergeRequestSetLocked";
	const owner = t.as("owner");
	const input = { projectPath: t.scene("project"), iid: String(t.scene(kind.field)) };
	t.undo(`lock of ${kind.name}`, async () => (await mutate(owner, mutation, { ...input, locked: false })).answer);
	await succeed(owner, mutation, { ...input, locked: true });
}
