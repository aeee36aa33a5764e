import { IndexedDbStore } from "./persistence/indexed-db-store";
import { keep, type Persistence } from "./persistence/keeper";
import type { Platform } from "./platform/platform";

export { type StartOptions, startOptions, type Unhandled } from "./lib/start-options";
export type { Persistence } from "./persistence/keeper";

/** Where a platform is kept in the browser. */
export interface PersistOptions {
	/** A name of its own among the platforms of the same site. */
	name: string;
}

/**
 * Keeps a platform in the browser, in IndexedDB: after a reload it holds what it held before. If something is kept under the
 * name, the platform holds that from now on, in place of its seed. A response is sent only when what its request wrote is kept.
 * One page at a time: two that keep a platform under one name write over each other.
 *
 * @throws StateFileError if what is kept cannot be imported; the browser's error if it has no room.
 * @example
 * const platform = createPlatform({ seed: demo });
 * await persist(platform, { name: "my-app" });
 * await setupWorker(...handlers(platform)).start();
 */
export const persist = async (platform: Platform, { name }: PersistOptions): Promise<Persistence> =>
	keep(platform, await IndexedDbStore.open(name));
