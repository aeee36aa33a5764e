/** The index of the next item: of those that may run, the first one of the longest queue; -1 if no item may run. */
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

/** A task that disturbs no other task, so it may run at any time. */
export type Filler = () => Promise<void>;

/**
 * Runs a task for each item, in this many lanes. Items with the same `alone` never run at the same time, and the longest queue of
 * such items goes first: otherwise it would be left at the end and run in one lane. Fillers run in the same number of further
 * lanes, and in lanes without an item. Fillers that have not started when the items are done stay in the list.
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
