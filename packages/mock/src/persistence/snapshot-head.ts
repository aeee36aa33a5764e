import type { SnapshotFacts } from "../control/snapshots";
import { isRecord } from "../lib/is-record";

/** Characters at the beginning of a snapshot's file that have its facts in them. */
export const headLength = 256;

const unknown: SnapshotFacts = { takenAt: null, rows: null };

/**
 * What the beginning of a snapshot's state file says of it, before its rows. A list of snapshots that are large can be shown without
 * reading them.
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
