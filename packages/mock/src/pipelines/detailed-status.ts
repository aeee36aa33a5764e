import type { PipelineStatus } from "../state/records";

/** How a status shows on a page: text, label, and the icon and the group where they are not named as the status is. */
const looks: { readonly [status in PipelineStatus]: { text: string; label: string; icon?: string; group?: string } } = {
	created: { text: "Created", label: "created" },
	waiting_for_resource: {
		text: "Waiting",
		label: "waiting for resource",
		icon: "pending",
		group: "waiting-for-resource",
	},
	preparing: { text: "Preparing", label: "preparing" },
	pending: { text: "Pending", label: "pending" },
	running: { text: "Running", label: "running" },
	success: { text: "Passed", label: "passed" },
	failed: { text: "Failed", label: "failed" },
	canceled: { text: "Canceled", label: "canceled" },
	skipped: { text: "Skipped", label: "skipped" },
	manual: { text: "Blocked", label: "waiting for manual action" },
	scheduled: { text: "Delayed", label: "waiting for delayed job" },
};

const warning = { text: "Warning", label: "passed with warnings", icon: "warning", group: "success-with-warnings" };

/** The status as a page shows it; a success with a failed job that was allowed to fail is a warning. */
export function detailedStatus(status: PipelineStatus, warned: boolean, detailsPath: string): object {
	const look = status === "success" && warned ? warning : looks[status];
	const icon = look.icon ?? status;
	return {
		icon: `status_${icon}`,
		text: look.text,
		label: look.label,
		group: look.group ?? status,
		tooltip: look.label,
		has_details: true,
		details_path: detailsPath,
		illustration: null,
		favicon: `/assets/ci_favicons/favicon_status_${icon}.png`,
	};
}
