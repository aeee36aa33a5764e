import { ControlRefusal } from "../lib/control-error";
import type { StateData } from "../state/state";
import { diffStates, type StateDiff } from "./diff";

/** The maximum number of snapshots of one platform. */
const most = 100;

export const isSnapshotName = (value: unknown): value is string =>
	typeof value === "string" && /^[\w.-]{1,64}$/.test(value);

/** What is known about a snapshot without reading its rows. */
export interface SnapshotFacts {
	/** When the snapshot was taken, by the machine's clock; null if an earlier release stored it. */
	readonly takenAt: string | null;
	/** The number of rows in all tables; null if an earlier release stored it. */
	readonly rows: number | null;
}

/** A row of the list of snapshots. */
export interface SnapshotDetail extends SnapshotFacts {
	readonly name: string;
}

/** @internal A state and what is known about it. A state on disk is read at its first use. */
export interface NamedState extends SnapshotFacts {
	readonly read: () => StateData;
}

/** @internal Named states, in the order in which their names were first used. */
export type NamedStates = ReadonlyMap<string, NamedState>;

/** The platform that snapshots are taken of. */
export interface Snapshotted {
	/** The number of rows in all tables. */
	readonly rows: number;
	snapshot(): StateData;
	restore(snapshot: StateData): void;
}

/**
 * The named snapshots of a platform, including those taken through the control API. If the platform is persisted, its
 * snapshots are too.
 *
 * @example
 * platform.snapshots.take("before");
 * await tenon.issueNotes.create({ id: "acme/web", issue_iid: 1, body: "hi" });
 * expect(Object.keys(platform.snapshots.diff("before"))).toContain("notes");
 * platform.snapshots.restore("before");
 */
export class Snapshots {
	readonly #platform: Snapshotted;
	/** Each change creates a new map, so that holders of the old one can compare with it and restore it. */
	#all: NamedStates = new Map();

	/** @internal */
	constructor(platform: Snapshotted) {
		this.#platform = platform;
	}

	/** The names of the snapshots, in the order in which they were first used. */
	get names(): string[] {
		return [...this.#all.keys()];
	}

	/**
	 * Returns all snapshots, in the order in which their names were first used.
	 *
	 * @example
	 * for (const { name, takenAt, rows } of platform.snapshots.list()) console.log(name, takenAt, rows);
	 */
	list(): SnapshotDetail[] {
		return [...this.#all].map(([name, { takenAt, rows }]) => ({ name, takenAt, rows }));
	}

	/** @internal All snapshots. Setting it replaces them. */
	get all(): NamedStates {
		return this.#all;
	}

	set all(snapshots: NamedStates) {
		this.#all = snapshots;
	}

	/**
	 * Takes a snapshot of the current data. Replaces an existing snapshot with the same name.
	 *
	 * @param name 1 to 64 letters, digits, dots, dashes and underscores. Default: `snapshot-1`, or the next free number.
	 * @returns The name.
	 * @throws ControlRefusal if the name is invalid, or if there are 100 snapshots already.
	 * @example
	 * const name = platform.snapshots.take();
	 */
	take(name: string = this.#freeName()): string {
		if (!isSnapshotName(name))
			throw new ControlRefusal(
				400,
				"The name of a snapshot must have 1 to 64 letters, digits, dots, dashes and underscores.",
			);
		if (!this.#all.has(name) && this.#all.size >= most)
			throw new ControlRefusal(
				409,
				`There are already ${most} snapshots, the maximum: delete one, or use the name of an existing one.`,
			);
		const state = this.#platform.snapshot();
		const facts = { takenAt: new Date().toISOString(), rows: this.#platform.rows };
		this.#all = new Map(this.#all).set(name, { ...facts, read: () => state });
		return name;
	}

	/**
	 * Returns the data of a snapshot.
	 *
	 * @throws ControlRefusal if there is no snapshot with this name.
	 */
	get(name: string): StateData {
		const state = this.#all.get(name);
		if (!state) throw new ControlRefusal(404, `There is no snapshot ${name}.`);
		return state.read();
	}

	/**
	 * Restores a snapshot, which is kept. Rate limits start again; the clock and the settings do not change.
	 *
	 * @throws ControlRefusal if there is no snapshot with this name.
	 * @example
	 * afterEach(() => platform.snapshots.restore("seeded"));
	 */
	restore(name: string): void {
		this.#platform.restore(this.get(name));
	}

	/**
	 * Deletes a snapshot.
	 *
	 * @throws ControlRefusal if there is no snapshot with this name.
	 */
	delete(name: string): void {
		const rest = new Map(this.#all);
		if (!rest.delete(name)) throw new ControlRefusal(404, `There is no snapshot ${name}.`);
		this.#all = rest;
	}

	/**
	 * Compares a snapshot with another one, or with the current data.
	 *
	 * @returns The rows that were added, removed and changed, by table. Tables without a difference are left out.
	 * @throws ControlRefusal if there is no snapshot with one of the names.
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
