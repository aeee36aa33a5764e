/**
 * A map that is copied in next to no time: below, a layer that the copies have together and none of them changes; above, what
 * this one changed since.
 */
export class LayeredMap<Key, Value> {
	#below: Map<Key, Value>;
	/** Undefined values stand for what was taken out. */
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

	/** Whether it holds something that is its alone. */
	get isChanged(): boolean {
		return this.#above !== undefined;
	}

	/** The value, where it is this map's alone. */
	own(key: Key): Value | undefined {
		return this.#above?.get(key);
	}

	/** The keys of what is its alone, or was taken out here. */
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

	/** In the order of the first setting of each key; a change keeps the place. */
	values(): IterableIterator<Value> {
		return this.#above === undefined ? this.#below.values() : this.#mixed(([, value]) => value);
	}

	keys(): IterableIterator<Key> {
		return this.#above === undefined ? this.#below.keys() : this.#mixed(([key]) => key);
	}

	/**
	 * Another map with the same in it; both may be changed. It costs what was changed since the last time, and now and then,
	 * when that has become much, the whole.
	 *
	 * @param copied What the other map gets of a value that is this one's alone, where values are changed in place.
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

	/** Makes one layer of the two. */
	#settle(): void {
		if (this.#above === undefined) return;
		// Above nothing there is nothing that was taken out.
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
