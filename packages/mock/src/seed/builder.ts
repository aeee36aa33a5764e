import { repositoryFile } from "../domains/repository/file";
import { flat } from "../lib/flat";
import { accessLevels, type RoleName } from "../state/levels";
import { capitalized } from "../state/new-user";
import { isProject, placeKind } from "../state/place";
import type {
	Alert,
	AlertIntegration,
	DeployToken,
	EnterpriseUser,
	Environment,
	Epic,
	FeedToken,
	Group,
	Identity,
	Issue,
	Job,
	Member,
	MergeRequest,
	Note,
	Permission,
	Pipeline,
	Project,
	RegistrationToken,
	Release,
	ReleaseLink,
	RepositoryTree,
	Runner,
	RunnerManager,
	RunnerRule,
	Share,
	Snippet,
	SshKey,
	Token,
	User,
	WikiPage,
} from "../state/records";
import { sha } from "../state/sha";
import { commitKey, type State } from "../state/state";
import { DuplicateError } from "../state/table";
import {
	type Given,
	type GivenIn,
	groupOf,
	isNoteOn,
	type NoteOn,
	noteableOf,
	placeOf,
	projectOf,
	userIdOf,
	withIds,
} from "./relations";
import { SeedError } from "./seed-error";

type With<Row, Needed extends keyof Row> = Partial<Row> & Pick<Row, Needed>;

/** Where something lies: in a group, or with a user. */
interface Place {
	readonly parent: Group | undefined;
	readonly owner: User | undefined;
	readonly name: string;
	readonly path: string;
}

/** A group or a project by its fields, with the roles of people in it by their names. */
type PlaceGiven<R> = Partial<R> & { members?: { readonly [username: string]: RoleName } };
type GivenNote = Given<Note> & { on?: NoteOn };

/** One list for all tokens that only read. */
const readOnly: readonly string[] = ["read_api"];

/** Parts of a full path: a group may have 20 levels of subgroups. */
const deepest = 22;

const shown = (text: string): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}...` : text);

/**
 * Makes records with sane defaults, and what they need around them; `platform.seed` is one, and a seed is given one.
 *
 * - Every field of a record can be given, by its name; times default to the platform's now.
 * - Records relate by names too: a group or a project by its full path, a person by the username (`author`, `user`,
 *   `assignees`, `reviewers`).
 * - What is left out is made: the groups above a path, a project for an issue, an author.
 * - What is named and is not there is an error, which says what name may be meant.
 *
 * @example
 * const platform = createPlatform({ seed: demo });
 * const { seed } = platform;
 * seed.user("ada");
 * seed.project({ full_path: "acme/mobile/app", members: { ada: "maintainer" } });
 * const issue = seed.issue({ project: "acme/mobile/app", title: "It crashes", author: "ada" });
 * seed.note({ on: issue, body: "On start-up." });
 * seed.pipeline({ project: "acme/mobile/app", status: "failed", user: "ada" });
 */
export class Builder {
	readonly state: State;

	constructor(state: State) {
		this.state = state;
	}

	/**
	 * A user, by the name alone or with any fields, `user-<number>` without a name; with a token `<username>-token` of every
	 * scope, and `<username>-read-token` of `read_api`. Nobody signs in to the accounts of the platform itself, such as
	 * `alert_bot`, so they get no tokens.
	 *
	 * @example
	 * seed.user({ username: "ada", admin: true });
	 */
	user(given: string | Partial<User> = {}): User {
		const fields = typeof given === "string" ? { username: given } : given;
		const user = this.#account({ username: `user-${this.state.users.lastId + 1}`, ...fields });
		if (user.kind !== "human") return user;
		this.token({ user_id: user.id, text: flat(user.username, "-token") });
		this.token({ user_id: user.id, text: flat(user.username, "-read-token"), scopes: readOnly });
		return user;
	}

	/** A user without a token. */
	#account(given: With<User, "username">): User {
		const { username } = given;
		if (this.state.users.one("username", username.toLowerCase()))
			throw new DuplicateError("username", `There is a user ${username} already.`);
		return this.state.users.insert({ name: capitalized(username), email: flat(username, "@example.com"), ...given });
	}

	/** An access token: of the first user, and with the text `token-<number>`, unless you say otherwise. */
	token(given: Partial<Token> = {}): Token {
		const user_id = given.user_id ?? this.anyone();
		const text = given.text ?? `token-${this.state.tokens.lastId + 1}`;
		return this.state.tokens.insert({
			text,
			user_id,
			managed_by_group_id: this.state.enterpriseUsers.one("user", user_id)?.group_id ?? null,
			...given,
		});
	}

	/** A token of a group or a project, by its full path, with the bot that it signs in as, which has this role there. */
	resourceToken(fullPath: string, role: RoleName, given: Partial<Token> = {}): Token {
		const place = placeOf(fullPath, this.state);
		const type = placeKind(place);
		const username = `${type}_${place.id}_bot_${this.state.tokens.lastId + 1}`;
		const bot = this.#account({ username, name: given.name ?? username, kind: `${type}_bot` });
		this.member(username, fullPath, role);
		const above = [...this.state.ancestry(isProject(place) ? place.group_id : place.id)];
		return this.token({
			text: `${username}-token`,
			user_id: bot.id,
			kind: type,
			resource: { type, id: place.id, access_level: accessLevels[role] },
			managed_by_group_id: above.at(-1)?.id ?? null,
			...given,
		});
	}

	/** Makes a user an enterprise user, or a service account, of a top-level group: its owners look after the user's tokens and keys. */
	enterpriseUser(
		username: string,
		fullPath: string,
		kind: EnterpriseUser["kind"] = "enterprise_user",
		given: Partial<EnterpriseUser> = {},
	): EnterpriseUser {
		const group = groupOf(fullPath, this.state);
		const user_id = this.userId(username);
		const managed = { managed_by_group_id: group.id };
		for (const { id } of this.state.tokens.in("user", user_id)) this.state.tokens.update(id, managed);
		for (const { id } of this.state.sshKeys.in("user", user_id)) this.state.sshKeys.update(id, managed);
		return this.state.enterpriseUsers.insert({ user_id, group_id: group.id, kind, ...given });
	}

	/** An SSH key, of the first user unless you say otherwise. */
	sshKey(given: Partial<SshKey> = {}): SshKey {
		const user_id = given.user_id ?? this.anyone();
		const number = this.state.sshKeys.lastId + 1;
		return this.state.sshKeys.insert({
			title: `Key ${number}`,
			key: `ssh-ed25519 ${sha(`key ${number}`)}`,
			user_id,
			managed_by_group_id: this.state.enterpriseUsers.one("user", user_id)?.group_id ?? null,
			...given,
		});
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

	/**
	 * A group by its full path, `group-<number>` without one, with a registration token `<full path>-registration-token`. The
	 * groups above it are made where they are not there.
	 *
	 * @example
	 * seed.group({ full_path: "acme/mobile", visibility: "private", members: { owner: "owner" } });
	 */
	group(fullPath: string, given?: PlaceGiven<Group>): Group;
	group(given?: PlaceGiven<Group>): Group;
	group(first: string | PlaceGiven<Group> = {}, second: PlaceGiven<Group> = {}): Group {
		const { members, ...given } = typeof first === "string" ? { ...second, full_path: first } : first;
		const fullPath = given.full_path ?? this.#groupPath(given);
		const { parent, owner, name, path } = this.#place(fullPath, given.name);
		if (owner) throw new SeedError(`There are no groups below the user ${owner.username}.`);
		const made = this.state.groups.insert({
			name,
			path,
			full_path: fullPath,
			full_name: parent ? `${parent.full_name} / ${name}` : name,
			visibility: parent?.visibility ?? "public",
			parent_id: parent?.id ?? null,
			...given,
		});
		this.registrationToken(made, `${fullPath}-registration-token`);
		this.#enrol(members, fullPath);
		return made;
	}

	/**
	 * A project by its full path, in a group or with a user, with the branches `main` and `develop`, a valid CI configuration
	 * and the tag `v1.0`. The groups above it are made where they are not there; without a path it is `project-<number>` in the
	 * first group.
	 *
	 * @example
	 * seed.project({ full_path: "acme/mobile/app", archived: true, members: { developer: "maintainer" } });
	 */
	project(fullPath: string, given?: PlaceGiven<Project>): Project;
	project(given?: PlaceGiven<Project>): Project;
	project(first: string | PlaceGiven<Project> = {}, second: PlaceGiven<Project> = {}): Project {
		const { members, ...given } = typeof first === "string" ? { ...second, full_path: first } : first;
		const fullPath = given.full_path ?? this.#projectPath(given);
		const { parent, owner, name, path } = this.#place(fullPath, given.name);
		const main = sha(`${fullPath}:main`);
		const made = this.state.projects.insert({
			name,
			path,
			creator_id: given.owner_id ?? owner?.id ?? this.anyone(),
			full_path: fullPath,
			group_id: parent?.id ?? null,
			owner_id: owner?.id ?? null,
			visibility: parent?.visibility ?? "public",
			branches: { main, develop: sha(`${fullPath}:develop`) },
			tags: { "v1.0": main },
			...given,
		});
		this.registrationToken(made, `${fullPath}-registration-token`);
		this.#enrol(members, fullPath);
		return made;
	}

	/** Makes someone a member of a group or a project, by its full path; permissions are what a custom role adds. */
	member(
		username: string,
		fullPath: string,
		role: RoleName,
		expiresAt: string | null = null,
		permissions: readonly Permission[] = [],
	): Member {
		const place = placeOf(fullPath, this.state);
		return this.state.members.insert({
			user_id: this.userId(username),
			source: placeKind(place),
			source_id: place.id,
			access_level: accessLevels[role],
			expires_at: expiresAt,
			...(permissions.length > 0 ? { permissions } : {}),
		});
	}

	/** Invites a group into another group or into a project, by full paths: its members get this role there at most. */
	share(invited: string, into: string, role: RoleName, expiresAt: string | null = null): Share {
		const group = groupOf(invited, this.state);
		const target = placeOf(into, this.state);
		return this.state.shares.insert({
			group_id: group.id,
			target: placeKind(target),
			target_id: target.id,
			access_level: accessLevels[role],
			expires_at: expiresAt,
		});
	}

	/** Lets a user sign in by a group's SAML provider; the group gets one if it has none. */
	samlUser(username: string, fullPath: string, given: Partial<Identity> = {}): Identity {
		const { state } = this;
		const group = groupOf(fullPath, state);
		const provider = group.saml_provider_id ?? group.id;
		if (group.saml_provider_id === null) state.groups.update(group.id, { saml_provider_id: provider });
		const user_id = this.userId(username);
		const extern_uid = given.extern_uid ?? `${username}@${group.path}`;
		state.scimIdentities.insert({ user_id, group_id: group.id, extern_uid });
		return state.identities.insert({
			user_id,
			provider: "group_saml",
			extern_uid,
			saml_provider_id: provider,
			...given,
		});
	}

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

	/** An environment of a project. */
	environment(project: Project, name: string): Environment {
		return this.state.environments.insert({ project_id: project.id, name });
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
	 * Puts files into a project's repository, at a branch or a tag that it has: texts, or bytes. Branches and tags on the same
	 * commit show the same files.
	 */
	files(project: Project, ref: string, files: { readonly [path: string]: string | Uint8Array }): RepositoryTree {
		const commit = project.branches[ref] ?? project.tags[ref];
		if (commit === undefined) throw new SeedError(`${project.full_path} has no branch or tag ${ref}.`);
		const there = this.state.repositoryTrees.one("commit", commitKey(project.id, commit));
		const kept = there?.files.filter(({ path }) => !Object.hasOwn(files, path)) ?? [];
		const all = [...kept, ...Object.entries(files).map(([path, content]) => repositoryFile(path, content))];
		const row = { project_id: project.id, sha: commit, files: all.sort((a, b) => (a.path < b.path ? -1 : 1)) };
		return there ? this.state.repositoryTrees.update(there.id, row) : this.state.repositoryTrees.insert(row);
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

	/** A wiki page of a project or a group; its id is the page's meta ID. */
	wikiPage(container: Project | Group, given: Partial<WikiPage> = {}): WikiPage {
		return this.state.wikiPages.insert({
			container: placeKind(container),
			container_id: container.id,
			...given,
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

	/**
	 * A runner with its authentication token, by default `runner-<id>-token`: of the projects (the first
	 * owns it), of the group, or of the instance.
	 *
	 * @example
	 * seed.runner({ projects: ["acme/web"], token: "my-runner-token" }, { tag_list: ["docker"] });
	 */
	runner(
		of: {
			projects?: readonly (Project | string)[];
			group?: Group | string;
			token?: string;
			token_expires_at?: string | null;
		} = {},
		given: Partial<Runner> = {},
	): Runner {
		const created = given.created_at ?? this.state.clock.iso();
		const runner = this.state.runners.insert({
			runner_type: of.group ? "group_type" : of.projects ? "project_type" : "instance_type",
			group_id: of.group ? groupOf(of.group, this.state).id : null,
			created_at: created,
			...given,
		});
		for (const project of of.projects ?? [])
			this.state.runnerAssignments.insert({
				runner_id: runner.id,
				project_id: projectOf(project, this.state).id,
				created_at: created,
			});
		const text = of.token ?? `runner-${runner.id}-token`;
		this.state.runnerTokens.insert({ runner_id: runner.id, text, expires_at: of.token_expires_at ?? null });
		return runner;
	}

	/** A machine of a runner; its last contact counts as one of the runner's. */
	runnerManager(runner: Runner, given: Partial<RunnerManager> = {}): RunnerManager {
		const manager = this.state.runnerManagers.insert({
			runner_id: runner.id,
			system_id: `machine-${this.state.runnerManagers.count("runner", runner.id) + 1}`,
			created_at: runner.created_at,
			...given,
		});
		const known = this.state.runners.get(runner.id)?.contacted_at ?? "";
		if (manager.contacted_at !== null && manager.contacted_at > known)
			this.state.runners.update(runner.id, { contacted_at: manager.contacted_at });
		return manager;
	}

	/** A registration token: of a group, of a project, or of the instance. */
	registrationToken(of: Project | Group | null, text: string): RegistrationToken {
		return this.state.registrationTokens.insert({ ...this.#runnerPlace(of), text });
	}

	/** What a group, a project, or the instance sets for its runners. */
	runnerRule(of: Project | Group | null, given: Partial<RunnerRule>): RunnerRule {
		return this.state.runnerRules.insert({ ...this.#runnerPlace(of), ...given });
	}

	/** A deploy token of a group or a project, by its full path, that may read the repositories there. */
	deployToken(fullPath: string, given: Partial<DeployToken> = {}): DeployToken {
		const place = placeOf(fullPath, this.state);
		const number = this.state.deployTokens.lastId + 1;
		return this.state.deployTokens.insert({
			text: `deploy-token-${number}`,
			name: `Deploy token ${number}`,
			username: `deploy-token-${number}`,
			source: placeKind(place),
			source_id: place.id,
			...given,
		});
	}

	/** The feed token of a user, by default `<username>-feed-token`. */
	feedToken(username: string, text = `${username}-feed-token`, given: Partial<FeedToken> = {}): FeedToken {
		return this.state.feedTokens.insert({ text, user_id: this.userId(username), ...given });
	}

	/** The id of the first user, who is made if there is none. */
	anyone(): number {
		const [first] = this.state.users.all();
		return (first ?? this.user()).id;
	}

	/** The first group, which is made if there is none. */
	anyGroup(): Group {
		const [first] = this.state.groups.all();
		return first ?? this.group();
	}

	/** The first project, which is made if there is none. */
	anyProject(): Project {
		const [first] = this.state.projects.all();
		return first ?? this.project();
	}

	/** The id of a user by name; throws if there is none. */
	userId(username: string): number {
		return userIdOf(username, this.state);
	}

	/** The full path of a new group that has none: below its parent, if it has one. */
	#groupPath({ parent_id, path }: Partial<Group>): string {
		const own = path ?? `group-${this.state.groups.lastId + 1}`;
		const parent = parent_id == null ? undefined : this.state.groups.get(parent_id);
		return parent ? `${parent.full_path}/${own}` : own;
	}

	/** The full path of a new project that has none: in its group, with its owner, or else in the first group. */
	#projectPath({ group_id, owner_id, path }: Partial<Project>): string {
		const group = group_id == null ? undefined : this.state.groups.get(group_id);
		const owner = owner_id == null ? undefined : this.state.users.get(owner_id);
		const above = group?.full_path ?? owner?.username ?? this.anyGroup().full_path;
		return `${above}/${path ?? `project-${this.state.projects.lastId + 1}`}`;
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

	#enrol(members: PlaceGiven<Group>["members"], fullPath: string): void {
		for (const [username, role] of Object.entries(members ?? {})) this.member(username, fullPath, role);
	}

	#runnerPlace(of: Project | Group | null) {
		if (of === null) return { place: "instance", place_id: 0 } as const;
		return { place: placeKind(of), place_id: of.id } as const;
	}

	#place(fullPath: string, given: string | undefined): Place {
		const parts = fullPath.split("/");
		if (parts.length > deepest || parts.includes(""))
			throw new SeedError(
				`The full path ${shown(fullPath)} needs 1 to ${deepest} parts, with one slash between two of them.`,
			);
		const slash = fullPath.lastIndexOf("/");
		const path = fullPath.slice(slash + 1);
		const above = slash < 0 ? undefined : fullPath.slice(0, slash);
		const known = above === undefined ? undefined : this.state.group(above);
		const owner = above === undefined || known ? undefined : this.state.users.one("username", above.toLowerCase());
		const parent = known ?? (above === undefined || owner ? undefined : this.group(above));
		return { parent, owner, path, name: given ?? capitalized(path) };
	}
}
