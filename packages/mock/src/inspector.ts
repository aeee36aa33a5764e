import { inspectorButton } from "./inspector/button";

/** Something that handles requests as `fetch` does: a platform, or its worlds. */
export interface InspectedPlatform {
	fetch(input: Request | string, init?: RequestInit): Promise<Response>;
}

/** What the inspector shows, and where its button is. */
export interface InspectorOptions {
	/**
	 * The platform, or the worlds, to inspect. Default: whatever handles this page's requests to `/_mock`, such as MSW's
	 * service worker or a proxy to `tenon-mock serve`.
	 */
	platform?: InspectedPlatform;
	/** The corner of the window where the button is. Default: `bottom-right`. */
	corner?: "bottom-right" | "bottom-left";
}

/** An inspector in a page. */
export interface Inspector {
	/**
	 * Opens the inspector, and loads it the first time. Does nothing if it is open.
	 *
	 * @throws The browser's error if the inspector's files cannot be loaded.
	 */
	open(): Promise<void>;
	/** Closes the inspector, which then costs nothing. When it opens again, it shows what it showed before. */
	close(): void;
	/** Removes the inspector and its button from the page. */
	unmount(): void;
}

/**
 * Adds a button to the page that opens the inspector for a platform in the page or behind it: the same app that
 * `tenon-mock serve` serves at `/_mock/`. The page loads it on the first click. A second call replaces the first
 * button.
 *
 * @throws Error outside a browser.
 * @example
 * import { inspector } from "@tenon/mock/inspector";
 *
 * const platform = createPlatform({ seed: demo });
 * await setupWorker(...handlers(platform)).start(startOptions());
 * const { unmount } = inspector({ platform });
 */
export function inspector({ platform, corner = "bottom-right" }: InspectorOptions = {}): Inspector {
	if (typeof document === "undefined") throw new Error("The inspector needs a page: call inspector() in a browser.");
	// Look up the page's fetch for each request: MSW may replace it later.
	return inspectorButton((input, init) => (platform ?? globalThis).fetch(input, init), corner);
}
