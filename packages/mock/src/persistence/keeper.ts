import type { StateFile } from "../control/state-file";
import { isRecord } from "../lib/is-record";
import type { Platform } from "../platform/platform";
import type { StateData } from "../state/state";
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
function withChanges(state: unknown, changes: readonly Change[]): unknown {
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

/** Watches what is written to a platform, and has it kept before a request is answered. */
class Keeper implements Persistence {
	readonly #platform: Platform;
	readonly #store: Store;
	/** Ids of the rows that were written and are not kept, by table. */
	#dirty = new Map<string, Set<number>>();
	/** Everything was replaced, or nothing is kept yet. */
	#isAll = false;
	#clock = "";
	/** What is being kept. */
	#writing: Promise<void> | undefined;
	/** What will be kept after that: all that is written until then. */
	#next: Promise<void> | undefined;
	#isKept = false;

	constructor(platform: Platform, store: Store) {
		this.#platform = platform;
		this.#store = store;
	}

	async begin(): Promise<void> {
		this.#platform.keepBy(() => (this.#isKept ? this.#pending() : undefined));
		const kept = await this.#store.load();
		if (kept) {
			const state = withChanges(kept.state, kept.changes);
			// Which settings hold is for whoever starts the platform to say.
			this.#platform.importState(isRecord(state) ? { ...state, settings: undefined } : state);
		}
		for (const [name, table] of this.#platform.state.tables()) {
			const note = (row: Row): void => this.#note(name, row.id);
			table.watch({ put: note, take: note, clear: () => this.#noteAll() });
		}
		this.#isAll = true;
		this.#isKept = true;
		await this.flush();
	}

	async flush(): Promise<void> {
		if (this.#isKept) await this.#pending();
	}

	async close(): Promise<void> {
		if (!this.#isKept) return;
		try {
			await this.flush();
		} finally {
			await this.letGo();
		}
	}

	async letGo(): Promise<void> {
		this.#isKept = false;
		this.#platform.keepBy(undefined);
		await this.#store.close();
	}

	/** What has to end before all that was written so far is kept; undefined where it is. */
	#pending(): Promise<void> | undefined {
		if (!this.#isDirty()) return this.#next ?? this.#writing;
		this.#next ??= this.#afterThis();
		return this.#next;
	}

	async #afterThis(): Promise<void> {
		// Whoever waits for that one is told of its failure; what it did not keep goes with the next.
		await this.#writing?.catch(() => undefined);
		this.#writing = this.#next;
		this.#next = undefined;
		try {
			await this.#write();
		} finally {
			this.#writing = undefined;
		}
	}

	async #write(): Promise<void> {
		const { clock } = this.#platform;
		const now = clock.toData();
		const written = JSON.stringify(now);
		const dirty = this.#dirty;
		const isAll = this.#isAll;
		this.#dirty = new Map();
		this.#isAll = false;
		try {
			if (isAll || this.#store.isLong) await this.#store.replace(this.#state());
			else
				await this.#store.append({ ...(written === this.#clock ? {} : { clock: now }), tables: this.#changes(dirty) });
			this.#clock = written;
		} catch (error) {
			this.#isAll ||= isAll;
			for (const [name, ids] of dirty) for (const id of ids) this.#note(name, id);
			throw error;
		}
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
		return this.#isAll || this.#dirty.size > 0 || JSON.stringify(this.#platform.clock.toData()) !== this.#clock;
	}

	#note(table: string, id: number): void {
		if (!this.#isKept) return;
		const ids = this.#dirty.get(table);
		if (ids) ids.add(id);
		else this.#dirty.set(table, new Set([id]));
	}

	#noteAll(): void {
		if (this.#isKept) this.#isAll = true;
	}
}

/** Fills a platform with what a store keeps, if it keeps something, and keeps there what is written from now on. */
export async function keep(platform: Platform, store: Store): Promise<Persistence> {
	const keeper = new Keeper(platform, store);
	try {
		await keeper.begin();
	} catch (error) {
		await keeper.letGo();
		throw error;
	}
	return keeper;
}
