import { ControlRefusal } from "../lib/control-error";
import type { StateData } from "../state/state";
import { diffStates, type StateDiff } from "./diff";

/** Most snapshots that one platform has. */
const most = 100;

export const isSnapshotName = (value: unknown): value is string =>
	typeof value === "string" && /^[\w.-]{1,64}$/.test(value);

/** What there is to know of a snapshot without a look at its rows. */
export interface SnapshotFacts {
	/** When it was taken, by the machine's clock; null for one that an earlier release kept. */
	readonly takenAt: string | null;
	/** How many rows it holds, of all tables; null for the same. */
	readonly rows: number | null;
}

/** A snapshot in the list of them. */
export interface SnapshotDetail extends SnapshotFacts {
	readonly name: string;
}

/** @internal A state with what there is to know of it. One that is on the disk is read at its first use. */
export interface NamedState extends SnapshotFacts {
	readonly read: () => StateData;
}

/** @internal Named states, in the order in which they were first taken. */
export type NamedStates = ReadonlyMap<string, NamedState>;

/** What snapshots are taken of. */
export interface Snapshotted {
	/** How many rows it holds. */
	readonly rows: number;
	snapshot(): StateData;
	restore(snapshot: StateData): void;
}

/**
 * The named snapshots of a platform, those that the control API takes too. Where the platform is kept they are kept with it.
 *
 * @example
 * platform.snapshots.take("before");
 * await tenon.issueNotes.create({ id: "acme/web", issue_iid: 1, body: "hi" });
 * expect(Object.keys(platform.snapshots.diff("before"))).toContain("notes");
 * platform.snapshots.restore("before");
 */
export class Snapshots {
	readonly #platform: Snapshotted;
	/** Another map with each change, so that whoever has the old one can compare and go back. */
	#all: NamedStates = new Map();

	/** @internal */
	constructor(platform: Snapshotted) {
		this.#platform = platform;
	}

	/** Their names, in the order in which they were first taken. */
	get names(): string[] {
		return [...this.#all.keys()];
	}

	/**
	 * All of them, in the order in which they were first taken.
	 *
	 * @example
	 * for (const { name, takenAt, rows } of platform.snapshots.list()) console.log(name, takenAt, rows);
	 */
	list(): SnapshotDetail[] {
		return [...this.#all].map(([name, { takenAt, rows }]) => ({ name, takenAt, rows }));
	}

	/** @internal All of them. To set them replaces them. */
	get all(): NamedStates {
		return this.#all;
	}

	set all(snapshots: NamedStates) {
		this.#all = snapshots;
	}

	/**
	 * Takes a snapshot of what the platform holds now. One that has the name already is replaced.
	 *
	 * @param name 1 to 64 letters, digits, dots, dashes and underscores. Default: `snapshot-1`, or the next free number.
	 * @returns The name.
	 * @throws ControlRefusal for another name, and if there are 100 snapshots.
	 * @example
	 * const name = platform.snapshots.take();
	 */
	take(name: string = this.#freeName()): string {
		if (!isSnapshotName(name))
			throw new ControlRefusal(
				400,
				"The name of a snapshot has 1 to 64 letters, digits, dots, dashes and underscores.",
			);
		if (!this.#all.has(name) && this.#all.size >= most)
			throw new ControlRefusal(
				409,
				`There are ${most} snapshots, and there may be no more: delete one, or take one under a name that is there.`,
			);
		const state = this.#platform.snapshot();
		const facts = { takenAt: new Date().toISOString(), rows: this.#platform.rows };
		this.#all = new Map(this.#all).set(name, { ...facts, read: () => state });
		return name;
	}

	/**
	 * What the platform held when a snapshot was taken.
	 *
	 * @throws ControlRefusal if there is no snapshot of this name.
	 */
	get(name: string): StateData {
		const state = this.#all.get(name);
		if (!state) throw new ControlRefusal(404, `There is no snapshot ${name}.`);
		return state.read();
	}

	/**
	 * Puts the platform back to a snapshot, which stays. Rate limits begin anew; clock and settings stay as they are.
	 *
	 * @throws ControlRefusal if there is no snapshot of this name.
	 * @example
	 * afterEach(() => platform.snapshots.restore("seeded"));
	 */
	restore(name: string): void {
		this.#platform.restore(this.get(name));
	}

	/**
	 * Deletes a snapshot.
	 *
	 * @throws ControlRefusal if there is no snapshot of this name.
	 */
	delete(name: string): void {
		const rest = new Map(this.#all);
		if (!rest.delete(name)) throw new ControlRefusal(404, `There is no snapshot ${name}.`);
		this.#all = rest;
	}

	/**
	 * Compares a snapshot with another one, or with what the platform holds now.
	 *
	 * @returns The rows that were added, removed and changed, by table. Tables without a difference are left out.
	 * @throws ControlRefusal if there is no snapshot of one of the names.
	 * @example
	 * expect(platform.snapshots.diff("before").issues?.added).toHaveLength(1);
	 */
	diff(from: string, to?: string): StateDiff {
		return diffStates(this.get(from), to === undefined ? this.#platform.snapshot() : this.get(to));
	}

	#freeName(): string {
		let number = this.#all.size + 1;
		while (this.#all.has(`snapshot-${number}`)) number += 1;
		return `snapshot-${number}`;
	}
}
