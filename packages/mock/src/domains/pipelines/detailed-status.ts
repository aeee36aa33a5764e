import type { Pipeline, PipelineStatus, Project } from "../../state/records";
import type { State } from "../../state/state";

/** How a page shows each status: its text and label, and its icon and group if they differ from the status. */
const looks: { readonly [status in PipelineStatus]: { text: string; label: string; icon?: string; group?: string } } = {
	created: { text: "Created", label: "created" },
	waiting_for_resource: {
		text: "Waiting",
		label: "waiting for resource",
		icon: "pending",
		group: "waiting-for-resource",
	},
	preparing: { text: "Preparing", label: "preparing" },
	waiting_for_callback: {
		text: "Waiting",
		label: "waiting for callback",
		icon: "pending",
		group: "waiting-for-callback",
	},
	pending: { text: "Pending", label: "pending" },
	running: { text: "Running", label: "running" },
	success: { text: "Passed", label: "passed" },
	failed: { text: "Failed", label: "failed" },
	canceling: { text: "Canceling", label: "canceling" },
	canceled: { text: "Canceled", label: "canceled" },
	skipped: { text: "Skipped", label: "skipped" },
	manual: { text: "Blocked", label: "waiting for manual action" },
	scheduled: { text: "Delayed", label: "waiting for delayed job" },
};

const warning = { text: "Warning", label: "passed with warnings", icon: "warning", group: "success-with-warnings" };

/** The status of a pipeline as a page shows it. */
interface DetailedStatus {
	readonly icon: string;
	readonly text: string;
	readonly label: string;
	readonly group: string;
	readonly tooltip: string;
	readonly has_details: boolean;
	readonly details_path: string;
	readonly illustration: null;
	readonly favicon: string;
}

/** Returns the status of a pipeline. A success with a failed job that was allowed to fail becomes a warning. */
export function detailedStatus({ id, status }: Pipeline, project: Project, state: State): DetailedStatus {
	const warned = state.jobs
		.in("pipeline", id)
		.some((job) => job.allow_failure && (job.status === "failed" || job.status === "canceled"));
	const look = status === "success" && warned ? warning : looks[status];
	const icon = look.icon ?? status;
	return {
		icon: `status_${icon}`,
		text: look.text,
		label: look.label,
		group: look.group ?? status,
		tooltip: look.label,
		has_details: true,
		details_path: `/${project.full_path}/-/pipelines/${id}`,
		illustration: null,
		favicon: `/assets/ci_favicons/favicon_status_${icon}.png`,
	};
}
