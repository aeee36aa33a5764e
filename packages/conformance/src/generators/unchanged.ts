import { isDeepStrictEqual } from "node:util";
import type { Plan } from "../plans/plan";
import type { Context } from "../rule/context";
import { type Fields, isFields } from "../rule/response";
import { withoutTraces } from "../rule/traces";

/** How often a refused call is sent, at most, if other rules may change the same record at the same time. */
const attempts = 3;

const only = (record: Fields, names: readonly string[]): Fields => Object.fromEntries(names.map((name) => [name, record[name]]));

/** What a refused call must not change. */
interface Refused extends Pick<Plan, "look" | "isShared"> {
	/** The fields for which the call is refused, if it also has valid ones. */
	readonly wrong?: readonly string[];
}

/**
 * Checks that refused calls change nothing: `look` returns the same before and after. For the valid fields of a call that also has wrong ones,
 * this is only assumed (ERR-050).
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
