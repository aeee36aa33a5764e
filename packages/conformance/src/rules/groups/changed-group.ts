/** Groups that rules change. */
import type { SceneField } from "../../bench/scene";
import type { Params } from "../../rule/address";
import type { Caller, CallOptions } from "../../rule/caller";
import type { Context } from "../../rule/context";
import type { ApiResponse, Fields } from "../../rule/response";
import type { Rule } from "../../rule/rule";

export type GroupField = Extract<SceneField, "group" | "subgroup" | "leaf_group" | "private_group">;

/** Fields of a request that have another name in the record. */
const shownAs: { readonly [sent: string]: string } = { emails_disabled: "emails_enabled" };
/** Settings that change with others, and must be restored with them. */
const following: { readonly [sent: string]: readonly string[] } = {
	default_branch_protection: ["default_branch_protection_defaults"],
	default_branch_protection_defaults: ["default_branch_protection"],
};

/** The value that resets a setting that was null, as most settings do not accept null. The limit on artifacts cannot be reset at all. */
function unset(field: string, sent: unknown): unknown {
	if (field === "max_artifacts_size") return undefined;
	if (field === "extra_shared_runners_minutes_limit") return 0;
	return typeof sent === "boolean" ? false : typeof sent === "string" ? "" : null;
}

/** Settings that only Owners and administrators read. */
const ownersOnly = /git_access|download|step_up/;

/** A group that a rule changes. The changes are undone after the rule. */
export class ChangedGroup {
	readonly t: Context;
	/** Stays the same when the path changes. */
	readonly id: number;
	/** The record before the rule, as an administrator sees it. */
	readonly before: Fields;
	/** What was read after the last request that must change nothing, until another change is sent. */
	#known: ApiResponse | undefined;

	private constructor(t: Context, id: number, before: Fields) {
		this.t = t;
		this.id = id;
		this.before = before;
	}

	static async of(t: Context, field: GroupField): Promise<ChangedGroup> {
		return await ChangedGroup.at(t, t.scene(field));
	}

	static async at(t: Context, path: string | number): Promise<ChangedGroup> {
		const response = await t.as("administrator").call("getGroup", { id: path, with_projects: false });
		return new ChangedGroup(t, response.ok.number("id"), response.fields);
	}

	get owner(): Caller {
		return this.t.as("owner");
	}

	/** The caller who reads the group after changes. It is not always the owner, because one user may send only a few requests a minute. */
	reader(changes: Params = {}, who: "auditor" | "maintainer" = "auditor"): Caller {
		const isHidden = Object.keys(changes).some((name) => ownersOnly.test(name));
		return isHidden || this.t.facts.users[who] === undefined ? this.owner : this.t.as(who);
	}

	/** The record, without projects. */
	async get(caller = this.owner, query: Params = {}): Promise<ApiResponse> {
		return await caller.call("getGroup", { id: this.id, with_projects: false, ...query });
	}

	/** The record without projects, which the caller must be able to read. */
	async read(caller = this.owner, query: Params = {}): Promise<ApiResponse> {
		return (await this.get(caller, query)).ok;
	}

	async put(changes: Params, caller = this.owner, options: CallOptions = {}): Promise<ApiResponse> {
		this.#known = undefined;
		return await caller.call("updateGroup", { id: this.id, ...changes }, options);
	}

	/** Restores after the rule the fields that these changes touch. */
	keep(changes: Params): void {
		const names = Object.keys(changes).flatMap((name) => [name, ...(following[name] ?? [])]);
		const was = names.flatMap((name) => {
			const field = shownAs[name] ?? name;
			if (!Object.hasOwn(this.before, field)) return [];
			const value = this.before[field] ?? unset(field, changes[name]);
			// An empty text resets a setting to null; a boolean or a number stays as it was set.
			if (this.before[field] === null && value !== null && value !== "")
				this.t.leaves(`${field} of group ${this.id}, which was null and cannot be reset to it`);
			return value === undefined ? [] : [[field, value] as const];
		});
		if (was.length === 0) return;
		const administrator = this.t.as("administrator");
		this.t.undo(`${names.join(", ")} of group ${this.id}`, () => this.put(Object.fromEntries(was), administrator));
	}

	/** A change that must succeed. */
	async change(changes: Params, caller = this.owner, options: CallOptions = {}): Promise<ApiResponse> {
		this.keep(changes);
		return (await this.put(changes, caller, options)).ok;
	}

	/** A change that must succeed and be shown in the response and in later reads. */
	async accepts(changes: Params, caller = this.owner, shown: Fields = changes): Promise<ApiResponse> {
		const response = (await this.change(changes, caller)).has(shown);
		(await this.read(this.reader(changes, caller.actor === "owner" ? "maintainer" : "auditor"))).has(shown);
		return response;
	}

	/** A change that must be refused with 400 and leave everything as it is. */
	async refuses(changes: Params, body?: unknown, caller = this.owner, options: CallOptions = {}): Promise<ApiResponse> {
		const send = async () => {
			const response = await this.put(changes, caller, options);
			// If a server accepts it after all, it is undone: other rules find the group by its path.
			if (response.succeeded) this.keep(changes);
			return response.refuses(400, body);
		};
		return await this.inVain(send, this.reader(changes));
	}

	/** A change that must be refused with 400 because of one field of the record. The message about the field is assumed. */
	async faults(field: string, changes: Params, text?: string, caller = this.owner): Promise<void> {
		const response = await this.refuses(changes, undefined, caller);
		const texts: unknown = Object(Object(response.json).message)[field];
		const isThere = Array.isArray(texts) && texts.length > 0 && (text === undefined || texts.some((one) => String(one).includes(text)));
		if (!isThere) response.assume(`message.${field}: expected ${text ?? "a text"}`);
	}

	/** The stored record of the group, where the bench can read it. */
	async #row(): Promise<Fields> {
		const [row] = this.t.given.isIsolated ? await this.t.given.records("groups", { id: this.id }) : [];
		return row ?? {};
	}

	/** Sends a request that must leave the group as it is. */
	async inVain(send: () => Promise<ApiResponse>, reader = this.reader()): Promise<ApiResponse> {
		const known = this.#known?.exchange.actor === reader.actor ? this.#known : undefined;
		const [before, row] = [known ?? (await this.read(reader)), await this.#row()];
		const response = await send();
		const after = await this.read(reader);
		this.#known = after;
		this.t.same("the group after the request", after.json, before.json, response);
		this.t.same("the stored group", await this.#row(), row, response);
		return response;
	}

	/** The values of these fields in the group above. */
	async #above(names: readonly string[]): Promise<readonly unknown[]> {
		const { parent_id } = this.before;
		if (parent_id === null) return [];
		const above = (await this.owner.call("getGroup", { id: parent_id, with_projects: false })).ok;
		return names.map((name) => above.fields[name]);
	}

	/**
	 * The changes of this caller, or of both an Owner and an administrator, must have no effect here or on the group above. It is assumed that the
	 * request succeeds, applies its description and hides the `hidden` fields.
	 */
	async ignores(changes: Params, by?: Caller, ...hidden: readonly string[]): Promise<void> {
		const { t } = this;
		const description = t.unique("description");
		const names = Object.keys(changes);
		const [before, above, row] = [await this.read(), await this.#above(names), await this.#row()];
		this.keep({ description });
		// They have no effect in a form or in the query either.
		for (const as of ["form", "query", "json"] as const) await this.put({ ...changes, description }, by ?? t.as("administrator"), { as });
		const caller = by ?? this.owner;
		const response = await this.put({ ...changes, description }, caller);
		const after = await this.read();
		const shown = after.field("description");
		t.same("the group after the change", { ...after.fields, description }, { ...before.fields, description }, response);
		t.same(`${names.join(", ")} of the group above`, await this.#above(names), above, response);
		if (t.given.isIsolated) t.same("the stored group", await this.#row(), { ...row, description: shown }, response);
		if (response.succeeded && caller.actor === "owner")
			for (const name of names) t.same(`${name} of the response`, response.field(name), before.field(name), response);
		t.assume("the request should succeed, and apply its description", response.succeeded && shown === description, response);
		t.assume(`${hidden.join(", ")} should be absent`, !hidden.some((name) => Object.hasOwn(after.fields, name)), after);
	}
}

/** Runs a rule with a group of the scene. */
export const on =
	(field: GroupField, run: (group: ChangedGroup, t: Context) => Promise<void>): Rule["run"] =>
	async (t) =>
		run(await ChangedGroup.of(t, field), t);

/**
 * Renames the first group by path so that it is the last by name: the orders by path and by name then differ. If the list has a group with another
 * parent, that one gets the same name. Only groups below the scene's group are renamed, and only if no listed group is below them.
 * With the control API, where no other rule needs its path, the scene's leaf gets the first path and the last name. The orders by path and by id then
 * also differ, even for the two groups that a search finds by their common name.
 */
export async function lastByName(t: Context, groups: readonly Fields[]): Promise<void> {
	const below = [t.scene("project"), ...groups.map((one) => String(one.full_path))];
	const isOwn = (path: string) => path.startsWith(`${t.scene("group")}/`) && !below.some((other) => other.startsWith(`${path}/`));
	const own = groups.filter(({ full_path }) => isOwn(String(full_path)));
	const name = t.unique("zz");
	const leaf = own.find(({ full_path }) => full_path === t.scene("leaf_group"));
	if (leaf && t.given.hasControl)
		await (await ChangedGroup.at(t, Number(leaf.id))).change({ path: t.unique("aa"), name: t.unique("zzz") }, t.as("administrator"));
	for (const one of [own[0], own.find(({ parent_id }) => parent_id !== own[0]?.parent_id)])
		if (one) await (await ChangedGroup.at(t, Number(one.id))).change({ name }, t.as("administrator"));
}
