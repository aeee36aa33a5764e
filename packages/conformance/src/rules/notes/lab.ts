/** The parents that the rules on notes use: a parent of its own for each rule if the bench can make one, otherwise the scene's. */
import type { ActorName } from "../../rule/actors";
import type { Params } from "../../rule/address";
import type { Caller, CallOptions } from "../../rule/caller";
import type { Context } from "../../rule/context";
import { atLeast } from "../../rule/facts";
import { ask, gid, mutate, numberOf, succeed } from "../../rule/graphql";
import type { ApiResponse, Fields } from "../../rule/response";
import { assumed, type Rule, type RuleOptions, rule } from "../../rule/rule";
import { closeAfterwards, generic, makeIntake, raise } from "../alerts/intake";
import { walk } from "../graphql/connections";
import { quoted } from "../graphql/lab";
import { type Kind, kind, kinds, type Verb, verbs, withCommands } from "./kinds";

/** Members of the scene's group, from the lowest role on. */
export const roles = ["guest", "reporter", "developer", "maintainer", "owner"] as const;
/** Everybody who has a role in the scene, or none. */
export const everyone: readonly ActorName[] = ["outsider", ...roles, "administrator"];
/** The most characters that a note may have. */
export const longest = 1_000_000;
/** A text of this many characters. It has more bytes, and more UTF-16 code units. */
export const longText = (characters: number): string => "é😀".padEnd(characters + 1, "x");
/** An id that no record has. */
export const unknown = 999_999_999;
export const forbidden = { message: "403 Forbidden" };

/** The parameters that an operation gets unless a rule says otherwise. */
const usual: { readonly [verb in Verb]: Params } = { list: {}, get: {}, create: { body: "New." }, update: { body: "Changed." }, delete: {} };

/** The notes of one parent. */
export class Notes {
	readonly t: Context;
	readonly kind: Kind;
	/** The parameters of the path. */
	readonly where: Params;
	/** The parent's id, if only this rule writes on it. */
	readonly own: number | undefined;
	readonly #mine = new Set<number>();
	/** Whether the kind's author may not write. */
	#isBarred = false;

	constructor(t: Context, of: Kind, where: Params = {}, own?: number) {
		this.t = t;
		this.kind = of;
		this.where = { id: where.id ?? t.scene(of.place), [of.parameter]: where[of.parameter] ?? t.scene(of.field) };
		this.own = own;
	}

	/** A new parent, made through the control API; in the scene's project or group unless `place` names another. */
	static async made(t: Context, of: Kind, { place = t.scene(of.place), ...fields }: Fields & { readonly place?: string } = {}): Promise<Notes> {
		const { id, iid } = await t.given.record(of.table, { [of.place]: place, ...fields });
		return new Notes(t, of, { id: place, [of.parameter]: of.parameter.endsWith("_iid") ? iid : id }, id);
	}

	/** A parent for a rule: its own if possible. A new snippet can be made on any server, but costs requests, so only if `alone` is true. */
	static async on(t: Context, of: Kind, alone = false): Promise<Notes> {
		if (t.given.isIsolated) return await Notes.made(t, of);
		if (!alone || of !== kind.snippet) return new Notes(t, of);
		const snippet_id = await newSnippet(t, t.scene("project"));
		return new Notes(t, of, { snippet_id }, snippet_id);
	}

	/** The notes of another parent of the same kind. */
	at(where: Params): Notes {
		return new Notes(this.t, this.kind, { ...this.where, ...where });
	}

	/** Another parent of the same kind in the same place; through the control API. */
	async sibling(fields: Fields = {}): Promise<Notes> {
		return await Notes.made(this.t, this.kind, { place: String(this.where.id), ...fields });
	}

	/** Who writes these notes unless a rule says otherwise: the kind's author, or the owner once that author was refused. */
	get author(): Caller {
		return this.t.as(this.#isBarred ? "owner" : this.kind.author);
	}

	async list(caller: Caller, query: Params = {}): Promise<ApiResponse> {
		return await caller.call(this.kind.operations.list, { ...this.where, ...query });
	}

	async get(caller: Caller, note_id: unknown): Promise<ApiResponse> {
		return await caller.call(this.kind.operations.get, { ...this.where, note_id });
	}

	/** Requests a new note. If it is created, it is removed after the rule. */
	async create(caller: Caller, fields: Params, options?: CallOptions): Promise<ApiResponse> {
		const response = await caller.call(this.kind.operations.create, { ...this.where, ...fields }, options);
		const id = response.succeeded ? response.field("id") : undefined;
		if (typeof id === "number") {
			this.#mine.add(id);
			this.t.undo(`note ${id} on ${this.kind.name}`, () => this.remove(this.t.as("owner"), id));
		}
		return response;
	}

	/** A new note, by the kind's author unless a rule says otherwise. The specification leaves open which roles below owner may write. */
	async make(fields: Params = {}, caller?: Caller): Promise<ApiResponse> {
		const body = this.t.unique("note");
		const response = await this.create(caller ?? this.author, { body, ...fields });
		if (caller || this.#isBarred || response.status !== 403) return response.ok;
		this.t.assume(`the ${this.kind.author} should write on a ${this.kind.name}`, false, response);
		this.#isBarred = true;
		return (await this.create(this.author, { body, ...fields })).ok;
	}

	/** A note made through the control API, with any fields; by the developer unless they say otherwise. */
	async record(fields: Fields = {}): Promise<number> {
		const on = { noteable_type: this.kind.type, noteable_id: this.own };
		return (await this.t.given.record("notes", { ...on, author: this.t.user("developer").username, ...fields })).id;
	}

	/** This many notes, made in one request, oldest first. */
	async recordMany(count: number): Promise<number[]> {
		const one = { noteable_type: this.kind.type, noteable_id: this.own, author: this.t.user("developer").username };
		const made = await this.t.given.control("POST", "/records/notes", Array(count).fill(one));
		return Array.isArray(made) ? made.map(({ id }) => Number(id)) : [];
	}

	async update(caller: Caller, note_id: unknown, fields: Params, options?: CallOptions): Promise<ApiResponse> {
		return await caller.call(this.kind.operations.update, { ...this.where, note_id, ...fields }, options);
	}

	async remove(caller: Caller, note_id: unknown, options?: CallOptions): Promise<ApiResponse> {
		return await caller.call(this.kind.operations.delete, { ...this.where, note_id }, options);
	}

	/**
	 * A request that the author of a note may send. The specification leaves open whether a server allows it only to higher roles: then the owner
	 * sends it.
	 */
	async byAuthor(author: Caller, request: (caller: Caller) => Promise<ApiResponse>): Promise<ApiResponse> {
		const response = await request(author);
		if (response.status !== 403) return response;
		this.t.assume(`${author.actor} should change and delete notes of their own`, false, response);
		return await request(this.t.as("owner"));
	}

	/** A request for one of the operations, with valid parameters. */
	async ask(verb: Verb, caller: Caller, note_id: unknown): Promise<ApiResponse> {
		if (verb === "create") return await this.create(caller, usual.create);
		return await caller.call(this.kind.operations[verb], { ...this.where, ...(verb !== "list" && { note_id }), ...usual[verb] });
	}

	/** Each of the operations must be refused with this status and body. */
	async refuses(caller: Caller, note_id: unknown, status: number, body?: unknown, of: readonly Verb[] = verbs): Promise<void> {
		for (const verb of of) (await this.ask(verb, caller, note_id)).refuses(status, body);
	}

	/** Each of the operations must return 404. A delete may also succeed without effect: the caller checks that the note still exists. */
	async findsNothing(caller: Caller, note_id: unknown, body?: unknown, of: readonly Verb[] = verbs): Promise<void> {
		for (const verb of of) {
			const response = await this.ask(verb, caller, note_id);
			const isIdle = verb === "delete" && response.succeeded;
			this.t.assume("deleting a note that does not exist should be refused", !isIdle, response);
			if (!isIdle) response.refuses(404, body);
		}
	}

	/** Each of the operations must return 404, which the specification states for a parent that does not exist. */
	async findsNoParent(caller: Caller, note_id: unknown): Promise<void> {
		for (const verb of verbs) {
			const response = (await this.ask(verb, caller, note_id)).refuses(404, { message: "404 Not found" });
			this.t.holds("the status should be 404", response.status === 404, response);
		}
	}

	/** All notes that the caller sees, each once. */
	async all(caller: Caller, query: Params = {}): Promise<readonly Fields[]> {
		const listed = await caller.all(this.kind.operations.list, { ...this.where, ...query });
		return [...new Map(listed.map((note) => [note.id, note])).values()];
	}

	/** Those of the listed notes that this rule wrote. On a parent of its own that is all of them: no one else writes there. */
	mine(listed: readonly Fields[]): readonly Fields[] {
		return this.own === undefined ? listed.filter(({ id }) => this.#mine.has(Number(id))) : listed;
	}

	/** The ids of this rule's notes that the caller sees, in the order of the list. */
	async ids(caller: Caller, query: Params = {}): Promise<unknown[]> {
		return this.mine(await this.all(caller, query)).map(({ id }) => id);
	}

	/** Sends a request that must not change the notes. */
	async unchanged(request: () => Promise<ApiResponse>): Promise<ApiResponse> {
		const before = await this.entries();
		const response = await request();
		this.t.same("the notes after the request", await this.entries(), before, response);
		return response;
	}

	/** This rule's notes as they are listed. On a shared parent, only the newest 100 notes are read. */
	async entries(): Promise<readonly Fields[]> {
		const owner = this.t.as("owner");
		return this.mine(this.own === undefined ? (await this.list(owner, { per_page: 100 })).is(200).items : await this.all(owner));
	}

	/**
	 * How many of the newest and of the oldest notes have this text or its beginning, by any author. On a shared parent the rule does not know
	 * the id of a note that was stored although it was refused.
	 */
	async #count(text: unknown): Promise<number> {
		const pages = await Promise.all(["desc", "asc"].map((sort) => this.list(this.t.as("owner"), { sort, per_page: 100 })));
		return pages.flatMap((page) => page.is(200).items).filter(({ body }) => body === text || (body !== "" && String(text).startsWith(String(body)))).length;
	}

	/** Requests a new note that must be refused and not stored. */
	async refusesNew(caller: Caller, fields: Params, options?: CallOptions): Promise<ApiResponse> {
		const before = await this.#count(fields.body);
		const response = await this.unchanged(() => this.create(caller, fields, options));
		isRefused(this.t, response);
		this.t.same("the number of notes with the refused text", await this.#count(fields.body), before, response);
		return response;
	}

	/** The note must be read and listed with the fields of this response. */
	async isShown(caller: Caller, { json, fields }: ApiResponse): Promise<void> {
		const read = await this.get(caller, fields.id);
		this.t.same("the note that is read", read.is(200).json, json, read);
		this.t.same("the note in the list", await this.entry(caller, fields.id), json);
	}

	/** A note from the first page of the list for the caller. */
	async entry(caller: Caller, note_id: unknown): Promise<Fields | undefined> {
		return (await this.list(caller, { per_page: 100 })).is(200).items.find(({ id }) => id === note_id);
	}

	/** The note as it is now, read by the owner. */
	async now(note_id: unknown): Promise<Fields> {
		return (await this.get(this.t.as("owner"), note_id)).is(200).fields;
	}
}

/** The body must be returned whole. A failure does not print its million characters. */
export const isWhole = (t: Context, response: ApiResponse, body: string): void =>
	t.holds(`the body has all ${longest} characters`, response.field("body") === body, response);

export const isRefused = (t: Context, response: ApiResponse): void => t.holds("the request is refused with 4xx", response.refused, response);

/** The message of a refusal is assumed. */
export function says(t: Context, response: ApiResponse, text: string): void {
	t.assume(`the message contains "${text}"`, response.text.includes(text), response);
}

interface About extends RuleOptions {
	readonly verbs: Verb | readonly Verb[];
	/** The kinds that the rule is about. Defaults to all six. */
	readonly on?: Kind | readonly Kind[];
	/** Whether the rule needs a list that no one else writes to, if one can be made. */
	readonly own?: boolean;
}

type OnNotes = (ids: string, title: string, about: Verb | readonly Verb[] | About, run: (notes: Notes, t: Context) => Promise<void>) => Rule;

/** Those of the kinds that exist in the server's tier. */
export const ofTier = (t: Context, on: readonly Kind[]): readonly Kind[] => on.filter(({ isPaid }) => !isPaid || atLeast(t.facts.tier, "premium"));

const isAbout = (about: Verb | readonly Verb[] | About): about is About => typeof about === "object" && "verbs" in about;

const onNotes =
	(make: typeof rule): OnNotes =>
	(ids, title, about, run) => {
		const { verbs: of, on: at = kinds, own, ...options } = isAbout(about) ? about : { verbs: about };
		const on = [at].flat();
		return make(
			ids,
			title,
			on.flatMap(({ operations }) => [of].flat().map((verb) => operations[verb])),
			async (t) => {
				for (const one of ofTier(t, on)) await run(await Notes.on(t, one, own), t);
			},
			// The free kinds are checked on every tier.
			{ effect: "writes", tier: on.every(({ isPaid }) => isPaid) ? "premium" : "free", ...options },
		);
	};

/** A rule about the notes of each kind that the server has; `about` lists the operations. */
export const noteRule: OnNotes = onNotes(rule);
/** The same for what the specification leaves open. */
export const noteAssumed: OnNotes = onNotes(assumed);

/** A group and a project of this visibility in which every role is a member; through the control API. */
async function placesOf(t: Context, visibility: "public" | "internal" | "private"): Promise<{ readonly group: string; readonly project: string }> {
	const group = t.unique("group");
	const members = Object.fromEntries(roles.map((role) => [t.user(role).username, role]));
	await t.given.record("groups", { full_path: group, visibility, members });
	const project = `${group}/project`;
	await t.given.record("projects", { full_path: project, visibility });
	return { group, project };
}

/** Notes in a place of this visibility; undefined if the scene has no such parent. */
export async function within(t: Context, of: Kind, visibility: "public" | "internal" | "private"): Promise<Notes | undefined> {
	if (t.given.hasControl) return await Notes.made(t, of, { place: (await placesOf(t, visibility))[of.place] });
	if (visibility === "public") return new Notes(t, of);
	const id = t.scene(visibility === "internal" ? "internal_project" : "private_project");
	if (of === kind.projectWikiPage && visibility === "private") return new Notes(t, of, { id, wiki_page_meta_id: t.scene("private_wiki_page_meta_id") });
	if (of !== kind.issue && of !== kind.mergeRequest) return undefined;
	const found = (await issuablesOf(t, of, id)).find(({ confidential }) => confidential !== true);
	return found && new Notes(t, of, { id, [of.parameter]: Number(found.iid) });
}

const ofProject = (t: Context, project: string, at: string, fields: string): Promise<readonly Fields[]> =>
	walk(t, { caller: t.as("owner"), around: `project(fullPath: ${quoted(project)}) { @ }`, at: `project.${at}`, fields, uncounted: true });
/** The issues of a project that its owner sees. */
export const issuesOf = (t: Context, project: string) => ofProject(t, project, "issues", "iid title state confidential author { username }");
/** The merge requests of a project that its owner sees. */
export const mergeRequestsOf = (t: Context, project: string) => ofProject(t, project, "mergeRequests", "iid title state diffHeadSha discussionLocked");

/** The issues, or the merge requests, of a project. */
export const issuablesOf = (t: Context, of: Kind, project: string) => (of === kind.issue ? issuesOf : mergeRequestsOf)(t, project);

/** The issue or merge request that notes are on, as it is now. */
export async function parentOf({ t, kind: of, where }: Notes): Promise<Fields> {
	const found = await issuablesOf(t, of, String(where.id));
	return found.find(({ iid }) => Number(iid) === where[of.parameter]) ?? t.skip(`GraphQL does not show the ${of.name}`);
}

/** A user's own projects, each with its issues. */
export async function personalProjects(t: Context, who: ActorName = "developer"): Promise<readonly Fields[]> {
	const query = "query ($at: ID!) { namespace(fullPath: $at) { projects { nodes { id fullPath issues { nodes { iid } } } } } }";
	return (await ask(t.as(who), query, { at: t.user(who).username })).list("namespace.projects.nodes");
}

/** The epics of the scene's group with an IID up to twenty. */
export async function epicsOf(t: Context): Promise<{ iid: number; id: number; confidential: boolean }[]> {
	const each = Array.from({ length: 20 }, (_, index) => `e${index + 1}: epic(iid: "${index + 1}") { id confidential }`);
	const query = `query ($at: ID!) { group(fullPath: $at) { ${each.join(" ")} } }`;
	const group = (await ask(t.as("owner"), query, { at: t.scene("group") })).record("group");
	return Object.entries(group)
		.filter(([, epic]) => epic !== null)
		.map(([alias, epic]) => ({ iid: Number(alias.slice(1)), id: numberOf(Object(epic).id), confidential: Object(epic).confidential === true }));
}

/** Other parents in the same place: closed, merged, confidential and locked ones, as far as they exist. */
export async function ofEachState(notes: Notes): Promise<readonly Notes[]> {
	const { t, kind: of } = notes;
	if (of !== kind.epic && !withCommands.includes(of)) return [];
	if (t.given.hasControl) {
		const states: Fields[] = [{ state: "closed" }, { discussion_locked: true }, of === kind.mergeRequest ? { state: "merged" } : { confidential: true }];
		return await Promise.all(states.map((state) => notes.sibling(state)));
	}
	const all: readonly Fields[] = of === kind.epic ? await epicsOf(t) : await issuablesOf(t, of, String(notes.where.id));
	const each = new Map(all.map((one) => [`${one.state} ${one.confidential} ${one.discussionLocked}`, one]));
	return [...each.values()].map(({ id, iid }) => notes.at({ [of.parameter]: Number(of === kind.epic ? id : iid) }));
}

/** A new snippet in a project, or a personal one; by the developer unless `author` says otherwise. Returns its id. */
export async function newSnippet(
	t: Context,
	project?: string,
	author = t.as("developer"),
	visibilityLevel: "public" | "internal" | "private" = project === t.scene("project") ? "public" : "private",
): Promise<number> {
	const input = {
		title: t.unique("snippet"),
		visibilityLevel,
		...(project !== undefined && { projectPath: project }),
		blobActions: [{ action: "create", filePath: "a.txt", content: "text" }],
	};
	const id = numberOf(Object((await succeed(author, "createSnippet", input, "snippet { id }")).snippet).id);
	const className = project === undefined ? "PersonalSnippet" : "ProjectSnippet";
	t.undo(`snippet ${id}`, async () => (await mutate(author, "destroySnippet", { id: gid(className, id) })).http);
	return id;
}

/** A new issue of a project. Outside a mock it is opened for an alert and cannot be removed, so it stays, closed. Returns its IID. */
export async function newIssue(t: Context, project: string): Promise<number> {
	if (t.given.isIsolated) return Number((await t.given.record("issues", { project })).iid);
	const to = project === t.scene("project") ? generic(t) : await makeIntake(t, { projectPath: project });
	const iid = await raise(t, to, { title: t.unique("alert") });
	const made = await mutate(t.as("maintainer"), "createAlertIssue", { projectPath: project, iid }, "issue { iid }");
	const issue = Object(Object(made.http.field("data")).createAlertIssue).issue ?? t.skip("no issue can be created from an alert");
	closeAfterwards(t, to, String(issue.iid));
	return Number(issue.iid);
}

/** The notes of an issue that only the rule writes on. Outside a mock the issue stays, closed. */
export async function freshIssue(t: Context): Promise<Notes> {
	if (t.given.isIsolated) return await Notes.made(t, kind.issue);
	const where = { issue_iid: await newIssue(t, t.scene("project")) };
	return new Notes(t, kind.issue, where, numberOf((await parentOf(new Notes(t, kind.issue, where))).id));
}

/** A parent that no other rule uses: a new issue, or a merge request that is not the scene's. */
export async function secluded(notes: Notes): Promise<Notes> {
	const { t, where } = notes;
	if (notes.kind === kind.issue) return await freshIssue(t);
	if (t.given.isIsolated) return notes;
	const other = (await mergeRequestsOf(t, t.scene("project"))).find((one) => Number(one.iid) !== where.merge_request_iid && one.discussionLocked === false);
	return other ? notes.at({ merge_request_iid: Number(other.iid) }) : t.skip("the project has no second merge request that is not locked");
}

/** Locks the discussion of an issue or merge request until the end of the rule. */
export async function lock({ t, kind: of, where }: Notes): Promise<void> {
	const mutation = of === kind.issue ? "issueSetLocked" : "mergeRequestSetLocked";
	const owner = t.as("owner");
	const input = { projectPath: String(where.id), iid: String(where[of.parameter]) };
	t.undo(`lock of ${of.name}`, async () => (await mutate(owner, mutation, { ...input, locked: false })).http);
	await succeed(owner, mutation, { ...input, locked: true });
}
