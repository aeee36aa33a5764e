import type { SnapshotFacts } from "../control/snapshots";
import type { StateFile } from "../control/state-file";
import type { ClockData } from "../state/clock";
import type { Row } from "../state/table";

/** What was written since the last time. */
export interface Change {
	readonly clock?: ClockData;
	readonly tables: {
		readonly [name: string]: {
			readonly lastId: number;
			/** The rows as they are now, new ones and changed ones. */
			readonly put: readonly Row[];
			/** The ids of the rows that are no more. */
			readonly gone: readonly number[];
		};
	};
}

/** What is kept of a platform. None of it is validated yet. */
export interface Loaded {
	readonly state: unknown;
	/** The changes since the state, oldest first. */
	readonly changes: readonly Change[];
	/** The named snapshots, in the order in which they were first taken. */
	readonly snapshots: ReadonlyMap<string, KeptSnapshot>;
}

/** A named snapshot that is kept. */
export interface KeptSnapshot extends SnapshotFacts {
	/** Reads its state file, which nobody has validated yet. */
	readonly read: () => unknown;
}

/** Snapshots that have room and do not count yet. */
export interface Staged {
	/** Puts them in place. Once it resolves, they outlive whatever happens to the process. */
	commit(): Promise<void>;
	/** Takes them back. */
	discard(): Promise<void>;
}

/** Where a platform is kept: a state, the changes since, and named snapshots. */
export interface Store {
	/** What messages call it: the path of the file, or the name of the database. */
	readonly name: string;
	/** What is kept; undefined where nothing is. */
	load(): Loaded | undefined | Promise<Loaded | undefined>;
	/** Keeps a change. Once it resolves, the change outlives whatever happens to the process. */
	append(change: Change): Promise<void>;
	/** Keeps a state in place of the state and the changes that were kept, as a whole or not at all. */
	replace(state: StateFile): Promise<void>;
	/** Writes the named snapshots that changed, those that were deleted as undefined. */
	stage(snapshots: ReadonlyMap<string, StateFile | undefined>): Promise<Staged>;
	/** Whether so many changes are kept that a new state in their place is better. */
	readonly isLong: boolean;
	close(): Promise<void>;
}
