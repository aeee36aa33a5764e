import { isDeepStrictEqual } from "node:util";
import type { Context } from "../rule/context";
import type { Fields } from "../rule/response";
import { Deviation, Skip } from "../rule/verdict";

/** How often a law reads a list again that another client keeps changing. */
const attempts = 6;

/**
 * Runs `body` with the records that `read` returns. If it fails and the records are different by then, another client changed the list
 * meanwhile, so the failure proves nothing: `body` runs again. A list that never stays the same skips the rule.
 */
export async function whileUnchanged<T, Item extends Fields = Fields>(
	read: () => Promise<readonly Item[]>,
	body: (whole: readonly Item[]) => Promise<T>,
): Promise<T> {
	let isSecond = false;
	for (let attempt = 1; ; attempt++) {
		const before = await read();
		try {
			return await body(before);
		} catch (error) {
			if (!(error instanceof Deviation)) throw error;
			const isSame = isDeepStrictEqual(await read(), before);
			// A record that came and went meanwhile leaves no trace: only a second failure counts.
			if (isSame && isSecond) throw error;
			isSecond = isSame;
			if (attempt === attempts) throw new Skip("other clients keep changing the list", "excluded");
		}
	}
}

/** A departure from what is only assumed, for the body of `whileUnchanged` in a law that is a MUST. */
export class Assumed extends Deviation {}

/** Makes a warning of such a departure. */
export async function warned(t: Context, run: () => Promise<unknown>): Promise<void> {
	try {
		await run();
	} catch (error) {
		if (!(error instanceof Assumed)) throw error;
		t.assume(error.message, false);
	}
}
