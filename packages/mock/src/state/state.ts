import type { Clock } from "./clock";
import { type AnyDefinition, type Definition, type Definitions, emptyTable } from "./definition";
import { sourceKey } from "./keys";
import { LinkedLists } from "./linked-lists";
import type { Group, Project } from "./records";
import { type Row, Table, type TableImage } from "./table";
import { definitions } from "./tables";
import { type RowChange, Undo } from "./undo";

export * from "./keys";

/** A state as plain data: each table's rows by id, and the last id that it used. */
export interface StateData {
	readonly [table: string]: { readonly lastId: number; readonly rows: readonly Row[] };
}

/** The content of a state at a moment, by table; see `State.image`. */
export type StateImage = ReadonlyMap<string, TableImage<Row>>;

/** The images that data was created from: loading such data again adopts its image. */
const imageOf = new WeakMap<StateData, StateImage>();

function tableData(image: TableImage<Row>): StateData[string] {
	let all: readonly Row[] | undefined;
	return Object.freeze({
		lastId: image.lastId,
		get rows() {
			all ??= Object.freeze([...image.rows.values()].sort((a, b) => a.id - b.id));
			return all;
		},
	});
}

/** Returns the content of an image as plain data. It costs nothing until the rows are read. */
export function dataOf(image: StateImage): StateData {
	const data: { [table: string]: StateData[string] } = {};
	for (const [name, table] of image) data[name] = tableData(table);
	imageOf.set(Object.freeze(data), image);
	return data;
}

/** Returns how many rows differ between two images, including rows that only one of them has. */
export function countChanges(before: StateImage, after: StateImage): number {
	let changes = 0;
	for (const [name, { rows }] of after) {
		const old = before.get(name)?.rows;
		if (old === rows) continue;
		let common = 0;
		for (const row of rows.values()) {
			const was = old?.get(row.id);
			if (was !== undefined) common += 1;
			if (was !== row) changes += 1;
		}
		changes += (old?.size ?? 0) - common;
	}
	return changes;
}

const none: Definitions = {};
const joined = new WeakMap<Definitions, Definitions>([[none, definitions]]);

/** Returns all definitions. States with the same tables share one object, so that derived values are computed once. */
function withOwn(more: Definitions): Definitions {
	const all = joined.get(more) ?? { ...definitions, ...more };
	joined.set(more, all);
	return all;
}

/** The data of a platform, with a table for each definition. */
export class State {
	readonly clock: Clock;
	/** The definitions of all tables: the platform's own, then those of extensions. */
	readonly definitions: Definitions;
	readonly #undo = new Undo();
	#tables: readonly [string, Table<Row, string, string>][] | undefined;

	/** Creates the table of a definition. */
	#table<R extends Row, Filled extends PropertyKey, Group extends string, Unique extends string>(
		definition: Definition<R, Filled, Group, Unique>,
	): Table<R, Group, Unique, Filled> {
		return emptyTable(definition, this.#undo, () => this.clock.iso());
	}

	readonly users = this.#table(definitions.users);
	readonly tokens = this.#table(definitions.tokens);
	readonly secondaryEmails = this.#table(definitions.secondaryEmails);
	readonly identities = this.#table(definitions.identities);
	readonly scimIdentities = this.#table(definitions.scimIdentities);
	readonly supportPins = this.#table(definitions.supportPins);
	readonly todos = this.#table(definitions.todos);
	readonly sessions = this.#table(definitions.sessions);
	readonly groups = this.#table(definitions.groups);
	readonly projects = this.#table(definitions.projects);
	readonly members = this.#table(definitions.members);
	readonly shares = this.#table(definitions.shares);
	readonly issues = this.#table(definitions.issues);
	readonly mergeRequests = this.#table(definitions.mergeRequests);
	readonly snippets = this.#table(definitions.snippets);
	readonly repositoryTrees = this.#table(definitions.repositoryTrees);
	readonly spamLogs = this.#table(definitions.spamLogs);
	readonly alerts = this.#table(definitions.alerts);
	readonly alertIntegrations = this.#table(definitions.alertIntegrations);
	readonly environments = this.#table(definitions.environments);
	readonly epics = this.#table(definitions.epics);
	readonly wikiPages = this.#table(definitions.wikiPages);
	readonly notes = this.#table(definitions.notes);
	readonly pipelines = this.#table(definitions.pipelines);
	readonly jobs = this.#table(definitions.jobs);
	readonly jobSteps = this.#table(definitions.jobSteps);
	readonly runners = this.#table(definitions.runners);
	readonly runnerManagers = this.#table(definitions.runnerManagers);
	readonly runnerAssignments = this.#table(definitions.runnerAssignments);
	readonly runnerTokens = this.#table(definitions.runnerTokens);
	readonly registrationTokens = this.#table(definitions.registrationTokens);
	readonly runnerRules = this.#table(definitions.runnerRules);
	readonly enterpriseUsers = this.#table(definitions.enterpriseUsers);
	readonly sshKeys = this.#table(definitions.sshKeys);
	readonly releases = this.#table(definitions.releases);
	readonly releaseLinks = this.#table(definitions.releaseLinks);
	readonly deployTokens = this.#table(definitions.deployTokens);
	readonly feedTokens = this.#table(definitions.feedTokens);
	readonly labels = this.#table(definitions.labels);

	/** The runners of projects, by project. */
	readonly projectRunners = new LinkedLists(this.runners, this.runnerAssignments, {
		key: (link) => link.project_id,
		to: (link) => link.runner_id,
		of: (projectId) => this.runnerAssignments.in("project", projectId),
		back: (runnerId) => this.runnerAssignments.in("runner", runnerId),
	});
	/** The users who sign in with a SAML provider, by the provider's id. */
	readonly samlUsers = new LinkedLists(this.users, this.identities, {
		key: (link) => link.saml_provider_id,
		to: (link) => link.user_id,
		of: (providerId) => this.identities.in("saml", providerId),
		back: (userId) => this.identities.in("user", userId),
	});
	/** The groups that a group is invited into without an expiry date, by the id of the invited group. */
	readonly sharedGroups = new LinkedLists(this.groups, this.shares, {
		key: (link) => link.group_id,
		to: (link) => link.target_id,
		of: (groupId) => this.shares.in("group", groupId),
		back: (groupId) => this.shares.in("target", sourceKey("group", groupId)),
		where: (link) => link.target === "group" && link.expires_at === null,
	});
	/** The projects shared with a group without an expiry date, by the group's id, except for its own projects. */
	readonly sharedProjects = new LinkedLists(this.projects, this.shares, {
		key: (link) => link.group_id,
		to: (link) => link.target_id,
		of: (groupId) => this.shares.in("group", groupId),
		back: (projectId) => this.shares.in("target", sourceKey("project", projectId)),
		where: (link, project) =>
			link.target === "project" && link.expires_at === null && project.group_id !== link.group_id,
	});
	/** The groups that are invited into a group without an expiry date, by its id. */
	readonly invitedGroups = new LinkedLists(this.groups, this.shares, {
		key: (link) => link.target_id,
		to: (link) => link.group_id,
		of: (groupId) => this.shares.in("target", sourceKey("group", groupId)),
		back: (groupId) => this.shares.in("group", groupId),
		where: (link) => link.target === "group" && link.expires_at === null,
	});

	/**
	 * @param more Definitions of additional tables, by name. Each becomes a property, like the others.
	 * @throws Error if the state has a name already.
	 */
	constructor(clock: Clock, more: Definitions = none) {
		this.clock = clock;
		this.definitions = withOwn(more);
		for (const [name, definition] of Object.entries(more)) {
			if (name in this) throw new Error(`An extension cannot have a table ${name}: the state already has this name.`);
			// Rows from outside are checked against the definition.
			Reflect.set(this, name, this.#table(definition as unknown as Definition<Row, PropertyKey, string, string>));
		}
	}

	/** Returns a table by its name, without the type of its rows. */
	table(name: string): Table<Row, string, string, PropertyKey> {
		const table: unknown = Object.hasOwn(this.definitions, name) ? Reflect.get(this, name) : undefined;
		if (!(table instanceof Table)) throw new Error(`The state has no table ${name}.`);
		// Callers write a row back to its own table, and checked fields to the table whose shape they passed.
		return table as unknown as Table<Row, string, string, PropertyKey>;
	}

	/** Returns the definition of a table. */
	definition(name: string): AnyDefinition {
		const found = Object.hasOwn(this.definitions, name) ? this.definitions[name] : undefined;
		if (!found) throw new Error(`The state has no table ${name}.`);
		return found;
	}

	/** Runs a function, and undoes everything that it wrote if it throws. Adds the rows that it wrote to `changes`. */
	transaction<Result>(work: () => Result, changes?: RowChange[]): Result {
		return this.#undo.run(work, changes);
	}

	/** Returns a project by its id or its full path (case-insensitive), whether or not the caller can see it. */
	project(id: number | string): Project | undefined {
		return typeof id === "number" ? this.projects.get(id) : this.projects.one("path", id.toLowerCase());
	}

	/** Returns a group by its id or its full path (case-insensitive), whether or not the caller can see it. */
	group(id: number | string): Group | undefined {
		return typeof id === "number" ? this.groups.get(id) : this.groups.one("path", id.toLowerCase());
	}

	/** Returns the group and the groups above it, nearest first. */
	*ancestry(groupId: number | null): Generator<Group> {
		for (let at = groupId; at !== null; ) {
			const group = this.groups.get(at);
			if (!group) return;
			yield group;
			at = group.parent_id;
		}
	}

	/**
	 * Takes the next number of a kind within a project, or a chosen one. Numbers are not reused: later ones are higher
	 * than a chosen one.
	 */
	nextIid(project: Project, kind: "issue" | "merge_request" | "pipeline" | "alert", chosen?: number): number {
		const current = this.projects.get(project.id) ?? project;
		const last = current.last_iids[kind] ?? 0;
		const iid = chosen ?? last + 1;
		if (iid > last) this.projects.update(project.id, { last_iids: { ...current.last_iids, [kind]: iid } });
		return iid;
	}

	/** Returns everything as plain data, with the rows sorted by id. It costs nothing until the rows are read. */
	toData(): StateData {
		return dataOf(this.image());
	}

	/** Replaces everything by data that `toData` returned. */
	load(data: StateData): void {
		const image = imageOf.get(data);
		if (image) {
			this.adopt(image);
			return;
		}
		for (const [name] of this.tables()) if (!data[name]) throw new Error(`The state has no table ${name}.`);
		for (const [name, table] of this.tables()) table.load(data[name]?.rows ?? [], data[name]?.lastId ?? 0);
	}

	/** Returns the current content, for `adopt` of any state. It costs as much as was written since the last image. */
	image(): StateImage {
		return new Map(this.tables().map(([name, table]) => [name, table.image()]));
	}

	/** Replaces everything by the content of an image. Later writes do not change the image. */
	adopt(image: StateImage): void {
		for (const [name, table] of this.tables()) {
			const value = image.get(name);
			if (value) table.adopt(value);
		}
	}

	/** Returns all tables with their names, in a fixed order. */
	tables(): readonly [string, Table<Row, string, string>][] {
		this.#tables ??= Object.entries(this).filter(
			// Every own property that is a Table belongs to the tables. Callers write rows back to their own table.
			(entry): entry is [string, Table<Row, string, string>] => entry[1] instanceof Table,
		);
		return this.#tables;
	}
}
