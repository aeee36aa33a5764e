/** Runs a task for each item, so many at a time. */
export async function inLanes<T>(items: readonly T[], lanes: number, task: (item: T) => Promise<void>): Promise<void> {
	const left = [...items];
	const lane = async () => {
		for (let item = left.shift(); item !== undefined; item = left.shift()) await task(item);
	};
	await Promise.all(Array.from({ length: Math.max(1, lanes) }, lane));
}
