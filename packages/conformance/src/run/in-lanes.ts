/** The index of the item to begin with: of those that may run, the first of the longest queue; -1 if none may. */
function nextOf<T extends { readonly alone?: string }>(left: readonly T[], busy: ReadonlySet<string>): number {
	const queued = new Map<string, number>();
	for (const { alone } of left) if (alone !== undefined) queued.set(alone, (queued.get(alone) ?? 0) + 1);
	let next = -1;
	let most = -1;
	for (const [index, { alone }] of left.entries()) {
		if (alone !== undefined && busy.has(alone)) continue;
		const length = alone === undefined ? 0 : (queued.get(alone) ?? 0);
		if (length <= most) continue;
		next = index;
		most = length;
	}
	return next;
}

/** What disturbs no other task, and may run at any time. */
export type Filler = () => Promise<void>;

/**
 * Runs a task for each item, so many at the same time. Items with the same `alone` never run at the same time, and the longest
 * queue of such goes first: otherwise it is left at the end, and runs in one lane. Fillers run in as many lanes again, and in those
 * that have no item; the fillers that are left at the end stay in the list.
 */
export async function inLanes<T extends { readonly alone?: string }>(
	items: readonly T[],
	lanes: number,
	task: (item: T) => Promise<void>,
	fillers: Filler[] = [],
): Promise<void> {
	const left = [...items];
	const busy = new Set<string>();
	let running = 0;
	let wake: (() => void)[] = [];
	const lane = async (takesItems: boolean): Promise<void> => {
		while (left.length > 0 || running > 0) {
			const next = takesItems ? nextOf(left, busy) : -1;
			const [item] = next < 0 ? [] : left.splice(next, 1);
			if (item === undefined) {
				const filler = fillers.shift();
				if (filler) await filler();
				else await new Promise<void>((resolve) => wake.push(resolve));
				continue;
			}
			if (item.alone !== undefined) busy.add(item.alone);
			running += 1;
			try {
				await task(item);
			} finally {
				running -= 1;
				if (item.alone !== undefined) busy.delete(item.alone);
				for (const resolve of wake) resolve();
				wake = [];
			}
		}
	};
	const width = Math.max(1, lanes);
	await Promise.all(Array.from({ length: 2 * width }, (_, index) => lane(index < width)));
}
