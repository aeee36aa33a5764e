import type { StateFile } from "../control/state-file";
import { factsIn, headLength } from "./snapshot-head";
import type { Change, Loaded, Staged, Store } from "./store";

/** The length up to which changes never cause a new state to be written, in characters. */
const shortest = 1024 * 1024;

function done<Result>(request: IDBRequest<Result>): Promise<Result> {
	return new Promise((resolve, reject) => {
		request.onsuccess = () => resolve(request.result);
		request.onerror = () => reject(request.error);
	});
}

function committed(transaction: IDBTransaction): Promise<void> {
	return new Promise((resolve, reject) => {
		transaction.oncomplete = () => resolve();
		transaction.onabort = () => reject(transaction.error);
	});
}

/** A named snapshot in the database. */
interface SnapshotEntry {
	/** Its number in the order in which the names were first used. */
	readonly number: number;
	/** The state file, as JSON. */
	readonly text: string;
}

/** Stores a platform in a browser's database: a text for the state, for each later change, and for each snapshot. */
export class IndexedDbStore implements Store {
	readonly #database: IDBDatabase;
	#length = 0;
	#stateLength = 0;
	#snapshots: ReadonlyMap<string, SnapshotEntry> = new Map();

	private constructor(database: IDBDatabase) {
		this.#database = database;
	}

	/** Opens the database with a name, creating it if it does not exist. */
	static async open(name: string): Promise<IndexedDbStore> {
		const request = indexedDB.open(`tenon-mock:${name}`, 2);
		request.onupgradeneeded = ({ oldVersion }) => {
			if (oldVersion < 1) {
				request.result.createObjectStore("state");
				request.result.createObjectStore("changes", { autoIncrement: true });
			}
			request.result.createObjectStore("snapshots");
		};
		const database = await done(request);
		// Do not block another page that deletes or upgrades the database.
		database.onversionchange = () => database.close();
		return new IndexedDbStore(database);
	}

	get name(): string {
		return this.#database.name;
	}

	get isLong(): boolean {
		return this.#length > Math.max(shortest, this.#stateLength);
	}

	async load(): Promise<Loaded | undefined> {
		const transaction = this.#database.transaction(["state", "changes", "snapshots"], "readonly");
		const [state, changes, names, entries] = await Promise.all([
			done<unknown>(transaction.objectStore("state").get("state")),
			done<unknown[]>(transaction.objectStore("changes").getAll()),
			done<IDBValidKey[]>(transaction.objectStore("snapshots").getAllKeys()),
			// The entries that `stage` stored.
			done<SnapshotEntry[]>(transaction.objectStore("snapshots").getAll()),
		]);
		if (state === undefined) return undefined;
		const named = entries.map((entry, index) => [String(names[index]), entry] as const);
		this.#snapshots = new Map(named.sort(([, a], [, b]) => a.number - b.number));
		const snapshots = [...this.#snapshots].map(
			([name, { text }]) =>
				[name, { ...factsIn(text.slice(0, headLength)), read: (): unknown => JSON.parse(text) }] as const,
		);
		// Texts that `append` stored. The import validates their rows.
		const read = changes.map((change) => JSON.parse(String(change)) as Change);
		return { state: JSON.parse(String(state)), changes: read, snapshots: new Map(snapshots) };
	}

	async append(change: Change): Promise<void> {
		const text = JSON.stringify(change);
		const transaction = this.#database.transaction("changes", "readwrite", { durability: "strict" });
		transaction.objectStore("changes").add(text);
		await committed(transaction);
		this.#length += text.length;
	}

	async replace(state: StateFile): Promise<void> {
		const text = JSON.stringify(state);
		const transaction = this.#database.transaction(["state", "changes"], "readwrite", { durability: "strict" });
		transaction.objectStore("state").put(text, "state");
		transaction.objectStore("changes").clear();
		await committed(transaction);
		this.#length = 0;
		this.#stateLength = text.length;
	}

	async stage(changed: ReadonlyMap<string, StateFile | undefined>): Promise<Staged> {
		const entries = new Map(this.#snapshots);
		let last = Math.max(0, ...[...entries.values()].map(({ number }) => number));
		for (const [name, state] of changed) {
			const number = entries.get(name)?.number ?? ++last;
			if (state === undefined) entries.delete(name);
			else entries.set(name, { number, text: JSON.stringify(state) });
		}
		const commit = async (): Promise<void> => {
			const transaction = this.#database.transaction("snapshots", "readwrite", { durability: "strict" });
			for (const name of changed.keys()) {
				const entry = entries.get(name);
				if (entry) transaction.objectStore("snapshots").put(entry, name);
				else transaction.objectStore("snapshots").delete(name);
			}
			await committed(transaction);
			this.#snapshots = entries;
		};
		return { commit, discard: async () => {} };
	}

	async close(): Promise<void> {
		this.#database.close();
	}
}
