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
import { type Given, type GivenIn, groupOf, isNoteOn, type NoteOn, noteableOf, projectOf, withIds } from "../relations";
import { PlaceBuilder } from "./places";

type With<Row, Needed extends keyof Row> = Partial<Row> & Pick<Row, Needed>;

type GivenNote = Given<Note> & { on?: NoteOn };

/** The part of the builder that makes what is in projects and groups: issues, notes, pipelines, releases, alerts. */
export class WorkBuilder extends PlaceBuilder {
	/**
	 * An issue: of a project, by default the first one.
	 *
	 * @example
	 * seed.issue({ project: "acme/web", title: "It crashes", author: "guest", assignees: ["developer"] });
	 */
	issue(project: Project | string, given?: Given<Issue>): Issue;
	issue(given?: GivenIn<Issue>): Issue;
	issue(first: Project | string | GivenIn<Issue> = {}, second: Given<Issue> = {}): Issue {
		const [project, given] = this.#inProject(first, second);
		const iid = this.state.nextIid(project, "issue", given.iid);
		return this.state.issues.insert({
			iid,
			project_id: project.id,
			title: `Issue ${iid}`,
			author_id: this.anyone(),
			closed_at: given.state === "closed" ? (given.updated_at ?? this.state.clock.iso()) : null,
			...given,
		});
	}

	/**
	 * A merge request: of a project, by default the first one.
	 *
	 * @example
	 * seed.mergeRequest({ project: "acme/web", author: "developer", reviewers: ["maintainer"] });
	 */
	mergeRequest(project: Project | string, given?: Given<MergeRequest>): MergeRequest;
	mergeRequest(given?: GivenIn<MergeRequest>): MergeRequest;
	mergeRequest(first: Project | string | GivenIn<MergeRequest> = {}, second: Given<MergeRequest> = {}): MergeRequest {
		const [project, given] = this.#inProject(first, second);
		const iid = this.state.nextIid(project, "merge_request", given.iid);
		return this.state.mergeRequests.insert({
			iid,
			project_id: project.id,
			title: `Merge request ${iid}`,
			author_id: this.anyone(),
			source_branch: `feature-${iid}`,
			target_branch: project.default_branch ?? "main",
			diff_head_sha: sha(`${project.full_path}!${iid}`),
			closed_at: given.state === "closed" ? (given.updated_at ?? this.state.clock.iso()) : null,
			...given,
		});
	}

	/** An epic of a group. */
	epic(of: Group | string, given: Given<Epic> = {}): Epic {
		const group = groupOf(of, this.state);
		const iids = this.state.epics.in("group", group.id).map((epic) => epic.iid);
		const iid = given.iid ?? Math.max(0, ...iids) + 1;
		return this.state.epics.insert({
			iid,
			group_id: group.id,
			title: `Epic ${iid}`,
			author_id: this.anyone(),
			...withIds(given, this.state),
		});
	}

	/** A snippet of a project, or a personal one without. */
	snippet(of: Project | string | null, given: Given<Snippet> = {}): Snippet {
		const project = of === null ? null : projectOf(of, this.state);
		return this.state.snippets.insert({
			project_id: project?.id ?? null,
			author_id: this.anyone(),
			visibility: project?.visibility ?? "public",
			...withIds(given, this.state),
		});
	}

	/**
	 * A note: on an issue, a merge request, or another record; on a new issue by default.
	 *
	 * @example
	 * seed.note({ on: seed.issue({ project: "acme/web" }), body: "Seen it too.", author: "guest" });
	 */
	note(on: NoteOn, given?: Given<Note>): Note;
	note(given?: GivenNote): Note;
	note(first: NoteOn | GivenNote = {}, second: Given<Note> = {}): Note {
		const { on = this.issue(), ...rest }: GivenNote = isNoteOn(first) ? { on: first, ...second } : first;
		const { type, id, project_id } = noteableOf(on);
		const given = withIds<Note>(rest, this.state);
		return this.state.notes.insert({
			author_id: this.anyone(),
			noteable_type: type,
			noteable_id: id,
			project_id,
			...given,
		});
	}

	/**
	 * A pipeline at a ref's tip: of a project, by default the first one. One that ran, or ended, did so at the moment
	 * of its making.
	 *
	 * @example
	 * seed.pipeline({ project: "acme/web", status: "failed", ref: "develop", user: "developer" });
	 */
	pipeline(project: Project | string, given?: Given<Pipeline>): Pipeline;
	pipeline(given?: GivenIn<Pipeline>): Pipeline;
	pipeline(first: Project | string | GivenIn<Pipeline> = {}, second: Given<Pipeline> = {}): Pipeline {
		const [project, given] = this.#inProject(first, second);
		const ref = given.ref ?? project.default_branch ?? "main";
		const tag = given.tag ?? !(ref in project.branches);
		const created = given.created_at ?? this.state.clock.iso();
		const status = given.status ?? "pending";
		const started = ["running", "success", "failed"].includes(status) ? created : null;
		const finished = ["success", "failed", "canceled"].includes(status) ? created : null;
		return this.state.pipelines.insert({
			iid: this.state.nextIid(project, "pipeline", given.iid),
			project_id: project.id,
			ref,
			tag,
			sha: (tag ? project.tags[ref] : project.branches[ref]) ?? sha(`${project.full_path}:${ref}`),
			user_id: this.anyone(),
			created_at: created,
			started_at: started,
			finished_at: finished,
			duration: started && finished ? 0 : null,
			...given,
		});
	}

	/** A job of a pipeline, by default of a new one; in its state. */
	job(pipeline: Pipeline = this.pipeline(), given: Partial<Job> = {}): Job {
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
			...given,
		});
	}

	/** An environment of a project. */
	environment(project: Project, name: string): Environment {
		return this.state.environments.insert({ project_id: project.id, name });
	}

	/** A release of a project, on its tag `v1.0` by default. */
	release(project: Project | string, given?: Given<Release>): Release;
	release(given?: GivenIn<Release>): Release;
	release(first: Project | string | GivenIn<Release> = {}, second: Given<Release> = {}): Release {
		const [project, given] = this.#inProject(first, second);
		return this.state.releases.insert({ project_id: project.id, author_id: this.anyone(), ...given });
	}

	releaseLink(release: Release, given: Partial<ReleaseLink> = {}): ReleaseLink {
		const number = this.state.releaseLinks.lastId + 1;
		return this.state.releaseLinks.insert({
			release_id: release.id,
			name: `Asset ${number}`,
			url: `https://downloads.example.com/${number}`,
			...given,
		});
	}

	/** An active integration for alerts, `http` by default, whose address and key depend on its name. */
	alertIntegration(project: Project, given: With<AlertIntegration, "name">): AlertIntegration {
		const seed = `${project.full_path}:${given.name}`;
		return this.state.alertIntegrations.insert({
			project_id: project.id,
			endpoint: sha(`${seed}:endpoint`).slice(0, 16),
			key: sha(`${seed}:key`).slice(0, 32),
			...given,
		});
	}

	/** An alert: of a project, by default the first one. */
	alert(project: Project | string, given?: Given<Alert>): Alert;
	alert(given?: GivenIn<Alert>): Alert;
	alert(first: Project | string | GivenIn<Alert> = {}, second: Given<Alert> = {}): Alert {
		const [project, given] = this.#inProject(first, second);
		const iid = this.state.nextIid(project, "alert", given.iid);
		return this.state.alerts.insert({ iid, project_id: project.id, title: `Alert ${iid}`, ...given });
	}

	#inProject<R extends object>(first: Project | string | GivenIn<R>, second: Given<R>): [Project, Partial<R>] {
		if (typeof first === "string" || isProject(first))
			// Only projects number what is in them.
			return [projectOf(first as Project | string, this.state), withIds<R>(second, this.state)];
		const { project, ...given } = first;
		const place = project === undefined ? this.anyProject() : projectOf(project, this.state);
		// Without its project it is what may be given beside one.
		return [place, withIds<R>(given as unknown as Given<R>, this.state)];
	}
}
