import { isDeepStrictEqual } from "node:util";
import type { Plan } from "../plans/plan";
import type { Context } from "../rule/context";
import { isFields } from "../rule/response";
import { withoutTraces } from "../rule/traces";

/** How often a refused call is sent where other rules change the same meanwhile. */
const attempts = 3;

/** What is refused changes nothing: what the operation would change is the same before and after. */
export async function unchanged(t: Context, { look, isShared }: Plan, refused: () => Promise<void>): Promise<void> {
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
			t.same("what a refused call would have changed", after, before);
			return;
		}
	}
}
