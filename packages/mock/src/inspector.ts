import { inspectorButton } from "./inspector/button";

/** Handles requests as `fetch` does: a platform, or its worlds. */
export interface InspectedPlatform {
	fetch(input: Request | string, init?: RequestInit): Promise<Response>;
}

/** What the inspector shows, and where its button is. */
export interface InspectorOptions {
	/**
	 * The platform, or the worlds, to inspect. Default: what handles the requests of this page to `/_mock`, such as MSW's service
	 * worker or a proxy to `tenon-mock serve`.
	 */
	platform?: InspectedPlatform;
	/** The corner of the window that the button is in. Default `bottom-right`. */
	corner?: "bottom-right" | "bottom-left";
}

/** An inspector in a page. */
export interface Inspector {
	/**
	 * Loads the inspector, the first time, and opens it. Does nothing if it is open.
	 *
	 * @throws The browser's error if the files of the inspector cannot be loaded.
	 */
	open(): Promise<void>;
	/** Closes the inspector: from then on it costs nothing. What it showed is shown again when it opens. */
	close(): void;
	/** Removes the inspector and its button from the page. */
	unmount(): void;
}

/**
 * Adds a button to the page, which opens the inspector of a platform that runs in the page, or behind it: the same app that
 * `tenon-mock serve` serves at `/_mock/`. The page loads it when somebody opens it. A second call replaces the first.
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
	// The page's fetch is looked up for each request: MSW may replace it later.
	return inspectorButton((input, init) => (platform ?? globalThis).fetch(input, init), corner);
}
