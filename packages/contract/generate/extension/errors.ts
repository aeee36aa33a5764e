import { relative } from "node:path";

/** Returns a path relative to a folder, as findings show it. */
export const display = (path: string, folder = process.cwd()): string => relative(folder, path) || path;

/** A fault in a file, and its location. */
export interface Finding {
	/** The file, line and column, such as `company.yaml:12:5`. */
	readonly at: string;
	/** The expected value and the one that was found, in one sentence. */
	readonly says: string;
}

/**
 * An OpenAPI file that cannot be used. The message lists each finding with file, line and column.
 *
 * @example
 * import { ExtensionError, readExtension } from "@tenon/contract/generate";
 * await readExtension("company.yaml").catch((error) => {
 *   if (error instanceof ExtensionError) for (const { at, says } of error.findings) console.error(at, says);
 * });
 */
export class ExtensionError extends Error {
	override readonly name = "ExtensionError";
	readonly findings: readonly Finding[];
	/** The absolute paths of the files that were read or searched for. */
	readonly files: readonly string[];

	constructor(findings: readonly Finding[], files: readonly string[] = []) {
		super(findings.map(({ at, says }) => `${at} ${says}`).join("\n"));
		this.findings = findings;
		this.files = files;
	}
}

/** Throws one error with all findings, if there are any. */
export function refuse(findings: readonly Finding[]): void {
	if (findings.length > 0) throw new ExtensionError(findings);
}

/** Describes a value for messages with "found …": its type, and the value itself if it is short. */
export function found(value: unknown): string {
	if (value === undefined) return "nothing";
	if (value === null) return "null";
	if (Array.isArray(value)) return "a list";
	if (typeof value === "object") return "a map";
	const text = JSON.stringify(value);
	return text.length > 60 ? `${text.slice(0, 57)}…"` : text;
}
