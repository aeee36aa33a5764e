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

/** A platform that is persisted, as `persist` returns it. */
export interface Persistence {
	/** Resolves when all writes are stored. Only needed for writes without a request: responses wait by themselves. */
	flush(): Promise<void>;
	/** Stores what is left and ends the persistence. The platform can still be used, but is no longer stored. */
	close(): Promise<void>;
}

/** A stored state, to which the platform returns if the next one cannot be stored. */
interface Kept {
	readonly image: StateImage;
	readonly clock: ClockData;
	readonly snapshots: NamedStates;
}

/** Whether two versions of a token only differ in their last use, which requests that only read change too. */
const isOnlyUse = (before: Row, after: Row): boolean =>
	JSON.stringify({ ...before, last_used_at: null }) === JSON.stringify({ ...after, last_used_at: null });

/** Returns a function that reads a state at its first call. */
function lateState(read: () => StateData): () => StateData {
	let state: StateData | undefined;
	return () => {
		state ??= read();
		return state;
	};
}

/** Returns the file of a snapshot. The facts that `factsIn` reads come before the rows. */
const snapshotFile = ({ takenAt, rows, read }: NamedState): StateFile => ({
	format: "tenon-mock-state",
	version: 1,
	snapshot: { takenAt, rows },
	tables: read(),
});

/** Watches the writes to a platform, and stores them before the response is sent. */
export class Keeper implements Persistence, Keeping {
	readonly #platform: Platform;
	readonly #store: Store;
	/** The ids of rows that were written and are not stored yet, by table. */
	#dirty = new Map<string, Set<number>>();
	/** Whether everything was replaced, or nothing is stored yet. */
	#isAll = false;
	#kept: Kept;
	#writing: Batch | undefined;
	/** The writes since the current batch began to be stored. */
	#next: Batch | undefined;
	#isKeeping = false;
	writes = 0;
	failure: string | undefined = undefined;

	constructor(platform: Platform, store: Store) {
		this.#platform = platform;
		this.#store = store;
		this.#kept = this.#now();
	}

	/** Loads the stored data, if any, and watches the platform from now on. The next `pending` stores everything. */
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
					// The removal and the addition of a row whose only change is a token's last use do not count as writes.
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
			// The settings are those that the platform was started with.
			this.#platform.importState(isRecord(state) ? { ...state, settings: undefined } : state);
		} catch (error) {
			// The error says what is wrong, but only the store knows the file.
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

	/** Ends the persistence after the current writes are finished. */
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

	/** Stores batch after batch. Never rejects. */
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
				// Later writes were based on a state that could not be stored, and are undone too.
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
		// Take everything from this moment, because requests go on while it is stored.
		const state = isAll || this.#store.isLong ? this.#state() : undefined;
		const change = isAll ? undefined : this.#change(now, dirty);
		const snapshots = this.#changedSnapshots(now);
		const staged = snapshots.size > 0 ? await this.#store.stage(snapshots) : undefined;
		try {
			// If there is no space for a whole state, there may still be space for a line.
			if (!change) await this.#store.replace(state ?? this.#state());
			else if (!isEmpty(change) && !(state && (await this.#isReplaced(state)))) await this.#store.append(change);
		} catch (error) {
			await staged?.discard();
			throw error;
		}
		await staged?.commit();
		this.#kept = now;
	}

	/** Whether the whole state could be stored. */
	async #isReplaced(state: StateFile): Promise<boolean> {
		try {
			await this.#store.replace(state);
			return true;
		} catch {
			return false;
		}
	}

	/** Returns to the stored state. */
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

	/** Returns the snapshots that were taken and, as undefined, those that were deleted. */
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

/** Loads the stored data into a platform, if there is any, and stores everything that is written from now on. */
export async function keep(platform: Platform, store: Store): Promise<Keeper> {
	const keeper = new Keeper(platform, store);
	try {
		keeper.start(await store.load());
		await keeper.flush();
	} catch (error) {
		await keeper.letGo();
		// At the start there is nothing to undo, so the cause is the whole message.
		throw error instanceof NotKept ? error.cause : error;
	}
	return keeper;
}
