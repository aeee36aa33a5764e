import { filtered, fromArray, fromView, type Rows } from "../../request/pages/page";
import type { Alert, AlertStatus, Project } from "../../state/records";
import { alertStatusKey, type State } from "../../state/state";
import type { View } from "../../state/table";

/** The owner of a list of alerts: a project, or an issue that was created from alerts. */
export interface AlertHome {
	readonly of: "project" | "issue";
	readonly id: number;
}

/** Returns the views by which alerts can be sorted, each in ascending order. */
const viewsIn = <Of extends AlertHome["of"]>(group: Of) =>
	({
		started_at: { group, by: (row) => row.started_at },
		ended_at: { group, by: (row) => row.ended_at },
		created_time: { group, by: (row) => row.created_at },
		updated_time: { group, by: (row) => row.updated_at },
		event_count: { group, by: (row) => row.events },
		severity: { group, by: ({ severity }) => -severities.indexOf(severity) },
		status: { group, by: ({ status }) => -statuses.indexOf(status) },
	}) satisfies { [name: string]: View<Alert, Of> };

const views = { project: viewsIn("project"), issue: viewsIn("issue") };

export type AlertOrder = keyof typeof views.project;

/** The severities, from the highest to the lowest. */
const severities: readonly Alert["severity"][] = ["critical", "high", "medium", "low", "info", "unknown"];
export const statuses = ["triggered", "acknowledged", "resolved", "ignored"] as const satisfies readonly AlertStatus[];

export interface AlertFilters {
	readonly iid?: string | null | undefined;
	readonly statuses?: readonly AlertStatus[] | null | undefined;
	readonly search?: string | null | undefined;
	readonly assigneeUsername?: string | null | undefined;
}

type Test = (alert: Alert) => boolean;

/** Returns the tests that an alert must pass to be listed. Without filters there are none. */
function testsOf({ iid, statuses: expected, search, assigneeUsername }: AlertFilters, state: State): Test[] {
	const tests: Test[] = [];
	if (iid) tests.push((alert) => String(alert.iid) === iid);
	if (expected && expected.length > 0) tests.push((alert) => expected.includes(alert.status));
	if (search) {
		const text = search.toLowerCase();
		tests.push(({ title, description, service, monitoring_tool }) =>
			[title, description, service, monitoring_tool].some((one) => one?.toLowerCase().includes(text)),
		);
	}
	if (assigneeUsername) {
		const assignee = state.users.one("username", assigneeUsername.toLowerCase());
		tests.push((alert) => assignee !== undefined && alert.assignee_ids.includes(assignee.id));
	}
	return tests;
}

/** Returns the alerts of a project or an issue that pass the filters, in the requested order. */
export function listedAlerts(
	{ of, id }: AlertHome,
	filters: AlertFilters,
	order: AlertOrder,
	descending: boolean,
	state: State,
): Rows<Alert> {
	const tests = testsOf(filters, state);
	if (of === "project" && filters.iid) {
		const only = state.alerts.one("iid", `${id}:${filters.iid}`);
		return fromArray(only && tests.every((test) => test(only)) ? [only] : []);
	}
	const list = state.alerts.ordered(views[of][order], id);
	if (tests.length === 0) return fromView(list, descending);
	return filtered(fromView(list, descending), (alert) => tests.every((test) => test(alert)));
}

/** Counts the alerts of a project that pass the filters, by status. */
export function statusCounts(
	project: Project,
	filters: AlertFilters,
	state: State,
): { readonly [status in AlertStatus]: number } {
	const tests = testsOf(filters, state);
	const count = (status: AlertStatus): number => {
		const key = alertStatusKey(project.id, status);
		if (tests.length === 0) return state.alerts.count("status", key);
		return state.alerts.in("status", key).filter((alert) => tests.every((test) => test(alert))).length;
	};
	const [triggered, acknowledged, resolved, ignored] = statuses.map(count);
	return {
		triggered: triggered ?? 0,
		acknowledged: acknowledged ?? 0,
		resolved: resolved ?? 0,
		ignored: ignored ?? 0,
	};
}
