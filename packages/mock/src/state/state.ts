import type { Clock } from "./clock";
import { type Definition, emptyTable } from "./definition";
import { LinkedLists } from "./linked-lists";
import type {
	Alert,
	AlertIntegration,
	AlertStatus,
	DeployToken,
	EnterpriseUser,
	Environment,
	Epic,
	FeedToken,
	Group,
	Identity,
	Issue,
	Job,
	JobStep,
	Member,
	MergeRequest,
	Note,
	NoteableType,
	Pipeline,
	Project,
	RegistrationToken,
	RepositoryTree,
	Runner,
	RunnerAssignment,
	RunnerManager,
	RunnerPlace,
	RunnerRule,
	RunnerToken,
	ScimIdentity,
	SecondaryEmail,
	Session,
	Share,
	Snippet,
	SpamLog,
	SshKey,
	SupportPin,
	Todo,
	Token,
	User,
	WikiPage,
} from "./records";
import { type Row, Table, type TableImage } from "./table";
import { definitions } from "./tables";
import { Undo } from "./undo";

/** The group key of the notes of one parent. */
export const noteableKey = (type: NoteableType, id: number): string => `${type}:${id}`;
/** The group key of the memberships of a group or a project. */
export const sourceKey = (source: "group" | "project", id: number): string => `${source}:${id}`;
/** The unique key of one person's membership. */
export const memberKey = (userId: number, source: "group" | "project", id: number): string =>
	`${userId}:${source}:${id}`;

/** The group key of a group's invitations into a group or a project. */
export const invitationKey = (groupId: number, target: "group" | "project", id: number): string =>
	`${groupId}:${target}:${id}`;

/** The group key of what lies at any depth below a group: the group's path. */
export const belowKey = (group: Group): string => group.full_path.toLowerCase();
/** The paths of all that something lies in, from the top. */
function pathsAbove(fullPath: string): string[] {
	const path = fullPath.toLowerCase();
	const above: string[] = [];
	for (let slash = path.indexOf("/"); slash >= 0; slash = path.indexOf("/", slash + 1))
		above.push(path.slice(0, slash));
	return above;
}

/** The unique key of what a place has once for its runners; the instance has id 0. */
export const runnerPlaceKey = (place: RunnerPlace, id: number): string => `${place}:${id}`;
/** The unique key of a runner's assignment to a project. */
export const assignmentKey = (runnerId: number, projectId: number): string => `${runnerId}:${projectId}`;

/** The group key of the tokens that a top-level group looks after: its people's, or its own and those below it. */
export const managedTokensKey = (kind: "personal" | "resource", groupId: number): string => `${kind}:${groupId}`;
function managedToken(row: Token): string | null {
	if (row.managed_by_group_id === null || row.kind === "oauth" || row.impersonation) return null;
	return managedTokensKey(row.kind === "personal" ? "personal" : "resource", row.managed_by_group_id);
}
/** The unique key of a project's release. */
export const releaseKey = (projectId: number, tagName: string): string => `${projectId}:${tagName}`;
/** The unique key of a name, an address or a path among a release's links. */
export const linkKey = (releaseId: number, text: string): string => `${releaseId}:${text}`;

/** The group key of a project's alerts of a status. */
export const alertStatusKey = (projectId: number, status: AlertStatus): string => `${projectId}:${status}`;
/** The unique key of the open alert with a fingerprint. */
export const openAlertKey = (projectId: number, fingerprint: string | null): string | null =>
	fingerprint === null ? null : `${projectId}:${fingerprint}`;
/** The unique key of a project's environment. */
export const environmentKey = (projectId: number, name: string): string => `${projectId}:${name}`;

/** The group key of the confidential issues of a project that somebody wrote or works on. */
export const secretKey = (projectId: number, userId: number): string => `${projectId}:${userId}`;

/** The key of a commit of a project. */
export const commitKey = (projectId: number, sha: string): string => `${projectId}:${sha}`;
/** The group key of a branch's or a tag's pipelines. */
export const refKey = (projectId: number, ref: string): string => `${projectId}:${ref}`;

/** The group key of the identities with the same name at a provider. */
export const accountKey = (provider: string, externUid: string): string => `${provider}:${externUid}`;
/** The unique key of an account elsewhere: each group's single sign-on has names of its own. */
export const identityKey = (provider: string, externUid: string, samlProviderId: number | null): string =>
	`${samlProviderId ?? ""}:${accountKey(provider, externUid)}`;

/** A state as plain data: each table's rows by id, and its last given id. */
export interface StateData {
	readonly [table: string]: { readonly lastId: number; readonly rows: readonly Row[] };
}

/** What a state holds at a moment, by table; see `State.image`. */
export type StateImage = ReadonlyMap<string, TableImage<Row>>;

/** The images that data was made from: to load it again is to adopt its image. */
const imageOf = new WeakMap<StateData, StateImage>();

function tableData({ lastId, rows }: TableImage<Row>): StateData[string] {
	let all: readonly Row[] | undefined;
	return Object.freeze({
		lastId,
		get rows() {
			all ??= Object.freeze([...rows.values()].sort((a, b) => a.id - b.id));
			return all;
		},
	});
}

/**
 * All that the platform holds. The first ids of the tables lie apart, so that an id used for another kind of
 * record misses instead of finding something by chance.
 */
export class State {
	readonly clock: Clock;
	readonly #undo = new Undo();
	#tables: readonly [string, Table<Row, string, string>][] | undefined;

	/** The table of a definition. */
	#table<R extends Row, Filled extends PropertyKey, Group extends string, Unique extends string>(
		definition: Definition<R, Filled, Group, Unique>,
	): Table<R, Group, Unique, Filled> {
		return emptyTable(definition, this.#undo, () => this.clock.iso());
	}

	readonly users = new Table<User, "all" | "provisioned", "username" | "email">(
		this.#undo,
		1,
		{ all: () => 0, provisioned: (row) => row.provisioned_by_group_id },
		{ username: (row) => row.username.toLowerCase(), email: (row) => row.email.toLowerCase() },
	);
	readonly tokens = new Table<Token, "user" | "managed", "text">(
		this.#undo,
		1001,
		{ user: (row) => row.user_id, managed: managedToken },
		{ text: (row) => row.text },
	);
	readonly secondaryEmails = new Table<SecondaryEmail, "user", "email">(
		this.#undo,
		1,
		{ user: (row) => row.user_id },
		{ email: (row) => row.email.toLowerCase() },
	);
	readonly identities = new Table<Identity, "user" | "saml" | "account", "identity">(
		this.#undo,
		1,
		{
			user: (row) => row.user_id,
			saml: (row) => row.saml_provider_id,
			account: (row) => accountKey(row.provider, row.extern_uid),
		},
		{ identity: (row) => identityKey(row.provider, row.extern_uid, row.saml_provider_id) },
	);
	readonly scimIdentities = new Table<ScimIdentity, "user" | "group">(
		this.#undo,
		1,
		{ user: (row) => row.user_id, group: (row) => row.group_id },
		{},
	);
	readonly supportPins = new Table<SupportPin, never, "user">(this.#undo, 1, {}, { user: (row) => row.user_id });
	readonly todos = new Table<Todo, "user">(this.#undo, 1, { user: (row) => row.user_id }, {});
	readonly sessions = new Table<Session, never, "text">(this.#undo, 1, {}, { text: (row) => row.text });
	readonly groups = new Table<Group, "parent" | "below" | "all", "path">(
		this.#undo,
		11,
		{ parent: (row) => row.parent_id, below: (row) => pathsAbove(row.full_path), all: () => 0 },
		{ path: (row) => row.full_path.toLowerCase() },
	);
	readonly projects = new Table<Project, "all" | "group" | "below" | "owner" | "former", "path">(
		this.#undo,
		101,
		{
			all: () => 0,
			group: (row) => row.group_id,
			below: (row) => (row.group_id === null ? null : pathsAbove(row.full_path)),
			owner: (row) => row.owner_id,
			former: (row) => row.former_paths.map((path) => path.toLowerCase()),
		},
		{ path: (row) => row.full_path.toLowerCase() },
	);
	readonly members = new Table<Member, "user" | "source", "member">(
		this.#undo,
		1,
		{ user: (row) => row.user_id, source: (row) => sourceKey(row.source, row.source_id) },
		{ member: (row) => memberKey(row.user_id, row.source, row.source_id) },
	);
	readonly shares = new Table<Share, "group" | "target" | "invitation">(
		this.#undo,
		1,
		{
			group: (row) => row.group_id,
			target: (row) => sourceKey(row.target, row.target_id),
			invitation: (row) => invitationKey(row.group_id, row.target, row.target_id),
		},
		{},
	);
	readonly issues = new Table<Issue, "project" | "secret", "iid">(
		this.#undo,
		201,
		{
			project: (row) => row.project_id,
			secret: ({ confidential, project_id, author_id, assignee_ids }) =>
				confidential ? [...new Set([author_id, ...assignee_ids])].map((id) => secretKey(project_id, id)) : [],
		},
		{ iid: (row) => `${row.project_id}:${row.iid}` },
	);
	readonly mergeRequests = new Table<MergeRequest, "project", "iid">(
		this.#undo,
		301,
		{ project: (row) => row.project_id },
		{ iid: (row) => `${row.project_id}:${row.iid}` },
	);
	readonly snippets = new Table<Snippet, "all" | "project" | "author">(
		this.#undo,
		401,
		{ all: () => 0, project: (row) => row.project_id, author: (row) => row.author_id },
		{},
	);
	readonly repositoryTrees = new Table<RepositoryTree, "project", "commit">(
		this.#undo,
		1,
		{ project: (row) => row.project_id },
		{ commit: (row) => commitKey(row.project_id, row.sha) },
	);
	readonly spamLogs = new Table<SpamLog>(this.#undo, 61, {}, {});
	readonly alerts = new Table<Alert, "project" | "status" | "issue", "iid" | "open">(
		this.#undo,
		551,
		{
			project: (row) => row.project_id,
			status: (row) => alertStatusKey(row.project_id, row.status),
			issue: (row) => row.issue_id,
		},
		{
			iid: (row) => `${row.project_id}:${row.iid}`,
			open: (row) => (row.status === "resolved" ? null : openAlertKey(row.project_id, row.fingerprint)),
		},
	);
	readonly alertIntegrations = new Table<AlertIntegration, "project", "endpoint">(
		this.#undo,
		571,
		{ project: (row) => row.project_id },
		{ endpoint: (row) => row.endpoint },
	);
	readonly environments = new Table<Environment, "project", "name">(
		this.#undo,
		591,
		{ project: (row) => row.project_id },
		{ name: (row) => environmentKey(row.project_id, row.name) },
	);
	readonly epics = new Table<Epic, "group", "iid">(
		this.#undo,
		501,
		{ group: (row) => row.group_id },
		{ iid: (row) => `${row.group_id}:${row.iid}` },
	);
	readonly wikiPages = new Table<WikiPage, "container">(
		this.#undo,
		601,
		{ container: (row) => sourceKey(row.container, row.container_id) },
		{},
	);
	readonly notes = new Table<Note, "noteable">(
		this.#undo,
		1001,
		{ noteable: (row) => noteableKey(row.noteable_type, row.noteable_id) },
		{},
	);
	readonly pipelines = new Table<Pipeline, "project" | "parent" | "commit" | "ref", "iid">(
		this.#undo,
		701,
		{
			project: (row) => row.project_id,
			parent: (row) => row.parent_id,
			commit: (row) => commitKey(row.project_id, row.sha),
			ref: (row) => refKey(row.project_id, row.ref),
		},
		{ iid: (row) => `${row.project_id}:${row.iid}` },
	);
	readonly jobs = new Table<Job, "pipeline" | "runner">(
		this.#undo,
		5001,
		{ pipeline: (row) => row.pipeline_id, runner: (row) => row.runner_id },
		{},
	);
	readonly jobSteps = new Table<JobStep, "all", "job">(this.#undo, 1, { all: () => 0 }, { job: (row) => row.job_id });
	readonly runners = new Table<Runner, "all" | "group">(
		this.#undo,
		2001,
		{ all: () => 0, group: (row) => row.group_id },
		{},
	);
	readonly runnerManagers = new Table<RunnerManager, "runner">(
		this.#undo,
		2501,
		{ runner: (row) => row.runner_id },
		{},
	);
	readonly runnerAssignments = new Table<RunnerAssignment, "runner" | "project", "assignment">(
		this.#undo,
		1,
		{ runner: (row) => row.runner_id, project: (row) => row.project_id },
		{ assignment: (row) => assignmentKey(row.runner_id, row.project_id) },
	);
	readonly runnerTokens = new Table<RunnerToken, "runner", "text">(
		this.#undo,
		1,
		{ runner: (row) => row.runner_id },
		{ text: (row) => row.text },
	);
	readonly registrationTokens = new Table<RegistrationToken, never, "text" | "place">(
		this.#undo,
		1,
		{},
		{ text: (row) => row.text, place: (row) => runnerPlaceKey(row.place, row.place_id) },
	);
	readonly runnerRules = new Table<RunnerRule, never, "place">(
		this.#undo,
		1,
		{},
		{ place: (row) => runnerPlaceKey(row.place, row.place_id) },
	);

	readonly enterpriseUsers = new Table<EnterpriseUser, "group", "user">(
		this.#undo,
		1,
		{ group: (row) => row.group_id },
		{ user: (row) => row.user_id },
	);
	readonly sshKeys = new Table<SshKey, "user" | "managed">(
		this.#undo,
		801,
		{ user: (row) => row.user_id, managed: (row) => (row.deploy ? null : row.managed_by_group_id) },
		{},
	);
	readonly releases = this.#table(definitions.releases);
	readonly releaseLinks = this.#table(definitions.releaseLinks);

	readonly deployTokens = new Table<DeployToken, "source", "text">(
		this.#undo,
		1501,
		{ source: (row) => sourceKey(row.source, row.source_id) },
		{ text: (row) => row.text },
	);
	readonly feedTokens = new Table<FeedToken, "user", "text">(
		this.#undo,
		1701,
		{ user: (row) => row.user_id },
		{ text: (row) => row.text },
	);

	/** The runners of projects, by project. */
	readonly projectRunners = new LinkedLists(this.runners, this.runnerAssignments, {
		key: (link) => link.project_id,
		to: (link) => link.runner_id,
		of: (projectId) => this.runnerAssignments.in("project", projectId),
		back: (runnerId) => this.runnerAssignments.in("runner", runnerId),
	});
	/** The users who sign in by a SAML provider, by its id. */
	readonly samlUsers = new LinkedLists(this.users, this.identities, {
		key: (link) => link.saml_provider_id,
		to: (link) => link.user_id,
		of: (providerId) => this.identities.in("saml", providerId),
		back: (userId) => this.identities.in("user", userId),
	});
	/** The groups that a group is invited into for good, by the invited one's id. */
	readonly sharedGroups = new LinkedLists(this.groups, this.shares, {
		key: (link) => link.group_id,
		to: (link) => link.target_id,
		of: (groupId) => this.shares.in("group", groupId),
		back: (groupId) => this.shares.in("target", sourceKey("group", groupId)),
		where: (link) => link.target === "group" && link.expires_at === null,
	});
	/** The projects that are shared with a group for good, by the group's id; its own are never shared with it. */
	readonly sharedProjects = new LinkedLists(this.projects, this.shares, {
		key: (link) => link.group_id,
		to: (link) => link.target_id,
		of: (groupId) => this.shares.in("group", groupId),
		back: (projectId) => this.shares.in("target", sourceKey("project", projectId)),
		where: (link, project) =>
			link.target === "project" && link.expires_at === null && project.group_id !== link.group_id,
	});
	/** The groups that are invited into a group for good, by its id. */
	readonly invitedGroups = new LinkedLists(this.groups, this.shares, {
		key: (link) => link.target_id,
		to: (link) => link.group_id,
		of: (groupId) => this.shares.in("target", sourceKey("group", groupId)),
		back: (groupId) => this.shares.in("group", groupId),
		where: (link) => link.target === "group" && link.expires_at === null,
	});

	constructor(clock: Clock) {
		this.clock = clock;
	}

	/** Runs a piece of work; if it throws, all that it wrote is taken back. */
	transaction<Result>(work: () => Result): Result {
		return this.#undo.run(work);
	}

	/** A project by its number or its full path, in any case; seen or not. */
	project(id: number | string): Project | undefined {
		return typeof id === "number" ? this.projects.get(id) : this.projects.one("path", id.toLowerCase());
	}

	/** A group by its number or its full path, in any case; seen or not. */
	group(id: number | string): Group | undefined {
		return typeof id === "number" ? this.groups.get(id) : this.groups.one("path", id.toLowerCase());
	}

	/** The group and the groups above it, nearest first. */
	*ancestry(groupId: number | null): Generator<Group> {
		for (let at = groupId; at !== null; ) {
			const group = this.groups.get(at);
			if (!group) return;
			yield group;
			at = group.parent_id;
		}
	}

	/**
	 * Takes the next number of a kind within a project, or a chosen one. Numbers are never used twice: those that follow are
	 * higher than a chosen one.
	 */
	nextIid(project: Project, kind: "issue" | "merge_request" | "pipeline" | "alert", chosen?: number): number {
		const current = this.projects.get(project.id) ?? project;
		const last = current.last_iids[kind] ?? 0;
		const iid = chosen ?? last + 1;
		if (iid > last) this.projects.update(project.id, { last_iids: { ...current.last_iids, [kind]: iid } });
		return iid;
	}

	/** Everything, as plain data; rows are in the order of their ids. It costs nothing until the rows are looked at. */
	toData(): StateData {
		const image = this.image();
		const data: { [table: string]: StateData[string] } = {};
		for (const [name, table] of image) data[name] = tableData(table);
		imageOf.set(Object.freeze(data), image);
		return data;
	}

	/** Replaces everything by data that `toData` gave. */
	load(data: StateData): void {
		const image = imageOf.get(data);
		if (image) {
			this.adopt(image);
			return;
		}
		for (const [name] of this.tables()) if (!data[name]) throw new Error(`The state has no table ${name}.`);
		for (const [name, table] of this.tables()) table.load(data[name]?.rows ?? [], data[name]?.lastId ?? 0);
	}

	/** What it holds now, for `adopt`: of this state, or of another one. It costs what was written since the last image. */
	image(): StateImage {
		return new Map(this.tables().map(([name, table]) => [name, table.image()]));
	}

	/** Replaces everything by what an image holds. The two go their own ways: neither sees what is written to the other. */
	adopt(image: StateImage): void {
		for (const [name, table] of this.tables()) {
			const given = image.get(name);
			if (given) table.adopt(given);
		}
	}

	/** All tables by their names, in a fixed order. */
	tables(): readonly [string, Table<Row, string, string>][] {
		this.#tables ??= Object.entries(this).filter(
			// Every own property but the clock is a table; rows go back to the table that they came from.
			(entry): entry is [string, Table<Row, string, string>] => entry[1] instanceof Table,
		);
		return this.#tables;
	}
}
