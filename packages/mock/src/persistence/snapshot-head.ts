import type { SnapshotFacts } from "../control/snapshots";
import { isRecord } from "../lib/is-record";

/** The number of characters at the start of a snapshot's file that include its facts. */
export const headLength = 256;

const unknown: SnapshotFacts = { takenAt: null, rows: null };

/**
 * Returns what the beginning of a snapshot's state file says about it, before its rows. With it, large snapshots can be
 * listed without reading them.
 */
export function factsIn(head: string): SnapshotFacts {
	const [, text] = /^\{"format":"[\w-]+","version":\d+,"snapshot":(\{[^{}]*\})/.exec(head) ?? [];
	if (text === undefined) return unknown;
	try {
		const facts: unknown = JSON.parse(text);
		if (!isRecord(facts)) return unknown;
		const { takenAt, rows } = facts;
		return {
			takenAt: typeof takenAt === "string" && !Number.isNaN(Date.parse(takenAt)) ? takenAt : null,
			rows: Number.isSafeInteger(rows) ? Number(rows) : null,
		};
	} catch {
		return unknown;
	}
}
