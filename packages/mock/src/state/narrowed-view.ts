import type { Row, View } from "./table";

/** A test of a row alone: neither other rows nor the time nor the caller change its result. */
export interface RowTest<R> {
	/** Two tests of one name pass the same rows. */
	readonly name: string;
	readonly pass: (row: R) => boolean;
}

/** A test for the value of a filter: `false` if there is none. */
export const rowTest = <R, Value>(
	name: string,
	value: Value | undefined,
	pass: (row: R, value: Value) => boolean,
): RowTest<R> | false =>
	value !== undefined && { name: `${name} ${JSON.stringify(value)}`, pass: (row) => pass(row, value) };

/** Most narrowed views that are known of one view. */
const most = 64;

// Views are made once and live as long as the program.
const known = new WeakMap<object, Map<string, object>>();

/**
 * A view of those rows that pass. The same tests give the same view, so that a table makes its list once and keeps it as rows
 * are written: a second page, or a second request, costs a page instead of a walk over all rows.
 */
export function narrowed<R extends Row, Group extends string>(
	view: View<R, Group>,
	tests: readonly RowTest<R>[],
): View<R, Group> {
	if (tests.length === 0) return view;
	const name = tests.map((test) => test.name).join("\n");
	const views = known.get(view) ?? new Map<string, object>();
	known.set(view, views);
	// What is known of a view are views of the same rows.
	const there = views.get(name) as View<R, Group> | undefined;
	const { where } = view;
	const made: View<R, Group> = there ?? {
		...view,
		of: view,
		where: (row) => (!where || where(row)) && tests.every((test) => test.pass(row)),
	};
	// The one that was unused longest is the first.
	views.delete(name);
	views.set(name, made);
	if (views.size > most) views.delete([...views.keys()][0] ?? "");
	return made;
}
