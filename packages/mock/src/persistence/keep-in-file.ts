import type { Platform } from "../platform/platform";
import type { Worlds } from "../platform/worlds";
import { FileStore } from "./file-store";
import { keep, type Persistence } from "./keeper";
import { WorldsKeeper } from "./worlds-keeper";

/** Not `instanceof`: in CommonJS each entry point has its own copy of the class. */
const isWorlds = (kept: Platform | Worlds): kept is Worlds => "names" in kept;

/** Stores a platform, or worlds, in a file. Throws if another process has locked it. */
export async function keepInFile(kept: Platform | Worlds, file: string): Promise<Persistence> {
	if (!isWorlds(kept)) return keep(kept, await FileStore.open(file));
	// Load the seed first, so that one that cannot be loaded does not lock the file.
	kept.get();
	return WorldsKeeper.begin(kept, await FileStore.open(file));
}
