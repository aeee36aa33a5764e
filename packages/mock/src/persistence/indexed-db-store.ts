import type { StateFile } from "../control/state-file";
import type { Change, Store } from "./store";

/** Characters of changes up to which a new state is never better. */
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

/** Keeps a platform in a browser's database: the state as one text, and a text for each change since. */
export class IndexedDbStore implements Store {
	readonly #database: IDBDatabase;
	#length = 0;
	#stateLength = 0;

	private constructor(database: IDBDatabase) {
		this.#database = database;
	}

	/** Opens the database of this name, which is made if it is not there. */
	static async open(name: string): Promise<IndexedDbStore> {
		const request = indexedDB.open(`tenon-mock:${name}`, 1);
		request.onupgradeneeded = () => {
			request.result.createObjectStore("state");
			request.result.createObjectStore("changes", { autoIncrement: true });
		};
		const database = await done(request);
		// Another page that deletes the database or brings a newer one is not kept waiting.
		database.onversionchange = () => database.close();
		return new IndexedDbStore(database);
	}

	get isLong(): boolean {
		return this.#length > Math.max(shortest, this.#stateLength);
	}

	async load(): Promise<{ state: unknown; changes: Change[] } | undefined> {
		const transaction = this.#database.transaction(["state", "changes"], "readonly");
		const [state, changes] = await Promise.all([
			done<unknown>(transaction.objectStore("state").get("state")),
			done<unknown[]>(transaction.objectStore("changes").getAll()),
		]);
		// Texts that `append` wrote; the rows in them are held against the shapes of the tables by the import.
		const read = changes.map((change) => JSON.parse(String(change)) as Change);
		return state === undefined ? undefined : { state: JSON.parse(String(state)), changes: read };
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

	async close(): Promise<void> {
		this.#database.close();
	}
}
