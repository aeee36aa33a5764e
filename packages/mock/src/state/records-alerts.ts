/** How far the work on an alert is. */
export type AlertStatus = "triggered" | "acknowledged" | "resolved" | "ignored";
/** How bad an alert is, the worst first. */
export type AlertSeverity = "critical" | "high" | "medium" | "low" | "info" | "unknown";

/** Trouble that was told of, once or several times. */
export interface Alert {
	readonly id: number;
	/** Its number within the project. */
	readonly iid: number;
	readonly project_id: number;
	readonly title: string;
	readonly description: string | null;
	readonly service: string | null;
	readonly monitoring_tool: string | null;
	readonly hosts: readonly string[];
	readonly severity: AlertSeverity;
	readonly status: AlertStatus;
	/** What occurrences of the same trouble have alike; null where nothing is grouped. */
	readonly fingerprint: string | null;
	readonly started_at: string;
	readonly ended_at: string | null;
	readonly created_at: string;
	readonly updated_at: string;
	/** How often it was told of. */
	readonly events: number;
	readonly environment_id: number | null;
	readonly runbook: string | null;
	/** Appended to the description of an incident. */
	readonly incident_markdown: string | null;
	/** Further fields of the payload, by their ways in it, joined with dots. */
	readonly details: { readonly [way: string]: unknown };
	readonly issue_id: number | null;
	readonly assignee_ids: readonly number[];
}

/** What a value of a payload is kept as, by the names of the fields. */
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

/** Where a field of an alert stands in the payloads of an integration. */
export interface AlertMapping {
	readonly field: AlertField;
	readonly path: readonly (string | number)[];
	readonly type: "array" | "datetime" | "number" | "string";
	readonly label: string | null;
}

/** A way for alerts into a project: an address, and the key for it. */
export interface AlertIntegration {
	readonly id: number;
	readonly project_id: number;
	readonly name: string;
	readonly type: "http" | "prometheus";
	readonly active: boolean;
	/** Sixteen hexadecimal digits, the last part of the address. */
	readonly endpoint: string;
	/** Thirty-two hexadecimal digits. */
	readonly key: string;
	/** A payload as JSON text, as it was given. */
	readonly payload_example: string | null;
	readonly mappings: readonly AlertMapping[];
}

/** Where a project is deployed to. */
export interface Environment {
	readonly id: number;
	readonly project_id: number;
	readonly name: string;
}
