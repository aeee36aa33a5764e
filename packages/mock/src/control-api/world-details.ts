import type { ControlledWorlds } from "./controlled";

/** A world with what there is to see of it from outside. */
interface WorldDetail {
	readonly name: string;
	/** Requests since its beginning; null of a world that is kept and that nobody has used since the mock was started. */
	readonly requests: number | null;
	/** Rows that differ from its beginning. */
	readonly changedRows: number | null;
	/** Seconds since the last request that its journal has. */
	readonly idle: number | null;
	/** Its time. */
	readonly now: string | null;
	readonly ticking: boolean | null;
	readonly snapshots: number | null;
}

/** The worlds, in the order of their making. To look at them does not count as a use. */
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
