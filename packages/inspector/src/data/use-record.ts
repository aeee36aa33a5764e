import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { bodyOf, ControlFailure, control, type Schemas } from "../api/control";
import { useWorld } from "../app/world";
import { undoOf, useUndoable } from "../parts/use-undoable";
import type { Row } from "./tables";

/** A row as it was read, with its version. */
export interface ReadRow {
	readonly row: Row;
	/** The ETag. A change that is sent with it fails if the row has changed since. */
	readonly version: string;
}

type Changes = { readonly [column: string]: unknown };

/** The user's changes, and the row as someone else has changed it meanwhile. */
export interface Conflict {
	readonly mine: Changes;
	readonly theirs: ReadRow;
}

async function read(table: string, id: number, signal?: AbortSignal): Promise<ReadRow> {
	const options = { params: { path: { table, record_id: id } }, ...(signal ? { signal } : {}) };
	const { data, response } = await control.GET("/records/{table}/{record_id}", options);
	if (!data) throw new Error("The mock's response has no row.");
	return { row: data, version: response.headers.get("etag") ?? "*" };
}

/** Returns a function that refreshes all data on the page that can change. */
export function useRefresh(): () => Promise<void> {
	const queries = useQueryClient();
	return () =>
		queries.invalidateQueries({ predicate: ({ queryKey: [kind] }) => kind !== "tables" && kind !== "worlds" });
}

interface RecordState {
	/** Undefined until it is loaded. While the user edits it, it stays as it was when they began. */
	readonly base: ReadRow | undefined;
	readonly error: Error | null;
	readonly retry: () => void;
	readonly conflict: Conflict | undefined;
	readonly setEdited: (isEdited: boolean) => void;
	/** Saves changes. Throws the mock's error if it refuses them, except for a conflict. */
	readonly save: (changes: Changes, version?: string) => Promise<void>;
	/** Discards the user's changes. */
	readonly discard: () => void;
}

/** Reads a row, and returns its state with functions that change it. */
export function useRecord(table: string, id: number): RecordState {
	const world = useWorld();
	const refresh = useRefresh();
	const { offer } = useUndoable();
	const [isEdited, setEdited] = useState(false);
	const [conflict, setConflict] = useState<Conflict>();
	const pinned = useRef<ReadRow>(undefined);
	const { data, error, refetch } = useQuery({
		queryKey: ["record", world, table, id],
		queryFn: ({ signal }) => read(table, id, signal),
		refetchInterval: 5_000,
	});
	if (!isEdited || !pinned.current) pinned.current = data;
	return {
		base: pinned.current,
		error: data ? null : error,
		retry: () => void refetch(),
		conflict,
		setEdited,
		async save(changes, version = pinned.current?.version ?? "*") {
			const params = { path: { table, record_id: id }, header: { "If-Match": version } };
			const saved = await control
				.PATCH("/records/{table}/{record_id}", { params, body: changes })
				.catch((failure: unknown) => {
					if (!(failure instanceof ControlFailure) || failure.status !== 412) throw failure;
				});
			if (!saved) {
				setConflict({ mine: changes, theirs: await read(table, id) });
				return;
			}
			setConflict(undefined);
			setEdited(false);
			await refresh();
			offer("Saved", undoOf(saved.response));
		},
		discard() {
			setConflict(undefined);
			setEdited(false);
			void refresh();
		},
	};
}

/** Returns the rows that a row refers to, and the number of rows that refer to it. */
export function useReferences(table: string, id: number): Schemas["RecordReferences"] | undefined {
	const world = useWorld();
	const { data } = useQuery({
		queryKey: ["references", world, table, id],
		queryFn: () =>
			bodyOf(control.GET("/records/{table}/{record_id}/references", { params: { path: { table, record_id: id } } })),
		refetchInterval: 5_000,
	});
	return data;
}
