/**
 * A map that can be copied at almost no cost. Its lower layer is shared by the copies and never changed; its upper
 * layer has its own changes.
 */
export class LayeredMap<Key, Value> {
	#below: Map<Key, Value>;
	/** Undefined marks a deleted key. */
	#above: Map<Key, Value | undefined> | undefined;
	#size: number;

	constructor() {
		this.#below = new Map();
		this.#size = 0;
	}

	get size(): number {
		return this.#size;
	}

	get(key: Key): Value | undefined {
		const above = this.#above;
		if (above === undefined) return this.#below.get(key);
		const value = above.get(key);
		return value !== undefined || above.has(key) ? value : this.#below.get(key);
	}

	/** Whether the map has changes of its own. */
	get isChanged(): boolean {
		return this.#above !== undefined;
	}

	/** Returns the value if it is one of the map's own changes. */
	own(key: Key): Value | undefined {
		return this.#above?.get(key);
	}

	/** Returns the keys that the map itself changed or deleted. */
	ownKeys(): Iterable<Key> {
		return this.#above?.keys() ?? [];
	}

	has(key: Key): boolean {
		return this.get(key) !== undefined;
	}

	set(key: Key, value: Value): void {
		if (!this.has(key)) this.#size += 1;
		this.#above ??= new Map();
		this.#above.set(key, value);
	}

	delete(key: Key): void {
		if (!this.has(key)) return;
		this.#size -= 1;
		this.#above ??= new Map();
		if (this.#below.has(key)) this.#above.set(key, undefined);
		else this.#above.delete(key);
	}

	/** Returns the values in the order in which their keys were first set; a change does not move a key. */
	values(): IterableIterator<Value> {
		return this.#above === undefined ? this.#below.values() : this.#mixed(([, value]) => value);
	}

	keys(): IterableIterator<Key> {
		return this.#above === undefined ? this.#below.keys() : this.#mixed(([key]) => key);
	}

	/**
	 * Returns a copy. Both maps can be changed. The cost depends on the changes since the last copy; when these are many,
	 * both layers are merged, which costs as much as the whole map.
	 *
	 * @param copied Copies a value that is one of this map's own changes, if values are changed in place.
	 */
	fork(copied: (value: Value) => Value = (value) => value): LayeredMap<Key, Value> {
		const changed = this.#above?.size ?? 0;
		if (changed * 4 >= this.#below.size) this.#settle();
		const twin = new LayeredMap<Key, Value>();
		twin.#below = this.#below;
		twin.#size = this.#size;
		if (this.#above) {
			twin.#above = new Map();
			for (const [key, value] of this.#above) twin.#above.set(key, value === undefined ? value : copied(value));
		}
		return twin;
	}

	/** Merges the two layers into one. */
	#settle(): void {
		if (this.#above === undefined) return;
		// With an empty lower layer, nothing in the upper one is marked as deleted.
		const alone = this.#below.size === 0 ? (this.#above as Map<Key, Value>) : undefined;
		this.#below = alone ?? new Map(this.#entries());
		this.#above = undefined;
	}

	*#mixed<Part>(part: (entry: [Key, Value]) => Part): Generator<Part> {
		for (const entry of this.#entries()) yield part(entry);
	}

	*#entries(): Generator<[Key, Value]> {
		const above = this.#above;
		for (const [key, value] of this.#below) {
			const changed = above?.get(key);
			if (changed !== undefined) yield [key, changed];
			else if (!above?.has(key)) yield [key, value];
		}
		for (const [key, value] of above ?? []) if (value !== undefined && !this.#below.has(key)) yield [key, value];
	}
}
