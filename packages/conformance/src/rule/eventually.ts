/** Repeats a check until it is true, for what a server does in the background. Returns whether it became true within some seconds. */
export async function eventually(holds: () => Promise<boolean>, attempts = 12): Promise<boolean> {
	for (let attempt = 1; ; attempt++) {
		if (await holds()) return true;
		if (attempt >= attempts) return false;
		await pause(Math.min(50 * 2 ** attempt, 1_000));
	}
}

/** Waits some milliseconds, so that times differ. */
export const pause = (milliseconds: number): Promise<void> =>
	new Promise((resolve) => setTimeout(resolve, milliseconds));
