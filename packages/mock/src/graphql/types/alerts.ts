import { setAssignees, setStatus } from "../../domains/alerts/alert";
import { payloadFields } from "../../domains/alerts/field-discovery";
import { createIncident } from "../../domains/alerts/incident";
import { createIntegration, intakePath, resetKey, updateIntegration } from "../../domains/alerts/integration";
import {
	type AlertFilters,
	type AlertHome,
	type AlertOrder,
	listedAlerts,
	statusCounts,
} from "../../domains/alerts/list";
import { alertPolicy } from "../../domains/alerts/policy";
import { forbidden, notFound } from "../../request/http/errors";
import { fromArray } from "../../request/pages/page";
import type { Alert, AlertIntegration, AlertMapping, Issue, Project } from "../../state/records";
import { lower, upper } from "../case";
import { Connection } from "../connection";
import type { GraphqlContext } from "../context";
import { projectOf } from "../find";
import type { AlertManagementAlertSort, AlertManagementPayloadAlertFieldInput } from "../generated/resolvers";
import { type GlobalId, globalId } from "../global-id";
import { known } from "../known";
import { mutation } from "../mutation";
import { pagePath } from "../page-path";
import type { Part } from "../part";

interface Arguments {
	readonly iid?: string | null;
	readonly statuses?: readonly Uppercase<Alert["status"]>[] | null;
	readonly sort?: AlertManagementAlertSort | null;
	readonly search?: string | null;
	readonly assigneeUsername?: string | null;
}

/** The orders, by their name without the direction. */
const orders: { readonly [name: string]: AlertOrder } = {
	STARTED_AT: "started_at",
	ENDED_AT: "ended_at",
	CREATED_TIME: "created_time",
	CREATED: "created_time",
	UPDATED_TIME: "updated_time",
	UPDATED: "updated_time",
	EVENT_COUNT: "event_count",
	SEVERITY: "severity",
	STATUS: "status",
};

const filtersOf = ({ statuses, ...args }: Arguments): AlertFilters => ({ ...args, statuses: statuses?.map(lower) });

/** Returns the alerts of a project or an issue, by default the latest start first; none if not allowed. */
function listed(home: AlertHome, project: Project, args: Arguments, { actor, state }: GraphqlContext) {
	if (!alertPolicy.read_alert(actor, project)) return fromArray<Alert>([]);
	const sort = args.sort ?? "STARTED_AT_DESC";
	const order = orders[sort.replace(/_(ASC|DESC)$/, "")] ?? "started_at";
	return listedAlerts(home, filtersOf(args), order, sort.endsWith("_DESC"), state);
}

const inProject = (project: Project, args: Arguments, context: GraphqlContext) =>
	listed({ of: "project", id: project.id }, project, args, context);

/** Returns the alert of a mutation, and its project. Throws 404 if it is missing, 403 if not allowed. */
function writable({ projectPath, iid }: { projectPath: string; iid: string }, context: GraphqlContext) {
	const project = projectOf(projectPath, context);
	if (!alertPolicy.update_alert(context.actor, project)) throw forbidden();
	const alert = context.state.alerts.one("iid", `${project.id}:${iid}`);
	if (!alert) throw notFound();
	return { project, alert };
}

const issueOf = ({ issue_id }: Alert, _args: unknown, { state }: GraphqlContext) =>
	(issue_id === null ? undefined : state.issues.get(issue_id)) ?? null;

const mappingsOf = (values: readonly AlertManagementPayloadAlertFieldInput[]): AlertMapping[] =>
	values.map(({ fieldName, path, type, label }) => ({
		field: lower(fieldName),
		path,
		type: lower(type),
		label: label ?? null,
	}));

/** Returns the integration of a mutation, and its project. Throws 404 if it is missing, 403 if not allowed. */
function ownIntegration({ id }: GlobalId, { state, actor }: GraphqlContext) {
	const integration = state.alertIntegrations.get(id);
	const project = integration && state.projects.get(integration.project_id);
	if (!integration || !project || !actor.seesProject(project)) throw notFound();
	if (!alertPolicy.admin_operations(actor, project)) throw forbidden();
	return { integration, project };
}

const pageOf = ({ id }: Alert, { base, state }: GraphqlContext): string =>
	`${base}${pagePath("AlertManagement::Alert", id, state)}`;

function sampleOf({ payload_example }: AlertIntegration): unknown {
	return payload_example === null ? undefined : JSON.parse(payload_example);
}

export const alerts: Part = {
	Project: {
		alertManagementAlert: (project, args, context) => inProject(project, args, context).slice(0, 1)[0] ?? null,
		alertManagementAlerts: (project, args, context) => new Connection(inProject(project, args, context), args),
		alertManagementAlertStatusCounts(project, args, { actor, state }) {
			if (!alertPolicy.read_alert(actor, project)) return null;
			const counts = statusCounts(project, args, state);
			const open = counts.triggered + counts.acknowledged;
			return { ...counts, open, all: open + counts.resolved + counts.ignored };
		},
		alertManagementHttpIntegrations(project, { id, types, ...args }, { actor, state }) {
			const may = alertPolicy.admin_operations(actor, project);
			const all = may ? state.alertIntegrations.in("project", project.id) : [];
			return new Connection(
				all.filter((one) => (!id || one.id === id.id) && (!types || types.includes(upper(one.type)))),
				args,
			);
		},
	},
	Issue: {
		alertManagementAlerts(issue, args, context) {
			const home = { of: "issue", id: issue.id } as const;
			return new Connection(listed(home, known(context.state.projects, issue.project_id), args, context), args);
		},
	},
	AlertManagementAlert: {
		id: ({ id }) => globalId("AlertManagement::Alert", id),
		iid: ({ iid }) => String(iid),
		severity: ({ severity }) => upper(severity),
		status: ({ status }) => upper(status),
		eventCount: ({ events }) => events,
		issue: issueOf,
		environment: ({ environment_id }, _args, { state }) =>
			(environment_id === null ? undefined : state.environments.get(environment_id)) ?? null,
		assignees: ({ assignee_ids }, args, { state }) =>
			new Connection(
				assignee_ids.flatMap((id) => state.users.get(id) ?? []),
				args,
			),
		webUrl: (alert, _args, context) => pageOf(alert, context),
		detailsUrl: (alert, _args, context) => pageOf(alert, context),
	},
	Environment: { id: ({ id }) => globalId("Environment", id) },
	AlertManagementHttpIntegration: {
		id: ({ id }) => globalId("AlertManagement::HttpIntegration", id),
		token: ({ key }) => key,
		url: (integration, _args, { base, state }) =>
			`${base}${intakePath(integration, known(state.projects, integration.project_id))}`,
		type: ({ type }) => upper(type),
		payloadAttributeMappings: ({ mappings }) =>
			mappings.map(({ field, path, type, label }) => ({
				fieldName: upper(field),
				path: [...path],
				type: upper(type),
				label,
			})),
		payloadAlertFields: (integration) =>
			payloadFields(sampleOf(integration)).map(({ path, type, label }) => ({
				path: [...path],
				type: upper(type),
				label,
			})),
	},
	Mutation: {
		updateAlertStatus: mutation(
			(input, context) => {
				const { alert } = writable(input, context);
				const changed = setStatus(alert, lower(input.status), context.user, context.state);
				return { alert: changed, issue: issueOf(changed, {}, context), todo: null };
			},
			(input, context) => {
				const { alert } = writable(input, context);
				return { alert, issue: issueOf(alert, {}, context), todo: null };
			},
		),
		createAlertIssue: mutation(
			(input, context): { alert: Alert; issue: Issue | null } => {
				const { alert, project } = writable(input, context);
				return createIncident(alert, project, context.user, context.state);
			},
			(input, context) => ({ alert: writable(input, context).alert, issue: null }),
		),
		alertSetAssignees: mutation(
			(input, context) => {
				const { alert, project } = writable(input, context);
				const { state } = context;
				// Unknown names are ignored.
				const users = input.assigneeUsernames.flatMap((name) => state.users.one("username", name.toLowerCase()) ?? []);
				return { alert: setAssignees(alert, project, users, lower(input.operationMode ?? "REPLACE"), state) };
			},
			(input, context) => ({ alert: writable(input, context).alert }),
		),
		httpIntegrationCreate: mutation((input, context) => {
			const project = projectOf(input.projectPath, context);
			if (!alertPolicy.admin_operations(context.actor, project)) throw forbidden();
			const integration = createIntegration(
				{
					name: input.name,
					active: input.active,
					type: input.type ? lower(input.type) : "http",
					payload_example: input.payloadExample ?? null,
					mappings: mappingsOf(input.payloadAttributeMappings ?? []),
				},
				project,
				context.settings,
				context.state,
			);
			return { integration };
		}),
		httpIntegrationUpdate: mutation(
			(input, context) => {
				const { integration, project } = ownIntegration(input.id, context);
				const { name, active, payloadExample, payloadAttributeMappings: mappings } = input;
				const changes = {
					...(typeof name === "string" ? { name } : {}),
					...(typeof active === "boolean" ? { active } : {}),
					...(payloadExample === undefined ? {} : { payload_example: payloadExample }),
					...(mappings ? { mappings: mappingsOf(mappings) } : {}),
				};
				return { integration: updateIntegration(integration, changes, project, context.settings, context.state) };
			},
			(input, context) => ({ integration: ownIntegration(input.id, context).integration }),
		),
		httpIntegrationResetToken: mutation((input, context) => ({
			integration: resetKey(ownIntegration(input.id, context).integration, context.state),
		})),
		httpIntegrationDestroy: mutation((input, context) => {
			const { integration } = ownIntegration(input.id, context);
			context.state.alertIntegrations.delete(integration.id);
			return { integration };
		}),
	},
};
