import { type Fields, isFields } from "../../rule/answer";
import type { Context } from "../../rule/context";
import { ask, mutate, noPermission, succeed } from "../../rule/graphql";
import { assumed } from "../../rule/rule";
import { alertFrom, alertOf, generic, incidentOf, makeIntake, projectOf, raise, send, setStatus } from "../alerts/intake";

/** The titles that the project's list gives with these arguments, as a developer. */
async function listed(t: Context, args: string): Promise<readonly unknown[]> {
	const query = `query($path: ID!) { project(fullPath: $path) { alertManagementAlerts(${args}) { nodes { title } } } }`;
	const response = await ask(t.as("developer"), query, { path: projectOf(generic(t)) });
	return response.list("project.alertManagementAlerts.nodes").map(({ title }) => title);
}

/** An alert for each of these, with a word that all their titles hold; in their order. */
async function several(t: Context, ...given: readonly Fields[]): Promise<{ word: string; titles: string[]; iids: string[] }> {
	const word = t.unique("several");
	const titles = given.map((_, at) => `${word} ${at}`);
	const iids: string[] = [];
	for (const [at, one] of given.entries()) iids.push(await raise(t, generic(t), { title: titles[at], ...one }));
	return { word, titles, iids };
}

async function statuses(t: Context, iids: readonly string[], ...wanted: readonly string[]): Promise<void> {
	for (const [at, status] of wanted.entries()) await setStatus(t, generic(t), iids[at] ?? "", status);
}

const all = ["TRIGGERED", "ACKNOWLEDGED", "RESOLVED", "IGNORED"];

export const alertChecks = [
	assumed(
		"GQL-269",
		"An alert created by intake is found by alertManagementAlert(iid) with the payload's title, severity, status TRIGGERED, eventCount 1.",
		"executeGraphql",
		async (t) => {
			const title = t.unique("alert");
			const { iid, ...alert } = await alertFrom(t, generic(t), { title, severity: "low" });
			t.same("title, severity, status and counter", [alert.title, alert.severity, alert.status, alert.eventCount], [title, "LOW", "TRIGGERED", 1]);
			t.holds("it should have an iid", typeof iid === "string");
		},
	),
	assumed(
		"GQL-270",
		"alertManagementAlerts filters: statuses keeps those statuses, search matches title, description, service and monitoringTool, assigneeUsername keeps that assignee's.",
		"executeGraphql",
		async (t) => {
			const mark = t.unique("mark");
			const { word, titles, iids } = await several(t, {}, { description: `It is ${mark}.` }, { service: mark }, { monitoring_tool: mark });
			await statuses(t, iids, ...all);
			const search = JSON.stringify(word);
			t.same("those of two statuses", await listed(t, `search: ${search}, statuses: [TRIGGERED, RESOLVED], sort: CREATED_ASC`), [titles[0], titles[2]]);
			t.same("those with the title", await listed(t, `search: ${search}, sort: CREATED_ASC`), titles);
			t.same("those with the mark", await listed(t, `search: ${JSON.stringify(mark)}, sort: CREATED_ASC`), titles.slice(1));
			const { username } = t.user("developer");
			const input = { projectPath: projectOf(generic(t)), iid: iids[1], assigneeUsernames: [username] };
			await succeed(t.as("developer"), "alertSetAssignees", input);
			t.same("the developer's", await listed(t, `search: ${search}, assigneeUsername: ${JSON.stringify(username)}`), [titles[1]]);
		},
	),
	assumed("GQL-271", "Sort SEVERITY_DESC goes from CRITICAL to UNKNOWN; STATUS_DESC from TRIGGERED to IGNORED.", "executeGraphql", async (t) => {
		const severities = ["low", "unknown", "critical", "info", "high", "medium"];
		const { word, titles } = await several(t, ...severities.map((severity) => ({ severity })));
		const search = JSON.stringify(word);
		const order = [2, 4, 5, 0, 3, 1].map((at) => titles[at]);
		t.same("SEVERITY_DESC", await listed(t, `search: ${search}, sort: SEVERITY_DESC`), order);
		const other = await several(t, {}, {}, {}, {});
		await statuses(t, other.iids, "IGNORED", "RESOLVED", "TRIGGERED", "ACKNOWLEDGED");
		t.same(
			"STATUS_DESC",
			await listed(t, `search: ${JSON.stringify(other.word)}, sort: STATUS_DESC`),
			[2, 3, 1, 0].map((at) => other.titles[at]),
		);
	}),
	assumed("GQL-272", "alertManagementAlertStatusCounts.open = triggered + acknowledged, all = sum of the four statuses.", "executeGraphql", async (t) => {
		const { word, iids } = await several(t, {}, {}, {}, {}, {});
		await statuses(t, iids, ...all);
		const query = `query($path: ID!, $search: String) { project(fullPath: $path) { alertManagementAlertStatusCounts(search: $search) {
			all open triggered acknowledged resolved ignored } } }`;
		const response = await ask(t.as("developer"), query, { path: projectOf(generic(t)), search: word });
		t.same(
			"the counts",
			response.at("project.alertManagementAlertStatusCounts"),
			{ all: 5, open: 3, triggered: 2, acknowledged: 1, resolved: 1, ignored: 1 },
			response.answer,
		);
	}),
	assumed(
		"GQL-273",
		"updateAlertStatus changes the status REST-side intake then sees: after RESOLVED an identical payload creates a new alert.",
		"executeGraphql",
		async (t) => {
			const payload = { title: t.unique("again"), fingerprint: t.unique() };
			const iid = await raise(t, generic(t), payload);
			const response = await setStatus(t, generic(t), iid, "RESOLVED");
			t.same("errors", response.record("updateAlertStatus").errors, [], response.answer);
			t.holds("an identical payload should be a new alert", (await raise(t, generic(t), payload)) !== iid);
			t.same("the first alert", (await alertOf(t, generic(t), iid)).status, "RESOLVED");
		},
	),
	assumed(
		"GQL-274",
		"httpIntegrationCreate returns url and token with which sendAlert succeeds; httpIntegrationResetToken makes the old token fail with 401; destroy makes the address unusable.",
		"executeGraphql",
		async (t) => {
			const to = await makeIntake(t);
			(await send(t, to, { title: t.unique() })).is(200);
			const maintainer = t.as("maintainer");
			const { integration } = await succeed(maintainer, "httpIntegrationResetToken", { id: to.id }, "integration { token }");
			const key = isFields(integration) ? String(integration.token) : "";
			(await send(t, to, { title: t.unique() })).is(401);
			(await send(t, to, { title: t.unique() }, { key })).is(200);
			await succeed(maintainer, "httpIntegrationDestroy", { id: to.id });
			const after = await send(t, to, { title: t.unique() }, { key });
			t.holds("the address should be unusable", after.status >= 400 && after.status < 500, after);
		},
	),
	assumed(
		"GQL-275",
		"Integration token and url are readable by Maintainer and up only; for others the list is empty.",
		"executeGraphql",
		async (t) => {
			const query = "query($path: ID!) { project(fullPath: $path) { alertManagementHttpIntegrations { nodes { url token } } } }";
			const read = async (who: "maintainer" | "developer" | "reporter" | "guest") =>
				(await ask(t.as(who), query, { path: projectOf(generic(t)) })).list("project.alertManagementHttpIntegrations.nodes");
			const seen = await read("maintainer");
			t.holds(
				"a maintainer should read the scene's key",
				seen.some(({ token }) => token === generic(t).key),
			);
			for (const who of ["developer", "reporter", "guest"] as const) t.same(`what ${who} reads`, await read(who), []);
		},
		{ effect: "reads" },
	),
	assumed("GQL-276", 'createAlertIssue a second time → errors ["An issue already exists"].', "executeGraphql", async (t) => {
		const iid = await raise(t, generic(t), { title: t.unique() });
		await incidentOf(t, generic(t), iid);
		const input = { projectPath: projectOf(generic(t)), iid };
		const response = await mutate(t.as("developer"), "createAlertIssue", input, "issue { iid }");
		const { errors, issue } = response.record("createAlertIssue");
		t.same("errors and issue", [errors, issue], [["An issue already exists"], null], response.answer);
		(await mutate(t.as("reporter"), "createAlertIssue", input)).refuses(noPermission);
	}),
];
