/** What a quick action finds around it, and what it leaves behind. */
import type { Issue, MergeRequest, User } from "../../../state/records";
import type { State } from "../../../state/state";
import { createSystem } from "../note";
import type { Commandable, Noteable } from "../noteables";

/** What the caller may do with the issue or merge request. */
export interface Rights {
	/** Lock, assign, label and plan. */
	readonly admin: boolean;
	/** Change title and state. */
	readonly update: boolean;
	readonly merge: boolean;
}

/** What a quick action finds around it. */
export interface Scene {
	readonly on: Noteable;
	readonly target: Commandable;
	readonly user: User;
	readonly rights: Rights;
	readonly state: State;
	/** The head commit that the caller has seen. */
	readonly headSha: string | undefined;
}

/** What an action did: what changed and a sentence; `refused` is a sentence without a change. */
export type Outcome =
	| { readonly changes: { readonly [key: string]: unknown }; readonly summary: string }
	| { readonly refused: string }
	| undefined;

type Changes = Partial<Omit<Issue, "state">> & Partial<Omit<MergeRequest, "state">> & { state?: MergeRequest["state"] };

/** Changes the issue or merge request. */
export function change(scene: Scene, changes: Changes): void {
	const { state, target } = scene;
	const stamped = { ...changes, updated_at: state.clock.iso() };
	if (target.kind === "issue") state.issues.update(target.record.id, stamped as Partial<Issue>);
	else state.mergeRequests.update(target.record.id, stamped as Partial<MergeRequest>);
}

/** The record as it is now: an earlier action of the same note may have changed it. */
export function current({ state, target }: Scene): Issue | MergeRequest {
	const now = target.kind === "issue" ? state.issues.get(target.record.id) : state.mergeRequests.get(target.record.id);
	return now ?? target.record;
}

/** Writes down, in the platform's own words, what was done. */
export const system = (scene: Scene, body: string): void => {
	createSystem(body, scene.on, scene.user, scene.state);
};

/** The names in a text that begin with a sign. */
export function names(text: string, sign: string): string[] {
	const parts = [...text.matchAll(/(?<![^\s,])([~@%])(?:"([^"]+)"|([^\s,]+))/g)];
	return parts.flatMap(([, kind, quoted, plain]) => (kind === sign ? (quoted ?? plain ?? []) : []));
}
