import { isProject } from "../../state/place";
import type {
	Alert,
	AlertIntegration,
	Environment,
	Epic,
	Group,
	Issue,
	Job,
	MergeRequest,
	Note,
	Pipeline,
	Project,
	Release,
	ReleaseLink,
	Snippet,
} from "../../state/records";
import { sha } from "../../state/sha";
import {
	type FieldsIn,
	type FieldsOf,
	groupOf,
	isNoteOn,
	type NoteOn,
	noteableOf,
	projectOf,
	withIds,
} from "../relations";
import { PlaceBuilder } from "./places";

type With<Row, Needed extends keyof Row> = Partial<Row> & Pick<Row, Needed>;

type NoteFields = FieldsOf<Note> & { on?: NoteOn };

/** The part of the builder that creates what is in projects and groups: issues, notes, pipelines, releases, alerts. */
export class WorkBuilder extends PlaceBuilder {
	/**
	 * Creates an issue, by default in the first project.
	 *
	 * @example
	 * seed.issue({ project: "acme/web", title: "It crashes", author: "guest", assignees: ["developer"] });
	 */
	issue(project: Project | string, fields?: FieldsOf<Issue>): Issue;
	issue(fields?: FieldsIn<Issue>): Issue;
	issue(first: Project | string | FieldsIn<Issue> = {}, second: FieldsOf<Issue> = {}): Issue {
		const [project, fields] = this.#inProject(first, second);
		const iid = this.state.nextIid(project, "issue", fields.iid);
		return this.state.issues.insert({
			iid,
			project_id: project.id,
			title: `Issue ${iid}`,
			author_id: this.anyone(),
			closed_at: fields.state === "closed" ? (fields.updated_at ?? this.state.clock.iso()) : null,
			...fields,
		});
	}

	/**
	 * Creates a merge request, by default in the first project.
	 *
	 * @example
	 * seed.mergeRequest({ project: "acme/web", author: "developer", reviewers: ["maintainer"] });
	 */
	mergeRequest(project: Project | string, fields?: FieldsOf<MergeRequest>): MergeRequest;
	mergeRequest(fields?: FieldsIn<MergeRequest>): MergeRequest;
	mergeRequest(
		first: Project | string | FieldsIn<MergeRequest> = {},
		second: FieldsOf<MergeRequest> = {},
	): MergeRequest {
		const [project, fields] = this.#inProject(first, second);
		const iid = this.state.nextIid(project, "merge_request", fields.iid);
		return this.state.mergeRequests.insert({
			iid,
			project_id: project.id,
			title: `Merge request ${iid}`,
			author_id: this.anyone(),
			source_branch: `feature-${iid}`,
			target_branch: project.default_branch ?? "main",
			diff_head_sha: sha(`${project.full_path}!${iid}`),
			closed_at: fields.state === "closed" ? (fields.updated_at ?? this.state.clock.iso()) : null,
			...fields,
		});
	}

	/** Creates an epic of a group. */
	epic(of: Group | string, fields: FieldsOf<Epic> = {}): Epic {
		const group = groupOf(of, this.state);
		const iids = this.state.epics.in("group", group.id).map((epic) => epic.iid);
		const iid = fields.iid ?? Math.max(0, ...iids) + 1;
		return this.state.epics.insert({
			iid,
			group_id: group.id,
			title: `Epic ${iid}`,
			author_id: this.anyone(),
			...withIds(fields, this.state),
		});
	}

	/** Creates a snippet of a project, or with null a personal snippet. */
	snippet(of: Project | string | null, fields: FieldsOf<Snippet> = {}): Snippet {
		const project = of === null ? null : projectOf(of, this.state);
		return this.state.snippets.insert({
			project_id: project?.id ?? null,
			author_id: this.anyone(),
			visibility: project?.visibility ?? "public",
			...withIds(fields, this.state),
		});
	}

	/**
	 * Creates a note on an issue, a merge request, or another record. Default: on a new issue.
	 *
	 * @example
	 * seed.note({ on: seed.issue({ project: "acme/web" }), body: "Seen it too.", author: "guest" });
	 */
	note(on: NoteOn, fields?: FieldsOf<Note>): Note;
	note(fields?: NoteFields): Note;
	note(first: NoteOn | NoteFields = {}, second: FieldsOf<Note> = {}): Note {
		const { on = this.issue(), ...rest }: NoteFields = isNoteOn(first) ? { on: first, ...second } : first;
		const { type, id, project_id } = noteableOf(on);
		const fields = withIds<Note>(rest, this.state);
		return this.state.notes.insert({
			author_id: this.anyone(),
			noteable_type: type,
			noteable_id: id,
			project_id,
			...fields,
		});
	}

	/**
	 * Creates a pipeline at the tip of a ref, by default in the first project. If its status says that it started or
	 * finished, it did so at the moment it was created.
	 *
	 * @example
	 * seed.pipeline({ project: "acme/web", status: "failed", ref: "develop", user: "developer" });
	 */
	pipeline(project: Project | string, fields?: FieldsOf<Pipeline>): Pipeline;
	pipeline(fields?: FieldsIn<Pipeline>): Pipeline;
	pipeline(first: Project | string | FieldsIn<Pipeline> = {}, second: FieldsOf<Pipeline> = {}): Pipeline {
		const [project, fields] = this.#inProject(first, second);
		const ref = fields.ref ?? project.default_branch ?? "main";
		const tag = fields.tag ?? !(ref in project.branches);
		const created = fields.created_at ?? this.state.clock.iso();
		const status = fields.status ?? "pending";
		const started = ["running", "success", "failed"].includes(status) ? created : null;
		const finished = ["success", "failed", "canceled"].includes(status) ? created : null;
		return this.state.pipelines.insert({
			iid: this.state.nextIid(project, "pipeline", fields.iid),
			project_id: project.id,
			ref,
			tag,
			sha: (tag ? project.tags[ref] : project.branches[ref]) ?? sha(`${project.full_path}:${ref}`),
			user_id: this.anyone(),
			created_at: created,
			started_at: started,
			finished_at: finished,
			duration: started && finished ? 0 : null,
			...fields,
		});
	}

	/** Creates a job of a pipeline, by default of a new one. It has the pipeline's status and times. */
	job(pipeline: Pipeline = this.pipeline(), fields: Partial<Job> = {}): Job {
		return this.state.jobs.insert({
			pipeline_id: pipeline.id,
			project_id: pipeline.project_id,
			status: pipeline.status,
			created_at: pipeline.created_at,
			started_at: pipeline.started_at,
			finished_at: pipeline.finished_at,
			duration: pipeline.duration,
			queued_duration: pipeline.started_at === null ? null : pipeline.queued_duration,
			coverage: pipeline.coverage,
			...fields,
		});
	}

	/** Creates an environment of a project. */
	environment(project: Project, name: string): Environment {
		return this.state.environments.insert({ project_id: project.id, name });
	}

	/** Creates a release of a project, by default on its tag `v1.0`. */
	release(project: Project | string, fields?: FieldsOf<Release>): Release;
	release(fields?: FieldsIn<Release>): Release;
	release(first: Project | string | FieldsIn<Release> = {}, second: FieldsOf<Release> = {}): Release {
		const [project, fields] = this.#inProject(first, second);
		return this.state.releases.insert({ project_id: project.id, author_id: this.anyone(), ...fields });
	}

	releaseLink(release: Release, fields: Partial<ReleaseLink> = {}): ReleaseLink {
		const number = this.state.releaseLinks.lastId + 1;
		return this.state.releaseLinks.insert({
			release_id: release.id,
			name: `Asset ${number}`,
			url: `https://downloads.example.com/${number}`,
			...fields,
		});
	}

	/** Creates an active integration for alerts, by default of type `http`. Its endpoint and key depend on its name. */
	alertIntegration(project: Project, fields: With<AlertIntegration, "name">): AlertIntegration {
		const seed = `${project.full_path}:${fields.name}`;
		return this.state.alertIntegrations.insert({
			project_id: project.id,
			endpoint: sha(`${seed}:endpoint`).slice(0, 16),
			key: sha(`${seed}:key`).slice(0, 32),
			...fields,
		});
	}

	/** Creates an alert, by default in the first project. */
	alert(project: Project | string, fields?: FieldsOf<Alert>): Alert;
	alert(fields?: FieldsIn<Alert>): Alert;
	alert(first: Project | string | FieldsIn<Alert> = {}, second: FieldsOf<Alert> = {}): Alert {
		const [project, fields] = this.#inProject(first, second);
		const iid = this.state.nextIid(project, "alert", fields.iid);
		return this.state.alerts.insert({ iid, project_id: project.id, title: `Alert ${iid}`, ...fields });
	}

	#inProject<R extends object>(first: Project | string | FieldsIn<R>, second: FieldsOf<R>): [Project, Partial<R>] {
		if (typeof first === "string" || isProject(first))
			// Only projects number their records, so a string or a record is a project here.
			return [projectOf(first as Project | string, this.state), withIds<R>(second, this.state)];
		const { project, ...fields } = first;
		const place = project === undefined ? this.anyProject() : projectOf(project, this.state);
		// Without `project`, the rest are the fields that can be passed beside one.
		return [place, withIds<R>(fields as unknown as FieldsOf<R>, this.state)];
	}
}
