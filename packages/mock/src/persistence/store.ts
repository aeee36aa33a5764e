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

/** Where a platform is kept: a state, and the changes since. */
export interface Store {
	/** What is kept, the changes oldest first; undefined where nothing is. */
	load(): Promise<{ readonly state: unknown; readonly changes: readonly Change[] } | undefined>;
	/** Keeps a change. Once it resolves, the change outlives whatever happens to the process. */
	append(change: Change): Promise<void>;
	/** Keeps a state in place of all that was kept, as a whole or not at all. */
	replace(state: StateFile): Promise<void>;
	/** Whether so many changes are kept that a new state in their place is better. */
	readonly isLong: boolean;
	close(): Promise<void>;
}
