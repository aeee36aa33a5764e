import { isDeepStrictEqual } from "node:util";
import type { Plan } from "../plans/plan";
import type { Context } from "../rule/context";
import { type Fields, isFields } from "../rule/response";
import { withoutTraces } from "../rule/traces";

/** How often a refused call is sent where other rules change the same meanwhile. */
const attempts = 3;

const only = (record: Fields, names: readonly string[]): Fields => Object.fromEntries(names.map((name) => [name, record[name]]));

/** How a call is made that is refused. */
interface Refused extends Pick<Plan, "look" | "isShared"> {
	/** The fields for which it is refused, where it has right ones as well. */
	readonly wrong?: readonly string[];
}

/**
 * What is refused changes nothing: what the operation would change is the same before and after. That this is true of the right fields of a
 * record that has wrong ones is assumed (ERR-050).
 */
export async function unchanged(t: Context, { look, isShared, wrong }: Refused, refused: () => Promise<void>): Promise<void> {
	const read = async (): Promise<unknown> => {
		const seen = await look?.();
		return isFields(seen) ? withoutTraces(seen) : seen;
	};
	for (let attempt = 1; ; attempt++) {
		const before = await read();
		await refused();
		if (!look) return;
		const after = await read();
		if (!isShared || attempt === attempts || isDeepStrictEqual(after, before)) {
			const isOpen = wrong && isFields(before) && isFields(after);
			t.same("what a refused call would have changed", ...(isOpen ? ([only(after, wrong), only(before, wrong)] as const) : ([after, before] as const)));
			t.assume("the other fields of a refused call should stay", isDeepStrictEqual(after, before));
			return;
		}
	}
}
