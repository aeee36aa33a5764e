import { type ChangedRow, createPlatform, type StateData } from "@tenon/mock";
import { expectTypeOf, test } from "vitest";

const platform = createPlatform();

test("snapshots are named or data, and a comparison has rows by table", () => {
	expectTypeOf(platform.snapshots.take("before")).toEqualTypeOf<string>();
	expectTypeOf(platform.snapshots.get("before")).toEqualTypeOf<StateData>();
	expectTypeOf(platform.snapshots.diff("before", "after").issues?.changed).toEqualTypeOf<
		readonly ChangedRow[] | undefined
	>();
	platform.restore(platform.snapshots.get("before"));
	// @ts-expect-error A diff of data takes what snapshot returned.
	platform.diff("before");
	// @ts-expect-error A name is a text.
	platform.snapshots.take(1);
});

test("the journal verifies a number or bounds", () => {
	expectTypeOf(platform.journal.verify({ operation: "getGroup" }, 1)).toEqualTypeOf<number>();
	platform.journal.verify({ status: 404 }, { atLeast: 1, atMost: 2 });
	// @ts-expect-error There is no such bound.
	platform.journal.verify({ status: 404 }, { exactly: 1 });
	// @ts-expect-error There is no such part of an entry.
	platform.journal.verify({ verb: "GET" });
	expectTypeOf(platform.journal.waitFor({ user: "guest" }, { next: true })).resolves.toHaveProperty("responseBody");
});
