/** The tables of the alerts domain. */
import {
	count,
	dictionary,
	flag,
	json,
	linkTo,
	list,
	nullable,
	number,
	object,
	oneOf,
	partOf,
	secret,
	serial,
	type TypeOf,
	text,
	textOrNumber,
	time,
	to,
} from "../columns";
import { type RowOf, table } from "../definition";
import { openAlertKey } from "../keys";

const status = oneOf("triggered", "acknowledged", "resolved", "ignored");
/** The progress of the work on an alert. */
export type AlertStatus = TypeOf<typeof status>;

const severity = oneOf("critical", "high", "medium", "low", "info", "unknown");
/** The severity of an alert, from the highest to the lowest. */
export type AlertSeverity = TypeOf<typeof severity>;

/** A problem that was reported once or several times. */
export interface Alert extends RowOf<typeof alerts> {}
export const alerts = table(
	"alerts",
	{
		id: serial(551),
		/** The alert's number within the project. */
		iid: count(),
		project_id: partOf("projects"),
		title: text(),
		description: nullable(text()),
		service: nullable(text()),
		monitoring_tool: nullable(text()),
		hosts: list(text()),
		severity: severity.or("critical"),
		status: status.or("triggered"),
		/** A value that is the same for all reports of the same problem; null if the alert is not grouped. */
		fingerprint: nullable(text()),
		started_at: time().now(),
		ended_at: nullable(time()),
		created_at: time().now(),
		updated_at: time().now(),
		/** How often it was reported. */
		events: number().or(1),
		environment_id: linkTo("environments"),
		runbook: nullable(text()),
		/** Appended to the description of an incident. */
		incident_markdown: nullable(text()),
		/** Additional fields of the payload, by their paths in it, joined with dots. */
		details: dictionary(json()),
		issue_id: linkTo("issues"),
		assignee_ids: list(to("users")),
	},
	{
		groups: { project: "project_id", status: ["project_id", "status"], issue: "issue_id" },
		unique: {
			iid: ["project_id", "iid"],
			open: (row) => (row.status === "resolved" ? null : openAlertKey(row.project_id, row.fingerprint)),
		},
	},
);

/** The fields of an alert that a value of a payload can be stored in. */
export const alertFields = [
	"title",
	"description",
	"start_time",
	"end_time",
	"service",
	"monitoring_tool",
	"hosts",
	"severity",
	"fingerprint",
	"service_environment_name",
] as const;
/** A field of an alert that an integration can map. */
export type AlertField = (typeof alertFields)[number];

const mapping = object({
	field: oneOf(...alertFields),
	path: list(textOrNumber()),
	type: oneOf("array", "datetime", "number", "string"),
	label: nullable(text()),
});
/** The position of an alert's field in the payloads of an integration. */
export type AlertMapping = TypeOf<typeof mapping>;

/** An endpoint for alerts to a project, with its key. */
export interface AlertIntegration extends RowOf<typeof alertIntegrations> {}
export const alertIntegrations = table(
	"alertIntegrations",
	{
		id: serial(571),
		project_id: partOf("projects"),
		name: text(),
		type: oneOf("http", "prometheus").or("http"),
		active: flag().or(true),
		/** Sixteen hexadecimal digits, the last part of the URL. */
		endpoint: text(),
		/** Thirty-two hexadecimal digits. */
		key: secret(),
		/** A payload as JSON text, as it was entered. */
		payload_example: nullable(text()),
		mappings: list(mapping),
	},
	{ groups: { project: "project_id" }, unique: { endpoint: "endpoint" } },
);

/** An environment that a project is deployed to. */
export interface Environment extends RowOf<typeof environments> {}
export const environments = table(
	"environments",
	{ id: serial(591), project_id: partOf("projects"), name: text() },
	{ groups: { project: "project_id" }, unique: { name: ["project_id", "name"] } },
);
