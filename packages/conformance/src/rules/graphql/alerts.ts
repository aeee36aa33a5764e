import type { Context } from "../../rule/context";
import { mutate, succeed } from "../../rule/graphql";
import type { Fields } from "../../rule/response";
import type { Rule } from "../../rule/rule";
import { generic, projectOf, raise, setStatus } from "../alerts/intake";
import { bothWays, inner, nodesOf, text, time } from "./connections";
import { below, enrich, forbids, inProject, inVain, quoted, unstated, writes } from "./lab";
import { follows } from "./meanings";

const statuses = ["TRIGGERED", "ACKNOWLEDGED", "RESOLVED", "IGNORED"];
const severities = ["UNKNOWN", "INFO", "LOW", "MEDIUM", "HIGH", "CRITICAL"];
const path = (t: Context): string => projectOf(generic(t));

/** Raises one alert for each set of fields, with one unique word in all titles; returns the word and the IIDs. */
async function several(t: Context, ...all: readonly Fields[]): Promise<{ word: string; iids: string[] }> {
	const word = t.unique("several");
	const iids: string[] = [];
	for (const [at, fields] of all.entries()) {
		iids.push(await raise(t, generic(t), { title: `${word} ${at}`, ...fields }));
		await enrich(async () => await t.given.advance("1 hour"));
	}
	return { word, iids };
}
export const alertRules: readonly Rule[] = [
	unstated(
		"GQL-260, GQL-261, GQL-270, GQL-271",
		"alertManagementAlerts returns the alerts that match all filters, in the order of sort (default STARTED_AT_DESC). alertSetAssignees replaces, adds or removes assignees.",
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
				[[], "REPLACE", []],
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
						"the payload of assigning a user who cannot read the alert",
						refused.record("alertSetAssignees"),
						{ errors: ["Assignee has no permissions"], alert: { iid: iids[1] } },
						refused.http,
					);
				}
			});
			// Every alert that the rule made has the word in its title.
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
	unstated("GQL-272", "alertManagementAlertStatusCounts counts the alerts that match search and assigneeUsername, by status.", writes, async (t) => {
		const { word, iids } = await several(t, {}, {}, {}, {}, {});
		for (const [at, status] of statuses.entries()) await setStatus(t, generic(t), iids[at] ?? "", status);
		await succeed(t.as("developer"), "alertSetAssignees", { projectPath: path(t), iid: iids[2], assigneeUsernames: [t.user("developer").username] });
		const counts = async (args: string) =>
			(await inProject(t, "developer", path(t), `alertManagementAlertStatusCounts(${args}) { all open triggered acknowledged resolved ignored }`))
				?.alertManagementAlertStatusCounts;
		// Other clients may add alerts meanwhile, but never remove one.
		const every = `alertManagementAlertStatusCounts { all open triggered acknowledged resolved ignored } ignored: alertManagementAlerts(statuses: [IGNORED], first: 100) { nodes { iid } }
			all: alertManagementAlerts(first: 100) { nodes { iid } }`;
		const whole = (await inProject(t, "developer", path(t), every)) ?? {};
		const { all, open, triggered, acknowledged, resolved, ignored } = Object(whole.alertManagementAlertStatusCounts);
		for (const [name, count] of Object.entries({ all, ignored }))
			t.holds(`${name} should count at least ${nodesOf(whole[name]).length} alerts`, count >= nodesOf(whole[name]).length);
		t.same("open and all, as sums of the other counts", [open, all], [triggered + acknowledged, triggered + acknowledged + resolved + ignored]);
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
];
