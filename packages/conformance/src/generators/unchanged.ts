import type { Plan } from "../plans/plan";
import type { Context } from "../rule/context";

/** What is refused changes nothing: what the operation would change is the same before and after. */
export async function unchanged(t: Context, { look }: Plan, refused: () => Promise<void>): Promise<void> {
	const before = await look?.();
	await refused();
	if (look) t.same("what a refused call would have changed", await look(), before);
}
