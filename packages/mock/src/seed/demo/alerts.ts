import type { Alert, Project } from "../../state/records";
import type { Builder } from "../builder";
import { ago } from "./times";

/** Integrations of each kind, and alerts in every status. Addresses and keys depend on the names alone. */
export function alerts(make: Builder, web: Project): void {
	const production = make.environment(web, "production");
	make.environment(web, "staging");
	make.alertIntegration(web, { name: "Monitoring" });
	make.alertIntegration(web, { name: "Metrics", type: "prometheus" });
	make.alertIntegration(web, { name: "Old monitoring", active: false });
	const incident = make.issue(web, {
		title: "Checkout answers slowly",
		author_id: make.userId("developer"),
		type: "incident",
		severity: "high",
	});
	const told: readonly (Partial<Alert> & { readonly hours: number })[] = [
		{
			hours: 1,
			title: "Checkout answers slowly",
			severity: "high",
			service: "checkout",
			events: 3,
			issue_id: incident.id,
		},
		{ hours: 5, title: "Disk nearly full", severity: "medium", status: "acknowledged", hosts: ["db-1", "db-2"] },
		{ hours: 30, title: "Certificate expired", severity: "critical", status: "resolved" },
		{ hours: 60, title: "Backup took long", severity: "low", status: "ignored", monitoring_tool: "probe" },
	];
	for (const { hours, ...given } of told) {
		const at = ago(make.state, hours);
		make.alert(web, {
			started_at: at,
			created_at: at,
			updated_at: at,
			ended_at: given.status === "resolved" ? ago(make.state, hours - 1) : null,
			environment_id: production.id,
			assignee_ids: given.status === "acknowledged" ? [make.userId("developer")] : [],
			...given,
		});
	}
}
