import type { ControlledWorlds } from "./controlled";

/** A world with facts about it. */
interface WorldDetail {
	readonly name: string;
	/** The number of requests since its start; null for a stored world that no request has used since the start. */
	readonly requests: number | null;
	/** The number of rows that differ from its initial ones. */
	readonly changedRows: number | null;
	/** Seconds since the last request in its journal. */
	readonly idle: number | null;
	/** The time of its clock. */
	readonly now: string | null;
	readonly ticking: boolean | null;
	readonly snapshots: number | null;
}

/** Returns the worlds, in the order in which they were created. This does not count as a use. */
export const worldDetails = (worlds: ControlledWorlds): WorldDetail[] =>
	worlds.names.map((name) => {
		const world = worlds.peek(name);
		const last = world?.journal.exchanges.at(-1);
		return {
			name,
			requests: world?.requests ?? null,
			changedRows: world?.changedRows() ?? null,
			idle: last ? Math.max(0, Math.round((performance.now() - last.started) / 1_000)) : null,
			now: world?.clock.iso() ?? null,
			ticking: world?.clock.isTicking ?? null,
			snapshots: world?.snapshots.names.length ?? null,
		};
	});
