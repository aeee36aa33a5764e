import { beforeEach, describe, expect, test } from "vitest";
import { type AlertWorld, alertWorld } from "../support/alerts";

let there: AlertWorld;
beforeEach(() => {
	there = alertWorld();
});

const noPermission =
	"The resource that you are attempting to access does not exist or you don't have permission to perform this action";

const inProject = async (who: string | null, selection: string) => {
	const { data, errors } = await there.gql(who, `{ project(fullPath: "acme/watched") { ${selection} } }`);
	expect(errors).toBeUndefined();
	return data.project;
};
const mutate = (who: string | null, name: string, input: string, payload: string) =>
	there.gql(who, `mutation { ${name}(input: { projectPath: "acme/watched", ${input} }) { errors ${payload} } }`);
const setStatus = async (iid: number, status: string, who = "developer") =>
	mutate(
		who,
		"updateAlertStatus",
		`iid: "${iid}", status: ${status}`,
		"alert { iid status endedAt } issue { iid } todo { id }",
	);
const createIssue = (iid: number, who = "developer") =>
	mutate(who, "createAlertIssue", `iid: "${iid}"`, "alert { iid } issue { iid title type severity state }");

describe("reading", () => {
	test("GQL-269, ALERT-134..135 what the intake took is there", async () => {
		await there.send({ title: "Full", severity: "low" });
		expect(
			await inProject("developer", 'alertManagementAlert(iid: "1") { title severity status eventCount endedAt }'),
		).toEqual({
			alertManagementAlert: { title: "Full", severity: "LOW", status: "TRIGGERED", eventCount: 1, endedAt: null },
		});
		expect(await inProject("developer", 'alertManagementAlert(iid: "2") { title }')).toEqual({
			alertManagementAlert: null,
		});
	});

	test("ALERT-142 developers and above read alerts, others an empty list", async () => {
		await there.send({});
		const read = "alertManagementAlerts { nodes { iid } } alertManagementAlertStatusCounts { all }";
		for (const who of ["developer", "maintainer", "owner", "root", "auditor"])
			expect((await inProject(who, read)).alertManagementAlerts.nodes).toHaveLength(1);
		for (const who of ["reporter", "guest", "outsider", null])
			expect(await inProject(who, read)).toEqual({
				alertManagementAlerts: { nodes: [] },
				alertManagementAlertStatusCounts: null,
			});
	});

	test("ALERT-117 an alert's log tells where it came from", async () => {
		await there.send({ title: "a" });
		await there.send({ title: "b", monitoring_tool: "probe" });
		const read =
			"alertManagementAlerts(sort: CREATED_ASC) { nodes { notes { nodes { body system author { username } } } } }";
		const { alertManagementAlerts } = await inProject("developer", read);
		const author = { username: "alert-bot" };
		expect(alertManagementAlerts.nodes.map((one: { notes: { nodes: object[] } }) => one.notes.nodes)).toEqual([
			[{ body: "logged an alert from **Watcher**", system: true, author }],
			[{ body: "logged an alert from **probe**", system: true, author }],
		]);
	});

	test("every field of an alert", async () => {
		await there.send({ title: "x", service_environment_name: "production" });
		const { alertManagementAlerts } = await inProject(
			"developer",
			`alertManagementAlerts(first: 1) { edges { cursor } pageInfo { hasNextPage } nodes {
				id iid title description service monitoringTool runbook severity status hosts startedAt endedAt createdAt updatedAt
				eventCount details issue { iid } environment { id name } assignees { nodes { username } } notes(first: 1) { nodes { id } }
				webUrl detailsUrl
			} }`,
		);
		const page = "http://tenon.test/acme/watched/-/alert_management/1/details";
		expect(alertManagementAlerts.nodes[0]).toMatchObject({
			id: expect.stringMatching(/^gid:\/\/service\/AlertManagement::Alert\/\d+$/),
			environment: { id: expect.stringMatching(/^gid:\/\/service\/Environment\/\d+$/), name: "production" },
			issue: null,
			webUrl: page,
			detailsUrl: page,
		});
	});
});

describe("lists", () => {
	beforeEach(async () => {
		for (const [title, severity, more] of [
			["Disk full", "high", { service: "storage", start_time: "2026-01-01T00:00:00Z" }],
			["Slow answers", "critical", { description: "The disk again?", start_time: "2026-01-03T00:00:00Z" }],
			["Backup late", "unknown", { monitoring_tool: "diskwatch", start_time: "2026-01-02T00:00:00Z" }],
			["Quiet", "info", { start_time: "2026-01-04T00:00:00Z" }],
		] as const) {
			await there.send({ title, severity, ...more });
			there.platform.clock.advance("1 hour");
		}
		await setStatus(2, "ACKNOWLEDGED");
		await setStatus(3, "RESOLVED");
		await setStatus(4, "IGNORED");
		await there.send({ title: "Quiet", severity: "info" });
	});
	const iids = async (args: string): Promise<string[]> => {
		const { alertManagementAlerts } = await inProject("developer", `alertManagementAlerts${args} { nodes { iid } }`);
		return alertManagementAlerts.nodes.map(({ iid }: { iid: string }) => iid);
	};

	test.each<[string, string, string[]]>([
		["GQL-270", "(statuses: [TRIGGERED, RESOLVED], sort: CREATED_ASC)", ["1", "3"]],
		["GQL-270", '(search: "disk", sort: CREATED_ASC)', ["1", "2", "3"]],
		["GQL-270", '(search: "STORAGE")', ["1"]],
		["GQL-270", '(iid: "2")', ["2"]],
		["GQL-270", '(search: "disk", statuses: [RESOLVED])', ["3"]],
		["GQL-271", "(sort: SEVERITY_DESC)", ["2", "1", "4", "3"]],
		["GQL-271", "(sort: SEVERITY_ASC)", ["3", "4", "1", "2"]],
		["GQL-271", "(sort: STATUS_DESC)", ["1", "2", "3", "4"]],
		["GQL-271", "(sort: STATUS_ASC)", ["4", "3", "2", "1"]],
		["GQL-261", "(sort: STARTED_AT_ASC)", ["1", "3", "2", "4"]],
		["GQL-261", "(sort: STARTED_AT_DESC)", ["4", "2", "3", "1"]],
		["GQL-261", "", ["4", "2", "3", "1"]],
		["GQL-261", "(sort: CREATED_DESC)", ["4", "3", "2", "1"]],
		["GQL-261", "(sort: CREATED_TIME_ASC)", ["1", "2", "3", "4"]],
		["GQL-261", "(sort: UPDATED_TIME_ASC)", ["1", "2", "3", "4"]],
		["GQL-261", "(sort: EVENT_COUNT_DESC, first: 1)", ["4"]],
		["GQL-261", "(sort: ENDED_AT_DESC, first: 1)", ["3"]],
	])("%s alertManagementAlerts%s", async (_claim, args, expected) => {
		expect(await iids(args)).toEqual(expected);
	});

	test("GQL-270 by who it is assigned to", async () => {
		const assign = (iid: number, names: string, mode: string) =>
			mutate(
				"developer",
				"alertSetAssignees",
				`iid: "${iid}", assigneeUsernames: [${names}], operationMode: ${mode}`,
				"alert { assignees { nodes { username } } }",
			);
		const of = async (iid: number, names: string, mode: string): Promise<string[]> => {
			const { data } = await assign(iid, names, mode);
			expect(data.alertSetAssignees.errors).toEqual([]);
			return data.alertSetAssignees.alert.assignees.nodes.map(({ username }: { username: string }) => username);
		};
		expect(await of(1, '"developer"', "REPLACE")).toEqual(["developer"]);
		expect(await of(1, '"maintainer", "developer"', "APPEND")).toEqual(["developer", "maintainer"]);
		expect(await of(1, '"developer"', "REMOVE")).toEqual(["maintainer"]);
		expect(await of(2, '"developer"', "REPLACE")).toEqual(["developer"]);
		expect(await iids('(assigneeUsername: "developer")')).toEqual(["2"]);
		expect(await iids('(assigneeUsername: "nobody")')).toEqual([]);
		expect(
			(await mutate("reporter", "alertSetAssignees", 'iid: "1", assigneeUsernames: []', "")).errors?.[0].message,
		).toBe(noPermission);
	});

	test("it is assigned only to who may read it", async () => {
		const before = there.state();
		for (const mode of ["REPLACE", "APPEND"]) {
			const input = `iid: "1", assigneeUsernames: ["developer", "reporter"], operationMode: ${mode}`;
			const { data } = await mutate("developer", "alertSetAssignees", input, "alert { iid }");
			expect(data.alertSetAssignees).toEqual({ errors: ["Assignee has no permissions"], alert: { iid: "1" } });
		}
		expect(there.state()).toBe(before);
	});

	test("GQL-272 counts by status", async () => {
		const counts = "{ all open triggered acknowledged resolved ignored }";
		expect(await inProject("developer", `alertManagementAlertStatusCounts ${counts}`)).toEqual({
			alertManagementAlertStatusCounts: { all: 4, open: 2, triggered: 1, acknowledged: 1, resolved: 1, ignored: 1 },
		});
		expect(await inProject("developer", `alertManagementAlertStatusCounts(search: "disk") ${counts}`)).toEqual({
			alertManagementAlertStatusCounts: { all: 3, open: 2, triggered: 1, acknowledged: 1, resolved: 1, ignored: 0 },
		});
	});
});

describe("changing the status", () => {
	beforeEach(async () => {
		await there.send({ title: "x", fingerprint: "f" });
	});
	const statuses = ["TRIGGERED", "ACKNOWLEDGED", "RESOLVED", "IGNORED"];

	test.each(statuses.flatMap((from) => statuses.map((to) => [from, to] as const)))(
		"ALERT-136 from %s to %s",
		async (from, to) => {
			await setStatus(1, from);
			const { data } = await setStatus(1, to);
			expect(data.updateAlertStatus).toMatchObject({ errors: [], alert: { iid: "1", status: to } });
		},
	);

	test("ALERT-136 setting the current status again changes nothing", async () => {
		await setStatus(1, "ACKNOWLEDGED");
		const before = there.state();
		there.platform.clock.advance("1 minute");
		expect((await setStatus(1, "ACKNOWLEDGED")).data.updateAlertStatus.errors).toEqual([]);
		expect(there.state()).toBe(before);
	});

	test("ALERT-136 reporters and below may not", async () => {
		for (const who of ["reporter", "guest", "outsider"]) {
			const { data, errors } = await setStatus(1, "RESOLVED", who);
			expect([data, errors?.[0].message]).toEqual([{ updateAlertStatus: null }, noPermission]);
		}
		expect((await there.last()).status).toBe("TRIGGERED");
	});

	test("ALERT-137 RESOLVED has an end, and leaving it takes the end away", async () => {
		there.platform.clock.advance("5 minutes");
		const at = "2026-01-05T09:35:00Z";
		expect((await setStatus(1, "RESOLVED")).data.updateAlertStatus.alert).toMatchObject({ endedAt: at });
		expect((await setStatus(1, "TRIGGERED")).data.updateAlertStatus.alert).toMatchObject({ endedAt: null });
	});

	test("ALERT-138 an alert is not opened again while another open one has its fingerprint", async () => {
		await setStatus(1, "RESOLVED");
		expect((await there.send({ fingerprint: "f" })).body).toEqual([{ iid: 2, title: "New: Alert" }]);
		const before = there.state();
		const { data } = await setStatus(1, "TRIGGERED");
		expect(data.updateAlertStatus.errors).toEqual([expect.stringMatching(/same fingerprint.*#2/)]);
		expect(data.updateAlertStatus.alert).toMatchObject({ iid: "1", status: "RESOLVED" });
		expect(there.state()).toBe(before);
		await setStatus(2, "RESOLVED");
		expect((await setStatus(1, "TRIGGERED")).data.updateAlertStatus.errors).toEqual([]);
	});

	test("an alert that is not there", async () => {
		expect((await setStatus(7, "RESOLVED")).errors?.[0].message).toBe(noPermission);
	});
});

describe("incidents", () => {
	test("ALERT-139 an incident is made and linked, with the alert's title", async () => {
		await there.send({ title: "Disk full", severity: "high", description: "Since noon.", hosts: ["db-1"] });
		await there.send({});
		expect((await createIssue(1)).data.createAlertIssue).toEqual({
			errors: [],
			alert: { iid: "1" },
			issue: { iid: "1", title: "Disk full", type: "INCIDENT", severity: "HIGH", state: "opened" },
		});
		expect((await createIssue(2)).data.createAlertIssue.issue).toMatchObject({ iid: "2", title: "New: Incident 2" });
		expect(await there.alerts()).toMatchObject([{ issue: { iid: "1" } }, { issue: { iid: "2" } }]);
		const { issue } = await inProject(
			"developer",
			'issue(iid: "1") { description alertManagementAlerts { nodes { iid title } } }',
		);
		expect(issue.alertManagementAlerts.nodes).toEqual([{ iid: "1", title: "Disk full" }]);
		expect(issue.description).toContain("Since noon.");
	});

	test("GQL-276 not a second time", async () => {
		await there.send({});
		await createIssue(1);
		const before = there.state();
		expect((await createIssue(1)).data.createAlertIssue).toMatchObject({
			errors: ["An issue already exists"],
			alert: { iid: "1" },
			issue: null,
		});
		expect(there.state()).toBe(before);
	});

	test("reporters may not", async () => {
		await there.send({});
		expect((await createIssue(1, "reporter")).errors?.[0].message).toBe(noPermission);
	});
});
