import { rm, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { NotKept } from "../lib/not-kept";
import type { Platform } from "../platform/platform";
import type { WorldKeeping, Worlds } from "../platform/worlds";
import { FileStore } from "./file-store";
import { Keeper, keep, type Persistence } from "./keeper";
import { type NumberedFile, numberedFile, numberedFiles } from "./numbered-files";
import { syncFolder } from "./write-file";

/** Returns the folder for the named worlds of a state file. */
export const worldsFolder = (file: string): string => `${file}.worlds`;

/** Stores the world without a name in a state file, and the others in their own files in `<file>.worlds`. */
export class WorldsKeeper implements Persistence, WorldKeeping {
	readonly #worlds: Worlds;
	readonly #unnamed: Keeper;
	readonly #folder: string;
	readonly #files = new Map<string, NumberedFile>();
	readonly #keepers = new Map<string, Keeper>();
	/** Deleted worlds, with a promise for the removal of their files. */
	readonly #removals = new Map<string, Promise<void>>();
	#last = 0;

	private constructor(worlds: Worlds, unnamed: Keeper, folder: string) {
		this.#worlds = worlds;
		this.#unnamed = unnamed;
		this.#folder = folder;
	}

	/** Opens the file of the world without a name, and lists the other worlds. Each of those is read at its first use. */
	static async begin(worlds: Worlds, store: FileStore): Promise<WorldsKeeper> {
		const unnamed = await keep(worlds.get(), store);
		const keeper = new WorldsKeeper(worlds, unnamed, worldsFolder(store.file));
		try {
			await keeper.#readFolder();
			worlds.keepBy(keeper);
			await keeper.flush();
		} catch (error) {
			await keeper.close().catch(() => undefined);
			throw error instanceof NotKept ? error.cause : error;
		}
		return keeper;
	}

	get names(): readonly string[] {
		return [...this.#files.keys()];
	}

	async #readFolder(): Promise<void> {
		for (const one of numberedFiles(this.#folder)) {
			// The process ended between storing a new world and removing the deleted one with the same name.
			const older = this.#files.get(one.name);
			this.#files.set(one.name, one);
			this.#last = one.number;
			if (older) await removeFiles(join(this.#folder, older.file));
		}
	}

	keep(name: string, platform: Platform): void {
		const known = this.#files.get(name);
		const file = known ?? numberedFile(this.#last + 1, name);
		const store = FileStore.within(join(this.#folder, file.file));
		const keeper = new Keeper(platform, store);
		try {
			keeper.start(known && store.load());
		} catch (error) {
			platform.keepBy(undefined);
			throw error;
		}
		this.#last = Math.max(this.#last, file.number);
		this.#files.set(name, file);
		this.#keepers.set(name, keeper);
	}

	remove(name: string): void {
		const file = this.#files.get(name);
		const keeper = this.#keepers.get(name);
		this.#files.delete(name);
		this.#keepers.delete(name);
		if (!file) return;
		const removal = this.#remove(join(this.#folder, file.file), keeper, this.#removals.get(name));
		this.#removals.set(name, removal);
		const forget = (): void => {
			if (this.#removals.get(name) === removal) this.#removals.delete(name);
		};
		removal.then(forget, forget);
	}

	async #remove(file: string, keeper: Keeper | undefined, before: Promise<void> | undefined): Promise<void> {
		await before;
		await keeper?.letGo();
		try {
			await removeFiles(file);
		} catch (error) {
			throw new NotKept(error, true);
		}
	}

	async settled(name: string): Promise<void> {
		await this.#removals.get(name);
		await (this.#keepers.get(name) ?? (name === this.#worlds.unnamed ? this.#unnamed : undefined))?.pending();
	}

	async flush(): Promise<void> {
		await Promise.all([...this.#all.map((keeper) => keeper.flush()), ...this.#removals.values()]);
	}

	async close(): Promise<void> {
		this.#worlds.keepBy(undefined);
		const others = [...this.#keepers.values()].map((keeper) => keeper.close());
		const ended = await Promise.allSettled([...others, ...this.#removals.values()]);
		// Close this one last, because its lock also protects the others.
		await this.#unnamed.close();
		for (const one of ended) if (one.status === "rejected") throw one.reason;
	}

	get #all(): Keeper[] {
		return [this.#unnamed, ...this.#keepers.values()];
	}
}

/** Removes the files of a world, beginning with the one that the others depend on. */
async function removeFiles(file: string): Promise<void> {
	await rm(file, { force: true });
	await syncFolder(dirname(file));
	for (const left of [`${file}.journal`, `${file}.new`, `${file}.journal.new`])
		await unlink(left).catch(() => undefined);
	await rm(`${file}.snapshots`, { recursive: true, force: true });
}
