import type { AlertMapping } from "../../state/records";

/** An alert's payload: any JSON object. */
export type Payload = { readonly [name: string]: unknown };

/** How an integration's payloads are read. */
export interface Reading {
	/** Where fields stand other than by their names; none where the plan does not have it. */
	readonly mappings: readonly AlertMapping[];
	/** Whether occurrences without a fingerprint of their own are grouped by what they say. */
	readonly fingerprints: boolean;
}
