/** Snapshots over HTTP. */
import { diffStates } from "../control/diff";
import type { NamedStates } from "../control/snapshots";
import { writeStateFile } from "../control/state-file";
import { created, noContent, ok } from "../request/http/json-response";
import type { Route } from "./call";
import type { ControlledPlatform } from "./controlled";
import { snapshotIn, snapshotOf } from "./snapshots";
import { undoable, undoingData } from "./undo";

/** Returns a function that restores earlier snapshots. */
const putBack =
	({ snapshots }: ControlledPlatform, all: NamedStates): (() => void) =>
	() => {
		snapshots.all = all;
	};

/** The routes that take, compare and restore snapshots. */
export const snapshotRoutes: { readonly [path: string]: { readonly [verb: string]: Route } } = {
	"/snapshot": {
		POST: ({ platform, json }) => {
			const { all } = platform.snapshots;
			const snapshot = platform.snapshots.take(snapshotIn(json()));
			const response = created({ snapshot });
			return all.has(snapshot) ? undoable(response, platform, putBack(platform, all)) : response;
		},
	},
	"/snapshots": {
		GET: ({ platform: { snapshots }, query }) =>
			ok({ snapshots: snapshots.names, ...(query.get("details") === "true" && { details: snapshots.list() }) }),
	},
	"/snapshots/*": {
		DELETE: ({ platform, id }) => {
			const { all } = platform.snapshots;
			platform.snapshots.delete(id);
			return undoable(noContent(), platform, putBack(platform, all));
		},
	},
	"/snapshots/*/diff": {
		GET: ({ platform, id, query }) => ok(platform.snapshots.diff(id, query.get("to") ?? undefined)),
	},
	"/snapshots/*/state": {
		GET: ({ platform: { snapshots, clock, settings }, id }) =>
			ok(writeStateFile({ clock: clock.toData(), settings, tables: snapshots.get(id) })),
	},
	"/changes": {
		GET: ({ platform, query }) => {
			const to = query.get("to");
			return ok(diffStates(platform.initialState, to === null ? platform.snapshot() : platform.snapshots.get(to)));
		},
	},
	"/restore": {
		POST: undoingData((call) => {
			call.platform.restore(snapshotOf(call.platform, snapshotIn(call.json())));
			return noContent();
		}),
	},
};
