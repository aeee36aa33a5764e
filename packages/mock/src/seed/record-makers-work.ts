/** Makers of issues, merge requests, notes, pipelines, releases and alerts. */
import type { Note, Project } from "../state/records";
import type { Builder } from "./builder";
import type { Makers } from "./maker";
import { projectFor } from "./record-makers-places";
import { noteableProject } from "./record-relations";
import { SeedError } from "./seed-error";

/** Returns the record that a note is on, with its project: by its kind and id, or otherwise a new issue. */
function noteableFor(
	builder: Builder,
	fields: Partial<Note>,
): Pick<Note, "noteable_type" | "noteable_id" | "project_id"> {
	const { noteable_type = "Issue", noteable_id } = fields;
	if (noteable_id === undefined) {
		if (noteable_type !== "Issue") throw new SeedError(`A note on a ${noteable_type} needs its noteable_id.`);
		const issue = builder.issue(projectFor(builder, fields));
		return { noteable_type, noteable_id: issue.id, project_id: issue.project_id };
	}
	return { noteable_type, noteable_id, project_id: noteableProject(noteable_type, noteable_id, builder.state) };
}

const chosenProject = (builder: Builder, id: number | undefined): Project | undefined =>
	id === undefined ? undefined : builder.state.projects.get(id);

type WorkTable =
	| "issues"
	| "labels"
	| "mergeRequests"
	| "snippets"
	| "epics"
	| "notes"
	| "releases"
	| "releaseLinks"
	| "alerts"
	| "alertIntegrations"
	| "pipelines"
	| "jobs"
	| "jobSteps";

export const workMakers: Pick<Makers, WorkTable> = {
	issues: {
		make: (builder, fields) => builder.issue(projectFor(builder, fields), fields),
	},
	labels: {
		make: (builder, fields) =>
			builder.state.labels.insert({ project_id: projectFor(builder, fields).id, name: "label", ...fields }),
	},
	mergeRequests: {
		make: (builder, fields) => builder.mergeRequest(projectFor(builder, fields), fields),
	},
	snippets: {
		make: (builder, fields) => builder.snippet(chosenProject(builder, fields.project_id ?? undefined) ?? null, fields),
	},
	epics: {
		make: (builder, fields) => {
			const group = fields.group_id === undefined ? undefined : builder.state.groups.get(fields.group_id);
			return builder.epic(group ?? builder.anyGroup(), fields);
		},
	},
	notes: {
		make: (builder, fields) => {
			const { noteable_type: type, noteable_id: id, project_id } = noteableFor(builder, fields);
			return builder.note({ type, id, project_id }, fields);
		},
	},
	releases: {
		make: (builder, fields) => builder.release(projectFor(builder, fields), fields),
	},
	releaseLinks: {
		make: (builder, fields) => {
			const [first] = builder.state.releases.all();
			const chosen = fields.release_id === undefined ? first : builder.state.releases.get(fields.release_id);
			return builder.releaseLink(chosen ?? builder.release(), fields);
		},
	},
	alerts: {
		make: (builder, fields) => builder.alert(projectFor(builder, fields), fields),
	},
	alertIntegrations: {
		make: (builder, fields) => {
			const name = `Integration ${builder.state.alertIntegrations.lastId + 1}`;
			return builder.alertIntegration(projectFor(builder, fields), { name, ...fields });
		},
	},
	pipelines: {
		make: (builder, fields) => builder.pipeline(projectFor(builder, fields), fields),
	},
	jobs: {
		make: (builder, fields) => {
			const chosen = fields.pipeline_id === undefined ? undefined : builder.state.pipelines.get(fields.pipeline_id);
			return builder.job(chosen ?? builder.pipeline(projectFor(builder, fields)), fields);
		},
	},
	jobSteps: {
		make: (builder, fields) => {
			const job_id = fields.job_id ?? builder.job().id;
			return builder.state.jobSteps.insert({ job_id, ...fields });
		},
	},
};
