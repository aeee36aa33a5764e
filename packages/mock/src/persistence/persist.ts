import type { Platform } from "../platform/platform";
import type { Worlds } from "../platform/worlds";
import type { Persistence } from "./keeper";

/** Where a platform is stored on disk. */
export interface PersistOptions {
	/**
	 * The state file. Next to it are `<file>.journal` with later changes, `<file>.snapshots`, `<file>.worlds`, and
	 * `<file>.lock` while it is open.
	 */
	file: string;
}

/**
 * Stores a platform in a file, or worlds in a file and the folder next to it. If the file exists, the platform loads
 * its data from it in place of its seed; otherwise the file is created. A response is sent only after everything that
 * its request wrote is stored on disk, so that no acknowledged write is lost, whenever the process ends. The file has
 * the format of `exportState`, without the settings. Named snapshots are stored with the platform.
 *
 * @param platform A platform, or worlds. For worlds, the file contains the world for requests that do not name one.
 * Each other world has its own file in the folder `<file>.worlds`, which is read at its first use.
 * @throws StateFileError if the file cannot be imported; Error if another process has it open; otherwise the system's
 * error.
 * @example
 * import { listen, persist } from "@tenon/mock/node";
 * const platform = createPlatform({ seed: demo });
 * const kept = await persist(platform, { file: "platform.json" });
 * const server = await listen(platform);
 * // …
 * await server.close();
 * await kept.close();
 */
export async function persist(platform: Platform | Worlds, { file }: PersistOptions): Promise<Persistence> {
	// Loaded at first use, so that programs that only listen do not wait for it.
	const { keepInFile } = await import("./keep-in-file");
	return keepInFile(platform, file);
}
