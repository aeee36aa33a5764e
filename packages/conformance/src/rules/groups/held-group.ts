import type { SceneField } from "../../bench/scene";
import type { Params } from "../../rule/address";
import type { Answer, Fields } from "../../rule/answer";
import type { Caller, CallOptions } from "../../rule/caller";
import type { Context } from "../../rule/context";

type GroupField = Extract<SceneField, "group" | "subgroup" | "leaf_group" | "private_group">;

/** Fields of a request that show under another name in the record. */
const shownAs: { readonly [sent: string]: string } = { emails_disabled: "emails_enabled" };
/** Settings that follow others, and must be put back with them. */
const following: { readonly [sent: string]: readonly string[] } = {
	default_branch_protection: ["default_branch_protection_defaults"],
	default_branch_protection_defaults: ["default_branch_protection"],
};

/** What takes a setting back that was null: most accept no null. One cannot be taken back at all. */
function unset(field: string, sent: unknown): unknown {
	if (field === "max_artifacts_size") return undefined;
	if (field === "extra_shared_runners_minutes_limit") return 0;
	return typeof sent === "boolean" ? false : typeof sent === "string" ? "" : null;
}

/** A group of the scene that a check changes; whatever was changed is put back afterwards. */
export class HeldGroup {
	readonly t: Context;
	/** Stays, whatever becomes of the path. */
	readonly id: number;
	/** The record as an administrator saw it at first. */
	readonly before: Fields;

	private constructor(t: Context, id: number, before: Fields) {
		this.t = t;
		this.id = id;
		this.before = before;
	}

	static async of(t: Context, field: GroupField): Promise<HeldGroup> {
		return await HeldGroup.at(t, t.scene(field));
	}

	static async at(t: Context, path: string | number): Promise<HeldGroup> {
		const answer = await t.as("administrator").call("getGroup", { id: path, with_projects: false });
		return new HeldGroup(t, answer.is(200).number("id"), answer.fields);
	}

	get owner(): Caller {
		return this.t.as("owner");
	}

	/** The record, without projects. */
	async get(caller = this.owner, query: Params = {}): Promise<Answer> {
		return await caller.call("getGroup", { id: this.id, with_projects: false, ...query });
	}

	async put(changes: Params, caller = this.owner, options: CallOptions = {}): Promise<Answer> {
		return await caller.call("updateGroup", { id: this.id, ...changes }, options);
	}

	/** Has what these changes touch put back after the check. */
	keep(changes: Params): void {
		const names = Object.keys(changes).flatMap((name) => [name, ...(following[name] ?? [])]);
		const was = names.flatMap((name) => {
			const field = shownAs[name] ?? name;
			if (!Object.hasOwn(this.before, field)) return [];
			const value = this.before[field] ?? unset(field, changes[name]);
			return value === undefined ? [] : [[field, value] as const];
		});
		if (was.length === 0) return;
		const administrator = this.t.as("administrator");
		this.t.undo(`${names.join(", ")} of group ${this.id}`, () => this.put(Object.fromEntries(was), administrator));
	}

	/** A change that must succeed; by the owner unless told otherwise. */
	async change(changes: Params, caller = this.owner, options: CallOptions = {}): Promise<Answer> {
		this.keep(changes);
		return (await this.put(changes, caller, options)).is(200);
	}

	/** A change that must be refused with 400, and leave everything as it is. */
	async refuses(changes: Params, body?: unknown, caller = this.owner): Promise<Answer> {
		return await this.inVain(async () => (await this.put(changes, caller)).refuses(400, body));
	}

	/** A change that must be refused with 400 on account of one field of the record. */
	async faults(field: string, changes: Params, caller = this.owner): Promise<readonly unknown[]> {
		const answer = await this.refuses(changes, undefined, caller);
		const message = Object(answer.field("message"));
		const texts: unknown = message[field];
		this.t.holds(`message should tell what is wrong with ${field}`, Array.isArray(texts) && texts.length > 0, answer);
		return Array.isArray(texts) ? texts : [];
	}

	/** Asks for something that must leave the group as it is. */
	async inVain(ask: () => Promise<Answer>): Promise<Answer> {
		const before = (await this.get()).is(200);
		const answer = await ask();
		const after = (await this.get()).is(200);
		this.t.same("the group after a refused change", after.json, before.json, answer);
		return answer;
	}

	/** What is not heeded: the request succeeds, its description is applied, and all else stays. */
	async ignores(changes: Params, caller = this.owner): Promise<Answer> {
		const { t } = this;
		const description = t.unique("description");
		const before = (await this.get()).is(200);
		await this.change({ ...changes, description }, caller);
		const after = (await this.get()).is(200);
		t.same("the group after the change", after.json, { ...before.fields, description }, after);
		return after;
	}
}
