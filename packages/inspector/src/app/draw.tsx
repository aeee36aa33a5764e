import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import type { BaseLocationHook } from "wouter";
import { App } from "./app";

/** Draws the app into an element. The result takes it away. The location is the browser's by default. */
export function draw(element: HTMLElement, locationHook?: BaseLocationHook): () => void {
	const root = createRoot(element);
	root.render(
		<StrictMode>
			<App {...(locationHook && { locationHook })} />
		</StrictMode>,
	);
	return () => root.unmount();
}
