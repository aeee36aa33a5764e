/** Rules for every state of a platform, no matter how it was reached: times are in order, and statuses match times. */
import type { State } from "@tenon/mock";

/** The time fields of all kinds of rows. */
interface Times {
	readonly id: number;
	readonly created_at?: string;
	readonly updated_at?: string;
	readonly started_at?: string | null;
	readonly finished_at?: string | null;
	readonly closed_at?: string | null;
	readonly merged_at?: string | null;
	readonly ended_at?: string | null;
	readonly committed_at?: string | null;
	readonly last_used_at?: string | null;
	readonly last_activity_at?: string | null;
}

/** Pairs of fields. The first is never later than the second. */
const orders: readonly (readonly [keyof Times, keyof Times])[] = [
	["created_at", "updated_at"],
	["created_at", "started_at"],
	["created_at", "closed_at"],
	["created_at", "merged_at"],
	["created_at", "last_used_at"],
	["created_at", "last_activity_at"],
	["started_at", "finished_at"],
	["started_at", "ended_at"],
	["committed_at", "created_at"],
	["finished_at", "updated_at"],
	["closed_at", "updated_at"],
	["merged_at", "updated_at"],
	["ended_at", "updated_at"],
];

/** The tables of rows that begin before the platform receives them. */
const startsEarlier: ReadonlySet<string> = new Set(["alerts"]);

function* wrongTimes(state: State, chosen: ReadonlySet<string>): Generator<string> {
	const now = state.clock.iso();
	for (const [name, table] of state.tables()) {
		if (chosen.has(name)) continue;
		for (const row of table.all() as Iterable<Times>) {
			for (const [first, second] of orders) {
				const [a, b] = [row[first], row[second]];
				if (typeof a !== "string" || typeof b !== "string" || a <= b) continue;
				if (second === "started_at" && startsEarlier.has(name)) continue;
				yield `${name} ${row.id}: ${first} ${a} is after ${second} ${b}`;
			}
			for (const field of ["created_at", "updated_at", "started_at", "finished_at", "committed_at"] as const)
				if ((row[field] ?? "") > now) yield `${name} ${row.id}: ${field} is in the future`;
		}
	}
}

function* wrongNotes(state: State, chosen: ReadonlySet<string>): Generator<string> {
	const on = {
		Issue: state.issues,
		MergeRequest: state.mergeRequests,
		Snippet: state.snippets,
		Epic: state.epics,
		"WikiPage::Meta": state.wikiPages,
		"AlertManagement::Alert": state.alerts,
	};
	for (const { id, created_at, noteable_type, noteable_id, author_id } of state.notes.all()) {
		const noteable = on[noteable_type].get(noteable_id);
		if (!noteable) yield `note ${id} is on a ${noteable_type} that is not there`;
		if (chosen.has("notes")) continue;
		if (noteable && created_at < noteable.created_at) yield `note ${id} is older than what it is on`;
		const author = state.users.get(author_id);
		if (author && created_at < author.created_at) yield `note ${id} is older than its author`;
	}
}

const ended: ReadonlySet<string> = new Set(["success", "failed", "canceled"]);

function* wrongStates(state: State): Generator<string> {
	const agree = (what: string, id: number, isSet: boolean, shouldBe: boolean): string[] =>
		isSet === shouldBe ? [] : [`${what} ${id}: its state and its times do not agree`];
	for (const { id, closed_at, state: of } of state.issues.all())
		yield* agree("issue", id, closed_at !== null, of === "closed");
	for (const { id, merged_at, state: of } of state.mergeRequests.all())
		yield* agree("merge request", id, merged_at !== null, of === "merged");
	for (const { id, ended_at, status } of state.alerts.all())
		yield* agree("alert", id, ended_at !== null, status === "resolved");
	for (const { id, finished_at, status } of state.pipelines.all())
		yield* agree("pipeline", id, finished_at !== null, ended.has(status));
	for (const { id, started_at, finished_at, duration, status } of state.jobs.all()) {
		yield* agree("job", id, finished_at !== null, ended.has(status));
		yield* agree("job", id, duration !== null, ended.has(status) && started_at !== null);
	}
}

/**
 * Returns a description of each inconsistency in a state. Empty if the state is consistent.
 *
 * @param chosen the tables whose times are chosen by callers, so that they can be in any order
 */
export const inconsistencies = (state: State, chosen: ReadonlySet<string> = new Set()): string[] => [
	...wrongTimes(state, chosen),
	...wrongNotes(state, chosen),
	...wrongStates(state),
];
