import { accessSync, constants } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { AnyExtension } from "../extension/define";
import { FileStore } from "../persistence/file-store";
import { numberedFiles } from "../persistence/numbered-files";
import type { Loaded } from "../persistence/store";
import { withChanges } from "../persistence/with-changes";
import { worldsFolder } from "../persistence/worlds-keeper";
import { createPlatform } from "../platform/platform";

interface DataFinding {
	readonly verdict: "ok" | "no";
	readonly detail: string;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

type Extensions = readonly AnyExtension[];

/** Loads a state with its snapshots into a new platform. Returns the number of records and snapshots. */
function countOf(
	{ state, changes, snapshots }: Loaded,
	extensions: Extensions,
): { readonly records: number; readonly snapshots: number } {
	const platform = createPlatform({ extensions });
	platform.importState(withChanges(state, changes));
	for (const [name, { read }] of snapshots)
		try {
			platform.tablesOf(read());
		} catch (error) {
			throw new Error(`The snapshot ${name}: ${messageOf(error)}`);
		}
	const records = platform.state.tables().reduce((sum, [, table]) => sum + table.size, 0);
	return { records, snapshots: snapshots.size };
}

/** Does the same for the file itself. The error message begins with the file's name. */
function unnamedIn(file: string, kept: Loaded, extensions: Extensions): ReturnType<typeof countOf> {
	try {
		return countOf(kept, extensions);
	} catch (error) {
		throw new Error(`${file}: ${messageOf(error)}`);
	}
}

function worldsIn(folder: string, extensions: Extensions): { readonly worlds: number; readonly snapshots: number } {
	let snapshots = 0;
	const files = numberedFiles(folder);
	for (const { name, file } of files)
		try {
			const kept = FileStore.within(join(folder, file)).load();
			if (kept) snapshots += countOf(kept, extensions).snapshots;
		} catch (error) {
			throw new Error(`The world ${name}: ${messageOf(error)}`);
		}
	return { worlds: files.length, snapshots };
}

const counted = (number: number, one: string, many: string): string[] =>
	number === 0 ? [] : [`${number} ${number === 1 ? one : many}`];

/** Opens and locks the file as `serve` does, and reads all data stored with it. Nothing is written to it. */
export async function checkData(file: string, extensions: Extensions): Promise<DataFinding> {
	try {
		const folder = dirname(resolve(file));
		accessSync(folder, constants.W_OK);
		const store = await FileStore.open(file);
		try {
			const kept = store.load();
			if (!kept) return { verdict: "ok", detail: `${file} is not there yet, and ${folder} can be written` };
			const unnamed = unnamedIn(file, kept, extensions);
			const { worlds, snapshots } = worldsIn(worldsFolder(store.file), extensions);
			const parts = [
				`${unnamed.records} records`,
				...counted(unnamed.snapshots + snapshots, "snapshot", "snapshots"),
				...counted(worlds, "world with a name", "worlds with a name"),
			];
			return { verdict: "ok", detail: `${file} holds ${parts.join(", ")}, and no process has it open` };
		} finally {
			await store.close();
		}
	} catch (error) {
		return { verdict: "no", detail: messageOf(error) };
	}
}
