import { isDeepStrictEqual } from "node:util";
import type { Plan } from "../plans/plan";
import type { Context } from "../rule/context";
import { isFields } from "../rule/response";

/** What a server may write down by itself when a user does something. */
export const traces = /^(last_activity_on|(current|last)_sign_in_(at|ip)|sign_in_count)$/;
const withoutTraces = (seen: unknown): unknown => (isFields(seen) ? Object.fromEntries(Object.entries(seen).filter(([name]) => !traces.test(name))) : seen);

/** How often a refused call is sent where other rules change the same meanwhile. */
const attempts = 3;

/** What is refused changes nothing: what the operation would change is the same before and after. */
export async function unchanged(t: Context, { look, isShared }: Plan, refused: () => Promise<void>): Promise<void> {
	for (let attempt = 1; ; attempt++) {
		const before = withoutTraces(await look?.());
		await refused();
		if (!look) return;
		const after = withoutTraces(await look());
		if (!isShared || attempt === attempts || isDeepStrictEqual(after, before)) {
			t.same("what a refused call would have changed", after, before);
			return;
		}
	}
}
