/** The context and the effects of a quick action. */
import type { Issue, MergeRequest, User } from "../../../state/records";
import type { State } from "../../../state/state";
import { createSystem } from "../note";
import type { Commandable, Noteable } from "../noteables";

/** The caller's permissions for the issue or merge request. */
export interface Rights {
	/** To lock, assign, label and plan. */
	readonly admin: boolean;
	/** To change the title and the state. */
	readonly update: boolean;
	readonly merge: boolean;
}

/** The context in which a quick action runs. */
export interface Scene {
	readonly on: Noteable;
	readonly target: Commandable;
	readonly user: User;
	readonly rights: Rights;
	readonly state: State;
	/** The SHA of the head commit that the caller has seen. */
	readonly headSha: string | undefined;
}

/** The result of an action: its changes and a summary, or the reason for a refusal. Undefined if it did nothing. */
export type Outcome =
	| { readonly changes: { readonly [key: string]: unknown }; readonly summary: string }
	| { readonly refused: string }
	| undefined;

type Changes = Partial<Omit<Issue, "state">> & Partial<Omit<MergeRequest, "state">> & { state?: MergeRequest["state"] };

/** Updates the issue or merge request. */
export function change(scene: Scene, changes: Changes): void {
	const { state, target } = scene;
	const stamped = { ...changes, updated_at: state.clock.iso() };
	if (target.kind === "issue") state.issues.update(target.record.id, stamped as Partial<Issue>);
	else state.mergeRequests.update(target.record.id, stamped as Partial<MergeRequest>);
}

/** Returns the current row: an earlier action of the same note may have changed it. */
export function current({ state, target }: Scene): Issue | MergeRequest {
	const now = target.kind === "issue" ? state.issues.get(target.record.id) : state.mergeRequests.get(target.record.id);
	return now ?? target.record;
}

/** Adds a system note about what was done. */
export const system = (scene: Scene, body: string): void => {
	createSystem(body, scene.on, scene.user, scene.state);
};

/** Returns the names in a text that start with a sign. */
export function names(text: string, sign: string): string[] {
	const parts = [...text.matchAll(/(?<![^\s,])([~@%])(?:"([^"]+)"|([^\s,]+))/g)];
	return parts.flatMap(([, kind, quoted, plain]) => (kind === sign ? (quoted ?? plain ?? []) : []));
}
