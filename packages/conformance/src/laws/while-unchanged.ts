import { isDeepStrictEqual } from "node:util";
import type { Context } from "../rule/context";
import type { Fields } from "../rule/response";
import { Deviation, Skip } from "../rule/verdict";

/** How often a law reads a list again that another client keeps changing. */
const attempts = 6;

/**
 * Runs `body` with the records that `read` returns. If it finds a deviation and the records are different by then, another client changed the
 * list meanwhile, so it proves nothing: `body` runs again, also where it skipped the rest. A list that never stays the same skips the rule.
 */
export async function whileUnchanged<T, Item extends Fields = Fields>(
	t: Context,
	read: () => Promise<readonly Item[]>,
	body: (whole: readonly Item[]) => Promise<T>,
): Promise<T> {
	const { length } = t.assumptions;
	let isSecond = false;
	for (let attempt = 1; ; attempt++) {
		const before = await read();
		const outcome = await found(() => body(before));
		if (t.assumptions.length === length) {
			if ("value" in outcome) return outcome.value;
			if (outcome.thrown instanceof Skip) throw outcome.thrown;
		}
		const isSame = isDeepStrictEqual(await read(), before);
		// A record that came and went meanwhile leaves no trace: only a second deviation counts.
		if (isSame && isSecond) {
			if ("value" in outcome) return outcome.value;
			throw outcome.thrown;
		}
		isSecond = isSame;
		t.assumptions.length = length;
		if (attempt === attempts) throw new Skip("other clients keep changing the list", "excluded");
	}
}

/** What comes of it, or the deviation or skip that it throws. */
async function found<T>(run: () => Promise<T>): Promise<{ readonly value: T } | { readonly thrown: Deviation | Skip }> {
	try {
		return { value: await run() };
	} catch (error) {
		if (!(error instanceof Deviation || error instanceof Skip)) throw error;
		return { thrown: error };
	}
}
