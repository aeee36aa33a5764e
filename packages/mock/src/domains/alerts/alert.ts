/** The lifecycle of an alert: it is reported, reported again, acknowledged and resolved. */
import { Actor } from "../../request/access/actor";
import { invalid } from "../../request/http/errors";
import { newUser } from "../../state/new-user";
import type { Alert, AlertStatus, Project, User } from "../../state/records";
import { environmentKey, openAlertKey, type State } from "../../state/state";
import { createSystem } from "../notes/note";
import { onAlert } from "../notes/noteables";
import { closeIncident } from "./incident";
import type { Occurrence } from "./payload";
import { alertPolicy } from "./policy";

/** Returns the user who writes the system notes about alerts. Creates it at first use. */
function alertBot(state: State): User {
	const known = state.users.one("username", "alert-bot");
	if (known) return known;
	const values = newUser("alert-bot", "alert-bot@example.com", state.clock.iso());
	return state.users.insert({ ...values, name: "Alert Bot", kind: "alert_bot" });
}

/** Adds a system note about a change to an alert. */
function log(alert: Alert, body: string, state: State, by?: User): void {
	const project = state.projects.get(alert.project_id);
	if (project) createSystem(body, onAlert(alert, project), by ?? alertBot(state), state);
}

function create(said: Occurrence, source: string, project: Project, state: State): Alert {
	const now = state.clock.iso();
	const { resolves, environment, started_at, ended_at, ...values } = said;
	const place =
		environment === null ? undefined : state.environments.one("name", environmentKey(project.id, environment));
	const alert = state.alerts.insert({
		...values,
		iid: state.nextIid(project, "alert"),
		project_id: project.id,
		status: "triggered",
		started_at: started_at ?? now,
		ended_at: null,
		created_at: now,
		updated_at: now,
		events: 1,
		environment_id: place?.id ?? null,
		issue_id: null,
		assignee_ids: [],
	});
	log(alert, `logged an alert from **${said.monitoring_tool ?? source}**`, state);
	return alert;
}

/** Resolves an alert, and closes its incident if the project is set up that way. */
function resolve(alert: Alert, at: string | undefined, state: State): Alert {
	const now = state.clock.iso();
	const resolved = state.alerts.update(alert.id, { status: "resolved", ended_at: at ?? now, updated_at: now });
	const project = state.projects.get(alert.project_id);
	const issue = alert.issue_id === null ? undefined : state.issues.get(alert.issue_id);
	if (project?.auto_close_incident && issue?.state === "opened") closeIncident(issue, state);
	return resolved;
}

/**
 * Applies a payload: counts it on the open alert with its fingerprint, resolves that alert, or creates a new one.
 * Returns undefined if the payload reports the end of an alert that is not open.
 */
export function occur(said: Occurrence, source: string, project: Project, state: State): Alert | undefined {
	const key = openAlertKey(project.id, said.fingerprint);
	const open = key === null ? undefined : state.alerts.one("open", key);
	if (said.resolves) {
		if (!open) return undefined;
		log(open, `logged a recovery alert from **${said.monitoring_tool ?? source}**`, state);
		return resolve(open, said.ended_at, state);
	}
	if (!open) return create(said, source, project, state);
	return state.alerts.update(open.id, { events: open.events + 1, updated_at: state.clock.iso() });
}

/** Sets the status that a user chose. Throws 400 if a resolved alert would share its fingerprint with an open one. */
export function setStatus(alert: Alert, status: AlertStatus, by: User, state: State): Alert {
	if (alert.status === status) return alert;
	const key = openAlertKey(alert.project_id, alert.fingerprint);
	const other = alert.status === "resolved" && key !== null ? state.alerts.one("open", key) : undefined;
	if (other)
		throw invalid(
			`An alert with the same fingerprint is already open. To change the status of this alert, resolve the linked alert #${other.iid}`,
		);
	log(alert, `changed the status to **${status.charAt(0).toUpperCase()}${status.slice(1)}**`, state, by);
	if (status === "resolved") return resolve(alert, undefined, state);
	return state.alerts.update(alert.id, { status, ended_at: null, updated_at: state.clock.iso() });
}

/** Replaces, adds or removes assignees. Throws 400 if a new assignee cannot read the alert. */
export function setAssignees(
	alert: Alert,
	project: Project,
	users: readonly User[],
	mode: "replace" | "append" | "remove",
	state: State,
): Alert {
	if (mode !== "remove" && users.some((user) => !alertPolicy.read_alert(new Actor(state, user), project)))
		throw invalid("Assignee has no permissions");
	const ids = users.map(({ id }) => id);
	const before = mode === "replace" ? [] : alert.assignee_ids;
	const assignee_ids = mode === "remove" ? before.filter((id) => !ids.includes(id)) : [...new Set([...before, ...ids])];
	return state.alerts.update(alert.id, { assignee_ids, updated_at: state.clock.iso() });
}

/** Resolves the open alerts of an issue, after the issue was closed. */
export function resolveAlertsOf(issueId: number, state: State): void {
	for (const alert of state.alerts.in("issue", issueId))
		if (alert.status !== "resolved") resolve(alert, undefined, state);
}
