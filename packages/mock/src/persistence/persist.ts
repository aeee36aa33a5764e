import type { Platform } from "../platform/platform";
import type { Worlds } from "../platform/worlds";
import type { Persistence } from "./keeper";

/** Where a platform is kept on the disk. */
export interface PersistOptions {
	/**
	 * The state file. Beside it are `<file>.journal`, with what was written since, `<file>.snapshots`, `<file>.worlds`, and while
	 * it is open `<file>.lock`.
	 */
	file: string;
}

/**
 * Keeps a platform in a file, or all worlds in a file and the folder beside it. If the file is there, the platform holds from
 * now on what it says, in place of its seed; otherwise it is made. A response is sent only when what its request wrote is safe on
 * the disk, so that no acknowledged write is lost whenever the process ends. The file is a state file as `exportState`
 * gives, without the settings. Named snapshots are kept with the platform.
 *
 * @param platform A platform, or worlds: the file has the world for requests that name none, and each other world has a file
 *   of its own in the folder `<file>.worlds`, which is read at its first use.
 * @throws StateFileError if the file cannot be imported; Error if another process has it open, or the system's.
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
	// Loaded at first use: who only listens does not wait for it.
	const { keepInFile } = await import("./keep-in-file");
	return keepInFile(platform, file);
}
