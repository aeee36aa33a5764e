import type { Context } from "../../rule/context";
import { ask, type GraphqlResponse, mutate, succeed } from "../../rule/graphql";
import { type Fields, isFields } from "../../rule/response";
import type { Rule } from "../../rule/rule";
import { alertFrom, alertOf, generic, incidentOf, makeIntake, projectOf, raise, send, setStatus } from "../alerts/intake";
import { bothWays, inner, nodesOf, text, time } from "./connections";
import { below, by, enrich, everyone, forbids, inProject, inVain, quoted, reads, those, unstated, type Who, writes } from "./lab";
import { follows } from "./meanings";

const statuses = ["TRIGGERED", "ACKNOWLEDGED", "RESOLVED", "IGNORED"];
const severities = ["UNKNOWN", "INFO", "LOW", "MEDIUM", "HIGH", "CRITICAL"];
const readers = ["administrator", "auditor", "owner", "maintainer", "developer"] as const;
const path = (t: Context): string => projectOf(generic(t));

/** An alert for each of these, whose titles have a word of their own; returned with their IIDs. */
async function several(t: Context, ...all: readonly Fields[]): Promise<{ word: string; iids: string[] }> {
	const word = t.unique("several");
	const iids: string[] = [];
	for (const [at, fields] of all.entries()) {
		iids.push(await raise(t, generic(t), { title: `${word} ${at}`, ...fields }));
		await enrich(async () => await t.given.advance("1 hour"));
	}
	return { word, iids };
}
const sets = async (t: Context, iid: unknown, status: string, who: Who = "developer"): Promise<GraphqlResponse> =>
	await mutate(by(t, who), "updateAlertStatus", { projectPath: path(t), iid, status }, "alert { iid status endedAt updatedAt } issue { iid } todo { id }");

export const alertRules: readonly Rule[] = [
	unstated("GQL-258, GQL-269", "An alert of the intake shows its payload, TRIGGERED and counted once, to those from Developer on.", writes, async (t) => {
		for (const severity of ["low", "critical", "unknown"]) {
			const title = t.unique("alert");
			const { iid, ...alert } = await alertFrom(t, generic(t), {
				title,
				severity,
				description: "It is.",
				service: "web",
				monitoring_tool: "probe",
				hosts: ["a", "b"],
			});
			const expected = {
				title,
				severity: severity.toUpperCase(),
				status: "TRIGGERED",
				eventCount: 1,
				endedAt: null,
				description: "It is.",
				service: "web",
				monitoringTool: "probe",
				hosts: ["a", "b"],
				issue: null,
			};
			for (const [name, value] of Object.entries(expected)) t.same(name, alert[name], value);
			const shows = async (who: Who) => {
				const found = await inProject(
					t,
					who,
					path(t),
					`alertManagementAlert(iid: ${quoted(iid)}) { id webUrl detailsUrl } alertManagementAlerts(search: ${quoted(title)}) { nodes { iid } } alertManagementAlertStatusCounts { all }`,
				);
				const one = found?.alertManagementAlert;
				t.same(
					`list and counts for ${who}`,
					[nodesOf(found?.alertManagementAlerts).length > 0, found?.alertManagementAlertStatusCounts !== null],
					[isFields(one), isFields(one)],
				);
				if (isFields(one))
					t.holds(
						"the alert's page",
						String(one.webUrl).endsWith(`/${path(t)}/-/alert_management/${iid}/details`) &&
							one.detailsUrl === one.webUrl &&
							String(one.id).startsWith("gid://service/AlertManagement::Alert/"),
					);
				return isFields(one);
			};
			t.same("who sees the alert", await those(everyone, shows), [...readers]);
		}
		t.same(
			"an alert that does not exist",
			(await inProject(t, "developer", path(t), 'alertManagementAlert(iid: "999999999") { title }'))?.alertManagementAlert,
			null,
		);
	}),
	unstated(
		"GQL-260, GQL-261, GQL-270, GQL-271",
		"Alerts are filtered by status, search and assignee, and ordered as their fields say, the latest trouble first.",
		writes,
		async (t) => {
			const mark = t.unique("mark");
			const start = (day: number) => ({ start_time: `2026-01-0${day}T00:00:00Z` });
			const { word, iids } = await several(
				t,
				{ severity: "high", service: mark, ...start(1) },
				{ severity: "critical", description: `It is ${mark}.`, ...start(3) },
				{ severity: "unknown", monitoring_tool: mark, ...start(2) },
				{ severity: "info", fingerprint: mark, ...start(4) },
				{ severity: "low", ...start(6) },
				{ severity: "medium", ...start(5) },
			);
			// Changed in another order than created, an hour apart, so that the two orders differ.
			for (const [at, status] of [
				[3, "ACKNOWLEDGED"],
				[0, "IGNORED"],
				[4, "RESOLVED"],
				[2, "TRIGGERED"],
				[1, "RESOLVED"],
			] as const) {
				await setStatus(t, generic(t), iids[at] ?? "", status);
				await enrich(async () => await t.given.advance("1 hour"));
			}
			await raise(t, generic(t), { title: `${word} 3`, fingerprint: mark, severity: "info" });
			const assign = async (iid: unknown, assigneeUsernames: readonly string[], operationMode?: string) => {
				const payload = await succeed(
					t.as("developer"),
					"alertSetAssignees",
					{ projectPath: path(t), iid, assigneeUsernames, ...(operationMode && { operationMode }) },
					"alert { assignees { nodes { username } } }",
				);
				return nodesOf(inner(payload, "alert", "assignees")).map(({ username }) => username);
			};
			const [developer, maintainer] = [t.user("developer").username, t.user("maintainer").username];
			for (const [names, mode, expected] of [
				[[developer], "REPLACE", [developer]],
				[[maintainer, developer], "APPEND", [developer, maintainer]],
				[[developer], "REMOVE", [maintainer]],
				[[developer.toUpperCase(), "no.body"], undefined, [developer]],
			] as const)
				t.same(`assignees after ${mode} ${names}`, await assign(iids[1], names, mode), expected);
			await assign(iids[2], [maintainer]);
			await forbids(t, "alertSetAssignees", { projectPath: path(t), iid: iids[1], assigneeUsernames: [] }, below("developer"));
			await inVain(t, async () => {
				for (const operationMode of ["REPLACE", "APPEND"]) {
					const refused = await mutate(
						t.as("developer"),
						"alertSetAssignees",
						{ projectPath: path(t), iid: iids[1], assigneeUsernames: [developer, t.user("reporter").username], operationMode },
						"alert { iid }",
					);
					t.same(
						"assigning who may not read it",
						refused.record("alertSetAssignees"),
						{ errors: ["Assignee has no permissions"], alert: { iid: iids[1] } },
						refused.http,
					);
				}
			});
			// All that the rule made has the word in its title.
			const search = `search: ${quoted(word)}`;
			const within = (keeps: (node: Fields) => boolean) => (node: Fields) => String(node.title).startsWith(`${word} `) && keeps(node);
			const hasAssignee = (username: string) => within((node) => nodesOf(node.assignees).some((one) => one.username === username));
			await follows(
				t,
				{
					...{ caller: t.as("developer"), parent: "Project", around: `project(fullPath: ${quoted(path(t))}) { @ }` },
					...{ at: "project.alertManagementAlerts", uncounted: true },
				},
				{
					about: { CREATED_TIME: "createdAt", UPDATED_TIME: "updatedAt", domain: null },
					texts: ["title", "description", "service", "monitoringTool"],
					ranks: { severity: severities, status: [...statuses].reverse() },
					filters: {
						[search]: within(() => true),
						[`search: ${quoted(mark.toUpperCase())}`]: (node) =>
							[node.title, node.description, node.service, node.monitoringTool].some((one) => text(one).includes(text(mark))),
						[`${search}, assigneeUsername: ${quoted(developer)}`]: hasAssignee(developer),
						[`${search}, assigneeUsername: ${quoted(maintainer)}, statuses: [TRIGGERED]`]: (node) =>
							hasAssignee(maintainer)(node) && node.status === "TRIGGERED",
						[`iid: ${quoted(iids[4])}, statuses: [IGNORED]`]: () => false,
					},
					orders: bothWays("ENDED_AT", (node) => time(node.endedAt), "anywhere"),
					usual: "STARTED_AT_DESC",
				},
			);
		},
	),
	unstated("GQL-272", "alertManagementAlertStatusCounts counts by status within the search and the assignee.", writes, async (t) => {
		const { word, iids } = await several(t, {}, {}, {}, {}, {});
		for (const [at, status] of statuses.entries()) await setStatus(t, generic(t), iids[at] ?? "", status);
		await succeed(t.as("developer"), "alertSetAssignees", { projectPath: path(t), iid: iids[2], assigneeUsernames: [t.user("developer").username] });
		const counts = async (args: string) =>
			(await inProject(t, "developer", path(t), `alertManagementAlertStatusCounts(${args}) { all open triggered acknowledged resolved ignored }`))
				?.alertManagementAlertStatusCounts;
		t.same("the counts", await counts(`search: ${quoted(word)}`), { all: 5, open: 3, triggered: 2, acknowledged: 1, resolved: 1, ignored: 1 });
		t.same("the counts of one", await counts(`search: ${quoted(`${word} 1`)}`), { all: 1, open: 1, triggered: 0, acknowledged: 1, resolved: 0, ignored: 0 });
		t.same("the counts of an assignee", await counts(`search: ${quoted(word)}, assigneeUsername: ${quoted(t.user("developer").username)}`), {
			all: 1,
			open: 0,
			triggered: 0,
			acknowledged: 0,
			resolved: 1,
			ignored: 0,
		});
	}),
	unstated("GQL-263, GQL-273", "updateAlertStatus sets every status from every other; a resolved alert takes no more events.", writes, async (t) => {
		const payload = { title: t.unique("again"), fingerprint: t.unique() };
		const iid = await raise(t, generic(t), payload);
		for (const from of statuses)
			for (const to of statuses) {
				await sets(t, iid, from);
				const response = await sets(t, iid, to);
				const { alert, errors, issue, todo } = response.record("updateAlertStatus");
				t.same(
					"the payload",
					[errors, issue, todo, inner({ alert }, "alert", "iid"), inner({ alert }, "alert", "status")],
					[[], null, null, iid, to],
					response.http,
				);
				t.same("whether it has an end", inner({ alert }, "alert", "endedAt") !== null, to === "RESOLVED", response.http);
				t.same("the alert", (await alertOf(t, generic(t), iid)).status, to);
			}
		await inVain(
			t,
			async () => t.same("errors", (await sets(t, iid, "IGNORED")).at("updateAlertStatus.errors"), []),
			async () => [
				await alertOf(t, generic(t), iid),
				await inProject(t, "developer", path(t), `alertManagementAlert(iid: ${quoted(iid)}) { notes { count } }`),
			],
		);
		const change = { projectPath: path(t), iid, status: "TRIGGERED" };
		await forbids(t, "updateAlertStatus", change, below("developer"), async () => await alertOf(t, generic(t), iid));
		await forbids(t, "updateAlertStatus", { projectPath: path(t), iid: "999999999", status: "TRIGGERED" }, ["owner"]);
		await sets(t, iid, "RESOLVED");
		const next = await raise(t, generic(t), payload);
		t.holds("an identical payload is a new alert", next !== iid);
		await inVain(
			t,
			async () => {
				const refused = await sets(t, iid, "TRIGGERED");
				t.same(
					"the alert of the payload",
					[refused.at("updateAlertStatus.alert.iid"), refused.at("updateAlertStatus.alert.status")],
					[iid, "RESOLVED"],
					refused.http,
				);
				t.holds(
					"the error names the other alert",
					new RegExp(`same fingerprint.*#${next}`).test(String(refused.at("updateAlertStatus.errors.0"))),
					refused.http,
				);
			},
			async () => await alertOf(t, generic(t), iid),
		);
		await sets(t, next, "RESOLVED");
		t.same("errors once the other is resolved", (await sets(t, iid, "TRIGGERED")).at("updateAlertStatus.errors"), []);
	}),
	unstated("GQL-274", "A new integration accepts alerts with its url and token; a reset token is dead, as is a destroyed integration.", writes, async (t) => {
		const to = await makeIntake(t);
		const maintainer = t.as("maintainer");
		(await send(t, to, { title: t.unique() })).ok;
		const integrations = async (args = "") =>
			nodesOf(
				(await inProject(t, "maintainer", projectOf(to), `alertManagementHttpIntegrations${args} { nodes { id name active type token } }`))
					?.alertManagementHttpIntegrations,
			);
		for (const [name, input] of Object.entries({ httpIntegrationResetToken: {}, httpIntegrationDestroy: {}, httpIntegrationUpdate: { active: false } }))
			await forbids(t, name, { id: to.id, ...input }, below("maintainer"), async () => await integrations());
		const { integration } = await succeed(maintainer, "httpIntegrationResetToken", { id: to.id }, "integration { token }");
		const key = isFields(integration) ? String(integration.token) : "";
		(await send(t, to, { title: t.unique() })).is(401);
		(await send(t, to, { title: t.unique() }, { key })).ok;
		for (const [args, expected] of Object.entries({ [`(id: ${quoted(to.id)})`]: true, "(types: [HTTP])": true, "(types: [PROMETHEUS])": false, "": true })) {
			const isListed = (await integrations(args)).some(({ id }) => id === to.id);
			t.same(`integrations${args}`, isListed, expected);
		}
		await succeed(maintainer, "httpIntegrationDestroy", { id: to.id });
		const after = await send(t, to, { title: t.unique() }, { key });
		t.holds("the address takes no alerts", after.status >= 400 && after.status < 500, after);
		for (const name of ["httpIntegrationResetToken", "httpIntegrationDestroy"]) await forbids(t, name, { id: to.id }, ["owner"]);
	}),
	unstated("GQL-275", "Integrations with their url and token are for Maintainer and up; others get an empty list.", reads, async (t) => {
		const sees = async (who: Who) =>
			nodesOf((await inProject(t, who, path(t), "alertManagementHttpIntegrations { nodes { url token } }"))?.alertManagementHttpIntegrations).some(
				({ token }) => token === generic(t).key,
			);
		t.same("who sees the key", await those(everyone, sees), ["administrator", "owner", "maintainer"]);
		for (const who of everyone) {
			const list = await ask(by(t, who), `query($p: ID!) { project(fullPath: $p) { alertManagementHttpIntegrations { nodes { url token } } } }`, {
				p: path(t),
			});
			t.same(
				`whether ${who} has a list at all`,
				list.list("project.alertManagementHttpIntegrations.nodes").length > 0,
				who !== null && ["administrator", "owner", "maintainer"].includes(who),
				list.http,
			);
		}
	}),
	unstated("GQL-264, GQL-276", "createAlertIssue opens one incident with the alert's title and severity.", writes, async (t) => {
		const iid = await raise(t, generic(t), { title: t.unique("down"), severity: "high", description: "Since noon." });
		const input = { projectPath: path(t), iid };
		await forbids(t, "createAlertIssue", input, below("developer"), async () => await alertOf(t, generic(t), iid));
		const { title } = await alertOf(t, generic(t), iid);
		const incident = await incidentOf(t, generic(t), iid);
		t.same("its title and state", [incident.title, incident.state], [title, "opened"]);
		t.holds("its description has the alert's", String(incident.description).includes("Since noon."));
		const issue = (await inProject(t, "developer", path(t), `issue(iid: ${quoted(incident.iid)}) { type severity alertManagementAlerts { nodes { iid } } }`))
			?.issue;
		t.same("the incident", issue, { type: "INCIDENT", severity: "HIGH", alertManagementAlerts: { nodes: [{ iid }] } });
		t.same("the alert's issue", inner(await alertOf(t, generic(t), iid), "issue", "iid"), incident.iid);
		const again = async () => {
			const response = await mutate(t.as("developer"), "createAlertIssue", input, "issue { iid } alert { iid }");
			t.same("the payload", response.record("createAlertIssue"), { errors: ["An issue already exists"], issue: null, alert: { iid } }, response.http);
		};
		await inVain(t, again, async () => await alertOf(t, generic(t), iid));
	}),
];
