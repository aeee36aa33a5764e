/** What MSW does with requests that no handler matches: let them pass, silently or with a warning, or fail. */
export type Unhandled = "bypass" | "warn" | "error";

/** Options for `setupWorker(…).start` and `setupServer(…).listen`, with the names of MSW 2 and 3. */
export interface StartOptions {
	/** The option's name in MSW 2. */
	readonly onUnhandledRequest: Unhandled;
	/** The option's name in MSW 3. */
	readonly onUnhandledFrame: Unhandled;
}

/**
 * Returns options for requests that no handler matches. They work with MSW 2 and 3, which have different names for the
 * option and silently ignore the other's.
 *
 * @param unhandled Default: `bypass`, so that the page's own files are loaded as usual.
 * @example
 * await setupWorker(...handlers(platform)).start({ quiet: true, ...startOptions() });
 * setupServer(...handlers(platform)).listen(startOptions({ unhandled: "error" }));
 */
export const startOptions = ({ unhandled = "bypass" }: { unhandled?: Unhandled } = {}): StartOptions => ({
	onUnhandledRequest: unhandled,
	onUnhandledFrame: unhandled,
});
