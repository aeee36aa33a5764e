import type { Params } from "../../rule/address";
import type { Answer, Fields } from "../../rule/answer";
import type { Caller, CallOptions } from "../../rule/caller";
import type { Context } from "../../rule/context";
import { type Kind, type Verb, verbs } from "./kinds";

/** What the operations are sent where nothing else is said. */
const usual: { readonly [verb in Verb]: Params } = {
	list: {},
	get: {},
	create: { body: "Asked." },
	update: { body: "Changed." },
	delete: {},
};

/** The notes of one issue, merge request, snippet, epic or wiki page, that of the scene unless told otherwise. */
export class Notes {
	readonly t: Context;
	readonly kind: Kind;
	/** The parameters of the path. */
	readonly where: Params;

	constructor(t: Context, kind: Kind, where: Params = {}) {
		this.t = t;
		this.kind = kind;
		this.where = {
			id: where.id ?? t.scene(kind.place),
			[kind.parameter]: where[kind.parameter] ?? t.scene(kind.field),
		};
	}

	/** The same kind of notes elsewhere. */
	at(where: Params): Notes {
		return new Notes(this.t, this.kind, { ...this.where, ...where });
	}

	/** Who writes these notes unless told otherwise. */
	get author(): Caller {
		return this.t.as(this.kind.author);
	}

	async list(caller: Caller, query: Params = {}): Promise<Answer> {
		return await caller.call(this.kind.operations.list, { ...this.where, ...query });
	}

	async get(caller: Caller, note_id: unknown): Promise<Answer> {
		return await caller.call(this.kind.operations.get, { ...this.where, note_id });
	}

	/** Asks for a new note, which is taken back if there comes one of it. */
	async create(caller: Caller, fields: Params, options?: CallOptions): Promise<Answer> {
		const { create } = this.kind.operations;
		const answer = await caller.call(create, { ...this.where, ...fields }, options);
		if (answer.status === 201) this.takeBack(answer.number("id"));
		return answer;
	}

	/** Removes a note after the check. */
	takeBack(note_id: number): void {
		this.t.undo(`note ${note_id} on ${this.kind.name}`, () => this.remove(this.t.as("owner"), note_id));
	}

	/** A note, by the kind's author unless told otherwise. */
	async make(fields: Params = {}, caller: Caller = this.author): Promise<Answer> {
		return (await this.create(caller, { body: this.t.unique("note"), ...fields })).is(201);
	}

	async update(caller: Caller, note_id: unknown, fields: Params, options?: CallOptions): Promise<Answer> {
		return await caller.call(this.kind.operations.update, { ...this.where, note_id, ...fields }, options);
	}

	async remove(caller: Caller, note_id: unknown, options?: CallOptions): Promise<Answer> {
		return await caller.call(this.kind.operations.delete, { ...this.where, note_id }, options);
	}

	/** Any of the operations with parameters that nothing is wrong with. */
	async ask(verb: Verb, caller: Caller, note_id: unknown): Promise<Answer> {
		const one = verb === "list" || verb === "create" ? {} : { note_id };
		const answer = await caller.call(this.kind.operations[verb], { ...this.where, ...one, ...usual[verb] });
		if (verb === "create" && answer.status === 201) this.takeBack(answer.number("id"));
		return answer;
	}

	/** Each of the operations must be refused so. */
	async refuses(caller: Caller, note_id: unknown, status: number, body?: unknown, of = verbs): Promise<void> {
		for (const verb of of) (await this.ask(verb, caller, note_id)).refuses(status, body);
	}

	/** All notes that the caller sees, by pages of a hundred. */
	async all(caller: Caller, query: Params = {}): Promise<Fields[]> {
		const notes: Fields[] = [];
		for (let page = 1; ; page++) {
			const { items } = (await this.list(caller, { ...query, per_page: 100, page })).is(200);
			notes.push(...items);
			if (items.length < 100) return notes;
		}
	}

	/** Asks something after which the newest notes must be as they were. */
	async inVain(ask: () => Promise<Answer>): Promise<Answer> {
		const owner = this.t.as("owner");
		const before = (await this.list(owner, { per_page: 50 })).is(200);
		const answer = await ask();
		const after = (await this.list(owner, { per_page: 50 })).is(200);
		this.t.same("the notes after a refused request", after.json, before.json, answer);
		return answer;
	}

	/** A note that the platform wrote; undefined if there is none. */
	async system(): Promise<Fields | undefined> {
		const notes = await this.all(this.t.as("owner"));
		return notes.find((note) => note.system === true);
	}
}
