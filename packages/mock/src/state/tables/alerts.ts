/** What the alerts domain stores. */
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
/** How far the work on an alert is. */
export type AlertStatus = TypeOf<typeof status>;

const severity = oneOf("critical", "high", "medium", "low", "info", "unknown");
/** How bad an alert is, the worst first. */
export type AlertSeverity = TypeOf<typeof severity>;

/** A problem that was reported, once or several times. */
export interface Alert extends RowOf<typeof alerts> {}
export const alerts = table(
	"alerts",
	{
		id: serial(551),
		/** Its number within the project. */
		iid: count(),
		project_id: partOf("projects"),
		title: text(),
		description: nullable(text()),
		service: nullable(text()),
		monitoring_tool: nullable(text()),
		hosts: list(text()),
		severity: severity.or("critical"),
		status: status.or("triggered"),
		/** What occurrences of the same problem have in common; null where nothing is grouped. */
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
		/** Further fields of the payload, by their paths in it, joined with dots. */
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

/** What a value of a payload is stored as, by the names of the fields. */
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
/** Where a field of an alert is in the payloads of an integration. */
export type AlertMapping = TypeOf<typeof mapping>;

/** An entry point for alerts into a project: an address, and the key for it. */
export interface AlertIntegration extends RowOf<typeof alertIntegrations> {}
export const alertIntegrations = table(
	"alertIntegrations",
	{
		id: serial(571),
		project_id: partOf("projects"),
		name: text(),
		type: oneOf("http", "prometheus").or("http"),
		active: flag().or(true),
		/** Sixteen hexadecimal digits, the last part of the address. */
		endpoint: text(),
		/** Thirty-two hexadecimal digits. */
		key: secret(),
		/** A payload as JSON text, as it was given. */
		payload_example: nullable(text()),
		mappings: list(mapping),
	},
	{ groups: { project: "project_id" }, unique: { endpoint: "endpoint" } },
);

/** Where a project is deployed to. */
export interface Environment extends RowOf<typeof environments> {}
export const environments = table(
	"environments",
	{ id: serial(591), project_id: partOf("projects"), name: text() },
	{ groups: { project: "project_id" }, unique: { name: ["project_id", "name"] } },
);
