/** What happens to requests that no handler takes: they pass, silently or with a warning, or fail. */
export type Unhandled = "bypass" | "warn" | "error";

/** Options for `setupWorker(…).start` and `setupServer(…).listen`, under the names of each of MSW's majors. */
export interface StartOptions {
	/** MSW 2. */
	readonly onUnhandledRequest: Unhandled;
	/** MSW 3. */
	readonly onUnhandledFrame: Unhandled;
}

/**
 * Sets what happens to requests that no handler takes, for MSW 2 and 3 alike: each has a name of its own for this option, and
 * silently ignores the other's.
 *
 * @param unhandled Default `bypass`: a page's own files are none of the platform's matters.
 * @example
 * await setupWorker(...handlers(platform)).start({ quiet: true, ...startOptions() });
 * setupServer(...handlers(platform)).listen(startOptions({ unhandled: "error" }));
 */
export const startOptions = ({ unhandled = "bypass" }: { unhandled?: Unhandled } = {}): StartOptions => ({
	onUnhandledRequest: unhandled,
	onUnhandledFrame: unhandled,
});
