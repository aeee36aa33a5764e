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

/**
 * Runs a task for each item, so many at the same time. Items with the same `alone` never run at the same time, and the longest
 * queue of such goes first: otherwise it is left at the end, and runs in one lane. What a task returns disturbs no other task, and runs
 * when no item may begin.
 */
export async function inLanes<T extends { readonly alone?: string }>(
	items: readonly T[],
	lanes: number,
	task: (item: T) => Promise<(() => Promise<void>) | undefined>,
): Promise<void> {
	const left = [...items];
	const later: (() => Promise<void>)[] = [];
	const busy = new Set<string>();
	let wake: (() => void)[] = [];
	const lane = async (): Promise<void> => {
		while (left.length > 0 || later.length > 0) {
			const next = nextOf(left, busy);
			if (next < 0) {
				const rest = later.shift();
				if (rest) await rest();
				else await new Promise<void>((resolve) => wake.push(resolve));
				continue;
			}
			const [item] = left.splice(next, 1);
			if (item === undefined) return;
			if (item.alone !== undefined) busy.add(item.alone);
			try {
				const rest = await task(item);
				if (rest) later.push(rest);
			} finally {
				if (item.alone !== undefined) busy.delete(item.alone);
				for (const resolve of wake) resolve();
				wake = [];
			}
		}
	};
	await Promise.all(Array.from({ length: Math.max(1, lanes) }, lane));
}
