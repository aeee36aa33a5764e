/** Sends payloads to alert integrations, and reads the resulting alerts. */

import type { Context } from "../../rule/context";
import { pause } from "../../rule/eventually";
import { ask, type GraphqlResponse, mutate, succeed } from "../../rule/graphql";
import { type ApiResponse, type Fields, isFields } from "../../rule/response";

/** An integration's address and key. */
export interface Intake {
	readonly url: string;
	readonly key: string;
	/** Where it is not the start of the address: the server may be below a path. */
	readonly project?: string;
}

/** The scene's active integration for generic payloads. */
export const generic = (t: Context): Intake => ({ url: t.scene("alert_url"), key: t.scene("alert_key") });
/** The scene's active integration for metrics payloads. */
export const metrics = (t: Context): Intake => ({ url: t.scene("metrics_url"), key: t.scene("metrics_key") });

/** Full path of the project that an address belongs to. */
export const projectOf = ({ url, project }: Intake): string =>
	project ?? decodeURIComponent(new URL(url, "http://localhost").pathname.split("/alerts/notify/")[0] ?? "").slice(1);

export interface Posted {
	/** In place of the payload as JSON. */
	readonly body?: string | Uint8Array<ArrayBuffer>;
	readonly method?: string;
	/** The key sent as a bearer; the integration's own by default. */
	readonly key?: string;
	/** In place of the key as a bearer; null for none. */
	readonly authorization?: string | null;
	readonly type?: string;
}

/** Sends a payload. Alerts cannot be removed: those in the response are resolved after the rule. */
export async function send(t: Context, to: Intake, payload: unknown, posted: Posted = {}): Promise<ApiResponse> {
	const { body = JSON.stringify(payload), method = "POST", key = to.key, authorization = `Bearer ${key}`, type = "application/json" } = posted;
	const response = await t.anonymous.send(method, to.url, {
		...(method !== "GET" && { body }),
		headers: { ...(authorization !== null && { authorization }), "content-type": type },
	});
	const alerts = response.succeeded && response.text !== "" && Array.isArray(response.json) ? response.json.filter(isFields) : [];
	for (const { iid } of alerts) resolveLater(t, to, String(iid));
	return response;
}

/** The alerts of each rule that are resolved after it, by their project. */
const toResolve = new WeakMap<Context, Map<string, Set<string>>>();
/** This many mutations in one document stay below the complexity limit. */
const mostAtOnce = 20;

/** Resolves an alert after the rule, together with its others: alerts cannot be removed. */
function resolveLater(t: Context, to: Intake, iid: string): void {
	const ofRule = toResolve.get(t) ?? new Map<string, Set<string>>();
	toResolve.set(t, ofRule);
	const project = projectOf(to);
	const there = ofRule.get(project);
	if (there) {
		there.add(iid);
		return;
	}
	const iids = new Set([iid]);
	ofRule.set(project, iids);
	t.undo(`alerts of ${project} (resolved)`, async () => {
		const left = [...iids];
		for (;;) {
			const mutations = left.splice(0, mostAtOnce).map((one) => {
				const input = `projectPath: ${JSON.stringify(project)}, iid: ${JSON.stringify(one)}, status: RESOLVED`;
				return `alert${one}: updateAlertStatus(input: { ${input} }) { errors }`;
			});
			const response = await t.as("developer").graphql(`mutation { ${mutations.join(" ")} }`);
			if (left.length === 0 || !response.succeeded) return response;
		}
	});
}

/** The alerts that each rule has raised, by the address: the latest iid of each fingerprint or title, and of all. */
const raised = new WeakMap<Context, Map<string, Map<string, string>>>();
/** A key that differs from every title, because no title is blank. */
const latest = " ";

/** The alerts that a rule has raised at a URL. The response need not list repeated alerts, so a rule remembers them. */
function raisedBy(t: Context, { url }: Intake): Map<string, string> {
	const ofRule = raised.get(t) ?? new Map<string, Map<string, string>>();
	raised.set(t, ofRule);
	const there = ofRule.get(url) ?? new Map<string, string>();
	ofRule.set(url, there);
	return there;
}

/** Sends a payload that must create or repeat one alert, with this title; returns the alert's iid. */
export async function raise(t: Context, to: Intake, payload: unknown, title?: unknown): Promise<string> {
	const { alerts, fingerprint, title: own } = Object(payload);
	// GitLab's response to the metrics format is empty.
	if (t.facts.dialect === "gitlab" && to.url === metrics(t).url && Array.isArray(alerts)) return (await iidsOf(t, ...alerts)).join();
	const response = (await send(t, to, payload)).ok;
	const [first] = response.items;
	const [known, print] = [raisedBy(t, to), JSON.stringify(fingerprint ?? own ?? latest)];
	const repeated = known.get(print) ?? known.get(latest);
	if (!first && repeated !== undefined) return repeated;
	if (!first) throw response.deviation("the response should list the payload's alert");
	if (title !== undefined && first.title !== title) response.assume(`title: expected ${title}, got ${first.title}`);
	for (const key of [print, latest]) known.set(key, String(first.iid));
	return String(first.iid);
}

const textOf = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

/** The title of a metrics item's alert. */
function titleOf({ annotations, labels }: Fields): string {
	const { title, summary } = Object(annotations);
	return textOf(title) || textOf(summary) || textOf(Object(labels).alertname);
}

/** The iid of each item's alert. A response that lists fewer alerts than items leaves out the repeats. */
function createdOf(t: Context, to: Intake, response: ApiResponse, items: readonly Fields[]): readonly string[] {
	const [known, created] = [raisedBy(t, to), response.is(200).items];
	const listed = created.length < items.length ? items.filter((item) => !known.has(titleOf(item))) : items;
	t.same("the number of records in the response", created.length, listed.length, response);
	for (const [at, item] of listed.entries()) known.set(titleOf(item), String(created[at]?.iid));
	return items.map((item) => known.get(titleOf(item)) ?? "");
}

/** Sends items to the metrics integration, and returns the iid of each item's alert. GitLab's response is empty: its alerts are found by their titles. */
export async function iidsOf(t: Context, ...items: readonly Fields[]): Promise<readonly string[]> {
	const to = metrics(t);
	const response = await send(t, to, payloadOf(...items));
	if (t.facts.dialect !== "gitlab") return createdOf(t, to, response, items);
	t.same("the response", response.is(201).text, "", response);
	const iids: string[] = [];
	for (const title of items.map(titleOf)) {
		const query = "query($path: ID!, $search: String) { project(fullPath: $path) { alertManagementAlerts(search: $search) { nodes { iid title } } } }";
		const found = (await ask(t.as("developer"), query, { path: projectOf(to), search: title })).list("project.alertManagementAlerts.nodes");
		const [newest] = found.filter((one) => one.title === title).sort((one, other) => Number(other.iid) - Number(one.iid));
		t.holds(`there should be an alert with the title ${title}`, newest !== undefined, response);
		iids.push(String(newest?.iid));
		if (newest) resolveLater(t, to, String(newest.iid));
	}
	return iids;
}

/** The fields to read of an alert. */
const fields = `id iid title description service monitoringTool runbook severity status hosts startedAt endedAt createdAt updatedAt
	eventCount details environment { name } issue { iid title state description } assignees { nodes { username } }`;

/** An alert as GraphQL shows it to a developer. */
export async function alertOf(t: Context, to: Intake, iid: string): Promise<Fields> {
	const query = `query($path: ID!, $iid: String) { project(fullPath: $path) { alertManagementAlert(iid: $iid) { ${fields} } } }`;
	const response = await ask(t.as("developer"), query, { path: projectOf(to), iid });
	return response.record("project.alertManagementAlert");
}

/** Sends a payload, and reads its alert. */
export const alertFrom = async (t: Context, to: Intake, payload: unknown): Promise<Fields> => await alertOf(t, to, await raise(t, to, payload));

/** The titles of the project's alerts that a search for this text finds. */
export async function titlesOf(t: Context, to: Intake, search: string): Promise<readonly unknown[]> {
	const query = "query($path: ID!, $search: String) { project(fullPath: $path) { alertManagementAlerts(search: $search) { nodes { title } } } }";
	const response = await ask(t.as("developer"), query, { path: projectOf(to), search });
	return response.list("project.alertManagementAlerts.nodes").map(({ title }) => title);
}

/** Every alert that the mock has; undefined on servers that do not show it. */
const allAlerts = async (t: Context): Promise<unknown> => (t.given.hasControl ? await t.given.records("alerts") : undefined);

/** The payloads that `act` sends, which contain this text, must create and change no alert. */
export async function makesNone(t: Context, to: Intake, act: () => Promise<void>, mark = t.unique("none")): Promise<void> {
	const before = await allAlerts(t);
	await act();
	t.same("alerts of the refused payloads", await titlesOf(t, to, mark), []);
	t.same("all alerts", await allAlerts(t), before);
}

/** Sets an alert's status, as a developer. */
export const setStatus = async (t: Context, to: Intake, iid: string, status: string): Promise<GraphqlResponse> =>
	await mutate(t.as("developer"), "updateAlertStatus", { projectPath: projectOf(to), iid, status }, "alert { iid status endedAt eventCount } issue { iid }");

/** Opens an incident for an alert; it is closed after the run, for issues cannot be removed. */
export async function incidentOf(t: Context, to: Intake, iid: string): Promise<Fields> {
	const developer = t.as("developer");
	const payload = await succeed(developer, "createAlertIssue", { projectPath: projectOf(to), iid }, "alert { iid } issue { iid title description state }");
	const { issue } = payload;
	t.holds("createAlertIssue should return the new issue", isFields(issue));
	const found = isFields(issue) ? issue : {};
	closeAfterwards(t, to, String(found.iid));
	return found;
}

/** Closes an incident after the rule, unless the rule itself has closed it. */
export function closeAfterwards(t: Context, to: Intake, iid: string): void {
	t.undo(`incident ${iid} (closed)`, async () => {
		const query = "query($path: ID!, $iid: String) { project(fullPath: $path) { issue(iid: $iid) { state } } }";
		const response = await ask(t.as("developer"), query, { path: projectOf(to), iid });
		return response.at("project.issue.state") === "opened" ? await closeIssue(t, to, iid) : response.http;
	});
}

export const closeIssue = async (t: Context, to: Intake, issue_iid: string): Promise<ApiResponse> =>
	await t.as("developer").call("createIssueNote", { id: projectOf(to), issue_iid, body: "/close" });

/** An integration of the check's own, in the private project by default; it is removed after the run. */
export async function makeIntake(t: Context, fields: Fields = {}): Promise<Intake & { readonly id: string; readonly name: string }> {
	const maintainer = t.as("maintainer");
	const projectPath = fields.projectPath ?? t.scene("private_project");
	const name = t.unique("intake");
	const input = { projectPath, name, active: true, ...fields };
	// On the free tier a project has one integration of a type: another rule's is soon gone.
	const create = async () => (await mutate(maintainer, "httpIntegrationCreate", input, "integration { id url token }")).record("httpIntegrationCreate");
	let payload = await create();
	for (let attempt = 1; t.facts.tier === "free" && !isFields(payload.integration) && attempt < 8; attempt++) {
		await pause(25 * 2 ** attempt);
		payload = await create();
	}
	if (t.facts.tier === "free" && !isFields(payload.integration)) t.skip("the private project has an integration, and the free tier allows one: remove it");
	t.same("errors of httpIntegrationCreate", payload.errors, []);
	const made = isFields(payload.integration) ? payload.integration : {};
	const { id, url, token } = made;
	t.undo(`alert integration ${name}`, async () => (await mutate(maintainer, "httpIntegrationDestroy", { id })).http);
	return { id: String(id), name: String(fields.name ?? name), url: String(url), key: String(token), project: String(projectPath) };
}

/** A URL of the same form that belongs to no integration. */
export const nowhere = ({ url, key }: Intake): Intake => ({
	url: url.replace(/[0-9a-f]{16}\.json$/, "0123456789abcdef.json"),
	key,
});

/** What an item's alert would show if the common parts of the payload were wrongly read as the item's own. */
const common: Fields = {
	alertname: "Common",
	title: "Common",
	severity: "low",
	gitlab_environment_name: "production",
	description: "Common",
	runbook: "https://example.com",
};

/** A whole payload with these items. */
export const payloadOf = (...items: readonly Fields[]): Fields => ({
	version: "4",
	groupKey: "{}:{}",
	status: "firing",
	receiver: "conformance",
	groupLabels: common,
	commonLabels: common,
	commonAnnotations: common,
	externalURL: "https://metrics.example.com",
	alerts: items,
});

/** A firing item of this title. */
export const titled = (title: string, more: Fields = {}): Fields => ({
	status: "firing",
	startsAt: "2026-01-05T08:00:00Z",
	endsAt: "0001-01-01T00:00:00Z",
	labels: { alertname: title },
	annotations: {},
	...more,
});
