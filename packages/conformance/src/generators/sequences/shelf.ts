import fc, { type Arbitrary } from "fast-check";
import type { Context } from "../../rule/context";
import type { ApiResponse } from "../../rule/response";
import type { Move } from "./play";

interface Stored {
	readonly id: number;
	/** Whether it was removed. */
	gone: boolean;
}

/** The records that a sequence has made, those that it removed among them. */
export class Shelf<Item extends Stored> {
	readonly items: Item[] = [];

	add(item: Item): void {
		this.items.push(item);
	}

	/** One of them, by any number; undefined as long as there is none. */
	pick(which: number): Item | undefined {
		return this.items[which % this.items.length];
	}

	/** Those that are there, the newest first. */
	get there(): readonly Item[] {
		return this.items.filter(({ gone }) => !gone).reverse();
	}
}

/** The first record more often than not, for faults show where much befalls one. */
const which = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat({ max: 3 }) });

/** A move on one of the records, with something drawn for it. */
export const withOne = <Item extends Stored, Model extends { readonly shelf: Shelf<Item> }, Value>(
	values: Arbitrary<Value>,
	act: (model: Model, item: Item, value: Value) => Promise<void>,
): Arbitrary<Move<Model>> =>
	fc.tuple(which, values).map(([index, value]) => async (model: Model) => {
		const item = model.shelf.pick(index);
		if (item) await act(model, item, value);
	});

/** A move on one of the records. */
export const onOne = <Item extends Stored, Model extends { readonly shelf: Shelf<Item> }>(
	act: (model: Model, item: Item) => Promise<void>,
): Arbitrary<Move<Model>> => withOne(fc.constant(undefined), act);

/** That the removal of what is gone is refused is assumed. */
export const isInVain = (t: Context, response: ApiResponse): void => t.assume("a second removal should be 404", response.status === 404, response);

/** Texts that no server reads as anything but text. */
export const words = fc.string({
	unit: fc.constantFrom("a", "b", "Z", "é", "ß", "日", "я", "x"),
	minLength: 1,
	maxLength: 12,
});
