/** Snapshots over HTTP. */
import { diffStates } from "../control/diff";
import { writeStateFile } from "../control/state-file";
import { created, noContent, ok } from "../request/http/json-response";
import type { Route } from "./call";
import { snapshotIn, snapshotOf } from "./snapshots";
import { undoable, undoingData } from "./undo";

/** The calls that take, compare and restore snapshots. */
export const snapshotRoutes: { readonly [path: string]: { readonly [verb: string]: Route } } = {
	"/snapshot": { POST: (call) => created({ snapshot: call.platform.snapshots.take(snapshotIn(call.json())) }) },
	"/snapshots": { GET: ({ platform }) => ok({ snapshots: platform.snapshots.names }) },
	"/snapshots/*": {
		DELETE: ({ platform, id }) => {
			const { all } = platform.snapshots;
			platform.snapshots.delete(id);
			return undoable(noContent(), platform, () => {
				platform.snapshots.all = all;
			});
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
