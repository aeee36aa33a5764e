import { isDeepStrictEqual } from "node:util";
import type { Context } from "../rule/context";
import type { Fields } from "../rule/response";
import { Deviation, Skip } from "../rule/verdict";

/** The maximum number of attempts if another client keeps changing the list. */
const attempts = 6;

/**
 * Runs `body` with the records that `read` returns, and returns its result. If `body` finds a deviation, it runs again, because another client may
 * have changed the list: the deviation counts only if a second attempt finds one and the list did not change. A list that keeps changing skips the rule.
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
		// A record that was created and removed in the meantime is not visible, so only a second deviation counts.
		if (isSame && isSecond) {
			if ("value" in outcome) return outcome.value;
			throw outcome.thrown;
		}
		isSecond = isSame;
		t.assumptions.length = length;
		if (attempt === attempts) throw new Skip("other clients keep changing the list", "excluded");
	}
}

/** Runs the function and returns its value, or the deviation or skip that it throws. */
async function found<T>(run: () => Promise<T>): Promise<{ readonly value: T } | { readonly thrown: Deviation | Skip }> {
	try {
		return { value: await run() };
	} catch (error) {
		if (!(error instanceof Deviation || error instanceof Skip)) throw error;
		return { thrown: error };
	}
}
