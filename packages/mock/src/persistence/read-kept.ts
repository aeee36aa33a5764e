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

/** Whether a line says what was written. Its rows are validated when the state is imported. */
const isChange = (line: unknown): line is Change =>
	isRecord(line) &&
	isRecord(line.tables) &&
	Object.values(line.tables).every(
		(table) => isRecord(table) && Array.isArray(table.put) && table.put.every(isRecord) && Array.isArray(table.gone),
	);

/** The changes of a journal that goes on from the state of this name. */
function changesIn(content: Buffer, journal: unknown, file: string): Change[] {
	const lines: Buffer[] = [];
	// The process ended while it wrote a line without a line end: its request got no response.
	for (let from = 0, to = content.indexOf(newLine); to >= 0; from = to + 1, to = content.indexOf(newLine, from))
		lines.push(content.subarray(from, to));
	const parsed = lines.map((line, index): unknown => {
		try {
			return JSON.parse(textOf(line));
		} catch {
			const where = `${file}, line ${index + 1}`;
			// The power was cut while the line was written: its request got no response.
			if (index < lines.length - 1)
				throw new Error(`${where}: it is damaged. Move the file away to go on with the state before it.`);
			process.emitWarning(`${where}, the last one, is damaged: it was left out.`);
			return undefined;
		}
	});
	const [head, ...changes] = parsed;
	// Of another state: it was there before the state was written, which has all of it.
	if (!isRecord(head) || head.journal !== journal) return [];
	const wrong = changes.findIndex((change) => change !== undefined && !isChange(change));
	if (wrong >= 0)
		throw new Error(
			`${file}, line ${wrong + 2}: it is not a change. Move the file away to go on with the state before it.`,
		);
	return changes.filter(isChange);
}

/** A file's JSON; undefined if there is no file. What it says is validated when it is imported. */
export function readJson(file: string): unknown {
	const content = contentOf(file);
	if (content === undefined) return undefined;
	try {
		return JSON.parse(textOf(content));
	} catch (error) {
		throw new Error(`${file}: it is not JSON: ${error instanceof Error ? error.message : error}`);
	}
}

/** A state file, and the changes in the journal beside it. */
export function readKept(file: string): { readonly state: unknown; readonly changes: readonly Change[] } | undefined {
	const state = readJson(file);
	if (state === undefined) return undefined;
	const journal = isRecord(state) ? state.journal : undefined;
	const written = journal === undefined ? undefined : contentOf(`${file}.journal`);
	return { state, changes: written ? changesIn(written, journal, `${file}.journal`) : [] };
}
