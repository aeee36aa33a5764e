/** Incidents: issues that are created from alerts. */
import { invalid } from "../../request/http/errors";
import type { Alert, AlertSeverity, Issue, Project, User } from "../../state/records";
import type { State } from "../../state/state";
import { untitled } from "./payload";

const severities: { readonly [severity in AlertSeverity]: NonNullable<Issue["severity"]> } = {
	critical: "critical",
	high: "high",
	medium: "medium",
	low: "low",
	// Issues have fewer severities.
	info: "low",
	unknown: "unknown",
};

function describe(alert: Alert): string {
	const facts: readonly (readonly [string, string | null])[] = [
		["Start time", alert.started_at],
		["Severity", alert.severity],
		["Service", alert.service],
		["Monitoring tool", alert.monitoring_tool],
		["Hosts", alert.hosts.join(" ") || null],
		["Description", alert.description],
	];
	const summary = facts.flatMap(([name, value]) => (value === null ? [] : [`**${name}:** ${value}`])).join("\n");
	return alert.incident_markdown === null ? summary : `${summary}\n\n---\n\n${alert.incident_markdown}`;
}

/** Creates the incident of an alert, and links the two. Throws 400 if the alert already has one. */
export function createIncident(
	alert: Alert,
	project: Project,
	author: User,
	state: State,
): { alert: Alert; issue: Issue } {
	if (alert.issue_id !== null && state.issues.get(alert.issue_id)) throw invalid("An issue already exists");
	const now = state.clock.iso();
	const iid = state.nextIid(project, "issue");
	const issue = state.issues.insert({
		iid,
		project_id: project.id,
		title: alert.title === untitled ? `New: Incident ${iid}` : alert.title,
		description: describe(alert),
		state: "opened",
		type: "incident",
		severity: severities[alert.severity],
		confidential: false,
		author_id: author.id,
		assignee_ids: [],
		label_names: [],
		milestone: null,
		closed_at: null,
		time_spent: 0,
		time_estimate: 0,
		discussion_locked: false,
		created_at: now,
		updated_at: now,
	});
	return { alert: state.alerts.update(alert.id, { issue_id: issue.id, updated_at: now }), issue };
}

export function closeIncident(issue: Issue, state: State): Issue {
	const now = state.clock.iso();
	return state.issues.update(issue.id, { state: "closed", closed_at: now, updated_at: now });
}
