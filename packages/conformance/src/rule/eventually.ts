/** Asks again until it holds, for what a server does in the background; gives whether it came to hold within some seconds. */
export async function eventually(holds: () => Promise<boolean>, attempts = 12): Promise<boolean> {
	for (let attempt = 1; ; attempt++) {
		if (await holds()) return true;
		if (attempt >= attempts) return false;
		await pause(Math.min(50 * 2 ** attempt, 1_000));
	}
}

/** Some milliseconds, so that times differ. */
export const pause = (milliseconds: number): Promise<void> =>
	new Promise((resolve) => setTimeout(resolve, milliseconds));
