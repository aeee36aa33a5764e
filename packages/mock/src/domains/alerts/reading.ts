import type { AlertMapping } from "../../state/records";

/** The payload of an alert: any JSON object. */
export type Payload = { readonly [name: string]: unknown };

/** The rules by which an integration's payloads are read. */
export interface Reading {
	/** The paths of fields that do not use their default names. Empty if the plan has no mappings. */
	readonly mappings: readonly AlertMapping[];
	/** Whether occurrences without their own fingerprint are grouped by their content. */
	readonly fingerprints: boolean;
}
