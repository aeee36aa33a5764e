import fc, { type Arbitrary } from "fast-check";
import type { Context } from "../../rule/context";
import type { ApiResponse } from "../../rule/response";
import type { Move } from "./play";

interface Stored {
	readonly id: number;
	/** Whether it was removed. */
	gone: boolean;
}

/** The records that a sequence has created, including those that it removed. */
export class Shelf<Item extends Stored> {
	readonly items: Item[] = [];

	add(item: Item): void {
		this.items.push(item);
	}

	/** Returns one of the records, for any number; undefined if there are none. */
	pick(which: number): Item | undefined {
		return this.items[which % this.items.length];
	}

	/** The records that were not removed, the newest first. */
	get there(): readonly Item[] {
		return this.items.filter(({ gone }) => !gone).reverse();
	}
}

/** Draws the first record most often, since more faults show if one record is changed many times. */
const which = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat({ max: 3 }) });

/** Returns a move on one of the records, with a random value. */
export const withOne = <Item extends Stored, Model extends { readonly shelf: Shelf<Item> }, Value>(
	values: Arbitrary<Value>,
	act: (model: Model, item: Item, value: Value) => Promise<void>,
): Arbitrary<Move<Model>> =>
	fc.tuple(which, values).map(([index, value]) => async (model: Model) => {
		const item = model.shelf.pick(index);
		if (item) await act(model, item, value);
	});

/** Returns a move on one of the records. */
export const onOne = <Item extends Stored, Model extends { readonly shelf: Shelf<Item> }>(
	act: (model: Model, item: Item) => Promise<void>,
): Arbitrary<Move<Model>> => withOne(fc.constant(undefined), act);

/** Checks the response to the removal of a removed record. It is only assumed that it is refused. */
export const isInVain = (t: Context, response: ApiResponse): void => t.assume("a second removal should be 404", response.status === 404, response);

/** Texts that every server treats as plain text. */
export const words = fc.string({
	unit: fc.constantFrom("a", "b", "Z", "é", "ß", "日", "я", "x"),
	minLength: 1,
	maxLength: 12,
});
