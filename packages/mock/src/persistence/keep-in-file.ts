import type { Platform } from "../platform/platform";
import type { Worlds } from "../platform/worlds";
import { FileStore } from "./file-store";
import { keep, type Persistence } from "./keeper";
import { WorldsKeeper } from "./worlds-keeper";

/** Not by `instanceof`: in CommonJS each entry point has a class of its own. */
const isWorlds = (kept: Platform | Worlds): kept is Worlds => "names" in kept;

/** Keeps a platform, or worlds, in a file that no other process has open. */
export async function keepInFile(kept: Platform | Worlds, file: string): Promise<Persistence> {
	if (!isWorlds(kept)) return keep(kept, await FileStore.open(file));
	// A seed that cannot be loaded locks nothing.
	kept.get();
	return WorldsKeeper.begin(kept, await FileStore.open(file));
}
