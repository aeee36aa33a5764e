import { readFileSync } from "node:fs";
import { codeOf } from "../lib/code-of";
import { isRecord } from "../lib/is-record";
import { decodeUtf8 } from "../lib/utf8";
import type { Change } from "./store";

const newLine = 0x0a;

function contentOf(file: string): Buffer | undefined {
	try {
		return readFileSync(file);
	} catch (error) {
		if (codeOf(error) === "ENOENT") return undefined;
		throw error;
	}
}

function textOf(bytes: Buffer): string {
	const text = decodeUtf8(bytes);
	if (text === undefined) throw new Error("it is not UTF-8");
	return text;
}

/** Whether a line is a change. Its rows are validated when the state is imported. */
const isChange = (line: unknown): line is Change =>
	isRecord(line) &&
	isRecord(line.tables) &&
	Object.values(line.tables).every(
		(table) => isRecord(table) && Array.isArray(table.put) && table.put.every(isRecord) && Array.isArray(table.gone),
	);

/** Returns the changes of a journal, if it belongs to the state with the name `journal`. */
function changesIn(content: Buffer, journal: unknown, file: string): Change[] {
	const lines: Buffer[] = [];
	// A last line without a line break is ignored: the process ended while writing it, and its request got no response.
	for (let from = 0, to = content.indexOf(newLine); to >= 0; from = to + 1, to = content.indexOf(newLine, from))
		lines.push(content.subarray(from, to));
	const parsed = lines.map((line, index): unknown => {
		try {
			return JSON.parse(textOf(line));
		} catch {
			const where = `${file}, line ${index + 1}`;
			// The last line may be damaged by a power cut while it was written: its request got no response.
			if (index < lines.length - 1)
				throw new Error(`${where}: it is damaged. Move the file away to start without its changes.`);
			process.emitWarning(`${where}, the last one, is damaged and was skipped.`);
			return undefined;
		}
	});
	const [head, ...changes] = parsed;
	// The journal belongs to an older state, and the newer state already contains its changes.
	if (!isRecord(head) || head.journal !== journal) return [];
	const wrong = changes.findIndex((change) => change !== undefined && !isChange(change));
	if (wrong >= 0)
		throw new Error(`${file}, line ${wrong + 2}: it is not a change. Move the file away to start without its changes.`);
	return changes.filter(isChange);
}

/** Returns the JSON value of a file; undefined if there is no file. It is validated when it is imported. */
export function readJson(file: string): unknown {
	const content = contentOf(file);
	if (content === undefined) return undefined;
	try {
		return JSON.parse(textOf(content));
	} catch (error) {
		throw new Error(`${file}: it is not JSON: ${error instanceof Error ? error.message : error}`);
	}
}

/** Returns a state file, and the changes in the journal next to it; undefined if the file does not exist. */
export function readKept(file: string): { readonly state: unknown; readonly changes: readonly Change[] } | undefined {
	const state = readJson(file);
	if (state === undefined) return undefined;
	const journal = isRecord(state) ? state.journal : undefined;
	const written = journal === undefined ? undefined : contentOf(`${file}.journal`);
	return { state, changes: written ? changesIn(written, journal, `${file}.journal`) : [] };
}
