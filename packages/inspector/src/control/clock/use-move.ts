import { useState } from "react";
import { bodyOf, control, type Schemas } from "../../api/control";
import type { paths } from "../../generated/control";
import { useUndoable } from "../../parts/use-undoable";

export type Upcoming =
	paths["/clock/upcoming"]["get"]["responses"][200]["content"]["application/json"]["events"][number];

/** A move of the clock: by milliseconds, or to a time. */
export type Move = { readonly by: number } | { readonly to: string };

/** The events between two times of the platform's clock. */
export interface Passed {
	readonly to: string;
	readonly count: number;
	readonly events: readonly Upcoming[];
}

/** Returns a function that moves the clock forward, and the events of the last move. */
export function useMove(): { passed: Passed | undefined; move: (move: Move, title: string) => Promise<boolean> } {
	const [passed, setPassed] = useState<Passed>();
	const { callAndOffer } = useUndoable();
	const move = (how: Move, title: string): Promise<boolean> =>
		callAndOffer(title, async () => {
			const { now }: Schemas["Clock"] = await bodyOf(control.GET("/clock"));
			const to = "to" in how ? how.to : new Date(Date.parse(now) + how.by).toISOString();
			const found = await bodyOf(control.GET("/clock/upcoming", { params: { query: { until: to, limit: 50 } } }));
			const moved = await control.POST("/clock/advance", { body: how });
			setPassed({ to, ...found });
			return moved;
		});
	return { passed, move };
}
