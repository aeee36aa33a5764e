/**
 * Runs a task for each item, in their order, so many at the same time. Items with the same `alone` never run at the same time:
 * a lane takes the first item that may run.
 */
export async function inLanes<T extends { readonly alone?: string }>(
	items: readonly T[],
	lanes: number,
	task: (item: T) => Promise<void>,
): Promise<void> {
	const left = [...items];
	const busy = new Set<string>();
	let wake: (() => void)[] = [];
	const lane = async (): Promise<void> => {
		while (left.length > 0) {
			const next = left.findIndex(({ alone }) => alone === undefined || !busy.has(alone));
			if (next < 0) {
				await new Promise<void>((resolve) => wake.push(resolve));
				continue;
			}
			const [item] = left.splice(next, 1);
			if (item === undefined) return;
			if (item.alone !== undefined) busy.add(item.alone);
			try {
				await task(item);
			} finally {
				if (item.alone !== undefined) busy.delete(item.alone);
				for (const resolve of wake) resolve();
				wake = [];
			}
		}
	};
	await Promise.all(Array.from({ length: Math.max(1, lanes) }, lane));
}
