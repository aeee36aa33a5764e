import { lazy, type ReactElement, Suspense } from "react";
import type { Operation } from "./operations";

/** Loaded when the user opens a reference for the first time. */
const Markdown = lazy(() => import("markdown-to-jsx/react"));

/** The contract's description of an operation. */
export function ReferencePanel({ operation }: { operation: Operation }): ReactElement {
	return (
		<Suspense fallback={<div className="skeleton" aria-busy="true" />}>
			<Markdown
				className="reference"
				options={{ disableParsingRawHTML: true, forceWrapper: true, overrides: { h2: { component: "h3" } } }}
			>
				{operation.reference}
			</Markdown>
		</Suspense>
	);
}
