import type { Row, View } from "./table";

/** A test that depends only on the row, and not on other rows, the time or the caller. */
export interface RowTest<R> {
	/** Two tests with the same name pass the same rows. */
	readonly name: string;
	readonly pass: (row: R) => boolean;
}

/** Returns a test for the value of a filter: `false` if there is none. */
export const rowTest = <R, Value>(
	name: string,
	value: Value | undefined,
	pass: (row: R, value: Value) => boolean,
): RowTest<R> | false =>
	value !== undefined && { name: `${name} ${JSON.stringify(value)}`, pass: (row) => pass(row, value) };

/** The maximum number of narrowed views that are stored for one view. */
const most = 64;

// Views are created once and live as long as the program.
const known = new WeakMap<object, Map<string, object>>();

/**
 * Returns a view of the rows that pass all tests. The same tests give the same view, so that a table builds its list
 * once and updates it on writes: another page, or another request, costs a page and not a walk over all rows.
 */
export function narrowed<R extends Row, Group extends string>(
	view: View<R, Group>,
	tests: readonly RowTest<R>[],
): View<R, Group> {
	if (tests.length === 0) return view;
	const name = tests.map((test) => test.name).join("\n");
	const views = known.get(view) ?? new Map<string, object>();
	known.set(view, views);
	// The stored views of a view are for the same rows.
	const there = views.get(name) as View<R, Group> | undefined;
	const { where } = view;
	const made: View<R, Group> = there ?? {
		...view,
		of: view,
		where: (row) => (!where || where(row)) && tests.every((test) => test.pass(row)),
	};
	// The first view is the one that was unused for longest.
	views.delete(name);
	views.set(name, made);
	if (views.size > most) views.delete([...views.keys()][0] ?? "");
	return made;
}
