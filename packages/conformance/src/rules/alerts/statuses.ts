import type { Context } from "../../rule/context";
import { ask, mutate, noPermission } from "../../rule/graphql";
import { assumed, rule } from "../../rule/rule";
import { alertFrom, alertOf, closeIssue, generic, incidentOf, projectOf, raise, sameMoment, setStatus } from "./intake";
import { payloadOf, titled } from "./metrics-payload";

const statuses = ["TRIGGERED", "ACKNOWLEDGED", "RESOLVED", "IGNORED"];

const fresh = async (t: Context): Promise<string> => await raise(t, generic(t), { fingerprint: t.unique() });

async function becomes(t: Context, iid: string, status: string): Promise<void> {
	const response = await setStatus(t, generic(t), iid, status);
	const { errors } = response.record("updateAlertStatus");
	t.same("errors", errors, [], response.answer);
	t.same("the status", (await alertOf(t, generic(t), iid)).status, status);
}

export const statusChecks = [
	rule("ALERT-134", "A new alert is not resolved.", "sendAlert", async (t) => {
		const { status, endedAt } = await alertFrom(t, generic(t), { title: t.unique() });
		t.holds(`a new alert should not be resolved, and is ${status}`, status !== "RESOLVED" && endedAt === null);
	}),
	assumed("ALERT-135", "Alert statuses are TRIGGERED (initial), ACKNOWLEDGED, RESOLVED, IGNORED.", "sendAlert", async (t) => {
		const alert = await alertFrom(t, generic(t), { title: t.unique() });
		t.same("the status of a new alert", alert.status, "TRIGGERED");
		for (const status of statuses) await becomes(t, String(alert.iid), status);
	}),
	assumed(
		"ALERT-136",
		"Any status may be set to any other by a user with at least Developer; setting the current status again is harmless.",
		"sendAlert",
		async (t) => {
			const iid = await fresh(t);
			for (const from of statuses)
				for (const to of statuses) {
					await setStatus(t, generic(t), iid, from);
					await becomes(t, iid, to);
				}
			for (const who of ["reporter", "guest", "outsider"] as const)
				(await mutate(t.as(who), "updateAlertStatus", { projectPath: projectOf(generic(t)), iid, status: "RESOLVED" })).refuses(noPermission);
			t.same("the status after the refusals", (await alertOf(t, generic(t), iid)).status, "IGNORED");
		},
	),
	assumed("ALERT-137", "Setting RESOLVED fills endedAt with the current time; leaving RESOLVED clears it.", "sendAlert", async (t) => {
		const iid = await fresh(t);
		await becomes(t, iid, "RESOLVED");
		const { endedAt, updatedAt } = await alertOf(t, generic(t), iid);
		sameMoment(t, "endedAt", endedAt, updatedAt);
		await becomes(t, iid, "TRIGGERED");
		t.same("endedAt of the open alert", (await alertOf(t, generic(t), iid)).endedAt, null);
	}),
	assumed(
		"ALERT-138",
		"Reopening a resolved alert while another open alert has its fingerprint is refused with an error naming the duplicate.",
		"sendAlert",
		async (t) => {
			const fingerprint = t.unique();
			const iid = await raise(t, generic(t), { fingerprint });
			await becomes(t, iid, "RESOLVED");
			const second = await raise(t, generic(t), { fingerprint });
			const response = await setStatus(t, generic(t), iid, "TRIGGERED");
			const { errors } = response.record("updateAlertStatus");
			t.holds(
				`the refusal should name the alert ${second}, and is ${JSON.stringify(errors)}`,
				Array.isArray(errors) && errors.length > 0 && String(errors).includes(second),
				response.answer,
			);
			t.same("the status", (await alertOf(t, generic(t), iid)).status, "RESOLVED");
		},
	),
	assumed("ALERT-142", "Alerts of a project are readable (GraphQL) from Developer up; a Reporter gets an empty list.", "sendAlert", async (t) => {
		const iid = await fresh(t);
		const query = "query($path: ID!, $iid: String) { project(fullPath: $path) { alertManagementAlerts(iid: $iid) { nodes { iid } } } }";
		const read = async (who: "developer" | "maintainer" | "owner" | "reporter" | "guest") =>
			(await ask(t.as(who), query, { path: projectOf(generic(t)), iid })).list("project.alertManagementAlerts.nodes");
		for (const who of ["developer", "maintainer", "owner"] as const) t.same(`what ${who} reads`, await read(who), [{ iid }]);
		for (const who of ["reporter", "guest"] as const) t.same(`what ${who} reads`, await read(who), []);
	}),
];

export const incidentChecks = [
	rule("ALERT-084", "annotations/gitlab_incident_markdown is appended to the description of an incident created from the alert.", "sendAlert", async (t) => {
		const title = t.unique();
		const annotations = { gitlab_incident_markdown: "## To do\n\nCall Ann." };
		const iid = await raise(t, generic(t), payloadOf(titled(title, { annotations })));
		const { description } = await incidentOf(t, generic(t), iid);
		t.holds("the incident's description should end in the markdown", /## To do\n\nCall Ann\.\s*$/.test(String(description)));
	}),
	assumed(
		"ALERT-139",
		"Creating an incident from an alert links both; its title is the alert's title, or `New: Incident <iid>` when the alert's is `New: Alert`.",
		"sendAlert",
		async (t) => {
			const title = t.unique("full");
			const iid = await raise(t, generic(t), { title });
			const issue = await incidentOf(t, generic(t), iid);
			t.same("the incident's title", issue.title, title);
			const { issue: linked } = await alertOf(t, generic(t), iid);
			t.same("the alert's issue", linked, { ...issue });
			const query = "query($path: ID!, $iid: String) { project(fullPath: $path) { issue(iid: $iid) { alertManagementAlerts { nodes { iid } } } } }";
			const response = await ask(t.as("developer"), query, { path: projectOf(generic(t)), iid: String(issue.iid) });
			t.same("the incident's alerts", response.at("project.issue.alertManagementAlerts.nodes"), [{ iid }], response.answer);
			const untitled = await incidentOf(t, generic(t), await raise(t, generic(t), { probe: t.unique() }));
			t.same("the title for an alert without one", untitled.title, `New: Incident ${untitled.iid}`);
		},
	),
	assumed("ALERT-140", "Closing a linked incident resolves the alert.", "sendAlert", async (t) => {
		const iid = await fresh(t);
		const issue = await incidentOf(t, generic(t), iid);
		(await closeIssue(t, generic(t), String(issue.iid))).ok;
		const { status, endedAt } = await alertOf(t, generic(t), iid);
		t.holds(`the alert should be resolved, and is ${status}`, status === "RESOLVED" && endedAt !== null);
	}),
];
