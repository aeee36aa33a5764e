import type { NamedState, NamedStates } from "../control/snapshots";
import type { StateFile } from "../control/state-file";
import { isRecord } from "../lib/is-record";
import { NotKept } from "../lib/not-kept";
import type { Keeping } from "../platform/call/calls";
import type { Platform } from "../platform/platform";
import type { ClockData } from "../state/clock";
import type { StateData, StateImage } from "../state/state";
import type { Row } from "../state/table";
import { type Batch, newBatch } from "./batch";
import type { Change, Loaded, Store } from "./store";
import { withChanges } from "./with-changes";

/** A platform that is kept. */
export interface Persistence {
	/** Resolves when all that was written so far is kept: for what no request wrote, since requests wait for it by themselves. */
	flush(): Promise<void>;
	/** Keeps what is left, and lets go of the platform, which goes on without being kept. */
	close(): Promise<void>;
}

/** A state that is kept, to which the platform goes back if the next one cannot be. */
interface Kept {
	readonly image: StateImage;
	readonly clock: ClockData;
	readonly snapshots: NamedStates;
}

/** Whether a token was only used between two forms of its row: reads do that too. */
const isOnlyUse = (before: Row, after: Row): boolean =>
	JSON.stringify({ ...before, last_used_at: null }) === JSON.stringify({ ...after, last_used_at: null });

/** A state that is read at its first use. */
function lateState(read: () => StateData): () => StateData {
	let state: StateData | undefined;
	return () => {
		state ??= read();
		return state;
	};
}

/** The file of a snapshot: what `factsIn` reads comes before the rows. */
const snapshotFile = ({ takenAt, rows, read }: NamedState): StateFile => ({
	format: "tenon-mock-state",
	version: 1,
	snapshot: { takenAt, rows },
	tables: read(),
});

/** Watches what is written to a platform, and has it kept before the response is sent. */
export class Keeper implements Persistence, Keeping {
	readonly #platform: Platform;
	readonly #store: Store;
	/** Ids of the rows that were written and are not kept, by table. */
	#dirty = new Map<string, Set<number>>();
	/** Everything was replaced, or nothing is kept yet. */
	#isAll = false;
	#kept: Kept;
	#writing: Batch | undefined;
	/** All that is written until the one before is kept. */
	#next: Batch | undefined;
	#isKeeping = false;
	writes = 0;
	failure: string | undefined = undefined;

	constructor(platform: Platform, store: Store) {
		this.#platform = platform;
		this.#store = store;
		this.#kept = this.#now();
	}

	/** Fills the platform with what is kept, if something is, and watches it from now on: `pending` writes all of it first. */
	start(loaded: Loaded | undefined): void {
		this.#platform.keepBy(this);
		if (loaded) this.#fill(loaded);
		for (const [name, table] of this.#platform.state.tables()) {
			let taken: Row | undefined;
			table.watch({
				take: (row) => {
					taken = row;
					this.#note(name, row.id);
				},
				put: (row) => {
					this.#note(name, row.id);
					// Taken and put: two notes of one change that is none of the caller's.
					if (name === "tokens" && taken && isOnlyUse(taken, row)) this.writes -= 2;
				},
				clear: () => this.#noteAll(),
			});
		}
		this.#kept = this.#now();
		this.#isAll = true;
		this.#isKeeping = true;
	}

	#fill({ state: before, changes, snapshots }: Loaded): void {
		const state = withChanges(before, changes);
		try {
			// Which settings hold is for whoever starts the platform to say.
			this.#platform.importState(isRecord(state) ? { ...state, settings: undefined } : state);
		} catch (error) {
			// It says what is wrong, but not where: only the store knows that.
			if (error instanceof Error) error.message = `${this.#store.name}: ${error.message}`;
			throw error;
		}
		const states = [...snapshots].map(
			([name, { read, ...facts }]) =>
				[name, { ...facts, read: lateState(() => this.#platform.tablesOf(read())) }] as const,
		);
		this.#platform.snapshots.all = new Map(states);
	}

	async flush(): Promise<void> {
		await this.pending();
	}

	async close(): Promise<void> {
		if (!this.#isKeeping) return;
		try {
			await this.flush();
		} finally {
			await this.letGo();
		}
	}

	/** Lets go of the platform once what is being written is written. */
	async letGo(): Promise<void> {
		this.#isKeeping = false;
		this.#platform.keepBy(undefined);
		await Promise.allSettled([this.#writing?.kept, this.#next?.kept]);
		await this.#store.close();
	}

	pending(): Promise<void> | undefined {
		if (!this.#isKeeping) return undefined;
		if (!this.#isDirty()) return (this.#next ?? this.#writing)?.kept;
		this.#next ??= newBatch();
		const { kept } = this.#next;
		if (!this.#writing) void this.#writeAll();
		return kept;
	}

	/** Keeps batch after batch. Never rejects. */
	async #writeAll(): Promise<void> {
		while (this.#next) {
			const batch = this.#next;
			this.#writing = batch;
			this.#next = undefined;
			try {
				await this.#write();
				this.failure = undefined;
				batch.resolve();
			} catch (error) {
				const reason = new NotKept(error, this.failure === undefined);
				this.failure = error instanceof Error ? error.message : String(error);
				this.#undo();
				batch.reject(reason);
				// What was written meanwhile was written to a state that never was, and is undone too.
				this.#takeNext()?.reject(new NotKept(error, false));
			}
			this.#writing = undefined;
		}
	}

	#takeNext(): Batch | undefined {
		const next = this.#next;
		this.#next = undefined;
		return next;
	}

	async #write(): Promise<void> {
		const now = this.#now();
		const dirty = this.#dirty;
		const isAll = this.#isAll;
		this.#dirty = new Map();
		this.#isAll = false;
		// All that is written is of this moment: requests go on while it is.
		const state = isAll || this.#store.isLong ? this.#state() : undefined;
		const change = isAll ? undefined : this.#change(now, dirty);
		const snapshots = this.#changedSnapshots(now);
		const staged = snapshots.size > 0 ? await this.#store.stage(snapshots) : undefined;
		try {
			// Where there is no room for a whole state there may be room for a line.
			if (!change) await this.#store.replace(state ?? this.#state());
			else if (!isEmpty(change) && !(state && (await this.#isReplaced(state)))) await this.#store.append(change);
		} catch (error) {
			await staged?.discard();
			throw error;
		}
		await staged?.commit();
		this.#kept = now;
	}

	/** Whether the state could be written as a whole. */
	async #isReplaced(state: StateFile): Promise<boolean> {
		try {
			await this.#store.replace(state);
			return true;
		} catch {
			return false;
		}
	}

	/** Goes back to what is kept. */
	#undo(): void {
		this.#platform.state.adopt(this.#kept.image);
		this.#platform.clock.load(this.#kept.clock);
		this.#platform.snapshots.all = this.#kept.snapshots;
		this.#dirty = new Map();
		this.#isAll = false;
	}

	#now(): Kept {
		const { state, clock, snapshots } = this.#platform;
		return { image: state.image(), clock: clock.toData(), snapshots: snapshots.all };
	}

	#state(): StateFile {
		const { settings: _, ...file } = this.#platform.exportState();
		return file;
	}

	#change({ clock }: Kept, dirty: ReadonlyMap<string, ReadonlySet<number>>): Change {
		const tables: { [name: string]: Change["tables"][string] } = {};
		for (const [name, table] of this.#platform.state.tables()) {
			const ids = [...(dirty.get(name) ?? [])];
			if (ids.length === 0) continue;
			const put = ids.flatMap((id) => table.get(id) ?? []);
			tables[name] = { lastId: table.lastId, put, gone: ids.filter((id) => !table.get(id)) };
		}
		const isSameTime = JSON.stringify(clock) === JSON.stringify(this.#kept.clock);
		return { ...(isSameTime ? {} : { clock }), tables };
	}

	/** The snapshots that were taken, and as undefined those that were deleted. */
	#changedSnapshots({ snapshots }: Kept): Map<string, StateFile | undefined> {
		const before = this.#kept.snapshots;
		const changed = new Map<string, StateFile | undefined>();
		if (before === snapshots) return changed;
		for (const name of before.keys()) if (!snapshots.has(name)) changed.set(name, undefined);
		for (const [name, state] of snapshots) if (before.get(name) !== state) changed.set(name, snapshotFile(state));
		return changed;
	}

	#isDirty(): boolean {
		if (this.#isAll || this.#dirty.size > 0 || this.#platform.snapshots.all !== this.#kept.snapshots) return true;
		return JSON.stringify(this.#platform.clock.toData()) !== JSON.stringify(this.#kept.clock);
	}

	#note(table: string, id: number): void {
		if (!this.#isKeeping) return;
		this.writes += 1;
		const ids = this.#dirty.get(table);
		if (ids) ids.add(id);
		else this.#dirty.set(table, new Set([id]));
	}

	#noteAll(): void {
		if (!this.#isKeeping) return;
		this.writes += 1;
		this.#isAll = true;
	}
}

const isEmpty = ({ clock, tables }: Change): boolean => clock === undefined && Object.keys(tables).length === 0;

/** Fills a platform with what a store keeps, if it keeps something, and keeps there what is written from now on. */
export async function keep(platform: Platform, store: Store): Promise<Keeper> {
	const keeper = new Keeper(platform, store);
	try {
		keeper.start(await store.load());
		await keeper.flush();
	} catch (error) {
		await keeper.letGo();
		// At the start there is nothing to undo: the reason says all.
		throw error instanceof NotKept ? error.cause : error;
	}
	return keeper;
}
