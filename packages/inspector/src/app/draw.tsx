import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import type { BaseLocationHook } from "wouter";
import { App } from "./app";

/** Renders the app into an element, and returns a function that removes it. Uses the browser's location by default. */
export function draw(element: HTMLElement, locationHook?: BaseLocationHook): () => void {
	const root = createRoot(element);
	root.render(
		<StrictMode>
			<App {...(locationHook && { locationHook })} />
		</StrictMode>,
	);
	return () => root.unmount();
}
