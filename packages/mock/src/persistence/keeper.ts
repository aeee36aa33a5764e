import type { StateFile } from "../control/state-file";
import { isRecord } from "../lib/is-record";
import { NotKept } from "../lib/not-kept";
import type { Keeping } from "../platform/call/calls";
import type { Platform } from "../platform/platform";
import type { ClockData } from "../state/clock";
import type { StateData, StateImage } from "../state/state";
import type { Row } from "../state/table";
import type { Change, Store } from "./store";

/** A platform that is kept. */
export interface Persistence {
	/** Resolves when all that was written so far is kept: for what no request wrote, since requests wait for it by themselves. */
	flush(): Promise<void>;
	/** Keeps what is left, and lets go of the platform, which goes on without being kept. */
	close(): Promise<void>;
}

/** The state that comes of a state and the changes since. What it is made of is looked at when it is imported. */
export function withChanges(state: unknown, changes: readonly Change[]): unknown {
	if (changes.length === 0 || !isRecord(state) || !isRecord(state.tables)) return state;
	// Rows that are none are told of by the import.
	const given = state.tables as StateData;
	const tables = new Map<string, { lastId: number; rows: Map<number, Row> }>();
	for (const change of changes)
		for (const [name, { lastId, put, gone }] of Object.entries(change.tables)) {
			const rows = tables.get(name)?.rows ?? new Map((given[name]?.rows ?? []).map((row) => [row.id, row]));
			for (const row of put) rows.set(row.id, row);
			for (const id of gone) rows.delete(id);
			tables.set(name, { lastId, rows });
		}
	const clock = changes.findLast((change) => change.clock)?.clock ?? state.clock;
	const changed = [...tables].map(([name, { lastId, rows }]) => [name, { lastId, rows: [...rows.values()] }]);
	return { ...state, clock, tables: { ...given, ...Object.fromEntries(changed) } };
}

/** Writes that are kept together. */
interface Batch {
	readonly kept: Promise<void>;
	readonly resolve: () => void;
	readonly reject: (reason: unknown) => void;
}

function newBatch(): Batch {
	let [resolve, reject]: [() => void, Batch["reject"]] = [() => {}, () => {}];
	const kept = new Promise<void>((yes, no) => {
		resolve = yes;
		reject = no;
	});
	return { kept, resolve, reject };
}

/** A state that is kept, to which the platform goes back if the next one cannot be. */
interface Kept {
	readonly image: StateImage;
	readonly clock: ClockData;
}

/** Whether a token was only used between two forms of its row: reads do that too. */
const isOnlyUse = (before: Row, after: Row): boolean =>
	JSON.stringify({ ...before, last_used_at: null }) === JSON.stringify({ ...after, last_used_at: null });

/** Watches what is written to a platform, and has it kept before a request is answered. */
class Keeper implements Persistence, Keeping {
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

	async begin(): Promise<void> {
		this.#platform.keepBy(this);
		const kept = await this.#store.load();
		if (kept) {
			const state = withChanges(kept.state, kept.changes);
			// Which settings hold is for whoever starts the platform to say.
			this.#platform.importState(isRecord(state) ? { ...state, settings: undefined } : state);
		}
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
		await this.flush();
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

	async letGo(): Promise<void> {
		this.#isKeeping = false;
		this.#platform.keepBy(undefined);
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
		if (isAll) await this.#store.replace(this.#state());
		else {
			const isSameTime = JSON.stringify(now.clock) === JSON.stringify(this.#kept.clock);
			const change = { ...(isSameTime ? {} : { clock: now.clock }), tables: this.#changes(dirty) };
			// Where there is no room for a whole state there may be room for a line.
			const isReplaced = this.#store.isLong && (await this.#replaced());
			if (!isReplaced) await this.#store.append(change);
		}
		this.#kept = now;
	}

	/** Whether the state could be written as a whole. */
	async #replaced(): Promise<boolean> {
		try {
			await this.#store.replace(this.#state());
			return true;
		} catch {
			return false;
		}
	}

	/** Goes back to what is kept. */
	#undo(): void {
		this.#platform.state.adopt(this.#kept.image);
		this.#platform.clock.load(this.#kept.clock);
		this.#dirty = new Map();
		this.#isAll = false;
	}

	#now(): Kept {
		return { image: this.#platform.state.image(), clock: this.#platform.clock.toData() };
	}

	#state(): StateFile {
		const { settings: _, ...file } = this.#platform.exportState();
		return file;
	}

	#changes(dirty: ReadonlyMap<string, ReadonlySet<number>>): Change["tables"] {
		const changes: { [name: string]: Change["tables"][string] } = {};
		for (const [name, table] of this.#platform.state.tables()) {
			const ids = [...(dirty.get(name) ?? [])];
			if (ids.length === 0) continue;
			const put = ids.flatMap((id) => table.get(id) ?? []);
			changes[name] = { lastId: table.lastId, put, gone: ids.filter((id) => !table.get(id)) };
		}
		return changes;
	}

	#isDirty(): boolean {
		if (this.#isAll || this.#dirty.size > 0) return true;
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

/** Fills a platform with what a store keeps, if it keeps something, and keeps there what is written from now on. */
export async function keep(platform: Platform, store: Store): Promise<Persistence> {
	const keeper = new Keeper(platform, store);
	try {
		await keeper.begin();
	} catch (error) {
		await keeper.letGo();
		// At the start there is nothing to undo: the reason says all.
		throw error instanceof NotKept ? error.cause : error;
	}
	return keeper;
}
