import { accessLevels } from "../../state/levels";
import type { Group, Project } from "../../state/records";
import type { State } from "../../state/state";
import type { Actor } from "./actor";

/**
 * Determines which of many records a caller can see, by the rules of `Actor`. It caches the caller's role in each
 * group, so use it for one read only: after a write, create a new one.
 */
export class Sight {
	readonly #actor: Actor;
	readonly #state: State;
	readonly #seesAll: boolean;
	readonly #seesInternal: boolean;
	/** The role in each group that was looked up, including inherited roles. */
	readonly #levels = new Map<number, number>();
	/** The groups of the caller's memberships and all groups above them. */
	#above: ReadonlySet<number> | undefined;

	constructor(actor: Actor, state: State) {
		this.#actor = actor;
		this.#state = state;
		this.#seesAll = actor.isAdmin || actor.isAuditor;
		this.#seesInternal = actor.user !== undefined && !actor.user.external;
	}

	/** Same as `Actor.seesGroup`. */
	seesGroup(group: Group): boolean {
		if (this.#seesAll || this.#isOpen(group.visibility)) return true;
		// First check what most records of a list have in common.
		if (group.parent_id !== null && this.#levelAlong(group.parent_id) >= accessLevels.minimal) return true;
		return this.#actor.ownLevel("group", group.id) >= accessLevels.minimal || this.#isAbove(group.id);
	}

	/** Same as `Actor.seesProject`. */
	seesProject({ id, visibility, group_id, owner_id }: Project): boolean {
		if (this.#seesAll || this.#isOpen(visibility)) return true;
		if (group_id !== null && this.#levelAlong(group_id) >= accessLevels.guest) return true;
		if (owner_id !== null && owner_id === this.#actor.user?.id) return true;
		return this.#actor.ownLevel("project", id) >= accessLevels.guest;
	}

	#isOpen(visibility: Project["visibility"]): boolean {
		return visibility === "public" || (visibility === "internal" && this.#seesInternal);
	}

	#levelAlong(id: number): number {
		const known = this.#levels.get(id);
		if (known !== undefined) return known;
		const own = this.#actor.ownLevel("group", id);
		const parent = this.#state.groups.get(id)?.parent_id ?? null;
		const level = parent === null ? own : Math.max(own, this.#levelAlong(parent));
		this.#levels.set(id, level);
		return level;
	}

	#isAbove(id: number): boolean {
		this.#above ??= this.#actor.groupsAboveMemberships();
		return this.#above.has(id);
	}
}
