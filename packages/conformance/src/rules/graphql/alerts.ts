import { type Fields, isFields } from "../../rule/answer";
import type { Trial } from "../../rule/context";
import { ask, mutate, noPermission, succeed } from "../../rule/graphql";
import { check } from "../../rule/rule";
import {
	alertFrom,
	alertOf,
	generic,
	incidentOf,
	makeIntake,
	projectOf,
	raise,
	send,
	setStatus,
} from "../alerts/intake";

/** The titles that the project's list gives with these arguments, as a developer. */
async function listed(t: Trial, args: string): Promise<readonly unknown[]> {
	const query = `query($path: ID!) { project(fullPath: $path) { alertManagementAlerts(${args}) { nodes { title } } } }`;
	const told = await ask(t.as("developer"), query, { path: projectOf(generic(t)) });
	return told.list("project.alertManagementAlerts.nodes").map(({ title }) => title);
}

/** An alert for each of these, with a word that all their titles hold; in their order. */
async function several(
	t: Trial,
	...given: readonly Fields[]
): Promise<{ word: string; titles: string[]; iids: string[] }> {
	const word = t.unique("several");
	const titles = given.map((_, at) => `${word} ${at}`);
	const iids: string[] = [];
	for (const [at, one] of given.entries()) iids.push(await raise(t, generic(t), { title: titles[at], ...one }));
	return { word, titles, iids };
}

async function statuses(t: Trial, iids: readonly string[], ...wanted: readonly string[]): Promise<void> {
	for (const [at, status] of wanted.entries()) await setStatus(t, generic(t), iids[at] ?? "", status);
}

const all = ["TRIGGERED", "ACKNOWLEDGED", "RESOLVED", "IGNORED"];

export const alertChecks = [
	check("GQL-269", async (t) => {
		const title = t.unique("alert");
		const { iid, ...alert } = await alertFrom(t, generic(t), { title, severity: "low" });
		t.same(
			"title, severity, status and counter",
			[alert.title, alert.severity, alert.status, alert.eventCount],
			[title, "LOW", "TRIGGERED", 1],
		);
		t.holds("it should have an iid", typeof iid === "string");
	}),
	check("GQL-270", async (t) => {
		const mark = t.unique("mark");
		const { word, titles, iids } = await several(
			t,
			{},
			{ description: `It is ${mark}.` },
			{ service: mark },
			{ monitoring_tool: mark },
		);
		await statuses(t, iids, ...all);
		const search = JSON.stringify(word);
		t.same(
			"those of two statuses",
			await listed(t, `search: ${search}, statuses: [TRIGGERED, RESOLVED], sort: CREATED_ASC`),
			[titles[0], titles[2]],
		);
		t.same("those with the title", await listed(t, `search: ${search}, sort: CREATED_ASC`), titles);
		t.same(
			"those with the mark",
			await listed(t, `search: ${JSON.stringify(mark)}, sort: CREATED_ASC`),
			titles.slice(1),
		);
		const { username } = t.user("developer");
		const input = { projectPath: projectOf(generic(t)), iid: iids[1], assigneeUsernames: [username] };
		await succeed(t.as("developer"), "alertSetAssignees", input);
		t.same("the developer's", await listed(t, `search: ${search}, assigneeUsername: ${JSON.stringify(username)}`), [
			titles[1],
		]);
	}),
	check("GQL-271", async (t) => {
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
	check("GQL-272", async (t) => {
		const { word, iids } = await several(t, {}, {}, {}, {}, {});
		await statuses(t, iids, ...all);
		const query = `query($path: ID!, $search: String) { project(fullPath: $path) { alertManagementAlertStatusCounts(search: $search) {
			all open triggered acknowledged resolved ignored } } }`;
		const told = await ask(t.as("developer"), query, { path: projectOf(generic(t)), search: word });
		t.same(
			"the counts",
			told.at("project.alertManagementAlertStatusCounts"),
			{ all: 5, open: 3, triggered: 2, acknowledged: 1, resolved: 1, ignored: 1 },
			told.answer,
		);
	}),
	check("GQL-273", async (t) => {
		const payload = { title: t.unique("again"), fingerprint: t.unique() };
		const iid = await raise(t, generic(t), payload);
		const told = await setStatus(t, generic(t), iid, "RESOLVED");
		t.same("errors", told.record("updateAlertStatus").errors, [], told.answer);
		t.holds("an identical payload should be a new alert", (await raise(t, generic(t), payload)) !== iid);
		t.same("the first alert", (await alertOf(t, generic(t), iid)).status, "RESOLVED");
	}),
	check("GQL-274", async (t) => {
		const to = await makeIntake(t);
		(await send(t, to, { title: t.unique() })).is(200);
		const maintainer = t.as("maintainer");
		const { integration } = await succeed(
			maintainer,
			"httpIntegrationResetToken",
			{ id: to.id },
			"integration { token }",
		);
		const key = isFields(integration) ? String(integration.token) : "";
		(await send(t, to, { title: t.unique() })).is(401);
		(await send(t, to, { title: t.unique() }, { key })).is(200);
		await succeed(maintainer, "httpIntegrationDestroy", { id: to.id });
		const after = await send(t, to, { title: t.unique() }, { key });
		t.holds("the address should be unusable", after.status >= 400 && after.status < 500, after);
	}),
	check(
		"GQL-275",
		async (t) => {
			const query =
				"query($path: ID!) { project(fullPath: $path) { alertManagementHttpIntegrations { nodes { url token } } } }";
			const read = async (who: "maintainer" | "developer" | "reporter" | "guest") =>
				(await ask(t.as(who), query, { path: projectOf(generic(t)) })).list(
					"project.alertManagementHttpIntegrations.nodes",
				);
			const seen = await read("maintainer");
			t.holds(
				"a maintainer should read the scene's key",
				seen.some(({ token }) => token === generic(t).key),
			);
			for (const who of ["developer", "reporter", "guest"] as const) t.same(`what ${who} reads`, await read(who), []);
		},
		{ effect: "reads" },
	),
	check("GQL-276", async (t) => {
		const iid = await raise(t, generic(t), { title: t.unique() });
		await incidentOf(t, generic(t), iid);
		const input = { projectPath: projectOf(generic(t)), iid };
		const told = await mutate(t.as("developer"), "createAlertIssue", input, "issue { iid }");
		const { errors, issue } = told.record("createAlertIssue");
		t.same("errors and issue", [errors, issue], [["An issue already exists"], null], told.answer);
		(await mutate(t.as("reporter"), "createAlertIssue", input)).refuses(noPermission);
	}),
];
