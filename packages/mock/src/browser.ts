import { IndexedDbStore } from "./persistence/indexed-db-store";
import { keep, type Persistence } from "./persistence/keeper";
import type { Platform } from "./platform/platform";

export { type StartOptions, startOptions, type Unhandled } from "./lib/start-options";
export type { Persistence } from "./persistence/keeper";

/** Where the browser stores a platform. */
export interface PersistOptions {
	/** The name of the store. It must be unique among the platforms of the same site. */
	name: string;
}

/**
 * Stores a platform in the browser, in IndexedDB, so that it keeps its data across reloads. If the store already has
 * data under the name, the platform loads that data in place of its seed. A response is sent only after everything that
 * its request wrote is stored. Use it in one page at a time: two pages that use the same name overwrite each other's
 * data.
 *
 * @throws StateFileError if the stored data cannot be imported; the browser's error if there is no space left.
 * @example
 * const platform = createPlatform({ seed: demo });
 * await persist(platform, { name: "my-app" });
 * await setupWorker(...handlers(platform)).start();
 */
export const persist = async (platform: Platform, { name }: PersistOptions): Promise<Persistence> =>
	keep(platform, await IndexedDbStore.open(name));
