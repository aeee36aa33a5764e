import type { SnapshotFacts } from "../control/snapshots";
import type { StateFile } from "../control/state-file";
import type { ClockData } from "../state/clock";
import type { Row } from "../state/table";

/** The changes since the last write. */
export interface Change {
	readonly clock?: ClockData;
	readonly tables: {
		readonly [name: string]: {
			readonly lastId: number;
			/** The current rows, both new and changed ones. */
			readonly put: readonly Row[];
			/** The ids of the deleted rows. */
			readonly gone: readonly number[];
		};
	};
}

/** The stored data of a platform. None of it is validated yet. */
export interface Loaded {
	readonly state: unknown;
	/** The changes since the state, oldest first. */
	readonly changes: readonly Change[];
	/** The named snapshots, in the order in which the names were first used. */
	readonly snapshots: ReadonlyMap<string, KeptSnapshot>;
}

/** A stored named snapshot. */
export interface KeptSnapshot extends SnapshotFacts {
	/** Reads its state file, without validation. */
	readonly read: () => unknown;
}

/** Snapshots that are written but not in place yet. */
export interface Staged {
	/** Puts them in place. Once it resolves, they survive the end of the process. */
	commit(): Promise<void>;
	/** Removes them. */
	discard(): Promise<void>;
}

/** Where a platform is stored: a state, the changes since, and named snapshots. */
export interface Store {
	/** The store's name in messages: the path of the file, or the name of the database. */
	readonly name: string;
	/** Returns the stored data; undefined if there is none. */
	load(): Loaded | undefined | Promise<Loaded | undefined>;
	/** Stores a change. Once it resolves, the change survives the end of the process. */
	append(change: Change): Promise<void>;
	/** Replaces the stored state and changes by a new state, as a whole or not at all. */
	replace(state: StateFile): Promise<void>;
	/** Writes the named snapshots that changed; undefined marks a deleted one. */
	stage(snapshots: ReadonlyMap<string, StateFile | undefined>): Promise<Staged>;
	/** Whether there are so many changes that storing a new state is better. */
	readonly isLong: boolean;
	close(): Promise<void>;
}
